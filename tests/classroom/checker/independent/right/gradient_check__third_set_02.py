# right: in another style
from micrograd import Value


def value_at(f, xs):
    return f(*(Value(x) for x in xs)).data


def analytic(f, xs):
    inputs = list(map(Value, xs))
    out = f(*inputs)
    out.backward()
    return [x.grad for x in inputs]


def numeric(f, xs, h=1e-5):
    def moved(i, by):
        return [x + by if i == j else x for j, x in enumerate(xs)]
    return [(value_at(f, moved(i, h)) - value_at(f, moved(i, -h))) / (2 * h)
            for i in range(len(xs))]


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    found, measured = analytic(f, xs), numeric(f, xs)
    for i in range(len(xs)):
        if not abs(found[i] - measured[i]) <= atol + rtol * abs(measured[i]):
            return False
    return True

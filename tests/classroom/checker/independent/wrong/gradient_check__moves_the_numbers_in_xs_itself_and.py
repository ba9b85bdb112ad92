# wrong: moves the numbers in xs itself and does not put them back
from micrograd import Value


def analytic(f, xs):
    values = [Value(x) for x in xs]
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    slopes = []
    for i in range(len(xs)):
        xs[i] += h
        high = f(*map(Value, xs)).data
        xs[i] -= 2 * h
        low = f(*map(Value, xs)).data
        slopes.append((high - low) / (2 * h))
    return slopes


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))

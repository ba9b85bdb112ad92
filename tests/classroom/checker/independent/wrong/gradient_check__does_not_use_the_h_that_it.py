# wrong: does not use the h that it is given
from micrograd import Value


def analytic(f, xs):
    values = [Value(x) for x in xs]
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    eps = 1e-5
    slopes = []
    for i in range(len(xs)):
        up = [Value(x + eps * (i == j)) for j, x in enumerate(xs)]
        down = [Value(x - eps * (i == j)) for j, x in enumerate(xs)]
        slopes.append((f(*up).data - f(*down).data) / (2 * eps))
    return slopes


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))

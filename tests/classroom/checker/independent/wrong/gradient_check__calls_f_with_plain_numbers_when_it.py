# wrong: calls f with plain numbers when it measures
from micrograd import Value


def analytic(f, xs):
    values = [Value(x) for x in xs]
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    result = []
    for i, x in enumerate(xs):
        up = xs[:i] + [x + h] + xs[i + 1:]
        down = xs[:i] + [x - h] + xs[i + 1:]
        result.append((f(*up) - f(*down)) / (2 * h))
    return result


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))

"""gradient_check: let measured slopes judge backward()."""
from micrograd import Value


def analytic(f, xs):
    leaves = [Value(x) for x in xs]
    f(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def numeric(f, xs, h=1e-5):
    def moved(i, by):
        return f(*[Value(x + by * (j == i)) for j, x in enumerate(xs)]).data

    return [(moved(i, h) - moved(i, -h)) / (2 * h) for i in range(len(xs))]


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(
        abs(a - n) <= atol + rtol * abs(n)  # False if a is nan
        for a, n in zip(analytic(f, xs), numeric(f, xs))
    )

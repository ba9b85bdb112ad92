# right: in another style
from micrograd import Value


import math


def analytic(f, xs):
    values = tuple(Value(x) for x in xs)
    f(*values).backward(retain_graph=True)
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    xs = list(xs)

    def slope(i):
        left, right = xs[:i], xs[i + 1:]
        low, high = (f(*map(Value, [*left, xs[i] + d, *right])) for d in (-h, h))
        return (high.data - low.data) / h / 2
    return [slope(i) for i in range(len(xs))]


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    def is_bad(a, n):
        return math.isnan(a) or math.isnan(n) or abs(a - n) > atol + rtol * abs(n)
    return not any(map(is_bad, analytic(f, xs), numeric(f, xs)))

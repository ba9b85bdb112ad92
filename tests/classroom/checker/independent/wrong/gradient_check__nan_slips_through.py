# wrong: asks whether the difference is too large, which is never true for nan, so nan passes
"""gradient_check: let measured slopes judge backward().

f takes Values and returns one, xs is a list of numbers: f(Value(xs[0]), …). Write
three functions:

- analytic(f, xs): the gradients that backward() finds, one number for each of xs.
- numeric(f, xs, h): the slopes that are measured from x - h to x + h, one for each.
- gradient_check(f, xs, rtol, atol): True if for every input
  |analytic - numeric| <= atol + rtol * |numeric|, else False. A gradient that is nan
  is never right.

    f = lambda a, b: a * b + b
    analytic(f, [2.0, 3.0])    # [3.0, 3.0]
    gradient_check(f, [2.0, 3.0])    # True
"""
from micrograd import Value


def analytic(f, xs):
    vs = [Value(x) for x in xs]
    f(*vs).backward()
    return [v.grad for v in vs]


def numeric(f, xs, h=1e-5):
    slopes = []
    for i in range(len(xs)):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        hi = f(*[Value(u) for u in up]).data
        lo = f(*[Value(d) for d in down]).data
        slopes.append((hi - lo) / (2 * h))
    return slopes


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) > atol + rtol * abs(n):
            return False
    return True

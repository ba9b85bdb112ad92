# wrong: It only looks for differences that are too large, and a comparison with nan is never true: nan passes.
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
    out = f(*vs)
    out.backward()
    return [v.grad for v in vs]


def numeric(f, xs, h=1e-5):
    result = []
    for i in range(len(xs)):
        a = list(xs)
        b = list(xs)
        a[i] = a[i] + h
        b[i] = b[i] - h
        fa = f(*[Value(x) for x in a]).data
        fb = f(*[Value(x) for x in b]).data
        result.append((fa - fb) / (2 * h))
    return result


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) > atol + rtol * abs(n):
            return False
    return True

# wrong: numeric never moves an input back, so the later slopes are measured with the earlier inputs off by h
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
    inputs = [Value(x) for x in xs]
    out = f(*inputs)
    out.backward()
    return [v.grad for v in inputs]


def numeric(f, xs, h=1e-5):
    xs = list(xs)   # do not touch the caller's list
    result = []
    for i in range(len(xs)):
        xs[i] += h
        plus = f(*map(Value, xs)).data
        xs[i] -= 2*h
        minus = f(*map(Value, xs)).data
        result.append((plus - minus) / (2*h))
    return result


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) <= atol + rtol * abs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))

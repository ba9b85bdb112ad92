# right: a module helper evaluates f on plain numbers, the check collects the bad inputs and asks if there are none
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


def value_at(f, numbers):
    return f(*(Value(n) for n in numbers)).data


def analytic(f, xs):
    leaves = [*map(Value, xs)]
    f(*leaves).backward()
    return [leaf.grad for leaf in leaves]


def numeric(f, xs, h=1e-5):
    xs = tuple(xs)
    out = []
    for i, x in enumerate(xs):
        before, after = xs[:i], xs[i+1:]
        out.append((value_at(f, (*before, x + h, *after))
                    - value_at(f, (*before, x - h, *after))) / (2.0 * h))
    return out


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    fine = lambda a, n: abs(a - n) <= atol + rtol * abs(n)
    # nan: every comparison is False, so "not fine" catches it
    bad = [i for i, (a, n) in enumerate(zip(analytic(f, xs), numeric(f, xs)))
           if not fine(a, n)]
    return len(bad) == 0

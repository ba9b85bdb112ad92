# wrong: return True stands inside the loop, so only the first input is checked
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
    values = []
    for x in xs:
        values.append(Value(x))
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    def at(i, shift):
        moved = [Value(x + shift if j == i else x) for j, x in enumerate(xs)]
        return f(*moved).data
    return [(at(i, h) - at(i, -h)) / (2 * h) for i in range(len(xs))]


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    ana = analytic(f, xs)
    num = numeric(f, xs)
    for i in range(len(xs)):
        ok = abs(ana[i] - num[i]) <= atol + rtol * abs(num[i])
        if not ok:
            return False
        return True

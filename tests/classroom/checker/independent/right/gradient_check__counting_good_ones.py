# right: A nested helper for the moved point, and the verdict by counting the inputs that are right.
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
    inputs = tuple(map(Value, xs))
    f(*inputs).backward()
    return [v.grad for v in inputs]


def numeric(f, xs, h=1e-5):
    def at(place, value):
        return f(*map(Value, [*xs[:place], value, *xs[place + 1:]])).data

    return [(at(i, x + h) - at(i, x - h)) / (2 * h) for i, x in enumerate(xs)]


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    found, measured = analytic(f, xs), numeric(f, xs)
    good = 0
    for i in range(len(xs)):
        room = atol + rtol * abs(measured[i])
        if abs(found[i] - measured[i]) <= room:  # False with nan
            good += 1
    return good == len(xs)

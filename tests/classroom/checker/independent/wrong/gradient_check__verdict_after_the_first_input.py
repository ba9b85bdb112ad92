# wrong: The loop returns after the first input, the others are never compared.
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
    values = [Value(x) for x in xs]
    f(*values).backward()
    return [v.grad for v in values]


def numeric(f, xs, h=1e-5):
    grads = []
    for i in range(len(xs)):
        up = [Value(x + h if j == i else x) for j, x in enumerate(xs)]
        down = [Value(x - h if j == i else x) for j, x in enumerate(xs)]
        grads.append((f(*up).data - f(*down).data) / (2 * h))
    return grads


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    for a, n in zip(analytic(f, xs), numeric(f, xs)):
        if abs(a - n) <= atol + rtol * abs(n):
            return True
        else:
            return False

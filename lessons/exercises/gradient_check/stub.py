"""gradient_check: let measured slopes judge backward().

f takes Values and returns one, xs is a list of numbers: f(Value(xs[0]), …). Write
three functions:

- analytic(f, xs): the gradients that backward() finds, one number for each of xs.
- numeric(f, xs, h): the slopes that are measured from x - h to x + h, one for each.
- gradient_check(f, xs, rtol, atol): True if for every input |analytic - numeric| <=
  atol + rtol * |numeric|, else False. A gradient that is nan is never right; a measured
  slope is nan only where the gradient is, and infinite ones do not occur.

    f = lambda a, b: a * b + b
    analytic(f, [2.0, 3.0])    # [3.0, 3.0]
    gradient_check(f, [2.0, 3.0])    # True
"""
from micrograd import Value  # the package offers no more here


def analytic(f, xs):
    raise NotImplementedError  # TODO: this function and the two below


def numeric(f, xs, h=1e-5):
    raise NotImplementedError


def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    raise NotImplementedError

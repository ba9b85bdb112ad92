# right: A generator walks, newton collects what it yields.
"""newton: walk to the bottom of a valley with second derivatives.

At the bottom the slope is 0. Newton steps from x to where the slope would be 0 if it
went on changing as it does at x: x - slope / curvature, the first and the second
derivative of f. Write two functions:

- newton_step(f, x): the next place. Where the curvature is not above 0 there is no
  valley: raise a ValueError.
- newton(f, x, tolerance): the list of all places, x first. It ends when a step was
  not longer than tolerance, and after 50 steps at the latest.

derivative(f, x, n) of the package gives the n-th derivative of f at x, a number.

    f = lambda x: x**3 / 3 - 2 * x
    newton_step(f, 1.0)    # 1.5
    newton(f, 1.0)[-1]    # 1.4142135623730951
"""
from micrograd import derivative


def newton_step(f, x):
    slope, curvature = (derivative(f, x, n) for n in (1, 2))
    if curvature > 0:
        return x - slope / curvature
    raise ValueError('no valley: the curvature is not above 0')


def walk(f, x, tolerance, steps):
    yield x
    length = float('inf')
    while steps and length > tolerance:
        x, before = newton_step(f, x), x
        length = abs(x - before)
        steps -= 1
        yield x


def newton(f, x, tolerance=1e-9):
    return [*walk(f, x, tolerance, steps=50)]

# wrong: stops at 50 places, which are only 49 steps because x itself is one of them
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
    d1, d2 = derivative(f, x, 1), derivative(f, x, 2)
    if not d2 > 0:
        raise ValueError('curvature must be positive')
    return x - d1 / d2


def newton(f, x, tolerance=1e-9):
    xs = [x]
    while len(xs) < 50:
        nxt = newton_step(f, xs[-1])
        xs.append(nxt)
        if abs(xs[-1] - xs[-2]) <= tolerance:
            return xs
    return xs

# right: slopes reuses slope on a function with all inputs but one fixed, bound by default arguments in a lambda
"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. Choose a default for h with which six digits of the slope are right.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


def slope(f, x, h=1e-5):
    left, right = f(x - h), f(x + h)
    return 0.5 * (right - left) / h


def slopes(f, xs, h=1e-5):
    xs = list(xs)
    # i=i because of late binding!
    alone = [lambda v, i=i: f(*(xs[:i] + [v] + xs[i + 1:])) for i in range(len(xs))]
    return [slope(g, x, h) for g, x in zip(alone, xs)]

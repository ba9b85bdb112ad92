# wrong: The default h of 1e-12 is so small that rounding leaves only about four digits.
"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. h is a number above 0. Choose a default for it with which six digits of
  the slope are right, for an x of the size of 1.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


def slope(f, x, h=1e-12):
    return (f(x + h) - f(x - h)) / (2 * h)


def slopes(f, xs, h=1e-12):
    out = []
    for i, x in enumerate(xs):
        def g(v):
            return f(*xs[:i], v, *xs[i + 1:])
        out.append(slope(g, x, h))
    return out

# wrong: slopes finds the place of a number with xs.index, so of two equal numbers always the first one moves.
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
    return (f(x + h) - f(x - h)) / (2 * h)


def slopes(f, xs, h=1e-5):
    out = []
    for x in xs:
        i = xs.index(x)
        before, after = list(xs[:i]), list(xs[i + 1:])
        up = f(*before, x + h, *after)
        down = f(*before, x - h, *after)
        out.append((up - down) / (2 * h))
    return out

# wrong: The difference is divided by h and not by 2 h.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / h


def slopes(f, xs, h=1e-5):
    return [slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), x, h) for i, x in enumerate(xs)]

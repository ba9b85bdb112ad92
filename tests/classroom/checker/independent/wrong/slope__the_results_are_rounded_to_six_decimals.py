# wrong: The results are rounded to six decimals, so small slopes lose their digits.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return round((f(x + h) - f(x - h)) / (2 * h), 6)


def slopes(f, xs, h=1e-5):
    return [slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), xs[i], h) for i in range(len(xs))]

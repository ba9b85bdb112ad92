# wrong: slopes still has the default h=1.0 of the stub, only slope got a better one.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)



def slopes(f, xs, h=1.0):
    return [slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), x, h) for i, x in enumerate(xs)]

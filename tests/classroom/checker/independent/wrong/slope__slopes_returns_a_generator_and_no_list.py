# wrong: slopes returns a generator and no list.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)



def slopes(f, xs, h=1e-5):
    for i, x in enumerate(xs):
        yield slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), x, h)

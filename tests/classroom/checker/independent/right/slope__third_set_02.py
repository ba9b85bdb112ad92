# right: in another style
"""slope: measure slopes with nothing but values of the function."""


slope = lambda f, x, h=1e-6: (f(x + h) - f(x - h)) / h / 2
slopes = lambda f, xs, h=1e-6: [
    slope(lambda v: f(*xs[:i], v, *xs[i + 1:]), x, h) for i, x in enumerate(xs)]

# wrong: The step is h times x, which is 0 at x = 0.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    step = h * x  # relative to the size of x
    return (f(x + step) - f(x - step)) / (2 * step)


def slopes(f, xs, h=1e-5):
    def one(i):
        return slope(lambda v: f(*[v if j == i else x for j, x in enumerate(xs)]), xs[i], h)
    return [one(i) for i in range(len(xs))]

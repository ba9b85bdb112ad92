# wrong: Results are kept in a default-argument dict by x and h alone, so a second function gets the slope of the first.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5, _known={}):
    if (x, h) not in _known:
        _known[x, h] = (f(x + h) - f(x - h)) / (2 * h)
    return _known[x, h]


def slopes(f, xs, h=1e-5):
    result = []
    for i in range(len(xs)):
        up, down = list(xs), list(xs)
        up[i] += h
        down[i] -= h
        result.append((f(*up) - f(*down)) / (2 * h))
    return result

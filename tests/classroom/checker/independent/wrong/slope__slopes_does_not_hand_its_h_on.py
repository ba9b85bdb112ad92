# wrong: slopes does not hand its h on to slope, so the caller's h is ignored.
"""slope: measure slopes with nothing but values of the function."""


def slope(f, x, h=1e-5):
    return (f(x + h) - f(x - h)) / (2 * h)



def slopes(f, xs, h=1e-5):
    result = []
    for i in range(len(xs)):
        def moved(v, i=i):
            args = list(xs)
            args[i] = v
            return f(*args)
        result.append(slope(moved, xs[i]))
    return result

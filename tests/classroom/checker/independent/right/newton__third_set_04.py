# right: in another style
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, n=2)
    if not curvature > 0:
        raise ValueError
    return x - derivative(f, x, n=1) / curvature


def places_of(f, x):
    while True:
        yield x
        x = newton_step(f, x)


def newton(f, x, tolerance=1e-9):
    found = []
    for place in places_of(f, x):
        found.append(place)
        if len(found) == 51:
            return found
        if len(found) > 1 and abs(found[-2] - found[-1]) <= tolerance:
            return found

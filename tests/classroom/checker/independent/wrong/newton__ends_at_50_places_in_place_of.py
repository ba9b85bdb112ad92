# wrong: ends at 50 places in place of 50 steps
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    while len(places) < 50:
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

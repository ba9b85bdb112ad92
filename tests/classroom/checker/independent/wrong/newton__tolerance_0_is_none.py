# wrong: A tolerance of 0 is taken for none given, and becomes 1e-9
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError(f'no valley at {x}: the curvature is {curvature}')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=None):
    tolerance = tolerance or 1e-9
    places = [x]
    for _ in range(50):
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

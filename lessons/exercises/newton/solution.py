"""newton: walk to the bottom of a valley with second derivatives."""
from micrograd import derivative


def newton_step(f, x):
    slope = derivative(f, x, 1)
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError(f'no valley at {x}: the curvature is {curvature}')
    return x - slope / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

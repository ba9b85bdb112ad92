# wrong: stops where the slope is small, not the step
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    while len(places) < 51:
        if abs(derivative(f, places[-1], 1)) <= tolerance:
            break
        places.append(newton_step(f, places[-1]))
    return places

# wrong: the list begins with the place after the first step
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = []
    for _ in range(50):
        new = newton_step(f, x)
        places.append(new)
        if abs(new - x) <= tolerance:
            break
        x = new
    return places

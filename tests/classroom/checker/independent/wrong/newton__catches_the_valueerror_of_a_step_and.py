# wrong: catches the ValueError of a step and returns what it has
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        try:
            x = newton_step(f, x)
        except ValueError:
            return places
        places.append(x)
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

# wrong: breaks before the last place is appended
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        new = newton_step(f, x)
        if abs(new - x) <= tolerance:
            break
        places.append(new)
        x = new
    return places

# wrong: goes on where the step is just as long as tolerance
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if not curvature > 0:
        raise ValueError('no valley here')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) < tolerance:
            break
    return places

# wrong: A curvature of nan is not above 0 either, but curvature <= 0 lets it through: nan comes back in place of a ValueError
from micrograd import derivative


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if curvature <= 0:
        raise ValueError(f'no valley at {x}: the curvature is {curvature}')
    return x - derivative(f, x, 1) / curvature


def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

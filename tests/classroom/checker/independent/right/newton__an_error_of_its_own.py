from micrograd import derivative


class NoValley(ValueError):
    pass


def newton_step(f, x):
    curvature = derivative(f, x, 2)
    if curvature > 0:
        return x - derivative(f, x) / curvature
    raise NoValley(f'curvature {curvature} at {x}')


def newton(f, x, tolerance=1e-9):
    places = [x]
    while len(places) < 51:
        places.append(newton_step(f, places[-1]))
        if abs(places[-1] - places[-2]) <= tolerance:
            break
    return places

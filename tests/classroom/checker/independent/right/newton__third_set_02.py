# right: in another style
from micrograd import derivative


def newton_step(f, x):
    slope, curvature = (derivative(f, x, n) for n in (1, 2))
    if curvature > 0:
        return x - slope / curvature
    raise ValueError(f'the curvature at {x} is {curvature}, not above 0')


def newton(f, x, tolerance=1e-9):
    return [x] + _walk(f, x, tolerance, 50)


def _walk(f, x, tolerance, steps_left):
    """The places after x."""
    if steps_left == 0:
        return []
    new = newton_step(f, x)
    if abs(new - x) <= tolerance:
        return [new]
    return [new, *_walk(f, new, tolerance, steps_left - 1)]

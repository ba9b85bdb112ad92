# right: in another style
from micrograd import derivative


from typing import Callable

MOST_STEPS: int = 50


def newton_step(f: Callable, x: float) -> float:
    bend = derivative(f, x, 2)
    if not bend > 0:
        raise ValueError('the curvature has to be above 0')
    return x - derivative(f, x) / bend


def newton(f: Callable, x: float, tolerance: float = 1e-9) -> list[float]:
    visited: list[float] = [x]
    done = False
    while not done:
        here = visited[-1]
        there = newton_step(f, here)
        visited.append(there)
        done = abs(there - here) <= tolerance or len(visited) > MOST_STEPS
    return visited

# right: in another style
"""slope: measure slopes with nothing but values of the function.

Write two functions for plain numbers:

- slope(f, x, h): the slope of f at x, measured from x - h to x + h: the central
  difference. h is a number above 0. Choose a default for it with which six digits of
  the slope are right, for an x of the size of 1.
- slopes(f, xs, h): the same for a function of several numbers, f(*xs). A list with
  one slope for each of them: it alone moves, the others stay where they are.

    slope(lambda x: x**3, 2.0)    # about 12
    slopes(lambda a, b: a * b, [3.0, 5.0])    # about [5, 3]
"""


from typing import Callable, Sequence


def slope(f: Callable[[float], float], x: float, h: float = 2e-5) -> float:
    """The central difference."""
    above: float = f(x + h)
    below: float = f(x - h)
    return (above - below) / (2.0 * h)


def slopes(f: Callable[..., float], xs: Sequence[float], h: float = 2e-5) -> list[float]:
    """One after the other: the first here, the rest by recursion."""
    if len(xs) == 0:
        return []
    first, *rest = xs
    here = slope(lambda v: f(v, *rest), first, h)
    return [here] + slopes(lambda *others: f(first, *others), rest, h)

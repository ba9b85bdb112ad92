"""The slope of a function of one number, by differences alone.

A difference over a small step h is wrong by a power of h, and one over a tiny
step by the rounding of the function's values. So slopes are taken at a few
steps, each half of the one before, and extrapolated to step 0 (Ridders 1982,
Accurate computation of F'(x) and F'(x)F''(x)), from the left, from the right
and from both sides at once. Not here: functions of Values (gradcheck.py).
"""
from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

EPSILON = 2.0 ** -52  # the relative distance between neighbouring floats
HALVINGS = 6  # steps of one attempt: h, h / 2, …, h / 64
# The largest step of each attempt, for an x of about 1. Most slopes are found
# with the first; the others are for borders, sharp bends and fast waves. 0.83: no
# wave of a round length shall look flat because each step is a period of it.
STEPS = [0.83 * 2.0 ** -k for k in (5, 12, 19, 26, 33, 40, 47)]


@dataclass(frozen=True)
class Slopes:
    """The slopes at a point.

    left, right: the one-sided slopes. blur: what their difference has to exceed
    to be a corner. central: the slope over both sides, at a corner their mean.
    doubt: how far it may be off by what the differences show; rounding: by what
    the rounding inside the function may hide.
    """

    central: float
    doubt: float
    rounding: float
    left: float
    right: float
    blur: float

    @property
    def jump(self) -> float:
        return abs(self.right - self.left)

    @property
    def is_corner(self) -> bool:
        return self.jump > self.blur

    @property
    def is_flat(self) -> bool:
        return self.central == self.left == self.right == 0


def slopes(f: Callable[[float], float], x: float, error: float) -> Slopes:
    """The slopes of f at x.

    error: about how far f(x) may be off by the rounding of what it is made of.

    Raises:
        ValueError: if f is not defined on both sides, however small the step:
            if it raises ValueError or ArithmeticError there, or is inf or nan.
    """
    middle = f(x)
    best = corner = None
    for h in _steps_for(x):
        try:
            found = _attempt(f, x, middle, h, error)
        except (ValueError, ArithmeticError) as outside:
            why = outside
            continue  # a smaller step may stay inside
        if best and found.is_flat and found.rounding > 1e-3 * abs(best.central):
            break  # too small a step: rounding swallows it
        if corner and 100 * found.rounding > corner.jump:
            break  # rounding would hide the corner
        if not found.is_corner:
            corner = None  # it was beside x, or a bend
        elif not corner or found.blur < corner.blur:
            corner = found
        if not best or found.doubt < best.doubt:
            best = found
        if not corner and _is_settled(found, EPSILON * abs(middle) / h):
            return found
    if not best:
        raise ValueError(f'it is not defined on both sides of {x}: {why}') from why
    if corner:
        return replace(corner, central=(corner.left + corner.right) / 2)
    return best


def _is_settled(found, noise):
    """Whether all three slopes are known well enough to stop.

    noise: what rounding alone may do to one of them, at least.
    """
    one_sided = max(abs(found.left), abs(found.right))
    return (found.doubt <= max(1e-8 * abs(found.central), 50 * noise)
            and found.blur <= max(1e-3 * one_sided, 1e5 * noise))


def _steps_for(x):
    size = max(abs(x), 1.0)
    steps = [size * step for step in STEPS]
    if 0 < abs(x) < STEPS[-1]:  # a border at 0 may be nearer than the last of these
        steps.append(abs(x) * STEPS[0])
    return steps


def _attempt(f, x, middle, h, error):
    """The slopes from steps of which h is the largest."""
    central, left, right, noise = [], [], [], []
    for _ in range(HALVINGS + 1):
        above, below = x + h, x - h  # rounded: not just h away
        y_above, y_below = _finite(f, above), _finite(f, below)
        central.append((y_above - y_below) / (above - below))
        right.append((y_above - middle) / (above - x))
        left.append((middle - y_below) / (x - below))
        noise.append(EPSILON * max(abs(y_above), abs(y_below)) / h)
        last, h = h, h / 2
    # a one-sided difference is off by h, h ** 2, …, a central by h ** 2, h ** 4, …
    left, doubt_left = _limit(left, noise, 2)
    right, doubt_right = _limit(right, noise, 2)
    blur = 10 * (doubt_left + doubt_right) + 1e-5 * max(abs(left), abs(right))
    return Slopes(*_limit(central, noise, 4), error / last, left, right, blur)


def _finite(f, x):
    y = f(x)
    if not math.isfinite(y):
        raise ValueError(f'it is {y} at {x}')
    return y


def _limit(slopes, noise, factor):
    """Extrapolate slopes at steps h, h / 2, h / 4, … to step 0.

    noise: how far each may be off by rounding. factor: by how much halving the
    step lessens the error. Each row of the table removes one more power of h
    from the error. Returns the entry that differs least from the two that it was
    made of, and by how much.
    """
    best, doubt = slopes[-1], math.inf
    row = []
    for slope, rounding in zip(slopes, noise):
        before, row = row, [slope]
        for k, older in enumerate(before):
            newer = row[k]
            better = newer + (newer - older) / (factor ** (k + 1) - 1)
            row.append(better)
            apart = rounding + max(abs(better - newer), abs(better - older))
            if apart < doubt:
                best, doubt = better, apart
    return best, doubt

"""Small data sets, made up on the spot: lists of (inputs, target).

Each is a function of its seed alone. It is equal on every platform and Python:
the only random method used is random(), whose numbers Python promises to keep,
and inputs are rounded to six digits, since sin, log and their kin may differ in
the last bit from one machine to the next.

A class is an int from 0, as cross_entropy and binary_cross_entropy_with_logits
take it; hinge takes 2 * target - 1. Not here: data from files, and batches
(loop.py).
"""
from __future__ import annotations

import math
import random
from collections.abc import Callable

from micrograd.common.arguments import check_counts, check_finite
from micrograd.training.digits import digits, normal_pair

__all__ = ['blobs', 'digits', 'linear', 'moons', 'spirals']

Point = tuple[float, float]


def linear(n: int = 100, seed: int = 0) -> list[tuple[Point, float]]:
    """n samples of y = 2 * x1 - 3 * x2 + 0.5, x1 and x2 uniform in [-2, 2]."""
    check_counts(n=n)
    rng = random.Random(seed)
    inputs = [(_rounded(rng.random() * 4 - 2), _rounded(rng.random() * 4 - 2))
              for _ in range(n)]
    return [((x1, x2), 2 * x1 - 3 * x2 + 0.5) for x1, x2 in inputs]


def moons(n: int = 100, noise: float = 0.1, seed: int = 0) -> list[tuple[Point, int]]:
    """n points on two half circles that reach into each other: classes 0, 1.

    noise: the standard deviation of the distance from the half circle, whose
    radius is 1.
    """
    def half_circle(class_, t):
        x, y = math.cos(math.pi * t), math.sin(math.pi * t)
        return (1 - x, 0.5 - y) if class_ else (x, y)
    return _points(n, 2, noise, seed, half_circle)


def blobs(n: int = 100, noise: float = 0.5, seed: int = 0,
          classes: int = 3) -> list[tuple[Point, int]]:
    """n points in round clouds, one for each class, around a circle of radius 2.

    noise: the standard deviation of a cloud in each direction.
    """
    def centre(class_, t):
        return _polar(2, class_ / classes)
    return _points(n, classes, noise, seed, centre)


def spirals(n: int = 150, noise: float = 0.03, seed: int = 0,
            classes: int = 3) -> list[tuple[Point, int]]:
    """n points on spiral arms, one for each class, that end on a circle of radius 1.

    noise: the standard deviation of the distance from the arm.
    """
    def arm(class_, t):
        return _polar(0.1 + 0.9 * t, class_ / classes + 0.6 * t)
    return _points(n, classes, noise, seed, arm)


def _points(n, classes, noise, seed, place: Callable[[int, float], Point]):
    """n points, the classes in turn, at place(class, t) with t from 0 to 1."""
    check_counts(n=n, classes=classes)
    check_finite(noise=noise)
    rng = random.Random(seed)
    steps = max(math.ceil(n / classes) - 1, 1)
    samples = []
    for i in range(n):
        class_ = i % classes
        x, y = place(class_, i // classes / steps)
        dx, dy = normal_pair(rng)
        point = (_rounded(x + noise * dx), _rounded(y + noise * dy))
        samples.append((point, class_))
    return samples


def _polar(radius, turns):
    angle = 2 * math.pi * turns
    return radius * math.cos(angle), radius * math.sin(angle)


def _rounded(x):
    return round(x, 6) + 0.0  # + 0.0 turns -0.0 into 0.0

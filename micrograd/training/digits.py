"""Pictures of digits, drawn on the spot: 8 by 8 pixels, at different places.

A task for networks of some size: the ten glyphs are easy to tell apart, but they
move, and half of them are slanted, so no fixed weight for each pixel will do. Drawn
with the promises of datasets.py: the same on every platform, from the seed alone.
"""
from __future__ import annotations

import math
import random

from micrograd.common.arguments import check_counts, check_finite

__all__ = ['digits']

SIDE = 8  # pixels of a picture, in both directions

GLYPHS = """
.###. ..#.. .###. ####. #..#. ##### .###. ##### .###. .###.
#...# .##.. #...# ....# #..#. #.... #.... ....# #...# #...#
#...# ..#.. ...#. .###. #..#. ####. ####. ...#. .###. #...#
#...# ..#.. ..#.. ....# ##### ....# #...# ..#.. #...# .####
#...# ..#.. .#... ....# ...#. ....# #...# ..#.. #...# ....#
.###. .###. ##### ####. ...#. ####. .###. ..#.. .###. .###.
"""
ROWS = [line.split() for line in GLYPHS.split('\n') if line]
HEIGHT, WIDTH = len(ROWS), len(ROWS[0][0])


def digits(n: int = 100, noise: float = 0.15,
           seed: int = 0) -> list[tuple[list[float], int]]:
    """n pictures, each 64 pixels row by row, with the digit on it, 0 to 9 in turn.

    Ink is between 0.7 and 1, paper 0. noise: the standard deviation of what is
    added to every pixel.
    """
    check_counts(n=n)
    check_finite(noise=noise)
    rng = random.Random(seed)
    return [(_picture(i % 10, noise, rng), i % 10) for i in range(n)]


def _picture(digit, noise, rng):
    """The pixels of a digit, with chance in place, slant, ink and noise."""
    top = int(rng.random() * (SIDE - HEIGHT + 1))
    left = int(rng.random() * (SIDE - WIDTH + 1))
    is_slanted = rng.random() < 0.5
    ink = 0.7 + 0.3 * rng.random()
    pixels = [noise * normal_pair(rng)[0] for _ in range(SIDE * SIDE)]
    for y, row in enumerate(glyph[digit] for glyph in ROWS):
        x0 = left + (_shift(y, left) if is_slanted else 0)
        for x, mark in enumerate(row):
            if mark == '#':
                pixels[(top + y) * SIDE + x0 + x] += ink
    return [round(pixel, 6) + 0.0 for pixel in pixels]  # + 0.0: no -0.0


def _shift(y, left):
    """How far row y of a slanted glyph is moved: the upper half one to the right,
    or the lower half one to the left where there is no room."""
    upper = y < HEIGHT // 2
    if left + WIDTH < SIDE:
        return 1 if upper else 0
    return 0 if upper else -1


def normal_pair(rng: random.Random) -> tuple[float, float]:
    """Two independent normal numbers (Box and Muller 1958)."""
    radius = math.sqrt(-2 * math.log(1 - rng.random()))
    angle = 2 * math.pi * rng.random()
    return radius * math.cos(angle), radius * math.sin(angle)

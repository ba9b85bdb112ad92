"""Dropout: in training some numbers are left out, by chance."""
from __future__ import annotations

import random
from collections.abc import Iterable

from micrograd.elementary import Number, is_number
from micrograd.engine import Value
from micrograd.nn.module import Module


class Dropout(Module):
    """In training each number is 0 with probability p, else divided by 1 - p.

    After eval() they stay as they are. seed: of its own generator of chances.
    """

    def __init__(self, p: float = 0.5, seed: int | None = None):
        if not (is_number(p) and 0 <= p <= 1):
            raise ValueError(f'Dropout: p is a probability from 0 to 1, got {p!r}')
        self.p = p
        self.rng = random.Random(random.getrandbits(64) if seed is None else seed)

    def __call__(self, x: Iterable[Number]) -> list[Number]:
        x = list(x)
        if not self.training:
            return x
        for xi in x:
            self.check_known(xi.data if isinstance(xi, Value) else xi)
        return [xi * self._factor() for xi in x]

    def _factor(self):
        return 0.0 if self.rng.random() < self.p else 1 / (1 - self.p)

    def __repr__(self) -> str:
        return f'Dropout({self.p})'

"""Linear: every output a weighted sum of all inputs."""
from __future__ import annotations

import random
from collections.abc import Iterable

from micrograd.common.arguments import check_counts
from micrograd.elementary import Number
from micrograd.engine import Value
from micrograd.nn.mlp import weight_bound
from micrograd.nn.module import Module
from micrograd.nn.shapes import vector
from micrograd.sums import dot


class Linear(Module):
    """w · x + b for each of nout rows; always a list.

    w: nout rows of nin weights, uniform between -bound and bound, which init gives
    as for Neuron. b: nout biases, at 0, or None without a bias.
    """

    def __init__(self, nin: int, nout: int, bias: bool = True,
                 init: str | float = 'uniform'):
        check_counts(nin=nin, nout=nout)
        if not isinstance(bias, bool):
            raise TypeError(f'Linear: bias is True or False, got {bias!r}')
        bound = weight_bound(init, nin, nout)
        self.w = weights(nout, nin, bound)
        self.b = [Value(0.0, label='b') for _ in range(nout)] if bias else None

    def __call__(self, x: Iterable[Number]) -> list[Value]:
        """nout outputs from nin inputs; another number is a ValueError."""
        x = vector(x, len(self.w[0]), self)
        return [dot(row, x, b) for row, b in zip(self.w, self.b or [0] * len(self.w))]

    def __repr__(self) -> str:
        bias = ', bias=False' if self.b is None else ''
        return f'Linear({len(self.w[0])}, {len(self.w)}{bias})'


def weights(rows: int, columns: int, bound: float) -> list[list[Value]]:
    """Rows of weights, uniform between -bound and bound."""
    return [[Value(random.uniform(-bound, bound), label=f'w{i}')
             for i in range(columns)] for _ in range(rows)]

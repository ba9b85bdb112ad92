"""Modules that bring numbers to one size: LayerNorm, RMSNorm, BatchNorm."""
from __future__ import annotations

from collections.abc import Iterable

from micrograd.common.arguments import check_counts
from micrograd.elementary import Number
from micrograd.engine import Value
from micrograd.nn.module import Module, Running
from micrograd.nn.shapes import vector, vectors
from micrograd.sums import dot

EPS = 1e-5  # keeps a divisor away from 0
ONE = (', a vector alone. Where fit calls a model with one sample after the other, let '
       'a sample be a batch, a list of inputs and one of targets; or take a LayerNorm')


class LayerNorm(Module):
    """w * (x - mean) / √(variance + eps) + b, of the dim numbers of one vector."""

    def __init__(self, dim: int):
        check_counts(dim=dim)
        self.w = [Value(1.0, label=f'w{i}') for i in range(dim)]
        self.b = [Value(0.0, label=f'b{i}') for i in range(dim)]

    def __call__(self, x: Iterable[Number]) -> list[Value]:
        x, _ = centered(vector(x, len(self.w), self))
        scale = (mean_square(x) + EPS) ** -0.5
        return [w * (xi * scale) + b for w, xi, b in zip(self.w, x, self.b)]

    def __repr__(self) -> str:
        return f'LayerNorm({len(self.w)})'


class RMSNorm(Module):
    """w * x / √(mean of x² + eps), of the dim numbers of one vector.

    affine: without it there are no weights w.
    """

    def __init__(self, dim: int, affine: bool = True):
        check_counts(dim=dim)
        self.dim = dim
        self.w = [Value(1.0, label=f'w{i}') for i in range(dim)] if affine else None

    def __call__(self, x: Iterable[Number]) -> list[Value]:
        x = vector(x, self.dim, self)
        scale = (mean_square(x) + EPS) ** -0.5
        x = [xi * scale for xi in x]
        return x if self.w is None else [w * xi for w, xi in zip(self.w, x)]

    def __repr__(self) -> str:
        return f'RMSNorm({self.dim}{"" if self.w else ", affine=False"})'


class BatchNorm(Module):
    """w * (x - mean) / √(variance + eps) + b, each of dim numbers over a batch.

    Called with a batch, a list of vectors; gives one. So fit, which calls a model with
    the inputs of one pair, is given pairs of a batch of inputs and one of targets.
    mean, var: what eval() takes in place of the batch's own; each batch of training
    moves them by a tenth (the variance with n - 1 in its denominator).
    """
    momentum = 0.1  # the share of the newest batch

    def __init__(self, dim: int):
        check_counts(dim=dim)
        self.w = [Value(1.0, label=f'w{i}') for i in range(dim)]
        self.b = [Value(0.0, label=f'b{i}') for i in range(dim)]
        self.mean = [Running(0.0, label=f'mean{i}') for i in range(dim)]
        self.var = [Running(1.0, label=f'var{i}') for i in range(dim)]

    def __call__(self, batch: Iterable[Iterable[Number]]) -> list[list[Value]]:
        rows = vectors(batch, len(self.w), self, ONE)
        if self.training and len(rows) < 2:
            raise ValueError(f'{self}: a batch of {len(rows)} has no variance; call '
                             f'eval() after training')
        columns = [self._normalised(i, column) for i, column in enumerate(zip(*rows))]
        return [list(row) for row in zip(*columns)]

    def _normalised(self, i, column):
        if self.training:
            column, mean = centered(column)
            var = mean_square(column)
            n = len(column)
            self._follow(self.mean[i], mean.data)
            self._follow(self.var[i], var.data * n / (n - 1))
        else:
            column, var = [x - self.mean[i] for x in column], self.var[i]
        scale = (var + EPS) ** -0.5
        return [self.w[i] * (x * scale) + self.b[i] for x in column]

    def _follow(self, running, newest):
        self.check_known(newest)
        running.data = (1 - self.momentum) * running.data + self.momentum * newest

    def __repr__(self) -> str:
        return f'BatchNorm({len(self.w)})'


def centered(x: list[Value]) -> tuple[list[Value], Value]:
    """The numbers less their mean, and the mean."""
    mean = sum(x) / len(x)
    return [xi - mean for xi in x], mean


def mean_square(x: list[Value]) -> Value:
    return dot(x, x) / len(x)

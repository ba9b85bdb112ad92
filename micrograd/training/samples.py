"""Data and a model, and the losses that the model has for them.

This is all in which the two engines differ for `fit`: a model of Values takes one
sample after the other. The optimisers of Tensors bring the other kind of Samples with
them, tensor/batches.py, where a batch is stacked into arrays.
"""
from __future__ import annotations

import contextlib
import math
import reprlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from micrograd.common.engines import is_tensor
from micrograd.engine import Value

Data = Iterable[tuple[Any, Any]]

AT_ONCE = 256  # samples in a batch that is only looked at


class Samples:
    """Pairs (inputs, target) by number, for a model of Values.

    name: what errors call the data. A group is a list of numbers of samples that the
    model takes at once.
    """

    def __init__(self, name: str, data: Data, model: Callable, loss_fn: Callable):
        self.name, self.model, self.loss_fn = name, model, loss_fn
        self.pairs = _pairs(name, data)

    def groups(self, batch: Sequence[int]) -> list[list[int]]:
        """The samples of a batch, in equal groups that are taken at once."""
        return [[i] for i in batch]

    def loss(self, group: list[int]) -> Any:
        """The mean loss of a group, a graph."""
        [i] = group
        inputs, target = self.pairs[i]
        loss = self.loss_fn(self.model(inputs), target)
        if not isinstance(loss, Value):
            hint = (' (Tensors are trained by the optimisers of micrograd.tensor)'
                    if is_tensor(loss) else '')
            raise TypeError(f'loss_fn returns one Value, the loss of one sample, '
                            f'got {loss!r:.80}{hint}')
        return loss

    def mean_loss(self) -> float:
        """The mean loss of all samples, without gradients, as after model.eval()."""
        total, n = 0.0, len(self.pairs)
        evaluating = getattr(self.model, 'evaluating', contextlib.nullcontext)
        with evaluating():
            for start in range(0, n, AT_ONCE):
                for group in self.groups(range(start, min(start + AT_ONCE, n))):
                    loss = self.loss(group)
                    loss.release()
                    total += float(loss.data) * len(group)
        return total / n

    def suspects(self, group: list[int]) -> list[int]:
        """Of a group with a bad loss, the samples that may have made it bad."""
        return group

    def told(self, i: int) -> str:
        """A sample as errors show it."""
        return f'{self.name}[{i}] = {" ".join(reprlib.repr(self.pairs[i]).split())}'

    # --- what an optimiser changes --------------------------------------------

    @staticmethod
    def leaves(parameters: list) -> list:
        """The parameters of an optimiser, as leaves of the graph."""
        return parameters

    @staticmethod
    def numbers(leaves: list) -> list:
        """The data of the leaves, to be kept."""
        return [p.data for p in leaves]

    @staticmethod
    def first_bad(numbers: list) -> tuple[int, Any] | None:
        """The first of the numbers that is nan or inf, with its place."""
        for k, number in enumerate(numbers):
            if not math.isfinite(number):
                return k, number
        return None


def _pairs(name, data):
    data = list(data) if isinstance(data, Iterable) else [data]
    if not data:
        raise ValueError(f'{name} is empty (a generator can be used only once)')
    for i, pair in enumerate(data):
        if not isinstance(pair, Sequence) or isinstance(pair, str) or len(pair) != 2:
            hint = (' (arrays of inputs and targets make pairs by list(zip(X, y)))'
                    if hasattr(pair, 'shape') else '')
            raise TypeError(f'{name}[{i}] is no pair (inputs, target){hint}: '
                            f'{pair!r:.80}')
    return data

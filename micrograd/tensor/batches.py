"""Data and a model of Tensors, for `fit`: a batch is stacked and taken at once.

Not here: the loop (training/loop.py), one sample after the other (training/samples.py).
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from micrograd.tensor.arraylike import ArrayLike
from micrograd.tensor.modes import no_grad
from micrograd.training.samples import Data, Samples


class Batches(Samples):
    """Pairs (inputs, target) by number, for a model whose first axis is the batch."""

    def __init__(self, name: str, data: Data, model: Callable, loss_fn: Callable):
        super().__init__(name, data, model, loss_fn)
        self.arrays = [(_array(f'{name}[{i}]: inputs', inputs),
                        _array(f'{name}[{i}]: target', target))
                       for i, (inputs, target) in enumerate(self.pairs)]

    def groups(self, batch: Sequence[int]) -> list[list[int]]:
        return [list(batch)]

    def loss(self, group: list[int]) -> Any:
        inputs, targets = (self._stacked(part, group) for part in zip(
            *(self.arrays[i] for i in group)))
        loss = self.loss_fn(self.model(inputs), targets)
        if not isinstance(loss, ArrayLike) or loss.ndim:
            raise TypeError(f'loss_fn returns one number, the mean loss of a batch, as '
                            f'a Tensor of shape (); got {loss!r:.80}')
        return loss

    def _stacked(self, arrays, group):
        for i, array in zip(group, arrays):
            if array.shape != arrays[0].shape:
                raise ValueError(
                    f'a batch is stacked into one array, but {self.name}[{i}] has an '
                    f'array of shape {array.shape}, {self.name}[{group[0]}] one of '
                    f'shape {arrays[0].shape}: pad them, or use batch_size=1')
        return np.stack(arrays)

    @no_grad()
    def mean_loss(self) -> float:
        return super().mean_loss()

    def suspects(self, group: list[int]) -> list[int]:
        """Those with nan or inf in their arrays, or all."""
        bad = [i for i in group
               if not all(np.isfinite(array).all() for array in self.arrays[i])]
        return bad or group

    @staticmethod
    def leaves(parameters: list) -> list:
        return [stand_in.parameter for stand_in in parameters]

    @staticmethod
    def numbers(leaves: list) -> list[np.ndarray]:
        return [p.numpy() for p in leaves]

    @staticmethod
    def first_bad(numbers: list) -> tuple[int, float] | None:
        for k, array in enumerate(numbers):
            if array is not None and not np.isfinite(array).all():
                return k, array[~np.isfinite(array)][0]
        return None


def _array(what, numbers):
    try:
        array = np.asarray(numbers)
    except ValueError:  # lists of several lengths
        array = np.array(None)
    if array.dtype.kind not in 'biuf':
        raise TypeError(f'{what} are no array of numbers: {numbers!r:.80}')
    return array

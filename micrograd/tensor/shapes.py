"""What moves numbers and changes none: reshape, transpose, squeeze and their kin.

The gradient takes the way back: reshaped to what it was, the axes in their old
order. Where numbers were repeated, the walk adds up their gradients (walk.py).
"""
from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class Shapes:
    """The part of Tensor that changes its shape."""

    __slots__ = ()

    def reshape(self, *shape: int) -> Tensor:
        """The same numbers in another shape; one length may be -1."""
        shape = _one_by_one(shape)
        return self.apply('reshape', lambda x: x.reshape(shape), (self,),
                          lambda g, out, x: g.reshape(x.shape))

    def transpose(self, *axes: int) -> Tensor:
        """The axes in another order; without arguments, in reverse."""
        axes = _one_by_one(axes) or tuple(reversed(range(self.ndim)))
        back = tuple(np.argsort([i % self.ndim for i in axes]).tolist())
        return self.apply('transpose', lambda x: x.transpose(axes), (self,),
                          lambda g, out, x: g.transpose(back))

    @property
    def T(self) -> Tensor:  # noqa: N802, numpy's name
        return self.transpose()

    def swapaxes(self, i: int, j: int) -> Tensor:
        return self.apply('transpose', lambda x: x.swapaxes(i, j), (self,),
                          lambda g, out, x: g.swapaxes(i, j))

    def squeeze(self, axis: int | tuple[int, ...] | list[int] | None = None) -> Tensor:
        """Without the axes of length 1, or without those given."""
        axis = as_axis(axis)
        return self.apply('squeeze', lambda x: x.squeeze(axis), (self,),
                          lambda g, out, x: g.reshape(x.shape))

    def expand_dims(self, axis: int | tuple[int, ...] | list[int]) -> Tensor:
        """With a new axis of length 1 at this place of the result."""
        return self.apply('expand_dims', lambda x: np.expand_dims(x, axis), (self,),
                          lambda g, out, x: g.reshape(x.shape))

    def broadcast_to(self, shape: tuple[int, ...]) -> Tensor:
        """The numbers repeated along new axes and axes of length 1."""
        return self.apply('broadcast_to', lambda x: np.broadcast_to(x, shape), (self,),
                          lambda g, out, x: g)


def as_axis(axis):
    """The axis as numpy takes it; a list may have changed at the backward pass."""
    return tuple(axis) if isinstance(axis, list) else axis


def _one_by_one(numbers):
    """(2, 3) for both f(2, 3) and f((2, 3))."""
    if len(numbers) == 1 and not isinstance(numbers[0], (int, np.integer)):
        return tuple(numbers[0] or ())
    return numbers

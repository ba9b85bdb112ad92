"""Taking numbers out of a Tensor, x[index], and putting them in, scatter.

The gradient of x[index] is g at index and 0 elsewhere: that is scatter. And the
gradient of scatter is g[index]: the two are each other's rule.
"""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class Indexing:
    """The part of Tensor that is indexed."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Tensor:
        """What numpy gives for integers, slices, integer arrays, boolean masks."""
        index = _as_it_is_now(index)
        return self.apply('[]', lambda x: x[index], (self,),
                          lambda g, out, x: scatter(g, index, x.shape))


def scatter(g: np.ndarray | Tensor, index: Any, shape: tuple[int, ...]):
    """Zeros of that shape with g added at index: an array, or a Tensor if g is one.

    Where an index is repeated, all of its numbers are added up.
    """
    if not hasattr(g, 'apply'):
        return _scatter(g, index, shape)
    return g.apply('scatter', lambda x: _scatter(x, index, shape), (g,),
                   lambda g, out, x: g[index])


def _scatter(g, index, shape):
    out = np.zeros(shape, g.dtype)
    parts = index if isinstance(index, tuple) else (index,)
    if any(isinstance(part, np.ndarray) and part.dtype != bool for part in parts):
        np.add.at(out, index, g)  # out[index] += g would add one of the repeated
    else:
        out[index] = g
    return out


def _as_it_is_now(index):
    """A copy of the index, since its parts may change before the backward pass."""
    if isinstance(index, tuple):
        return tuple(map(_part, index))
    return _part(index)


def _part(part):
    """One part of an index; all that numpy would turn into an array is one here."""
    if part is None or part is Ellipsis or isinstance(part, (int, np.integer)):
        return part
    if isinstance(part, slice):
        ends = (part.start, part.stop, part.step)
        return slice(*[None if n is None else operator.index(n) for n in ends])
    if hasattr(part, 'apply'):
        raise IndexError('an index is made of whole numbers, got a Tensor of floats: '
                         'use an array of integers')
    return as_index(part)


def as_index(numbers: Any) -> np.ndarray:
    """A copy of the numbers as an array; an empty list is one of integers."""
    array = np.array(numbers)
    is_empty_list = not array.size and not isinstance(numbers, np.ndarray)
    return array.astype(int) if is_empty_list else array

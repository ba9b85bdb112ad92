"""A Tensor as an array among arrays: its shape, its text, what goes into one.

Nothing here knows of graphs. What would turn a Tensor into plain numbers without a
word, float(t) or math.exp(t), is an error that names the way that keeps the graph.
"""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from micrograd.engine import Value
from micrograd.languages import say

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class ArrayLike:
    """The part of Tensor that is like an array."""

    __slots__ = ()

    @property
    def shape(self) -> tuple[int, ...]:
        return self._data.shape

    @property
    def ndim(self) -> int:
        return self._data.ndim

    @property
    def size(self) -> int:
        return self._data.size

    @property
    def dtype(self) -> np.dtype:
        return self._data.dtype

    def item(self) -> float:
        """The number in a Tensor of one number; else a ValueError."""
        if self.size != 1:
            raise ValueError(f'item() is for one number, {name(self)} has the shape '
                             f'{self.shape}')
        return self._data.item()

    def numpy(self) -> np.ndarray:
        """A copy of the data."""
        return self._data.copy()

    def __len__(self) -> int:
        if not self.ndim:
            raise TypeError('a Tensor of shape () is one number and has no len()')
        return self.shape[0]

    def __iter__(self) -> Iterator[Tensor]:
        return (self[i] for i in range(len(self)))

    def __bool__(self) -> bool:
        return bool(self._data)

    def __float__(self):
        raise TypeError(
            'a Tensor does not turn into a plain number, that would cut the graph: '
            'use t.item() for the number, or t.exp() in place of math.exp(t)')

    __int__ = __float__

    # --- comparisons: arrays of booleans --------------------------------------

    def __lt__(self, other) -> np.ndarray:
        return np.less(self, other)

    def __le__(self, other) -> np.ndarray:
        return np.less_equal(self, other)

    def __gt__(self, other) -> np.ndarray:
        return np.greater(self, other)

    def __ge__(self, other) -> np.ndarray:
        return np.greater_equal(self, other)

    def __eq__(self, other) -> bool:
        if isinstance(other, (np.ndarray, np.generic, float, int)):
            raise TypeError('== tells whether two Tensors are one and the same; to '
                            'compare numbers write t.data == ...')
        return self is other

    __hash__ = object.__hash__

    # --- text -----------------------------------------------------------------

    def __repr__(self) -> str:
        label = f'label={self.label!r}, ' if self.label else ''
        shown = np.array2string(self._data, separator=', ', prefix='Tensor(data=')
        grad = ', requires_grad=True' if self.requires_grad else ''
        return f'Tensor({label}data={shown}{grad})'

    def picture_rows(self) -> list[tuple[str, str | float | None]]:
        """What draw_dot shows: the shape, and the means of data and gradient."""
        data, grad = _mean(self._data), _mean(self.grad)
        if not self.ndim:
            return [('data', data), ('grad', grad)]
        return [(say('shape'), str(self.shape)), (say('mean data'), data),
                (say('mean grad'), grad)]

    def __format__(self, spec: str) -> str:
        return format(self.item(), spec) if spec else repr(self)


def name(x: ArrayLike) -> str:
    """What an error calls a Tensor."""
    return f'the Tensor {x.label!r}' if x.label else 'a Tensor'


def _mean(array):
    if array is None:  # as a gradient may be
        return None
    return float(array.mean()) if array.size else math.nan


# --- what goes into a Tensor --------------------------------------------------

def as_floats(data: Any, dtype: np.dtype | type = np.float64) -> np.ndarray:
    """data as an array of floats; whole numbers take the dtype that is given."""
    if isinstance(data, ArrayLike):
        raise TypeError('a Tensor holds an array, not a Tensor: use t.detach()')
    if isinstance(data, Value):
        raise TypeError(f'Values and Tensors do not mix, got {data!r}: compute with '
                        f'one kind, or use v.data, the number alone')
    if isinstance(data, np.ma.MaskedArray):
        raise TypeError('a Tensor has no mask: use array.filled(...), or where')
    array = np.asarray(data)
    if array.dtype.kind in 'biu':
        return array.astype(dtype)
    if array.dtype.kind != 'f':
        raise TypeError(f'a Tensor holds real numbers, got {data!r:.60} of type '
                        f'{type(data).__name__}')
    return array


def as_arrays(op: str, operands: tuple, dtype: np.dtype | type = np.float64) -> list:
    """The arrays of the operands; plain numbers take the dtype of the Tensors."""
    for x in operands:
        if isinstance(x, ArrayLike):
            dtype = x._data.dtype
            break
    try:
        return [x._data if isinstance(x, ArrayLike) else as_array(x, dtype)
                for x in operands]
    except TypeError as error:
        raise TypeError(f'{op}: {error}') from None


def as_array(x: Any, dtype: np.dtype) -> np.ndarray:
    """x as an array of floats; a plain number takes the dtype that is given."""
    return np.asarray(x, dtype) if type(x) in (float, int) else as_floats(x, dtype)

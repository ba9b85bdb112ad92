"""Changing a Tensor in place, and the count of such changes: its version.

A gradient is computed from the operands and the result as they are at the backward
pass. If one of them has changed since the operation, the gradient would be wrong
without a word; so an operation notes their versions, and the walk compares (walk.py).
An array and its views, w and w.T, are changed together and have one version.

Only leaves change, and those that require a gradient only inside no_grad(). A write
to the array itself, t.data[i] = x, would not be counted: t.data can only be read, but
for a leaf inside no_grad() (loans.py).
"""
from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from micrograd.tensor.arraylike import as_arrays, as_floats, name
from micrograd.tensor.loans import is_given_back, lend, new_version
from micrograd.tensor.modes import mode

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class Changeable:
    """The part of Tensor that changes its data."""

    __slots__ = ()

    @property
    def data(self) -> np.ndarray:
        """The array, to be read; inside no_grad() that of a leaf, to be written to.

        Assigning to data gives a leaf other numbers.
        """
        if mode.recording or not self.is_leaf:
            return _read_only(self._data)
        return lend(self)

    @data.setter
    def data(self, array: Any) -> None:
        if isinstance(array, np.ndarray) and is_given_back(array, self):
            return  # after p.data -= step
        _check_leaf(self)
        array = as_floats(array)
        if array.shape != self.shape:
            raise ValueError(f'the data of {name(self)} has the shape {self.shape}, '
                             f'the new data {array.shape}')
        self._data = np.array(array, self.dtype)
        self._version = [new_version()]  # views of the old array keep theirs

    def __iadd__(self, other) -> Tensor:
        return self._changed(np.add, operator.add, other)

    def __isub__(self, other) -> Tensor:
        return self._changed(np.subtract, operator.sub, other)

    def __imul__(self, other) -> Tensor:
        return self._changed(np.multiply, operator.mul, other)

    def __itruediv__(self, other) -> Tensor:
        return self._changed(np.divide, operator.truediv, other)

    def __ipow__(self, other) -> Tensor:
        return self._changed(np.power, operator.pow, other)

    def __imatmul__(self, other) -> Tensor:
        return self._changed(np.matmul, operator.matmul, other)

    def _changed(self, ufunc, operator_, other):
        """x += y: for a parameter, a change; for any other Tensor x = x + y."""
        if not self.requires_grad or (mode.recording and not self.is_leaf):
            return operator_(self, other)
        _check_in_place(self)
        [array] = as_arrays(ufunc.__name__, (other,), self.dtype)
        with np.errstate(all='ignore'):
            ufunc(self._data, array, out=self._data, casting='same_kind')
        self._version[0] = new_version()
        return self

    def __setitem__(self, index: Any, value: Any) -> None:
        _check_in_place(self)
        if mode.recording and getattr(value, 'requires_grad', False):
            raise RuntimeError(f'{name(value)} requires a gradient, which would be cut '
                               f'off here: put Tensors together with stack, '
                               f'concatenate or where')
        [array] = as_arrays('[]=', (value,), self.dtype)
        self._data[index] = array
        self._version[0] = new_version()


def _read_only(array):
    view = array.view()
    view.flags.writeable = False
    return view


def _check_leaf(x):
    if x._grad_fn is not None:
        raise RuntimeError(f'only leaves can be changed in place, but {name(x)} is the '
                           f'result of {x._op!r}: compute a new Tensor instead')


def _check_in_place(x):
    _check_leaf(x)
    if x.requires_grad and mode.recording:
        raise RuntimeError(f'{name(x)} requires a gradient, so it can be changed in '
                           f'place only inside `with no_grad():`')

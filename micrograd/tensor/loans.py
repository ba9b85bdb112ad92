"""Lending the array of a leaf inside no_grad(), to be written to.

w.data -= step and w.data[0] = 1 write to an array, and that tells nobody. So the bits
of a lent array are kept, and compared before anybody asks for a version, as long as
that array or a view of it is held: other bits are another version.
"""
from __future__ import annotations

import itertools
import threading
import weakref
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor

__all__ = ['count_writes', 'is_lent', 'lend', 'loans', 'new_version']

loans: list[Loan] = []
new_version = itertools.count(1).__next__  # no number comes twice
_lock = threading.Lock()


class Loan:
    """What is remembered of an array that is lent."""

    def __init__(self, tensor: Tensor, lent: np.ndarray):
        self.lent = weakref.ref(lent)
        self.data = weakref.ref(tensor._data)
        self.bits = tensor._data.tobytes()
        self.version = tensor._version

    def look(self) -> bool:
        """Count a write; whether there may be more."""
        data = self.data()
        if data is None:
            return False
        is_held = self.lent() is not None
        bits = data.tobytes()
        if bits != self.bits:
            self.bits = bits
            self.version[0] = new_version()
        return is_held


def lend(tensor: Tensor) -> np.ndarray:
    """The array of a leaf, to be written to."""
    count_writes()
    # a view of this array will hold this one, since it shows memory, not an array
    lent = np.asarray(memoryview(tensor._data))
    loans.append(Loan(tensor, lent))
    return lent


def is_lent(array: Any, tensor: Tensor) -> bool:
    """Whether this is the array of the Tensor, lent."""
    base = getattr(array, 'base', None)
    return isinstance(base, memoryview) and base.obj is tensor._data


def count_writes() -> None:
    """Give each array that was written to another version; forget ended loans."""
    with _lock:
        loans[:] = [loan for loan in loans if loan.look()]

"""Lending the array of a leaf inside no_grad(), to be written to.

w.data -= step and w.data[0] = 1 write to an array, and that tells nobody. So the bits
of a lent array are kept, and compared before anybody asks for a version, as long as
that array or a view of it is held: other bits are another version.
"""
from __future__ import annotations

import itertools
import threading
import weakref

import numpy as np

from micrograd.tensor.arraylike import ArrayLike

__all__ = ['count_writes', 'is_given_back', 'lend', 'loans', 'new_version']

loans: list[Loan] = []
new_version = itertools.count(1).__next__  # no number comes twice
_lock = threading.Lock()


class Loan:
    """What is remembered of an array that is lent."""

    def __init__(self, tensor: ArrayLike, lent: np.ndarray):
        self.lent = weakref.ref(lent)
        self.data = weakref.ref(tensor._data)
        self.bits = tensor._data.tobytes()  # None for any other bits
        self.version = tensor._version

    def look(self) -> bool:
        """Count a write; whether there may be more."""
        data = self.data()
        if data is None:
            return False
        is_held = self.lent() is not None
        if self.bits is None or data.tobytes() != self.bits:
            self.version[0] = new_version()
            self.bits = data.tobytes() if is_held else None
        return is_held


def lend(tensor: ArrayLike) -> np.ndarray:
    """The array of a leaf, to be written to."""
    count_writes()
    # a view of this array will hold this one, since it shows memory, not an array
    lent = np.asarray(memoryview(tensor._data))
    loans.append(Loan(tensor, lent))
    return lent


def is_given_back(array: np.ndarray, tensor: ArrayLike) -> bool:
    """Whether this is the lent array of the Tensor; then it has been written to."""
    for loan in reversed(loans):
        if loan.lent() is array and loan.data() is tensor._data:
            loan.bits = None
            return True
    return False


def count_writes() -> None:
    """Give each array that was written to another version; forget ended loans."""
    with _lock:
        loans[:] = [loan for loan in loans if loan.look()]

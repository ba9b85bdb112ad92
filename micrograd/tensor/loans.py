"""Lending the array of a leaf to be written to, until a no_grad() block ends.

w.data -= step and w.data[0] = 1 write to an array, and that tells nobody. So to lend
the array of w counts as a change of w; and when the block ends and not a bit is other
than before, the change never was. An array that somebody still holds then, or a view
of it, is no longer that of w: w goes on with a copy.
"""
from __future__ import annotations

import contextlib
import itertools
import weakref
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from micrograd.tensor.modes import mode, switched

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor

__all__ = ['is_lent', 'lend', 'new_version', 'no_grad']

new_version = itertools.count(1).__next__  # no number comes twice


@contextlib.contextmanager
def no_grad() -> Iterator[None]:
    """Record no operations inside a `with no_grad():` block.

    Results in it are constants, which saves their memory; and parameters may be
    changed in place there. As a decorator, @no_grad(), it goes for a function.
    """
    with _loans() as loans, switched(recording=False, watcher=None, loans=loans):
        yield


@contextlib.contextmanager
def _loans():
    """The loans of the outermost block, which end with it."""
    if mode.loans is not None:
        yield mode.loans
        return
    loans = weakref.WeakKeyDictionary()
    try:
        yield loans
    finally:
        for tensor, loan in list(loans.items()):
            loan.end(tensor)


def lend(tensor: Tensor) -> np.ndarray:
    """The array of a leaf, to be written to while the block lasts."""
    loan = mode.loans.get(tensor)
    if loan is None or loan.owned is not tensor._data:
        loan = mode.loans[tensor] = Loan(tensor)
    return loan.hand_out()


def is_lent(array: np.ndarray, tensor: Tensor) -> bool:
    """Whether this is the array of the Tensor, lent."""
    loan = mode.loans.get(tensor) if mode.loans else None
    return loan is not None and loan.owned is tensor._data and loan.array() is array


class Loan:
    """What is remembered of a leaf while its array is lent."""

    def __init__(self, tensor: Tensor):
        self.owned = tensor._data
        self.bits = self.owned.tobytes()
        self.cell = tensor._version
        self.version = self.cell[0]
        self.version_meanwhile = self.cell[0] = new_version()
        self.array = lambda: None

    def hand_out(self) -> np.ndarray:
        array = self.array()
        if array is None:
            # its views will hold this array, as it shows no array but plain memory
            array = np.asarray(memoryview(self.owned))
            self.array = weakref.ref(array)
        return array

    def end(self, tensor: Tensor) -> None:
        is_as_before = (self.cell[0] == self.version_meanwhile
                        and self.owned.tobytes() == self.bits)
        version = self.version if is_as_before else new_version()
        array = self.array()
        if array is not None:
            array.flags.writeable = False
            if tensor._data is self.owned:
                tensor._data, tensor._version = self.owned.copy(), [version]
            version = new_version()  # of the views that go on with this array
        self.cell[0] = version

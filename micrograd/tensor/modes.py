"""What a thread is doing: recording operations, or not, or watching them.

An operation asks `mode.recording` whether its result shall remember how it was
made. Nothing here is shared between threads, and every setting is put back at
the end of its `with` block.
"""
import contextlib
import threading
from collections.abc import Iterator
from typing import Any


class _Mode(threading.local):
    recording = True  # whether operations store their operands and rules
    watcher = None  # a checkpoint that wants to know what is used (checkpoint.py)
    recomputing = False  # whether a checkpoint runs its function once more


mode = _Mode()


@contextlib.contextmanager
def switched(**settings: Any) -> Iterator[None]:
    """Settings of `mode` inside a `with` block."""
    before = {name: getattr(mode, name) for name in settings}
    vars(mode).update(settings)
    try:
        yield
    finally:
        vars(mode).update(before)


def no_grad() -> contextlib.AbstractContextManager:
    """Record no operations inside a `with no_grad():` block.

    Results in it are constants, which saves their memory; and parameters may be
    changed in place there. As a decorator, @no_grad(), it goes for a function.
    """
    return switched(recording=False, watcher=None)

"""record(): which line of the user's file made a node, and of which data.

Inside the block Value.__init__ is wrapped; outside of it nothing is paid. The notes
live as long as their nodes.
"""
from __future__ import annotations

import functools
import itertools
import linecache
import sys
import weakref
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple

from micrograd.common.blocks import Blocks
from micrograd.engine import Value

HERE = str(Path(__file__).resolve().parents[2])  # the package: not the user's files


class Note(NamedTuple):
    """When and where a node was made; its data then, and that of its operands."""
    number: int
    file: str
    line: int
    data: Any
    operands: tuple


_notes: weakref.WeakKeyDictionary[Value, Note] = weakref.WeakKeyDictionary()
_numbers = itertools.count()


def record() -> AbstractContextManager[None]:
    """Note the line that makes each Value, inside a `with` block.

    For diagnose() and line_of(), there or later. Blocks may be nested and may run in
    several threads: Values of all threads are noted until the last block ends.
    """
    return _recorded.block()


def _begin():
    found = Value.__init__
    Value.__init__ = _noting(found)
    return found


_recorded = Blocks(_begin, lambda found: setattr(Value, '__init__', found))


def line_of(node: Value) -> str | None:
    """The line that made node, such as 'train.py:12: y = w * x', if it was recorded."""
    note = _notes.get(node)
    if note is None:
        return None
    text = linecache.getline(note.file, note.line).strip()
    return f'{Path(note.file).name}:{note.line}' + (f': {text}' if text else '')


def note_of(node: Value) -> Note | None:
    return _notes.get(node)


def _noting(init):
    @functools.wraps(init)
    def noting(self, *args, **kwargs):
        init(self, *args, **kwargs)
        frame = _users_frame(sys._getframe(1))
        _notes[self] = Note(next(_numbers), frame.f_code.co_filename, frame.f_lineno,
                            self.data, tuple(x.data for x in self._prev))
    return noting


def _users_frame(frame):
    """The innermost frame that runs no line of this package."""
    outer = frame
    while outer is not None and outer.f_code.co_filename.startswith(HERE):
        outer = outer.f_back
    return outer or frame

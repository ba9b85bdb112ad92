"""What lasts from the first open `with` block of a kind to the end of the last one.

Not here: what it is that lasts (graph.py, insight/doctor/notes.py).
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any


class Blocks:
    """The blocks of a kind, which may be nested and may run in several threads.

    begin: called by the first one. end: called by the last one, with what begin
    returned.
    """

    def __init__(self, begin: Callable[[], Any], end: Callable[[Any], None]):
        self._begin, self._end = begin, end
        self._lock, self._open, self._found = threading.Lock(), 0, None

    @contextlib.contextmanager
    def block(self) -> Iterator[None]:
        """One more block."""
        with self._lock:
            if not self._open:
                self._found = self._begin()
            self._open += 1
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1
                if not self._open:
                    self._end(self._found)

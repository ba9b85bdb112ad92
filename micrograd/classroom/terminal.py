"""The terminal: a line from the viewer, its modes put back.

Left out: keys without Enter, which would need the modes that a program must
put back when it dies.
"""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator

from micrograd.classroom.style import RESET, Paint
from micrograd.common.layout import terminal_columns

try:
    import termios
except ImportError:  # Windows
    termios = None
    import msvcrt

WIDEST = 80  # columns of text; longer lines are hard to follow


def at_terminal() -> bool:
    """Whether a person sits at both standard input and standard output."""
    # A program without a console has None for its streams.
    return all(s is not None and s.isatty() for s in (sys.stdin, sys.stdout))


def text_columns() -> int:
    """How many columns a line of text may have."""
    return min(terminal_columns(), WIDEST)


def ask(question: str, paint: Paint) -> str:
    """Ask for a line. What was typed before the question does not count."""
    _forget_typed_keys()
    print(paint('prompt', question), end='', flush=True)
    return input()


@contextlib.contextmanager
def left_as_it_was(paint: Paint) -> Iterator[None]:
    """Put the modes and the colour of the terminal back at the end."""
    modes = termios.tcgetattr(sys.stdin) if termios else None
    try:
        yield
    finally:
        if termios:
            termios.tcsetattr(sys.stdin, termios.TCSANOW, modes)
        if paint.on:
            print(RESET, end='', flush=True)


def _forget_typed_keys() -> None:
    if termios:
        termios.tcflush(sys.stdin, termios.TCIFLUSH)
        return
    while msvcrt.kbhit():
        msvcrt.getwch()

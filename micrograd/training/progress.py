"""How far long work has come: a bar on a terminal, a line now and then elsewhere.

All goes to standard output. Not here: colours, several bars at once, notebooks'
own widgets (a notebook gets the lines).
"""
from __future__ import annotations

import sys
import time

from micrograd.common.layout import whole_line
from micrograd.common.signs import as_shown
from micrograd.languages import say

BAR = 20  # characters
REDRAW = 0.1  # seconds between two states of the bar
LINES = 10  # about so many in all, where there is no bar


class Progress:
    """Shows how much of the work is done, inside a `with` block.

    total: the amount of work, in any unit. shown: False for no output at all. done:
    how much of it was done before.
    """

    def __init__(self, total: int, shown: bool = True, done: int = 0):
        self.total, self.before = total, done
        self.bar = shown and sys.stdout is not None and sys.stdout.isatty()
        self.lines = shown and not self.bar
        self.printed = -1  # tenths of the work, at the last line
        self.start = self.drawn = time.monotonic()

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *error) -> None:
        if self.bar:
            print(flush=True)  # what comes next begins a line of its own

    def update(self, done: int, text: str) -> None:
        """So much is done: draw the bar, if it is time to."""
        if self.bar and time.monotonic() - self.drawn > REDRAW:
            self._draw(done, text)

    def line(self, done: int, text: str) -> None:
        """So much is done, and there is something to tell about it."""
        if self.bar:
            self._draw(done, text)
        elif self.lines and done * LINES // self.total > self.printed:
            self.printed = done * LINES // self.total
            if done < self.total:
                text = say('{text}  ({time} left)').format(
                    text=text, time=self._left(done))
            _print(text)

    def note(self, text: str) -> None:
        """Something to tell at any time."""
        if self.bar or self.lines:
            _print('\n' * self.bar + text)

    def _draw(self, done, text):
        self.drawn = time.monotonic()
        filled = '#' * (BAR * done // self.total)
        line = say('[{bar}] {time} left  {text}').format(
            bar=f'{filled:-<{BAR}}', time=self._left(done), text=text)
        _print('\r' + whole_line(line), end='')

    def _left(self, done):
        """The time left, if the rest goes on as it went so far."""
        so_far = time.monotonic() - self.start
        rate = so_far / (done - self.before)
        minutes, seconds = divmod(round(rate * (self.total - done)), 60)
        hours, minutes = divmod(minutes, 60)
        if hours:
            return f'{hours}:{minutes:02}:{seconds:02}'
        return f'{minutes}:{seconds:02}'


def _print(text, end='\n'):
    """Print at once; a sign that the output lacks must not end the work."""
    encoding = getattr(sys.stdout, 'encoding', None)
    print(as_shown(text, encoding), end=end, flush=True)

"""How wide a text is on a terminal, and where a line of it may end.

A Chinese character takes two columns, and a line may end after any of them,
but no line begins with a closing sign or ends with an opening one.

Left out: scripts from right to left, hyphenation.
"""

from __future__ import annotations

import re
import shutil
import unicodedata
from collections.abc import Iterable

# What must not begin a line, and what must not end one.
CLOSING = set('，。、；：！？）》」』】〉〕”’…—·％,.;:!?)]}%')
OPENING = set('（《「『【〈〔“‘([{')
QUOTES = set('“”‘’…—')  # of both scripts; narrow to Unicode
# The spaces inside of a formula such as z = (x + y) * 2: no line ends there.
FORMULA = re.compile(r'(?<=\S) (?=[-=+*/·×÷−≈<>≤≥] )|(?<= [-=+*/·×÷−≈<>≤≥]) (?=\S)')
COLOUR = re.compile(r'\x1b\[[0-9;]*m')


def width(text: str) -> int:
    """The columns that a text takes, not counting colour codes."""
    return sum(map(_columns, COLOUR.sub('', text)))


def pad(text: str, columns: int) -> str:
    """The text, filled with spaces to a number of columns."""
    return text + ' ' * (columns - width(text))


def fold(text: str, columns: int, hanging: int = 0, trim: bool = True
         ) -> list[tuple[int, int]]:
    """Cut a text into lines: where each begins and ends in the text.

    hanging: by how much all lines but the first are shorter. trim: drop the
    spaces at which a line ends. A formula is kept together if it fits into a line.
    """
    lines: list[tuple[int, int]] = []
    inside = {match.start() for match in FORMULA.finditer(text)}
    start = 0
    while start < len(text):
        end = _reach(text, start, columns - hanging * bool(lines))
        if end < len(text):
            end = (_last_break(text, start, end, inside)
                   or _last_break(text, start, end, set()) or end)
        shown = len(text[:end].rstrip()) if trim else end
        lines.append((start, shown))
        start = end
        while trim and start < len(text) and text[start] == ' ':
            start += 1
    return lines


def terminal_columns() -> int:
    """How many columns a line of the terminal may have without being wrapped."""
    # A terminal that does not know its size gives 0 on Python 3.10.
    return (shutil.get_terminal_size().columns or 80) - 1


def whole_line(text: str) -> str:
    """A text as one line of the terminal, to be written over the one before it.

    Cut, since a line that wraps could not be written over, and filled with spaces.
    """
    room = terminal_columns()
    _, end = (fold(text, room, trim=False) or [(0, 0)])[0]
    return pad(text[:end], room)


def join(lines: Iterable[str]) -> str:
    """Put lines of a paragraph together, with a space where one belongs."""
    text = ''
    for line in lines:
        tight = not text or _tight(text.rstrip('*')[-1:], line.lstrip('*')[:1])
        text += line if tight else ' ' + line
    return text


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ('Mn', 'Me', 'Cf'):
        return 0  # drawn over the one before it
    return 2 if is_wide(sign) else 1


def is_wide(sign: str) -> bool:
    """Whether a sign takes two columns, as those of Chinese do."""
    return unicodedata.east_asian_width(sign) in ('W', 'F')


def _reach(text: str, start: int, columns: int) -> int:
    """The end of the longest piece that fits, of one sign at least."""
    end = start
    while end < len(text):
        columns -= _columns(text[end])
        if columns < 0 and end > start:
            break
        end += 1
    return end


def _last_break(text: str, start: int, end: int, inside: set[int]) -> int | None:
    for here in range(end, start, -1):
        if (_may_break(text[here - 1], text[here]) and text[start:here].strip()
                and inside.isdisjoint((here - 1, here))):
            return here
    return None


def _may_break(before: str, after: str) -> bool:
    if ' ' in (before, after):
        return True
    chinese = is_wide(before) or is_wide(after)
    return chinese and after not in CLOSING and before not in OPENING


def _tight(before: str, after: str) -> bool:
    """Whether two signs at the ends of lines stand without a space."""
    pair = (before, after)
    if any(is_wide(s) and unicodedata.category(s)[0] == 'P' for s in pair if s):
        return True
    return any(map(is_wide, filter(None, pair))) and all(
        s in QUOTES or is_wide(s) for s in filter(None, pair))

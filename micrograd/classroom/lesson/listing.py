"""A code cell on the screen: numbered as in the file, folded, coloured.

Colours come from Pygments, if it is there; without it code is plain.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from micrograd.classroom.style import PLAIN, Paint
from micrograd.common.layout import fold

# The first that a token belongs to; a name is plain.
KINDS = (('Comment', 'comment'), ('Keyword', 'keyword'), ('Operator.Word', 'keyword'),
         ('Literal.String', 'string'), ('Literal.Number', 'number'))


def render_code(first: int, lines: list[str], columns: int, paint: Paint = PLAIN
                ) -> list[str]:
    """Number the lines as in the file and fold those that are too long."""
    digits = len(str(first + len(lines) - 1))
    room = max(columns - digits - 3, 1)
    styles = _styles(lines) if paint.on else itertools.repeat(None)
    shown = []
    for number, line, style in zip(itertools.count(first), lines, styles):
        margin = f'{number:{digits}} │ '
        hanging = _hanging(line, room)
        for start, end in fold(line, room, hanging, trim=False) or [(0, 0)]:
            piece = _painted(line, style, start, end, paint)
            shown.append(f'{paint("margin", margin)}{piece}'.rstrip())
            margin = ' ' * digits + ' │ ' + ' ' * hanging
    return shown


def _hanging(line: str, room: int) -> int:
    """How far the rest of a folded line is moved in: beneath its own words."""
    indent = len(line) - len(line.lstrip())
    return min(indent + 4, room // 2)


def _painted(line: str, style: list[str] | None, start: int, end: int, paint: Paint
             ) -> str:
    if style is None:
        return line[start:end]
    runs = itertools.groupby(range(start, end), style.__getitem__)
    return ''.join(paint(kind, ''.join(line[i] for i in run)) for kind, run in runs)


def _styles(lines: list[str]) -> Iterator[list[str] | None]:
    """For each line the style of each of its signs; None without Pygments."""
    try:
        from pygments import lex
        from pygments.lexers import PythonLexer
    except ImportError:
        yield from [None] * len(lines)
        return
    lexer = PythonLexer(stripnl=False, ensurenl=False)
    style: list[str] = []
    for token, text in lex('\n'.join(lines), lexer):
        for sign in text:
            if sign == '\n':
                yield style
                style = []
            else:
                style.append(_kind(str(token)))
    yield style


def _kind(token: str) -> str:
    names = (kind for name, kind in KINDS if token.startswith(f'Token.{name}'))
    return next(names, '')

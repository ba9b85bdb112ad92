"""A text cell on the screen: the Markdown that lessons use.

Left out: links, pictures, emphasis by single stars, quotations.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator

from micrograd.classroom.style import PLAIN, Paint
from micrograd.common.layout import fold, join, pad, width

HEADING = re.compile(r'#{1,6} +')
LIST_ITEM = re.compile(r'\s*([-*+]|\d+[.)]|[a-z]\))\s+')
SPAN = re.compile(r'(`+)(.+?)\1|\*\*(.+?)\*\*')
RULE = re.compile(r':?-+:?')


def render_text(lines: list[str], columns: int, paint: Paint = PLAIN) -> list[str]:
    """Fill paragraphs, list items and tables to a width, underline headings.

    Code, indented or fenced, keeps its lines; those too long are folded.
    """
    shown: list[str] = []
    for kind, block in _blocks(lines):
        if kind != 'fence':
            shown += RENDER[kind](block, columns, paint)
    return shown


def unwrap(lines: list[str]) -> list[str]:
    """The same Markdown with each paragraph and each list item in one line.

    A browser would put a space between two lines of Chinese.
    """
    whole = []
    for kind, block in _blocks(lines):
        whole += [_whole(block)] if kind == 'paragraph' else block
    return whole


def _blocks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Lines that belong together, each block with what it is."""
    fenced = False
    kind, block = '', []
    for line in lines:
        is_fence = line.startswith('```')
        fenced ^= is_fence
        now = 'fence' if is_fence else 'code' if fenced else _kind(line)
        begins = now == 'heading' or (now == 'paragraph' and LIST_ITEM.match(line))
        if block and (begins or now != kind):
            yield kind, block
            block = []
        kind = now
        block.append(line)
    if block:
        yield kind, block


def _kind(line: str) -> str:
    if not line.strip() or line.startswith('    '):
        return 'code'
    if HEADING.match(line):
        return 'heading'
    return 'table' if line.startswith('|') else 'paragraph'


def _heading(block: list[str], columns: int, paint: Paint) -> list[str]:
    text = HEADING.sub('', block[0]).strip()
    lines = [text[start:end] for start, end in fold(text, columns)]
    rule = '─' * max(map(width, lines), default=0)
    return [paint('heading', line) for line in [*lines, rule]]


def _paragraph(block: list[str], columns: int, paint: Paint) -> list[str]:
    item = LIST_ITEM.match(block[0])
    hanging = width(item.group()) if item else 0
    return _fill(_whole(block), columns, hanging, paint)


def _whole(paragraph: list[str]) -> str:
    return join([paragraph[0].rstrip(), *(line.strip() for line in paragraph[1:])])


def _code(block: list[str], columns: int, paint: Paint) -> list[str]:
    return [paint('code', line[start:end].rstrip()) for line in block
            for start, end in fold(line, columns, trim=False) or [(0, 0)]]


def _table(block: list[str], columns: int, paint: Paint) -> list[str]:
    """Columns side by side, their texts folded where the room is short."""
    rows = [[text.strip() for text in line.strip().strip('|').split('|')]
            for line in block]
    rows = [row for row in rows if not all(map(RULE.fullmatch, row))]
    room = _column_widths([[_plain(text, paint) for text in row] for row in rows],
                          columns)
    shown = []
    for number, row in enumerate(rows):
        texts = [_fill(text, most, 0, paint) for text, most in zip(row, room)]
        for pieces in itertools.zip_longest(*texts, fillvalue=''):
            shown.append('  '.join(map(pad, pieces, room)).rstrip())
        if number == 0:
            shown.append('  '.join('─' * most for most in room))
    return shown


def _column_widths(rows: list[list[str]], columns: int) -> list[int]:
    """As wide as the texts; the widest gives way until the table fits."""
    room = [max(width(text) for text in column)
            for column in itertools.zip_longest(*rows, fillvalue='')]
    while sum(room) + 2 * (len(room) - 1) > columns and max(room) > 1:
        room[room.index(max(room))] -= 1
    return room


def _fill(text: str, columns: int, hanging: int, paint: Paint) -> list[str]:
    """Fold a text and put its marked spans into their styles."""
    plain = _plain(text, paint)
    styles = [style for style, span in _spans(text, paint) for _ in span]
    lines = []
    for start, end in fold(plain, columns, hanging):
        pieces = itertools.groupby(range(start, end), styles.__getitem__)
        line = ''.join(paint(style, ''.join(plain[i] for i in piece))
                       for style, piece in pieces)
        lines.append(' ' * hanging * bool(lines) + line)
    return lines


def _plain(text: str, paint: Paint) -> str:
    """A text as it is shown, without its styles."""
    return ''.join(span for _, span in _spans(text, paint))


def _spans(text: str, paint: Paint) -> Iterator[tuple[str, str]]:
    """Cut a text at its marks: (style, text without the marks).

    Where there are no styles, the marks stay.
    """
    if not paint.on:
        yield '', text
        return
    end = 0
    for match in SPAN.finditer(text):
        yield '', text[end : match.start()]
        yield ('code', match[2]) if match[1] else ('bold', match[3])
        end = match.end()
    yield '', text[end:]


RENDER = {'heading': _heading, 'paragraph': _paragraph, 'code': _code,
          'table': _table}

"""Reads translations in gettext's .po format, which translators' tools write.

A file is a list of entries with an empty line between them:

    # a note for or by the translator
    msgid "Hint: {hint}"
    msgstr "提示：{hint}"

A text may go on over several lines, each in quotes. The first entry, that of the
empty text, is the header: a line `Name: value` for each thing to know.

Left out: contexts and plural forms, which no message here needs. What this reader
does not know it refuses, with file and line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

LINE = re.compile(r'(msgid|msgstr|) ?("(?:[^"\\]|\\.)*")')
FIELD = re.compile(r'\{(\w+)')  # what is filled in, as in {name} or {share:.0%}


class PoError(ValueError):
    """A .po file that cannot be read: where, and why."""


def read(path: Path) -> dict[str, str]:
    """The translations of a file by their English text; its header by ''.

    What is not translated yet, or marked as fuzzy, is left out.

    Raises:
        PoError: for a line that is none of a .po file, an English text that stands
            twice, and a translation that is to be filled in with other names.
    """
    found: dict[str, str] = {}
    for number, lines in _entries(path.read_text('utf-8')):
        place = f'{path}, line {number}'
        texts = _texts(lines, place)
        english, translated = texts.get('msgid'), texts.get('msgstr')
        if english is None or translated is None:
            raise PoError(f'{place}: an entry is a msgid and a msgstr')
        if english in found:
            raise PoError(f'{place}: {english!r} stands here for the second time')
        if set(FIELD.findall(translated)) - set(FIELD.findall(english)):
            raise PoError(f'{place}: the translation of {english!r} has other names in '
                          f'braces: {translated!r}')
        if translated and not any(re.match('#,.*fuzzy', line) for line in lines):
            found[english] = translated
    return found


def header(path: Path) -> dict[str, str]:
    """What the header of a file says, by name."""
    pairs = (line.partition(': ') for line in read(path).get('', '').splitlines())
    return {name: value for name, _, value in pairs}


def _entries(text: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of each entry, with the number of the first."""
    first, lines = 1, []
    for number, line in enumerate([*text.splitlines(), ''], 1):
        if line.strip():
            first = first if lines else number
            lines.append(line)
        elif any(not line.startswith('#') for line in lines):
            yield first, lines
            lines = []
        else:
            lines = []


def _texts(lines: list[str], place: str) -> dict[str, str]:
    """The texts of an entry, by their keyword."""
    texts: dict[str, str] = {}
    keyword = ''
    for line in lines:
        if line.startswith('#'):
            continue
        match = LINE.fullmatch(line.strip())
        if not match or not (match[1] or keyword) or match[1] in texts:
            raise PoError(f'{place}: not a line of such a file: {line}')
        keyword = match[1] or keyword
        texts[keyword] = texts.get(keyword, '') + _unquoted(match[2], place)
    return texts


def _unquoted(text: str, place: str) -> str:
    """What stands between quotes: JSON has the signs after \\ that are in use."""
    try:
        return json.loads(text)
    except ValueError as error:
        raise PoError(f'{place}: {error}: {text}') from None

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
from pathlib import Path

STRINGS = r'((?:"[^"\\\n]*(?:\\.[^"\\\n]*)*"\n)+)'
# Notes, then an entry or none, then at least one empty line: a block at a time, since
# a look at each line would take three times as long.
BLOCK = re.compile(rf'((?:#.*\n)*)(?:msgid {STRINGS}msgstr {STRINGS})?\n+')
FUZZY = re.compile('^#,.*fuzzy', re.MULTILINE)
LINE = re.compile(r'#|((msgid|msgstr) )?"([^"\\]|\\.)*"$')
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
    text = _tidy_text(path)
    found: dict[str, str] = {}
    seen: set[str] = set()
    start = 0
    while start < len(text):
        block = BLOCK.match(text, start)
        try:
            if not block:
                raise ValueError(_oddity(text[start:]))
            notes, *entry = block.groups()
            if None not in entry:
                english, translated = map(_unquoted, entry)
                _check(english, translated, seen)
                if translated and not FUZZY.search(notes):
                    found[english] = translated
        except ValueError as error:
            line = text.count('\n', 0, start) + 1
            raise PoError(f'{path}, line {line}: {error}') from None
        start = block.end()
    return found


def header(path: Path) -> dict[str, str]:
    """What the header of a file says, by name."""
    pairs = (line.partition(': ') for line in read(path).get('', '').splitlines())
    return {name: value for name, _, value in pairs}


def _tidy_text(path: Path) -> str:
    """The text of a file, without spaces at the ends of lines; at its end empty lines.
    """
    try:
        text = path.read_bytes().decode('utf-8-sig')
    except UnicodeDecodeError as error:
        raise PoError(f'{path}, line 1: save it as UTF-8 ({error})') from None
    return '\n'.join(map(str.rstrip, text.split('\n'))) + '\n\n'


def _unquoted(strings: str) -> str:
    """What stands between quotes: JSON has the signs after \\ that are in use."""
    text = strings.rstrip('\n').replace('"\n"', '')
    return json.loads(text) if '\\' in text else text[1:-1]


def _check(english: str, translated: str, seen: set[str]) -> None:
    """Refuse what stands for the second time, and names that English has not."""
    if english in seen:
        raise ValueError(f'{english!r} stands here for the second time')
    seen.add(english)
    if '{' in translated and {*FIELD.findall(translated)} - {*FIELD.findall(english)}:
        raise ValueError(f'the translation of {english!r} has other names in braces: '
                         f'{translated!r}')


def _oddity(text: str) -> str:
    """Why what a text begins with is no block."""
    for line in text.partition('\n\n')[0].split('\n'):
        if not LINE.match(line):
            return f'not a line of such a file: {line}'
    return 'an entry is a msgid and a msgstr, with an empty line after it'

"""Stand-ins for signs that an output's encoding lacks, one table for all that prints.

A terminal in China may write GBK, a pipe on Windows cp1252, a server ASCII. What
passed and what failed look different in each of them.

Left out: scripts, as Chinese on an ASCII terminal: these signs become '?'.
"""
from __future__ import annotations

import codecs
import functools
import io
import sys
import unicodedata

# The first one that the encoding has is taken.
STAND_INS = {
    '✓': ('√', 'ok'), '✗': ('×', 'x'), '·': ('.',), '█': ('#',), '░': ('□', '.'),
    '□': ('.',), '•': ('*',), '│': ('|',), '─': ('-',), '–': ('-',), '—': ('--',),
    '−': ('-',), '×': ('x',), '÷': ('/',), '√': ('sqrt ',), '≈': ('~',), '∞': ('inf',),
    '≤': ('<=',), '≥': ('>=',), '≠': ('!=',), '∂': ('d',), '⁄': ('/',), 'µ': ('u',),
    '→': ('->',), '←': ('<-',), '⇒': ('=>',), '↑': ('^',), '↓': ('v',),
    '“': ('"',), '”': ('"',), '‘': ("'",), '’': ("'",), '′': ("'",),
}


def allow_all_signs() -> None:
    """Let no sign end the program that standard output or error cannot show."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_handler(stream.encoding))


def as_shown(text: str, encoding: str | None) -> str:
    """The text with stand-ins for what an encoding lacks; None has every sign."""
    encoding = encoding or 'utf-8'
    return text.encode(encoding, _handler(encoding)).decode(encoding)


@functools.cache
def _handler(encoding: str) -> str:
    """Teach Python our stand-ins; the name under which it knows them.

    One for each encoding, since that of all code pages is told as 'charmap'.
    """
    def replace(error: UnicodeError) -> tuple[str, int]:
        if not isinstance(error, UnicodeEncodeError):
            raise error
        text, places = error.object, range(error.start, error.end)
        return ''.join(_stand_in(text, i, encoding) for i in places), error.end

    name = f'micrograd.signs.{encoding}'
    codecs.register_error(name, replace)
    return name


def _stand_in(text: str, place: int, encoding: str) -> str:
    sign = text[place]
    if _kind(sign) == '<super>':
        goes_on = place > 0 and _kind(text[place - 1]) == '<super>' and not _has(
            encoding, text[place - 1])
        return '^' * (not goes_on) + _plain(sign, encoding)
    return ' ' * (_kind(sign) == '<fraction>') + _plain(sign, encoding)


def _plain(sign: str, encoding: str) -> str:
    """What stands for a sign in a table: ours, or Unicode's."""
    for candidate in STAND_INS.get(sign, ()):
        if _has(encoding, candidate):
            return candidate
    name = unicodedata.name(sign, '')
    if name.startswith('GREEK') and ' WITH ' not in name:
        return name.rpartition(' ')[2].lower()
    parts = unicodedata.normalize('NFKD', sign)
    if parts == sign:
        return '?'
    return ''.join(part if _has(encoding, part) else _plain(part, encoding)
                   for part in parts if not unicodedata.combining(part))


def _kind(sign: str) -> str:
    """As Unicode has it: '<super>' for a sign that stands raised."""
    return unicodedata.decomposition(sign).partition(' ')[0]


def _has(encoding: str, text: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True

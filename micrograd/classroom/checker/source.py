"""The text of a file, as Python reads it, and the code of a notebook."""

from __future__ import annotations

import codecs
import io
import json
import re
import tokenize

COOKIE = re.compile(rb'coding[:=]')
# What IPython understands and Python does not: %magic, !command, name?
MAGIC = re.compile(r'[ \t]*(%\w|!\s*\w|\?{1,2}\s*[\w.]+\s*$|[\w.]+\?{1,2}\s*$)')
OF_PYTHON = ('%%time', '%%timeit', '%%capture', '%%prun')  # their cells are Python


def read_as_python(raw: bytes) -> str:
    """The text of a file: in UTF-8, or as the comment at its top says.

    Raises:
        SyntaxError: if Python could not read it; it names the line that is not UTF-8.
    """
    encoding = 'utf-8'
    try:
        if COOKIE.search(raw[:1000]) or raw.startswith(codecs.BOM_UTF8):
            encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        text = raw.decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b'\n', 0, error.start) + 1
        raise SyntaxError(f'line {line} is not in {encoding}') from None
    except (UnicodeError, LookupError) as error:  # `coding: rot13` is no such code
        raise SyntaxError(str(error)) from None
    return text.replace('\r\n', '\n').replace('\r', '\n')


def code_of_notebook(raw: bytes) -> bytes:
    """The code cells of a notebook, as a Python file.

    Raises:
        ValueError: if it is no notebook.
    """
    try:
        cells = json.loads(raw)['cells']
        sources = [''.join(cell['source']) for cell in cells
                   if cell['cell_type'] == 'code']
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError(f'no notebook of Jupyter: {error!r}') from None
    return '\n\n'.join(filter(None, map(_plain, sources))).encode() + b'\n'


def _plain(source: str) -> str:
    """A cell without magics; an empty text for one in another language."""
    first, _, rest = source.partition('\n')
    if first.startswith('%%'):
        source = rest if first.split()[0] in OF_PYTHON else ''
    return '\n'.join(map(_without_magic, source.split('\n')))


def _without_magic(line: str) -> str:
    """The line, or a `pass` in its place: it may be all that a block holds."""
    if not MAGIC.match(line):
        return line
    return line[:len(line) - len(line.lstrip())] + 'pass'

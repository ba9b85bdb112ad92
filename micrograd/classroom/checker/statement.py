"""The statement of an exercise, the text of its stub, in another language.

Translated are the paragraphs of the docstring, each as a whole, and the comments, in
the code and in the examples of the docstring. A translator finds them all in
pieces().
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from micrograd.languages import say

DOCSTRING = re.compile(r'\A"""(.*?)"""', re.DOTALL)
COMMENT = re.compile(r'(?<=  # )(?!noqa)(?=.*[^\W\d_]{3}).*|(?<=^# ).*', re.MULTILINE)


def in_language(stub: str, lang: str) -> str:
    """The text of a stub, translated as far as there are translations."""
    return _rewritten(stub, lambda piece: say(piece, lang))


def pieces(stub: str) -> Iterator[str]:
    """What there is to translate in a stub."""
    found: list[str] = []
    _rewritten(stub, lambda piece: found.append(piece) or piece)
    yield from dict.fromkeys(found)


def _rewritten(stub: str, rewrite: Callable[[str], str]) -> str:
    """The stub with each piece of its prose put through a function."""
    def prose(paragraph: str) -> str:
        if paragraph.startswith('    '):  # an example
            return COMMENT.sub(lambda match: rewrite(match[0]), paragraph)
        return rewrite(paragraph)

    match = DOCSTRING.match(stub)
    paragraphs = match[1].rstrip('\n').split('\n\n')
    docstring = '\n\n'.join(map(prose, paragraphs))
    code = COMMENT.sub(lambda match: rewrite(match[0]), stub[match.end():])
    return f'"""{docstring}\n"""{code}'

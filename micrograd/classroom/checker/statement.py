"""The statement of an exercise, the text of its stub, in another language.

Translated are the paragraphs of the docstring, each as a whole, and the comments, in
the code and in the examples of the docstring. A translator finds them all in
pieces().
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

DOCSTRING = re.compile(r'\A"""(.*?)"""', re.DOTALL)
COMMENT = re.compile(r'(?<=  # )(?!noqa)(?=.*[^\W\d_]{3}).*|(?<=^# ).*', re.MULTILINE)


def pieces(stub: str) -> Iterator[str]:
    """What there is to translate in a stub."""
    found: list[str] = []
    rewritten(stub, lambda piece: found.append(piece) or piece)
    yield from dict.fromkeys(found)


def rewritten(stub: str, rewrite: Callable[[str], str]) -> str:
    """The text of a stub with each piece of its prose put through a function."""
    def prose(paragraph: str) -> str:
        if paragraph.startswith('    '):  # an example
            return COMMENT.sub(lambda match: rewrite(match[0]), paragraph)
        return rewrite(paragraph)

    match = DOCSTRING.match(stub)
    paragraphs = match[1].rstrip('\n').split('\n\n')
    docstring = '\n\n'.join(map(prose, paragraphs))
    code = COMMENT.sub(lambda match: rewrite(match[0]), stub[match.end():])
    return f'"""{docstring}\n"""{code}'

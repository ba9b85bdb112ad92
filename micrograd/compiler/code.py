"""A builder for generated code: lines of text, and which Symbol each computes."""
from __future__ import annotations

from collections.abc import Sequence

from micrograd.compiler.symbols import Symbol

WIDTH = 88


class Code:
    """Lines of source text. made_by: number of a line, from 1 -> its Symbol."""

    def __init__(self):
        self.texts: list[str] = []
        self.made_by: dict[int, Symbol] = {}

    def add(self, text: str = '', line: Symbol | None = None) -> None:
        """Append a line of text."""
        self.texts.append(text)
        if line is not None:
            self.made_by[len(self.texts)] = line

    def add_list(self, before: str, parts: Sequence[str], after: str) -> None:
        """Append a statement with a list in brackets, folded where it is too long."""
        indent = ' ' * (len(before) - len(before.lstrip()) + 4)
        text = before
        for i, part in enumerate(parts):
            part += ', ' if i < len(parts) - 1 else after
            if len(text + part.rstrip()) > WIDTH and text.strip():
                self.add(text.rstrip())
                text = indent
            text += part
        self.add(text if parts else before + after)

    def add_sum(self, text: str, note: str, line: Symbol) -> None:
        """Append a statement and a note; a long sum in brackets is folded."""
        indent = ' ' * (len(text) - len(text.lstrip()) + 4)
        text, *terms = text.split(' + ')
        for term in terms:
            if len(f'{text} + {term}') > WIDTH:
                self.add(text, line)
                text = f'{indent}+ {term}'
            else:
                text += f' + {term}'
        self.add(text + note, line)

    def __str__(self) -> str:
        return '\n'.join(self.texts) + '\n'

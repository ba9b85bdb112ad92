"""A builder for generated code: lines of text, and which Symbol each computes."""
from __future__ import annotations

import textwrap

from micrograd.compiler.symbols import Symbol


class Code:
    """Lines of source text. made_by: number of a line, from 1 -> its Symbol."""

    def __init__(self):
        self.texts: list[str] = []
        self.made_by: dict[int, Symbol] = {}

    def add(self, text: str = '', line: Symbol | None = None) -> None:
        """Append a line of text; long ones are folded inside brackets."""
        if len(text) <= 88:
            self.texts.append(text)
        else:
            indent = ' ' * (len(text) - len(text.lstrip()) + 4)
            self.texts += textwrap.wrap(text, 88, subsequent_indent=indent,
                                        break_long_words=False)
        if line is not None:
            self.made_by[len(self.texts)] = line

    def __str__(self) -> str:
        return '\n'.join(self.texts) + '\n'

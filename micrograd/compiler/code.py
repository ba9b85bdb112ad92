"""A builder for generated code: lines of text, and which Symbol each computes."""
from __future__ import annotations

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

    def add_list(self, text: str) -> None:
        """Append a statement that is one long list, folded after commas."""
        indent = ' ' * (len(text) - len(text.lstrip()))
        first, *rest = text.split(', ')
        for part in rest:
            if len(first) + len(part) + 3 > WIDTH:
                self.add(first + ',')
                first = f'{indent}    {part}'
            else:
                first += f', {part}'
        self.add(first)

    def __str__(self) -> str:
        return '\n'.join(self.texts) + '\n'

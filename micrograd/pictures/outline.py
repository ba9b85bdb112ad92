"""A graph as text for a terminal: a value, and its operands further in below it.

Its lines are drawn in ASCII, since not every terminal has others. Nothing is printed
here.

Not here: the order of the nodes (graph.py), pictures (draw.py).
"""
from __future__ import annotations

from collections import Counter, deque

from micrograd.common.layout import pad, width
from micrograd.languages import say
from micrograd.pictures.boxes import data_and_grad, format_number

DEEPEST = 8  # how far lines are indented before they go on at the left edge
LONGEST_NAME = 40


class Outline(str):
    """A text that an interactive session shows as it is, without quotes."""
    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    @classmethod
    def of(cls, nodes: list, edges: list, max_lines: int) -> Outline:
        """The graph whose root is the last of the nodes."""
        return cls('\n'.join(_Writer(nodes, edges).text(max_lines)))


class _Writer:
    """Writes each value once, with its operands; elsewhere only its number."""

    def __init__(self, nodes, edges):
        self.nodes = nodes
        self.index = {node: i for i, node in enumerate(nodes)}
        self.uses = Counter(operand for operand, _ in edges)
        self.seen = set()
        self.later = deque([nodes[-1]])  # what starts at the left edge
        self.rows = []  # (indented name, data, grad)

    def text(self, max_lines):
        while self.later and len(self.rows) < max_lines:
            self._write(self.later.popleft(), max_lines)
        widest = max(width(name) for name, _, _ in self.rows)
        wide = [max(len(row[i]) for row in self.rows) for i in (1, 2)]
        for name, data, grad in [('', 'data', 'grad'), *self.rows]:
            yield f'{pad(name, widest)}  {data:>{wide[0]}}  {grad:>{wide[1]}}'.rstrip()
        left_out = len(self.nodes) - len(self.seen)
        if left_out:
            yield say('... {left_out:,} of {total:,} values are left out: '
                      'draw_text(root, max_lines={more}) shows more').format(
                          left_out=left_out, total=len(self.nodes), more=2 * max_lines)

    def _write(self, start, max_lines):
        """One part: a value and what it was made from, as deep as there is room."""
        stack = [(start, '', '')]
        while stack and len(self.rows) < max_lines:
            node, before, below = stack.pop()
            is_new = node not in self.seen or node is start
            self._line(node, before, is_new, is_cut=len(below) == 4 * DEEPEST)
            if not is_new:
                continue
            self.seen.add(node)
            if len(below) == 4 * DEEPEST:
                self.later.extend([node] * bool(node._prev))
                continue
            last = len(node._prev) - 1
            stack += reversed([
                (x, f'{below}{"`-- " if i == last else "|-- "}',
                 f'{below}{"    " if i == last else "|   "}')
                for i, x in enumerate(node._prev)])

    def _line(self, node, before, is_new, is_cut):
        number = f'#{self.index[node]}'
        words = self._words(node)
        if not is_new:
            name = say('{name} (see {number})').format(name=words[0], number=number)
            self.rows.append((before + name, '', ''))
            return
        name = before + '  '.join(words)
        if is_cut and node._prev:
            name = say('{name} {number} (goes on below)').format(
                name=name, number=number)
        elif not before and node is not self.nodes[-1]:
            name += f' {number}'
        elif self.uses[node] > 1:
            name = say('{name} {number} (used {uses} times)').format(
                name=name, number=number, uses=self.uses[node])
        self.rows.append((name, *map(format_number, data_and_grad(node))))

    def _words(self, node):
        """The label and the operation, or what is said in their place."""
        label = '' if node.label is None else str(node.label)
        words = [label, str(node._op) if node._prev else '']
        return [_on_one_line(word) for word in words if word] or [say('(no label)')]


def _on_one_line(text):
    """The text with what would break the line written out, and not too long."""
    text = ''.join(x if x.isprintable() else ascii(x)[1:-1] for x in text)
    if width(text) <= LONGEST_NAME:
        return text
    while width(text) > LONGEST_NAME - 3:
        text = text[:-1]
    return f'{text}...'

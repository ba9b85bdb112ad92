"""One thing that is wrong, in words for a student."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from micrograd.engine import Value
from micrograd.insight.doctor.notes import line_of

MOST_NAMED = 3


@dataclass(frozen=True)
class Finding:
    """kind: a few words. nodes: those it is about. wrong: a sentence of what is wrong.
    advice: a sentence of what to try."""
    kind: str
    nodes: list[Value] = field(repr=False)
    wrong: str
    advice: str

    def __str__(self) -> str:
        return f'{self.kind}: {self.wrong} {self.advice}'


def described(node: Value) -> str:
    """A node as a finding names it: what it is, and the line that made it."""
    label = f' {node.label!r}' if node.label else ''
    what = f'the result{label} of {node._op!r}' if node._op else f'the Value{label}'
    line = line_of(node)
    return f'{what} ({line})' if line else what


def listed(nodes: Iterable[Value]) -> str:
    """The first few nodes by name, and the number of the others."""
    nodes = list(nodes)
    names = [described(node) for node in nodes[:MOST_NAMED]]
    more = len(nodes) - len(names)
    return ', '.join(names) + (f' and {more} more' if more else '')

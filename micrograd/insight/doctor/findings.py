"""One thing that is wrong, in words for a student."""
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from micrograd.common.engines import is_tensor
from micrograd.engine import Value
from micrograd.insight.doctor.notes import line_of
from micrograd.languages import say

MOST_NAMED = 3


@dataclass(frozen=True)
class Finding:
    """What is wrong with some nodes.

    kind: a few words, the same in every language, for programs to ask. nodes: those it
    is about, Values or Tensors. wrong: a sentence of what is wrong. advice: a sentence
    of what to try.
    """
    kind: str
    nodes: list[Value] = field(repr=False)
    wrong: str
    advice: str

    def __str__(self) -> str:
        return say('{kind}: {wrong} {advice}').format(
            kind=say(self.kind), wrong=self.wrong, advice=self.advice)


def described(node: Value) -> str:
    """A node as a finding names it: what it is, and the line that made it."""
    if node._op:
        what = (say('the result {label!r} of {op!r}') if node.label else
                say('the result of {op!r}'))
    elif is_tensor(node):
        what = say('the Tensor {label!r}') if node.label else say('the Tensor')
    else:
        what = say('the Value {label!r}') if node.label else say('the Value')
    what = what.format(label=node.label, op=node._op)
    line = line_of(node)
    return say('{what} ({line})').format(what=what, line=line) if line else what


def listed(nodes: Iterable[Value]) -> str:
    """The first few nodes by name, and the number of the others."""
    nodes = list(nodes)
    names = say(', ').join(described(node) for node in nodes[:MOST_NAMED])
    more = len(nodes) - MOST_NAMED
    if more <= 0:
        return names
    return say('{names} and {more} more').format(names=names, more=more)

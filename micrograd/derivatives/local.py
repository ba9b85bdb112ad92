"""The local gradients of one operation: its closure, run by itself.

With an upstream gradient of 1, and 0 in the gradient of each operand, all that a
closure adds to an operand is the local gradient. So no table of operations is needed,
and the operations of students have local gradients as well.
"""
from __future__ import annotations

import types
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from micrograd.common.closures import bound, cells, content
from micrograd.elementary import Number, like
from micrograd.engine import Value
from micrograd.graph import restored, run_closures


class Edge(NamedTuple):
    """One use of an operand by a node.

    local: the derivative of the node with respect to the operand, for this use.
    use: which use it is, in words, where the operand is used more than once.
    """
    operand: Value
    local: object
    use: str


def edges(node: Value, upstream: Number = 1) -> list[Edge]:
    """The uses that node makes of its operands; all data and grad stay as they are.

    With another upstream, what the closure makes of that in place of local gradients.

    a * a uses a twice: two edges, in the order in which the closure adds to a.grad.
    A closure that adds only once, as for a square, leaves one edge for both uses.
    """
    reached = within_reach(node)
    uses = Counter(node._prev)
    with restored(reached):
        start = {node: like(1, node.data) * upstream}
        found = _contributions(node, reached, start)
        if len(uses) == len(node._prev):
            return [Edge(x, found[x], '') for x in uses]
        single = _one_by_one(node, reached, uses, start)
    return [edge for x, n in uses.items() for edge in _uses(x, n, found[x], single[x])]


def within_reach(node: Value) -> list[Value]:
    """The Values that the closure of node may change.

    They are its operands, node, and any other that the closure holds: that should be
    an operand as well, but somebody has forgotten to say so.
    """
    return list(dict.fromkeys([*node._prev, node, *_held(node._backward)]))


def fed(node: Value, upstream: int = 1, before: int = 0) -> dict[Value, object]:
    """The gradient that the closure of node leaves in each Value within reach, where
    before stood."""
    reached = within_reach(node)
    start = {x: like(upstream if x is node else before, x.data) for x in reached}
    with restored(reached):
        return _contributions(node, reached, start)


def local_gradients(node: Value) -> dict[Value, object]:
    """What the closure of node adds to each operand, for upstream 1."""
    found = fed(node)
    return {x: found[x] for x in node._prev if x is not node}


def own_pass(topo: Iterable[Value]) -> dict[Value, object]:
    """The gradients of a backward pass from the last of the nodes; none is changed."""
    nodes = list(topo)
    everything = dict.fromkeys(x for node in nodes for x in within_reach(node))
    with restored(everything):
        for x in everything:
            x.grad = like(int(x is nodes[-1]), x.data)
        run_closures(reversed(nodes))
        return {node: node.grad for node in nodes}


# --- one closure ---------------------------------------------------------------

def _contributions(node, reached, start):
    """The gradients that the closure leaves, from 0 or what start says."""
    for x in reached:
        x.grad = start.get(x, like(int(x is node), x.data))
    run_closures([node])
    return {x: x.grad for x in reached if x is not node}


def _one_by_one(node, reached, uses, start):
    """For each operand the list of what is added to it, or () if nobody can tell."""
    start = {**start, **{x: _Tally() for x in uses if uses[x] > 1}}
    try:
        found = _contributions(node, reached, start)
    except TypeError:  # the closure does more with a gradient than add to it
        found = {}
    return {x: getattr(found.get(x), 'parts', ()) for x in uses}


def _uses(x, n, total, parts):
    if n == 1:
        return [Edge(x, total, '')]
    if len(parts) != n:
        return [Edge(x, total, f'{n} uses together')]
    return [Edge(x, part, f'use {i} of {n}') for i, part in enumerate(parts, 1)]


class _Tally:
    """A gradient that remembers, one by one, what is added to it."""
    __array_ufunc__ = None  # let numbers of numpy be added as well

    def __init__(self, parts: tuple = ()):
        self.parts = parts

    def __add__(self, number) -> _Tally:
        return _Tally((*self.parts, number))

    __radd__ = __add__

    def __sub__(self, number) -> _Tally:
        return _Tally((*self.parts, -number))


# --- what a closure holds ------------------------------------------------------

def _held(closure) -> Iterator[Value]:
    """The Values in its variables and defaults, and in collections there."""
    seen, todo = set(), [closure]
    for thing in todo:  # which grows meanwhile
        if isinstance(thing, Value):
            yield thing
        elif id(thing) not in seen:
            seen.add(id(thing))
            todo += _parts(thing)


def _parts(thing):
    if isinstance(thing, types.FunctionType):
        variables = [content(cell) for _, cell in cells(thing)]
        return [*variables, thing.__defaults__, thing.__kwdefaults__]
    if isinstance(thing, dict):
        return thing.values()
    if isinstance(thing, (list, tuple, set, frozenset)):
        return thing
    return bound(thing).values()

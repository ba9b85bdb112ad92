"""What is computed between units, inside the Module around them.

In an Attention the shares of the values are made from what q and k give, for o: they
belong to no Linear, but to the Attention. What comes after all units, such as a loss,
is in no Module.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection

from micrograd.pictures.collapse.modules import Unit


def between(nodes: list, home: dict, rest: Collection) -> dict[str, list]:
    """Of the rest, what is between units: the title of the Module around these, and
    the values, with the numbers that only they use.

    home: value -> Unit, for values in units.
    """
    before, after = _nearest_units(nodes, home)
    title = {}
    for node in rest:
        if node._prev and before[node] and after[node]:
            title[node] = _title(before[node] | after[node])
    users = defaultdict(set)
    for node in nodes:
        for x in node._prev:
            users[x].add(title.get(node))
    for x in rest:
        if not x._prev and len(users[x]) == 1:
            title[x], = users[x]
    found = defaultdict(list)
    for x in rest:
        if title.get(x):
            found[title[x]].append(x)
    return found


def _nearest_units(nodes, home):
    """For each value the units that it is made from, and those that it goes into, past
    values in no unit."""
    before = {node: frozenset() for node in nodes}
    after = dict(before)
    for node in nodes:
        for x in node._prev:
            before[node] |= {home[x]} if x in home else before[x]
    for node in reversed(nodes):
        for x in node._prev:
            after[x] |= {home[node]} if node in home else after[node]
    return before, after


def _title(units: Collection[Unit]) -> str:
    """The name of what is around all of them, '' if nothing is."""
    first, *others = units
    if any(unit.top is not first.top for unit in others):
        return ''
    shared = first.name.split('.')[:-1]
    for unit in others:
        parts = unit.name.split('.')
        while shared != parts[:len(shared)]:
            shared.pop()
    return '.'.join(shared) or type(first.top).__name__

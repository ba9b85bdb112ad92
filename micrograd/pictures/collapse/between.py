"""What is computed between units, inside the Module around them.

In an Attention the shares of the values are made from what q and k give, for o: they
belong to no Linear, but to the Attention. What a GPT computes before its attention,
after it and after its small network are three parts, so that no box feeds one that
feeds it. What comes after all units, such as a loss, is in no Module.
"""
from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from micrograd.pictures.collapse.flow import units_before
from micrograd.pictures.collapse.modules import Unit


def between(nodes: list, home: dict, rest: Collection) -> dict[str, list]:
    """Of the rest, what is between units: the title of the Module around these, and
    the values, with the numbers that only they use.

    home: value -> Unit, for values in units.
    """
    before, after = _nearest_units(nodes, home)
    stage = _stages(nodes, home)
    part = {}  # value -> the title and the stage
    for node in rest:
        if node._prev and before[node] and after[node]:
            title = _title(before[node] | after[node])
            if title:
                part[node] = title, stage[node]
    users = defaultdict(set)
    for node in nodes:
        for x in node._prev:
            users[x].add(part.get(node))
    for x in rest:
        if not x._prev and len(users[x]) == 1:
            part[x], = users[x]
    found = defaultdict(list)
    for x in rest:
        if part.get(x):
            found[part[x]].append(x)
    return _named(found)


def _named(parts):
    """The title of each part: with a number where a Module has several."""
    of = Counter(title for title, _ in parts)
    number = Counter()
    named = {}
    for (title, _), values in parts.items():
        number[title] += 1
        named[f'{title}, {number[title]}' if of[title] > 1 else title] = values
    return named


def _stages(nodes, home):
    """For each value the most units that one of those above it stands behind: more
    where a unit lies between."""
    units = list(dict.fromkeys(home.values()))
    before = units_before(units, nodes, home)
    bit = {unit: 1 << i for i, unit in enumerate(units)}
    behind = {unit: sum(1 for other in units if before[unit] & bit[other]
                        and not before[other] & bit[unit]) for unit in units}
    stage = dict.fromkeys(nodes, 0)
    for node in nodes:
        for x in node._prev:
            stage[node] = max(stage[node], stage[x], behind.get(home.get(x), 0))
    return stage


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

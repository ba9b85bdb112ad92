"""Which parameters, and which activations, stand side by side in a graph?

A graph knows nothing of layers. They are found by what depends on what: a weight
stands one layer above the layer of what it is multiplied with, a bias in the layer of
what it is added to.
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from typing import NamedTuple

from micrograd.elementary import like
from micrograd.engine import Value
from micrograd.graph import restored, run_closures
from micrograd.local import within_reach


class Unit(NamedTuple):
    """An activation, by what it does to each sample.

    nodes: its results, one for each time that it is computed. layer: from 1.
    """
    nodes: list[Value]
    layer: int


def layers_of(topo: list[Value], parameters: Collection[Value]) -> dict[Value, int]:
    """The layer of each parameter in the graph, from 1: the highest, if shared."""
    found = dict.fromkeys(parameters, 0)
    level = {}
    sums = {}
    for node in topo:
        others = [level[x] for x in node._prev if x not in found]
        below = max(others, default=0)
        own = [x for x in node._prev if x in found]
        if own:
            is_sum = len(node._prev) > 1 and _is_sum(node, sums)
            here = max(below, 1) if is_sum else below + 1
            found |= {x: max(found[x], here) for x in own}
            below = here
        level[node] = below
    return {p: layer for p, layer in found.items() if layer}


def biases_of(topo: list[Value], parameters: Collection[Value]) -> set[Value]:
    """The parameters that are only added."""
    sums = {}
    found = set(parameters)
    for node in topo:
        if not found.isdisjoint(node._prev) and not _is_sum(node, sums):
            found.difference_update(node._prev)
    return found


def units_of(topo: list[Value], layers: dict[Value, int]) -> list[Unit]:
    """The functions of one number in the graph, the same for each sample.

    Two are the same if they have the same closure and are fed by the same parameters,
    without another function of one number between.
    """
    found = defaultdict(list)
    for node in topo:
        if len(node._prev) == 1:
            own = frozenset(_feeding(node._prev[0], layers))
            if own:
                found[own, _code(node)].append(node)
    return [Unit(nodes, max(layers[p] for p in own))
            for (own, _), nodes in found.items()]


def _feeding(node, layers):
    """The parameters below node, down to the next functions of one number."""
    seen, todo = {node}, [node]
    while todo:
        x = todo.pop()
        if x in layers:
            yield x
        elif len(x._prev) > 1:
            new = [y for y in x._prev if y not in seen]
            seen.update(new)
            todo += new


def _is_sum(node, known):
    """Whether node adds or subtracts: its slopes are 1 or -1, whatever its operands.

    The closure is tried on other numbers, once for all nodes that share its code.
    """
    code = _code(node), len(node._prev)
    if code not in known:
        reached = within_reach(node)
        with restored(reached):
            for i, x in enumerate(reached, 2):
                x.data, x.grad = like(i, x.data), like(int(x is node), x.data)
            run_closures([node])
            known[code] = all(abs(x.grad) == 1 for x in node._prev)
    return known[code]


def _code(node):
    return getattr(node._backward, '__code__', node._backward)

"""Which parameters, and which activations, stand side by side in a graph?

A graph knows nothing of layers. They are found by what depends on what: a weight
stands one layer above the layer of what it is multiplied with, a bias in the layer of
what it is added to. What numbers.py wants to know of both is put together here.
"""
from __future__ import annotations

import operator
from collections import Counter, defaultdict
from collections.abc import Collection
from typing import Any

from micrograd.derivatives.local import edges, within_reach
from micrograd.elementary import agree, like
from micrograd.engine import Value
from micrograd.graph import is_used_up, restored, run_closures, used_up
from micrograd.insight.doctor.numbers import SAMPLES, Layer, Unit

Gradients = dict[Value, Any]


def units_and_layers(topo: list[Value], parameters: Collection[Value],
                     gradients: Gradients) -> tuple[list[Unit], dict[int, Layer]]:
    """The activations whose slopes can be known, and the parameters, by layer."""
    layers = layers_of(topo, parameters)
    found = [(nodes, layer) for nodes, layer in units_of(topo, layers)
             if len(nodes) >= SAMPLES]
    slopes = _slopes(topo, [node for nodes, _ in found for node in nodes], gradients)
    units = [Unit(nodes, layer, [node._prev[0].data for node in nodes],
                  [node.data for node in nodes], [slopes[node] for node in nodes],
                  [gradients[node] for node in nodes])
             for nodes, layer in found if slopes.keys() >= set(nodes)]
    others = biases_of(topo, layers) | scales_of(topo, layers)
    groups = defaultdict(list)
    for p in sorted(layers, key=layers.get):
        groups[layers[p]].append(p)
    return units, {number: _layer(group, others, gradients)
                   for number, group in groups.items()}


def _layer(parameters, others, gradients):
    weights = [p for p in parameters if p not in others]
    return Layer(parameters, [p.data for p in parameters],
                 [gradients[p] for p in parameters],
                 weights, [p.data for p in weights])


def _slopes(topo, nodes, gradients):
    """The slope of each node, a function of one number, where it can be known.

    In a used-up graph it is what has come in through the node over what came to it.
    """
    if not is_used_up(topo):
        return {node: edges(node)[0].local for node in nodes}
    users = users_of(topo)
    return {node: gradients[node._prev[0]] / gradients[node] for node in nodes
            if gradients[node] != 0 and users[node._prev[0]] == 1}


def layers_of(topo: list[Value], parameters: Collection[Value]) -> dict[Value, int]:
    """The layer of each parameter in the graph, from 1: the highest, if shared."""
    found = dict.fromkeys(parameters, 0)
    level = {}
    sums = _Sums(topo)
    for node in topo:
        others = [level[x] for x in node._prev if x not in found]
        below = max(others, default=0)
        own = [x for x in node._prev if x in found]
        if own:
            is_sum = len(node._prev) > 1 and all(sums.added(node))
            here = max(below, 1) if is_sum else below + 1
            found |= {x: max(found[x], here) for x in own}
            below = here
        level[node] = below
    return {p: layer for p, layer in found.items() if layer}


def biases_of(topo: list[Value], parameters: Collection[Value]) -> set[Value]:
    """The parameters that are only added."""
    sums = _Sums(topo)
    found = set(parameters)
    for node in topo:
        if not found.isdisjoint(node._prev):
            found.difference_update(
                x for x, added in zip(node._prev, sums.added(node)) if not added)
    return found


def scales_of(topo: list[Value], parameters: Collection[Value]) -> set[Value]:
    """The parameters that meet only results which no other parameter meets, as those
    of a LayerNorm: their units are not the same, though they may be equal."""
    met = defaultdict(set)
    for node in topo:
        for x in node._prev:
            if x not in parameters:
                met[x].update(p for p in node._prev if p in parameters)
    shared = [own for x, own in met.items() if len(own) > 1 or not x._prev]
    return set(parameters).difference(*shared)


def units_of(topo: list[Value], layers: dict[Value, int]
             ) -> list[tuple[list[Value], int]]:
    """The functions of one number in the graph, the same for each sample: their
    results, one for each time that it is computed, and the layer.

    Two are the same if they have the same closure and are fed by the same parameters,
    without another function of one number between.
    """
    found = defaultdict(list)
    users = users_of(topo)
    known = {}  # what feeds a node with several users: a running sum, say
    for node in topo:
        if users[node] > 1 and len(node._prev) > 1:
            known[node] = _feeding(node, layers, known)
        if len(node._prev) == 1:
            own = _feeding(node._prev[0], layers, known)
            if own:
                found[own, _kind(node)].append(node)
    return [(nodes, max(layers[p] for p in own)) for (own, _), nodes in found.items()]


def users_of(topo: list[Value]) -> Counter[Value]:
    """How often each node is used."""
    return Counter(x for node in topo for x in node._prev)


def _feeding(node, layers, known):
    """The parameters below node, down to the next functions of one number."""
    found, seen, todo = [], {node}, [node]
    while todo:
        x = todo.pop()
        if x in layers:
            found.append({x})
        elif x in known:
            found.append(known[x])
        elif len(x._prev) > 1:
            new = [y for y in x._prev if y not in seen]
            seen.update(new)
            todo += new
    most = max(found, key=len, default=frozenset())
    return frozenset(most).union(*(part for part in found if not part <= most))


class _Sums:
    """Which operands are added or subtracted: with slope 1 or -1, whatever they are."""

    def __init__(self, topo: list[Value]):
        self.known = {}
        if is_used_up(topo):
            self.known = _sums_by_gradients(topo) | _dots_by_data(topo)

    def added(self, node: Value) -> list[bool]:
        """For each operand of node whether it is.

        The closure is tried on other numbers, once for all that share its code and
        where operands are the same.
        """
        kind = _kind(node), _places(node)
        if kind not in self.known:
            is_open = node._backward is not used_up
            self.known[kind] = _added(node) if is_open else [False] * len(node._prev)
        return self.known[kind]


def _added(node):
    reached = within_reach(node)
    with restored(reached):
        for i, x in enumerate(reached, 2):
            x.data, x.grad = like(i, x.data), like(int(x is node), x.data)
        run_closures([node])
        return [abs(x.grad) == 1 for x in node._prev]


def _sums_by_gradients(topo):
    """The same after backward(): a sum has handed its gradient on as it was.

    Only a result that is used once shows what a single node has handed to it.
    """
    users = users_of(topo)
    found = {}
    for node in topo:
        once = [x for x in node._prev if x._prev and users[x] == 1]
        if once and node.grad != 0:
            kind = _kind(node), _places(node)
            same = all(abs(x.grad) == abs(node.grad) for x in once)
            same = same and all(found.get(kind, ())) and not _is_product(node)
            found[kind] = [same] * len(node._prev)
    return found


def _is_product(node):
    """Of two numbers, and not their sum: x * 1 hands its gradient on as it is, too."""
    if len(node._prev) != 2:
        return False
    x, y = (operand.data for operand in node._prev)
    return agree(x * y, node.data) and not agree(x + y, node.data)


def _dots_by_data(topo):
    """The same for start + x0 * y0 + x1 * y1 + …: its first operand is added.

    No gradient shows that of a bias, which many results use.
    """
    found = {}
    for node in topo:
        start, *factors = [x.data for x in node._prev] or [0]
        n, odd = divmod(len(factors), 2)
        if n and not odd:
            total = sum(map(operator.mul, factors[:n], factors[n:]), start)
            kind = _kind(node), _places(node)
            is_dot = agree(total, node.data, 1 + abs(start)) and found.get(kind, True)
            found[kind] = is_dot and [True] + [False] * len(factors)
    return {kind: added for kind, added in found.items() if added}


def _places(node):
    """The pattern of the operands: a + b has (0, 1), a + a has (0, 0)."""
    places = {}
    return tuple(places.setdefault(x, len(places)) for x in node._prev)


def _kind(node):
    """What nodes of one operation share: the code of their closures, or its name."""
    if node._backward is used_up:
        return node._op
    return getattr(node._backward, '__code__', node._backward)

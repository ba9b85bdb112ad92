"""diagnose() for Tensors: what the doctor of micrograd.insight says, of arrays.

Its words are those for Values, and the numbers are judged in one place for both
(insight/doctor/numbers.py). Here these are found in a graph of arrays: an activation
is known by its rule, which gives each number of the gradient a slope of its own, and a
unit by the axis of the channels, the last one, or axis 1 of images.

Not here: lines of the file that made a Tensor (record() is for Values).
"""
from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from micrograd.common.arguments import from_0
from micrograd.graph import topological_order, used_up
from micrograd.insight.doctor import structure
from micrograd.insight.doctor.findings import Finding, described
from micrograd.insight.doctor.numbers import SAMPLES, Layer, Unit, all_findings
from micrograd.languages import say
from micrograd.tensor.core import Tensor
from micrograd.tensor.optim import leaves
from micrograd.tensor.walk import pass_back, start, versions

Gradients = dict[Tensor, np.ndarray]


def diagnose(loss: Tensor, parameters: Iterable[Tensor], lr: float | None = None
             ) -> list[Finding]:
    """What is wrong with the graph of loss; see micrograd.diagnose.

    TypeError: loss is no Tensor of one number, or the parameters are no Tensors.
    ValueError: a parameter is no leaf that requires a gradient, or lr is below 0.
    """
    if not isinstance(loss, Tensor) or loss.size != 1:
        raise TypeError(f'diagnose takes the loss, a Tensor of one number, and the '
                        f'parameters; got {loss!r:.80}')
    parameters = leaves(parameters)
    if lr is not None:
        from_0('lr', lr)
    topo = topological_order(loss)
    gone = [node for node in topo if node._grad_fn is used_up]
    if gone:
        return [*_of_parameters(parameters, lr), structure.used_up(gone[-1])]
    found = [*structure.unreached(topo, parameters), *_broadcast(topo)]
    if not np.isfinite(loss.data).all():  # then no gradient means anything
        return [*found, _not_finite(topo)]
    try:
        gradients = _gradients(loss)
    except RuntimeError:
        changed = _changed(topo)
        if not changed:
            raise
        return [*found, structure.told_changed_data(changed)]
    return [*found, *_left(parameters, gradients),
            *_by_gradients(topo, parameters, gradients, lr)]


def _of_parameters(parameters, lr):
    """What is left of a used-up graph are the gradients of its leaves."""
    gradients = {p: p.grad for p in parameters if p.grad is not None}
    bad = [*_not_finite_gradients(list(gradients), gradients)]
    if bad or not gradients:
        return bad
    layer = _layer(list(gradients), [], gradients)
    return all_findings([], {1: layer}, lr)


def _by_gradients(topo, parameters, gradients, lr):
    found = [*_not_finite_gradients(topo, gradients)]
    return found or all_findings(*_units_and_layers(topo, parameters, gradients), lr)


def _gradients(loss) -> Gradients:
    """Those of a backward pass, which changes none."""
    if not loss.requires_grad:
        return {}
    topo = topological_order(loss)
    return pass_back(topo, start(loss, None), {x for x in topo if x.requires_grad})


# --- is the graph as it should be? ----------------------------------------------

def _broadcast(topo) -> Iterator[Finding]:
    """Columns that meet rows: predictions (n, 1) less targets (n,), say."""
    for node in topo:
        if len(node._prev) != 2:
            continue
        a, b = (x.shape for x in node._prev)
        n = max(a + b, default=0)
        if n > 1 and node.shape == (n, n) and {a, b} == {(n, 1), (n,)} and not all(
                x.requires_grad for x in node._prev):
            told = say('{node} has the shape {shape}: its operands, of shapes {a} and '
                       '{b}, were broadcast, so that each number of one meets all of '
                       'the other.')
            yield Finding(
                'broadcast to each other', [node], told.format(
                    node=_capital(described(node)), shape=node.shape, a=a, b=b),
                say('If each prediction belongs to one target, give both one shape: '
                    'x[:, 0], or y.reshape(-1, 1).'))


def _not_finite(topo) -> Finding:
    """Where the nan or inf of the loss comes from: the node whose operands have none.

    Those that end elsewhere, as the -inf of a mask does in softmax, are meant so.
    """
    node = topo[-1]
    while True:
        bad = [x for x in node._prev if _bad_place(x._data) is not None]
        if not bad:
            break
        node = bad[0]
    place = _bad_place(node._data)
    return structure.told_not_finite(node, _told(node._data, place), [
        _operand(x._data, node.shape, place) for x in node._prev])


def _not_finite_gradients(topo, gradients) -> Iterator[Finding]:
    """The first node of the backward pass that gets nan or inf."""
    for node in reversed(topo):
        place = _bad_place(gradients.get(node, np.zeros(())))
        if place is not None:
            yield structure.told_not_finite_gradient(
                topo, node, node._data[place], _told(gradients[node], place))
            return


def _left(parameters, gradients) -> Iterator[Finding]:
    """Gradients that are there before the backward pass, which adds to them."""
    nodes = [p for p in parameters if p.grad is not None and p.grad.any()
             and not np.allclose(p.grad, gradients.get(p, 0), rtol=1e-9, atol=0)]
    if nodes:
        grad = nodes[0].grad
        yield structure.told_left_gradients(nodes, grad[grad != 0][0], len(parameters))


def _changed(topo):
    """The operands and results that were changed after an operation had seen them."""
    return list(dict.fromkeys(
        x for node in topo if node._prev
        for x, now, seen in zip((*node._prev, node), versions(node), node._seen)
        if now != seen))


def _bad_place(array):
    """The place of the first number that is nan or inf, or None."""
    bad = np.argwhere(~np.isfinite(array))
    return tuple(map(int, bad[0])) if len(bad) else None


def _told(array, place):
    number = array[place]
    return say('{number} at {place}').format(
        number=number, place=list(place)) if place else str(number)


def _operand(array, shape, place):
    """What an operand has at a place of the result, or else its shape."""
    try:
        return np.broadcast_to(array, shape)[place]
    except ValueError:
        return say('an array of shape {shape}').format(shape=array.shape)


def _capital(text):
    return text[0].upper() + text[1:]


# --- units and layers -------------------------------------------------------------

@np.errstate(all='ignore')
def _units_and_layers(topo, parameters, gradients):
    graph = _Layers(topo, parameters)
    units = [unit for unit in _units(topo, graph, gradients)
             if len(unit.outputs) >= SAMPLES]
    groups = defaultdict(list)
    for p in sorted(graph.layer, key=graph.layer.get):
        groups[graph.layer[p]].append(p)
    return units, {number: _layer(group, graph.weights, gradients)
                   for number, group in groups.items()}


def _layer(parameters, weights, gradients):
    own = [p for p in parameters if p in weights]
    alike = [weights[p] for p in own]
    return Layer(
        parameters, _numbers(p._data for p in parameters),
        _numbers(gradients.get(p, np.zeros(p.shape)) for p in parameters),
        own, _numbers(p._data for p in own), min(alike, default=0))


def _numbers(arrays):
    return [number for array in arrays for number in array.ravel().tolist()]


class _Layers:
    """Where the parameters stand, and the nodes that are made from them.

    layer: of each parameter in the graph, from 1. weights: those that are a matrix
    and multiplied, each with the number of units that it is for if these are alike.
    fed: of each node, the parameters below it, down to the next activations.
    level: of each node, how many layers lie below it.
    """

    def __init__(self, topo, parameters):
        self.layer = dict.fromkeys(parameters, 0)
        self.source = {p: p for p in parameters}  # of what shows a parameter, as w.T
        self.level, self.fed, self.weights = {}, {}, {}
        for node in topo:
            self._place(node)
        self.layer = {p: layer for p, layer in self.layer.items() if layer}

    def _place(self, node):
        if len(node._prev) == 1 and node._prev[0] in self.source \
                and node.size == node._prev[0].size:
            self.source[node] = self.source[node._prev[0]]
        if node in self.source:
            return
        own = {x: self.source[x] for x in node._prev if x in self.source}
        others = [x for x in node._prev if x not in own]
        below = max((self.level[x] for x in others), default=0)
        fed = set(own.values()).union(*(
            self.fed[x] for x in others if not is_activation(x)))
        if own:
            added = [_is_added(node, i) for i in range(len(node._prev))]
            is_sum = len(added) > 1 and all(added)
            below = max(below, 1) if is_sum else below + 1
            for x, is_added in zip(node._prev, added):
                if x in own:
                    p = own[x]
                    self.layer[p] = max(self.layer[p], below)
                    is_column = x.shape[1:] == (1,)  # one unit is like no other
                    if p.ndim > 1 and not is_added and not is_column:
                        self.weights[p] = _alike(node, x)
        self.level[node], self.fed[node] = below, frozenset(fed)


def _is_added(node, i):
    """Whether an operand is only added: its gradient asks for no number."""
    if len(node._prev) == 1 or not isinstance(node._grad_fn, tuple):
        return False
    g, rule = np.ones(node.shape), node._grad_fn[i]
    found = rule(g, node._data, *(x._data for x in node._prev))
    other = rule(g, node._data + 0.5, *(2 * x._data + 1.5 for x in node._prev))
    return bool(np.array_equal(found, other))


def _alike(node, x):
    """The number of units that all have the same weights; 0 if they have not."""
    n = x.shape[-1]
    is_matrix = x.ndim == 2 and node.shape[-1:] == (n,)
    return n if is_matrix and n > 1 and (x._data == x._data[:, :1]).all() else 0


def is_activation(node: Tensor) -> bool:
    """Whether each number of node, or of what it is made of, has a slope of its own."""
    return slopes(node) is not None


def slopes(node: Tensor) -> np.ndarray | None:
    """The slope of each number of a node, of the number that it was made from.

    None if a number is made from several, or node is the result of several operands.
    """
    if not node._prev:
        return None
    if node._before:  # of linear, which activates its sum
        def back(g):
            return node._before(g, node._data)
    elif len(node._prev) == 1 and node._prev[0].shape == node.shape \
            and isinstance(node._grad_fn, tuple):
        def back(g):
            return node._grad_fn[0](g, node._data, node._prev[0]._data)
    else:
        return None
    found = back(np.ones(node.shape))
    uneven = np.where(np.arange(node.size).reshape(node.shape) % 3, 1.0, -2.0)
    is_own = np.allclose(back(uneven), uneven * found, rtol=1e-9, equal_nan=True)
    return found if is_own else None


def _units(topo, graph, gradients) -> Iterator[Unit]:
    """The units of all activations, each with the samples of all its results."""
    found = defaultdict(list)
    for node in topo:
        if node in graph.source or not graph.level[node] or node.ndim < 2:
            continue
        slope = slopes(node)
        own = graph.fed[node] or graph.fed[node._prev[0]]
        if slope is not None and own and node in gradients:
            found[own, node._op, _channels(node._data).shape[0]].append((node, slope))
    for (own, _, n), results in found.items():
        layer = max(graph.layer[p] for p in own)
        for i in range(n):
            yield Unit([node for node, _ in results], layer, *(
                [number for array in arrays
                 for number in _channels(array)[i].ravel().tolist()]
                for arrays in zip(*((_inputs(node), node._data, slope, gradients[node])
                                    for node, slope in results))))


def _inputs(node) -> Any:
    """What a node has activated."""
    if not node._before:
        return node._prev[0]._data
    x, w, *bias = (operand._data for operand in node._prev)
    return sum(bias, x @ w)


def _channels(array):
    """The array with the axis of the units in front."""
    return np.moveaxis(array, 1 if array.ndim == 4 else -1, 0)

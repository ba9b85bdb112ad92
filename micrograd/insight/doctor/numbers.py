"""Dead and saturated units, vanishing and exploding gradients, steps too large.

The bounds are wide of what healthy networks show from their first step to their
last, so that whoever asks in the middle of a training hears nothing.
"""
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any

from micrograd.derivatives.local import edges
from micrograd.engine import Value
from micrograd.graph import is_used_up
from micrograd.insight.doctor.findings import Finding
from micrograd.insight.doctor.layers import (
    Unit,
    biases_of,
    layers_of,
    units_of,
    users_of,
)
from micrograd.languages import say

SAMPLES = 4  # of fewer, a unit may well be off for all,
ENOUGH = 16  # and of fewer than these, most of a layer
FAR = 20  # times its spread below 0: a ReLU that no usual step brings back
FLAT = 0.01  # of the steepest slope: so flat is tanh beyond 3, a sigmoid beyond 6
RATIO = 1e3  # between the gradients of two layers, or gradients and weights

# An activation is known by its slope, as a function of its value, and the steepest.
SATURATING = {'tanh': (lambda y: 1 - y * y, 1.0),
              'sigmoid': (lambda y: y * (1 - y), 0.25)}

Gradients = dict[Value, Any]


def all_findings(topo: list[Value], parameters: list[Value], gradients: Gradients,
                 lr: float | None) -> Iterator[Finding]:
    layers = layers_of(topo, parameters)
    units = [unit for unit in units_of(topo, layers) if len(unit.nodes) >= SAMPLES]
    slopes = _slopes(topo, [node for unit in units for node in unit.nodes], gradients)
    units = [unit for unit in units if slopes.keys() >= set(unit.nodes)]
    last = max(layers.values(), default=0)
    stuck = [*dead_relus(units, slopes, gradients, last),
             *saturated(units, slopes, gradients, last)]
    groups = defaultdict(list)
    for p in sorted(layers, key=layers.get):
        groups[layers[p]].append(p)
    stuck += equal_weights(groups, biases_of(topo, layers))
    yield from stuck
    # a layer below dead units or weights of 0 gets exactly 0, and that has been said
    yield from vanishing(groups, gradients, said=bool(stuck))
    yield from exploding(groups, gradients)
    if lr is not None:
        yield from large_step(list(layers), gradients, lr)


def _slopes(topo, nodes, gradients):
    """The slope of each node, a function of one number, where it can be known.

    In a used-up graph it is what has come in through the node over what came to it.
    """
    if not is_used_up(topo):
        return {node: edges(node)[0].local for node in nodes}
    users = users_of(topo)
    return {node: gradients[node._prev[0]] / gradients[node] for node in nodes
            if gradients[node] != 0 and users[node._prev[0]] == 1}


def dead_relus(units: list[Unit], slopes: dict, gradients: Gradients, last: int
               ) -> Iterator[Finding]:
    """Units that give 0 with slope 0 for the whole batch.

    A few are usual in healthy networks. So they are named if they are a whole hidden
    layer, if they are most of a layer and some sample's loss would fall if they gave
    more, or if they are so far off that no step will bring them back.
    """
    alike = defaultdict(list)
    for unit in units:
        alike[unit.layer].append(unit)
    for layer, others in alike.items():
        dead = [unit for unit in others if _is_dead(unit, slopes)]
        if len(dead) < len(others) or layer == last:
            dead = [unit for unit in dead if _would_move(unit, gradients)]
        share = 0.5 if len(others[0].nodes) >= ENOUGH else 0.99
        if len(dead) <= share * len(others):
            dead = [unit for unit in dead if _is_far_off(unit)]
        if dead:
            yield Finding(
                'dead ReLU', _nodes(dead),
                say('{dead} of {units} units in layer {layer} give 0 with slope 0 for '
                    'all {samples} samples, so no gradient flows through them.').format(
                        dead=len(dead), units=len(others), layer=layer,
                        samples=len(dead[0].nodes)),
                say('Restart training with a smaller lr or init="he", scale the '
                    'inputs, or use leaky_relu; remove a ReLU from the last layer.'))


def saturated(units: list[Unit], slopes: dict, gradients: Gradients, last: int
              ) -> Iterator[Finding]:
    """tanh and sigmoid units that are saturated for the whole batch.

    At the output that is fine, unless some sample's loss would fall further inside.
    """
    for kind, (slope_at, steepest) in SATURATING.items():
        flat = [unit for unit in units if not _is_dead(unit, slopes)
                and all(_has_slope(slope_at(node.data), slopes[node], node.data)
                        and slopes[node] < FLAT * steepest for node in unit.nodes)
                and (unit.layer < last or _would_move(unit, gradients))]
        if flat:
            most = max(slopes[node] for node in _nodes(flat))
            yield Finding(
                f'saturated {kind}', _nodes(flat), _told_of_flat(len(flat)).format(
                    count=len(flat), kind=kind, layer=flat[0].layer, slope=most,
                    steepest=steepest),
                say('Start with smaller weights (init="xavier"), scale the inputs, or '
                    'use a smaller lr.'))


def _told_of_flat(count):
    if count == 1:
        return say('A {kind} unit in layer {layer} is saturated for all samples (slope '
                   'at most {slope:.2g}, where {steepest:g} is usual), so hardly any '
                   'gradient passes.')
    return say('{count} {kind} units, the first in layer {layer}, are saturated for '
               'all samples (slope at most {slope:.2g}, where {steepest:g} is usual), '
               'so hardly any gradient passes.')


def vanishing(groups: dict[int, list[Value]], gradients: Gradients, said: bool
              ) -> Iterator[Finding]:
    """Layers whose gradients are far smaller than those of the last one."""
    sizes = _sizes(groups, gradients)
    last = max(sizes, default=0)
    small = [layer for layer, size in sizes.items() if size * RATIO < sizes[last]
             and not (size == 0 and said)]
    if small:
        yield Finding(
            'vanishing gradients', groups[small[0]],
            say('The gradients of layer {layer} are about {size:.2g}, those of the '
                'last layer, {last}, about {most:.2g}: the first layers hardly '
                'learn.').format(layer=small[0], size=sizes[small[0]], last=last,
                                 most=sizes[last]),
            say('Use relu in place of sigmoid or tanh, init="he" or "xavier", or fewer '
                'layers.'))


def exploding(groups: dict[int, list[Value]], gradients: Gradients
              ) -> Iterator[Finding]:
    """Layers whose gradients are far larger than those of the last, or the weights."""
    sizes = _sizes(groups, gradients)
    last = max(sizes, default=0)
    large = [layer for layer, size in sizes.items()
             if 0 < sizes[last] * RATIO < size
             or 0 < _rms(p.data for p in groups[layer]) * RATIO < size]
    if large:
        yield Finding(
            'exploding gradients', groups[large[0]],
            say('The gradients of layer {layer} are about {size:.2g}, its weights '
                'about {weights:.2g}, the gradients of the last layer, {last}, about '
                '{least:.2g}.').format(
                    layer=large[0], size=sizes[large[0]], last=last, least=sizes[last],
                    weights=_rms(p.data for p in groups[large[0]])),
            say('Clip them (clip_grad_norm), start with smaller weights '
                '(init="xavier"), and scale inputs and targets to about 1.'))


def equal_weights(groups: dict[int, list[Value]], biases: set[Value]
                  ) -> Iterator[Finding]:
    """Hidden layers whose weights are all the same; a last layer may start so."""
    for layer in list(groups)[:-1]:
        weights = [p for p in groups[layer] if p not in biases]
        if len(weights) > 1 and all(p.data == weights[0].data for p in weights):
            yield Finding(
                'equal weights', weights,
                say('All {count} weights of layer {layer} are {weight:g}: its units '
                    'compute the same, get the same gradients, and stay equal.').format(
                        count=len(weights), layer=layer, weight=weights[0].data),
                say('Start from different random weights, as Neuron does.'))


def large_step(parameters: list[Value], gradients: Gradients, lr: float
               ) -> Iterator[Finding]:
    step = lr * _rms(gradients[p] for p in parameters)
    size = _rms(p.data for p in parameters)
    if 0 < size < step:
        yield Finding(
            'step larger than the weights', parameters,
            say('With lr = {lr:g} the coming step changes parameters by about '
                '{step:.2g}, and they are about {size:.2g} themselves.').format(
                    lr=lr, step=step, size=size),
            say('Use a smaller lr, such as {smaller:.1g}, or clip the gradients '
                '(clip_grad_norm).').format(smaller=0.01 * lr * size / step))


def _is_dead(unit, slopes):
    return all(node.data == 0 == slopes[node] for node in unit.nodes)


def _is_far_off(unit):
    inputs = [node._prev[0].data for node in unit.nodes]
    return max(inputs) < FAR * (min(inputs) - max(inputs)) < 0


def _would_move(unit, gradients):
    """Whether some sample's loss falls as its result leaves the flat end.

    A loss made with relu or softplus, which is flat where it is content, has no such.
    """
    return any(gradients[node] * (1 if node.data > 0.5 else -1) > 0
               for node in unit.nodes)


def _has_slope(expected, slope, y):
    """Up to rounding, which 1 - y suffers from where y is about 1."""
    return abs(slope - expected) <= 1e-6 * abs(slope) + 1e-12 * abs(y)


def _nodes(units):
    return [node for unit in units for node in unit.nodes]


def _sizes(groups, gradients):
    return {layer: _rms(gradients[p] for p in group) for layer, group in groups.items()}


def _rms(numbers: Iterable) -> float:
    """The root of the mean of the squares, by hypot: it does not overflow."""
    numbers = [float(x) for x in numbers]
    return math.hypot(*numbers) / math.sqrt(len(numbers)) if numbers else 0.0

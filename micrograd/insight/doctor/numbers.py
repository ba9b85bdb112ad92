"""Dead and saturated units, vanishing and exploding gradients, steps too large.

The bounds are wide of what healthy networks show from their first step to their
last, so that whoever asks in the middle of a training hears nothing.

Not here: where the numbers come from (layers.py, and tensor/doctor.py for arrays).
"""
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from micrograd.insight.doctor.findings import Finding
from micrograd.languages import say

SAMPLES = 4  # of fewer, a unit may well be off for all,
ENOUGH = 16  # and of fewer than these, most of a layer
FAR = 20  # times its spread below 0: a ReLU that no usual step brings back
FLAT = 0.01  # of the steepest slope: so flat is tanh beyond 3, a sigmoid beyond 6
RATIO = 1e3  # between the gradients of two layers, or gradients and weights

# An activation is known by its slope, as a function of its value, and the steepest.
SATURATING = {'tanh': (lambda y: 1 - y * y, 1.0),
              'sigmoid': (lambda y: y * (1 - y), 0.25)}


class Unit(NamedTuple):
    """An activation, by what it does to each sample.

    nodes: those that a finding is about. layer: from 1. inputs: may be left out.
    """
    nodes: list
    layer: int
    inputs: Sequence
    outputs: Sequence
    slopes: Sequence
    gradients: Sequence


class Layer(NamedTuple):
    """The parameters that stand side by side, and the numbers in them.

    weights: those that make units what they are, and their numbers. alike: how many
    units have the same weights, where that is all of them, and more than one.
    """
    parameters: list
    data: Sequence
    gradients: Sequence
    weights: list
    weight_data: Sequence
    alike: int = 0


Layers = dict[int, Layer]


def all_findings(units: list[Unit], layers: Layers, lr: float | None
                 ) -> Iterator[Finding]:
    """units: of at least SAMPLES samples. layers: by number, from the first one."""
    last = max(layers, default=0)
    stuck = [*dead_relus(units, last), *saturated(units, last), *equal_weights(layers)]
    yield from stuck
    # a layer below dead units or weights of 0 gets exactly 0, and that has been said
    yield from vanishing(layers, said=bool(stuck))
    yield from exploding(layers)
    if lr is not None:
        yield from large_step(layers, lr)


def dead_relus(units: list[Unit], last: int) -> Iterator[Finding]:
    """Units that give 0 with slope 0 for the whole batch.

    A few are usual in healthy networks. So they are named if they are a whole hidden
    layer, if they are most of a layer and some sample's loss would fall if they gave
    more, or if they are so far off that no step will bring them back.
    """
    alike = defaultdict(list)
    for unit in units:
        alike[unit.layer].append(unit)
    for layer, others in alike.items():
        dead = [unit for unit in others if _is_dead(unit)]
        if len(dead) < len(others) or layer == last:
            dead = [unit for unit in dead if _would_move(unit)]
        share = 0.5 if len(others[0].outputs) >= ENOUGH else 0.99
        if len(dead) <= share * len(others):
            dead = [unit for unit in dead if _is_far_off(unit)]
        if dead:
            yield Finding(
                'dead ReLU', _nodes(dead),
                say('{dead} of {units} units in layer {layer} give 0 with slope 0 for '
                    'all {samples} samples, so no gradient flows through them.').format(
                        dead=len(dead), units=len(others), layer=layer,
                        samples=len(dead[0].outputs)),
                say('Restart training with a smaller lr or init="he", scale the '
                    'inputs, or use leaky_relu; remove a ReLU from the last layer.'))


def saturated(units: list[Unit], last: int) -> Iterator[Finding]:
    """tanh and sigmoid units that are saturated for the whole batch.

    At the output that is fine, unless some sample's loss would fall further inside.
    """
    told = []  # where tanh gives 1, so may a sigmoid
    for kind, (slope_at, steepest) in SATURATING.items():
        flat = [unit for unit in units if not _is_dead(unit) and unit not in told
                and all(_has_slope(slope_at(y), slope, y) and slope < FLAT * steepest
                        for y, slope in zip(unit.outputs, unit.slopes))
                and (unit.layer < last or _would_move(unit))]
        if flat:
            told += flat
            most = max(max(unit.slopes) for unit in flat)
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


def vanishing(layers: Layers, said: bool) -> Iterator[Finding]:
    """Layers whose gradients are far smaller than those of the last one."""
    sizes = _sizes(layers)
    last = max(sizes, default=0)
    small = [layer for layer, size in sizes.items() if size * RATIO < sizes[last]
             and not (size == 0 and said)]
    if small:
        yield Finding(
            'vanishing gradients', layers[small[0]].parameters,
            say('The gradients of layer {layer} are about {size:.2g}, those of the '
                'last layer, {last}, about {most:.2g}: the first layers hardly '
                'learn.').format(layer=small[0], size=sizes[small[0]], last=last,
                                 most=sizes[last]),
            say('Use relu in place of sigmoid or tanh, init="he" or "xavier", or fewer '
                'layers.'))


def exploding(layers: Layers) -> Iterator[Finding]:
    """Layers whose gradients are far larger than those of the last, or the weights."""
    sizes = _sizes(layers)
    last = max(sizes, default=0)
    large = [layer for layer, size in sizes.items()
             if 0 < sizes[last] * RATIO < size
             or 0 < _rms(layers[layer].data) * RATIO < size]
    if large:
        yield Finding(
            'exploding gradients', layers[large[0]].parameters,
            say('The gradients of layer {layer} are about {size:.2g}, its weights '
                'about {weights:.2g}, the gradients of the last layer, {last}, about '
                '{least:.2g}.').format(
                    layer=large[0], size=sizes[large[0]], last=last, least=sizes[last],
                    weights=_rms(layers[large[0]].data)),
            say('Clip them (clip_grad_norm), start with smaller weights '
                '(init="xavier"), and scale inputs and targets to about 1.'))


def equal_weights(layers: Layers) -> Iterator[Finding]:
    """Hidden layers whose units have the same weights; a last layer may start so."""
    for number, layer in list(layers.items())[:-1]:
        data = layer.weight_data
        are_equal = len(data) > 1 and all(x == data[0] for x in data)
        if are_equal or layer.alike:
            told = _told_of_equal(are_equal).format(
                count=len(data), units=layer.alike, layer=number, weight=data[0])
            yield Finding(
                'equal weights', layer.weights, told,
                say('Start from different random weights, as Neuron does.'))


def _told_of_equal(are_equal):
    if are_equal:
        return say('All {count} weights of layer {layer} are {weight:g}: its units '
                   'compute the same, get the same gradients, and stay equal.')
    return say('All {units} units of layer {layer} have the same weights: they compute '
               'the same, get the same gradients, and stay equal.')


def large_step(layers: Layers, lr: float) -> Iterator[Finding]:
    step = lr * _rms(x for layer in layers.values() for x in layer.gradients)
    size = _rms(x for layer in layers.values() for x in layer.data)
    if 0 < size < step:
        yield Finding(
            'step larger than the weights',
            [p for layer in layers.values() for p in layer.parameters],
            say('With lr = {lr:g} the coming step changes parameters by about '
                '{step:.2g}, and they are about {size:.2g} themselves.').format(
                    lr=lr, step=step, size=size),
            say('Use a smaller lr, such as {smaller:.1g}, or clip the gradients '
                '(clip_grad_norm).').format(smaller=0.01 * lr * size / step))


def _is_dead(unit):
    """Is it 0, with slope 0, for every sample? dead_relus() asks whether that harms."""
    return all(y == 0 == slope for y, slope in zip(unit.outputs, unit.slopes))


def _is_far_off(unit):
    x = unit.inputs
    return bool(x) and max(x) < FAR * (min(x) - max(x)) < 0


def _would_move(unit):
    """Whether some sample's loss falls as its result leaves the flat end.

    A loss made with relu or softplus, which is flat where it is content, has no such.
    """
    return any(g * (1 if y > 0.5 else -1) > 0
               for y, g in zip(unit.outputs, unit.gradients))


def _has_slope(expected, slope, y):
    """Up to rounding, which 1 - y suffers from where y is about 1."""
    return abs(slope - expected) <= 1e-6 * abs(slope) + 1e-12 * abs(y)


def _nodes(units):
    return list(dict.fromkeys(node for unit in units for node in unit.nodes))


def _sizes(layers):
    return {number: _rms(layer.gradients) for number, layer in layers.items()}


def _rms(numbers: Iterable[Any]) -> float:
    """The root of the mean of the squares, by hypot: it does not overflow."""
    numbers = [float(x) for x in numbers]
    return math.hypot(*numbers) / math.sqrt(len(numbers)) if numbers else 0.0

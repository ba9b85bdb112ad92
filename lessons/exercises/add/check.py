"""Check of add: the sum passes its gradient on unchanged."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_two
from micrograd.classroom.checker.bank.derivatives import OUTPUT, derivative, rule
from micrograd.classroom.checker.bank.operations import (
    ON_THE_LEFT,
    TWO,
    beside_numbers,
    draw,
    experiments,
    in_regions,
    pairs,
    remembers,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES, REFLECTED


def probes(rng):
    a, b = draw(rng, 2.1, 2.9), draw(rng, 4.1, 5.9)
    return [
        *experiments(rng, '{} + {}', **TWO, zeros='ab'),
        *in_regions(rng, '{} + {}', (2.3456789e-9, 3.456789e-9),
                    (-2.345678e-9, 5.6789e-9), step='extremes', size=1e5, unit=1e-9,
                    name='small'),
        *in_regions(rng, '{} + {}', (1.5e300, -1e300), (1e16, 3.0),
                    (1e-300, -1e300), (1e10 + 1, -1e10), (1e10 + 1, 1e10),
                    step='extremes', name='large'),
        *in_regions(rng, '{} + {}', *pairs(rng)),
        remembers('{} + {}'),
        *beside_numbers(rng, '{} + {}', a=(1.1, 1.9), number=(3, 7), special=(1, 0)),
        Probe('sum on the left', f'out = sum([Value({a}), Value({b})])',
              ('out.data',), 'numbers', about=(ON_THE_LEFT,)),
    ]


CHECK = Check(
    title='the sum a + b',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'numbers', 'extremes'),
    probes=probes,
    needs=('Value.__add__',),
    mistakes=of_two(
        derivative(
            'mul-rule-for-add',
            rule('other.data * out.grad'), rule('self.data * out.grad', 'b'),
            rule('self.data * out.grad'), rule('other.data * out.grad', 'b'),
        ),
        OUTPUT,
        last=(*REFLECTED, *EXTREMES),
    ),
    promises={
        'Write `__add__`': (
            'value', 'one', 'remembers', 'int on the right', 'int on the left',
        ),
        'The class is given': ('given',),
        'A Value may be used': ('same', 'same preloaded', 'twice', 'preloaded'),
        'The result is a new': ('0 on the right', '0 on the left', '0.0 on the left'),
        '`_prev` holds Values alone': ('int on the right', 'chain on the right'),
    },
    hints=(
        'Three things make an operation: the result `out`, a function `_backward` '
        'that passes its gradient on, and that function stored on out.',
        'Move a by a little: a + b moves just as much. So the local gradient is 1 for '
        'either operand, and each gets out.grad, added to what it has.',
        'Wrap a number first: `other = other if isinstance(other, Value) else '
        'Value(other)`. Inside _backward: `self.grad += out.grad`, the same for '
        'other. And __radd__ may return self + other.',
    ),
)

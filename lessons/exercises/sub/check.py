"""Check of sub: a minus sign, and an order that matters."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_two
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    SWAPPED,
    derivative,
    rule,
)
from micrograd.classroom.checker.bank.operations import (
    TWO,
    beside_numbers,
    experiments,
    in_regions,
    pairs,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES, REFLECTED, not_swapped


def probes(rng):
    return [
        *experiments(rng, '{} - {}', **TWO, zeros='ab'),
        *in_regions(rng, '{} - {}', (2.3456789e-9, 3.456789e-9),
                    (-2.345678e-9, 5.6789e-9), step='extremes', size=1e5, unit=1e-9,
                    name='small'),
        *in_regions(rng, '{} - {}', (1.5e300, 1e300), (1e16, 3.0),
                    (1e-300, -1e300), (1e10 + 1, -1e10), (1e10 + 1, 1e10),
                    step='extremes', name='large'),
        *in_regions(rng, '{} - {}', *pairs(rng)),
        *beside_numbers(rng, '{} - {}', a=(1.1, 1.9), number=(3, 7), special=(1, 0)),
    ]


CHECK = Check(
    title='the difference a - b',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'numbers', 'extremes'),
    probes=probes,
    needs=('Value.__sub__',),
    mistakes=of_two(
        derivative(
            'mul-rule-for-add',
            rule('other.data * out.grad'), rule('self.data * out.grad', 'b'),
            rule('self.data * out.grad'), rule('other.data * out.grad', 'b'),
            rule('-other.data * out.grad', 'b'), rule('-self.data * out.grad', 'b'),
        ),
        SWAPPED,
        OUTPUT,
        last=(
            not_swapped('reflected-not-swapped', 'Value(other) - self', 'self - other'),
            *REFLECTED,
            *EXTREMES,
        ),
    ),
    promises={
        'Write `__sub__`': ('value', 'one', 'left', 'int on the right'),
        'Python asks': ('int on the left',),
        'The class as given': ('given',),
        'You may write helper': ('left', 'right'),
        'The result is a new': ('0 on the right', '0.0 on the right'),
        '`_prev` holds Values alone': ('int on the right', 'chain on the right'),
    },
    hints=(
        'If b grows, does a - b grow or shrink? And for 10 - a Python calls __rsub__ '
        'with self = a and other = 10.',
        'The local gradients are 1 and -1. In __rsub__ the order is other minus self.',
        'Inside _backward: `self.grad += out.grad` and `other.grad += -out.grad`. And '
        '__rsub__ may return Value(other) - self.',
    ),
)

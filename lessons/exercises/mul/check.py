"""Check of mul: each operand gets the other one as its factor."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_two
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    SWAPPED,
    derivative,
    grad_for_data,
    rule,
)
from micrograd.classroom.checker.bank.operations import (
    TWO,
    beside_numbers,
    experiments,
    in_regions,
    pairs,
    remembers,
    steps,
)
from micrograd.classroom.checker.bank.uses import AT_ZERO, EXTREMES, REFLECTED
from micrograd.classroom.checker.mistakes import all_of, right


def probes(rng):
    return [
        *experiments(rng, '{} * {}', **TWO, zeros='ab'),
        *in_regions(rng, '{} * {}', (2.3456789e-9, 3.5), (3e-5, -2e-5), step='extremes',
                    size=1e5, unit=1e-9, name='small'),
        *in_regions(rng, '{} * {}', (1e200, 3e-200), (-2e-200, 1e200), (1e200, 0.0),
                    (0.0, -1e-200), step='extremes', name='far apart'),
        *in_regions(rng, '{} * {}', *pairs(rng)),
        remembers('{} * {}'),
        *beside_numbers(rng, '{} * {}', a=(2.1, 2.9), number=(3, 7)),
    ]


CHECK = Check(
    title='the product a * b',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'numbers', 'extremes'),
    probes=probes,
    needs=('Value.__mul__',),
    mistakes=of_two(
        derivative(
            'grad-for-data',
            grad_for_data('other.grad * out.grad'),
            grad_for_data('self.grad * out.grad', operand='b'),
        ),
        derivative(
            'same-operand-twice',
            all_of(right('upstream', 'a.grad'), rule('other.data * out.grad', 'b')),
            all_of(right('upstream', 'b.grad'), rule('self.data * out.grad')),
        ),
        derivative('add-rule-for-mul', rule('out.grad'), rule('out.grad', 'b')),
        SWAPPED,
        OUTPUT,
        last=(*REFLECTED, *EXTREMES, *AT_ZERO),
    ),
    promises={
        'Write `__mul__`': (
            'value', 'one', 'remembers', 'int on the right', 'int on the left',
        ),
        'The class is given': ('given',),
        'A Value may be used': ('same', 'same preloaded', 'twice', 'preloaded'),
        'The result is a new': ('1 on the right', '1 on the left', 'a is 0', 'b is 0'),
        '`_prev` holds Values alone': ('int on the right', 'chain on the right'),
    },
    hints=(
        'Hold b fixed and move a by 0.1: how much does a * b move? And the other way '
        'round?',
        'd(a * b)/da is b, and d(a * b)/db is a. Each is multiplied by out.grad and '
        'added to what the operand has.',
        'Wrap a number first, as in add. Inside _backward: `self.grad += other.data * '
        'out.grad`; for other it is self.data. And __rmul__ may return self * other.',
    ),
)

"""Check of abs: the gradient turns round on the left."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    CORNER,
    OUTPUT,
    derivative,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    AT_CORNER,
    BIG,
    SMALL,
    around_corner,
    around_zero,
    experiments,
    in_regions,
    results_as_operands,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES


def probes(rng):
    return [
        *experiments(rng, 'abs({})', here=((7.1, 8.9),), there=((-3.9, -3.1),),
                     extremes=((BIG,), (SMALL,), ((-9e-6, -2e-6),))),
        *around_corner(rng, 'abs({})'),
        *in_regions(rng, 'abs({})', *around_zero(rng)),
        *in_regions(rng, 'abs({})', (0.0,), (-0.0,), (0,), step='corner',
                    name='corner', about=(AT_CORNER,)),
        *in_regions(rng, 'abs({})', (1e-9,), (-1e-9,), (4e-13,), (-4e-13,), (3e6,),
                    (-3e6,), step='extremes', size=1e5, name='far'),
        *in_regions(rng, 'abs({})', (1e-200,), (-1e-200,), step='extremes',
                    unit=1e-200, name='very near'),
        *in_regions(rng, 'abs({})', (1e-300,), (-1e-300,), step='extremes',
                    unit=1e-300, name='nearest'),
        *in_regions(rng, 'abs({})', (1e200,), (-1e200,), (1e300,),
                    (-1e300,), step='extremes',
                    name='very far'),
        *results_as_operands(rng, 'abs({})', (6.3,), (-6.3,)),
    ]


CHECK = Check(
    title='the absolute value',
    steps=steps('forward', 'gradient', 'corner', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.__abs__',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'self.grad * out.grad', 'abs(self.grad) * out.grad')),
        derivative('sign-forgotten', 'out.grad'),
        derivative('relu-rule-for-abs', '(self.data > 0) * out.grad'),
        derivative('mask-inverted', '(self.data < 0) * out.grad'),
        derivative('absolute-upstream', 'abs(out.grad)', 'sign * abs(out.grad)'),
        derivative('input-for-local', 'self.data * out.grad'),
        OUTPUT,
        last=(*CORNER, *EXTREMES),
    ),
    promises={
        'Write `__abs__`': ('value', 'one', 'chain'),
        'At 0 there is': ('corner', 'corner 1', 'far 1'),
        'All numbers are 0': ('nearest 1', 'very far 3'),
        'The class is given': ('given',),
    },
    hints=(
        'Draw the curve. How steep is it left of 0, and how steep on the right?',
        'The local gradient is the sign of a: -1, 0 or 1. Three cases.',
        'Inside _backward: `sign = (self.data > 0) - (self.data < 0)`, then '
        '`self.grad += sign * out.grad`.',
    ),
)

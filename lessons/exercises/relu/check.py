"""Check of relu: the gradient passes on one side only."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    CORNER,
    OUTPUT,
    derivative,
    grad_for_data,
    leaks,
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
        *experiments(rng, '{}.relu()', here=((7.1, 8.9),), there=((-3.9, -3.1),),
                     extremes=((BIG,), (SMALL,))),
        *around_corner(rng, '{}.relu()'),
        *in_regions(rng, '{}.relu()', *around_zero(rng)),
        *in_regions(rng, '{}.relu()', (0.0,), (-0.0,), (0,), step='corner',
                    name='corner', about=(AT_CORNER,)),
        *in_regions(rng, '{}.relu()', (1e-9,), (-1e-9,), (4e-13,), (-4e-13,), (3e6,),
                    (-3e6,), step='extremes', size=1e5, name='far'),
        *in_regions(rng, '{}.relu()', (1e-200,), (-1e-200,), step='extremes',
                    unit=1e-200, name='very near'),
        *in_regions(rng, '{}.relu()', (1e-300,), (-1e-300,), step='extremes',
                    unit=1e-300, name='nearest'),
        *in_regions(rng, '{}.relu()', (1e200,), (-1e200,), (1e300,),
                    (-1e300,), step='extremes',
                    name='very far'),
        *results_as_operands(rng, '{}.relu()', (6.3,), (-6.3,)),
    ]


CHECK = Check(
    title='the rectifier, relu',
    steps=steps('forward', 'gradient', 'corner', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.relu',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'self.grad * out.grad', '(self.grad > 0) * out.grad')),
        derivative(
            'no-effective-mask',
            'out.grad', '(out.grad > 0) * out.grad', '(out.grad >= 0) * out.grad'),
        derivative('mask-inverted', '(self.data < 0) * out.grad'),
        derivative('leaky-slope', leaks),
        derivative('input-for-local', 'self.data * out.grad'),
        OUTPUT,
        last=(*CORNER, *EXTREMES),
    ),
    promises={
        'Write the method': ('value', 'one', 'elsewhere', 'preloaded', 'inside 1'),
        'At 0 itself': ('corner', 'corner 1'),
        'All numbers are 0': ('nearest 1', 'very far 3'),
        'The class is given': ('given',),
    },
    hints=(
        'Draw the curve. How steep is it left of 0, and how steep on the right?',
        'The local gradient is 1 where self.data is positive, else 0. The condition '
        'is about the operand, with > and not >=.',
        'Inside _backward: `self.grad += (self.data > 0) * out.grad`: True counts as '
        '1, False as 0. An `if` will do as well.',
    ),
)

"""Check of tanh: a rule in the result, 1 - t²."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    UNCHANGED,
    derivative,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    around_zero,
    experiments,
    in_regions,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES


def probes(rng):
    return [
        *experiments(
            rng, '{}.tanh()', here=((0.61, 0.89),), there=((-1.4, -1.1),),
            zeros='a', extremes=(((11, 13),), ((-13, -11),)),
        ),
        *in_regions(rng, '{}.tanh()', (0,), *around_zero(rng)),
        *in_regions(rng, '{}.tanh()', (14.9,), (-14.9,), step='extremes',
                    name='far'),
        *(probe for sign in (1, -1) for probe in in_regions(
            rng, '{}.tanh()', *((sign * x,) for x in (3.1, 4.2, 5.6, 7.3, 8.9, 10.7,
                                                      13.6)),
            step='extremes', size=1e5, unit=1e-6, limit=f'{sign}',
            name='right bend' if sign > 0 else 'left bend')),
        *in_regions(rng, '{}.tanh()', (2e-5,), (-3e-7,), unit=1e-7,
                    name='near 0'),
    ]


CHECK = Check(
    title='the hyperbolic tangent',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.tanh',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            '(1 - self.grad ** 2) * out.grad', '(1 - out.grad ** 2) * out.grad')),
        derivative(
            'input-for-output',
            '(1 - self.data ** 2) * out.grad',
            '(1 - out.data * self.data) * out.grad',
            '1 - self.data ** 2 * out.grad'),
        derivative(
            'square-forgotten',
            '(1 - out.data) * out.grad', 'out.grad / math.cosh(self.data)'),
        derivative(
            'missing-parentheses',
            '1 - out.data ** 2 * out.grad', '(1 - out.data * 2) * out.grad',
            '1 - out.data * out.grad'),
        derivative(
            'sigmoid-rule-for-tanh',
            'out.data * (1 - out.data) * out.grad',
            '1 / (1 + math.exp(-self.data)) * (1 - 1 / (1 + math.exp(-self.data)))'
            ' * out.grad'),
        derivative(
            'factor-forgotten',
            'out.data ** 2 * out.grad', '-out.data ** 2 * out.grad'),
        derivative('function-of-output', '(1 - math.tanh(out.data) ** 2) * out.grad'),
        derivative('plus-for-minus', '(1 + out.data ** 2) * out.grad'),
        derivative('input-for-local', 'self.data * out.grad'),
        UNCHANGED,
        OUTPUT,
        last=EXTREMES,
    ),
    promises={
        'Write the method': ('value', 'one', 'chain'),
        '`math.tanh` computes': ('digits',),
        'The derivative is': ('upstream', 'elsewhere'),
        'The class is given': ('given',),
        'Both have to hold': ('extreme 1', 'far 1', 'far 2'),
    },
    hints=(
        'The derivative is 1 - tanh(x)². Which number do you already have for tanh(x)?',
        'The local gradient is 1 minus the square of out.data. It is multiplied by '
        'out.grad as a whole: mind the parentheses.',
        'Inside _backward: `self.grad += (1 - out.data ** 2) * out.grad`; the only '
        'operand is a, so Value gets `(self,)`.',
    ),
)

"""Check of sigmoid: a rule in the result, s (1 - s)."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    UNCHANGED,
    derivative,
    forward,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    around_zero,
    draw,
    experiments,
    in_regions,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES


def probes(rng):
    return [
        *experiments(
            rng, '{}.sigmoid()', here=((0.61, 0.89),), there=((-1.9, -1.5),),
            zeros='a', extremes=(((22, 28),), ((-28, -22),)),
        ),
        *in_regions(rng, '{}.sigmoid()', (0,), *around_zero(rng)),
        *in_regions(rng, '{}.sigmoid()', (29.9,), (-29.9,), step='extremes',
                    name='far'),
        *(probe for limit, sign in (('1', 1), ('0', -1)) for probe in in_regions(
            rng, '{}.sigmoid()', *((sign * x,) for x in (5.3, 7.1, 9.4, 11.8, 14.6,
                                                         17.2, 20.7, 26.3)),
            step='extremes', size=1e5, unit=1e-6, limit=limit,
            name='right bend' if sign > 0 else 'left bend')),
        Probe('small', f'x = {draw(rng, -29, -20)}\nout = Value(x).sigmoid()',
              ('1e6 * out.data',), 'extremes'),
    ]


CHECK = Check(
    title='the logistic function',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.sigmoid',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'self.grad * (1 - self.grad) * out.grad',
            'out.grad * (1 - out.grad) * out.grad')),
        derivative(
            'input-for-output',
            'self.data * (1 - self.data) * out.grad',
            'out.data * (1 - self.data) * out.grad',
            'self.data * (1 - out.data) * out.grad'),
        derivative('tanh-rule-for-sigmoid', '(1 - out.data ** 2) * out.grad'),
        derivative(
            'missing-parentheses',
            'out.data * 1 - out.data * out.grad',
            'out.data - out.data ** 2 * out.grad'),
        derivative(
            'factor-forgotten',
            '(1 - out.data) * out.grad',
            'math.exp(-self.data) * out.grad'),
        derivative(
            'function-of-output',
            '(s := 1 / (1 + math.exp(-out.data))) * (1 - s) * out.grad'),
        derivative(
            'factor-too-many',
            'out.data * out.data * (1 - out.data) * out.grad',
            'out.data * (1 - out.data) ** 2 * out.grad',
            'out.data ** 2 * out.grad'),
        derivative('plus-for-minus', 'out.data * (1 + out.data) * out.grad'),
        derivative('input-for-local', 'self.data * out.grad'),
        UNCHANGED,
        OUTPUT,
        values=(
            derivative(
                'wrong-sign-inside',
                forward('math.exp(-self.data)', 'math.exp(self.data)')),
        ),
        last=EXTREMES,
    ),
    promises={
        'Write the method': ('value', 'one', 'chain'),
        'Work the derivative': ('upstream', 'elsewhere'),
        'The class is given': ('given',),
        'Both have to hold': ('extreme 1', 'far 1', 'far 2', 'small'),
    },
    hints=(
        'Differentiate 1 / (1 + e ** -x): the chain rule, with 1 / u outside. Then '
        'look for s and for 1 - s in what you get.',
        'With s for the result, the local gradient is s times (1 - s). Which number '
        'is s in your code?',
        'Inside _backward: `self.grad += out.data * (1 - out.data) * out.grad`; the '
        'only operand is a, so Value gets `(self,)`.',
    ),
)

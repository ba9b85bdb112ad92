"""Check of exp: the function that is its own derivative."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
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
            rng, '{}.exp()', here=((1.2, 1.8),), there=((-0.9, -0.6),),
            zeros='a', extremes=(((22, 28),), ((-28, -22),)),
        ),
        *in_regions(rng, '{}.exp()', (0,), *around_zero(rng)),
        *in_regions(rng, '{}.exp()', (29.9,), (-29.9,), step='extremes',
                    name='far'),
        *(probe for x in (3.7, 8.4, 13.9, 19.6, 25.2) for s in (1, -1)
          for probe in in_regions(rng, '{}.exp()', (s * x,), step='extremes',
                                  size=100.0 ** -s, unit=10.0 ** round(s * x / 2.3),
                                  name=f'at {s * x}')),
        *in_regions(rng, '{}.exp()', (2.3e-6,), (-3.4e-6,), unit=1e-6,
                    limit='1', name='near 0'),
        Probe('small', f'x = {draw(rng, -29, -20)}\nout = Value(x).exp()',
              ('1e15 * out.data',), 'extremes'),
    ]


CHECK = Check(
    title='the exponential function',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.exp',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'self.grad * out.grad', 'math.exp(self.grad) * out.grad')),
        derivative('input-for-local', 'self.data * out.grad'),
        derivative(
            'power-rule-for-exp',
            'self.data * math.exp(self.data - 1) * out.grad',
            'math.exp(self.data - 1) * out.grad',
            'out.data * math.log(out.data) * out.grad'),
        derivative('function-of-output', 'math.exp(out.data) * out.grad'),
        derivative(
            'factor-too-many',
            'out.data * out.data * out.grad', 'out.data * 2 * out.grad'),
        UNCHANGED,
        values=(
            derivative(
                'other-base',
                forward('math.exp(self.data)', '10 ** self.data'),
                forward('math.exp(self.data)', '2 ** self.data')),
        ),
        last=EXTREMES,
    ),
    promises={
        'Write the method': ('value', 'one', 'chain'),
        '`math.exp` computes': ('digits',),
        'The class is given': ('given',),
        'Look for a short': (),
        'It has to hold': ('extreme 1', 'extreme 2', 'far 1', 'far 2', 'small'),
    },
    hints=(
        'Which function is its own derivative?',
        'The local gradient is e ** a, and that number is already in out.data.',
        'Inside _backward: `self.grad += out.data * out.grad`; the only operand is a, '
        'so Value gets `(self,)`.',
    ),
)

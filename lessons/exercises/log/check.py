"""Check of log: a rule in the operand, 1 / x."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    UNCHANGED,
    derivative,
    forward,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    BIG,
    draw,
    experiments,
    in_regions,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES


def probes(rng):
    return [
        *experiments(
            rng, '{}.log()', here=((3.1, 3.9),), there=((0.31, 0.49),),
            extremes=(((2e-30, 9e-30),), (BIG,)),
        ),
        *in_regions(rng, '{}.log()', (2,), (draw(rng, 0.3, 0.5),),
                    (draw(rng, 1.1, 2.4),), (draw(rng, 11, 99),)),
        *in_regions(rng, '{}.log()', (3e-100,), (1e-30,), (0.03,), (1.0,), (1e12,),
                    (1e100,), (2e-200,), (3e200,), step='extremes', name='far'),
        *(probe for x in (2e3, 3e6, 1e12, 1e100, 1.7e308)
          for probe in in_regions(rng, '{}.log()', (x,), step='extremes', size=x / 10,
                                  name=f'slope at {x}')),
        *in_regions(rng, '{}.log()', (0.7,), (1e-5,), (3e-13,), (2.3e-307,),
                    step='extremes', name='near 0'),
        *in_regions(rng, '{}.log()', (1.0000002345,), (0.999999654,), step='extremes',
                    unit=1e-7, name='near 1'),
    ]


CHECK = Check(
    title='the natural logarithm',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'extremes'),
    probes=probes,
    needs=('Value.log',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            '1 / self.grad * out.grad', 'self.grad * out.grad')),
        derivative('output-for-input', '1 / out.data * out.grad'),
        derivative(
            'not-inverted', 'self.data * out.grad'),
        derivative(
            'second-derivative',
            '1 / self.data ** 2 * out.grad', '-1 / self.data ** 2 * out.grad'),
        derivative('upstream-inverted', '1 / (self.data * out.grad)',
                   'self.data / out.grad'),
        derivative('function-of-output', 'math.exp(self.data) * out.grad',
                   'math.log(self.data) * out.grad / self.data'),
        UNCHANGED,
        OUTPUT,
        values=(
            derivative(
                'other-base',
                forward('math.log(self.data)', 'math.log10(self.data)'),
                forward('math.log(self.data)', 'math.log2(self.data)'),
                '1 / (self.data * math.log(10)) * out.grad',
                '1 / (self.data * math.log(2)) * out.grad'),
        ),
        last=EXTREMES,
    ),
    promises={
        'Write the method': ('value', 'one', 'chain'),
        '`math.log` computes': ('digits',),
        'It has to hold': ('extreme 1', 'extreme 2'),
        'The class is given': ('given',),
    },
    hints=(
        'What is the derivative of the natural logarithm?',
        'The local gradient is 1 / a: of the operand, not of the result.',
        'Inside _backward: `self.grad += out.grad / self.data`; the only operand is '
        'a, so Value gets `(self,)`.',
    ),
)

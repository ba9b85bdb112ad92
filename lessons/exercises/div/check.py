"""Check of div: 1 / b for the numerator, -a / b² for the denominator."""

from micrograd.classroom.checker import Check
from micrograd.classroom.checker.bank.catalogue import of_two
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    SWAPPED,
    UNCHANGED,
    derivative,
    grad_for_data,
    rounded_down,
    rule,
)
from micrograd.classroom.checker.bank.operations import (
    BIG,
    SMALL,
    TWO,
    beside_numbers,
    experiments,
    in_regions,
    pairs,
    steps,
)
from micrograd.classroom.checker.bank.uses import (
    AT_ZERO,
    EXTREMES,
    REFLECTED,
    not_swapped,
)

EXTREME = ((BIG, (-9e-13, -2e-13)), (SMALL, BIG))  # b is squared


def probes(rng):
    return [
        *experiments(rng, '{} / {}', **{**TWO, 'extremes': EXTREME}, zeros='a'),
        *in_regions(rng, '{} / {}', (2.3456789e-9, 3.5), (3e-5, -2e5), step='extremes',
                    size=1e5, unit=1e-9, name='small'),
        *in_regions(rng, '{} / {}', *pairs(rng, zero=False)),
        *beside_numbers(rng, '{} / {}', a=(2.1, 2.9), number=(3, 7)),
    ]


CHECK = Check(
    title='the quotient a / b',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'numbers', 'extremes'),
    probes=probes,
    needs=('Value.__truediv__',),
    mistakes=of_two(
        derivative(
            'grad-for-data',
            grad_for_data('1 / other.grad * out.grad'),
            grad_for_data(
                '-self.grad / other.data ** 2 * out.grad',
                '-self.data / other.grad ** 2 * out.grad',
                '-self.grad / other.grad ** 2 * out.grad', operand='b'),
        ),
        derivative(
            'square-forgotten',
            rule('-self.data / other.data * out.grad', 'b'),
            rule('self.data / other.data * out.grad', 'b'),
        ),
        derivative(
            'numerator-forgotten',
            rule('-1 / other.data ** 2 * out.grad', 'b'),
            rule('1 / other.data ** 2 * out.grad', 'b'),
            rule('-1 / other.data * out.grad', 'b'),
        ),
        derivative(
            'mul-rule-for-div',
            rule('other.data * out.grad'), rule('self.data * out.grad', 'b'),
        ),
        derivative(
            'div-operands-exchanged',
            rule('1 / self.data * out.grad'),
            rule('-other.data / self.data ** 2 * out.grad'),
            rule('-other.data / self.data ** 2 * out.grad', 'b'),
            rule('1 / self.data * out.grad', 'b'),
        ),
        derivative('missing-parentheses', rule(
            '-self.data / other.data * other.data * out.grad', 'b')),
        SWAPPED,
        UNCHANGED,
        OUTPUT,
        values=(derivative('quotient-rounded-down', rounded_down),),
        last=(
            not_swapped(
                'reflected-div-not-swapped', 'Value(other) / self', 'self / other'),
            *REFLECTED,
            *EXTREMES,
            *AT_ZERO,
        ),
    ),
    promises={
        'Write `__truediv__`': ('value', 'one', 'left', 'int on the right'),
        'Python asks': ('int on the left',),
        'The class as given': ('given',),
        'You may write helper': ('left', 'right'),
        'The result is a new': ('1 on the right', 'a is 0', 'extreme 1'),
        '`_prev` holds Values alone': ('int on the right', 'chain on the right'),
    },
    hints=(
        'a / b is a times 1 / b. You know the rule of a product. How does 1 / b move '
        'with b?',
        'The local gradients are 1 / b and -a / b². For 12 / a Python calls '
        '__rtruediv__ with self = a and other = 12.',
        'Inside _backward: `self.grad += out.grad / other.data` and `other.grad += '
        '-self.data / other.data ** 2 * out.grad`. And __rtruediv__ may return '
        'Value(other) / self.',
    ),
)

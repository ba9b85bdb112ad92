"""Check of pow: the power rule, for whole, negative and broken exponents."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_one
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    UNCHANGED,
    derivative,
    grad_for_data,
)
from micrograd.classroom.checker.bank.operations import (
    OF_RESULT,
    TOGETHER,
    draw,
    experiments,
    in_regions,
    leaves,
    sent,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXPONENTS, EXTREMES
from micrograd.classroom.checker.mistakes import raises


def probes(rng):
    whole = f'{{}} ** {rng.randint(4, 5)}'
    others = {'fraction': draw(rng, 2.3, 2.8), 'negative': -rng.randint(2, 3),
              'root': draw(rng, 0.3, 0.7), 'zero': 0, 'one': 1,
              'square': 2}
    a, up, held = draw(rng, 1.2, 1.8), draw(rng, 3, 5), draw(rng, 100, 200)
    below, above, root = draw(rng, 0.3, 0.8), draw(rng, 1.2, 2.4), draw(rng, 0.2, 0.8)
    grid = [
        *((s * base, n) for base in (below, above) for s in (1, -1)
          for n in (-3, -2, -1, 0, 1, 2, 3, 4, 5, 8, 2.0, 3.0, -1.0)),
        *((base, n) for base in (below, above)
          for n in (0.5, -0.5, 1.5, root, -root, 2 + root, -2 - root)),
        *((0.0, n) for n in (1, 2, 3, 1.0, 2.0)), (0, 2), (1.0, 7), (-1.0, 7),
        (-1.0, -4), (1.0, -root),
        *((base, n) for base in (1, -1, 2, -3, 5) for n in (-3, -2, -1, 0, 1, 2, 3)),
        (4, 0.5), (9, -root), (4, -0.5), (0, 1), (0, 3),
    ]
    return [
        *experiments(rng, whole, here=((2.1, 2.9),), there=((-1.8, -1.3),),
                     extremes=(((200, 400),), ((-0.03, -0.02),))),
        *in_regions(rng, '{} ** 2', (2.3456789e-5,), (-3.456789e-6,), step='extremes',
                    unit=1e-10, name='small'),
        *(Probe(name, f'a = Value(0.0)\nout = a ** {n}\n{sent(up)}',
                ('out.data', 'a.grad'), 'gradient')
          for name, n in (('zero', whole[-1]), ('zero to the power of 1', 1))),
        *(probe for nth, (base, n) in enumerate(grid)
          for probe in _at(nth, base, n, draw(rng, 3, 5), held)),
        *(Probe(f'{name} exponent', f'{leaves("a", [a])}\na.grad = {held}\n'
                f'out = a ** {n}\n{sent(up)}',
                ('out.data', 'a.grad', 'out is a'), 'exponents')
          for name, n in others.items()),
        Probe('exponents together', f'{leaves("a", [a])}\np = a ** 2\nq = a ** 3\n'
              f'p.grad = {up}\nrun_backward(p)', ('p.data', 'a.grad'), 'sum',
              about=(TOGETHER,)),
        Probe('chain of exponents', f'{leaves("a", [a])}\nh = a ** 2\n'
              f'k = h ** {others["root"]}\nl = k ** 1\nm = l ** {others["negative"]}\n'
              f'n = m ** {others["fraction"]}\nout = n ** 2\n{sent(up)}',
              ('a.grad',), 'exponents', about=(OF_RESULT,)),
    ]


def _at(nth, base, n, up, held):
    """A base and an exponent, with gradients of both signs."""
    for sign in (1, -1):
        code = (f'a = Value({base})\na.grad = {held}\nout = a ** {n}\n'
                f'{sent(sign * up)}')
        yield Probe(f'grid {nth}{"" if sign > 0 else ", downward"}', code,
                    ('out.data', f'a.grad - {held}', 'a.data', 'out is a'),
                    'exponents')


CHECK = Check(
    title='the power a ** n',
    steps=steps('forward', 'gradient', 'sum', 'graph', 'exponents', 'extremes'),
    probes=probes,
    needs=('Value.__pow__',),
    mistakes=of_one(
        derivative('grad-for-data', grad_for_data(
            'n * self.grad ** (n - 1) * out.grad')),
        derivative(
            'coefficient-forgotten', 'self.data ** (n - 1) * out.grad'),
        derivative(
            'coefficient-lowered',
            '(n - 1) * self.data ** (n - 1) * out.grad',
            '(n - 1) * self.data ** n * out.grad'),
        derivative('exponent-not-lowered', 'n * self.data ** n * out.grad'),
        derivative(
            'exponent-raised',
            'n * self.data ** (n + 1) * out.grad',
            'self.data ** (n + 1) / (n + 1) * out.grad'),
        derivative(
            'missing-parentheses',
            '(n * self.data ** n - 1) * out.grad',
            'n * self.data ** n - 1 * out.grad',
            'n * (self.data ** n - 1) * out.grad'),
        derivative(
            'exponential-rule',
            'out.data * math.log(self.data) * out.grad',
            'n ** self.data * math.log(n) * out.grad',
            'n ** (self.data - 1) * out.grad',
            'n ** (self.data - 1) * self.data * out.grad'),
        derivative('times-for-power', 'n * self.data * (n - 1) * out.grad',
                   'n * self.data * out.grad'),
        derivative('input-for-local', 'self.data * out.grad'),
        UNCHANGED,
        OUTPUT,
        last=(
            derivative('divides-by-the-base', raises('ZeroDivisionError', '', 'zero')),
            *EXPONENTS,
            *EXTREMES,
        ),
    ),
    promises={
        'Write `__pow__`': ('value', 'one', 'chain'),
        'The exponent n is': ('fraction exponent', 'negative exponent', 'grid 0'),
        'The class is given': ('given',),
        'The result is a new': ('one exponent',),
        'At a = 0 only': ('zero', 'zero to the power of 1'),
    },
    hints=(
        'What is the derivative of x³? And of xⁿ?',
        'The power rule: n times x to the power of n - 1. It holds for every n.',
        'Inside _backward: `self.grad += n * self.data ** (n - 1) * out.grad`; the '
        'only operand is a, so Value gets `(self,)`.',
    ),
)

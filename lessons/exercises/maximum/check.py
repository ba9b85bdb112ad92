"""Check of maximum: the winner takes all, and a tie is shared."""

from micrograd.classroom.checker import Check, Probe
from micrograd.classroom.checker.bank.catalogue import of_two
from micrograd.classroom.checker.bank.derivatives import (
    OUTPUT,
    SWAPPED,
    derivative,
    rule,
    tie,
    tie_with_number,
)
from micrograd.classroom.checker.bank.operations import (
    AT_TIE,
    BIG,
    ON_THE_RIGHT,
    SMALL,
    beside_numbers,
    draw,
    experiments,
    in_regions,
    leaves,
    pairs,
    results_as_operands,
    sent,
    steps,
)
from micrograd.classroom.checker.bank.uses import EXTREMES
from micrograd.classroom.checker.mistakes import all_of, right, wrong


def probes(rng):
    here, there = ((4.1, 5.9), (2.1, 2.9)), ((-3.9, -3.1), (-1.9, -1.3))
    equal, up = draw(rng, 3.1, 3.9), draw(rng, 6, 8)
    close = round(equal + 0.01, 2)
    near = [(n, n + by) for n in (equal, -equal) for by in (n * 1e-13, 1e-6)]
    return [
        *experiments(rng, '{}.maximum({})', here, there, third=(1.1, 1.9), zeros='ab',
                     extremes=((BIG, (-9e6, -2e6)), (SMALL, BIG))),
        Probe('tie', f'{leaves("ab", [equal, equal])}\nout = a.maximum(b)\n{sent(up)}',
              ('a.grad', 'b.grad'), 'ties'),
        Probe('tie of two objects', f'a = Value({equal})\nb = Value(a.data + 0)\n'
              f'out = a.maximum(b)\n{sent(up)}', ('a.grad', 'b.grad'), 'ties'),
        Probe('preloaded tie', f'{leaves("ab", [equal, equal])}\na.grad, b.grad = 120, '
              f'150\nout = a.maximum(b)\n{sent(up)}', ('a.grad', 'b.grad'), 'sum'),
        Probe('nearly a tie', f'{leaves("ab", [equal, close])}\n'
              f'out = a.maximum(b)\n{sent(up)}', ('a.grad', 'b.grad'), 'ties'),
        *in_regions(rng, '{}.maximum({})', *pairs(rng)),
        *in_regions(rng, '{}.maximum({})', (0.0, -0.0), (2, 2.0), (0, 0.0),
                    *near, *(pair[::-1] for pair in near), (1e-9, 0.0), (0.0, 1e-9),
                    (-1e-9, 0.0), (1e-9, 2e-9), step='ties', name='tie or nearly'),
        *in_regions(rng, '{}.maximum({})', (1e6, 1e6 + 1e-6), (1e6 + 1e-6, 1e6),
                    (2e6, 2e6), (1e200, -1e200), (-1e300, -1.5e300), (1.5e300, 1e300),
                    (1e300, -1e300), (-1e300, 1e300), (1e16, 3.0), (-1e16, 3.0),
                    step='extremes', name='far'),
        *in_regions(rng, '{}.maximum({})', (1e-200, -1e-200), (1e-200, 3e-200),
                    (1e-9, -5e16), step='extremes', unit=1e-200, name='very near'),
        *in_regions(rng, '{}.maximum({})', (1e-300, 0.0), (0.0, 1e-300),
                    (-1e-300, 1e-300), (-1e300, 1e-300), step='extremes', unit=1e-300,
                    name='nearest'),
        *(Probe(f'{sign}self', f'a = Value({n})\na.grad = 120\nout = a.maximum(a)\n'
                f'{sent(-up)}', ('out.data', 'a.grad', 'out is a'), 'ties')
          for sign, n in (('', equal), ('negative ', -equal), ('zero ', 0.0))),
        *results_as_operands(rng, '{}.maximum({})', (6.3, 2.4), (2.4, 6.3), (6.3, 6.3),
                             (-6.3, -2.4), (-2.4, -6.3), (-6.3, -6.3)),
        *beside_numbers(rng, '{}.maximum({})', a=(2.1, 2.9), number=(0, 2), sides='r'),
        *(Probe(f'{what} on the right', f'a = Value({equal})\na.grad = 120\n'
                f'out = a.maximum({n})\n{sent(up)}', ('out.data', 'a.grad'), 'numbers',
                about=(ON_THE_RIGHT,))
          for what, n in (('larger int', 5), ('larger float', equal + 1.25))),
        *(Probe(f'{what} on the right', f'a = Value({n})\na.grad = 120\n'
                f'out = a.maximum({n})\n{sent(up)}', ('out.data', 'a.grad'), 'numbers',
                about=(AT_TIE, ON_THE_RIGHT))
          for what, n in (('equal float', equal), ('equal int', 3), ('equal 0', 0))),
        *(Probe(f'{"equal" if a == n else a} {n} on the right', f'a = Value({a})\n'
                f'a.grad = 120\nout = a.maximum({n})\n{sent(-up)}',
                ('out.data', 'a.grad', 'out is a'), 'numbers',
                about=(AT_TIE, ON_THE_RIGHT) if a == n else (ON_THE_RIGHT,))
          for a, n in ((-2.5, -2.5), (-2.5, -1), (-1.5, -4), (0.0, 0.0), (2.0, 2),
                       (equal, equal + 1e-9), (equal, equal - 1e-9),
                       (0.0, -1), (0.0, 1), (-1.5, 0), (1.5, 0))),
    ]


CHECK = Check(
    title='the maximum of two Values',
    steps=steps('forward', 'gradient', 'ties', 'sum', 'graph', 'numbers',
                'extremes'),
    probes=probes,
    needs=('Value.maximum',),
    mistakes=of_two(
        derivative('both-get-all', rule('out.grad'), rule('out.grad', 'b')),
        derivative(
            'tie-halved-always',
            rule('out.grad / 2'), rule('out.grad / 2', 'b'),
            rule('share * out.grad / 2'), rule('(1 - share) * out.grad / 2', 'b'),
        ),
        derivative(
            'input-for-local',
            rule('share * self.data * out.grad'), rule('self.data * out.grad'),
            rule('(1 - share) * other.data * out.grad', 'b'),
            rule('other.data * out.grad', 'b'),
        ),
        SWAPPED,
        OUTPUT,
        derivative('tie-counted-twice', tie(1, 1)),
        derivative('tie-lost', tie(0, 0)),
        derivative('tie-one-sided', tie(1, 0), tie(0, 1)),
        derivative('tie-with-a-number', tie_with_number),
        derivative(
            'tie-by-identity', all_of(right('tie'), wrong('tie of two objects'))),
        last=EXTREMES,
    ),
    promises={
        'Write the method': (
            'value', 'one', 'elsewhere', 'int on the right', 'larger int on the right',
        ),
        'Equal operands share': ('tie', 'preloaded tie', 'self', 'tie or nearly 1'),
        'Beside an equal': ('equal float on the right', 'equal int on the right'),
        '`_prev` holds Values alone': ('int on the right', 'chain on the right'),
        'All numbers are 0': ('nearest 1', 'far 7'),
        'The class is given': ('given',),
        'For b.maximum(c)': (),
    },
    hints=(
        'Move the smaller operand a little: does the maximum move? And the larger one?',
        'There are three cases: self is larger, other is larger, or they are equal. '
        'Who gets which share of out.grad?',
        'With a share of 1, 0 or 0.5 for self: `self.grad += share * out.grad` and '
        '`other.grad += (1 - share) * out.grad`. Wrap a number first, as in add.',
    ),
)

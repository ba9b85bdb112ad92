"""Check of planted_fault.

The fault: relu's mask asks the sign of the gradient that comes in. It shows only where
the upstream gradient and the data have different signs.
"""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.graphs import apart, grown, lettered
from micrograd.classroom.checker.bank.operations import given
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import all_of, any_of, right

SIGNS = {'up': ('a', ''), 'up, negative gradient': ('a', '-'),
         'down': ('b', ''), 'down, negative gradient': ('b', '-')}


def probes(rng):
    numbers = apart(rng, 'abck')
    same = dict.fromkeys('abck', numbers['a'])
    g = round(rng.uniform(4, 6), 1)
    start = [round(rng.uniform(0.3, 0.9), 2) * sign for sign in (1, -1, 1, -1, 1, -1,
                                                                 1)]
    network = ('network = Network(2)\n'
               f'for p, number in zip(network.parameters(), {start}):\n'
               '    p.data = number\n'
               'samples = [(0.5, 1.5), (-1.0, 2.5), (1.5, -0.5)]\n')

    def relu(name, data, sign):
        code = (f'a = Value({data})\na.grad = 10.0\nout = a.relu()\n'
                f'out.grad = {sign}{g}\nout._backward()')
        return Probe(name, code, ('out.data', 'a.grad'), 'fault')

    def graph(name, lines, show, numbers=numbers):
        return Probe(name, lettered(numbers, lines), show, 'engine')

    def every(nth):
        lines, names = grown(rng, 'abc', 8)
        return graph(f'graph {nth}', f'{lines}\n{names[-1]}.backward()',
                     tuple(f'{name}.grad' for name in names),
                     apart(rng, 'abc', 0.3, 1.4))

    grads = ('a.grad', 'b.grad', 'c.grad')
    return [
        *(relu(name, numbers[letter], sign) for name, (letter, sign) in SIGNS.items()),
        relu('small', round(rng.uniform(0.2, 0.8), 2), ''),
        *(relu(f'at {x}{", negative gradient" * (sign == "-")}', x, sign)
          for x in (0.0, -0.0, 1e-9, -1e-9, 3.5, -3.5, 2, -2) for sign in ('', '-')),
        Probe('relu of a result', 'a, b = Value(-1.5), Value(2.5)\nh = a * b\n'
              'k = a + b\nout = h.relu() * a + k.relu() * a + (h * a).relu()\n'
              'out.backward()', ('out.data', 'a.grad', 'b.grad', 'h.grad', 'k.grad'),
              'engine'),
        *(every(nth) for nth in range(1, 5)),
        *(graph(f'zeros {nth}', f'{lines}\nout.backward()',
                tuple(f'{name}.grad' for name in 'abz'),
                {**numbers, 'z': 0.0, 'm': -1.0})
          for nth, lines in enumerate((
              'h = a * b\nout = (h + a) * z + h', 'h = a * z\nout = h * b + h * m',
              'h = a * b\nout = (h.relu() + h * m.relu()) * z + b.relu()',
              'h = (a + b) * z\nout = h.relu() + z.relu() * a + h'))),
        given('engine', has_repr=False),
        Probe('deep', 'a, b = Value(1.0), Value(0.5)\nout = a\nfor _ in range(3000):\n'
              '    out = out + b\nout.backward()', ('a.grad', 'b.grad', 'out.grad'),
              'engine'),
        Probe('seeded', 'import random\nrandom.seed(3)\nnetwork = Network(3)\n'
              'random.seed(3)\nnumbers = [random.uniform(-1, 1) for _ in range(9)]',
              ('[p.data for p in network.parameters()] == [*numbers, 0.0]',
               '[p is q for p, q in zip(network.parameters(), '
               '[*network.w, *network.b, *network.v, network.c])]'), 'network'),
        Probe('no sample', 'network = Network(1)\nloss = loss_of(network, [])\n'
              'losses = train(network, [], 0.1, 0)', ('loss.data', 'losses'),
              'network'),
        graph('add', 'out = a + b\na.grad = 10.0\nout.grad = k.data\nrun_backward(out)',
              ('out.data', *grads[:2])),
        graph('mul', 'out = a * b\na.grad = 10.0\nout.grad = k.data\nrun_backward(out)',
              ('out.data', *grads[:2])),
        graph('order', 'h = a * b\nout = h + h * c\nout.backward()', grads),
        graph('order too', 'h = a * b\nout = h * c + h\nout.backward()', grads),
        graph('several', 's = a + a\nout = s * s + s\nout.backward()', ('a.grad',)),
        graph('equal', 'out = a * b + c * k\nout.backward()', grads, same),
        graph('again', 'out = a * b\nout.backward()\nout.backward()', grads[:2]),
        Probe('network', f'{network}out = network(0.7)\nout.backward()',
              ('out.data', '[p.grad for p in network.parameters()]'), 'network'),
        Probe('made', 'network = Network(40)',
              ('len(network.parameters())',
               'len({id(p) for p in network.parameters()})',
               'len({p.data for p in network.parameters()})'), 'network'),
        Probe('loss', f'{network}loss = loss_of(network, samples)', ('loss.data',),
              'network'),
        Probe('train', f'{network}network.c.grad = 3.0\n'
              'losses = train(network, samples, lr=0.02, steps=4)',
              ('losses', '[p.data for p in network.parameters()]'), 'network'),
    ]


def forward_changed(e):
    """Does relu itself give another number?"""
    return any(not e.is_right(name, 'out.data') for name in SIGNS)


def slopes(*expected, arrives='10.0 + {} * out.grad'):
    """Fits if relu passes on these multiples of its upstream gradient."""

    def fits(e):
        for name, factor in zip(SIGNS, expected):
            arrived = e.yours(name, 'a.grad')
            asked = e.ours(name, arrives.format(factor))
            if not isinstance(arrived, float) or abs(arrived - asked) > 1e-9:
                return False
        return not forward_changed(e)

    return fits


REPAIRED = all_of(right('small'), *(right(name) for name in SIGNS))

CHECK = Check(
    title='a planted fault',
    steps={
        'fault': 'the fault is repaired',
        'engine': 'the rest of the engine is as it was',
        'network': 'network and training are as they were',
    },
    probes=probes,
    needs=('Value', 'Value.relu', 'Value.backward', 'Network', 'loss_of', 'train'),
    mistakes=(
        Mistake(
            'fault-still-there', slopes(1, 0, 1, 0),
            'the planted fault is still there',
            'The first step of training goes well: the signs of the gradients matter. '
            'Which operation gives a wrong slope only if its upstream gradient is '
            'negative?',
        ),
        Mistake(
            'mask-always-on', slopes(1, 1, 1, 1),
            'the right line, but now relu lets every gradient through',
            'Draw relu: what is its slope on the left? And is out.data ever below 0?',
            'down',
        ),
        Mistake(
            'mask-reversed', any_of(slopes(0, 0, 1, 1), slopes(0, 1, 0, 1)),
            'the right line, but the condition is the wrong way round',
            'Where is the slope of relu 1: for positive or for negative numbers?',
            'up',
        ),
        Mistake(
            'mask-of-both', slopes(1, 0, 0, 0),
            'the sign of the gradient still decides',
            'A slope belongs to a place x. Does it depend on the gradient that comes '
            'in from above?',
            'up, negative gradient',
        ),
        Mistake(
            'gradient-lost', slopes(0, 0, 0, 0),
            '`relu` passes no gradient on',
            'For a positive number relu changes nothing. How much of the upstream '
            'gradient has to come through?',
            'up',
        ),
        shared('no-upstream', slopes(1, 1, 0, 0, arrives='10.0 + {}'), 'up'),
        shared('overwrite-grad', slopes(1, 1, 0, 0, arrives='{} * out.grad'), 'up'),
        Mistake(
            'something-else-broken',
            any_of(REPAIRED, forward_changed),
            'the fault is repaired, but something else has changed',
            'Exactly one line was wrong. Compare your file with the original: which '
            'other line is different now?',
        ),
    ),
    promises={
        'A network learns': (),
        'Run this file': (),
        'It should come': (),
        'Exactly one line': (),
        'Reading alone': (),
        'Build small': (),
        'Try positive and': ('up', 'down', 'at 0.0'),
        'Then repair the line': (
            'add', 'mul', 'order', 'network', 'made', 'loss', 'train', 'given',
            'seeded',
        ),
        '(The comment below': (),
    },
    hints=(
        'Take one operation after the other: +, *, relu, then backward. For each, '
        'compare the gradient with a measured slope, for positive and negative '
        'numbers.',
        'Put the operation inside a larger expression, so that the gradient that '
        'comes in is negative: Value(-1.0) * x.relu().',
        "Look at relu's _backward. Its slope is 1 where the result is above 0, and 0 "
        'elsewhere. Whose sign does the line test instead?',
    ),
)

"""Check of backward.

Two graphs, lop1 and lop2, are the same sum in both orders: whoever lets a node pass
its gradient on before all its users have reported is right in one of them.
"""

import re

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.graphs import (
    apart,
    counts_once,
    grown,
    lettered,
    wrong_attribute,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    formula,
    no,
    only_in,
    raises,
    right,
    shows,
    variant,
    wrong,
)

# Deeper than Python allows calls inside each other, and no deeper: whoever has raised
# that limit should not bring the interpreter down.
DEEP = 2_000
GRADS = ('a.grad', 'b.grad', 'c.grad')

SPY = """
inner = a * b
out = inner * c
calls, seeds = [], []
out._backward = lambda: calls.append('out') or seeds.append(out.grad)
inner._backward = lambda: calls.append('inner')
out.backward()
"""

SHARED = """
h = a * b
p = h + c
p.backward()
for v in (a, b, c, h, p):
    v.grad = 0.0
q = h * c
q.backward()
"""

COUNTED = """
class Counted(Value):
    looks = 0

    def __getattribute__(self, name):
        Counted.looks += name == '_prev'
        return super().__getattribute__(name)

x = Counted(1.5)
for _ in range(12):
    x = Counted(0.0, (x, x))
x.backward()
"""

TWICE = """
s = a + a
out = s + s
out.backward()
try:
    out.backward()
except Exception:
    second = 'an error'
else:
    second = a.grad
"""


# Gradients and numbers that are 0, at first or at the end, tiny or huge.
ZEROS = (
    'h = a * b\nk = (h + a) * z\nout = k + h + m',
    'h = a * b\nk = h + a\nout = h + k * z + m * h',
    'h = a * z\nk = h * b\nout = k * m + h',
    'h = a * b\nk = h * m\nout = h + k + z',
    'h = a * b\nk = h + z\nout = k * m + k + h * z',
    'h = a * b\nk = h * z\nout = (k + h * m) * z + b',
    'h = a * b\nk = (m + h) * z\nout = z * (k + h) + k * a',
    'h = z * z\nk = h + z * a\nout = k * b + k * m',
    'h = z + z\nk = h * h\nout = k * a + h * b + m',
)


def probes(rng):
    numbers = apart(rng, 'abcmk')
    same = {'a': numbers['a'], 'b': numbers['b'], 'c': numbers['a'], 'd': numbers['b']}

    def graph(name, lines, step, show=GRADS, numbers=numbers, required=True):
        return Probe(name, lettered(numbers, lines), show, step, required)

    def every(nth):
        lines, names = grown(rng, 'abc', 8)
        small = apart(rng, 'abc', 0.3, 1.4)
        return graph(f'graph {nth}', f'{lines}\n{names[-1]}.backward()', 'shared',
                     tuple(f'{name}.grad' for name in names), small)

    return [
        graph('single', 'out = a * b\nout.backward()', 'small', GRADS[:2]),
        graph('leaf', 'a.backward()', 'small', GRADS[:1]),
        graph('chain', 'out = (a * b) * c\nout.backward()', 'order'),
        graph('chain right', 'out = c * (a * b)\nout.backward()', 'order'),
        graph('four', 'out = ((a * b) * c) * (m + k)\nout.backward()', 'order',
              (*GRADS, 'm.grad')),
        graph('diamond', 's = a + a\nout = s + s\nout.backward()', 'shared', GRADS[:1]),
        graph('lop1', 'h = a * m\nout = h + h * k\nout.backward()', 'shared',
              GRADS[:1]),
        graph('lop2', 'h = a * m\nout = h * k + h\nout.backward()', 'shared',
              GRADS[:1]),
        graph('two', 'x = a * b\ny = x * x\nz = y + x\nout = z * y\nout.backward()',
              'shared', GRADS[:2]),
        graph('equal', 'out = a * b + c * d\nout.backward()', 'shared',
              (*GRADS, 'd.grad'), same),
        graph('of both', 'h = a * m\nout = h * c + h * h\nout.backward()', 'shared',
              ('a.grad', 'm.grad', 'c.grad', 'h.grad', 'out.grad')),
        graph('of both too', 'h = a * m\nout = h * h + c * h\nout.backward()', 'shared',
              ('a.grad', 'm.grad', 'c.grad', 'h.grad', 'out.grad')),
        graph('zero', 'z = Value(0.0)\nh = a * z\nout = h * b + h\nout.backward()',
              'shared', ('a.grad', 'z.grad', 'h.grad', 'b.grad', 'out.grad')),
        *(graph(f'zeros {nth}', f'{lines}\nout.backward()', 'shared', tuple(
            f'{name}.grad' for name in 'abzhkm'), {**numbers, 'z': 0.0, 'm': -1.0})
          for nth, lines in enumerate(ZEROS)),
        *(every(nth) for nth in range(1, 9)),
        graph('kept', 'h = a * b\nout = h * c + h\nbefore = out._prev, h._prev\n'
              'out.backward()', 'shared', (
                  '[v.data for v in (a, b, c, h, out)]',
                  'before == (out._prev, h._prev)', 'a._prev')),
        graph('gradients inside', 'h = a * b\nh.grad = 1.0\nout = h + h\n'
              'out.backward()', 'calls', (
                  'any(abs(a.grad - n * b.data) < 1e-9 for n in (2, 3))',
                  'any(abs(b.grad - n * a.data) < 1e-9 for n in (2, 3))')),
        *(graph(f'size {t}', f't = Value({t})\nh = a * b\nout = h * t + t * (h + a)\n'
                'out.backward()', 'shared', (
                    f'a.grad / {t}', f'b.grad / {t}', f'h.grad / {t}', 't.grad'))
          for t in (1e-9, -1e-200, 1e200, 7)),
        Probe('doubled', COUNTED, ('Counted.looks < 1000',), 'shared'),
        graph('a shared part', SHARED, 'calls',
              (*GRADS, 'h.grad', 'q.grad')),
        graph('another', 'p = a * b\np.backward()\nq = c * m\nq.backward()', 'calls',
              (*GRADS, 'm.grad')),
        graph('twice', TWICE, 'calls',
              ("second in ('an error', 4.0, 8.0, 12.0)",)),
        graph('second', TWICE, 'calls', ('second',), required=False),
        graph('preloaded', 'a.grad = 100.0\nout = a + a\nout.backward()', 'calls',
              GRADS[:1], required=False),
        graph('spy', SPY, 'order', ('calls', 'seeds'), required=False),
        graph('deep', f'out = a\nfor _ in range({DEEP}):\n    out = out + b\n'
              'out.backward()', 'calls', GRADS[:2], required=False),
    ]


SMALL = ('single', 'leaf', 'chain', 'chain right', 'four', 'diamond', 'lop1', 'lop2',
         'two', 'equal')

ORDER = """
def order(root, visited=True):
    topo, seen = [], set()

    def build(node):
        if node not in seen:
            if visited:
                seen.add(node)
            for operand in node._prev:
                build(operand)
            topo.append(node)
    build(root)
    return topo

def backward(self):
    self.grad = 1.0
    {}

Value.backward = backward
"""


def method(body, *probes):
    """Fits a file that behaves as backward() with this body, after the seed."""
    return variant(ORDER.format(body.replace('\n', '\n    ')), *(probes or SMALL))


NAIVE = """
def walk(node):
    node._backward()
    for operand in node._prev:
        walk(operand)

def backward(self):
    self.grad = 1.0
    walk(self)

Value.backward = backward
"""


def is_first_visit(e):
    """Is lop1 or lop2 short of what came through the other way, and the rest right?"""
    if not all(e.is_right(name) for name in ('single', 'chain', 'diamond')):
        return False
    short = formula('m.data', 'a.grad', 'lop1'), formula('m.data', 'a.grad', 'lop2')
    return any(fits(e) for fits in short)


def all_zero(e):
    """Has no gradient below the root moved?"""
    return e.yours('single', 'a.grad') == e.yours('single', 'b.grad') == 0


def erases_inner(e):
    """Are all gradients right but those of results, which are 0?"""
    return bool(e.failed) and all(
        re.match(r'(h|k|q|out|n\d+)\.grad', d.expression) and d.yours == 0
        for d in e.failed)


def calls(*names):
    """Fits if backward() has called these closures, the users first."""
    return shows('spy', 'calls', [*names])


CHECK = Check(
    title='the backward pass',
    steps={
        'small': 'one operation or none',
        'order': 'several operations',
        'shared': 'shared Values',
        'calls': 'several calls',
    },
    probes=probes,
    needs=('Value.backward',),
    mistakes=(
        shared('wrong-attribute', wrong_attribute),
        Mistake(
            'seed-is-a-value',
            any_of(raises('TypeError', "unsupported operand.*'(float|Value)' and"
                          " '(float|Value)'", *SMALL),
                   shows('leaf', 'a.grad', {'object': 'Value'})),
            'the first gradient is a Value',
            'A `.data` and a `.grad` are plain numbers. What type is the gradient '
            'that you put into self.grad?',
            'leaf',
        ),
        Mistake(
            'gradients-cleared',
            all_of(all_zero, shows('spy', 'seeds', [1.0]),
                   shows('leaf', 'a.grad', 0.0)),
            'the gradients are set to 0 after they have arrived',
            'The gradients are the result of the pass. Which line puts them back to '
            '0, and when does it run?',
            'leaf',
        ),
        Mistake(
            'no-seed', all_of(all_zero, shows('leaf', 'a.grad', 0.0)),
            'the pass starts with a gradient of 0',
            'Every gradient is a product that begins at the root. What is d root / d '
            'root?',
            'leaf',
        ),
        Mistake(
            'seed-too-late',
            all_of(all_zero, any_of(calls('out', 'inner'), calls('inner', 'out'))),
            'the first gradient is set after the pass',
            'Which gradient does the root hold while its _backward runs?',
            'single',
        ),
        Mistake(
            'root-skipped', all_of(all_zero, calls('inner')),
            'the _backward of the root itself does not run',
            'The root is part of the order, too. What passes on its gradient?',
            'single',
        ),
        Mistake(
            'not-called', all_of(all_zero, calls()),
            'no _backward is ever called',
            '`node._backward` names a function. What makes Python run it? And is the '
            'list that you go through really filled?',
            'single',
        ),
        Mistake(
            'seed-with-data',
            method('self.grad = self.data\n'
                   'for node in reversed(order(self)):\n    node._backward()'),
            'the pass starts with the data of the root',
            'The gradient of the root says how the root changes when the root changes '
            'by 1. Does that depend on its data?',
            'leaf',
        ),
        Mistake(
            'seed-in-every-node',
            any_of(variant(NAIVE.replace('    walk(self)', '    self._backward()\n'
                           '    for operand in self._prev:\n'
                           '        operand.backward()'), *SMALL),
                   method('for node in reversed(order(self)):\n'
                          '    node.grad = 1.0\n    node._backward()')),
            'every node starts with a gradient of 1, not the root alone',
            'Only d root / d root is 1 from the beginning. What does the pass do to '
            'the gradient of an operand before it uses it?',
            'chain',
        ),
        Mistake(
            'stops-after-the-first',
            all_of(method('self._backward()'), no(calls('inner', 'out'))),
            'only the _backward of the root runs',
            'The operands now have a gradient. What passes it on to their operands?',
            'chain',
        ),
        Mistake(
            'not-reversed',
            any_of(method('for node in order(self):\n    node._backward()'),
                   all_of(right('single'), wrong('chain'), calls('inner', 'out'))),
            'the inputs come before the outputs',
            'A node can only pass on a gradient that has arrived. Where does the '
            'gradient come from, and which node has to be first?',
            'chain',
        ),
        shared('no-visited', method(
            'for node in reversed(order(self, visited=False)):\n    node._backward()'),
            'diamond'),
        Mistake(
            'naive-recursion', variant(NAIVE, *SMALL),
            'gradients are sent again along each path',
            'A shared Value is reached twice. The second time, what does it still '
            'hold from the first?',
            'diamond',
        ),
        shared('visited-by-value', all_of(
            *(right(name) for name in SMALL if name != 'equal'),
            any_of(*(all_of(*(shows('equal', f'{n}.grad', 0.0) for n in names))
                     for names in ('cd', 'ab')))),
            'equal'),
        Mistake(
            'first-visit-order', is_first_visit,
            'a node passes its gradient on too early',
            'h is used twice. Has it heard from both of its users when its _backward '
            'runs? In which order is that certain?',
            'lop1',
        ),
        shared('visits-again', all_of(
            *map(right, SMALL), wrong('doubled')), 'doubled'),
        shared('state-kept', any_of(
            all_of(*map(right, SMALL), wrong('another')), only_in('a shared part'))),
        shared('leaf-root', only_in('leaf')),
        shared('only-at-zero', only_in('zeros? ?.*')),
        shared('only-same-value', counts_once),
        shared('changes-gradients', erases_inner),
        Mistake(
            'seed-added',
            all_of(*map(right, SMALL), right('another'),
                   shows('second', 'second', 16.0)),
            'the first gradient is added to an old one',
            'root.backward() twice: what is root.grad before the second pass, and '
            'what should it be when the pass starts?',
            'second',
        ),
    ),
    promises={
        '`+` and `*` are done': (),
        'Write backward()': ('single', 'leaf', 'four', 'of both', 'kept'),
        'A Value may be used': ('diamond', 'lop1', 'lop2', 'doubled'),
        'A second call': ('twice', 'gradients inside', 'a shared part'),
        'No graph here': (),
    },
    hints=(
        'A node may run its _backward when every node that uses it has run. So first '
        'find an order of all nodes, then go through it.',
        'Topological order: append a node after all its operands, each node once. '
        'Read backwards, users come first. The gradient of the root is 1.',
        'Without recursion: put (self, False) on a stack. Pop (node, done): if done, '
        'append it to topo; else, if it is new, push (node, True) and then (operand, '
        'False) for each operand. Finally self.grad = 1.0 and, for each node in '
        'reversed(topo), node._backward().',
    ),
    remarks=(shared('recursion-limit', raises('RecursionError', '', 'deep'), 'deep'),),
)

"""Check of deep: an order, and a walk without recursion."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.graphs import (
    apart,
    counts_once,
    grown,
    lettered,
    stops_at,
    wrong_attribute,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    is_number,
    only_in,
    raises,
    right,
    shows,
    wrong,
)

DEEP = 10_000
COUNT = 'len(order)'
ROOT = 'order[-1] is root'
SORTED = 'all(at.get(id(x), n) < at[id(v)] for v in order for x in v._prev)'
LEAVES = 'all(id(v) in at for v in (a, b))'
OF_ORDER = ('isinstance(order, list)', COUNT, 'len(at)', ROOT, SORTED)
ORDER = """
order = topological_order(root)
n, at = len(order), {id(v): i for i, v in enumerate(order)}
"""

# Whatever limit a file sets, it gets no more than 500 calls inside each other.
FEW_CALLS = """
import sys
limit, set_limit = sys.getrecursionlimit(), sys.setrecursionlimit
root = a
for _ in range(600):
    root = root + b
set_limit(500)
sys.setrecursionlimit = lambda limit: None
try:
    order = topological_order(root)
finally:
    sys.setrecursionlimit = set_limit
    set_limit(limit)
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
order = topological_order(x)
"""


def probes(rng):
    numbers = apart(rng, 'abcm')
    same = dict.fromkeys('abcm', numbers['a'])

    def graph(name, lines, step, show=OF_ORDER, numbers=numbers):
        return Probe(name, lettered(numbers, lines + ORDER), show, step)

    def every(nth):
        lines, names = grown(rng, 'abc', 8)
        code = f'{lines}\nroot = {names[-1]}'
        grads = tuple(f'{name}.grad' for name in names)
        small = apart(rng, 'abc', 0.3, 1.4)
        return [graph(f'graph {nth}', code, 'shared'),
                Probe(f'gradients {nth}', lettered(small, f'{code}\nroot.backward()'),
                      grads, 'shared')]

    return [
        graph('one', 'root = a * b', 'small', (*OF_ORDER, LEAVES)),
        graph('leaf', 'root = a', 'small'),
        graph('chain', 'root = (a * b) * c', 'small', (*OF_ORDER, LEAVES)),
        graph('chain right', 'root = c * (a * b)', 'small'),
        graph('themselves', 'h = a * b\nroot = h + a', 'small',
              ('{id(v) for v in order} == {id(v) for v in (a, b, h, root)}',)),
        graph('diamond', 's = a + a\nroot = s + s', 'shared'),
        graph('lop1', 'h = a * m\nroot = h + h * b', 'shared'),
        graph('lop2', 'h = a * m\nroot = h * b + h', 'shared'),
        graph('two', 'x = a * b\ny = x * x\nz = y + x\nroot = z * y', 'shared'),
        *(probe for nth in range(1, 7) for probe in every(nth)),
        graph('equal', 'root = (a * b + c * m) * (a + b)', 'shared', numbers=same),
        Probe('doubled', COUNTED, ('len(order)', 'Counted.looks < 1000'), 'shared'),
        *(graph(f'zeros {nth}', f'h = a * z\n{lines}', 'shared',
                numbers={**numbers, 'z': 0.0})
          for nth, lines in enumerate((
              'root = h + z', 'root = (h * z + h) * (z * z)', 'root = z + z',
              'k = h + b\nroot = k * h + (k + z) * z', 'root = h * h + z * a'))),
        Probe('a list of its own', lettered(numbers, 'root = a * b + a\n'
              'topological_order(root).clear()\nfound = topological_order(root)\n'
              'found.reverse()\nn = len(topological_order(root))'),
              ('n', 'found[0] is root', 'topological_order(root)[-1] is root'),
              'calls'),
        graph('again', 'root = a * b + a\nfirst = topological_order(root)', 'calls',
              (*OF_ORDER, 'first is order', 'len(first)')),
        graph('another', 'h = a * b\nfirst = topological_order(h + a)\n'
              'root = h * c + b', 'calls'),
        graph('kept', 'root = a * b + a\nbefore = root._prev', 'calls',
              ('root._prev == before', 'root.data', 'a.grad', 'root.grad',
               'sorted(vars(a))', 'sorted(vars(root))')),
        Probe('few calls', lettered(numbers, FEW_CALLS), (COUNT, ROOT), 'deep'),
        Probe('deep', lettered(numbers, f'root = a\nfor i in range({DEEP}):\n'
                               '    root = root + b if i % 2 else b + root\n'
                               'root.backward()'),
              ('a.grad', 'b.grad'), 'deep', once=True),
    ]


GRAPHS = ('one', 'chain', 'diamond', 'lop1', 'lop2', 'two')


def repeats(e):
    """Does a Value stand in the order of a graph with shared ones more than once?"""
    seen = [(e.yours(name, COUNT), e.yours(name, 'len(at)')) for name in GRAPHS]
    return any(isinstance(n, int) and n > once for n, once in seen)


def keeps_state(e):
    """Are Values of other graphs in an order, or too few in the second of one graph?"""
    if not e.is_right('one') or e.yours('again', 'len(first)') is None:
        return False
    more = any(is_number(e.yours(name, 'len(at)'))
               and e.yours(name, 'len(at)') > e.right[name]['len(at)']
               for name in (*GRAPHS, 'again', 'another'))
    return more or all_of(right('again', 'len(first)'), wrong('again', COUNT))(e) or (
        e.yours('again', 'first is order') is True)


CHECK = Check(
    title='an order without recursion',
    steps={
        'small': 'a few operations',
        'shared': 'shared Values',
        'calls': 'several calls',
        'deep': 'deep graphs',
    },
    probes=probes,
    needs=('Value', 'topological_order'),
    mistakes=(
        shared('no-return', raises('TypeError', "'NoneType' .* (no len|not iterable)|"
                                   "of type 'NoneType' has no len")),
        shared('wrong-attribute', wrong_attribute),
        shared('state-kept', keeps_state, 'again'),
        shared('no-visited', repeats, 'diamond'),
        Mistake(
            'root-not-in-order',
            all_of(*(shows(name, ROOT, False) for name in GRAPHS),
                   *(right(name, SORTED) for name in GRAPHS),
                   lambda e: e.yours('one', COUNT) == 2),
            'the root is not in the order',
            'Count the Values of a * b. Which of them is not in your list?',
            'one',
        ),
        Mistake(
            'leaves-not-in-order',
            all_of(shows('one', ROOT, True), shows('one', LEAVES, False)),
            'the leaves are not in the order',
            'A leaf has no operands, and still it is one of the Values that root is '
            'made of. When is it put into your list?',
            'one',
        ),
        Mistake(
            'operands-after-results',
            all_of(*(right(name, COUNT, 'len(at)') for name in GRAPHS),
                   *(shows(name, ROOT, False) for name in GRAPHS)),
            'results come before their operands',
            'The last Value of the order is the first whose _backward runs. Which one '
            'has to be last?',
            'one',
        ),
        shared('visited-by-value', all_of(
            *map(right, GRAPHS), wrong('equal', COUNT)), 'equal'),
        shared('visits-again', any_of(
            stops_at('doubled'), all_of(
                *map(right, GRAPHS), shows('doubled', 'Counted.looks < 1000', False))),
            'doubled'),
        Mistake(
            'operands-too-late',
            all_of(right('one'), right('chain'),
                   *(right(name, COUNT, 'len(at)') for name in GRAPHS),
                   any_of(*(wrong(name, SORTED) for name in GRAPHS))),
            'an operand comes after one of its users',
            'h is used twice, once directly and once farther down. When do you put a '
            'Value into the list: when you meet it, or when all that it is made of is '
            'there?',
            'lop1',
        ),
        shared('leaf-root', only_in('leaf')),
        shared('only-same-value', counts_once),
        shared('recursion-limit', raises(
            'RecursionError', '', 'few calls', 'deep'), 'few calls'),
    ),
    promises={
        'backward() below is done': (),
        'Write topological_order': ('one', 'leaf', 'themselves', 'lop1', 'diamond'),
        'Two Values with': ('equal',),
        'Graphs can be 10,000': ('deep', 'doubled'),
        'Python allows about': ('few calls',),
        'Keep in a list': (),
    },
    hints=(
        'A Value may go into the list when its operands are there. A walk down has to '
        'come back to it: what can remember that, if not a call?',
        'Put pairs on a stack: a Value, and whether its operands are done. A Value '
        'that comes up for the first time goes back onto the stack as done, below its '
        'operands.',
        'node, done = stack.pop(); if done: order.append(node); elif node not in '
        'seen: add it to seen, stack.append((node, True)), then '
        'stack.append((operand, False)) for each operand.',
    ),
)

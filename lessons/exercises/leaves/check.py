"""Check of leaves."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.graphs import (
    apart,
    lettered,
    stops_at,
    wrong_attribute,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    only_in,
    raises,
    right,
    shows,
    variant,
    wrong,
)

# Python allows some 1,000 calls inside each other; and whoever remembers in a list what
# he has seen is slow, but right.
DEEP = 3200
FOUND = '[leaf.label for leaf in found]'
IS_SET = 'isinstance(found, (set, frozenset))'

COUNTED = """
class Counted(Value):
    looks = 0

    def __getattribute__(self, name):
        Counted.looks += name == '_prev'
        return super().__getattribute__(name)

x = Counted(1.5, label='x')
for _ in range(12):
    x = Counted(0.0, (x, x))
found = leaves(x)
"""


def probes(rng):
    numbers = apart(rng, 'abcd')
    same = dict.fromkeys('abcd', numbers['a'])

    def probe(name, code, show, step, numbers=numbers):
        return Probe(name, lettered(numbers, code, labels=True), show, step)

    def permuted(text):
        """The names in another order, so that no answer is the same in every file."""
        return text.format(**dict(zip('abcd', rng.sample('abcd', 4))))

    def tree(name, expression, step, before='', show=(FOUND,), numbers=numbers):
        code = before + permuted(f'found = leaves({expression})')
        return probe(name, code, show, step, numbers)

    def deep(name, expression):
        code = (f'out = {{b}}\nfor i in range({DEEP}):\n    out = {expression}\n'
                'found = leaves(out)')
        return probe(name, permuted(code), (FOUND,), 'deep')

    return [
        tree('sum', '{a} + {b}', 'small', show=(FOUND, IS_SET)),
        tree('leaf', '{a}', 'small'),
        probe('again', 'first = [leaf.label for leaf in leaves(a)]\n'
              'second = [leaf.label for leaf in leaves(a)]', ('first', 'second'),
              'small'),
        probe('again, a tree', 'root = a * b + c * a\nfirst, second, third = '
              'leaves(root), leaves(root), leaves(root * d)', tuple(
                  f'[leaf.label for leaf in {name}]'
                  for name in ('first', 'second', 'third')), 'small'),
        probe('the leaves themselves', 'root = a * b + c\nbefore = root._prev\n'
              'found = leaves(root)',
              ('isinstance(found, list)', 'found[0] is a', 'found[1] is b',
               'found[2] is c', 'root._prev == before', '[v.data for v in found]',
               'sorted(vars(root))', 'sorted(vars(a))'), 'small'),
        probe('one operand, or three', 'h = Value(0.0, (b,))\n'
              'found = leaves(Value(0.0, (h, a, Value(1.0, (c, d, a)))))', (FOUND,),
              'order'),
        tree('wide', '{a} * {b} + {b} * {c} + {c} * {d} + {d} * {a}', 'once'),
        tree('same twice', '{a} + {a}', 'once'),
        tree('same node twice', '{c} * s + s * s', 'once', 's = a * b\n'),
        tree('late', '(s + {c}) * ({d} + s) * {b}', 'once', 's = {a} * {a}\n'.format(
            a=rng.choice('ab'))),
        tree('left', '({a} * {b} + {c}) * {d}', 'order'),
        tree('right', '{a} * ({b} + {c} * {d})', 'order'),
        tree('both', '({a} + {b}) * ({c} + {d})', 'order'),
        tree('shared leaf', '{a} * {b} + {a}', 'once'),
        tree('shared node', 's + {d} * s', 'once', 's = a * b\n'),
        Probe('doubled', COUNTED, (FOUND, 'Counted.looks < 1000'), 'once'),
        tree('equal', '{a} * {b} + {c} * {d}', 'equal', numbers=same),
        Probe('labels', f'a, b = Value({numbers["a"]}), Value({numbers["b"]})\n'
              'found = leaves(a * b + a)', ('[leaf.data for leaf in found]',), 'equal'),
        Probe('same label', 'a, b = Value(1.5, label="x"), Value(2.5, label="x")\n'
              'found = leaves(a * b + a)', ('[leaf.data for leaf in found]',), 'equal'),
        Probe('same in both', 'a, b, c = (Value(1.5, label="x") for _ in "abc")\n'
              'found = leaves(a * b + c * a)',
              ('[[leaf is x for x in (a, b, c)] for leaf in found]',), 'equal'),
        Probe('same result', 'a, b = Value(2.0, label="a"), Value(2.0, label="b")\n'
              'c = Value(4.0, label="c")\nfound = leaves(a * b + (a + c) * b + c)',
              (FOUND,), 'equal'),
        Probe('zeros', 'a, b = Value(0.0, label="a"), Value(0)\nc = Value(-0.0)\n'
              'h = Value(0.0, (a, b), "a")\nroot = Value(0, (h, c, h, b))\n'
              'found, of_one = leaves(root), leaves(b)',
              ('[[leaf is x for x in (a, b, c)] for leaf in found]',
               '[leaf is b for leaf in of_one]', 'len(h._prev)', 'h.label'), 'equal'),
        Probe('a list of its own', 'a, b = Value(1.5), Value(2.5)\nroot = a * b\n'
              'leaves(root).clear(), leaves(a).append(b)', (
                  'len(leaves(root))', 'len(leaves(a))'), 'small'),
        deep('deep', 'out + {a} if i % 2 else {a} + out'),
    ]


TREES = ('sum', 'left', 'right', 'both')
LISTS = (*TREES, 'leaf', 'shared leaf', 'shared node', 'equal')
BREADTH_FIRST = """
def leaves(root):
    queue = [root]
    for node in queue:
        queue.extend(node._prev)
    return [node for node in queue if not node._prev]
"""


def lists(e, *names):
    """What the file gives for these probes, if it gives lists; else None."""
    seen = [e.yours(name, FOUND) for name in names]
    return seen if all(isinstance(labels, list) for labels in seen) else None


def any_list(test, *names):
    """Fits if what the file gives for one of the probes passes a test."""
    return lambda e: any(map(test, lists(e, *names) or ()))


def has_duplicates(labels):
    return len(set(labels)) < len(labels)


def keeps_state(e):
    first, second = e.yours('again', 'first'), e.yours('again', 'second')
    if any_list(lambda labels: len(labels) > 1, 'leaf')(e):
        return True
    return isinstance(first, list) and isinstance(second, list) and first != second


def is_reversed(e):
    ours = [e.right[name][FOUND] for name in TREES]
    return lists(e, *TREES) == [labels[::-1] for labels in ours]


def is_in_other_order(e):
    seen = lists(e, *LISTS)
    ours = [e.right[name][FOUND] for name in LISTS]
    return (seen not in (None, ours)
            and [*map(sorted, seen)] == [*map(sorted, ours)])


CHECK = Check(
    title='the leaves of a graph',
    steps={
        'small': 'one operation or none',
        'order': 'the order, from left to right',
        'once': 'shared Values, each once',
        'equal': 'Values with the same number',
        'deep': 'a deep graph',
    },
    probes=probes,
    needs=('Value', 'leaves'),
    mistakes=(
        shared('no-return', raises('TypeError', "'NoneType' object is not iterable")),
        shared('wrong-attribute', wrong_attribute),
        Mistake(
            'numbers-instead-of-nodes',
            raises('AttributeError',
                   "'(float|int|str)' object has no attribute 'label'"),
            'the list holds numbers or labels, not Values',
            'A leaf is a Value. What is appended to the list: the node, or something '
            'that the node holds?',
        ),
        shared('state-kept', keeps_state, 'again'),
        Mistake(
            'set-without-order', shows('sum', IS_SET, True),
            'a set does not keep the order',
            'The leaves are asked for in the order in which they are met. Which '
            'container remembers in what order things came in?',
            'sum',
        ),
        Mistake(
            'no-leaf-recognised',
            lambda e: lists(e, 'leaf', 'sum', 'both') == [[], [], []],
            'no leaf is ever recognised',
            '`_prev` is a tuple. Print it for a leaf, and print the test with which '
            'you look for one.',
            'leaf',
        ),
        Mistake(
            'only-the-operands',
            variant('def leaves(root): return list(root._prev)', *TREES),
            'the walk stops after the first operands',
            'An operand may be made of others. How does the walk go on from it?',
            'both',
        ),
        Mistake(
            'interior-nodes-too', any_list(lambda labels: '' in labels, *TREES),
            'results of operations are in the list, too',
            'Which property does a leaf have that a sum or a product does not?',
        ),
        Mistake(
            'only-one-side',
            any_of(variant('def leaves(root):\n    while root._prev:\n'
                           '        root = root._prev[0]\n    return [root]', *TREES),
                   variant('def leaves(root):\n    while root._prev:\n'
                           '        root = root._prev[-1]\n    return [root]', *TREES)),
            'only one of the operands is followed',
            'A sum has two operands. What happens to the other one? (A return inside '
            'a loop ends the loop.)',
            'sum',
        ),
        shared('no-visited', any_list(has_duplicates, 'shared leaf', 'shared node'),
               'shared leaf'),
        Mistake(
            'root-left-out',
            all_of(shows('leaf', FOUND, []), right(TREES[0]), right('both')),
            'a root that is itself a leaf is forgotten',
            'leaves(a) of a single Value a: which leaves is it made of?',
            'leaf',
        ),
        shared('visited-by-value', all_of(
            right('sum'), right('both'), right('shared node'),
            any_of(any_list(lambda labels: len(labels) < 4, 'equal'),
                   only_in('same in both', 'zeros'))), 'equal'),
        Mistake(
            'visited-by-label', any_of(
                only_in('same label', 'same in both'),
                all_of(*map(right, ('sum', 'both', 'equal', 'shared leaf', 'wide',
                                    'late')), wrong('labels'), wrong('same label'))),
            'two Values with the same label are treated as one',
            'Many Values have no label at all. What tells two objects apart even then?',
            'labels',
        ),
        Mistake(
            'right-to-left', is_reversed,
            'the leaves come from right to left',
            'A stack gives back first what was put on it last. In which order do the '
            'operands have to go onto it?',
            'sum',
        ),
        Mistake(
            'breadth-first', variant(BREADTH_FIRST, *TREES),
            'the leaves come level by level',
            'A leaf near the root is met before one deep on its left. Should the walk '
            'take the first or the last of the Values that are waiting?',
            'left',
        ),
        Mistake(
            'other-order', is_in_other_order,
            'the right leaves, in another order',
            'Read the expression from left to right and note each name when it comes '
            'for the first time. Where does your list differ first?',
        ),
        shared('visits-again', any_of(
            stops_at('doubled'),
            all_of(right('doubled', FOUND),
                   shows('doubled', 'Counted.looks < 1000', False)),
        ), 'doubled'),
        shared('recursion-limit', raises('RecursionError', '', 'deep'), 'deep'),
    ),
    promises={
        'A Value knows its operands': ('one operand, or three',),
        'One without operands': ('leaf',),
        'Write leaves(root)': (
            'the leaves themselves', 'shared leaf', 'left', 'again, a tree',
        ),
        'A root without operands': ('leaf', 'zeros'),
        'Two leaves with the same number': ('equal', 'same label', 'same in both'),
        'Large graphs must work': ('deep', 'doubled'),
    },
    hints=(
        'Begin at root. A Value without operands is a leaf; for any other, look at '
        'its operands, `_prev`, in the same way.',
        'Keep three things: a stack of Values to look at, a set of Values seen, a '
        'list of leaves found. Loop while the stack is not empty.',
        'node = stack.pop(); if it is in seen: continue; add it to seen; if it has no '
        '_prev, append it to the result; push reversed(node._prev), so that the left '
        'operand is popped first.',
    ),
)

"""Check of unbroadcast."""

from micrograd.classroom.checker import Check, Mistake, Probe
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

RESULT = 'found.tolist()'
SHAPE = 'found.shape'


def probes(rng):
    def case(name, have, shape, step):
        count = 1
        for n in have:
            count *= n
        numbers = [n / 10 * rng.choice([-1, 1]) for n in rng.sample(range(11, 99),
                                                                    count)]
        code = ('import numpy as np\n'
                f'grad = np.reshape({numbers}, {have})\n'
                f'found = np.asarray(unbroadcast(grad, {shape}))')
        return Probe(name, code, (RESULT, SHAPE), step)

    return [
        case('leading', (2, 3), (3,), 'new'),
        case('several', (2, 3, 4), (4,), 'new'),
        case('scalar', (2, 3), (), 'new'),
        case('square', (3, 3), (3,), 'new'),
        case('column', (2, 3), (2, 1), 'ones'),
        case('row', (2, 3), (1, 3), 'ones'),
        case('middle', (2, 3, 4), (2, 1, 4), 'ones'),
        case('two', (2, 3, 4), (1, 3, 1), 'ones'),
        case('all', (2, 3), (1, 1), 'ones'),
        case('both', (2, 3, 4), (3, 1), 'both'),
        case('one left', (2, 3, 4), (1,), 'both'),
        case('with ones', (2, 1, 3, 2), (3, 1), 'both'),
        case('equal', (2, 3, 2), (1, 3, 2), 'ones'),
        case('number', (), (), 'same'),
        case('same', (2, 3), (2, 3), 'same'),
        case('same ones', (2, 1), (2, 1), 'same'),
        *(case(f'case {nth}', have, shape, 'both') for nth, (have, shape) in enumerate((
            ((3,), ()), ((1,), ()), ((3,), (1,)), ((1,), (1,)), ((1, 3), (3,)),
            ((1, 1), ()), ((2, 2), (2,)), ((2, 2), (1, 2)), ((2, 2), (2, 1)),
            ((2, 2, 2), (2, 2)), ((2, 2, 2), (2, 1)), ((2, 2, 2), (1, 2, 1)),
            ((2, 2, 2), (2, 1, 2)), ((2, 3, 4), (1, 1, 1)), ((2, 3, 4), (1, 1)),
            ((2, 3, 4), (2, 3, 1)), ((2, 3, 4), (1, 3, 4)), ((2, 3, 4), (3, 4)),
            ((2, 3, 4), (1, 4)), ((2, 3, 4), (2, 1, 1)), ((2, 3, 4), ()),
            ((3, 2, 2, 3), (2, 1, 3)), ((3, 2, 2, 3), (1, 2, 1, 3)),
            ((2, 2, 2, 2), (2, 1, 2)), ((1, 2, 3), (2, 3)), ((1, 3, 1, 2), (3, 1, 1)),
            ((3, 1, 3), (3, 1, 1)), ((2, 1, 2, 2), (1, 2, 1)), ((1, 1, 3), (1, 1)),
            ((2, 3, 1, 4), (2, 1, 1, 4)), ((2, 2, 3, 1, 2), (2, 1, 1, 2))))),
        Probe('kinds', 'import numpy as np\ngrad = np.arange(6).reshape(2, 3)\n'
              'whole = unbroadcast(grad, (1, 3))\n'
              'half = unbroadcast(grad.astype(np.float32), (2, 1))\n'
              'turned = unbroadcast(np.arange(6.0).reshape(3, 2).T, (3,))\n'
              'kinds = [type(a).__name__ for a in (whole, half, turned)]',
              ('whole.tolist()', 'half.tolist()', 'turned.tolist()', 'kinds',
               'grad.tolist()', 'grad.shape'), 'both'),
        Probe('calls', 'import numpy as np\na, b = np.ones((2, 3)), np.ones((3, 2))\n'
              'first = unbroadcast(a, (3,))\nsecond = unbroadcast(b, (2,))\n'
              'a[0] = 5.0\nthird = unbroadcast(a, (3,))\n'
              'fourth = unbroadcast(a, (1, 3))',
              ('first.tolist()', 'second.tolist()', 'third.tolist()',
               'fourth.tolist()'), 'both'),
        Probe('untouched too', 'import numpy as np\n'
              'grads = [np.ones((2, 3)), np.ones((1, 3)), np.ones((2, 2, 3))]\n'
              'for grad in grads:\n    unbroadcast(grad, (1, 3))\n'
              'unbroadcast(grads[2], ())',
              ('[grad.tolist() for grad in grads]', '[grad.shape for grad in grads]'),
              'same'),
        Probe('empty', 'import numpy as np\n'
              'found = np.asarray(unbroadcast(np.zeros((0, 2)), (1, 2)))',
              (RESULT, SHAPE), 'same'),
        Probe('not finite', 'import numpy as np\nnan, inf = np.nan, np.inf\n'
              'found = unbroadcast(np.array([[1, nan, inf], [2, 3, 4]]), (3,))\n'
              'other = unbroadcast(np.array([[inf, inf], [1, -inf]]), (2, 1))',
              ('found.tolist()', 'other.tolist()'), 'both'),
        Probe('untouched', 'import numpy as np\ngrad = np.ones((2, 3))\n'
              'unbroadcast(grad, (2, 1))\nunbroadcast(grad, (3,))',
              ('grad.tolist()',), 'same'),
        Probe('nothing',
              'import numpy as np\nfound = unbroadcast(np.ones((2, 3)), (3,))\n'
              'same = unbroadcast(np.ones((2, 3)), (2, 3))',
              ('found is None', 'same is None'), 'new', False),
    ]


NEW = ('leading', 'several', 'scalar', 'square')
ONES = ('column', 'row', 'middle', 'two', 'all')
CASES = (*NEW, *ONES, 'both', 'one left', 'same', 'same ones')


def like(body, *cases):
    """Fits a file that behaves as unbroadcast with this body."""
    code = 'import numpy as np\ndef unbroadcast(grad, shape):\n    ' + body
    return variant(code, *(cases or CASES))


LEAD = 'while grad.ndim > len(shape): grad = grad.sum(axis=0)\n    '
AXES = ('for axis, length in enumerate(shape):\n        if length == 1:'
        ' grad = grad.sum(axis=axis, keepdims=True)\n    ')
END = 'return grad'


def all_wrong_sizes(*cases):
    """Fits if the results of these cases have a wrong shape."""
    return lambda e: all('code' not in e.report.seen.get(c, {'code': 0})
                         and not e.is_right(c, SHAPE) for c in cases)


CHECK = Check(
    title='a gradient summed to the shape of its operand',
    steps={
        'new': 'new axes in front',
        'ones': 'axes of length 1',
        'both': 'both at once',
        'same': 'nothing to sum, and nothing broken',
    },
    probes=probes,
    needs=('unbroadcast',),
    mistakes=(
        shared('no-return', any_of(shows('nothing', 'found is None', True),
                                   shows('nothing', 'same is None', True))),
        Mistake(
            'nothing-summed', like(END),
            'nothing is summed',
            'The gradient has the shape of the result. What shape has to come back?',
            'leading',
        ),
        Mistake(
            'axis-lost',
            any_of(like(LEAD + AXES.replace(', keepdims=True', '') + END,
                        'leading', 'column', 'row'),
                   like(LEAD + 'axes = (i for i, n in enumerate(shape) if n == 1)\n'
                        '    return grad.sum(axis=tuple(axes))', 'leading', *ONES)),
            'the summed axis is gone',
            'sum takes an axis away. Which option leaves it there with length 1?',
            'column',
        ),
        Mistake(
            'only-new-axes',
            any_of(like(LEAD + END),
                   all_of(*map(right, NEW), all_wrong_sizes(*ONES), right('same'))),
            'axes of length 1 are not summed',
            'A column (2, 1) was repeated three times to (2, 3). Along which axis '
            'were the copies made?',
            'column',
        ),
        Mistake(
            'only-axes-of-length-1',
            any_of(like(AXES + END, *ONES, 'leading', 'several', 'square'),
                   all_of(*map(right, ONES), right('same'),
                          all_wrong_sizes('leading', 'several', 'square'))),
            'new axes in front are not summed',
            'A row (3,) was repeated to (2, 3). How many more axes does the gradient '
            'have than the operand?',
            'leading',
        ),
        Mistake(
            'one-new-axis-only',
            any_of(like('if grad.ndim > len(shape): grad = grad.sum(axis=0)\n    '
                        + AXES + END, *NEW, 'column', 'same'),
                   all_of(right('leading'), right('column'), right('both'),
                          all_wrong_sizes('several'))),
            'only one of the new axes is summed',
            '(2, 3, 4) from (4,): how many axes are new? An `if` acts once.',
            'several',
        ),
        Mistake(
            'one-axis-of-length-1-only',
            any_of(*(like(LEAD + f'if 1 in shape: grad = grad.sum(axis={axis}, '
                          'keepdims=True)\n    ' + END)
                     for axis in ('shape.index(1)',
                                  'len(shape) - 1 - shape[::-1].index(1)'))),
            'only one of the axes of length 1 is summed',
            '(2, 3, 4) from (1, 3, 1): along how many axes are there copies? What '
            'does shape.index(1) find, and where does `break` end a loop?',
            'two',
        ),
        Mistake(
            'trailing-axes-summed',
            any_of(like(LEAD.replace('axis=0', 'axis=-1') + AXES + END, *NEW, *ONES),
                   like(LEAD.replace('axis=0', 'axis=-1') + END, *NEW, *ONES),
                   like(LEAD.replace('axis=0', 'axis=1') + AXES + END, *NEW, *ONES)),
            'axes at the end are summed, not those in front',
            'numpy lines shapes up at their ends. On which side are axes added?',
            'square',
        ),
        Mistake(
            'mean-of-copies',
            any_of(like((LEAD + AXES + END).replace('sum', 'mean')),
                   like((LEAD + AXES + END).replace('axis=0)', 'axis=0) / len(grad)')),
                   like(LEAD.replace('sum', 'mean') + AXES + END),
                   like(LEAD + AXES.replace('sum', 'mean') + END)),
            'a mean where a sum is needed',
            'A number that is used twice gets both gradients. Half of them, or all?',
        ),
        Mistake(
            'first-copy-only',
            any_of(like(LEAD.replace('grad.sum(axis=0)', 'grad[0]')
                        + AXES.replace('grad.sum(axis=axis, keepdims=True)',
                                       'grad.take([0], axis=axis)') + END),
                   like(LEAD.replace('grad.sum(axis=0)', 'grad[0]') + AXES + END),
                   like(LEAD + AXES.replace('grad.sum(axis=axis, keepdims=True)',
                                            'grad.take([0], axis=axis)') + END),
                   like(LEAD.replace('grad.sum(axis=0)', 'grad.max(axis=0)')
                        + AXES.replace('sum', 'max') + END)),
            'the gradient of one copy is taken, the others are dropped',
            'Every copy has an influence on the result. What has to be done with all '
            'their gradients?',
        ),
        Mistake(
            'not-both',
            like('lead = grad.ndim > len(shape)\n    ' + LEAD + AXES.replace(
                'length == 1', 'length == 1 and not lead') + END, 'leading', 'both',
                'column', 'one left', 'with ones'),
            'new axes, or axes of length 1, but never both',
            'grad of shape (2, 3, 4) for an operand of shape (3, 1): which sums are '
            'needed? Does `else` or an early `return` skip one of them?',
            'both',
        ),
        Mistake(
            'copies-mixed',
            like('count = int(np.prod(shape))\n    '
                 'return grad.reshape(-1, count).sum(axis=0).reshape(shape)'),
            'copies of different numbers are mixed',
            '`reshape` keeps the numbers in their row. Which numbers of grad lie '
            'along the axis of length 1?',
            'column',
        ),
        shared('zero-for-missing', any_of(
            only_in('empty'), only_in('scalar', 'case (0|1|5|20)'))),
        Mistake(
            'reshaped', raises('ValueError', 'cannot reshape'),
            '`reshape` cannot reduce the number of elements',
            'Six numbers do not fit into three places. What happens to copies of one '
            'number?',
        ),
        Mistake(
            'everything-summed',
            any_of(like('return grad.sum()', 'leading', 'column', 'both'),
                   like('return np.full(shape, grad.sum())', 'leading', 'column',
                        'both'),
                   like('return np.ones(shape) * grad.sum()', 'leading', 'column')),
            'all numbers are summed into one',
            'Each number of the operand gets the gradients of its own copies. Along '
            'which axes do they lie?',
        ),
        Mistake(
            'axis-out-of-bounds',
            raises('AxisError', 'out of bounds'),
            'an axis that is not there (any more)',
            'After each sum the axes are numbered again. Which one is next, and how '
            'many are left?',
        ),
        Mistake(
            'gradient-changed', all_of(*map(right, CASES), wrong('untouched')),
            'the gradient that was passed in has changed',
            '`grad += ...` and `out=grad` write into the array itself. Who else may '
            'be using it?',
            'untouched',
        ),
    ),
    promises={
        'In a + b numpy': ('leading', 'column', 'both'),
        'Each number that': ('several', 'two', 'case 0'),
        'Write unbroadcast': ('both', 'case 20', 'calls'),
        'grad itself stays': ('untouched', 'untouched too', 'same'),
        'For the shape ()': ('scalar', 'number'),
    },
    hints=(
        'Compare grad.shape with shape, from the right. Where they differ, copies '
        'were made, and a sum has to be taken.',
        'While grad has more axes than shape, sum over axis 0. Then, for each axis of '
        'length 1 in shape, sum over it and keep the axis.',
        'while grad.ndim > len(shape): grad = grad.sum(axis=0). Then for axis, length '
        'in enumerate(shape): if length == 1: grad = grad.sum(axis=axis, '
        'keepdims=True).',
    ),
)

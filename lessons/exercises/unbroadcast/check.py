"""Check of unbroadcast."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    common,
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
    title=Text('a gradient summed to the shape of its operand',
               '通过求和把梯度还原成操作数的形状'),
    steps={
        'new': Text('new axes in front', '前面新增的轴'),
        'ones': Text('axes of length 1', '长度为 1 的轴'),
        'both': Text('both at once', '两者同时出现'),
        'same': Text('nothing to sum, and nothing broken', '无需求和，也不破坏输入'),
    },
    probes=probes,
    needs=('unbroadcast',),
    mistakes=(
        common('no-return', any_of(shows('nothing', 'found is None', True),
                                   shows('nothing', 'same is None', True))),
        Mistake(
            'nothing-summed', like(END),
            Text('nothing is summed', '完全没有求和'),
            Text('The gradient has the shape of the result. What shape has to come '
                 'back?',
                 '梯度的形状是结果的形状。应该返回什么形状？'),
            'leading',
        ),
        Mistake(
            'axis-lost',
            any_of(like(LEAD + AXES.replace(', keepdims=True', '') + END,
                        'leading', 'column', 'row'),
                   like(LEAD + 'axes = (i for i, n in enumerate(shape) if n == 1)\n'
                        '    return grad.sum(axis=tuple(axes))', 'leading', *ONES)),
            Text('the summed axis is gone', '求和之后那个轴消失了'),
            Text('sum takes an axis away. Which option leaves it there with length 1?',
                 'sum 会去掉那个轴。哪个选项能把它保留为长度 1？'),
            'column',
        ),
        Mistake(
            'only-new-axes',
            any_of(like(LEAD + END),
                   all_of(*map(right, NEW), all_wrong_sizes(*ONES), right('same'))),
            Text('axes of length 1 are not summed', '长度为 1 的轴没有求和'),
            Text('A column (2, 1) was repeated three times to (2, 3). Along which axis '
                 'were the copies made?',
                 '(2, 1) 的一列重复三次变成 (2, 3)。副本是沿哪个轴出现的？'),
            'column',
        ),
        Mistake(
            'only-axes-of-length-1',
            any_of(like(AXES + END, *ONES, 'leading', 'several', 'square'),
                   all_of(*map(right, ONES), right('same'),
                          all_wrong_sizes('leading', 'several', 'square'))),
            Text('new axes in front are not summed', '前面新增的轴没有求和'),
            Text('A row (3,) was repeated to (2, 3). How many more axes does the '
                 'gradient have than the operand?',
                 '(3,) 的一行被重复成 (2, 3)。梯度比操作数多了几个轴？'),
            'leading',
        ),
        Mistake(
            'one-new-axis-only',
            any_of(like('if grad.ndim > len(shape): grad = grad.sum(axis=0)\n    '
                        + AXES + END, *NEW, 'column', 'same'),
                   all_of(right('leading'), right('column'), right('both'),
                          all_wrong_sizes('several'))),
            Text('only one of the new axes is summed', '只对一个新增的轴求了和'),
            Text('(2, 3, 4) from (4,): how many axes are new? An `if` acts once.',
                 '从 (4,) 到 (2, 3, 4) 新增了几个轴？`if` 只执行一次。'),
            'several',
        ),
        Mistake(
            'one-axis-of-length-1-only',
            any_of(*(like(LEAD + f'if 1 in shape: grad = grad.sum(axis={axis}, '
                          'keepdims=True)\n    ' + END)
                     for axis in ('shape.index(1)',
                                  'len(shape) - 1 - shape[::-1].index(1)'))),
            Text('only one of the axes of length 1 is summed',
                 '只对一个长度为 1 的轴求了和'),
            Text('(2, 3, 4) from (1, 3, 1): along how many axes are there copies? '
                 'What does shape.index(1) find, and where does `break` end a loop?',
                 '从 (1, 3, 1) 到 (2, 3, 4)，沿几个轴有副本？shape.index(1) 找到的'
                 '是哪一个？`break` 在哪里结束循环？'),
            'two',
        ),
        Mistake(
            'trailing-axes-summed',
            any_of(like(LEAD.replace('axis=0', 'axis=-1') + AXES + END, *NEW, *ONES),
                   like(LEAD.replace('axis=0', 'axis=-1') + END, *NEW, *ONES),
                   like(LEAD.replace('axis=0', 'axis=1') + AXES + END, *NEW, *ONES)),
            Text('axes at the end are summed, not those in front',
                 '求和的是后面的轴，而不是前面的轴'),
            Text('numpy lines shapes up at their ends. On which side are axes added?',
                 'numpy 从右端对齐形状。新的轴加在哪一边？'),
            'square',
        ),
        Mistake(
            'mean-of-copies',
            any_of(like((LEAD + AXES + END).replace('sum', 'mean')),
                   like((LEAD + AXES + END).replace('axis=0)', 'axis=0) / len(grad)')),
                   like(LEAD.replace('sum', 'mean') + AXES + END),
                   like(LEAD + AXES.replace('sum', 'mean') + END)),
            Text('a mean where a sum is needed', '应该求和，却求了平均值'),
            Text('A number that is used twice gets both gradients. Half of them, or '
                 'all?',
                 '一个数被用了两次，会得到两份梯度。是取一半，还是全部相加？'),
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
            Text('the gradient of one copy is taken, the others are dropped',
                 '只取了一份副本的梯度，其余的丢掉了'),
            Text('Every copy has an influence on the result. What has to be done '
                 'with all their gradients?',
                 '每份副本都影响结果。它们的梯度应该怎样合在一起？'),
        ),
        Mistake(
            'reshaped', raises('ValueError', 'cannot reshape'),
            Text('`reshape` cannot reduce the number of elements',
                 'reshape 不能减少元素个数'),
            Text('Six numbers do not fit into three places. What happens to copies '
                 'of one number?',
                 '六个数放不进三个位置。同一个数的多份副本应该怎么处理？'),
        ),
        Mistake(
            'everything-summed',
            any_of(like('return grad.sum()', 'leading', 'column', 'both'),
                   like('return np.full(shape, grad.sum())', 'leading', 'column',
                        'both'),
                   like('return np.ones(shape) * grad.sum()', 'leading', 'column')),
            Text('all numbers are summed into one', '所有的数加成了一个'),
            Text('Each number of the operand gets the gradients of its own copies. '
                 'Along which axes do they lie?',
                 '操作数的每个数只得到自己那些副本的梯度。它们在哪些轴上？'),
        ),
        Mistake(
            'axis-out-of-bounds',
            raises('AxisError', 'out of bounds'),
            Text('an axis that is not there (any more)', '这个轴不存在（或已经消失）'),
            Text('After each sum the axes are numbered again. Which one is next, and '
                 'how many are left?',
                 '每次求和之后轴要重新编号。下一个是哪个轴？还剩几个？'),
        ),
        Mistake(
            'gradient-changed', all_of(*map(right, CASES), wrong('untouched')),
            Text('the gradient that was passed in has changed',
                 '传进来的梯度被改动了'),
            Text('`grad += ...` and `out=grad` write into the array itself. Who else '
                 'may be using it?',
                 '`grad += ...` 和 `out=grad` 会直接写进原数组。还有谁在用它？'),
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
        Text('Compare grad.shape with shape, from the right. Where they differ, '
             'copies were made, and a sum has to be taken.',
             '从右端开始比较 grad.shape 和 shape。不同的地方就是产生过副本的轴，要在'
             '那里求和。'),
        Text('While grad has more axes than shape, sum over axis 0. Then, for each '
             'axis of length 1 in shape, sum over it and keep the axis.',
             '只要 grad 的轴比 shape 多，就对第 0 轴求和。然后对 shape 中每个长度为 '
             '1 的轴求和，并保留这个轴。'),
        Text('while grad.ndim > len(shape): grad = grad.sum(axis=0). Then for axis, '
             'length in enumerate(shape): if length == 1: grad = grad.sum(axis=axis, '
             'keepdims=True).',
             'while grad.ndim > len(shape): grad = grad.sum(axis=0)。然后 for axis, '
             'length in enumerate(shape): if length == 1: grad = grad.sum(axis=axis, '
             'keepdims=True)。'),
    ),
)

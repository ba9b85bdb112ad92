"""Check of mse."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.losses import (
    STEPS,
    BatchLoss,
    both_signs,
    named,
    odd_tenths,
)
from micrograd.classroom.checker.mistakes import all_of, formula, right

ERROR = 'sum(p.data - t for p, t in zip(predictions, targets))'
SQUARES = 'sum((p.data - t) ** 2 for p, t in zip(predictions, targets))'

mse = BatchLoss(
    'mse', 'predictions', 'targets', 'p, t', '(p.data - t) ** 2',
    wrong_costs={
        'no-square': ('(p.data - t)', '(t - p.data)'),
        'absolute-error': ('abs(p.data - t)',),
        'doubled-not-squared': ('(p.data - t) * 2', '(t - p.data) * 2'),
        'adds-target': ('(p.data + t) ** 2',),
        'difference-of-squares': ('(p.data ** 2 - t ** 2)', '(t ** 2 - p.data ** 2)'),
        'parentheses': ('(p.data - t ** 2)', '(t - p.data ** 2)'),
        'negated-loss': ('-(p.data - t) ** 2',),
    },
    wrong_losses={
        'root-taken': (f'({SQUARES} / n) ** 0.5',),
        'square-of-mean': (f'({ERROR} / n) ** 2', f'{ERROR} ** 2', f'{ERROR} ** 2 / n'),
    },
)


def batch(rng, count):
    """Predictions and targets that are apart, on both sides; no two are the same."""
    targets = odd_tenths(rng, count, -31, 31)
    predictions = []
    while len(set(predictions)) < count:
        errors = odd_tenths(rng, count, 3, 27)
        errors = [sign * e for sign, e in zip(both_signs(rng, count), errors)]
        predictions = [round(t + e, 1) for t, e in zip(targets, errors)]
    return predictions, targets


def probes(rng):
    four = mse.draw(lambda: batch(rng, 4))
    (t, u), (one, other) = odd_tenths(rng, 2, 3, 9), odd_tenths(rng, 2, 11, 25)
    return [
        mse.probe('one', *batch(rng, 1)),
        mse.probe('batch', *four),
        mse.probe('two', *batch(rng, 2)),
        mse.probe('seven', *batch(rng, 7)),
        mse.probe('right', [1.5, -2.5], [1.5, -2.5]),
        mse.probe('one right', [1.5, -2.5, 0.0], [1.5, -3.5, 0.0]),
        mse.probe('one, right', [0.5], [0.5]),
        mse.probe('whole numbers', [2, -3, 0], [0, 5, -1]),
        mse.probe('small errors', [0.01, -0.02], [0.0, 0.0]),
        Probe('tiny errors', mse.code([2.345678e-7, -3e-7], [0.0, 0.0])
              + 'loss.backward()',
              ('loss.data / 1e-14', '[x.grad / 1e-7 for x in predictions]'), 'value'),
        mse.probe('far', [3000.5, -2000.5, 10.5], [-1000.5, 4000.5, 1e4]),
        Probe('small gradients', 'from micrograd import Value\n'
              'predictions = [Value(0.25), Value(-4000.0), Value(1.5)]\n'
              'mse(predictions, [0.25, 1000.0, 1.75]).backward()',
              ('[x.grad for x in predictions]',), 'gradient'),
        *(Probe(f'large {nth}', f'{mse.code(predictions, targets)}loss.backward()',
                ('loss.data', mse.gradient), 'gradient')
          for nth, (predictions, targets) in enumerate((
              ([1e10 + 1], [1e10]), ([-1e9 - 0.5, 3.0], [-1e9, 2.5]),
              ([1e6 + 0.125, 0.5, -2e7], [1e6, 0.5, -2e7 - 1]),
              ([0.0, 0.0], [0.0, 1e6]), ([0, 5], [0, 5]), ([1.5, -2.5], [1.5, 0.0])))),
        Probe('largest', f'{mse.code([1e150], [-1e150])}loss.backward()',
              ('loss.data / 1e300', 'predictions[0].grad / 1e150'), 'value'),
        Probe('tiniest errors', f'{mse.code([1e-150, 0.0], [0.0, 0.0])}loss.backward()',
              ('loss.data / 1e-300', '[x.grad / 1e-150 for x in predictions]'),
              'value'),
        mse.probe('more', *mse.draw(lambda: batch(rng, 6))),
        *mse.equal_probes(one, other, t, u),
        *mse.gradient_probes(*four),
    ]


CHECK = Check(
    title=Text('the mean squared error', '均方误差'),
    steps=STEPS,
    probes=probes,
    needs=('mse',),
    mistakes=(
        *mse.mistakes_before(),
        named('graph-cut', all_of(
            right('batch'),
            formula('[p.grad / 2 for p in predictions]', mse.gradient, 'gradient'),
        ), 'gradient'),
        *mse.mistakes_after(),
        named('no-square', mse.gives('no-square'), 'batch'),
        named('absolute-error', mse.gives('absolute-error'), 'batch'),
        named('doubled-not-squared', mse.gives('doubled-not-squared'), 'one'),
        named('adds-target', mse.gives('adds-target'), 'one'),
        Mistake(
            'root-taken', mse.gives('root-taken'),
            Text('the root of the loss is taken', '对损失开了平方根'),
            Text('The mean squared error is a mean of squares. Is anything done with '
                 'it afterwards?',
                 '均方误差就是平方的平均值。算出平均值之后还要做什么吗？'),
            'batch',
        ),
        Mistake(
            'square-of-mean', mse.gives('square-of-mean'),
            Text('the mean is squared, not each error',
                 '先求平均值（或和）再平方，而不是先平方'),
            Text('Errors of 1 and -1: what do you get if you add first, and what if '
                 'you square first?',
                 '误差是 1 和 -1：先相加得到什么，先平方又得到什么？'),
            'batch',
        ),
        Mistake(
            'difference-of-squares', mse.gives('difference-of-squares'),
            Text('both are squared before the subtraction', '先各自平方，再相减'),
            Text('Which is done first in the definition, the subtraction or the '
                 'square? Where do the parentheses go?',
                 '定义里先做减法还是先平方？括号应该放在哪里？'),
            'one',
        ),
        Mistake(
            'parentheses', mse.gives('parentheses'),
            Text('only one of the two is squared', '只对其中一个做了平方'),
            Text('** binds tighter than -. What has to be done first?',
                 '** 的优先级比 - 高。应该先算哪一步？'),
            'one',
        ),
        named('negated-loss', mse.gives('negated-loss'), 'one'),
    ),
    promises={
        'Write `mse`': ('batch', 'more', 'one', 'two'),
        'predictions is a list': ('kept', 'again'),
        'The result is a Value': ('gradient', 'results', 'one'),
        'A prediction may be': ('large 0', 'large 2'),
        'mse itself': ('kept', 'gradients before'),
    },
    hints=(
        Text('What does one sample cost? Write that first, for a prediction p and a '
             'target t.',
             '一个样本的损失是多少？先对一个预测值 p 和一个目标值 t 写出来。'),
        Text('zip(predictions, targets) gives the pairs. Square every difference, and '
             'keep it a Value: no .data.',
             'zip(predictions, targets) 会给出一对一对的值。对每个差求平方，并且保持'
             '是 Value：不要用 .data。'),
        Text('errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]; then the '
             'sum of the errors, divided by their number.',
             'errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]，然后求和，'
             '再除以个数。'),
    ),
    uses={'Value': 'engine'},
)

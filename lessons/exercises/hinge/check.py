"""Check of hinge."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.losses import (
    STEPS,
    BatchLoss,
    both_signs,
    odd_tenths,
)
from micrograd.classroom.checker.mistakes import all_of, raises, right, shows

COSTS = 'sum(max(0, 1 - y * s.data) for s, y in zip(scores, labels))'
MARGINS = 'sum(1 - y * s.data for s, y in zip(scores, labels))'

hinge = BatchLoss(
    'hinge', 'scores', 'labels', 's, y', 'max(0, 1 - y * s.data)',
    wrong_costs={
        'no-margin': ('max(0, -y * s.data)',),
        'margin-sign': ('max(0, 1 + y * s.data)', 'max(0, y * s.data - 1)'),
        'no-max': ('(1 - y * s.data)',),
        'leaky-max': ('max(0.01 * (1 - y * s.data), 1 - y * s.data)',),
        'no-label': ('max(0, 1 - s.data)',),
        'label-outside': ('max(0, y * (1 - s.data))', 'y * max(0, 1 - s.data)'),
        'zero-one-labels': ('max(0, 1 - (2 * y - 1) * s.data)',),
        'min-for-max': ('min(0, 1 - y * s.data)',),
        'squared-hinge': ('max(0, 1 - y * s.data) ** 2',),
        'absolute-margin': ('abs(1 - y * s.data)',),
        'label-subtracted': ('max(0, 1 - (y - s.data))', 'max(0, 1 - y - s.data)',
                             'max(0, 1 - (s.data - y))', 'max(0, y - s.data)'),
        'counts-errors': ('(y * s.data < 0)', '(y * s.data < 1)', '(y * s.data > 0)'),
    },
    wrong_losses={
        'max-after-mean': (f'max(0, {MARGINS} / n)', f'max(0, {MARGINS})'),
        'mean-over-violations': (
            f'{COSTS} / sum(y * s.data < 1 for s, y in zip(scores, labels))',
        ),
    },
)


def batch(rng, *margins):
    """Scores with about these margins, label * score, and labels of both signs."""
    labels = both_signs(rng, len(margins))
    margins = [m + rng.randrange(-9, 10) / 100 for m in margins]  # else counts fit, too
    return [round(y * m, 2) for y, m in zip(labels, margins)], labels


def five(rng):
    """The first and last sample cost something, three of five; the margin is kept on
    average.
    """
    inside, clear = odd_tenths(rng, 2, 3, 9), odd_tenths(rng, 2, 25, 39)
    beyond = odd_tenths(rng, 1, 9, 15)[0]
    return batch(rng, -beyond, *clear, *inside)


def six(rng):
    """As five(), with one more sample, which costs nothing."""
    inside, clear = odd_tenths(rng, 2, 3, 9), odd_tenths(rng, 3, 25, 39)
    beyond = odd_tenths(rng, 1, 9, 15)[0]
    return batch(rng, inside[0], *clear, inside[1], -beyond)


CASES = (
    ([0.5], [1]), ([0.5], [-1]), ([-2.5], [1]), ([-2.5], [-1]), ([1.5], [-1]),
    ([0.0, 0.0], [1, -1]), ([0.999, -0.999], [1, -1]), ([1.001, -1.001], [1, -1]),
    ([0, 3, -2], [1, -1, -1]), ([400.5, -300.5], [-1, 1]), ([0.25, 500.5], [1, 1]),
    ([-0.5, -0.25, -3.5], [-1, -1, -1]), ([0.5, 0.25, 3.5, 0.1], [1, 1, 1, 1]),
    ([-0.5, 0.5, 1.5, -1.5, 0.75, -4.5, 2.5], [1, -1, -1, 1, 1, -1, 1]),
    ([1e300], [-1]), ([-1e300], [1]), ([1e300, -1e300], [1, -1]), ([0], [1]),
    ([-0.0], [-1]), ([1e-300, -1e-300], [-1, -1]), ([1 - 1e-9, 1 + 1e-9], [1, 1]),
    ([1e-9 - 1, -1 - 1e-9], [-1, -1]), ([15.5, -25.5, 60.5], [-1, 1, -1]),
)


def probes(rng):
    samples = hinge.draw(lambda: five(rng))
    safe = hinge.code(*batch(rng, *odd_tenths(rng, 2, 13, 19)))
    one, other = odd_tenths(rng, 2, 3, 9)
    return [
        hinge.probe('one', *batch(rng, odd_tenths(rng, 1, 3, 9)[0])),
        hinge.probe('batch', *samples),
        *(probe for nth, (scores, labels) in enumerate(CASES)
          for probe in (hinge.probe(f'case {nth}', scores, labels),
                        Probe(f'case {nth}, gradient',
                              f'{hinge.code(scores, labels)}loss.backward()',
                              (hinge.gradient,), 'gradient'))),
        Probe('tiny cost', hinge.code([0.9999997654321, -0.999999], [1, -1]),
              ('loss.data / 1e-7',), 'value'),
        hinge.probe('at the margin', [1.0, -1.0, 3.5], [1, -1, 1]),
        hinge.probe('only at the margin', [1.0], [1]),
        hinge.probe('more', *hinge.draw(lambda: six(rng))),
        *hinge.equal_probes(one, -other, 1, -1),
        Probe('safe', safe, ('isinstance(loss, Value)', 'loss.data'), 'safe'),
        *hinge.gradient_probes(*samples),
        Probe('safe gradient', f'{safe}loss.backward()', (hinge.gradient,), 'safe'),
    ]


CHECK = Check(
    title=Text('the hinge (max-margin) loss', '合页损失（最大间隔损失）'),
    steps={**STEPS, 'safe': Text('every margin kept', '所有样本都越过间隔')},
    probes=probes,
    needs=('hinge',),
    mistakes=(
        *hinge.mistakes_before(),
        Mistake(
            'plain-zero',
            all_of(right('batch'), shows('safe', 'isinstance(loss, Value)', False),
                   raises('AttributeError', "'(int|float)' object", 'safe')),
            Text('a plain 0 instead of a Value', '得到的是普通的 0，而不是 Value'),
            Text('max(0, v) gives back one of the two: which, if v is below 0? Can a '
                 'training loop call backward() on that?',
                 'max(0, v) 返回两者之一：v 小于 0 时返回哪一个？训练循环能对它调用 '
                 'backward() 吗？'),
            'safe',
        ),
        *hinge.mistakes_after(),
        Mistake(
            'no-margin', hinge.gives('no-margin'),
            Text('the margin 1 is missing', '缺少间隔 1'),
            Text('A score of 0.01 on the right side: is it good enough? What does the '
                 'definition add to -label * score?',
                 '得分 0.01，刚好在正确的一侧：这就够好了吗？定义里在 '
                 '-label * score 之外还加了什么？'),
            'one',
        ),
        Mistake(
            'margin-sign', hinge.gives('margin-sign'),
            Text('right predictions are punished, wrong ones are not',
                 '正确的预测有损失，错误的预测反而没有'),
            Text('label * score is large where the prediction is right. Should the '
                 'cost grow or fall with it?',
                 '预测正确时 label * score 较大。损失应该随它变大还是变小？'),
            'one',
        ),
        Mistake(
            'no-max', hinge.gives('no-max'),
            Text('the cost goes below 0', '损失变成了负数'),
            Text('A sample that is right by far: may it make up for a wrong one? What '
                 'does max(0, …) do about that?',
                 '一个样本远在正确的一侧，可以抵消另一个错误的样本吗？'
                 'max(0, …) 起什么作用？'),
            'batch',
        ),
        Mistake(
            'leaky-max', hinge.gives('leaky-max'),
            Text('a leaky relu instead of max(0, …)',
                 '用了 Leaky ReLU，而不是 max(0, …)'),
            Text('What does a sample cost that is right by far? Is it exactly 0?',
                 '一个远在正确一侧的样本，损失是多少？正好是 0 吗？'),
            'batch',
        ),
        Mistake(
            'max-after-mean', hinge.gives('max-after-mean'),
            Text('`max(0, …)` is applied to the mean, not to each sample',
                 'max(0, …) 用在了平均值上，而不是每个样本上'),
            Text('Which comes first in the definition, the cost of each sample or the '
                 'mean?',
                 '定义里先算每个样本的损失，还是先算平均值？'),
            'batch',
        ),
        Mistake(
            'no-label', hinge.gives('no-label'),
            Text('the label makes no difference', '标签没有起作用'),
            Text('What does your function give for the same score with label 1 and '
                 'with label -1?',
                 '同一个得分，标签为 1 和标签为 -1 时，你的函数分别给出什么？'),
            'batch',
        ),
        Mistake(
            'label-outside', hinge.gives('label-outside'),
            Text('the label multiplies more than the score',
                 '标签乘的不只是得分'),
            Text('For the label -1: which of your terms change their sign? The margin '
                 'is 1 for both classes.',
                 '标签为 -1 时，你的式子里哪些项变了号？两个类别的间隔都是 1。'),
            'batch',
        ),
        Mistake(
            'zero-one-labels', hinge.gives('zero-one-labels'),
            Text('the labels are taken to be 0 and 1', '把标签当成了 0 和 1'),
            Text('What does 2 * y - 1 make of a label that is -1 already?',
                 '标签已经是 -1 时，2 * y - 1 会把它变成什么？'),
            'batch',
        ),
        Mistake(
            'min-for-max', hinge.gives('min-for-max'),
            Text('the smaller one is taken, not the larger',
                 '取了较小的，而不是较大的'),
            Text('Should a sample that is right by far cost 0 or less than 0?',
                 '一个远在正确一侧的样本，损失应该是 0，还是小于 0？'),
            'batch',
        ),
        Mistake(
            'squared-hinge', hinge.gives('squared-hinge'),
            Text('the cost is squared', '把损失平方了'),
            Text('That is a loss too, the squared hinge. Is there a square in the '
                 'definition here?',
                 '那也是一种损失：平方合页损失。这里的定义里有平方吗？'),
            'one',
        ),
        Mistake(
            'absolute-margin', hinge.gives('absolute-margin'),
            Text('an absolute value instead of max(0, …)',
                 '用了绝对值而不是 max(0, …)'),
            Text('A score far on the right side: does it cost anything?',
                 '得分远在正确的一侧，还会有损失吗？'),
            'batch',
        ),
        Mistake(
            'label-subtracted', hinge.gives('label-subtracted'),
            Text('label and score are subtracted, not multiplied',
                 '把标签和得分相减了，而不是相乘'),
            Text('Which expression is positive exactly where label and score have the '
                 'same sign?',
                 '哪个式子恰好在标签与得分同号时为正？'),
            'one',
        ),
        Mistake(
            'mean-over-violations', hinge.gives('mean-over-violations'),
            Text('the mean leaves out the samples that cost nothing',
                 '求平均值时漏掉了损失为 0 的样本'),
            Text('How many samples does the mean divide by: all, or those that cost '
                 'something?',
                 '平均值应该除以所有样本的个数，还是只除以损失不为 0 的个数？'),
            'batch',
        ),
        Mistake(
            'counts-errors', hinge.gives('counts-errors'),
            Text('samples are counted, not their costs', '数的是样本个数，'
                                                         '而不是把损失相加'),
            Text('How can the loss fall a little when a score improves a little?',
                 '当某个得分只改善一点时，损失怎样才能也下降一点？'),
            'one',
        ),
    ),
    promises={
        'The sign of a score': (),
        'The hinge loss asks': ('at the margin', 'case 7'),
        'Write `hinge`': ('batch', 'more', 'one'),
        'scores is a list': ('kept', 'again'),
        'The result is a Value': ('safe', 'safe gradient'),
        'Which slope max': (),
        'Scores go up': ('case 14', 'case 15, gradient'),
        'hinge itself': ('kept', 'gradients before'),
    },
    hints=(
        Text('What does one sample cost, with the score s and the label y? Try a score '
             'of 0.4 and of 3, with label 1.',
             '得分为 s、标签为 y 的一个样本，损失是多少？用标签 1、得分 0.4 和 3 '
             '试一试。'),
        Text('v.relu() is max(0, v) for a Value, and a Value too where it is 0.',
             '对 Value 来说，v.relu() 就是 max(0, v)，结果为 0 时也仍是 Value。'),
        Text('costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]; then the '
             'sum of the costs, divided by their number.',
             'costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]，然后求和，'
             '再除以个数。'),
    ),
    uses={'Value': 'engine'},
)

"""Check of hinge."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.losses import (
    STEPS,
    BatchLoss,
    both_signs,
    odd_tenths,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    formula,
    only_in,
    raises,
    right,
    shows,
)

COSTS = 'sum(max(0, 1 - y * s.data) for s, y in zip(scores, labels))'
WRONG_SIGN = ('sum((1 - y * s.data) * (y * s.data < 0) '
              'for s, y in zip(scores, labels)) / len(scores)')
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
        'zero-one-labels': ('max(0, 1 - (2 * y - 1) * s.data)',
                            'max(0, 1 - (y > 0) * s.data)'),
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
    title='the hinge (max-margin) loss',
    steps={**STEPS, 'safe': 'every margin kept'},
    probes=probes,
    needs=('hinge',),
    mistakes=(
        *hinge.mistakes_before(),
        Mistake(
            'plain-zero',
            all_of(right('batch'), shows('safe', 'isinstance(loss, Value)', False),
                   raises('AttributeError', "'(int|float)' object", 'safe')),
            'a plain 0 instead of a Value',
            'max(0, v) gives back one of the two: which, if v is below 0? Can a '
            'training loop call backward() on that?',
            'safe',
        ),
        *hinge.mistakes_after(),
        Mistake(
            'no-margin', hinge.gives('no-margin'),
            'the margin 1 is missing',
            'A score of 0.01 on the right side: is it good enough? What does the '
            'definition add to -label * score?',
            'one',
        ),
        Mistake(
            'only-wrong-sign',
            formula(WRONG_SIGN, 'loss.data', 'one', 'case 8', 'case 13'),
            'samples that are right, but by less than the margin, cost nothing',
            'A score of 0.1 for the label 1: what does it cost by the definition, and '
            'by yours?',
            'one',
        ),
        shared('only-some-sizes', only_in('case 1[456](, gradient)?')),
        Mistake(
            'margin-sign', hinge.gives('margin-sign'),
            'right predictions are punished, wrong ones are not',
            'label * score is large where the prediction is right. Should the cost '
            'grow or fall with it?',
            'one',
        ),
        Mistake(
            'no-max', hinge.gives('no-max'),
            'the cost goes below 0',
            'A sample that is right by far: may it make up for a wrong one? What does '
            'max(0, …) do about that?',
            'batch',
        ),
        Mistake(
            'leaky-max', hinge.gives('leaky-max'),
            'a leaky relu instead of max(0, …)',
            'What does a sample cost that is right by far? Is it exactly 0?',
            'batch',
        ),
        Mistake(
            'max-after-mean', hinge.gives('max-after-mean'),
            '`max(0, …)` is applied to the mean, not to each sample',
            'Which comes first in the definition, the cost of each sample or the mean?',
            'batch',
        ),
        Mistake(
            'no-label', hinge.gives('no-label'),
            'the label makes no difference',
            'What does your function give for the same score with label 1 and with '
            'label -1?',
            'batch',
        ),
        Mistake(
            'label-outside', hinge.gives('label-outside'),
            'the label multiplies more than the score',
            'For the label -1: which of your terms change their sign? The margin is 1 '
            'for both classes.',
            'batch',
        ),
        Mistake(
            'zero-one-labels', hinge.gives('zero-one-labels'),
            'the labels are taken to be 0 and 1',
            'What does 2 * y - 1 make of a label that is -1 already?',
            'batch',
        ),
        Mistake(
            'min-for-max', hinge.gives('min-for-max'),
            'the smaller one is taken, not the larger',
            'Should a sample that is right by far cost 0 or less than 0?',
            'batch',
        ),
        Mistake(
            'squared-hinge', hinge.gives('squared-hinge'),
            'the cost is squared',
            'That is a loss too, the squared hinge. Is there a square in the '
            'definition here?',
            'one',
        ),
        Mistake(
            'absolute-margin', hinge.gives('absolute-margin'),
            'an absolute value instead of max(0, …)',
            'A score far on the right side: does it cost anything?',
            'batch',
        ),
        Mistake(
            'label-subtracted', hinge.gives('label-subtracted'),
            'label and score are subtracted, not multiplied',
            'Which expression is positive exactly where label and score have the same '
            'sign?',
            'one',
        ),
        Mistake(
            'mean-over-violations', hinge.gives('mean-over-violations'),
            'the mean leaves out the samples that cost nothing',
            'How many samples does the mean divide by: all, or those that cost '
            'something?',
            'batch',
        ),
        Mistake(
            'counts-errors', hinge.gives('counts-errors'),
            'samples are counted, not their costs',
            'How can the loss fall a little when a score improves a little?',
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
        'What does one sample cost, with the score s and the label y? Try a score of '
        '0.4 and of 3, with label 1.',
        'v.relu() is max(0, v) for a Value, and a Value too where it is 0.',
        'costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]; then the sum '
        'of the costs, divided by their number.',
    ),
    uses={'Value': 'engine'},
)

"""Check of mse."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.losses import (
    STEPS,
    BatchLoss,
    both_signs,
    odd_tenths,
)
from micrograd.classroom.checker.bank.words import shared
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
    title='the mean squared error',
    steps=STEPS,
    probes=probes,
    needs=('mse',),
    mistakes=(
        *mse.mistakes_before(),
        shared('graph-cut', all_of(
            right('batch'),
            formula('[p.grad / 2 for p in predictions]', mse.gradient, 'gradient'),
        ), 'gradient'),
        *mse.mistakes_after(),
        shared('no-square', mse.gives('no-square'), 'batch'),
        shared('absolute-error', mse.gives('absolute-error'), 'batch'),
        shared('doubled-not-squared', mse.gives('doubled-not-squared'), 'one'),
        shared('adds-target', mse.gives('adds-target'), 'one'),
        Mistake(
            'root-taken', mse.gives('root-taken'),
            'the root of the loss is taken',
            'The mean squared error is a mean of squares. Is anything done with it '
            'afterwards?',
            'batch',
        ),
        Mistake(
            'square-of-mean', mse.gives('square-of-mean'),
            'the mean is squared, not each error',
            'Errors of 1 and -1: what do you get if you add first, and what if you '
            'square first?',
            'batch',
        ),
        Mistake(
            'difference-of-squares', mse.gives('difference-of-squares'),
            'both are squared before the subtraction',
            'Which is done first in the definition, the subtraction or the square? '
            'Where do the parentheses go?',
            'one',
        ),
        Mistake(
            'parentheses', mse.gives('parentheses'),
            'only one of the two is squared',
            '** binds tighter than -. What has to be done first?',
            'one',
        ),
        shared('negated-loss', mse.gives('negated-loss'), 'one'),
    ),
    promises={
        'Write `mse`': ('batch', 'more', 'one', 'two'),
        'predictions is a list': ('kept', 'again'),
        'The result is a Value': ('gradient', 'results', 'one'),
        'A prediction may be': ('large 0', 'large 2'),
        'mse itself': ('kept', 'gradients before'),
    },
    hints=(
        'What does one sample cost? Write that first, for a prediction p and a target '
        't.',
        'zip(predictions, targets) gives the pairs. Square every difference, and keep '
        'it a Value: no .data.',
        'errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]; then the sum '
        'of the errors, divided by their number.',
    ),
    uses={'Value': 'engine'},
)

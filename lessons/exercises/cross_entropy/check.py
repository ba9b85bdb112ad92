"""Check of cross_entropy."""

import math
from types import SimpleNamespace

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.losses import (
    STEPS,
    all_apart,
    broken_graph,
    odd_tenths,
    plain_values,
    values,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    formula,
    no,
    only_in,
    right,
    twin,
    wrong,
)

CALL = 'cross_entropy(logits, target)'
GRADIENT = '[x.grad for x in logits]'


TOTAL = 'sum(math.exp(x.data) for x in logits)'
SHARES = f'[math.exp(x.data) / {TOTAL} for x in logits]'
RIGHT = f'{SHARES}[target]'
LARGEST = 'max(x.data for x in logits)'
CLASSES = '0', '-1', 'target - 1', '(target + 1) % len(logits)'
# what mistakes make of the loss
WRONG = {
    'shifted-in-one-place': (f'loss.data + {LARGEST}', f'loss.data - {LARGEST}'),
    'negated-loss': ('-loss.data',),
    'no-log': (RIGHT, f'-{RIGHT}', f'1 - {RIGHT}'),
    'not-normalised': ('-logits[target].data', 'logits[target].data'),
    'target-not-used': (f'math.log({TOTAL})', f'-math.log({TOTAL})',
                        f'math.log({TOTAL}) - {LARGEST}'),
    'wrong-class': (
        *(f'-math.log({SHARES}[{k}])' for k in CLASSES),
        f'-math.log(min({SHARES}))',
    ),
    'all-classes': (
        *(f'sum(-math.log(p) for p in {SHARES}){part}'
          for part in ('', ' / len(logits)')),
    ),
    'entropy': (
        f'sum(-p * math.log(p) for p in {SHARES})',
        f'-{RIGHT} * math.log({RIGHT})',
    ),
    'mean-over-classes': ('loss.data / len(logits)',),
    'log-not-taken-of-sum': (f'{TOTAL} - logits[target].data',),
    'log-inside-sum': ('sum(x.data for x in logits) - logits[target].data',),
    'softmax-twice': (f'math.log(sum(math.exp(p) for p in {SHARES})) - {RIGHT}',),
    'squared-error': (
        *(f'sum((p - (i == target)) ** 2 for i, p in enumerate({SHARES}))'
          f'{part}' for part in ('', ' / len(logits)', ' / 2')),
        f'(1 - {RIGHT}) ** 2',
    ),
}


def arguments(logits, target):
    return (
        'from micrograd import Value\n'
        f'logits = {values(logits)}\n'
        f'target = {target}\n'
    )


def value(name, logits, target):
    code = f'{arguments(logits, target)}loss = {CALL}'
    return Probe(name, code, ('isinstance(loss, Value)', 'loss.data'), 'value')


def large(name, logits, target):
    return Probe(name, arguments(logits, target), (f'{CALL}.data',), 'large')


def gradient(name, logits, target, step):
    code = f'{arguments(logits, target)}{CALL}.backward()'
    return Probe(name, code, (GRADIENT,), step)


def draw(rng, count, target, orders):
    """Logits in one of these orders; each mistake gives a loss of its own there."""
    while True:
        ascending = sorted(odd_tenths(rng, count, -19, 25))
        logits = [ascending[i] for i in rng.choice(orders)]
        names = {'logits': plain_values(logits), 'target': target}
        loss = -math.log(eval(RIGHT, {'math': math, **names}))
        names['loss'] = SimpleNamespace(data=loss)
        if all_apart(WRONG, 'loss.data', names):
            return logits


FAR = ([0.0, 1000.5], [1000.5, 0.0], [-1000.5, 0.0], [0.0, -2000.5, 1000.5],
       [1000.5, 1000.5], [-3000.5, -3000.5, -3001.5], [5e6, -5e6, 4.5, 5e6],
       [1e300, 0.0], [2.5, 1e300],
       [-900.5, -901.5, -899.5], [800.5, 2.5, 801.5, -3.5], [2.5, -800.5, 1.5])


def probes(rng):
    # The right class has not the largest nor smallest logit; nor have the first and the
    # last one, and the largest is no neighbour of the right one.
    five = draw(rng, 5, 1, ((1, 2, 0, 4, 3), (3, 1, 0, 4, 2), (2, 3, 0, 4, 1)))
    six = draw(rng, 6, 3, ((1, 5, 0, 2, 3, 4), (3, 5, 0, 1, 4, 2), (2, 5, 0, 4, 1, 3)))
    low, high = sorted(odd_tenths(rng, 2, -19, 25))
    equal = [high, low, high, low]
    one, other, far = odd_tenths(rng, 3, 3, 99)
    high, low = 2000 + far, -2000 - far  # far above what exp can bear
    return [
        *(large(f'far {nth}', logits, target) for nth, (logits, target) in enumerate(
            (logits, target) for logits in FAR for target in range(len(logits)))),
        *(gradient(f'far gradient {nth}', logits, target, 'large')
          for nth, (logits, target) in enumerate(
              (logits, target) for logits in FAR for target in range(len(logits)))),
        *(value(f'target {target}', five, target) for target in range(5)),
        *(gradient(f'gradient of {target}', six, target, 'gradient')
          for target in range(6)),
        value('one class', [one / 5], 0),
        value('all 0', [0.0, 0.0, 0.0], 2),
        value('whole numbers', [2, -1, 0], 1),
        value('below 0', [-one / 5, -other / 5, -1.5], 0),
        value('steep', [0.0, 12.5, 0.0], 0),
        value('steeper', [0.0, 18.5], 0),
        large('steepest', [0.0, 40.5], 0),
        value('surely right', [12.5, 0.0, 1.5], 0),
        Probe('again', f'{arguments(five, 1)}first = {CALL}.data\n'
              'logits[0].data += 1.5\nsecond, other = '
              f'{CALL}.data, cross_entropy(logits[:2], 0).data\n'
              'target = 2\nthird = cross_entropy(logits, target)\nthird.backward()',
              ('first', 'second', 'other', 'third.data', GRADIENT), 'value'),
        Probe('results', f'from micrograd import Value\nw = Value(0.5)\n'
              f'logits = [w * x for x in {five}]\nloss = cross_entropy(logits, 3) * 2\n'
              'loss.backward()', ('loss.data', 'w.grad', 'w.data'), 'gradient'),
        Probe('one Value twice', 'from micrograd import Value\nx, y = Value(0.5), '
              'Value(-0.75)\ncross_entropy([x, y, x], 2).backward()',
              ('x.grad', 'y.grad', 'x.data'), 'gradient'),
        value('two', [one / 5, -other / 5], 1),
        value('batch', five, 1),
        value('more', six, 3),
        value('equal', equal, 2),
        gradient('equal gradient', equal, 2, 'gradient'),
        Probe('kept', f'{arguments(five, 1)}{CALL}', ('[x.data for x in logits]',),
              'value'),
        Probe('gradients before', f'{arguments(five, 1)}same = [*logits]\n'
              'for x, n in zip(logits, range(5)):\n'
              f'    x.grad, x.label = n - 1.5, "x"\nloss = {CALL}\n'
              f'found = {GRADIENT}\nloss.backward()', (
                  'found', '[x.grad - n + 1.5 for n, x in enumerate(logits)]',
                  '[x.label + x._op for x in logits]', '[x._prev for x in logits]',
                  '[x is y for x, y in zip(logits, same)]', 'len(logits)', 'target'),
              'gradient'),
        *(Probe(f'nearly sure {nth}', f'{arguments(logits, target)}loss = {CALL}\n'
                'loss.backward()', ('loss.data / 1e-6',
                                    '[x.grad / 1e-6 for x in logits]'), 'large')
          for nth, (logits, target) in enumerate((
              ([8.5, 0.0], 0), ([0.0, 11.5], 1), ([-14.5, 0.0], 1),
              ([16.5, 0.5, -1], 0),
              ([19.5, 0.0], 0), ([0, -6], 0)))),
        Probe('only one Value', 'from micrograd import Value\nx = Value(2.5)\n'
              'losses = [cross_entropy([x] * n, n - 1) for n in (1, 2, 3)]\n'
              'losses[2].backward()',
              ('[loss.data for loss in losses]', 'x.grad', 'x.data'), 'gradient'),
        Probe('none is right', 'from micrograd import Value\n'
              'x, y = Value(0.0), Value(0)\n'
              '(cross_entropy([x, y], 0) * 0).backward()', ('x.grad', 'y.grad'),
              'gradient'),
        gradient('gradient', five, 1, 'gradient'),
        large('high', [high, 0.0], 0),
        large('low', [low, low + 1.5, low - 0.7], 0),
        large('far', [high, 0.0], 1),
        gradient('far gradient', [high, 0.0], 1, 'large'),
    ]


def gives(mistake):
    """Is the loss what this mistake makes of it?"""
    return any_of(*(formula(c, 'loss.data', 'two', 'batch', 'more')
                    for c in WRONG[mistake]))


def no_finite(*names):
    """Is the loss no finite number in one of these probes?"""
    def fits(e):
        seen = [e.yours(name, f'{CALL}.data') for name in names]
        return any(
            x['error'] != 'AttributeError' if isinstance(x, dict) else
            x is not None and not math.isfinite(x) for x in seen)
    return fits


FITS_ALL = all_of(right('two'), right('batch'), right('more'))

CHECK = Check(
    title='softmax with cross-entropy',
    steps={
        **STEPS,
        'large': 'very large and very small logits',
    },
    probes=probes,
    needs=('cross_entropy',),
    mistakes=(
        *broken_graph('batch', GRADIENT),
        shared('graph-cut', all_of(FITS_ALL, any_of(
            formula('[-1.0 * (x is logits[target]) for x in logits]',
                    GRADIENT, 'gradient'),
            formula(SHARES, GRADIENT, 'gradient'),
        )), 'gradient'),
        shared('changes-arguments', all_of(FITS_ALL, wrong('kept')), 'kept'),
        shared('position-by-value', all_of(
            FITS_ALL, right('gradient'), *(right(f'target {k}') for k in range(5)),
            any_of(wrong('equal'), wrong('equal gradient'))), 'equal'),
        Mistake(
            'max-not-subtracted',
            any_of(all_of(FITS_ALL, no_finite('high', 'low')),
                   twin((LARGEST, 'logits[0].data'))),
            '`exp` overflows, or all of them are 0',
            'Softmax stays the same if the same number is subtracted from every '
            'logit. Which number makes all exp at most 1, and one of them exactly 1?',
        ),
        Mistake(
            'log-of-probability',
            all_of(FITS_ALL, right('high'), right('low'), no(right('far'))),
            'the probability is 0 before its logarithm is taken',
            'log(a / b) can be written without the division. What is then left of '
            'log(exp(x))?',
            'far',
        ),
        shared('only-some-sizes', only_in('large', 'surely right')),
        Mistake(
            'shifted-in-one-place', gives('shifted-in-one-place'),
            'the largest logit is subtracted in one place only',
            'The shift has to cancel out. Where do the logits occur in the formula, '
            'and in how many of these places do you shift them?',
            'batch',
        ),
        shared('negated-loss', gives('negated-loss'), 'two'),
        Mistake(
            'no-log', gives('no-log'),
            'the logarithm is missing',
            'This is (made of) the probability itself. What does cross-entropy do '
            'with the probability of the right class?',
            'two',
        ),
        Mistake(
            'not-normalised', gives('not-normalised'),
            'the logits are not turned into probabilities',
            'Probabilities add up to 1. What is exp(logit) divided by?',
            'two',
        ),
        Mistake(
            'target-not-used', gives('target-not-used'),
            'the target makes no difference',
            'Does your result change with the target?',
            'two',
        ),
        Mistake(
            'wrong-class', gives('wrong-class'),
            'the probability of another class is taken',
            'target is an index that counts from 0. Which class does your code look '
            'at?',
            'batch',
        ),
        Mistake(
            'all-classes', gives('all-classes'),
            'all classes are in the loss',
            'The other classes are wrong. Should a large probability of them make the '
            'loss smaller?',
            'two',
        ),
        Mistake(
            'entropy', gives('entropy'),
            'the logarithm is weighted by the probability itself',
            'In the cross-entropy the weights are the true probabilities. What are '
            'they if one class is certain?',
            'two',
        ),
        Mistake(
            'mean-over-classes', gives('mean-over-classes'),
            'divided by the number of classes',
            'This is the loss of one sample. Is there a mean in its definition?',
            'two',
        ),
        Mistake(
            'log-not-taken-of-sum', gives('log-not-taken-of-sum'),
            'the log of the sum of the exponentials is missing',
            'log(a / b) = log(a) - log(b). Which of the two logarithms disappears, '
            'and which one does not?',
            'two',
        ),
        Mistake(
            'log-inside-sum', gives('log-inside-sum'),
            'the logarithm is taken inside the sum',
            'Is log(a + b) the same as log(a) + log(b)?',
            'two',
        ),
        Mistake(
            'softmax-twice', gives('softmax-twice'),
            'softmax is applied twice',
            'What goes into your softmax: logits, or something that is probabilities '
            'already?',
            'two',
        ),
        Mistake(
            'squared-error', gives('squared-error'),
            'the squared error of the probabilities',
            'It measures the distance to 0 and 1. Which measure does the exercise ask '
            'for?',
            'two',
        ),
    ),
    promises={
        'softmax makes': (),
        'The cross-entropy is': ('batch', 'steep'),
        'Write `cross_entropy`': ('batch', 'more', 'gradient'),
        'logits is a list': ('target 0', 'target 4', 'one class', 'kept', 'again'),
        'The result is a Value': ('batch', 'results'),
        'cross_entropy itself': ('kept', 'gradients before'),
        'exp(1000) is more': (),
        'Yet logits like these': ('high', 'low', 'far', 'far gradient', 'far 0'),
    },
    hints=(
        'First the probabilities: exp of every logit, divided by the sum. Then -log '
        'of one of them.',
        'First subtract the largest logit (its .data, a plain number) from every '
        'logit. And log(a / b) = log(a) - log(b): one logarithm disappears.',
        'With x for the shifted logits: the loss is the log of the sum of all '
        'x.exp(), minus x[target].',
    ),
    uses={'Value': 'engine'},
)

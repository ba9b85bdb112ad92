"""Check of clipping."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.losses import odd_tenths, values
from micrograd.classroom.checker.bank.optimisers import signed
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    formula,
    only_in,
    raises,
    right,
    shows,
    variant,
    wrong,
)

GRADS = '[p.grad for p in parameters]'


def probe(name, rng, gradients, max_norm, step):
    numbers = odd_tenths(rng, len(gradients), 51, 99)
    code = (
        'from micrograd import Value\n'
        f'parameters = {values(numbers)}\n'
        f'gradients = {gradients}\n'
        f'max_norm = {max_norm}\n'
        'for p, gradient in zip(parameters, gradients):\n'
        '    p.grad = gradient\n'
        'clip_grad_norm(parameters, max_norm)'
    )
    shown = GRADS if step != 'kept' else '[p.data for p in parameters]'
    return Probe(name, code, (shown,), step)


def probes(rng):
    """Large ones; each small, but not together; small ones, whose sum is not.

    The parameters are large, so that their own norm is always above max_norm.
    """
    bound = odd_tenths(rng, 1, 31, 49)[0]
    large = signed(rng, 3, 71, 199)
    single = [round(s * bound, 2) for s in rng.sample((0.7, -0.8, 0.9, -0.75), 4)]
    small = [round(s * bound, 2) for s in rng.sample((0.5, -0.6, 0.4, -0.3), 3)]
    return [
        probe('one', rng, signed(rng, 1, 71, 199), bound, 'large'),
        probe('large', rng, large, bound, 'large'),
        probe('together', rng, single, bound, 'large'),
        probe('equal', rng, [large[0], large[1], large[0]], bound, 'large'),
        probe('small', rng, small, bound, 'small'),
        probe('zero', rng, [0.0, 0.0], bound, 'zero'),
        probe('one of 0', rng, [0.0], bound, 'zero'),
        probe('zeros of both kinds', rng, [0, -0.0, 0.0], 1e-9, 'zero'),
        probe('kept', rng, large, bound, 'kept'),
        probe('small kept', rng, small, bound, 'kept'),
        *(probe(f'nearly {nth}', rng, [s * bound * 0.6, -s * bound * 0.8], bound,
                'small') for nth, s in enumerate((0.999, 0.9999999, 1.0, -0.99))),
        *(probe(f'just above {nth}', rng, [s * bound * 0.6, -s * bound * 0.8], bound,
                'large') for nth, s in enumerate((1.001, 1.01, -1.1))),
        probe('exactly', rng, [3.0, -4.0], 5.0, 'small'),
        probe('exactly, whole', rng, [0, -5], 5, 'small'),
        probe('whole numbers', rng, [30, -40], 5, 'large'),
        probe('below 1', rng, [0.3, -0.4], 0.1, 'large'),
        probe('tiny', rng, [3e-5, -4e-5], 1e-6, 'large'),
        probe('tiny, small', rng, [3e-7, -4e-7], 1e-6, 'small'),
        probe('huge', rng, [3e9, -4e9, 0.0], 2e9, 'large'),
        probe('huge bound', rng, [3e9, -4e9], 6e9, 'small'),
        probe('very huge', rng, [3e150, -4e150, 1.0], 1e150, 'large'),
        *(Probe(f'size {s}', SIZES.format(s=s), (
            '[p.grad / size for p in parameters]', '[p.data for p in parameters]'),
            'large')
          for s in (1e-100, 1e-12, 1e12, 1e100)),
        probe('negative', rng, [-s for s in map(abs, large)], bound, 'large'),
        probe('one zero', rng, [0.0, large[0], 0.0], bound, 'large'),
        probe('many', rng, [round(bound * s, 2) for s in (0.3, -0.35) * 8], bound,
              'large'),
        Probe('none', f'found = clip_grad_norm([], {bound})', ('found',), 'zero'),
        Probe('calls', AGAIN.format(large=large[:2], bound=bound),
              ('first', 'second', 'third', 'found', 'max_norm'), 'large'),
    ]


SIZES = """\
from micrograd import Value
size = {s}
parameters = [Value(n) for n in (0.5, -9.0, 0, 0.5)]
for p, g in zip(parameters, (6, -2, 0, 3)):
    p.grad = g * size
clip_grad_norm(parameters, max_norm=3.5 * size)"""
AGAIN = """\
from micrograd import Value
max_norm = {bound}
a, b = Value(1.0), Value(1.0)
a.grad, b.grad = {large}
found = clip_grad_norm([a, b], max_norm)
first = [a.grad, b.grad]
clip_grad_norm([a, b], max_norm / 2)
second = [a.grad, b.grad]
b.grad = -900.0
clip_grad_norm([b], 2 * max_norm)
third = [a.grad, b.grad]"""
NORM = '(sum(g * g for g in gradients) ** 0.5)'
NORM_OF_DATA = '(sum(p.data ** 2 for p in parameters) ** 0.5)'
# Each gradient is scaled in turn, and changes the norm for those after it.
IN_TURN = """
def clip_grad_norm(parameters, max_norm):
    for p in parameters:
        norm = sum(q.grad ** 2 for q in parameters) ** 0.5
        if norm > max_norm:
            p.grad *= max_norm / norm
"""
RUNNING = """
def clip_grad_norm(parameters, max_norm):
    total = 0.0
    for p in parameters:
        total += p.grad ** 2
        if total ** 0.5 > max_norm:
            p.grad *= max_norm / total ** 0.5
"""


def gives(*gradients, probes=('large', 'together')):
    """Do the gradients become these expressions of g, as it was?"""
    return any_of(*(formula(f'[{g} for g in gradients]', GRADS, *probes)
                    for g in gradients))


def scaled_by(*norms):
    """Is another norm taken for the global one?"""
    return gives(*(f'g * {factor.format(norm)}' for norm in norms
                   for factor in ('max_norm / {}', 'min(1, max_norm / {})')))


CHECK = Check(
    title='clipping by the global norm',
    steps={
        'large': 'large gradients',
        'small': 'small gradients',
        'zero': 'gradients of 0',
        'kept': 'the parameters themselves',
    },
    probes=probes,
    needs=('clip_grad_norm',),
    mistakes=(
        shared('whole-list', raises(
            'TypeError', "'list' and|and 'list'|multiply sequence|concatenate list")),
        Mistake(
            'data-scaled', all_of(wrong('kept'), any_of(gives('g'), right('large'))),
            '.data is scaled, which should stay as it is',
            'What should become smaller: the parameters, or the step that they will '
            'make?',
            'kept',
        ),
        shared('step-made-of-values',
               shows('one', GRADS, [{'object': 'Value'}]), 'one'),
        Mistake(
            'comparison-reversed',
            all_of(gives('g'), gives(f'g * max_norm / {NORM}', probes=('small',))),
            'small gradients are scaled, large ones are not',
            'In which case is there something to clip?',
            'large',
        ),
        Mistake(
            'not-written-back',
            all_of(gives('g', probes=('large', 'together', 'negative')),
                   right('small')),
            'the gradients stay as they are',
            'Changing a local name changes nothing else. What must be on the left of '
            'the assignment?',
            'one',
        ),
        Mistake(
            'each-on-its-own',
            gives('max(-max_norm, min(max_norm, g))',
                  'g * max_norm / abs(g)', 'min(g, max_norm)'),
            'each gradient is clipped on its own',
            'All gradients together point downhill. Does the direction stay the same '
            'if one is cut and another is not?',
            'large',
        ),
        Mistake(
            'sum-of-absolute-values', scaled_by('sum(abs(g) for g in gradients)'),
            'the norm is a sum of absolute values',
            'How long is the vector (3, -4)?',
            'large',
        ),
        Mistake(
            'no-root-of-norm', any_of(
                scaled_by(f'{NORM} ** 2'),
                all_of(right('large'), right('together'),
                       gives(f'g * max_norm / {NORM} ** 2', probes=('small',)))),
            'the square root in the norm is missing',
            'How long is the vector (3, -4)? What is done after the squares are added?',
            'large',
        ),
        Mistake(
            'largest-for-norm', scaled_by('max(abs(g) for g in gradients)',
                                          'max(gradients)'),
            'the largest gradient is taken as the norm',
            'Many gradients that are all below max_norm: can they be too long '
            'together?',
            'large',
        ),
        Mistake(
            'mean-in-norm', scaled_by(f'({NORM} / len(gradients) ** 0.5)',
                                      f'({NORM} / len(gradients))'),
            'the norm has a mean in it',
            'Does a vector become shorter if more numbers are added to it? What do '
            'you divide by?',
            'large',
        ),
        Mistake(
            'squares-missing', scaled_by('abs(sum(gradients))', 'sum(gradients)',
                                         'abs(sum(gradients)) ** 0.5'),
            'the gradients are not squared in the norm',
            'The gradients 5 and -5: what is their sum, and how long is (5, -5)?',
            'large',
        ),
        Mistake(
            'norm-of-data', scaled_by(NORM_OF_DATA),
            'the norm is that of the parameters',
            'What is too long here: the vector of all .data, or that of all .grad?',
            'large',
        ),
        Mistake(
            'max-norm-missing', gives(f'g / {NORM}'),
            'the norm becomes 1, not max_norm',
            'How long are the gradients after your division? How long should they be?',
            'one',
        ),
        Mistake(
            'factor-inverted', gives(f'g * {NORM} / max_norm'),
            'large gradients are made larger',
            'Is your factor above or below 1 when the norm is too large?',
            'one',
        ),
        Mistake(
            'divided-only', gives('g / max_norm', 'g * max_norm'),
            'the norm is not in the factor',
            'Which factor turns a length of 50 into a length of 5?',
            'one',
        ),
        Mistake(
            'sign-lost', gives(f'abs(g) * max_norm / {NORM}'),
            'the signs are lost',
            'Clipping keeps the direction. What has become of the negative gradients?',
            'large',
        ),
        Mistake(
            'all-become-max-norm', gives('max_norm'),
            'every gradient becomes max_norm',
            'All gradients are scaled by the same factor. Do they become the same '
            'number?',
            'one',
        ),
        Mistake(
            'norm-changes-in-loop',
            any_of(variant(IN_TURN, 'large', 'together'),
                   variant(RUNNING, 'large', 'together')),
            'the gradients are not all scaled by one factor',
            'Which gradients are in your norm when the first one is scaled, and which '
            'when the last one is?',
            'large',
        ),
        shared('one-parameter-only', any_of(*(
            formula(f'[g * max_norm / {NORM} if i == {i} else g '
                    'for i, g in enumerate(gradients)]', GRADS, 'large', 'together')
            for i in ('0', 'len(gradients) - 1')
        )), 'large'),
        Mistake(
            'scales-small-up',
            all_of(right('large'), right('together'),
                   gives(f'g * max_norm / {NORM}', probes=('small',))),
            'small gradients are scaled up',
            'Clipping only takes away. What should happen to gradients that are short '
            'enough?',
            'small',
        ),
        Mistake(
            'only-if-each-is-large',
            all_of(right('large'), right('small'), gives('g', probes=('together',))),
            'gradients that are small one by one, but too long together, are not '
            'clipped',
            'Which number do you compare with max_norm: that of one gradient, or of '
            'all?',
            'together',
        ),
        shared('position-by-value', all_of(
            right('large'), right('together'), wrong('equal'), wrong('many')), 'equal'),
        shared('only-some-sizes', only_in('below 1', 'tiny', 'size .*', '.*huge.*')),
        Mistake(
            'zero-norm',
            all_of(right('large'), right('small'),
                   raises('ZeroDivisionError', '', 'zero')),
            'gradients of 0 are divided by 0',
            'How long are the gradients when all are 0? Is there anything to clip?',
            'zero',
        ),
    ),
    promises={
        'The global norm': (),
        'Write `clip_grad_norm`': ('large', 'together', 'just above 0', 'kept'),
        'If it is not': ('small', 'exactly', 'zero', 'small kept'),
        'Nothing is returned': ('calls', 'none'),
        'max_norm is above 0': ('huge', 'tiny'),
    },
    hints=(
        'First one number for all gradients together: the root of the sum of their '
        'squares. Only then change anything.',
        'The factor max_norm / norm makes the norm max_norm. When should it be used, '
        'and when not?',
        'norm = sum(p.grad ** 2 for p in parameters) ** 0.5. If norm > max_norm: '
        'p.grad *= max_norm / norm for every p.',
    ),
    uses={'Value': 'engine'},
)

"""Check of slope."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.slopes import (
    FLOATS,
    ONE,
    differences,
    equal_numbers,
    of_positions,
    too_many,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    differs,
    formula,
    only_in,
    raises,
    right,
    shows,
    twin,
    wrong,
)

WATCHED = """
places = []

def f(x):
    places.append(x)
    return x * x

{}
"""


CURVE, STEEP = 'f = lambda x: x**3 - 2 * x', 'f = lambda x: 90 * x**3 + x**2'
TWO = 'f = lambda a, b: a**3 * b + a * b**3 - 4 * a'
FIVE = 'f = lambda a, b, c, d, e: a**3 * b + c * d**3 - e**3 + 2 * b * e'


def probes(rng):
    x, m, c = (round(rng.uniform(*ends), 1) for ends in ((1.2, 1.9), (3.2, 4.8),
                                                         (5, 9)))
    h = rng.choice([0.2, 0.3, 0.4])
    p, q, r = (round(rng.uniform(*ends), 1) for ends in ((1.2, 1.9), (2.2, 2.9),
                                                         (3.2, 3.9)))
    cubic = f'f = lambda x: x**3 + {c}\nx = {x}\nh = {h}'
    three = f'f = lambda a, b, c: a * a * b + c * c * c\nxs = [{p}, {q}, {r}]\n'
    equal = ('f = lambda a, b, c, d: a * b + 3 * b * c - 2 * d\n'
             f'xs = [{p}, {q}, {p}, {r}]\n')
    return [
        Probe('line', f'f = lambda x: {m} * x - {c}', (f'slope(f, {x})',), 'one'),
        Probe('wide', cubic, ('slope(f, x, h)',), 'one'),
        Probe('digits', 'import math', (
            f'slope(math.exp, {x})', f'slope(lambda x: x**5, {q})',
            f'slope(math.sin, {r})'), 'step'),
        *(Probe(f'place {nth}', f'{f}\nx = {at}\nh = {by}', (
            'slope(f, x, h)', 'slope(f, x, h=h)', 'slope(f, x, h / 4)'), 'one')
          for nth, (f, at, by) in enumerate(((CURVE, -x, h), (CURVE, 0.0, h),
                                             (CURVE, q, 0.05), (CURVE, 2, 1),
                                             (STEEP, -q, h), (STEEP, x, 2.0)))),
        Probe('digits elsewhere', 'import math', (
            f'slope(math.exp, -{x})', f'slope(math.sin, -{q})', 'slope(math.exp, 0.0)',
            f'slope(lambda x: x**4, -{q})', f'slope(lambda x: 1 / x, {x})'), 'step'),
        Probe('fifth power', f'f = lambda x: x**5\nx = {x}\nh = 0.5', (
            'slope(f, x, h)',), 'one'),
        Probe('watched', WATCHED.format('slope(f, 1.5)'), (STEP,), 'step', False),
        Probe('watched too', WATCHED.format('slopes(f, [1.5])'), (STEP,), 'step',
              False),
        Probe('several', f'{three}h = {h}\nfound = slopes(f, xs, h)',
              ('list(found)', 'xs'), 'several'),
        Probe('several digits', f'{three}found = slopes(f, xs)', ('list(found)',),
              'several'),
        Probe('equal', f'{equal}h = {h}\nfound = slopes(f, xs, h)',
              ('list(found)', 'xs'), 'several'),
        *(Probe(f'several {nth}', f'{f}\nxs = {xs}\nh = {h}\nfound = slopes(f, xs, h)',
                ('found', 'xs', 'slopes(f, xs, h=h)'), 'several')
          for nth, (f, xs) in enumerate((
              ('f = lambda a: a**3 + a', [-p]), (TWO, [-p, q]), (TWO, [0.0, -r]),
              (TWO, [q, 0.0]), (TWO, [p, p]), (TWO, [3, 5]), (TWO, [-p, -p]),
              (FIVE, [p, -q, p, 0.0, r])))),
        Probe('several digits elsewhere', f'{TWO}\nfound = slopes(f, [-{p}, {q}])\n'
              f'other = slopes(f, [0.0, -{q}])', ('found', 'other'), 'several'),
        Probe('several calls', f'{three}h = {h}\nfirst = slopes(f, xs, h)\n'
              'f = lambda a, b, c: a * b * b * c\nsecond = slopes(f, xs, h)\n'
              'xs[0] = 2.5\nthird = slopes(f, xs, h / 2)',
              ('first', 'second', 'third', 'first is second'), 'several'),
        Probe('calls', f'{cubic}\nfirst = slope(f, x, h)\nf = lambda x: x**3 * x\n'
              'second = slope(f, x, h)\nthird = slope(f, x + 1, h)\n'
              'fourth = slope(f, x, h / 2)', ('first', 'second', 'third', 'fourth'),
              'one'),
        Probe('others stay', 'places = []\ndef f(a, b, c):\n'
              '    places.append((a, b, c))\n    return a * b * c\n'
              'start = [1e-20, 0.1, -3.0]\n'
              'slopes(f, start, 0.3), slopes(f, start, h=0.7)', (
                  'all(sum(x != y for x, y in zip(at, start)) <= 1 for at in places)',
                  'start'), 'several'),
        Probe('places', 'places = []\ndef f(*xs):\n    places.append(sum(xs))\n'
              '    return sum(xs) * 2\nslope(f, 2, 0.25), slopes(f, [-3.0, 3], 0.5)',
              ('sorted({*places} - {2, 0.0})',), 'one'),
        Probe('whole numbers', 'f = lambda x: x**3\ng = lambda a, b: a * a * b',
              ('slope(f, 2)', 'slope(f, -3, h=1)', 'slope(lambda x: x * x, 0)',
               'slopes(g, [2, -3])', 'slopes(g, [0, 1], 1)',
               'slopes(lambda a: 5, [2])'), 'several'),
        Probe('small and large', 'f = lambda x: 1e-9 * x * x\ng = lambda x: 1e200 * x',
              ('slope(f, 1.5) / 1e-9', 'slope(g, 1.5) / 1e200',
               'slope(f, 1.5, 3) / 1e-9', 'slopes(f, [-1.5])[0] / 1e-9',
               'slope(lambda x: 7.5, 1.5)'), 'one'),
        Probe('the list itself', f'{three}kept = list(xs)\nslopes(f, xs), '
              'slopes(f, xs, h=0.1)', ('xs == kept', 'xs'), 'several'),
        Probe('result', f'{three}found = slopes(f, xs)', ('found is None',), 'several'),
    ]


SLOPE, SLOPES = 'slope(f, x, h)', 'list(found)'
CENTRAL = '(f(x + h) - f(x - h)) / (2 * h)'
STEP = 'max(abs(x - 1.5) for x in places)'


def step(low, high):
    """Fits if only the digits are wrong, and the step is in this range."""

    def between(watched):
        def fits(e):
            length = e.yours(watched, STEP)
            return isinstance(length, float) and low <= length < high
        return fits

    return any_of(
        all_of(right('wide'), wrong('digits'), between('watched')),
        all_of(right('digits'), right('several'), wrong('several digits'),
               between('watched too')),
    )


CHECK = Check(
    title='the slope of a function',
    steps={
        'one': 'the slope at one place',
        'step': 'six digits with your h',
        'several': 'functions of several numbers',
    },
    probes=probes,
    needs=('slope', 'slopes'),
    mistakes=(
        shared('no-return', any_of(
            lambda e: 'wide' in e.report.seen and e.yours('wide', SLOPE) is None,
            shows('result', 'found is None', True))),
        *differences(('wide', SLOPE, ONE), ('several', SLOPES, FLOATS)),
        Mistake(
            'value-moved',
            formula('((f(x) + h) - (f(x) - h)) / (2 * h)', SLOPE, 'wide'),
            'the value of f is moved, not its place',
            'f(x) + h and f(x + h): in which of them does f see another place?',
            'wide',
        ),
        Mistake(
            'place-forgotten',
            any_of(formula('(f(h) - f(-h)) / (2 * h)', SLOPE, 'wide'),
                   formula('(f(x * (1 + h)) - f(x * (1 - h))) / (2 * h)', SLOPE,
                           'wide'),
                   formula('(f(x * h) - f(-x * h)) / (2 * h)', SLOPE, 'wide')),
            '`f` is evaluated at other places than x - h and x + h',
            'Print each place at which you call f. Are they at the distance h on both '
            'sides of x?',
            'wide',
        ),
        Mistake(
            'step-of-another-size',
            formula('(f(x + h * abs(x)) - f(x - h * abs(x))) / (2 * h * abs(x))', SLOPE,
                    'wide', 'place 0'),
            'the step is not h, but grows with x',
            'How far is it to the next place at x = 0, and at x = 1000? The exercise '
            'says x - h and x + h.',
            'wide',
        ),
        shared('nearly-right', twin((CENTRAL, f'round({CENTRAL}, 6)'))),
        Mistake(
            'step-ignored',
            any_of(all_of(right('digits'), formula('3 * x**2', SLOPE, 'wide'),
                          formula('5 * x**4', SLOPE, 'fifth power')),
                   all_of(right('wide'), right('several digits'), formula(
                       '[2 * xs[0] * xs[1], xs[0]**2, 3 * xs[2]**2]', SLOPES,
                       'several'))),
            'the h that was passed in is not used',
            'slope(f, x, h) has a parameter h. Which h does the body use?',
            'wide',
        ),
        Mistake(
            'step-too-large', step(2e-4, 1e9),
            'the step is too large',
            'A chord is not a tangent: its error shrinks with h². How small must h be '
            'for six digits?',
            'digits',
        ),
        Mistake(
            'step-too-small', step(0.0, 2e-8),
            'the step is too small',
            'Two values that agree in nearly all of their 16 digits are subtracted. '
            'How many digits are left?',
            'digits',
        ),
        shared('list-not-unpacked', raises(
            'TypeError',
            'missing [0-9]+ required positional|must be real number, not list'
            "|can't multiply sequence|unsupported operand.*'list'",
            'several', 'several digits'), 'several'),
        shared('put-back-roughly', only_in('the list itself', 'others stay')),
        shared('changes-the-list', differs('several', 'xs'), 'several'),
        shared('same-place-twice', any_of(
            shows('wide', SLOPE, 0.0), shows('several', SLOPES, [0.0, 0.0, 0.0])
        ), 'several'),
        shared('all-moved-at-once', formula(
            '[(f(*[x + h for x in xs]) - f(*[x - h for x in xs])) / (2 * h)] * len(xs)',
            SLOPES, 'several'), 'several'),
        too_many(SLOPES, 'several digits', 'equal'),
        *of_positions('several', SLOPES, FLOATS),
        equal_numbers('equal', SLOPES),
        shared('first-one-only', any_of(
            raises('TypeError', "'float' object is not iterable", 'several'),
            lambda e: isinstance(e.yours('several', SLOPES), list)
            and len(e.yours('several', SLOPES)) == 1), 'several'),
    ),
    promises={
        'Write two functions': (),
        'slope(f, x, h): the slope': ('wide', 'place 0', 'line'),
        'h is a number above 0': ('place 3',),
        'Choose a default': ('digits', 'digits elsewhere'),
        'slopes(f, xs, h): the same': ('several', 'several digits'),
        'A list with one slope': ('several 0', 'several 7', 'several calls'),
    },
    hints=(
        'Between x - h and x + h the function rises by f(x + h) - f(x - h). Divide by '
        'the distance.',
        'The distance is 2 * h, in parentheses below the line; an h between 1e-4 and '
        '1e-8 is good. For slopes, go through the positions i of xs and move xs[i] '
        'alone, in a copy.',
        'slope: return (f(x + h) - f(x - h)) / (2 * h). slopes: for each i, right = '
        'list(xs); right[i] += h; left = list(xs); left[i] -= h; then (f(*right) - '
        'f(*left)) / (2 * h) belongs in the list.',
    ),
)

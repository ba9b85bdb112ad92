"""Check of gradient_check."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.slopes import (
    VALUES,
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

# A product of two whose gradients are right up to a factor of ours: the closure is
# the student's own business in other exercises, here it is planted.
PLANTED = """
def f(a, b):
    out = Value(a.data * b.data, (a, b), 'planted')
    def _backward():
        a.grad += {} * b.data * out.grad
        b.grad += {} * a.data * out.grad
    out._backward = _backward
    return out
"""


# The slope of f at 0 is measured as slope, if this is 0 exactly; its gradient is what
# is planted. No difference is as large as the tolerance but there: a measured slope
# may be off in its last digit.
AT_0 = """
def f(a):
    out = Value({slope} * a.data, (a,), 'planted')
    def _backward():
        a.grad += {planted} * out.grad
    out._backward = _backward
    return out
xs = [0.0]"""


def _exact():
    """Functions and tolerances, for gradients that are just right, or just not."""
    for slope, planted, rtol, atol in (
            (1.0, 1.5, 0.0, 0.501), (1.0, 0.5, 0.0, 0.501), (1.0, 1.5, 0.501, 0.0),
            (1.0, 1.5, 0.25, 0.251), (0.0, 0.0, 0.0, 0.0), (1.0, 1.5, 0.3, 0.3),
            (1.0, 1.5, 0.2, 0.25), (1.0, 2.0, 0.6, 0.0), (2.0, 1.0, 0.6, 0.0),
            (2.0, 1.0, 0.4, 0.0), (-1.0, -1.5, 0.501, 0.0), (-1.0, -1.5, 0.6, 0.0),
            (-1.0, -1.5, 0.0, 0.501), (-2.0, -1.0, 0.4, 0.0), (1.0, -1.0, 0.5, 0.5),
            (1.0, -1.0, 1.5, 0.501), (0.0, 0.5, 9.0, 0.4), (0.0, 0.5, 0.0, 0.5),
            (0.0, -0.5, 2.0, 0.5), (0.0, 0.5, 0.0, 0.499), (1.0, 1.000001, 0, 0),
            (1.0, 1.000004, 0.0, 1e-6), (0.0, 5e-8, 0.5, 0.0), (0.0, 1e-300, 0.5, 0),
            (1.0, 1.00002, 2e-5, 1e-6), (3e8, 3.1e8, 0.04, 0.0), (3e8, 3.1e8, 0.03, 9),
            (1e-6, 2e-6, 0.0, 1.1e-6), (1e-6, 2e-6, 0.0, 9e-7), (0.0, 0.0, 0.5, 0.0),
            (1.0, 1.5, 0.49, 0.0), (1.0, 1.5, 0.0, 0.49), (8.0, 9.0, 0.1, 0.25)):
        yield (AT_0.format(slope=slope, planted=planted),
               f', rtol={rtol}, atol={atol}')


def third(*factors):
    """The code of f, a product of three whose gradients are right up to factors."""
    lines = (f'        {x}.grad += {factor} * {y}.data * {z}.data * out.grad\n'
             for factor, (x, y, z) in zip(factors, ('abc', 'bac', 'cab')))
    return ('def f(a, b, c):\n'
            "    out = Value(a.data * b.data * c.data, (a, b, c), 'planted')\n"
            f'    def _backward():\n{"".join(lines)}'
            '    out._backward = _backward\n    return out')


RESULTS = ('analytic(f, xs) is None', 'numeric(f, xs) is None',
           'gradient_check(f, xs) is None')


def probes(rng):
    p, q, r = (round(rng.uniform(*ends), 1) for ends in ((1.2, 1.9), (2.2, 2.9),
                                                         (3.2, 3.9)))
    h = rng.choice([0.2, 0.3, 0.4])
    three = f'f = lambda a, b, c: a * a * b + c * c * c\nxs = [{p}, {q}, {r}]\n'

    equal = ('f = lambda a, b, c, d: a * b + 3 * b * c - 2 * d\n'
             f'xs = [{p}, {q}, {p}, {r}]\n')

    def verdict(name, code, step='tolerance', how=''):
        call = f'gradient_check(f, xs{how})'
        return Probe(name, f'{code}\nfound = {call}', ('found',), step)

    def planted(first, second=1.0, xs=f'[{p}, {q}]'):
        return f'{PLANTED.format(first, second)}\nxs = {xs}'

    nan = "float('nan')"
    verdicts = [
        verdict('right', three, 'verdict'),
        verdict('both wrong', planted(1.1, 0.9), 'verdict'),
        verdict('first wrong', planted(1.01), 'verdict'),
        verdict('second wrong', planted(1.0, 1.01), 'verdict'),
        verdict('too small', planted(0.99, 0.99), 'verdict'),
        verdict('negative', planted(1.01, 1.01, f'[-{p}, -{q}]'), 'verdict'),
        verdict('opposite', planted(-1.0, -1.0), 'verdict'),
        verdict('equal', planted(1.0, 1.01, f'[{p}, {p}]'), 'verdict'),
        verdict('nan', planted(nan, nan), 'nan'),
        verdict('relative, below', planted(1.1, 1.1), how=', rtol=0.12, atol=0.0'),
        verdict('relative, above', planted(1.1, 1.1), how=', rtol=0.08, atol=0.0'),
        verdict('absolute, below', planted(1.1, 1.1, '[30.0, 30.0]'),
                how=', rtol=0.0, atol=3.2'),
        verdict('absolute, above', planted(1.1, 1.1, '[30.0, 30.0]'),
                how=', rtol=0.0, atol=2.8'),
        verdict('relative, negative', planted(1.1, 1.1, f'[-{p}, -{q}]'),
                how=', rtol=0.12, atol=0.0'),
        verdict('slope 0', f'f = lambda a, b: a * b\nxs = [0.0, {q}]',
                how=', rtol=1e-5, atol=1e-7'),
    ]
    verdicts += [verdict(f'verdict {nth}', code, how=how) for nth, (code, how) in
                 enumerate(_exact())]
    verdicts += [verdict(f'of three {nth}', f'{third(*factors)}\nxs = [{p}, {q}, {r}]',
                         'verdict')
                 for nth, factors in enumerate((
                     (1.0, 1.0, 1.0), (1.01, 1.0, 1.0), (1.0, 1.01, 1.0),
                     (1.0, 1.0, 0.99), (0.99, 1.01, 1.0), (1.02, 0.98, 1.0),
                     (1.0, 0.0, 1.0), (-1.0, 1.0, 1.0)))]
    verdicts += [verdict(f'nan {nth}', f'{third(*factors)}\nxs = [{p}, {q}, {r}]',
                         'nan')
                 for nth, factors in enumerate(((1.0, nan, 1.0), (nan, 1.0, 1.0),
                                                (1.0, 1.0, nan)))]
    verdicts += [
        verdict('nan, wide', planted(nan, 1.0), 'nan', ', rtol=9.0, atol=9e9'),
        verdict('nan on both sides', f'f = lambda a, b: a * b * {nan}\nxs = [{p}, {q}]',
                'nan'),
        verdict('one input', f'f = lambda a: a * a\nxs = [-{p}]', 'verdict'),
        verdict('one input, wrong', f'{third(1.0, 1.0, 1.1)}\n'
                f'g, f = f, lambda c: g(Value({p}), Value({q}), c)\nxs = [{r}]',
                'verdict'),
        verdict('no input counts', f'f = lambda a, b: b * 2\nxs = [{p}, -{q}]',
                'verdict'),
        verdict('large', f'f = lambda a: a * a * 1e6\nxs = [{p}]', 'verdict'),
        verdict('small', f'{planted(3.0, 3.0)}\ng, f = f, lambda a, b: g(a, b) * 1e-5',
                'verdict'),
        verdict('very small', f'{planted(3.0, 3.0)}\n'
                'g, f = f, lambda a, b: g(a, b) * 1e-9', 'verdict'),
    ]
    rng.shuffle(verdicts)  # so that no list of answers is right in every file
    return [
        Probe('analytic', f'{three}found = analytic(f, xs)', ('list(found)', 'xs'),
              'analytic'),
        Probe('numeric', f'{three}h = {h}\nfound = numeric(f, xs, h)',
              ('list(found)', 'xs'), 'numeric'),
        Probe('equal, analytic', f'{equal}found = analytic(f, xs)',
              ('list(found)', 'xs'), 'analytic'),
        Probe('equal, numeric', f'{equal}h = {h}\nfound = numeric(f, xs, h)',
              ('list(found)', 'xs'), 'numeric'),
        Probe('the list itself', f'{three}kept = list(xs)\nanalytic(f, xs), '
              'numeric(f, xs), numeric(f, xs, h=0.1), gradient_check(f, xs)',
              ('xs == kept', 'xs'), 'numeric'),
        Probe('functions', f'xs = [{p}, {q}]\n'
              'found = numeric(lambda a, b: (a * b).tanh() + b.exp(), xs)',
              ('list(found)',), 'numeric'),
        *(Probe(f'function {nth}', f'f = {f}\nxs = {xs}\nfound = analytic(f, xs)\n'
                f'h = {h}\nmeasured = numeric(f, xs, h)\n'
                'other = numeric(f, xs, h=h / 2)\nusual = numeric(f, xs)',
                ('list(found)', 'list(measured)', 'list(other)', 'list(usual)', 'xs'),
                'numeric')
          for nth, (f, xs) in enumerate((
              ('lambda a: a * a * a', [-p]), ('lambda a: a', [q]),
              ('lambda a, b: b * b * b', [p, -q]), ('lambda a, b: a * a * b', [0.0, q]),
              ('lambda a, b: a * a * b + b', [3, -2]),
              ('lambda a, b: a * a * a * b', [p, p]),
              ('lambda a, b, c, d: a * b * c + d * d * d - b', [p, -p, 0.0, r])))),
        Probe('calls', f'{three}first = analytic(f, xs)\nagain = analytic(f, xs)\n'
              f'h = {h}\nmeasured = numeric(f, xs, h)\nxs[1] = -{p}\n'
              'second, third = analytic(f, xs), numeric(f, xs, h)\n'
              'f = lambda a, b, c: a * b * b * b\n'
              'fourth, fifth = analytic(f, xs), numeric(f, xs, h)', tuple(
                  f'list({name})' for name in ('first', 'again', 'measured', 'second',
                                               'third', 'fourth', 'fifth')), 'numeric'),
        Probe('others stay', 'places = []\ndef f(a, b, c):\n'
              '    places.append((a.data, b.data, c.data))\n    return a * b * c\n'
              'start = [1e-20, 0.1, -3.0]\n'
              'numeric(f, start, 0.3), numeric(f, start, h=0.7)', (
                  'all(sum(x != y for x, y in zip(at, start)) <= 1 for at in places)',
                  'start'), 'numeric'),
        Probe('one Value, zeros', 'f = lambda a, b: a * a + b * 0 + a * b\n'
              'xs = [0, 0.0]\nfound = analytic(f, xs), numeric(f, xs)\n'
              'verdicts = gradient_check(f, xs), gradient_check(f, xs, 0.5, 0.5)\n'
              'one = analytic(lambda a: a, [2.5]), numeric(lambda a: a, [2.5])',
              ('[list(x) for x in found]', 'verdicts', '[list(x) for x in one]'),
              'numeric'),
        Probe('results', three, RESULTS, 'verdict'),
        *verdicts,
    ]


VERDICTS = ('right', 'both wrong', 'first wrong', 'second wrong', 'too small',
            'negative', 'opposite', 'relative, below', 'relative, above',
            'absolute, below', 'absolute, above', 'relative, negative')
INNER = 'abs(a - n) <= atol + rtol * abs(n)'
PARTS = all_of(right('analytic'), right('numeric'), right('functions'))


def all_verdicts(value):
    """Fits if every verdict is this one."""
    return lambda e: all(e.yours(name, 'found') is value for name in VERDICTS)


def judged(inner):
    """Fits if the verdicts are those of another comparison, in all experiments."""
    return all_of(PARTS, twin((INNER, inner)))


def verdict(name, old, new, title, hint, probe=None, probes=VERDICTS):
    """A mistake in the comparison alone: a text of the solution replaced."""
    return Mistake(name, all_of(PARTS, twin((old, new), probes=probes)), title, hint,
                   probe)


CHECK = Check(
    title='the gradient check',
    steps={
        'analytic': 'the gradients of backward()',
        'numeric': 'the measured slopes',
        'verdict': 'right and wrong gradients',
        'nan': 'a gradient that is nan',
        'tolerance': 'the two tolerances',
    },
    probes=probes,
    needs=('analytic', 'numeric', 'gradient_check'),
    uses={'Value': 'engine'},
    mistakes=(
        shared('no-return',
               any_of(*(shows('results', result, True) for result in RESULTS))),
        shared('list-not-unpacked', raises(
            'TypeError', 'missing [0-9]+ required positional', 'analytic', 'numeric'
        ), 'numeric'),
        Mistake(
            'floats-into-f',
            any_of(raises('AttributeError',
                          "'float' object has no attribute '(data|grad|"
                          "tanh|exp|backward)'", 'analytic', 'numeric', 'functions')),
            '`f` gets plain numbers, not Values',
            'f may use methods such as tanh(). Which objects have them, and what does '
            'f return then?',
            'functions',
        ),
        Mistake(
            'gradients-not-computed', shows('analytic', 'list(found)', [0.0, 0.0, 0.0]),
            'the gradients are read before a backward pass',
            'A new Value has the gradient 0. What fills it in, and which object has '
            'that method?',
            'analytic',
        ),
        Mistake(
            'values-for-numbers',
            lambda e: any(
                {'object': 'Value'} in found for name in ('analytic', 'numeric')
                if isinstance(found := e.yours(name, 'list(found)'), list)),
            'the list holds Values, not numbers',
            'A Value has a number in `.data` and one in `.grad`. Which does the '
            'exercise ask for?',
        ),
        shared('first-one-only', any_of(
            raises('TypeError', "'float' object is not iterable", 'analytic',
                   'numeric'),
            *(lambda e, name=name: isinstance(e.yours(name, 'list(found)'), list)
              and len(e.yours(name, 'list(found)')) == 1
              for name in ('analytic', 'numeric'))), 'numeric'),
        shared('put-back-roughly', only_in('the list itself', 'others stay')),
        shared('changes-the-list',
               any_of(differs('analytic', 'xs'), differs('numeric', 'xs')), 'numeric'),
        shared('all-moved-at-once', formula(
            '[(f(*[Value(x + h) for x in xs]).data'
            ' - f(*[Value(x - h) for x in xs]).data) / (2 * h)] * len(xs)',
            'list(found)', 'numeric'), 'numeric'),
        *differences(('numeric', 'list(found)', VALUES)),
        too_many('list(found)', 'functions', 'equal, analytic'),
        *of_positions('numeric', 'list(found)', VALUES),
        equal_numbers('equal, analytic', 'list(found)'),
        equal_numbers('equal, numeric', 'list(found)'),
        Mistake(
            'result-not-computed-again',
            shows('numeric', 'list(found)', [0.0, 0.0, 0.0]),
            'the slopes are 0: f is not called again',
            'A result does not change when the data of an input is changed later. '
            'What has to be called once more?',
            'numeric',
        ),
        Mistake(
            'always-true', all_of(PARTS, all_verdicts(True)),
            'every gradient is judged right',
            'A check that never complains checks nothing. Which two lists are '
            'compared, and can they ever differ?',
            'both wrong',
        ),
        Mistake(
            'always-false', all_of(PARTS, all_verdicts(False)),
            'every gradient is judged wrong',
            'Measured slopes are never exact. Print both lists for a function that is '
            'right: how far apart are they, and how far apart may they be?',
            'right',
        ),
        verdict(
            'verdict-inverted', 'return all(', 'return not all(',
            'right and wrong are exchanged',
            'What does the function return when everything agrees?', 'right'),
        verdict(
            'any-for-all', 'return all(', 'return any(',
            'one right gradient is enough',
            'A check of two inputs, one of them wrong: what should it return? And '
            'what does your loop return after the first right one?', 'second wrong'),
        Mistake(
            'one-input-judged',
            all_of(PARTS, any_of(*(
                twin(('zip(analytic(f, xs), numeric(f, xs))',
                      f'[*zip(analytic(f, xs), numeric(f, xs))][{which}]'),
                     probes=VERDICTS)
                for which in (':1', '-1:')))),
            'only one of the inputs is judged',
            'When is the verdict certain: after one bad input, or after one good one? '
            'Where should `return True` go?',
        ),
        verdict(
            'no-abs', INNER, 'a - n <= atol + rtol * abs(n)',
            'a difference that is negative always passes',
            '-1000 is less than any tolerance. Which distance do you mean?',
            'too small'),
        verdict(
            'abs-of-each', INNER, 'abs(abs(a) - abs(n)) <= atol + rtol * abs(n)',
            'the signs of the gradients are not compared',
            '5 and -5 have the same size. Are they the same slope?', 'opposite'),
        Mistake(
            'no-abs-in-tolerance',
            all_of(PARTS,
                   twin((INNER, 'abs(a - n) <= atol + rtol * n'), probes=VERDICTS)),
            'the tolerance becomes negative where the slope is',
            'rtol times a slope of -5: can a distance be smaller than that?',
            'relative, negative',
        ),
        verdict(
            'absolute-only', INNER, 'abs(a - n) <= atol',
            'the relative tolerance is not used',
            'A slope of a million is measured with an error of about 0.001. Which '
            'part of the tolerance grows with the slope?',
            'relative, below', (*VERDICTS[1:], 'relative, below')),
        Mistake(
            'relative-only',
            all_of(PARTS, any_of(
                raises('ZeroDivisionError', '', 'slope 0'),
                twin((INNER, 'abs(a - n) <= rtol * abs(n)'), probes=VERDICTS))),
            'the absolute tolerance is not used',
            'Where the slope is 0, a relative tolerance is 0 as well. Is a measured '
            'slope ever exactly 0?',
            'slope 0',
        ),
        Mistake(
            'tolerances-ignored',
            all_of(PARTS, *map(right, VERDICTS[:7]), any_of(
                all_of(*(shows(name, 'found', False)
                         for name in ('relative, below', 'absolute, below'))),
                all_of(*(shows(name, 'found', True)
                         for name in ('relative, above', 'absolute, above'))))),
            '`rtol` and `atol` are not used as they were passed in',
            'The caller chooses how exact it has to be. Where do the two parameters '
            'appear in the body?',
            'relative, below',
        ),
        shared('less-for-at-most', judged(INNER.replace('<=', '<'))),
        Mistake(
            'rtol-of-analytic', judged('abs(a - n) <= atol + rtol * abs(a)'),
            'the relative tolerance is one of the gradient that is checked',
            'If that gradient is far too large, so is its tolerance. Which of the two '
            'numbers can be trusted?',
        ),
        Mistake(
            'larger-tolerance-only', judged('abs(a - n) <= max(atol, rtol * abs(n))'),
            'the larger of the two tolerances instead of their sum',
            'Write down the bound of the exercise for atol = rtol * abs(n). How often '
            'does it allow atol?',
        ),
        Mistake(
            'zero-not-judged', judged(f'a == 0 or {INNER}'),
            'a gradient of 0 is not judged',
            'backward() gives 0 for an input that it forgets, too. What does the '
            'measured slope say there?',
        ),
        Mistake(
            'nan-accepted',
            any_of(all_of(PARTS, *map(right, VERDICTS), wrong('nan')),
                   only_in('nan on both sides')),
            '`nan` counts as right',
            'Every comparison with nan is False: nan > tol as well as nan <= tol. '
            'Which of the two does your code test?',
            'nan',
        ),
    ),
    promises={
        'f takes Values': ('functions', 'function 0'),
        'Write three functions': (),
        'analytic(f, xs): the': ('analytic', 'equal, analytic', 'calls'),
        'numeric(f, xs, h): the': ('numeric', 'equal, numeric', 'calls'),
        'gradient_check(f, xs': (
            'right', 'first wrong', 'verdict 0', 'verdict 3', 'of three 2',
        ),
        'A gradient that is nan': ('nan', 'nan 0', 'nan, wide'),
    },
    hints=(
        'analytic: make Values, call f, backward, read the gradients. numeric: for '
        'each input, move it alone by h both ways, call f with new Values.',
        'The verdict is True only if no input fails. Ask for the good case, abs(a - '
        'n) <= atol + rtol * abs(n): then nan fails by itself.',
        'numeric: left = list(xs); left[i] -= h; right = list(xs); right[i] += h; '
        '(f(*map(Value, right)).data - f(*map(Value, left)).data) / (2 * h). Verdict: '
        'all(... for a, n in zip(analytic(f, xs), numeric(f, xs))).',
    ),
)

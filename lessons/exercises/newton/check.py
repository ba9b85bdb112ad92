"""Check of newton."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.graphs import stops_at
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    formula,
    only_in,
    raises,
    right,
    shows,
    twin,
    variant,
    wrong,
)

STEP, LENGTH = 'newton_step(f, x)', 'len(list(places))'


def probes(rng):
    x, p, q = (round(rng.uniform(*ends), 1) for ends in ((1.2, 1.9), (2.2, 2.9),
                                                         (5.2, 7.9)))
    quartic = f'f = lambda x: x**4 / 4 + {p} * x**2 - {q} * x'
    cubic = f'f = lambda x: x**3 / 3 - {p} * x'
    pit = f'f = lambda x: -(-x * x).exp()\nx = {rng.choice((0.57, 0.6, 0.63))}'
    twice = 'f = lambda x: abs(x)**1.5'
    return [
        Probe('step', f'{quartic}\nx = {x}', (STEP,), 'step'),
        Probe('elsewhere', f'{quartic}\nx = -{p}', (STEP,), 'step'),
        Probe('parabola', f'f = lambda x: {p} * (x - {q})**2 + 3\nx = {x}', (STEP,),
              'step'),
        Probe('exp', f'f = lambda x: x.exp() - {q} * x\nx = {x}', (STEP,), 'step'),
        *(Probe(f'step {nth}', f'f = {f}\nx = {at}', (STEP,), 'step')
          for nth, (f, at) in enumerate((
              (f'lambda x: x * x - {p} * x', 0.0), ('lambda x: x * x', 0.0),
              (f'lambda x: 1e-7 * (x - {p})**2', x),
              (f'lambda x: 1e8 * (x - {p})**2', -x),
              ('lambda x: x**4 + x', 1), ('lambda x: x**4 + x', -2),
              (f'lambda x: x**3 - {p} * x * x', q),
              ('lambda x: (x * x + 1).log()', 0.25),
              (f'lambda x: x.exp() + {p} * x * x', -40.5)))),
        *(Probe(f'no valley {nth}', f'f = {f}\nx = {at}', (STEP,), 'valley')
          for nth, (f, at) in enumerate((
              ('lambda x: x**3', 0.0), ('lambda x: -x * x', 0.0),
              ('lambda x: x**4', 0.0),
              (f'lambda x: -1e-7 * (x - {p})**2', x), (f'lambda x: x * 0 + {p}', x),
              ('lambda x: x.sin()', 1.5), ('lambda x: x**2 * float("nan")', 1.0),
              ('lambda x: x * 0', 0), ('lambda x: 5 - x', 2)))),
        *(Probe(f'walk {nth}', f'f = {f}\nplaces = newton(f, {at}{how})',
                ('places', LENGTH), 'steps')
          for nth, (f, at, how) in enumerate((
              ('lambda x: x * x', 1.0, ', tolerance=1.0'),
              ('lambda x: x * x', 1.0, ', tolerance=0.999'),
              ('lambda x: x * x', 1.0, ', 2.0'), ('lambda x: x * x', -1.0, ''),
              ('lambda x: x * x', 0.0, ''), ('lambda x: x * x', 1.0, ', tolerance=0.0'),
              ('lambda x: x * x', -2, ', tolerance=2'),
              ('lambda x: 1e-12 * x * x', 1.0, ''), ('lambda x: 1e9 * x * x', 1.0, ''),
              (f'lambda x: x**3 / 3 - {p} * x', q, ', tolerance=1e-2'),
              (f'lambda x: 1e6 * (x**3 / 3 - {p} * x)', q, ', tolerance=1e-2'),
              (f'lambda x: 1e-6 * (x**3 / 3 - {p} * x)', q, ', tolerance=1e-2'),
              (f'lambda x: -x**3 / 3 + {p} * x', -q, ', tolerance=0.1'),
              (f'lambda x: x**3 / 3 - {p} * x', q, ', tolerance=1e3')))),
        Probe('hill at once', 'f = lambda x: -x * x\nplaces = newton(f, 1.0)',
              ('places',), 'steps'),
        Probe('list', f'{cubic}\nfirst = newton(f, {q})\nf = lambda x: x * x\n'
              'second = newton(f, 3.0)\nthird = newton(f, -2.0)',
              ('isinstance(first, list)', 'first[0]', 'len(first)', 'second', 'third',
               'first is second'), 'steps'),
        Probe('hill', f'{cubic}\nx = -{x}', (STEP,), 'valley'),
        Probe('flat', f'f = lambda x: {p} * x\nx = {x}', (STEP,), 'valley'),
        Probe('later', f'{pit}\nplaces = newton(f, x)', ('list(places)',), 'steps'),
        Probe('places', f'{cubic}\nx = {q}\nplaces = newton(f, x)',
              ('list(places)[:4]', 'list(places)[-1]', '5 < len(list(places)) < 12'),
              'steps'),
        Probe('tolerance', f'{cubic}\nplaces = newton(f, {q}, tolerance=0.5)',
              ('len(list(places)) < 7',), 'steps'),
        Probe('length', f'{cubic}\nplaces = newton(f, {q}, tolerance=0.5)',
              (LENGTH, 'list(places)', 'places is None'), 'steps', False),
        Probe('forever', f'{twice}\nplaces = newton(f, {p})',
              (LENGTH, 'list(places)[1]'), 'steps', once=True),
        *(Probe(f'walk to the end {nth}', f'f = {f}\nplaces = newton(f, {at}{how})',
                (LENGTH, 'places[0]', 'places[-2:]'), 'steps', once=True)
          for nth, (f, at, how) in enumerate((
              ('lambda x: x**4', 1.0, ', tolerance=1e-3'),
              ('lambda x: (x - 1000)**4', 1001.0, ', tolerance=0.01'),
              ('lambda x: (x + 500)**4 + 7', -499.0, ', tolerance=0.01'),
              ('lambda x: (x - 0.01)**4', 0.5, ', tolerance=1e-3'),
              ('lambda x: x**4', 0.0625, ', tolerance=0.0'),
              ('lambda x: x**4', 1e-8, ''), ('lambda x: x**4 / 4', 1e-8, ', 3e-9'),
              ('lambda x: (x - 2) ** 2', 2, ', 0'), ('lambda x: x * x', 1e-300, ''),
              ('lambda x: (x - 1e6) ** 2', 0.0, ', 10.0')))),
    ]


STEPS = ('step', 'elsewhere', 'parabola', 'exp')


def step(name, candidates, title, hint):
    """A wrong formula: s is the slope, c the curvature."""
    start = '(lambda s, c: {})(derivative(f, x, 1), derivative(f, x, 2))'
    fits = (formula(start.format(candidate), STEP, 'step', 'elsewhere')
            for candidate in candidates)
    return Mistake(name, any_of(*fits), title, hint, 'step')


def places(old, new):
    """Fits a file whose list of places comes from the solution with a text replaced."""
    return all_of(right('step'), right('elsewhere'),
                  twin((old, new), probes=('places', 'length')))


def starts_again(e):
    """Does the list hold its first place twice? This walk never comes back to it."""
    seen, ours = e.yours('length', 'list(places)'), e.right['length']['list(places)']
    return isinstance(seen, list) and seen.count(ours[0]) > 1


WALKS = tuple(f'walk {n}' for n in (0, 1, 3, 5, 7, 9))
WALK = """
def newton(f, x, tolerance=1e-9):
    places = [x]
    for _ in range(50):
        new = newton_step(f, places[-1])
        {}
    return places
"""
LAST_LEFT_OUT = WALK.format('''if abs(new - places[-1]) <= tolerance:
            break
        places.append(new)''')
UNTIL_FLAT = WALK.format('''places.append(new)
        if abs(derivative(f, new, 1)) <= tolerance:
            break''')

CHECK = Check(
    title="Newton's method",
    steps={
        'step': 'one step',
        'valley': 'no valley here',
        'steps': 'all steps',
    },
    probes=probes,
    needs=('newton_step', 'newton'),
    uses={'Value': 'engine',
          **dict.fromkeys(['derivative', 'grad'], 'derivatives.higher')},
    mistakes=(
        shared('no-return', any_of(
            lambda e: 'step' in e.report.seen and e.yours('step', STEP) is None,
            shows('length', 'places is None', True))),
        Mistake(
            'derivative-of-a-number',
            raises('TypeError', "'float' object is not callable"),
            '`derivative()` got a number where it needs a function',
            'derivative(f, x) is a number: the slope at one place. What is the third '
            'argument of derivative for?',
        ),
        step(
            'gradient-step', ('x - s', 'x - 0.1 * s', 'x - 0.01 * s'),
            'a step of gradient descent',
            'Where the slope changes fast, the place where it is 0 is near. Which '
            'number says how fast it changes?'),
        step(
            'step-uphill', ('x + s / c',),
            'the step goes the other way',
            'With a positive slope and a positive curvature, on which side is the '
            'bottom?'),
        step(
            'ratio-upside-down', ('x - c / s',),
            'curvature divided by slope',
            'At the bottom the slope is 0. How long is your step there, and how long '
            'should it be?'),
        step(
            'product-for-ratio', ('x - s * c',),
            'slope times curvature',
            'In a narrow valley, with a large curvature, is the bottom near or far?'),
        step(
            'root-of-f', ('x - f(x) / s',),
            'a step to where f is 0',
            "Newton's method finds where a function is 0. Which function has to be 0 "
            'at the bottom of a valley?'),
        step(
            'slope-squared',
            ('x - s / s**2', 'x - s / (s * s + 1e-12)', 'x - s**2 / c'),
            'the square of the slope is not the second derivative',
            'f(x) = 3x has the slope 3 everywhere. How fast does the slope change, '
            'and what is its square?'),
        step(
            'only-the-move', ('s / c', '-s / c'),
            'the move, not the place',
            'x - slope / curvature is a place. Where does the step start?'),
        step(
            'step-shortened',
            ('x - s / (2 * c)', 'x - 0.1 * s / c', 'x - 0.01 * s / c'),
            'only a part of the step',
            'On a parabola a single step of Newton ends at the bottom. Where does '
            'yours end?'),
        Mistake(
            'wrong-order',
            any_of(*(
                formula(f'x - derivative(f, x, {n}) / derivative(f, x, {m})', STEP,
                        'step')
                for n, m in ((1, 3), (2, 3), (0, 2), (1, 0))
            )),
            'derivatives of the wrong order',
            'n = 0 is f itself. Which n gives the slope, and which the curvature?',
            'step',
        ),
        Mistake(
            'valley-refused',
            all_of(raises('ValueError', '', 'step', 'parabola', 'exp', 'forever'),
                   any_of(
                right('step'), right('exp'),
                formula('x - derivative(f, x) / derivative(f, x, 2)', STEP, 'hill'))),
            'a valley is refused',
            'Print the curvature before your test. For which numbers is there a '
            'valley?',
        ),
        Mistake(
            'curvature-without-sign',
            all_of(right('step'), any_of(
                formula('x - derivative(f, x) / abs(derivative(f, x, 2))', STEP,
                        'hill'),
                formula('x + derivative(f, x) / abs(derivative(f, x, 2))', STEP,
                        'hill'))),
            'a negative curvature is let through',
            'On a hilltop the slope is 0, too. What sign does the curvature have '
            'there, and what does the exercise ask for?',
            'hill',
        ),
        Mistake(
            'flat-not-refused',
            all_of(right('step'), right('hill'),
                   raises('ZeroDivisionError', '', 'flat')),
            'a curvature of 0 is let through',
            '"Not above 0": does that include 0 itself?',
            'flat',
        ),
        Mistake(
            'another-exception',
            all_of(right('step'), wrong('hill'),
                   lambda e: e.fault('hill') and e.fault('flat')),
            'not a ValueError',
            'The caller expects one kind of exception. Which one do you raise?',
            'hill',
        ),
        Mistake(
            'no-limit-of-steps', stops_at('forever'),
            'the loop never ends',
            'This function sends Newton from x to -x and back. What ends your loop '
            'after 50 steps?',
            'forever',
        ),
        Mistake(
            'nan-let-through', only_in('no valley 6'),
            'a curvature that is nan is let through',
            'Every comparison with nan is False. Do you ask for what is wrong, or for '
            'what is right?',
            'no valley 6',
        ),
        shared('less-for-at-most', twin(('<= tolerance', '< tolerance')), 'walk 0'),
        Mistake(
            'last-place-left-out',
            all_of(right('step'), variant(LAST_LEFT_OUT, *WALKS)),
            'the place of the last, short step is not in the list',
            'The step that is short enough is made, too. What comes first in your '
            'loop: append, or the test?',
            'walk 0',
        ),
        Mistake(
            'slope-for-step', all_of(right('step'), variant(UNTIL_FLAT, *WALKS)),
            'the walk ends by the slope, not by the length of a step',
            'In a wide valley a small slope may still need a long step. Which two '
            'places does the exercise compare?',
        ),
        Mistake(
            'one-step-less', all_of(right('places'), shows('forever', LENGTH, 50)),
            '49 steps at the most, not 50',
            'The list begins with x. How many places are there after one step?',
            'forever',
        ),
        Mistake(
            'start-left-out', places('places = [x]', 'places = [newton_step(f, x)]'),
            'the list does not begin with x',
            'All places: where does the walk start?',
            'places',
        ),
        Mistake(
            'always-from-the-start',
            places('places.append(newton_step(f, places[-1]))',
                   'places.append(newton_step(f, x))'),
            'every step starts at the same x',
            'Where are you after the first step? Where does the second one start from?',
            'places',
        ),
        shared('state-kept', all_of(right('step'), starts_again), 'tolerance'),
        Mistake(
            'error-caught',
            all_of(right('hill'), right('places'), wrong('later'),
                   lambda e: isinstance(e.yours('later', 'list(places)'), list)),
            'the ValueError of a later step is caught',
            'The caller wants to know that there is no valley. What does your '
            '`except` do with the exception?',
            'later',
        ),
        Mistake(
            'tolerance-ignored',
            all_of(right('step'), right('places'), wrong('tolerance')),
            'the tolerance is not used as it was passed in',
            'A step of 0.5 or less was short enough for the caller. Which number does '
            'your loop compare with?',
            'tolerance',
        ),
        Mistake(
            'never-stops-early',
            all_of(right('step'), right('places', 'list(places)[:4]'),
                   lambda e: isinstance(n := e.yours('length', LENGTH),
                                        int)
                   and n >= 50),
            'the walk goes on at the bottom',
            'How long is the last step, and who compares it with the tolerance?',
            'places',
        ),
        Mistake(
            'stops-too-early',
            all_of(right('step'),
                   lambda e: isinstance(p := e.yours('places', 'list(places)[:4]'),
                                        list)
                   and len(p) < 4),
            'the walk ends too early',
            'Is a step forward negative or positive, and what does it mean to be '
            'short? (A return inside a loop ends the loop.)',
            'places',
        ),
    ),
    promises={
        'At the bottom': (),
        'Newton steps from': ('step', 'elsewhere', 'step 0'),
        'Write two functions': (),
        'newton_step(f, x): the': ('parabola', 'exp'),
        'Where the curvature': ('hill', 'flat', 'no valley 0', 'no valley 6'),
        'newton(f, x, tolerance): the': ('places', 'list'),
        'It ends when': ('walk 0', 'walk 1', 'forever', 'tolerance'),
        'A ValueError of': ('later', 'hill at once'),
        'derivative(f, x, n)': (),
    },
    hints=(
        'derivative(f, x, 1) is the slope, derivative(f, x, 2) the curvature. Look at '
        'the curvature before you divide by it.',
        'newton: places = [x]; in a loop of at most 50 rounds append a step from the '
        'last place, and leave it when the last two are near each other.',
        'if not curvature > 0: raise ValueError(...); return x - slope / curvature. '
        'In the loop: places.append(newton_step(f, places[-1])), then if '
        'abs(places[-1] - places[-2]) <= tolerance: break.',
    ),
)

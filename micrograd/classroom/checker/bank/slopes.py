"""What goes wrong when a slope is measured: the family of slope and gradient_check.

A central difference can be written wrongly in many ways; each is a formula of f at
other places, `at(by)` being f at x + by. They are compared at a wide step h, where
no two of them agree.
"""

from __future__ import annotations

from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import Fits, any_of, formula

ONE = '(lambda at: {pattern})(lambda by: f(x + by))'
EACH = ('[(lambda at: {pattern})(lambda by: f(*[{wrap}(v + by * (i == j)) '
        'for j, v in enumerate(xs)]){data}) for i in range(len(xs))]')
FLOATS = EACH.replace('{wrap}', '').replace('{data}', '')
VALUES = EACH.replace('{wrap}', 'Value').replace('{data}', '.data')


def differences(*places: tuple[str, str, str]) -> tuple[Mistake, ...]:
    """The mistakes of PATTERNS, first all of the first place.

    places: probe, expression, and how a pattern is evaluated there: ONE, FLOATS or
    VALUES. The probe knows f, h and x or xs.
    """
    return tuple(
        Mistake(name, any_of(*(
            formula(form.replace('{pattern}', pattern), expression, probe)
            for pattern in patterns
        )), title, hint, probe)
        for probe, expression, form in places
        for name, patterns, title, hint in PATTERNS
    )


PATTERNS = (
    ('forward-difference', ('(at(h) - at(0)) / h',),
     'measured on the right side of x only',
     'From x to x + h is one side of x alone. Which two places have x in their '
     'middle?'),
    ('backward-difference', ('(at(0) - at(-h)) / h',),
     'measured on the left side of x only',
     'From x - h to x is one side of x alone. Which two places have x in their '
     'middle?'),
    ('divided-by-h', ('(at(h) - at(-h)) / h',),
     'divided by h, the distance is longer',
     'A slope is rise over run. How far is it from x - h to x + h?'),
    ('divided-by-2h-one-side',
     ('(at(h) - at(0)) / (2 * h)', '(at(0) - at(-h)) / (2 * h)'),
     'one step, but divided by two',
     'How far apart are the two places at which you evaluate f? The run has to be '
     'that distance.'),
    ('not-divided', ('at(h) - at(-h)', 'at(h) - at(0)'),
     'the rise, not divided by the run',
     'With half the step the rise is half as large. What must you do so that the '
     'result does not depend on h?'),
    ('divided-by-2', ('(at(h) - at(-h)) / 2', '(at(h) - at(-h)) / 2 * h'),
     'divided by 2, not by 2h',
     'Python reads / and * from left to right: what is 12 / 2 * 3? And which length '
     'should be below the line?'),
    ('parentheses-missing',
     ('at(h) - at(-h) / (2 * h)', 'at(h) - at(-h) / 2 * h', 'at(h) - at(-h) / h'),
     'only the second value is divided',
     'Python divides before it subtracts. What should be divided here?'),
    ('sign-of-difference', ('(at(-h) - at(h)) / (2 * h)',),
     'the sign is wrong: left minus right',
     'f(x) = x goes up. Which sign does your slope have there, and which value is '
     'taken from which?'),
    ('step-halved',
     ('(at(h / 2) - at(-h / 2)) / h', '(at(2 * h) - at(-2 * h)) / (4 * h)'),
     'measured at places other than x - h and x + h',
     'A fair slope, but h says how far each of the two places is from x.'),
    ('floor-division', ('(at(h) - at(-h)) // (2 * h)',),
     '// rounds the slope down',
     'What is 7 // 2 in Python, and what is 7 / 2?'),
    ('sum-of-values', ('(at(h) + at(-h)) / (2 * h)',),
     'the values are added, not subtracted',
     'What should the slope of a constant function be, and what do you get?'),
)


# The numbers before the i-th stay where they were moved to, up or down.
STAYING = ('[(f(*[{wrap}(v + h * ((j == i) {upper} (j < i)))'
           ' for j, v in enumerate(xs)]){data}'
           ' - f(*[{wrap}(v - h * ((j == i) {lower} (j < i)))'
           ' for j, v in enumerate(xs)]){data}) / (2 * h) for i in range(len(xs))]')
LAST = ('[(f(*xs[:-1], {wrap}(x + h)){data} - f(*xs[:-1], {wrap}(x - h)){data})'
        ' / (2 * h) for x in xs]')


def of_positions(probe: str, expression: str, form: str) -> tuple[Mistake, ...]:
    """The mistakes of whoever moves the wrong numbers of several, or too many.

    form: FLOATS or VALUES.
    """
    wrap, data = ('', '') if form == FLOATS else ('Value', '.data')

    def measured(pattern: str, **signs: str) -> Fits:
        for name, text in {'wrap': wrap, 'data': data, **signs}.items():
            pattern = pattern.replace(f'{{{name}}}', text)
        return formula(pattern, expression, probe)

    return (
        shared('inputs-stay-moved', any_of(*(
            measured(STAYING, upper=upper, lower=lower)
            for upper, lower in (('-', '+'), ('+', '-'), ('+', '+'))
        )), probe),
        shared('late-binding', any_of(
            formula(f'[{expression}[-1]] * len(xs)', expression, probe), measured(LAST)
        ), probe),
    )


def equal_numbers(probe: str, expression: str) -> Mistake:
    """position-by-value, in a probe with equal xs and an f of degree two at most.

    The first of two equal numbers moves in the place of the second, or the last of the
    first, or all move together.
    """
    last = 'len(xs) - 1 - xs[::-1].index(x)'
    return shared('position-by-value', any_of(*(
        formula(f'[{each} for x in xs]', expression, probe)
        for each in (f'{expression}[xs.index(x)]', f'{expression}[{last}]',
                     f'sum(s for s, y in zip({expression}, xs) if y == x)')
    )), probe)


def too_many(expression: str, *probes: str) -> Mistake:
    """state-kept: in one of these probes the list has more slopes than there are xs."""

    def fits(e: Evidence) -> bool:
        pairs = [(e.yours(p, expression), e.right[p][expression]) for p in probes]
        return any(isinstance(yours, list) and len(yours) > len(ours)
                   for yours, ours in pairs)

    return shared('state-kept', fits, probes[0])

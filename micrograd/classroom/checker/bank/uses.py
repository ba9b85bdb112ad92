"""What goes wrong when the result of an operation is used.

SUMS: several uses of a Value. GRAPH (and GRAPH_OF_TWO, for two operands): a result as
the operand of the next operation. NUMBERS: a plain number as an operand, REFLECTED: on
the left. EXTREMES: very large and very small numbers, AT_ZERO: 0. EXPONENTS,
ANY_NUMBER: what pow and an operation of one's own have to take.
"""

from __future__ import annotations

import math
import re

from micrograd.classroom.checker.bank.conditions import cases, only_at_one_number
from micrograd.classroom.checker.bank.operations import (
    AT_CORNER,
    OF_RESULT,
    ON_THE_LEFT,
    ON_THE_RIGHT,
    TOGETHER,
)
from micrograd.classroom.checker.bank.slips import operands
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Difference, Evidence, alike
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    all_of,
    any_of,
    is_number,
    raises,
    right,
    shows,
    twin,
    wrong,
)
from micrograd.classroom.checker.probes import Probe, is_fault

MADE = '\nout = '  # where an experiment makes its result


def overwritten(e: Evidence) -> bool:
    """Is the gradient of an operand afterwards the same, whatever it was before?"""
    return any(
        is_number(yours := e.yours('preloaded', f'{name}.grad'))
        and alike(yours, e.yours('upstream', f'{name}.grad'))
        and not right('preloaded', f'{name}.grad')(e)
        for name in operands(e)
    ) or overwritten_in_part(e)


def overwritten_in_part(e: Evidence) -> bool:
    """Is a gradient, right elsewhere, missing what was there before, in some case?"""
    return any(
        is_number(d.yours) and not alike(before := _before(e, d), 0)
        and alike(d.yours, d.right - before)
        and not (d.probe.name == 'same preloaded' and alike(d.right, before))
        for d in e.failed
        if d.expression in ('a.grad', 'b.grad') and MADE in d.probe.code
    )


def _before(e: Evidence, difference: Difference) -> float:
    """What an expression of a probe gives before the operation."""
    code, expression = difference.probe.code, difference.expression
    start = Probe('start', code.partition(MADE)[0], (expression,), '')
    return e.exercise.see(e.exercise.right, [start])['start'][expression]


def no_parents(e: Evidence) -> bool:
    """Does the result lead to no operand, or only to its own name, as in ('*',)?"""
    named = raises('AttributeError', "'str' object has no attribute '_prev'")
    return e.yours('parents', 'len(out._prev)') == 0 or named(e) or lost_in_part(e)


def lost_in_part(e: Evidence) -> bool:
    """Does an operand that is a result pass on nothing, in some case, and a leaf does?

    A case: a number on one side, an exponent, a region of the operand.
    """
    return all(OF_RESULT in d.probe.about for d in e.failed) and any(
        alike(d.yours, 0) for d in e.failed)


def missing_parent(e: Evidence) -> bool:
    """Does the result of two operands lead to one of them, and is that felt?"""
    lost = wrong('left')(e) or wrong('right')(e)
    return lost and right('upstream')(e) and e.yours('parents', 'len(out._prev)') == 1


def results_disturb(e: Evidence) -> bool:
    """Is each operation right on its own, and two results of one operand are not?

    In whatever else fails there are several operations, too: a chain of results.
    """
    failed = [d for d in e.failed if d.probe.step != 'kinds']
    return any(TOGETHER in d.probe.about for d in failed) and not (
        {d.probe for d in failed} & {case.probe for case in cases(e)}
        or any(is_fault(d.yours) for d in failed))


# --- plain numbers ----------------------------------------------------------------


def beside(e: Evidence, *sides: str) -> list[str]:
    """The experiments with a plain number on one of these sides."""
    return [probe.name for probe in e.probes.values()
            if not set(sides).isdisjoint(probe.about)]


def on_the_left(error: str, message: str) -> Fits:
    """Does a number on the left fail in this way, while two Values do not?"""
    def fits(e: Evidence) -> bool:
        left = beside(e, ON_THE_LEFT)
        return bool(left) and right('value')(e) and raises(error, message, *left)(e)

    return fits


def not_wrapped(e: Evidence) -> bool:
    """Does a line of the file ask a plain number for what only a Value has?"""
    return right('value')(e) and any(
        fault['error'] == 'AttributeError' and fault['line'] is not None
        and re.search("'(int|float)' .* '(data|grad)'", fault['message'])
        for fault in filter(None, map(e.fault, beside(e, ON_THE_LEFT, ON_THE_RIGHT)))
    )


def wrong_only_beside(e: Evidence) -> bool:
    """Is all right, but for the gradient when one operand is a plain number?"""
    numbers = beside(e, ON_THE_LEFT, ON_THE_RIGHT)
    failed = {(d.probe.name, d.expression) for d in e.failed}
    grads = {(name, f'{x}.grad') for name in numbers for x in 'abhkl'}
    return not grads.isdisjoint(failed) and all(
        name == 'remembers' or (name, shown) in grads for name, shown in failed)


def only_at_extremes(e: Evidence) -> bool:
    """Is all right, but for numbers of unusual size, wrong or ending in an error?

    A chain of powers may get as far by itself.
    """
    failed = [d for d in e.failed
              if not _in_last_digits(d) and d.probe.name != 'chain']
    return {d.probe.step for d in failed} == {'extremes'} and all(
        is_number(d.yours) or is_fault(d.yours) for d in failed
    ) and not only_at_one_number(e)


def _in_last_digits(d: Difference) -> bool:
    """Is it what a rounding, or something small that is added, does elsewhere?"""
    if isinstance(d.yours, list) and isinstance(d.right, list):
        return _near(d.yours, d.right)
    return d.probe.name == 'digits'


def _near(yours: object, right: object) -> bool:
    if isinstance(yours, list) and isinstance(right, list):
        return len(yours) == len(right) and all(map(_near, yours, right))
    return is_number(yours) and is_number(right) and math.isclose(
        yours, right, rel_tol=1e-3, abs_tol=1e-3)


def only_at_corner(e: Evidence) -> bool:
    """Is all right, but for a number at the corner?"""
    failed = [d for d in e.failed if d.probe.step != 'kinds']
    return wrong('corner', 'a.grad')(e) and all(
        AT_CORNER in d.probe.about and 'grad' in d.expression and is_number(d.yours)
        for d in failed)


def wrong_beside_exponents(e: Evidence) -> bool:
    """Is all right, but for some kinds of exponent?"""
    return {difference.probe.step for difference in e.failed} == {'exponents'}


def not_swapped(name: str, turned: str, kept: str) -> Mistake:
    """The reflected operation computes self - other, or self / other.

    turned: how the solution says it. kept: the same with self first.
    """
    fits = twin((turned, kept), probes=('int on the left', 'float on the left'))
    return Mistake(
        name, fits,
        'with the number on the left the order is not reversed',
        'For 10 - a Python calls a.__rsub__(10), and for 10 / a a.__rtruediv__(10). '
        'Which is self then, which is other, and which of them comes first?',
        'int on the left',
    )


SUMS = (shared('overwrite-grad', overwritten),)

GRAPH = (
    Mistake(
        'no-parents', no_parents,
        '`out` does not know its operands',
        'The backward pass reaches an operand only through `out._prev`. What do you '
        'pass to Value(...) besides the number?',
    ),
    shared('kept-result', shows('made anew', 'p is q', True), 'made anew'),
    Mistake(
        'results-disturb', results_disturb,
        "two results of the same operand get in each other's way",
        'Each result needs an `out` and a closure of its own. What do you keep in a '
        'place that both results share?',
        'twice',
    ),
)

GRAPH_OF_TWO = (
    Mistake(
        'missing-parent', missing_parent,
        '`out` knows only one of its two operands',
        'The backward pass follows `out._prev`. Which operand would it never reach?',
    ),
)

NUMBERS = (
    Mistake(
        'no-wrap', not_wrapped,
        'a plain number is not turned into a Value',
        'A plain number has no .data and no .grad. What could be done with it before '
        'anything else?',
    ),
    Mistake(
        'gradient-beside-numbers', wrong_only_beside,
        'the gradient is wrong only with a plain number',
        'Between two Values all is right. What does your method do differently when '
        'one of them is a plain number?',
    ),
)

REFLECTED = (
    Mistake(
        'no-reflected', on_the_left('TypeError', 'unsupported operand type'),
        'a number on the left finds no method',
        'For 5 * a Python tries the int first, which does not know Value. Which '
        'method of a does it try then?',
    ),
    Mistake(
        'reflected-recursion', on_the_left('RecursionError', ''),
        'with a number on the left the method calls itself endlessly',
        'With a plain number in other, an expression that begins with other is what '
        'made Python call your method. How can you write the same so that a Value '
        'comes first?',
    ),
)

EXTREMES = (
    Mistake(
        'only-ordinary-numbers', only_at_extremes,
        'very large or very small numbers come out wrong',
        'Which line changes the operand before it is used, adds something to it or '
        'cuts it off? What does that do to this number?',
    ),
)

AT_ZERO = (
    Mistake(
        'fails-at-zero',
        all_of(right('upstream'), any_of(
            raises('ZeroDivisionError', '', 'a is 0'),
            raises('ZeroDivisionError', '', 'b is 0'))),
        'an operand that is 0 ends in an error',
        'Your rule divides by the operand, which may be 0. Which form of the rule '
        'needs no such division?',
    ),
)

EXPONENTS = (
    Mistake(
        'kind-of-exponent', wrong_beside_exponents,
        'some kinds of exponent fail',
        'The exponent may be negative, and need not be a whole number. What does your '
        'method assume about it?',
    ),
)

ANY_NUMBER = (
    Mistake(
        'overflows',
        all_of(right('upstream'), right('elsewhere'),
               any_of(wrong('far right'), wrong('far left'))),
        'it fails far from 0',
        'exp(1000) is more than a float can hold. How does the stable formula make '
        'sure that exp gets no positive numbers?',
    ),
    Mistake(
        'corner-in-parts', only_at_corner,
        'the slope is wrong at 0 alone: a corner of one of its parts shows',
        'The whole has no corner, but relu and abs have one. Is there a rule for the '
        'whole that needs neither?',
        'corner',
    ),
    Mistake(
        'captured-number', raises('ValueError', 'closure of .* keeps'),
        '_backward keeps a number of the forward pass',
        'A number computed before _backward runs stays what it was, when x.data is '
        'another kind of number for a while. Where must it be computed?',
    ),
    Mistake(
        'math-for-elementary',
        any_of(raises('TypeError', 'does not turn into a plain number'),
               raises('TypeError', 'must be real number, not'),
               raises('CompileError', 'math')),
        'a function of math, which accepts floats only',
        'For a second derivative x.data is a Value. Which exp and log accept that?',
    ),
    Mistake(
        'branches-on-data', raises('CompileError', 'branches on a number'),
        'it branches on a number: if, max, min',
        'The compiler writes one program for all numbers: it cannot know which way an '
        '`if` will go. Which functions of micrograd.elementary choose?',
    ),
)

"""Wrong derivatives, named by comparing with candidate formulas.

A candidate is what a student might have written in the closure. It is put into the
solution in place of the right line, run in the experiments of the file, and compared
with what the file shows for that operand: so a formula is named however it is spelt,
and whatever else is wrong. Candidates for any operation are made from the right local
gradient itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from micrograd.classroom.checker.bank.operations import AT_TIE, ON_THE_RIGHT
from micrograd.classroom.checker.bank.slips import operands
from micrograd.classroom.checker.bank.uses import only_at_corner
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence, alike
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    StaleError,
    any_of,
    is_number,
    raises,
    replaced,
    right,
)

TARGET = {'a': r'(self|x)\.grad \+= ', 'b': r'(other)\.grad \+= '}
WHERE = ('one', 'upstream', 'downward', 'elsewhere')


def rule(candidate: str, operand: str = 'a', probes: tuple[str, ...] = WHERE) -> Fits:
    """Does the gradient of an operand follow a wrong rule?

    candidate: the right side of `self.grad += …` (of `other.grad += …` for operand
    'b') in the closure of the solution. probes: the experiments that are compared.

    Raises:
        StaleError: when it is asked, if the solution has no such line.
    """

    def fits(e: Evidence) -> bool:
        lines = list(re.finditer(f'({TARGET[operand]}).*', e.exercise.right))
        if len(lines) != 1:
            raise StaleError(f'the solution has {len(lines)} lines {TARGET[operand]}')
        line = lines[0]
        program = e.exercise.right.replace(line[0], line[1] + candidate)
        return shown_by(e, f'import math\n{program}', f'{operand}.grad', probes)

    return fits


def forward(changed: str, into: str) -> Fits:
    """Is the value that of the solution with a text of it replaced?"""

    def fits(e: Evidence) -> bool:
        program = replaced(e.exercise.right, (changed, into))
        return shown_by(e, program, 'out.data', ('value', 'value elsewhere'))

    return fits


def shown_by(
    e: Evidence, program: str, expression: str, probes: tuple[str, ...]
) -> bool:
    """Is an expression, wrong in the file, in all these probes as a program has it?"""
    if all(e.is_right(probe, expression) for probe in probes):
        return False
    ours = e.exercise.see(program, [e.probes[probe] for probe in probes])
    return all(
        alike(e.yours(probe, expression),
              ours[probe].get('code', ours[probe].get(expression)))
        for probe in probes
    )


# --- candidates for any operation ---------------------------------------------------

Candidate = Callable[[float, float, float], float]


def any_operation(candidate: Candidate) -> Fits:
    """Does the gradient of an operand follow a wrong use of the right local gradient?

    candidate: a function of the local gradient, the upstream gradient and out.data.
    """

    def fits(e: Evidence) -> bool:
        return any(follows(e, f'{name}.grad', candidate) for name in operands(e))

    return fits


def follows(e: Evidence, expression: str, candidate: Candidate) -> bool:
    """Is a gradient, wrong somewhere, in each experiment what the candidate gives?"""
    if all(e.is_right(probe, expression) for probe in WHERE):
        return False
    for probe in WHERE:
        yours = e.yours(probe, expression)
        up, out = e.ours(probe, 'out.grad'), e.ours(probe, 'out.data')
        local = e.right[probe][expression] / up
        if not is_number(yours) or not alike(yours, candidate(local, up, out)):
            return False
    return True


def no_upstream(e: Evidence) -> bool:
    """Is the gradient of an operand the same, whatever is sent, and not 0?"""
    return any(
        is_number(yours := e.yours('upstream', f'{name}.grad'))
        and alike(yours, e.yours('one', f'{name}.grad'))
        and not alike(yours, 0)
        and not right('upstream', f'{name}.grad')(e)
        for name in operands(e)
    )


def swapped(e: Evidence) -> bool:
    """Does each operand get the gradient of the other?"""
    crossed = (('a.grad', 'b.grad'), ('b.grad', 'a.grad'))
    wrong = not all(e.is_right(probe) for probe in WHERE)
    return wrong and all(
        alike(e.yours(probe, mine), e.right[probe].get(other))
        for probe in WHERE for mine, other in crossed
    )


def from_own_gradient(e: Evidence) -> bool:
    """Is the operand's own gradient used where the upstream one belongs?

    It shows in a preloaded operand: with no gradient of its own it gets nothing.
    """
    for name in operands(e):
        grad = f'{name}.grad'
        yours, before = e.yours('preloaded', grad), e.ours('operands', grad)
        local = e.right['one'][grad]
        others = [e.ours('operands', f'{x}.grad') for x in operands(e)]
        if alike(e.yours('upstream', grad), 0) and any(
            alike(yours, before + local * own) for own in others
        ):
            return not alike(local, 0)
    return False


# --- corners and ties -----------------------------------------------------------------


def leaks(e: Evidence) -> bool:
    """Is there a small slope left of 0, and the right one on the right?"""
    yours, up = e.yours('elsewhere', 'a.grad'), e.ours('elsewhere', 'out.grad')
    return e.is_right('upstream') and is_number(yours) and 0 < yours / up < 1


def tie(of_a: float, of_b: float) -> Fits:
    """Do equal operands get these shares of the gradient, and others the right ones?"""

    def fits(e: Evidence) -> bool:
        up = e.ours('tie', 'out.grad')
        otherwise = all(e.is_right(probe) for probe in WHERE)
        return otherwise and alike(e.yours('tie', 'a.grad'), of_a * up) and alike(
            e.yours('tie', 'b.grad'), of_b * up)

    return fits


def tie_with_number(e: Evidence) -> bool:
    """Is only the share beside an equal plain number not half?"""
    return bool(e.failed) and all(
        {AT_TIE, ON_THE_RIGHT} <= set(d.probe.about) and is_number(d.yours)
        for d in e.failed)


def rounded_down(e: Evidence) -> bool:
    """Are the quotients those of //, wherever they are wrong?"""
    wrong = [d for d in e.failed if d.expression == 'out.data']
    return bool(wrong) and all(alike(d.yours, d.right // 1) for d in wrong)


# --- what they are called -------------------------------------------------------------


def derivative(name: str, *candidates: str | Fits) -> Mistake:
    """The mistake of that name in WORDS: one of the candidates fits.

    A candidate is a predicate, or a rule of the first operand as for rule().
    """
    predicates = [rule(c) if isinstance(c, str) else c for c in candidates]
    return shared(name, any_of(*predicates))


def grad_for_data(*candidates: str, operand: str = 'a') -> Fits:
    """rule() for formulas with .grad in them: seen when operands are preloaded."""
    seen = ('upstream', 'preloaded')
    return any_of(*(rule(c, operand, seen) for c in candidates))


ANY = (
    derivative('wrong-sign', any_operation(lambda local, up, out: -local * up)),
    derivative('upstream-added', any_operation(lambda local, up, out: local + up)),
    derivative('upstream-twice', any_operation(lambda local, up, out: local * up * up)),
    derivative('data-for-upstream', any_operation(lambda local, up, out: local * out)),
    derivative('own-grad-for-upstream', from_own_gradient),
    shared('no-upstream', any_of(
        no_upstream, any_operation(lambda local, up, out: local)), 'upstream'),
)
SWAPPED = derivative('swapped-operands', swapped)
UNCHANGED = derivative('no-local-gradient', any_operation(lambda local, up, out: up))
OUTPUT = derivative('output-for-local', any_operation(lambda local, up, out: out * up))

CORNER = (
    derivative('slope-at-corner', only_at_corner),
    derivative('divides-by-zero', raises('ZeroDivisionError', '', 'corner')),
)

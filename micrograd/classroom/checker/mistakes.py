"""The words in which a catalogue of mistakes is written.

A mistake is told apart by a predicate on the evidence; here are the makers of
predicates that every family of exercises needs. A family's own ideas stand in its
own module. Put together with all_of, any_of and no, they read as the catalogue does:

    Mistake('no-upstream', all_of(right('one'), formula('b.data', 'a.grad', 'up')), …)

Not here: the words of mistakes that several exercises meet (bank/words.py).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from typing import Any

from micrograd.classroom.checker.evidence import Evidence, alike
from micrograd.classroom.checker.probes import LONGEST, is_fault

Fits = Callable[[Evidence], bool]


class StaleError(Exception):
    """A text that a mistake replaces in the solution does not stand there any more.

    No ValueError, which a list in the place of a number raises, too: it is ours.
    """


# --- putting predicates together ----------------------------------------------


def all_of(*predicates: Fits) -> Fits:
    """Do all fit? They are asked in turn, up to the first that does not."""
    return lambda e: all(fits(e) for fits in predicates)


def any_of(*predicates: Fits) -> Fits:
    """Does one of them fit?"""
    return lambda e: any(fits(e) for fits in predicates)


def no(predicate: Fits) -> Fits:
    """Does it not fit?"""
    return lambda e: not predicate(e)


# --- what is seen in one probe --------------------------------------------------


def right(probe: str, *expressions: str) -> Fits:
    """Are these expressions of a probe, or else all of it, as in the solution?

    A probe that never ran is not right.
    """
    return lambda e: probe in e.report.seen and e.is_right(probe, *expressions)


def wrong(probe: str, *expressions: str) -> Fits:
    """Does the probe show one of these expressions, or any, not as the solution?

    A fault is no wrong result, unless the solution ends in one: raises() tells it.
    """

    def fits(e: Evidence) -> bool:
        e.asked.add(probe)
        return any(
            is_fault(d.right) or not is_fault(d.yours) for d in e.differences(probe)
            if not expressions or d.expression in (*expressions, 'code'))

    return fits


def wrong_number(probe: str, *expressions: str) -> Fits:
    """Is one of these expressions of a probe a number, but not that of the solution?"""
    return lambda e: any(
        wrong(probe, expression)(e) and is_number(e.yours(probe, expression))
        for expression in expressions
    )


def is_number(value: Any) -> bool:
    """Is this a number, and no fault, text or bool?"""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def near(yours: Any, right: Any) -> bool:
    """Are these numbers, or lists of some, that are equal but for their digits?"""
    if isinstance(yours, list) and isinstance(right, list):
        return len(yours) == len(right) and all(map(near, yours, right))
    return is_number(yours) and is_number(right) and math.isclose(
        yours, right, rel_tol=1e-3, abs_tol=1e-3)


def differs(probe: str, expression: str) -> Fits:
    """Does the expression give something, no fault, that is not the solution's?"""

    def fits(e: Evidence) -> bool:
        yours = e.yours(probe, expression)
        return not (yours is None or is_fault(yours) or e.is_right(probe, expression))

    return fits


def differing(yours: Any, right: Any) -> Iterator[tuple[Any, Any]]:
    """The numbers that differ in two results, or else the results themselves."""
    both = isinstance(yours, list) and isinstance(right, list)
    if both and len(yours) == len(right):
        for one, other in zip(yours, right):
            yield from differing(one, other)
    elif not alike(yours, right):
        yield yours, right


def shows(probe: str, expression: str, value: Any) -> Fits:
    """Is this what an expression gives: a number up to rounding, a text, a bool?"""
    return lambda e: alike(e.yours(probe, expression), value)


def raises(error: str, message: str = '', *probes: str) -> Fits:
    """Does one of the probes, or else any, fail in this way?

    error: the name of the type; message: a pattern that is searched in its text.
    """

    def fits(e: Evidence) -> bool:
        faults = filter(None, map(e.fault, probes or e.probes))
        return any(
            fault['error'] == error and re.search(message, fault['message'])
            for fault in faults
        )

    return fits


def only_in(*patterns: str) -> Fits:
    """Are all that fail experiments with such a name, or of such a step?"""
    return lambda e: bool(e.failed) and all(
        any(re.fullmatch(pattern, text) for pattern in patterns
            for text in (d.probe.name, d.probe.step)) for d in e.failed)


# --- what the file would show if ... ----------------------------------------------


def formula(candidate: str, expression: str, *probes: str) -> Fits:
    """Does the file show for an expression what a candidate gives, in all these probes?

    candidate: an expression too, of the names of the probe and of math, as in
    '(1 - out.data) * out.grad'. It is evaluated beside the solution after the code of
    the probe has run, at the numbers drawn for this file. False if the candidate gives
    the right values, since then it tells nothing.
    """

    def fits(e: Evidence) -> bool:
        pairs = [(e.yours(p, expression), e.ours(p, candidate)) for p in probes]
        same = all(alike(yours, ours) for yours, ours in pairs)
        return same and any(not e.is_right(p, expression) for p in probes)

    return fits


def twin(*changes: tuple[str, str], probes: tuple[str, ...] = ()) -> Fits:
    """Does the file behave like the solution with these texts (old, new) replaced?

    In all that is seen; or in these probes only, one of which has to be wrong. The
    strictest of all predicates: a file with a second mistake has no twin, unless
    the probes leave that one out.

    Raises:
        StaleError: when it is asked, if a text does not occur in the solution.
    """
    return _like(lambda right: replaced(right, *changes), probes)


def variant(code: str, *probes: str) -> Fits:
    """As twin, for the solution with this code after it: a function written anew."""
    return _like(lambda right: f'{right}\n\n{code}', probes)


def _like(wrong_program: Callable[[str], str], probes: tuple[str, ...]) -> Fits:
    def fits(e: Evidence) -> bool:
        program = wrong_program(e.exercise.right)
        if probes and all(e.is_right(probe) for probe in probes):
            return False
        return e.behaves_like(program, *probes)

    return fits


def replaced(source: str, *changes: tuple[str, str]) -> str:
    """A text with texts (old, new) replaced; a StaleError if an old one is missing."""
    for old, new in changes:
        if old not in source:
            raise StaleError(f'{old!r} is not in the solution')
        source = source.replace(old, new)
    return source


# --- what stands in the file --------------------------------------------------


def written(pattern: str) -> Fits:
    """Does a pattern occur in the file, comments apart? (^ and $: of a line.)"""
    return lambda e: bool(re.search(pattern, code_of(e.source), re.MULTILINE))


def code_of(source: str) -> str:
    """The text of a program without its comments (and what looks like one).

    Without blank lines, and no line longer than LONGEST: a pattern may take time that
    grows with the square of what it is tried on.
    """
    lines = (line.partition('#')[0][:LONGEST] for line in source.split('\n'))
    return '\n'.join(line for line in lines if line.strip())

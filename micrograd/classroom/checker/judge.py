"""Judges what was seen of a student's file, and names the mistake.

Right is what the solution shows in the same experiments. If something differs, the
first mistake of the check that fits the evidence is named. If none fits, the verdict
says so: no diagnosis is better than a wrong one.

Neither chance nor a comment decides a mark. Each file meets the same numbers, those
that a student is shown; and a file that is right there has to be right at others, too,
which are never shown. They are one of OTHERS draws, chosen by the code without its
comments: whoever writes the answers to one of them into the file has changed the code.
What is drawn visits each region every time, so a fair file is judged alike in all.
"""

from __future__ import annotations

import ast
import functools
import math
import stat
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from micrograd.classroom.checker.exercise import Exercise, Mistake
from micrograd.classroom.checker.probes import Probe, is_fault
from micrograd.classroom.checker.process import USUAL, Limits, Report, observe
from micrograd.classroom.checker.source import read_as_python

LARGEST = 100_000  # bytes of a file
SECONDS = 3.0  # to look for a name of the mistake; each look is short
# Faults that say nothing of the exercise: the file ends itself, or floods.
HARD = {'SystemExit', 'KeyboardInterrupt', 'MemoryError', 'FloodError'}
# What a mistake stumbles over: a list in the place of a number, or the like.
UNFIT = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)
OTHERS = 64  # draws that are not shown
AGAIN = ' (2)'  # behind the name of a probe in one of them
NUMBERS_SHOWN = Mistake(
    'only-numbers-shown', lambda evidence: False,
    'right for the numbers that were shown, wrong for others',
    'The check has tried other numbers as well. Which lines of yours know more of the '
    'numbers than the exercise says?',
)


@dataclass(frozen=True)
class Difference:
    """One thing that is not as it should be: `expression` after `code`."""

    probe: Probe
    expression: str
    yours: Any
    right: Any


@dataclass(frozen=True)
class Verdict:
    """What is to be said of a file.

    status: 'passed'; 'failed'; 'todo', not begun; 'absent', no file handed in; or
    'broken', when the file could not be tried to the end. broken: why, in the last
    case: 'fault', 'missing', 'time', 'memory', 'excess', 'crash', 'exit', 'flood',
    'refused', 'encoding' or 'unreadable'. detail: the fault, the names that are
    missing, what was refused, the probe that ran, or why the file cannot be read.
    line: of the student's file, whose text is `source`; limits: under which it ran.
    passed: the names of the steps that are right, as far as the file was tried.
    mistake: by name, or None for one that the checker does not know. differences:
    those of the probe that shows it best. remark: what is said of a right file.
    printed: what the file printed.
    """

    status: str
    passed: tuple[str, ...] = ()
    mistake: Mistake | None = None
    differences: tuple[Difference, ...] = ()
    remark: Mistake | None = None
    broken: str | None = None
    detail: Any = None
    line: int | None = None
    printed: str = ''
    source: str = ''
    limits: Limits = USUAL


def alike(yours: Any, right: Any) -> bool:
    """Are two things the same, numbers up to rounding, faults by their type?"""
    if is_fault(yours) or is_fault(right):
        both = is_fault(yours) and is_fault(right)
        return both and yours['error'] == right['error']
    if isinstance(yours, bool) or isinstance(right, bool):
        return yours is right
    if isinstance(yours, (int, float)) and isinstance(right, (int, float)):
        both_nan = yours != yours and right != right
        return both_nan or math.isclose(yours, right, rel_tol=1e-6, abs_tol=1e-9)
    if isinstance(yours, list) and isinstance(right, list):
        return len(yours) == len(right) and all(map(alike, yours, right))
    if isinstance(yours, dict) and isinstance(right, dict):
        return yours.keys() == right.keys() and all(
            alike(yours[key], right[key]) for key in right
        )
    return type(yours) is type(right) and yours == right


class Evidence:
    """What the mistakes of a check look at.

    It notes the probes that a mistake asks for, in `asked`: one of them is the example.
    """

    def __init__(
        self, exercise: Exercise, source: str, probes: Sequence[Probe], report: Report
    ):
        self.exercise = exercise
        self.source = source
        self.probes = {probe.name: probe for probe in probes}
        self.report = report
        self.asked: set[str] = set()
        self._differences: dict[str, list[Difference]] = {}

    @functools.cached_property
    def right(self) -> dict[str, dict[str, Any]]:
        """What the solution shows."""
        return self.exercise.see(self.exercise.right, list(self.probes.values()))

    @functools.cached_property
    def missing(self) -> list[str]:
        """What the check needs and the file does not define."""
        needs, names = self.exercise.check.needs, self.report.names
        return [name for name in needs if not _defined(name, names)]

    def yours(self, probe: str, expression: str) -> Any:
        """What the file shows; the fault if the probe failed, None if it never ran."""
        self.asked.add(probe)
        seen = self.report.seen.get(probe, {})
        return seen.get('code', seen.get(expression))

    def fault(self, probe: str) -> dict[str, Any] | None:
        """The fault of a probe: of its code, or else of the first expression."""
        fault = self._faults.get(probe)
        if fault:
            self.asked.add(probe)
        return fault

    @functools.cached_property
    def _faults(self) -> dict[str, dict[str, Any] | None]:
        return {name: next(filter(is_fault, seen.values()), None)
                for name, seen in self.report.seen.items()}

    def is_right(self, probe: str, *expressions: str) -> bool:
        """Are these expressions of a probe, or else all, as in the solution?"""
        self.asked.add(probe)
        return not any(
            difference.expression in expressions or not expressions
            or difference.expression == 'code'
            for difference in self.differences(probe)
        )

    def differences(self, probe: str) -> list[Difference]:
        """Where a probe does not show what it shows of the solution."""
        if probe not in self._differences:
            self._differences[probe] = self._compared(probe)
        return self._differences[probe]

    def _compared(self, probe: str) -> list[Difference]:
        yours, right = self.report.seen.get(probe), self.right[probe]
        if yours is None:
            return []
        if 'code' in yours or 'code' in right:
            pairs = [('code', yours.get('code'), right.get('code'))]
        else:
            pairs = [(e, yours.get(e), right[e]) for e in self.probes[probe].show]
        return [
            Difference(self.probes[probe], *pair)
            for pair in pairs if not alike(pair[1], pair[2])
        ]

    @functools.cached_property
    def failed(self) -> list[Difference]:
        """The differences that count, in the order of the probes."""
        return [
            difference
            for name, probe in self.probes.items() if probe.required
            for difference in self.differences(name)
        ]

    def behaves_like(self, program: str, *probes: str) -> bool:
        """Does another program, one of ours, show the same in these or all probes?"""
        names = probes or tuple(self.probes)
        if any(name not in self.report.seen for name in names):
            return False
        other = self.exercise.see(program, [self.probes[name] for name in names])
        return all(alike(self.report.seen[name], other[name]) for name in names)

    def ours(self, probe: str, expression: str) -> Any:
        """What an expression gives beside the solution, after the code of a probe.

        The expression may use math besides the names of the probe.
        """
        probe = self.probes[probe]
        asked = Probe(probe.name, f'{probe.code}\nimport math', (expression,), '')
        seen = self.exercise.see(self.exercise.right, [asked])[probe.name]
        return seen.get('code', seen.get(expression))


def judge(
    exercise: Exercise, path: str | Path, limits: Limits = USUAL, draw: int = 0
) -> Verdict:
    """Check the file at a path as a solution of an exercise.

    draw: for tests, which are to find the same mistake whatever numbers are drawn.
    """
    try:
        state = Path(path).stat()
        if not stat.S_ISREG(state.st_mode):  # a pipe may never end
            return Verdict('broken', broken='unreadable', detail='no plain file')
        if state.st_size > LARGEST:
            return Verdict('broken', broken='unreadable', detail=f'> {LARGEST} bytes')
        raw = Path(path).read_bytes()
    except OSError as error:
        return Verdict('broken', broken='unreadable', detail=error.strerror)
    try:
        source = read_as_python(raw)
    except SyntaxError as error:  # in UTF-16 every other byte is 0: the parser tells
        return Verdict('broken', broken='encoding', detail=error.msg)
    # Somebody may write the solution into the stub itself: only what raises is undone.
    untouched = exercise.is_untouched(source)
    if untouched and 'NotImplementedError' in source:
        return Verdict('todo', source=source)
    report = observe(
        path, both_draws(exercise, source, draw), uses=exercise.check.uses,
        without=exercise.check.without, limits=limits,
    )
    verdict = decide(exercise, source, report, draw)
    if untouched and verdict.status != 'passed':
        verdict = Verdict('todo')
    return replace(verdict, source=source, printed=report.printed, limits=limits)


def both_draws(exercise: Exercise, source: str, draw: int = 0) -> list[Probe]:
    """The probes that a file meets: those that are shown, and the others."""
    others = _others(exercise, source, draw)
    return [*exercise.draw(draw), *(p._replace(name=p.name + AGAIN) for p in others)]


def _others(exercise: Exercise, source: str, draw: int) -> list[Probe]:
    return [p for p in exercise.draw(_number_of_others(source, draw)) if not p.once]


def _number_of_others(source: str, draw: int) -> int:
    """Which draw a program meets besides the one that is shown."""
    try:
        tree = ast.parse(source)
        for node in ast.walk(tree):
            if isinstance(body := getattr(node, 'body', None), list):
                node.body = [line for line in body if not _is_text(line)]
        code = ast.dump(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        code = ''  # it will not run
    return -1 - draw * OTHERS - zlib.crc32(code.encode('utf-8', 'replace')) % OTHERS


def _is_text(line: ast.stmt) -> bool:
    return isinstance(line, ast.Expr) and isinstance(line.value, ast.Constant)


def decide(
    exercise: Exercise, source: str, report: Report, draw: int = 0
) -> Verdict:
    """What a report on both_draws() of a file says of it."""
    shown = exercise.draw(draw)
    verdict = _verdict(Evidence(exercise, source, shown, _part(report, shown)))
    if verdict.status != 'passed':
        return verdict
    others = _others(exercise, source, draw)
    second = _part(report, others, AGAIN)
    again = _verdict(Evidence(exercise, source, others, second))
    if again.status == 'failed':
        return Verdict('failed', again.passed, NUMBERS_SHOWN)
    return verdict if again.status == 'passed' else again


def _part(report: Report, probes: Sequence[Probe], suffix: str = '') -> Report:
    """What a report says of one draw."""
    seen = {p.name: report.seen[p.name + suffix] for p in probes
            if p.name + suffix in report.seen}
    whole = len(seen) == len(probes)
    ended = 'end' if whole else 'exit' if report.ended == 'end' else report.ended
    probe = (report.probe or '').removesuffix(suffix)
    return replace(report, seen=seen, ended=ended, probe=probe)


def _verdict(evidence: Evidence) -> Verdict:
    """What the evidence shows: first whether the file runs at all."""
    report, check = evidence.report, evidence.exercise.check
    if report.refused:
        line = report.refused['line']
        return Verdict('broken', broken='refused', detail=report.refused, line=line)
    faults = [f for name in report.seen if (f := evidence.fault(name))]
    faults += [report.broken] if report.broken else []
    if any(fault['error'] == 'NotImplementedError' for fault in faults):
        return Verdict('todo')
    hard = report.broken or next(filter(_is_hard, faults), None)
    if hard:
        return Verdict('broken', broken='fault', detail=hard, line=hard['line'])
    if report.ended != 'end' and not report.names:
        return Verdict('broken', broken=report.ended, line=report.line)
    missing = evidence.missing
    passed = tuple(step for step in check.steps if _passed(evidence, step))
    seen_all = report.ended == 'end' and not missing
    if seen_all and not evidence.failed:
        remark = next((m for m in check.remarks if _fits(m, evidence)), None)
        return Verdict('passed', passed, remark=remark)
    asked = (m for m in check.mistakes if m.missing == bool(missing))
    end = time.monotonic() + SECONDS
    mistake = next(
        (m for m in asked if time.monotonic() < end and _fits(m, evidence)), None)
    if missing and mistake is None:
        return Verdict('broken', broken='missing', detail=(missing, report.names))
    if mistake is None and report.ended != 'end':
        probe = evidence.probes.get(report.probe)
        return Verdict(
            'broken', passed, broken=report.ended, detail=probe, line=report.line
        )
    return Verdict('failed', passed, mistake, _shown(evidence, mistake))


def _is_hard(fault: dict[str, Any]) -> bool:
    """Does a fault say nothing of the exercise, but that the file cannot be tried?"""
    return fault['error'] in HARD or is_not_offered(fault)


def is_not_offered(fault: dict[str, Any]) -> bool:
    """Did the file import something of the package that the exercise does not offer?"""
    imports = fault['error'] in ('ImportError', 'ModuleNotFoundError')
    return imports and 'micrograd' in fault['message']


def _fits(mistake: Mistake, evidence: Evidence) -> bool:
    """Does the evidence show it? What it stumbles over, it was not made for."""
    evidence.asked.clear()
    try:
        return mistake.fits(evidence)
    except UNFIT:
        return False


def _defined(name: str, names: dict[str, list[str] | None]) -> bool:
    owner, _, method = name.partition('.')
    return owner in names and (not method or method in (names[owner] or ()))


def _passed(evidence: Evidence, step: str) -> bool:
    """Has every probe of a step run, and shown what it should?"""
    required = [p for p in evidence.probes.values() if p.step == step and p.required]
    return all(
        probe.name in evidence.report.seen and evidence.is_right(probe.name)
        for probe in required
    )


def _shown(evidence: Evidence, mistake: Mistake | None) -> tuple[Difference, ...]:
    """The differences of the probe that shows the mistake best.

    It is the one that the mistake names, or else the first of those that it has
    looked at: another one that failed may show another mistake of the same file.
    """
    asked = [name for name in evidence.probes if name in evidence.asked]
    names = [mistake.probe, *asked] if mistake else []
    names += [difference.probe.name for difference in evidence.failed[:1]]
    shown = (evidence.differences(name) for name in names if name)
    return tuple(next(filter(None, shown), ()))

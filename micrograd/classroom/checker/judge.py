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
import stat
import time
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from micrograd.classroom.checker.bank.anywhere import FIRST, LAST
from micrograd.classroom.checker.evidence import Difference, Evidence
from micrograd.classroom.checker.exercise import Exercise, Mistake
from micrograd.classroom.checker.probes import Probe
from micrograd.classroom.checker.process import USUAL, Limits, Report, observe
from micrograd.classroom.checker.source import read_as_python

LARGEST = 100_000  # bytes of a file
SECONDS = 3.0  # of processor time, to look for the mistake; each look is short
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
    undone: the line of a part that is not written yet. printed: what the file printed.
    """

    status: str
    passed: tuple[str, ...] = ()
    mistake: Mistake | None = None
    differences: tuple[Difference, ...] = ()
    remark: Mistake | None = None
    undone: int | None = None
    broken: str | None = None
    detail: Any = None
    line: int | None = None
    printed: str = ''
    source: str = ''
    limits: Limits = USUAL


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
    if report.broken and report.broken['error'] == 'NotImplementedError':
        return Verdict('todo')
    if undone := [name for name in report.seen if _is_undone(evidence.fault(name))]:
        return _half_done(evidence, undone)
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
    known = (*FIRST, *check.mistakes, *LAST)
    asked = (m for m in known if m.missing == bool(missing))
    end = time.thread_time() + SECONDS
    mistake = next(
        (m for m in asked if time.thread_time() < end and _fits(m, evidence)), None)
    if missing and mistake is None:
        return Verdict('broken', broken='missing', detail=(missing, report.names))
    if mistake is None and report.ended != 'end':
        probe = evidence.probes.get(report.probe)
        return Verdict(
            'broken', passed, broken=report.ended, detail=probe, line=report.line
        )
    return Verdict('failed', passed, mistake, _shown(evidence, mistake))


def _is_undone(fault: dict[str, Any] | None) -> bool:
    """Does a probe end at a line of the stub? A student's own says why it raises."""
    return fault is not None and (
        fault['error'] == 'NotImplementedError' and not fault['message'])


def _half_done(evidence: Evidence, undone: list[str]) -> Verdict:
    """What can be said of the parts that are written already."""
    report = evidence.report
    seen = {name: seen for name, seen in report.seen.items() if name not in undone}
    rest = Evidence(
        evidence.exercise, evidence.source,
        [p for name, p in evidence.probes.items() if name not in undone],
        replace(report, seen=seen))
    verdict, line = _verdict(rest), evidence.fault(undone[0])['line']
    steps = evidence.exercise.check.steps
    passed = tuple(step for step in steps if _passed(evidence, step))
    if verdict.status == 'passed':
        return Verdict('todo', passed, undone=line if passed else None)
    return replace(verdict, passed=passed, undone=line)


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
    names += [_smallest(evidence.failed)] if evidence.failed else []
    shown = (evidence.differences(name) for name in names if name)
    return tuple(next(filter(None, shown), ()))


def _smallest(failed: list[Difference]) -> str:
    """The name of the shortest experiment of the first step that fails."""
    of_step = (d.probe for d in failed if d.probe.step == failed[0].probe.step)
    return min(of_step, key=lambda probe: len(probe.code)).name

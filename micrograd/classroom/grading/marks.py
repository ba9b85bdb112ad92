"""The marks of a class: what each file got, and the tables of all.

marks.csv has a row for each student, for programs; details.csv a row for each file, for
people, in their language.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import escaped, printable
from micrograd.languages import say

FORMULA = tuple('=+-@＝＋－＠')  # a text that begins like this, a spreadsheet runs
UNREADABLE = ('unreadable', 'encoding')  # why a file is broken that is no program
STUDENT, EXERCISE = 'student', 'exercise'
COLUMNS = (STUDENT, EXERCISE, 'status', 'points', 'steps right', 'steps in all', 'file',
           'trouble')
STANDINGS = {'passed': 'passed', 'failed': 'failed', 'todo': 'not begun',
             'absent': 'not handed in', 'unreadable': 'unreadable'}


@dataclass(frozen=True)
class Mark:
    """What one file got: status as in Verdict.

    mistake: its name, or what broke the file, or '' for one that has no name.
    feedback: as Markdown. right, of: how many steps are right, of how many. file: where
    it lay in what was handed in.
    """

    exercise: str
    status: str
    mistake: str
    feedback: str
    right: int
    of: int
    file: str

    def points(self, partial: bool) -> float:
        """1 for an exercise that passes; if partial, the share of its right steps."""
        if self.status == 'passed':
            return 1
        return round(self.right / self.of, 2) if partial and self.of else 0


@dataclass(frozen=True)
class Result:
    """The marks of one student, in the order of the exercises.

    trouble, spoilt, number: as in Submission; or why the student could not be graded.
    """

    student: str
    marks: tuple[Mark, ...]
    trouble: str = ''
    spoilt: bool = False
    number: str = ''

    @property
    def score(self) -> int:
        """How many exercises pass."""
        return sum(mark.status == 'passed' for mark in self.marks)

    def points(self, partial: bool) -> float:
        """The sum of the marks."""
        return round(sum(mark.points(partial) for mark in self.marks), 2)

    def standing(self, mark: Mark | None) -> str:
        """How an exercise stands, a key of STANDINGS; None: it was not graded."""
        if mark is None or mark.mistake in UNREADABLE:
            return 'unreadable'
        if mark.status == 'absent':
            return 'unreadable' if self.spoilt else 'absent'
        return {'passed': 'passed', 'todo': 'todo'}.get(mark.status, 'failed')


def marks_table(
    results: Sequence[Result], chosen: Sequence[Exercise], partial: bool
) -> str:
    """A row for each student: the points for each exercise, and their sum."""
    names = [exercise.name for exercise in chosen]
    rows = [['student', 'score', 'of', *names, 'trouble']]
    for result in results:
        got = {m.exercise: figure(m.points(partial)) for m in result.marks}
        rows.append([_cell(result.student), figure(result.points(partial)), len(names),
                     *(got.get(n, 0) for n in names), _cell(result.trouble)])
    return _csv(rows)


def details_table(
    results: Sequence[Result], chosen: Sequence[Exercise], partial: bool, lang: str
) -> str:
    """A row for each student and exercise, in words."""
    rows = [[say(head, lang) for head in COLUMNS]]
    for result in results:
        marks = {mark.exercise: mark for mark in result.marks}
        for exercise in chosen:
            mark = marks.get(exercise.name)
            status = say(STANDINGS[result.standing(mark)], lang)
            got = [figure(mark.points(partial)), mark.right, mark.of,
                   _cell(mark.file)] if mark else [0, 0, '', '']
            rows.append([_cell(result.student), exercise.name, status, *got,
                         _cell(result.trouble)])
    return _csv(rows)


def score_in_words(passed: int, count: int, lang: str) -> str:
    """How many of the exercises pass."""
    text = say('{passed} of {count} exercise passed' if count == 1 else
               '{passed} of {count} exercises passed', lang)
    return text.format(passed=passed, count=count)


def file_in_words(file: str, lang: str) -> str:
    """Which file was judged, in Markdown."""
    return say('File: {file}', lang).format(file=escaped(printable(file)))


def figure(points: float) -> str:
    """Points as a person writes them: 1, 0.5, 0.33."""
    return f'{points:.2f}'.rstrip('0').rstrip('.')


def _csv(rows: Iterable[Sequence[object]]) -> str:
    text = io.StringIO(newline='')
    csv.writer(text).writerows(rows)
    # With a byte order mark, without which Excel spoils names that are not ASCII.
    return '\ufeff' + text.getvalue()


def _cell(text: str) -> str:
    """A text as a spreadsheet shows it, even if it looks like a formula."""
    shown = printable(text)
    return f"'{shown}" if shown.startswith(FORMULA) else shown

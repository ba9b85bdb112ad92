"""The marks of a class: what each file got, and the table of all, marks.csv."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from micrograd.check.exercise import Exercise
from micrograd.check.feedback import printable
from micrograd.files import write_whole

FORMULA = tuple('=+-@＝＋－＠')  # a text that begins like this, a spreadsheet runs


@dataclass(frozen=True)
class Mark:
    """What one file got: status as in Verdict.

    mistake: its name, or what broke the file, or '' for one that has no name.
    feedback: as Markdown.
    """

    exercise: str
    status: str
    mistake: str
    feedback: str


@dataclass(frozen=True)
class Result:
    """The marks of one student, in the order of the exercises.

    trouble: why the student's files could not be read, or not be graded.
    """

    student: str
    marks: tuple[Mark, ...]
    trouble: str = ''

    @property
    def score(self) -> int:
        """How many exercises pass."""
        return sum(mark.status == 'passed' for mark in self.marks)


def write_marks(
    path: Path, results: Sequence[Result], chosen: Sequence[Exercise]
) -> None:
    """A row for each student: 1 or 0 for each exercise, and their sum."""
    names = [exercise.name for exercise in chosen]
    file = io.StringIO(newline='')
    table = csv.writer(file)
    table.writerow(['student', 'score', 'of', *names, 'trouble'])
    for result in results:
        got = {m.exercise: int(m.status == 'passed') for m in result.marks}
        table.writerow([_cell(result.student), result.score, len(names),
                        *(got.get(n, 0) for n in names), _cell(result.trouble)])
    # With a byte order mark, without which Excel spoils names that are not ASCII.
    write_whole(path, file.getvalue().encode('utf-8-sig'))


def _cell(text: str) -> str:
    """A text as a spreadsheet shows it, even if it looks like a formula."""
    shown = printable(text)
    return f"'{shown}" if shown.startswith(FORMULA) else shown

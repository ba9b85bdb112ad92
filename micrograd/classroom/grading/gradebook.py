"""Fills in the table of grades that a learning platform has exported.

Moodle: the grading worksheet of an assignment; it is found again by `Identifier`
("Participant 123"), and `Grade` is filled. Canvas: the gradebook; a student is found by
`ID`, and the column of one assignment is filled, `Exercises (4711)`. Both are read back
by the platform as they are here: no column is added, dropped or moved.
"""

from __future__ import annotations

import csv
import io
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from micrograd.classroom.grading.filenames import words
from micrograd.classroom.grading.marks import figure

LARGEST = 20_000_000  # bytes of an export
GRADE = ('Grade', '成绩')  # Moodle's, in English and Chinese
PEOPLE = ('Full name', '全名', 'Email address', 'Student', 'SIS User ID',
          'SIS Login ID')  # columns by which a student without a number is found
ASSIGNMENT = re.compile(r'.+ \(\d+\)')  # a column of Canvas's
EXCUSED = ('EX', 'N/A')  # on Canvas: no grade is wanted
NO_GRADEBOOK = '{file} is no grading worksheet of Moodle and no gradebook of Canvas.'
WHICH_COLUMN = 'Which column of {file} is it? Say --column, with one of: {columns}'
MOST = ('Points Possible',)  # the row of Canvas's that says what 100 % is


class GradebookError(ValueError):
    """The export is not one that we know. args: a text for say(), and its values."""


@dataclass
class Gradebook:
    """An exported table. changed: grades that stood there and were others."""

    rows: list[list[str]]
    delimiter: str
    newline: str
    mark: str
    column: int
    changed: list[str]
    missing: list[str]

    def text(self) -> str:
        """The table in the form in which it came."""
        text = io.StringIO(newline='')
        csv.writer(text, delimiter=self.delimiter,
                   lineterminator=self.newline).writerows(self.rows)
        return self.mark + text.getvalue()


def fill_gradebook(
    export: Path, grades: Mapping[tuple[str, str], float], column: str | None
) -> Gradebook:
    """Put grades into an export; the file itself stays as it is.

    grades: the share of all points, by a student's name and number on the platform.
    column: its heading, where the export does not say it.

    Raises:
        GradebookError: if it is no export of Moodle's or Canvas's, or has several
            columns that could be meant.
    """
    book = _read(export, column)
    most = _maximum(book)
    numbers, people = _index(book)
    for (student, number), share in grades.items():
        found = numbers.get(number) if number else None
        rows = [found] if found else (people.get(_person(student)) or people.get(
            _person(student.rpartition('_')[0]), []))  # without Gradescope's number
        if len(rows) != 1:
            book.missing.append(student)
            continue
        [row] = rows
        told = figure(share * most(row))
        before = row[book.column].strip()
        if before in EXCUSED:
            continue
        if before and not _same(before, told):
            book.changed.append(f'{student}: {before} → {told}')
        row[book.column] = told
    return book


def _read(export: Path, column: str | None) -> Gradebook:
    raw = export.read_bytes() if export.stat().st_size <= LARGEST else b''
    try:
        text = raw.decode('utf-8-sig')
    except UnicodeDecodeError:
        raise GradebookError(NO_GRADEBOOK, {'file': export}) from None
    first = text.partition('\n')[0]
    delimiter = max(',;\t', key=first.count)
    rows = list(csv.reader(io.StringIO(text, newline=''), delimiter=delimiter))
    if len(rows) < 2:
        raise GradebookError(NO_GRADEBOOK, {'file': export})
    for row in rows:  # a row may lack its last cells
        row += [''] * (len(rows[0]) - len(row))
    return Gradebook(rows, delimiter, '\r\n' if '\r\n' in text else '\n',
                     '\ufeff' if raw.startswith(b'\xef\xbb\xbf') else '',
                     _column(rows[0], column, export), [], [])


def _column(heads: Sequence[str], wish: str | None, export: Path) -> int:
    if wish:
        found = [h for h in heads if h == wish or re.fullmatch(
            rf'{re.escape(wish)} \(\d+\)', h)]
    else:
        found = [h for h in heads if h in GRADE]
        found = found or [h for h in heads if ASSIGNMENT.fullmatch(h)]
    if len(found) == 1:
        return heads.index(found[0])
    if not (found or wish):
        raise GradebookError(NO_GRADEBOOK, {'file': export})
    columns = ', '.join(found or heads)
    raise GradebookError(WHICH_COLUMN, {'file': export, 'columns': columns})


def _maximum(book: Gradebook):
    """What all points are worth, in a row: the assignment's own maximum."""
    heads = book.rows[0]
    if heads[book.column] in GRADE:  # Moodle has it in the next column
        return lambda row: _number(row[book.column + 1:book.column + 2])
    possible = next((row for row in book.rows[1:3] if row[0].strip() in MOST), [])
    most = _number(possible[book.column:book.column + 1])
    return lambda row: most


def _number(cells: Sequence[str]) -> float:
    try:
        return float(cells[0].replace(',', '.'))
    except (IndexError, ValueError):
        return 100.0


def _index(
    book: Gradebook
) -> tuple[dict[str, list[str]], dict[str, list[list[str]]]]:
    """The rows by the number of the student, and by what the student is called."""
    heads, *rows = book.rows
    number = heads.index('ID') if 'ID' in heads else 0
    called = [i for i, head in enumerate(heads) if head in PEOPLE]
    numbers, people = {}, defaultdict(list)
    for row in rows:
        digits = re.search(r'(\d+)$', row[number].strip())
        if digits:
            numbers[digits[1]] = row
        for name in {_person(row[i].partition('@')[0]) for i in called} - {''}:
            people[name].append(row)
    return numbers, people


def _person(name: str) -> str:
    """A name in any order of its parts: "Lovelace, Ada" is "Ada Lovelace"."""
    return ' '.join(sorted(words(name)))


def _same(one: str, other: str) -> bool:
    try:
        return float(one.replace(',', '.')) == float(other)
    except ValueError:
        return one == other

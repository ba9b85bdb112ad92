"""The bank of mutants: solutions made wrong, each with the name of its mistake.

Those of an exercise are the list MUTANTS of lessons/exercises/NAME/wrong.py; a new
mutant is one entry. Here stands what several share: the slips of all operations,
and those that may happen anywhere.
confusion.py counts how many are diagnosed by name, test_check_bank.py demands it.
"""

import runpy

from micrograd.classroom.checker import exercises
from mutants import anywhere, operations
from mutants.programs import Mutant, from_line, indented, replacing

__all__ = ['Mutant', 'bank', 'from_line', 'indented', 'replacing']


def bank() -> list[Mutant]:
    """All mutants of all exercises."""
    found = [*operations.SLIPS, *anywhere.SLIPS]
    for exercise in exercises().values():
        found += runpy.run_path(str(exercise.folder / 'wrong.py'))['MUTANTS']
    return found

"""The bank of mutants: solutions made wrong, each with the name of its mistake.

A module here has a list MUTANTS; a new mutant is one entry. confusion.py counts how
many are diagnosed by name, test_check_bank.py demands it.
"""

import importlib
import pkgutil
from dataclasses import dataclass

from micrograd.classroom.checker import exercises


@dataclass(frozen=True)
class Mutant:
    """A solution with texts replaced, and the mistake that has to be named.

    changes: pairs (old, new); each old text must occur. family: other names of the
    same behaviour, which are right as well.
    """

    exercise: str
    mistake: str
    changes: tuple[tuple[str, str], ...]
    family: tuple[str, ...] = ()

    def applies(self, solution: str) -> bool:
        for old, new in self.changes:
            if old not in solution:
                return False
            solution = solution.replace(old, new)
        return True

    def of(self, solution: str) -> str:
        """The wrong program."""
        assert self.applies(solution), f'{self}: a text to replace does not occur'
        for old, new in self.changes:
            solution = solution.replace(old, new)
        return solution


def from_line(exercise: str, start: str) -> str:
    """The solution of an exercise from the line on that begins so, to be replaced."""
    lines = exercises()[exercise].right.splitlines(keepends=True)
    first = next(i for i, line in enumerate(lines) if line.startswith(start))
    return ''.join(lines[first:])


def bank() -> list[Mutant]:
    """All mutants of all modules."""
    found = []
    for module in pkgutil.iter_modules(__path__):
        found += importlib.import_module(f'{__name__}.{module.name}').MUTANTS
    return found

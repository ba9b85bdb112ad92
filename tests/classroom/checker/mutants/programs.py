"""A mutant, and how its texts are written."""

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


def replacing(exercise: str, mistake: str, old: str, *news: str) -> list[Mutant]:
    """A mutant for each text that may stand for an old one."""
    return [Mutant(exercise, mistake, ((old, new),)) for new in news]


def indented(columns: int, *lines: str) -> str:
    return ''.join(f'{" " * columns}{line}\n' for line in lines)

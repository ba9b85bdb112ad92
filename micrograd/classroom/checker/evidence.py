"""What was seen of a file beside what the solution shows: the ground of a diagnosis.

Right is what the solution shows in the same experiments. Not here: which mistake it is
(mistakes.py, bank/), and what is said of the file (judge.py).
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.probes import Probe, is_fault
from micrograd.classroom.checker.process import Report


@dataclass(frozen=True)
class Difference:
    """One thing that is not as it should be: `expression` after `code`."""

    probe: Probe
    expression: str
    yours: Any
    right: Any


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


def _defined(name: str, names: dict[str, list[str] | None]) -> bool:
    owner, _, method = name.partition('.')
    return owner in names and (not method or method in (names[owner] or ()))

"""The picture of an example: its graph, with the right numbers and the student's.

The code of the example runs once more, here, on the package's own Value.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import show_pair
from micrograd.classroom.checker.judge import Verdict
from micrograd.engine import Value
from micrograd.graph import topological_order
from micrograd.languages import say


def draw_example(
    exercise: Exercise, verdict: Verdict, file: str | Path, lang: str
) -> str | None:
    """Draw the example of a verdict to a file; return its path.

    A Value that the student's file gets wrong says so in its label. None if nothing
    failed, or no Value is in the example.

    Raises:
        ImportError, OSError: as draw_dot does.
    """
    if not verdict.differences:
        return None
    scope = _run(exercise, verdict.differences[0].probe.code)
    named = {n: v for n, v in scope.items() if isinstance(v, Value)}
    for name, value in named.items():
        value.label = value.label or name
    for difference in verdict.differences:
        name, _, what = difference.expression.rpartition('.')
        if name in named and what in ('data', 'grad'):
            yours, _ = show_pair(difference.yours, difference.right, lang)
            named[name].label += f' ({say("yours", lang)}: {what} {yours})'
    root = _root(list(named.values()))
    if root is None:
        return None
    from micrograd.pictures.draw import (
        draw_dot,  # floor 2, for those who wish a picture
    )

    draw_dot(root, filename=str(file))
    return str(file)


def _run(exercise: Exercise, code: str) -> dict[str, Any]:
    scope = exercise.scope(exercise.right)
    if 'Value' in scope:
        scope['Value'] = Value  # also where the student writes one
    exec(compile(code, '<example>', 'exec'), scope)
    return scope


def _root(values: list[Value]) -> Value | None:
    """The Value of the largest graph."""
    return max(values, key=lambda v: len(topological_order(v)), default=None)

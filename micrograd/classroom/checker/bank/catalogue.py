"""The mistakes of an operation, in the order in which they are looked for.

What is seen at once (nothing is returned) comes before what is computed (a wrong
derivative), and a formula that fits exactly before a general rule.
"""

from __future__ import annotations

from micrograd.classroom.checker.bank.derivatives import ANY
from micrograd.classroom.checker.bank.slips import (
    CLOSURE,
    CLOSURE_OF_TWO,
    FORWARD,
    RESULT,
)
from micrograd.classroom.checker.bank.uses import (
    GRAPH,
    GRAPH_OF_TWO,
    NUMBERS,
    SEVERAL_USES,
)
from micrograd.classroom.checker.exercise import Mistake

Mistakes = tuple[Mistake, ...]


def of_one(
    *formulas: Mistake, values: Mistakes = (), last: Mistakes = ()
) -> Mistakes:
    """The mistakes of an operation on one Value.

    formulas: its wrong derivatives. values: its wrong values that have a name. last:
    what belongs to this exercise alone.
    """
    return (*RESULT, *values, *FORWARD, *CLOSURE, *formulas, *ANY, *SEVERAL_USES,
            *GRAPH, *last)


def of_two(
    *formulas: Mistake, values: Mistakes = (), last: Mistakes = ()
) -> Mistakes:
    """The mistakes of an operation on two Values; parameters as in of_one()."""
    return (*RESULT, *values, *FORWARD, *CLOSURE, *CLOSURE_OF_TWO, *formulas, *ANY,
            *SEVERAL_USES, *GRAPH, *GRAPH_OF_TWO, *last, *NUMBERS)

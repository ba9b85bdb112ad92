"""Under which condition an operation is wrong: told where no formula fits.

Which experiments fail is evidence of its own: only those with a 0, only those with a
negative gradient. A condition is named if all that fail meet it, and many that meet it
fail. It is looked for in the experiments that do one operation; if these are right,
two results get in each other's way (results-disturb in uses.py).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Callable
from dataclasses import dataclass

from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.mistakes import Fits, is_number
from micrograd.classroom.checker.probes import Probe

SHARE = 0.25


@dataclass(frozen=True)
class Case:
    """An experiment with one operation.

    operands: their texts, names or numbers; numbers: what they hold; sent: the gradient
    of the result.
    """

    probe: Probe
    operands: tuple[str, ...]
    numbers: tuple[float, ...]
    sent: float


Meets = Callable[[Case], bool]


def cases(e: Evidence) -> tuple[Case, ...]:
    """The experiments of a check that do one operation, and that count."""
    return _cases(e.exercise, tuple(e.probes.values()))


@functools.lru_cache(64)
def _cases(exercise: Exercise, probes: tuple[Probe, ...]) -> tuple[Case, ...]:
    texts = {p: operands for p in probes if p.required and (operands := _operands(p))}
    asked = [p._replace(show=(*map(_number, operands), 'out.grad'))
             for p, operands in texts.items()]
    seen = exercise.see(exercise.right, asked)
    found = (Case(p, operands, tuple(seen[p.name].get(_number(x)) for x in operands),
                  seen[p.name].get('out.grad'))
             for p, operands in texts.items())
    return tuple(c for c in found if all(map(is_number, (*c.numbers, c.sent))))


def _number(operand: str) -> str:
    return f'{operand}.data' if operand.isidentifier() else operand


def _operands(probe: Probe) -> tuple[str, ...]:
    """The operands of the operation of a probe; none if it has several operations."""
    lines = ast.parse(probe.code).body
    made = [line for line in lines if isinstance(line, ast.Assign)
            and isinstance(line.targets[0], ast.Name) and not _is_leaf(line.value)]
    is_plain = all(isinstance(line, (ast.Assign, ast.Expr)) for line in lines)
    if not is_plain or [line.targets[0].id for line in made] != ['out']:
        return ()
    match made[0].value:
        case ast.BinOp(left=left, right=right):
            operands = [left, right]
        case ast.Call(func=ast.Attribute(value=first), args=args):
            operands = [first, *args]
        case ast.Call(args=args):
            operands = args
        case _:
            return ()
    return tuple(map(ast.unparse, operands))


def _is_leaf(made: ast.expr) -> bool:
    return isinstance(made, ast.Call) and ast.unparse(made.func) == 'Value'


def failing(e: Evidence) -> list[Case]:
    """Those of the cases that are wrong."""
    wrong = {difference.probe.name for difference in e.failed}
    return [case for case in cases(e) if case.probe.name in wrong]


def only_where(meets: Meets, share: float = SHARE) -> Fits:
    """Do all cases that fail, two or more, meet a condition, and many that meet it?

    share: of those that meet it, so many have to fail. Some cases do not meet it.
    """

    def fits(e: Evidence) -> bool:
        wrong, of_all = failing(e), cases(e)
        met = sum(map(meets, of_all))
        return len(wrong) > 1 and all(map(meets, wrong)) and (
            len(wrong) >= share * met and met < 0.8 * len(of_all))

    return fits


def only_some_sizes(e: Evidence) -> bool:
    """Are those wrong whose operand is nearer to 0 than some border, or farther off?"""
    sizes = [*map(_size, failing(e))]
    if not sizes:
        return False
    far = only_where(lambda case: _size(case) >= min(sizes))
    near = only_where(lambda case: 0 < _size(case) <= max(sizes))
    return far(e) or near(e)


def _size(case: Case) -> float:
    return abs(case.numbers[0])


def only_at_one_number(e: Evidence) -> bool:
    """Do all cases that fail have one number as an operand, and none a plain one?"""
    if not all(x.isidentifier() for case in failing(e) for x in case.operands):
        return False
    common = set.intersection(*({*case.numbers} for case in failing(e) or cases(e)))
    return any(only_where(lambda case, n=n: n in case.numbers)(e) for n in common)


CONDITIONS = (
    shared('only-same-value', only_where(
        lambda case: len({*case.operands}) < len(case.operands), 0.0)),
    shared('only-equal-numbers', only_where(
        lambda case: len({*case.numbers}) < len(case.numbers), 0.0)),
    shared('only-at-zero', only_where(lambda case: 0 in case.numbers, 0.0)),
    shared('only-negative-gradient', only_where(lambda case: case.sent < 0)),
    shared('only-whole-numbers', only_where(
        lambda case: any(isinstance(n, int) for n in case.numbers))),
    *(shared('only-negative-operand', only_where(
        lambda case, nth=nth: case.numbers[nth] < 0)) for nth in (0, -1)),
    shared('only-one-number', only_at_one_number),
    shared('only-some-sizes', only_some_sizes),
)

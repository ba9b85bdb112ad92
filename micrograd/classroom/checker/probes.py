"""A probe: a small experiment, given as code, and what is seen of it.

The same probes run on the student's file (child.py), on the solution, and on
programs that are known to be wrong; nothing here knows what is right. The code of
a probe is what the student is shown, number by number, when it fails.

This file imports nothing from the package: a student's program runs beside it.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from types import CodeType
from typing import Any, NamedTuple

LARGEST = 10**300  # of whole numbers: floats go no further
SYNTAX = (SyntaxError, IndentationError, TabError)  # their str() repeats the line
LONGEST = 300  # of a text, of a list, of a dict: more says nothing new


class Probe(NamedTuple):
    """An experiment: run the code, then look at each expression of `show`.

    step: the name of the group of probes in which it is counted. required: a
    difference from the solution is a fault; otherwise it is evidence only. once: it
    takes long, and runs in the first draw alone. about: what some mistakes ask for, and
    many probes have: a number on the left, a corner.
    """

    name: str
    code: str
    show: tuple[str, ...]
    step: str
    required: bool = True
    once: bool = False
    about: tuple[str, ...] = ()


def run_probes(
    probes: Iterable[Probe], names: dict[str, Any], path: str
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Run each probe beside the names of the file at a path; yield what is seen.

    What is seen is plain (JSON) data: a value for each expression, or a fault,
    {'error': type, 'message': text, 'line': of the file or None}. If the code
    fails, the fault stands under the key 'code', and nothing else is there.
    """
    for probe in probes:
        scope = dict(names)
        fault = _try(exec, compiled(probe.code, 'exec'), scope, path)
        if is_fault(fault):
            yield probe.name, {'code': fault}
            continue
        seen = {}
        for expression in probe.show:
            seen[expression] = _try(eval, compiled(expression, 'eval'), scope, path)
        yield probe.name, seen


COMPILED: dict[tuple[str, str], CodeType] = {}


def compiled(text: str, mode: str) -> CodeType:
    """The code of a text: many programs meet the same probes."""
    if (text, mode) not in COMPILED:
        COMPILED[text, mode] = compile(text, '<probe>', mode)
    return COMPILED[text, mode]


def is_fault(value: Any) -> bool:
    """Is this what fault_of() tells of an exception?"""
    return isinstance(value, dict) and value.keys() == {'error', 'message', 'line'}


def fault_of(error: BaseException, path: str) -> dict[str, Any]:
    """Tell an exception as plain data, with the last line of the file in it."""
    frames = traceback.walk_tb(error.__traceback__)
    lines = [line for frame, line in frames if frame.f_code.co_filename == path]
    if isinstance(error, SyntaxError) and error.filename == path:
        lines.append(error.lineno)
    try:
        message = error.msg if type(error) in SYNTAX else str(error)
    except BaseException:  # an exception class of the student may fail to print itself
        message = ''
    return {
        'error': name_of(_known(type(error))),
        'message': message[:LONGEST],
        'line': (lines or [None])[-1] or None,  # 0: of no line
    }


def _known(kind: type) -> type:
    """An exception class that the file does not define: for its own, what it is of."""
    above = type.__dict__['__mro__'].__get__(kind)
    return next(k for k in above if not _is_of_file(k))


def _is_of_file(kind: type) -> bool:
    module = type.__dict__['__module__'].__get__(kind)
    return isinstance(module, str) and str.__eq__(module, 'exercise')


def name_of(kind: type) -> str:
    """The name of a class, whatever its metaclass says."""
    return type.__dict__['__name__'].__get__(kind)[:LONGEST]


def _try(run: Callable, code: CodeType, scope: dict[str, Any], path: str) -> Any:
    try:
        return plain(run(code, scope))
    except BaseException as error:  # SystemExit too: a file may end itself
        return fault_of(error, path)


def plain(value: Any, depth: int = 4, room: int = 10 * LONGEST) -> Any:
    """Give a value as JSON data; any other object as {'object': its type}.

    depth: of lists in lists; room: for so many items, in all lists together. What is
    deeper or larger is told as any other object.
    """
    # Another thread of a judge may be in the middle of importing numpy.
    scalars = getattr(sys.modules.get('numpy'), 'generic', ())
    if isinstance(value, scalars):  # np.add(2, 3) is as good as 2 + 3
        value = value.item()
    kind = type(value)
    if value is None or kind is bool or kind is int and -LARGEST < value < LARGEST:
        return value
    if isinstance(value, float):
        return float.__add__(value, 0.0)
    if isinstance(value, str):
        return str.__getitem__(value, slice(LONGEST))
    fits = kind in (list, tuple, dict) and depth and len(value) <= min(LONGEST, room)
    if fits and kind is not dict:
        room //= len(value) or 1
        return [plain(item, depth - 1, room) for item in value]
    if fits and not is_fault(value):
        room //= len(value) or 1
        return {str(key)[:LONGEST]: plain(item, depth - 1, room)
                for key, item in value.items()}
    return {'object': name_of(kind)}


# --- what a probe may call ----------------------------------------------------


def run_backward(root: Any) -> None:
    """Run the `_backward` of each node that `_prev` leads to, users first.

    The checker's own pass: it tests an operation apart from any `backward()`.
    root.grad is left as it is.
    """
    order, seen, stack = [], set(), [(root, iter(root._prev))]
    while stack:
        node, operands = stack[-1]
        for operand in operands:
            if id(operand) not in seen:
                seen.add(id(operand))
                stack.append((operand, iter(operand._prev)))
                break
        else:
            stack.pop()
            order.append(node)
    for node in reversed(order):
        node._backward()


HELPERS = {'run_backward': run_backward}


def scope_of(names: dict[str, Any], builtins: dict[str, Any]) -> dict[str, Any]:
    """The names that probes see: a file's own, but no `len` or `isinstance` of its own.

    builtins: a copy of those from before the file ran.
    """
    own = {name: value for name, value in names.items() if name not in builtins}
    return {**own, **HELPERS, '__builtins__': builtins}

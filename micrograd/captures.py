"""What a closure keeps to itself, which a second derivative cannot see.

A lecture writes tanh as `t = math.tanh(x)` and uses t in the closure. The
gradient is right, but its derivative would take t for a constant. Where
the number kept is out.data, its mirror can stand in for it; any other is an
error that says how to write it. A constant on purpose is a default argument.
"""
from __future__ import annotations

import contextlib
import types
from collections.abc import Iterator

from micrograd.engine import Value

HARMLESS = (int, str, type(None), type, types.ModuleType, types.BuiltinFunctionType)


@contextlib.contextmanager
def reflected(node: Value, data) -> Iterator[None]:
    """Let the closure of node see the mirror in node.data in place of data.

    data: what node.data was in the forward pass. A closure that keeps
    another number, or a Value that is no operand, is a ValueError.
    """
    swapped = []
    for name, cell in _cells(node._backward, node):
        if cell.cell_contents is data:
            swapped.append(cell)
        else:
            _check(cell.cell_contents, name, node)
    for cell in swapped:
        cell.cell_contents = node.data
    try:
        yield
    finally:
        for cell in swapped:
            cell.cell_contents = data


def _cells(function, node) -> Iterator[tuple[str, types.CellType]]:
    """The filled cells of a function, and of the functions in them."""
    seen, functions = set(), [function]
    while functions:
        function = functions.pop()
        if not isinstance(function, types.FunctionType):
            _refuse(function, function.__class__.__name__, node)
        for value in function.__defaults__ or ():
            if isinstance(value, Value):
                _check(value, 'a default argument', node)
        names = function.__code__.co_freevars
        for name, cell in zip(names, function.__closure__ or ()):
            if id(cell) in seen or not _is_filled(cell):
                continue
            seen.add(id(cell))
            if isinstance(cell.cell_contents, types.FunctionType):
                functions.append(cell.cell_contents)
            else:
                yield name, cell


def _is_filled(cell):
    try:
        _ = cell.cell_contents
    except ValueError:  # the name was never assigned
        return False
    return True


def _check(thing, name, node):
    """A ValueError unless thing can hold no number of the forward pass."""
    if isinstance(thing, HARMLESS):
        return
    if isinstance(thing, Value) and any(thing is x for x in (node, *node._prev)):
        for key, part in getattr(thing, '__dict__', {}).items():
            _check(part, f'{name}.{key}', node)
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for part in thing:
            _check(part, name, node)
    elif isinstance(thing, dict):
        for part in thing.values():
            _check(part, name, node)
    else:
        _refuse(thing, name, node)


def _refuse(thing, name, node):
    raise ValueError(
        f'the closure of {node._op!r} keeps {name} = {thing!r}, which a higher '
        f'derivative would take for a constant. Use the .data of out or of an '
        f'operand in its place, with the functions of micrograd.elementary, for '
        f'example tanh(self.data) or out.data; if it is a constant, make it a '
        f'default argument: def _backward({name}={name})')

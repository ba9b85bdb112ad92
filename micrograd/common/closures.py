"""What a function carries with it: the variables of its closure, and what is bound.

Not here: its globals, and what any of this means for a gradient.
"""

from __future__ import annotations

import functools
import types
from collections.abc import Callable, Iterator


def cells(function: types.FunctionType) -> Iterator[tuple[str, types.CellType]]:
    """The variables of its closure, by name."""
    return zip(function.__code__.co_freevars, function.__closure__ or ())


def content(cell: types.CellType) -> object:
    """What a variable of a closure holds; None if it was never assigned."""
    try:
        return cell.cell_contents
    except ValueError:
        return None


def bound(thing: Callable) -> dict[str, object]:
    """The parts of a method or a functools.partial, by name; {} for anything else."""
    if isinstance(thing, types.MethodType):
        return {'self': thing.__self__, 'function': thing.__func__}
    if isinstance(thing, functools.partial):
        return {'function': thing.func, 'arguments': thing.args,
                'keywords': thing.keywords}
    return {}

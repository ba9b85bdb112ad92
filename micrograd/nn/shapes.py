"""What modules take: vectors, sequences of vectors, images; else both shapes.

A vector is a list of Values or numbers, or anything that gives them one by one; an
image is x[channel][row][column].
"""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from micrograd.elementary import Number, is_number
from micrograd.engine import Value
from micrograd.functions import wrap

if TYPE_CHECKING:
    from micrograd.nn.module import Module

Vector = Iterable[Number]
Image = Iterable[Iterable[Iterable[Number]]]

ZERO = Value(0.0)  # an int among the inputs becomes a float, as beside it


def vector(x: Vector, size: int, module: Module) -> list[Value]:
    """x as a list of Values, each input one leaf; a ValueError if it has another size.
    """
    x = _lists(x)
    found = shape(x)
    if found == (size,):
        return [v if isinstance(v, Value) else wrap(v, ZERO) for v in x]
    got = found[0] if len(found) == 1 else f'the shape {found}'
    raise ValueError(f'{module} takes {size} numbers, got {got}')


def vectors(xs: Iterable[Vector], size: int, module: Module, one: str = ''
            ) -> list[list[Value]]:
    """xs as a list of vectors, for a sequence or a batch; none at all is refused.

    one: what the error adds where xs is a single vector.
    """
    xs = _lists(xs)
    found = shape(xs)
    if found[1:] != (size,):
        hint = one if len(found) == 1 else ''
        raise ValueError(f'{module} takes vectors of {size} numbers, got the shape '
                         f'{found}{hint}')
    return [vector(x, size, module) for x in xs]


def image(x: Image, module: Module, channels: int | None = None, least: int = 1
          ) -> list[list[list[Number]]]:
    """x as lists; a ValueError if it is no image with so many channels.

    least: how many rows and columns there have to be.
    """
    x = _lists(x)
    found = shape(x)
    if len(found) != 3 or '?' in found or channels not in (None, found[0]):
        raise ValueError(f'{module} takes {channels or "any number of"} channels of '
                         f'equal rows, x[channel][row][column], got the shape {found}')
    if min(found[1:]) < least:
        raise ValueError(f'{module} takes at least {least} rows and columns, got '
                         f'{found[1]} and {found[2]}')
    return x


def shape(x: Any) -> tuple:
    """The lengths of nested lists, from outside; '?' where they differ."""
    if not isinstance(x, list):
        return ()
    inside = {shape(part) for part in x if isinstance(part, list)}
    if not inside:
        return (len(x),)
    mixed = len(inside) > 1 or not all(isinstance(part, list) for part in x)
    return (len(x), '?') if mixed else (len(x), *inside.pop())


def _lists(x):
    """x with all that gives things one by one as a list; a vector of Values as it is.
    """
    if isinstance(x, Value) or is_number(x) or isinstance(x, str) \
            or not isinstance(x, Iterable):
        return x
    return [part if isinstance(part, Value) else _lists(part) for part in x]

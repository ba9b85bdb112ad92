"""The structure of what a function takes: numbers, in lists, tuples and dicts.

A program takes a flat row of numbers. Between it and the caller stands a Structure,
made from an example of the arguments: it names the numbers, lays them out for the
function while it is traced, and reads them from the arguments of a call.
"""
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from micrograd.elementary import is_number
from micrograd.engine import Value


class Structure:
    """The names and the nesting of the arguments of a function.

    names: of the arguments. example: one tuple of them, of which the nesting counts;
    without it each argument is a number. leaves: a name for each number.
    """

    def __init__(self, names: Sequence[str], example: Sequence | None = None):
        self.shape = tuple(0.0 for _ in names) if example is None else tuple(example)
        self.is_flat = example is None
        self.leaves = [leaf for name, part in zip(names, self.shape)
                       for leaf in _names(part, name)]
        self.shape = self.laid_out(itertools.repeat(0.0))

    def laid_out(self, leaves: Iterable) -> tuple:
        """The arguments, with these in place of the numbers of the example."""
        return tuple(_laid_out(self.shape, iter(leaves)))

    def flat(self, arguments: Sequence, as_leaf: Callable[[Any], Any]) -> list:
        """The numbers of a call's arguments, in the order of the leaves.

        Raises:
            TypeError: if they are nested in another way than the example.
        """
        if self.is_flat:
            if len(arguments) != len(self.shape):
                names = ', '.join(self.leaves) or 'none'
                raise TypeError(f'got {len(arguments)} inputs, expected '
                                f'{len(self.shape)}: {names}')
            return [as_leaf(x) for x in arguments]
        arguments, found = tuple(arguments), []
        why = ''
        try:
            if _read(arguments, self.shape, found, as_leaf):
                return found
        except TypeError as error:
            why = f'{error}; '
        raise TypeError(f'{why}got {shown(arguments)}, expected {shown(self.shape)}')


def _names(part, name) -> Iterator[str]:
    """A name for each number of a part: tokens_0, tokens_1 …"""
    if is_number(part) and not isinstance(part, Value):
        yield name
    elif isinstance(part, (list, tuple, dict)):
        for key, inner in _items(part):
            yield from _names(inner, f'{name}_{key}')
    else:
        raise TypeError(f'{name} of the example is no number, list, tuple or dict, '
                        f'but {part!r}')


def _items(part):
    return part.items() if isinstance(part, dict) else enumerate(part)


def _laid_out(shape, leaves):
    if isinstance(shape, dict):
        return {key: _laid_out(part, leaves) for key, part in shape.items()}
    if isinstance(shape, (list, tuple)):
        parts = [_laid_out(part, leaves) for part in shape]
        return shape._make(parts) if hasattr(shape, '_make') else type(shape)(parts)
    return next(leaves)


def _read(x, shape, found, as_leaf) -> bool:
    """Add the numbers of x to those found; False if it has another structure."""
    if isinstance(shape, dict):
        return isinstance(x, Mapping) and x.keys() == shape.keys() and all(
            _read(x[key], part, found, as_leaf) for key, part in shape.items())
    if isinstance(shape, (list, tuple)):
        if isinstance(x, (str, Mapping)) or not hasattr(x, '__len__') \
                or len(x) != len(shape):
            return False
        for item, part in zip(x, shape):
            if type(part) is float:  # as a rule: no call
                found.append(as_leaf(item))
            elif not _read(item, part, found, as_leaf):
                return False
        return True
    found.append(as_leaf(x))
    return True


def shown(x: Any) -> str:
    """A structure as text: (15 numbers, [number, number])"""
    if isinstance(x, Mapping):
        return f'{{{", ".join(f"{key!r}: {shown(part)}" for key, part in x.items())}}}'
    if isinstance(x, (list, tuple)):
        parts = [_times(len(list(run)), part)
                 for part, run in itertools.groupby(map(shown, x))]
        begin, end = '[]' if isinstance(x, list) else '()'
        return begin + ', '.join(parts) + end
    return 'number' if is_number(x) else repr(x)


def _times(count, part):
    if count < 3:
        return ', '.join([part] * count)
    return f'{count} numbers' if part == 'number' else f'{count} times {part}'

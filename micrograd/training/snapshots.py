"""What changes while a network learns, as JSON and back, to the last bit.

A snapshot holds numbers and texts, the data and gradients of leaf Values, arrays and
the states of random generators: of a thing and of all that it holds, in attributes,
lists, tuples and dicts; of a function, the generators, objects and functions that it
uses. restore() puts them back in their places, so that whoever shares a Value or a
generator goes on sharing it.

Not here: when a snapshot is taken (optim.py, loop.py). Not seen: what else lives
outside of the thing, such as a number in a global variable.
"""
from __future__ import annotations

import ast
import copy
import json
import pathlib
import random
import sys
import types
from collections.abc import Callable, Iterable
from typing import Any

from micrograd.common.closures import bound, cells, content
from micrograd.elementary import is_number, plain
from micrograd.engine import Value

PLAIN = (type(None), bool, int, float, str)
SKIP = {'': 'as it is'}  # stands for what is saved elsewhere, or not at all


def snapshot(thing: Any, known: Iterable = ()) -> Any:
    """All that may change in the thing, for json.dumps. known: what to leave out."""
    return _read(thing, '', {id(x): x for x in known})


def restore(thing: Any, saved: Any, known: Iterable = ()) -> None:
    """Put back what snapshot() has read.

    A snapshot that does not fit is a ValueError that names the first mismatch; the
    thing is then left as it was.
    """
    changes: list[tuple] = []
    _plan(thing, saved, '', {id(x): x for x in known}, changes)
    for change, *arguments in changes:
        change(*arguments)


def read_json(path: Any) -> dict:
    """The object in a JSON file; a ValueError if there is none in it."""
    try:
        found = json.loads(pathlib.Path(path).read_bytes())
    except (ValueError, RecursionError) as error:
        raise ValueError(f'{path} is no JSON file: {error}') from None
    if not isinstance(found, dict):
        raise ValueError(f'{path} holds no object of JSON')
    return found


# --- the walk ------------------------------------------------------------------
# Both passes visit the same parts in the same order: a container is made of parts,
# by key; what is no container has a state as a whole, by one of KINDS.

def _read(x, place, seen):
    x = plain(x) if is_number(x) else x
    if isinstance(x, PLAIN):
        return x
    if isinstance(x, tuple):
        return [_read(part, f'{place}.{i}', seen) for i, part in enumerate(x)]
    if id(x) in seen:
        return SKIP
    seen[id(x)] = x  # kept, so that no other thing gets its id
    if isinstance(x, list):
        return [_read(part, f'{place}.{i}', seen) for i, part in enumerate(x)]
    if kind := _kind(x):
        return {'': kind, 'state': _state(x, KINDS[kind][0], place)}
    parts = _parts(x)
    if parts is None:
        return SKIP
    return {key: _read(part, f'{place}.{key}', seen) for key, part in parts.items()}


def _plan(x, saved, place, seen, changes):
    """What is to stand where x stands; what it takes is added to changes."""
    if saved == SKIP:
        return x
    if isinstance(plain(x) if is_number(x) else x, PLAIN):
        return _fits(_is_like(x, saved), saved, x, place) and saved
    if isinstance(x, tuple):
        _fits(isinstance(saved, list) and len(saved) == len(x), saved, x, place)
        return tuple(_plan(part, new, f'{place}.{i}', seen, changes)
                     for i, (part, new) in enumerate(zip(x, saved)))
    if id(x) in seen:
        return x
    seen[id(x)] = x
    if isinstance(x, list):
        changes.append((x.__setitem__, slice(None),
                        _plan_list(x, saved, place, seen, changes)))
    elif kind := _kind(x):
        write = KINDS[kind][1]
        try:
            _fits(saved[''] == kind, saved, x, place)
            write(copy.deepcopy(x), saved['state'])  # raises here or never
        except (TypeError, ValueError, LookupError):
            _fits(False, saved, x, place)
        changes.append((write, x, saved['state']))
    else:
        _plan_parts(x, saved, place, seen, changes)
    return x


def _plan_list(x, saved, place, seen, changes):
    may_grow = _is_plain(saved) and all(isinstance(part, PLAIN) for part in x)
    _fits(isinstance(saved, list) and (len(saved) == len(x) or may_grow),
          saved, x, place)
    if len(saved) != len(x):
        return saved
    return [_plan(part, new, f'{place}.{i}', seen, changes)
            for i, (part, new) in enumerate(zip(x, saved))]


def _plan_parts(x, saved, place, seen, changes):
    parts = _parts(x)
    _fits(isinstance(saved, dict) and parts is not None, saved, x, place)
    for key in [*parts, *saved]:
        if key not in saved:
            raise ValueError(f'{place[1:]}.{key} is not in the snapshot')
        if key not in parts:
            _fits(_is_plain(saved[key]), saved[key], None, f'{place}.{key}')
            changes.append((_put, x, key, saved[key]))
    for key, part in parts.items():
        new = _plan(part, saved[key], f'{place}.{key}', seen, changes)
        if new is not part:
            changes.append((_put, x, key, new))


def _put(x, key, part):
    """Let part be the one of that key."""
    if isinstance(x, dict):
        x[ast.literal_eval(key)] = part
    elif hasattr(x, '__dict__') and not isinstance(x, types.FunctionType):
        vars(x)[key] = part


def _is_plain(saved):
    """Whether it stands for itself, with nothing inside that has its own place."""
    return isinstance(saved, PLAIN) or (
        isinstance(saved, list) and all(map(_is_plain, saved)))


def _is_like(x, saved):
    """Whether saved may stand where the plain x stands: a text for a text."""
    if x is None or saved is None:
        return _is_plain(saved)
    return isinstance(saved, str if isinstance(x, str) else (bool, int, float))


def _fits(fits, saved, x, place):
    if not fits:
        raise ValueError(f'{place[1:] or "it"} is {_short(saved)} in the snapshot, '
                         f'which does not fit {_short(x)}')
    return True


def _short(x):
    if isinstance(x, list):
        return f'a list of {len(x)}'
    return f'{x!r:.60}' if isinstance(x, (dict, *PLAIN)) else f'a {type(x).__name__}'


# --- the parts of a thing ----------------------------------------------------------

def _parts(x):
    """What a thing is made of, by key; None if it is not looked into."""
    if isinstance(x, dict):
        return {repr(key): part for key, part in x.items()
                if isinstance(key, (int, float, str, bytes, tuple))}
    if parts := bound(x):
        return parts
    if isinstance(x, types.FunctionType):
        return None if _is_foreign(x.__module__) else _used(x)
    if isinstance(x, (type, types.ModuleType)) or not hasattr(x, '__dict__') \
            or type(x).__module__.partition('.')[0] in sys.stdlib_module_names:
        return None
    return {**vars(x), 'its class': type(x).__call__} if callable(x) else vars(x)


def _is_foreign(module):
    return str(module).partition('.')[0] in {'micrograd', *sys.stdlib_module_names} \
        - {'__main__'}


def _used(function):
    """The objects, generators and functions that a function uses, by name."""
    used = {name: content(cell) for name, cell in cells(function)}
    used |= {name: function.__globals__[name] for name in function.__code__.co_names
             if name in function.__globals__}
    used |= {f'default {i}': x for i, x in enumerate(function.__defaults__ or ())}
    used |= function.__kwdefaults__ or {}
    return {name: x for name, x in sorted(used.items())
            if not isinstance(x, (*PLAIN, list, tuple, dict, set, type,
                                  types.ModuleType, Value))}


# --- what has a state as a whole -------------------------------------------------

def _read_value(x):
    return [x.data, x.grad]


def _write_value(x, state):
    data, grad = state
    if not (isinstance(data, float) and isinstance(grad, float)):
        raise TypeError('a Value has floats')
    x.data, x.grad = data, grad


def _read_random(x):
    version, numbers, gauss = x.getstate()
    return [version, list(numbers), gauss]


def _write_random(x, state):
    version, numbers, gauss = state
    x.setstate((version, tuple(numbers), gauss))


def _read_array(x):
    return [str(x.dtype), list(x.shape), x.ravel().tolist()]


def _write_array(x, state):
    dtype, shape, numbers = state
    if [dtype, shape] != [str(x.dtype), list(x.shape)]:
        raise ValueError('another dtype or shape')
    x.flat[:] = numbers


def _read_tensor(x):
    return _read_array(x.numpy())


def _write_tensor(x, state):
    array = x.numpy()
    _write_array(array, state)
    x.data = array


def _read_generator(x):
    return _without_arrays(x.bit_generator.state)


def _write_generator(x, state):
    x.bit_generator.state = state


def _read_legacy(x):
    return _without_arrays(x.get_state(legacy=False))


def _write_legacy(x, state):
    x.set_state(state)


def _without_arrays(state):
    return json.loads(json.dumps(state, default=lambda x: x.tolist()))


# The names stand in the files.
KINDS: dict[str, tuple[Callable, Callable]] = {
    'Value': (_read_value, _write_value),
    'random': (_read_random, _write_random),
    'array': (_read_array, _write_array),
    'Tensor': (_read_tensor, _write_tensor),
    'numpy.random': (_read_generator, _write_generator),
    'RandomState': (_read_legacy, _write_legacy),
}


def _kind(x):
    """The name of its kind, or None."""
    if isinstance(x, Value):
        return None if x._prev else 'Value'
    if isinstance(x, random.Random):
        return 'random'
    if hasattr(type(x), 'numpy'):
        return 'Tensor'
    if hasattr(type(x), 'dtype') and hasattr(type(x), 'ravel'):
        return 'array'
    numpy = sys.modules.get('numpy.random')
    if numpy and isinstance(x, numpy.Generator):
        return 'numpy.random'
    return 'RandomState' if numpy and isinstance(x, numpy.RandomState) else None


def _state(x, read, place):
    """Its state, if there is one that JSON holds; a TypeError if not."""
    try:
        state = read(x)
        json.dumps(state)
    except NotImplementedError:
        why = f'a {type(x).__name__} has no state'
    except TypeError:
        why = f'{state!r:.80} is no float'
    else:
        return state
    raise TypeError(f'{place[1:] or "it"} cannot be saved: {why}')

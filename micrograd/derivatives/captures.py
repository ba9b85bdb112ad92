"""What a closure keeps to itself, which a second derivative cannot see.

A lecture writes tanh as `t = math.tanh(x)` and uses t in the closure. The
gradient is right, but its derivative would take t for a constant. Where
t is out.data, the mirror of out can stand in for it. Anything else is an
error that says how to write it. A constant on purpose is a default argument.

An int passes: what a forward pass makes of floats is an int only where it
is constant nearby, such as a sign, a count, an index. Left out: numbers
written as text, attributes of modules.
"""
from __future__ import annotations

import contextlib
import dis
import functools
import reprlib
import types
from collections.abc import Iterator

from micrograd import elementary, engine, functions, graph, sums
from micrograd.common.closures import bound, cells, content
from micrograd.engine import Value

OURS = (engine.__name__, functions.__name__, sums.__name__, elementary.__name__,
        graph.__name__, 'micrograd.derivatives.higher')
HARMLESS = (bool, int, str, range, type(None), types.ModuleType)
CONTAINERS = (list, tuple, set, frozenset, dict)


@contextlib.contextmanager
def reflected(node: Value, data) -> Iterator[None]:
    """Let the closure of node see the mirror in node.data in place of data.

    data: what node.data was in the forward pass. A closure that keeps
    another number, or uses a Value that is no operand, is a ValueError.
    """
    swaps = [] if _is_ours(node._backward) else list(_swaps(node, data))
    for holder, attribute, _, new in swaps:
        setattr(holder, attribute, new)
    try:
        yield
    finally:
        for holder, attribute, old, _ in swaps:
            setattr(holder, attribute, old)


def _swaps(node, data):
    """Where the closure of node keeps data, which is out.data, and what to set there.

    Searches all that the closure can reach, and refuses every other number.
    """
    if any(x.data.data is data for x in node._prev):
        data = object()  # of out or of an operand? nobody can tell
    seen, todo = {}, [('_backward', node._backward, False)]
    while todo:
        name, thing, is_default = todo.pop()
        if (id(thing), is_default) in seen:
            continue
        seen[id(thing), is_default] = thing
        if isinstance(thing, types.CellType):
            if content(thing) is data:
                yield thing, 'cell_contents', data, node.data
            else:
                todo.append((name, content(thing), False))
        elif isinstance(thing, types.FunctionType):
            defaults = thing.__defaults__ or ()
            if any(part is data for part in defaults):
                mirrored = (node.data if part is data else part for part in defaults)
                yield thing, '__defaults__', defaults, tuple(mirrored)
            todo += _parts_of_function(thing)
        elif isinstance(thing, Value):
            if not any(thing is x for x in (node, *node._prev)):
                _refuse_value(name, node)
            todo += [(f'{name}.{key}', part, False) for key, part in _extras(thing)]
        elif type(thing) in CONTAINERS:
            parts = [*thing, *thing.values()] if type(thing) is dict else thing
            todo += [(name, part, is_default) for part in parts]
        elif (parts := _parts(thing, name)) is not None:
            todo += [(*part, False) for part in parts]
        elif not is_default:  # a float, say: its part in the slope is not known
            _refuse(thing, name, node)


# --- what can be reached through what ---------------------------------------

def _parts(thing, name):
    """The parts, with names, through which a closure could reach a number.

    None if thing is a number or anything else that cannot be searched.
    """
    if parts := bound(thing):
        names = {'self': 'self', 'function': name}
        return [(names.get(key, f'an argument of {name}'), part)
                for key, part in parts.items()]
    if isinstance(thing, types.BuiltinFunctionType):  # of a module or an object
        return [(name, thing.__self__)]
    if isinstance(thing, type):
        return [(f'{name}.{key}', part) for key, part in _class_extras(thing)]
    if type(thing) in HARMLESS or type(thing).__name__ == 'ufunc':  # numpy.exp
        return []
    return None


def _parts_of_function(function):
    """The same, and whether each is a default argument."""
    if _is_ours(function):
        return
    for name, cell in cells(function):
        yield name, cell, False
    for name in _global_names(function.__code__) & function.__globals__.keys():
        part = function.__globals__[name]
        if getattr(part, '__globals__', function.__globals__) is function.__globals__:
            yield name, part, False  # no function of another module
    for key, part in vars(function).items():
        yield f'{function.__name__}.{key}', part, False
    yield 'a default argument', function.__defaults__, True
    yield 'a default argument', function.__kwdefaults__, True


def _is_ours(function):
    """Whether it is written in a module that is known to hide nothing."""
    return getattr(function, '__globals__', {}).get('__name__') in OURS


@functools.lru_cache
def _global_names(code):
    """The global names that a function, or a function inside it, uses."""
    names = {step.argval for step in dis.get_instructions(code)
             if step.opname in ('LOAD_GLOBAL', 'LOAD_NAME')}
    inner = [c for c in code.co_consts if isinstance(c, types.CodeType)]
    return names.union(*map(_global_names, inner))


def _extras(value):
    """The attributes that a subclass gave a Value, and its texts."""
    yield from [('label', value.label), ('_op', value._op)]
    yield from getattr(value, '__dict__', {}).items()
    for kind in type(value).__mro__[:-len(Value.__mro__)]:
        for key, part in vars(kind).items():
            if isinstance(part, types.MemberDescriptorType):  # of __slots__
                yield key, getattr(value, key, None)
    yield from _class_extras(type(value))


def _class_extras(cls):
    """What a class keeps: numbers, collections, and variables of its methods."""
    for kind in cls.__mro__:
        if kind is Value:
            return
        for key, part in vars(kind).items():
            method = getattr(part, '__func__', getattr(part, 'fget', part))
            holds_numbers = type(part) in CONTAINERS or elementary.is_number(part)
            if isinstance(method, types.FunctionType):
                yield from ((key, cell) for _, cell in cells(method))
            elif holds_numbers and not key.startswith('__'):
                yield key, part


# --- errors -----------------------------------------------------------------

def _refuse(thing, name, node):
    example = f'{name}={name}' if name.isidentifier() else 'c=...'
    raise ValueError(
        f'the closure of {node._op!r} keeps {name} = {reprlib.repr(thing)}, which a '
        f'higher derivative would take for a constant. Use the .data of out or of '
        f'an operand in its place, with the functions of micrograd.elementary, for '
        f'example tanh(self.data) or out.data; if it is a constant, make it a '
        f'default argument: def _backward({example})')


def _refuse_value(name, node):
    raise ValueError(
        f'the closure of {node._op!r} uses {name}, a Value that is not among its '
        f'operands, so that no derivative reaches it. Make it one: '
        f'Value(data, (self, other), op)')

"""Module: what every network is, its parameters, found, saved and loaded.

Not here: what a network computes (mlp.py, and the files after it).
"""
from __future__ import annotations

import contextlib
import gc
import json
import pathlib
import sys
from collections.abc import Callable, Iterator
from typing import Any

from micrograd.common.files import write_whole
from micrograd.elementary import Number, like, plain
from micrograd.engine import Value


class Running(Value):
    """A number that a module follows: saved with it, and not trained."""
    __slots__ = ()


class Module:
    """Something with parameters: leaf Values in its attributes, or in
    lists, tuples, dicts and other Modules there."""

    training = True  # whether Dropout and BatchNorm act as in training
    takes_batches = False  # or one sample, where no module says otherwise

    def parameters(self) -> list[Value]:
        """All parameters, in the order of the attributes, each once."""
        return list(leaves(vars(self), self._is_parameter))

    @staticmethod
    def _is_parameter(part) -> bool:
        return (isinstance(part, Value) and not part._prev
                and not isinstance(part, Running))

    @staticmethod
    def _is_state(part) -> bool:
        return isinstance(part, Value) and not part._prev

    def train(self, training: bool = True) -> Module:
        """Set `training` here and in all modules inside; returns self."""
        for module in self._modules():
            module.training = training
        return self

    def eval(self) -> Module:
        """Leave training: see Dropout and BatchNorm; returns self."""
        return self.train(False)

    @contextlib.contextmanager
    def evaluating(self) -> Iterator[None]:
        """As after eval() inside a `with` block; then each module is as it was."""
        before = [(module, vars(module).get('training')) for module in self._modules()]
        self.eval()
        try:
            yield
        finally:
            for module, training in before:
                if training is None:
                    del module.training  # it was that of the class
                else:
                    module.training = training

    def _modules(self):
        """This one and all inside, each once."""
        modules = [self]
        for module in modules:  # which grows on the way
            inside = leaves(vars(module), lambda part: isinstance(part, Module))
            modules += [m for m in inside if m not in modules]
        return modules

    def check_known(self, number: Number) -> None:
        """A TypeError for one that a program does not know while it is compiled."""
        if hasattr(number, 'tape'):
            raise TypeError(f'{self} in training needs each number when it is '
                            f'called; call eval() before compiling')

    def zero_grad(self) -> None:
        """Set all gradients to 0."""
        for p in self.parameters():
            p.grad = like(0, p.data)

    def save(self, path: str | pathlib.Path) -> None:
        """Write the parameters to a JSON file, every float exact.

        The file is written whole or not at all. A parameter that is not
        a finite float is a ValueError.
        """
        own = by_name(self, self._is_state)
        state = {name: plain(p.data) for name, p in own.items()}
        for name, data in state.items():
            _check_finite(name, data)
        write_whole(path, json.dumps(state, indent=1) + '\n')

    def load(self, path: str | pathlib.Path) -> None:
        """Read the parameters from a file that save() has written.

        A file that does not fit is a ValueError that names the first
        mismatch; the parameters then stay as they were.
        """
        content = pathlib.Path(path).read_bytes()
        try:
            found = json.loads(content)
        except (ValueError, RecursionError) as error:
            raise ValueError(f'{path} is no JSON file: {error}') from None
        own = by_name(self, self._is_state)
        if not isinstance(found, dict):
            raise ValueError(f'{path} holds no saved parameters')
        for name in [*own, *found]:
            if name not in found:
                raise ValueError(f'{path} has no parameter {name}')
            if name not in own:
                raise ValueError(f'the model has no parameter {name}, '
                                 f'but {path} has')
            _check_finite(name, found[name])
        for name, p in own.items():
            p.data = float(found[name])


def living_modules() -> list[Module]:
    """All Modules that there are, as the garbage collector knows them."""
    # type(x) and not isinstance: a proxy may run code when asked for its class.
    return [x for x in gc.get_objects() if issubclass(type(x), Module)]


def leaves(thing: Any, is_leaf: Callable) -> dict[Value, str]:
    """The leaves in thing, each with its name, such as layers.0.w.1.

    Each is there once, by the first of its names: weights may be tied, and
    a module may know its parent. is_leaf: whether something is one.
    """
    names = {}
    seen = {id(thing): thing}  # kept, so that no other thing gets its id
    stack = [('', iter(_parts(thing)))]
    while stack:
        prefix, parts = stack[-1]
        for key, part in parts:
            if is_leaf(part):
                names.setdefault(part, f'{prefix}{key}')
            elif isinstance(part, (Module, dict, list, tuple)) \
                    and id(part) not in seen:
                seen[id(part)] = part
                stack.append((f'{prefix}{key}.', iter(_parts(part))))
                break
        else:
            stack.pop()
    return names


def _parts(thing):
    """What a module or a container holds, each part with its key."""
    if isinstance(thing, Module):
        own_way = type(thing).parameters is not Module.parameters
        thing = list(thing.parameters()) if own_way else vars(thing)
    return thing.items() if isinstance(thing, dict) else enumerate(thing)


def by_name(thing: Any, is_leaf: Callable) -> dict[str, Value]:
    """The leaves in thing by name; a ValueError if two share one."""
    found = {}
    for leaf, name in leaves(thing, is_leaf).items():
        if name in found:
            raise ValueError(f'two parameters have the name {name}')
        found[name] = leaf
    return found


def _check_finite(name, data):
    if type(data) not in (float, int) or not abs(data) <= sys.float_info.max:
        raise ValueError(f'parameter {name} is {data!r}, not a finite float')

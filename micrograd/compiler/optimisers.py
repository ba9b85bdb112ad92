"""The step of an optimiser: optimizer.step() runs once on Symbols.

So no update rule is written twice. What a step changes besides the parameters is
what the optimiser's `state` names, numbers or lists of numbers; the learning rate
is read with it, since schedules set it between two calls. Everything else in the
optimiser is a constant: what a step writes with it tells which program serves.
"""
from __future__ import annotations

import copy
import itertools
import math
import types
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from micrograd.compiler.symbols import CompileError, Tape
from micrograd.compiler.tracing import as_line, refusals
from micrograd.engine import Value
from micrograd.graph import restored
from micrograd.training.optim import SGD, Adam, AdamW, Optimizer


class State:
    """The learning rate and the state of an optimiser, as one list of numbers."""

    def __init__(self, optimizer: Optimizer):
        self.optimizer = optimizer
        self.sizes = {}  # name -> length of a list, None for a number
        for name in ('lr', *optimizer.state):
            x = getattr(optimizer, name)
            self.sizes[name] = len(x) if isinstance(x, list) else None

    def shared(self) -> list[int]:
        """The places of the numbers that all parameters share, as t of Adam."""
        return [start for start, size in self._parts() if size is None]

    def of_parameter(self, k: int) -> list[int]:
        """The places of the numbers of the parameter k."""
        return [start + k for start, size in self._parts() if size is not None]

    def alone(self, k: int) -> State:
        """That of an optimiser of the parameter k alone: shared() + of_parameter(k)."""
        optimizer = copy.copy(self.optimizer)
        optimizer.parameters = [optimizer.parameters[k]]
        for name, size in self.sizes.items():
            if size is not None:
                setattr(optimizer, name, [getattr(optimizer, name)[k]])
        alone = State(optimizer)
        alone.sizes = dict(sorted(alone.sizes.items(), key=lambda item: bool(item[1])))
        return alone

    def _parts(self):
        start = 0
        for size in self.sizes.values():
            yield start, size
            start += 1 if size is None else size

    def kind(self, parameters: Sequence[Value]) -> Hashable:
        """Equal for optimisers that one program serves: those whose steps are equal.

        So a setting counts wherever it is kept: in a dict, an object, a function …
        The rules of training/optim.py have none but numbers, and are known without a
        look at the step, which takes as long as thousands of steps in C.
        """
        rule, settings = type(self.optimizer), self.settings()
        if rule in (SGD, Adam, AdamW) and all(
                isinstance(x, (int, float, tuple)) for x in settings.values()):
            return rule.step, repr(settings), *self.optimizer.parameters
        return _step_text(parameters, self)

    def settings(self) -> dict[str, Any]:
        """All attributes but the state and the parameters."""
        return {name: x for name, x in vars(self.optimizer).items()
                if name not in self.sizes and name != 'parameters'}

    def content(self) -> Any:
        """All that the settings hold, to be compared."""
        return _comparable(self.settings(), set(map(id, self.optimizer.parameters)))

    def read(self) -> list:
        numbers = []
        for name in self.sizes:
            x = getattr(self.optimizer, name)
            numbers += x if isinstance(x, list) else [x]
        return numbers

    def write(self, numbers: Sequence) -> None:
        """Put the numbers back; a counter that was an int stays one."""
        numbers = iter(numbers)
        for name, size in self.sizes.items():
            x = getattr(self.optimizer, name)
            if size is not None:
                x[:] = [new if type(old) is float else _as_it_was(old, new)
                        for old, new in zip(x, itertools.islice(numbers, size))]
            else:
                setattr(self.optimizer, name, _as_it_was(x, next(numbers)))


def _as_it_was(old, number):
    """The number, as an int if an int was there and it is whole.

    Not -0.0, which no int is, and none from 2 ** 53 on, where floats skip some.
    """
    if not (isinstance(old, int) and isinstance(number, float)):
        return number
    is_count = abs(number) < 2 ** 53 and number.is_integer() and (
        number or math.copysign(1.0, number) > 0)
    return int(number) if is_count else number


def _comparable(x: Any, seen: set[int]) -> Any:
    """All that x holds, to be compared; seen: the ids of what is not read again."""
    if id(x) in seen or isinstance(x, (type, types.ModuleType, types.FunctionType)):
        return id(x)
    if isinstance(x, (bool, int, float, str)):
        return repr(x)
    seen.add(id(x))
    if isinstance(x, Mapping):
        return [(repr(key), _comparable(part, seen)) for key, part in x.items()]
    if isinstance(x, (list, tuple)):
        return [_comparable(part, seen) for part in x]
    if isinstance(x, Value):
        return repr((x.data, x.grad))
    if hasattr(x, 'tobytes'):  # an array, whose repr is cut
        return x.tobytes()
    return _comparable(vars(x), seen) if hasattr(x, '__dict__') else repr(x)


def _step_text(parameters, state):
    """What a step writes, whatever the gradients are."""
    tape = Tape()
    data = [tape.line('parameter', i) for i, _ in enumerate(parameters)]
    grads = [tape.line('gradient', i) for i, _ in enumerate(parameters)]
    numbers = [tape.line('state', i) for i, _ in enumerate(state.read())]
    with restored(parameters), refusals(tape):
        after = after_step(parameters, data, grads, state, numbers)
    lines = [f'{line.op} {line.args}' for line in tape.lines]
    return '\n'.join([*lines, repr(after)])


def after_step(parameters, data, grads, state, numbers):
    """The new data and the new state after a step from these; the state stays."""
    for p, x, grad in zip(parameters, data, grads):
        p.data, p.grad = x, grad
    before, content = state.read(), state.content()
    state.write(numbers)
    try:
        state.optimizer.step()
        after = state.read()
    finally:
        state.write(before)
    if len(after) != len(before) or state.content() != content:
        raise changes_more(state)
    return [as_line(p.data) for p in parameters], [as_line(x) for x in after]


def changes_more(state):
    return CompileError(
        f'{type(state.optimizer).__name__}.step() draws random numbers, or it changes '
        f'more than p.data and the numbers that its `state` names, '
        f'{list(state.sizes)}: name all that it changes, and let no list grow')

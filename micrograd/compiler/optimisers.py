"""A program with a step: optimizer.step() runs once on Symbols.

So no update rule is written twice. What a step changes besides the parameters is
what the optimiser's `state` names, numbers or lists of numbers; the learning rate
is read with it, since schedules set it between two calls. Everything else in the
optimiser is a constant: what a step writes with it tells which program serves.
"""
from __future__ import annotations

import copy
import itertools
import math
import threading
import types
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from micrograd.compiler.symbols import (
    MEANING,
    CompileError,
    Symbol,
    Tape,
    as_argument,
)
from micrograd.compiler.tracing import Trace, as_line, refusals
from micrograd.elementary import where
from micrograd.engine import Value
from micrograd.graph import one_pass, restored
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
        after = _after_step(parameters, data, grads, state, numbers)
    lines = [f'{line.op} {line.args}' for line in tape.lines]
    return '\n'.join([*lines, repr(after)])


def with_step(found: Trace, state: State, scheduled: bool = False,
              batched: bool = False) -> Trace:
    """The program of found, then one step of the optimiser.

    Its gradients begin at 0, as after zero_grad(). scheduled: the learning rate is one
    more input. batched: so are the share of the row in its batch, and whether it is the
    last of it; only then a step is made, and the sums of the gradients until then are
    further numbers of the state.
    """
    with one_pass:  # since the lines are put onto the tape of the step, and go again
        return _with_step(found, state, scheduled, batched)


def _with_step(found, state, scheduled, batched):
    tape = found.tape
    tape.thread = threading.get_ident()
    before, known = len(tape.lines), dict(tape.known)
    inputs = list(found.inputs)

    def further(name):
        inputs.append(name)
        return tape.line('input', len(inputs) - 1)
    try:
        grads, outputs = _from_0(found)
        data = [x for x in tape.lines[:before] if x.op == 'parameter']
        numbers = [tape.line('state', i) for i in range(len(state.read()))]
        old = list(numbers)
        if scheduled:
            numbers[0] = further('lr')
        if batched:
            share, is_last = further('share'), further('is_last') > 0.5
            sums = [tape.line('state', len(old) + i) for i in range(len(grads))]
            grads = [total + grad * share for total, grad in zip(sums, grads)]
        step = found.parameters, data, grads, state, numbers
        with restored(found.parameters), refusals(tape):
            tape.is_open = True
            new_data, new_state = (_stamped if _is_by_parameter(state) else _twice)(
                *step)
        if batched:
            new_data = [where(is_last, x, y) for x, y in zip(new_data, data)]
            new_state = [where(is_last, x, y) for x, y in zip(new_state, old)]
            new_state += [where(is_last, 0.0, grad) for grad in grads]
        whole = Tape()
        whole.lines = [x for x in tape.lines if x.op != 'gradient']
    finally:
        del tape.lines[before:]
        tape.known = known
    return Trace(whole, found.structure, inputs, found.parameters, outputs=outputs,
                 new_data=new_data, new_state=new_state)


def _from_0(found):
    """The gradients, and the outputs, where those there at first are 0.

    The lines that begin with them are written once more, without them.
    """
    tape = found.tape
    new = {x.index: Symbol(0) for x in tape.lines if x.op == 'gradient'}

    def again(x):
        return new.get(x.index, x) if isinstance(x, Symbol) else x
    for line in list(tape.lines):
        if not any(type(x) is Symbol and x.index in new for x in line.args):
            continue
        tape.is_backward = line.index >= found.forward_end
        args = list(map(again, line.args))
        if line.op in MEANING and not (line.op == 'dot' and tape.is_backward):
            new[line.index] = MEANING[line.op](*args)
            continue
        args = list(map(as_argument, args))
        if line.op == 'dot' and isinstance(args[0], float):
            args[0] = -0.0  # which changes no bit of a product
        new[line.index] = tape.line(line.op, *args)
    tape.is_backward = False
    outputs = [as_line(again(x)) for x in found.outputs]
    return [again(x) for x in found.new_grads], outputs


def _twice(*step):
    """What a step changes, if it changes the same when it runs once more."""
    first, second = (_after_step(*step) for _ in range(2))
    if repr(first) != repr(second):  # lines are the same, as none is written twice
        raise _changes_more(step[3])
    return first


def _is_by_parameter(state):
    """Whether a step does the same with each parameter, with a state of its own."""
    return (type(state.optimizer) in (SGD, Adam, AdamW)
            and len(state.optimizer.parameters) > 1)


def _stamped(parameters, data, grads, state, numbers):
    """The same as _twice: asked about one parameter, and written for the others.

    A network has thousands, and a step of each is a dozen lines.
    """
    place = {id(p): i for i, p in enumerate(parameters)}
    new_data, new_numbers = list(data), list(numbers)
    template = None
    for k, p in enumerate(state.optimizer.parameters):
        i, at = place[id(p)], state.of_parameter(k)
        own = [data[i], grads[i], *(numbers[j] for j in at)]
        is_line = isinstance(grads[i], Symbol) and grads[i].tape
        if template and is_line:
            found = _stamp(data[0].tape, template, own)
        else:
            before = len(data[0].tape.lines)
            alone = state.alone(k)
            (x,), after = _after_step([p], own[:1], own[1:2], alone,
                                      [numbers[j] for j in state.shared() + at])
            shared, found = after[:-len(at) or None], [x, *after[len(after) - len(at):]]
            for j, number in zip(state.shared(), shared):
                new_numbers[j] = number
            if is_line:
                template = own, data[0].tape.lines[before:], found
        new_data[i] = found[0]
        for j, number in zip(at, found[1:]):
            new_numbers[j] = number
    return new_data, new_numbers


def _stamp(tape, template, own):
    """The results of the template, with its lines written for other numbers."""
    first, lines, results = template
    new = {x.index: y for x, y in zip(first, own)}

    def again(x):
        return new.get(x.index, x) if isinstance(x, Symbol) else x
    for line in lines:
        args = [again(x) for x in line.args]
        if any(x is not y for x, y in zip(args, line.args)):
            new[line.index] = tape.line(line.op, *args)
    return [again(x) for x in results]


def _after_step(parameters, data, grads, state, numbers):
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
        raise _changes_more(state)
    return [as_line(p.data) for p in parameters], [as_line(x) for x in after]


def _changes_more(state):
    return CompileError(
        f'{type(state.optimizer).__name__}.step() draws random numbers, or it changes '
        f'more than p.data and the numbers that its `state` names, '
        f'{list(state.sizes)}: name all that it changes, and let no list grow')

"""A program with a step: optimizer.step() runs once on Symbols.

So no update rule is written twice. What a step changes besides the parameters is
what the optimiser's `state` names, numbers or lists of numbers; the learning rate
is read with it, since schedules set it between two calls. Everything else in the
optimiser is a constant.
"""
from __future__ import annotations

import itertools
from collections.abc import Hashable, Sequence

from micrograd.compiler.symbols import MEANING, CompileError, Symbol, Tape
from micrograd.compiler.tracing import Trace, as_line, refusals
from micrograd.graph import restored
from micrograd.optim import Optimizer


class State:
    """The learning rate and the state of an optimiser, as one list of numbers."""

    def __init__(self, optimizer: Optimizer):
        self.optimizer = optimizer
        self.sizes = {}  # name -> length of a list, None for a number
        for name in ('lr', *optimizer.state):
            x = getattr(optimizer, name)
            self.sizes[name] = len(x) if isinstance(x, list) else None

    def kind(self) -> Hashable:
        """Equal for optimisers that one program serves."""
        return (type(self.optimizer), self.constants(), *self.sizes.values(),
                *self.optimizer.parameters)

    def constants(self) -> str:
        """The settings: all attributes but the state and the parameters.

        With what they hold in turn, since the repr of an object need not show it.
        """
        settings = {name: (x, getattr(x, '__dict__', None))
                    for name, x in vars(self.optimizer).items()
                    if name not in self.sizes and name != 'parameters'}
        return repr(settings)

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
                x[:] = itertools.islice(numbers, size)
            else:
                number = next(numbers)
                whole = isinstance(x, int) and isinstance(number, float)
                setattr(self.optimizer, name, int(number) if whole else number)


def with_step(found: Trace, state: State) -> Trace:
    """The program of found, then one step of the optimiser.

    The lines are written once more, from gradients of 0, as after zero_grad().
    """
    tape = Tape()
    data, grads, outputs = _written_again(found, tape)
    numbers = [tape.line('state', i) for i in range(len(state.read()))]
    with restored(found.parameters), refusals(tape):
        first, second = (_after_step(found.parameters, data, grads, state, numbers)
                         for _ in range(2))
    if repr(first) != repr(second):  # lines are the same, as none is written twice
        raise _changes_more(state)
    new_data, new_state = first
    return Trace(tape, found.inputs, found.parameters, outputs=outputs,
                 new_data=new_data, new_state=new_state)


def _written_again(found, tape):
    """The parameters' data and gradients, and the outputs, on another tape."""
    new = {}

    def again(x):
        return new[x] if isinstance(x, Symbol) else x
    for line in found.tape.lines:
        tape.is_backward = line.index >= found.forward_end
        if line.op == 'gradient':
            new[line] = Symbol(0)
        elif line.op in MEANING:
            new[line] = MEANING[line.op](*map(again, line.args))
        else:
            new[line] = tape.line(line.op, *map(again, line.args))
    tape.is_backward = False
    return ([new[x] for x in found.tape.lines if x.op == 'parameter'],
            [again(x) for x in found.new_grads],
            [as_line(again(x)) for x in found.outputs])


def _after_step(parameters, data, grads, state, numbers):
    """The new data and the new state after a step from these; the state stays."""
    for p, x, grad in zip(parameters, data, grads):
        p.data, p.grad = x, grad
    before, constants = state.read(), state.constants()
    state.write(numbers)
    try:
        state.optimizer.step()
        after = state.read()
    finally:
        state.write(before)
    if len(after) != len(before) or state.constants() != constants:
        raise _changes_more(state)
    return [as_line(p.data) for p in parameters], [as_line(x) for x in after]


def _changes_more(state):
    return CompileError(
        f'{type(state.optimizer).__name__}.step() draws random numbers, or it changes '
        f'more than p.data and the numbers that its `state` names, '
        f'{list(state.sizes)}: name all that it changes, and let no list grow')

"""Run optimizer.step() once on Symbols: no update rule is written twice.

What a step changes besides the parameters is what the optimiser's `state` names,
numbers or lists of numbers; the learning rate is read with it, since schedules
set it between two calls. Everything else in the optimiser is a constant.
"""
from __future__ import annotations

from collections.abc import Sequence

from micrograd.compiler.symbols import CompileError, Tape
from micrograd.optim import Optimizer


class State:
    """The learning rate and the state of an optimiser, as one list of numbers."""

    def __init__(self, optimizer: Optimizer):
        self.optimizer = optimizer
        self.names = ('lr', *optimizer.state)

    def constants(self) -> str:
        """All that the program of a step depends on besides the state."""
        return f'{type(self.optimizer).__qualname__}: ' + ', '.join(
            f'{name}={x!r}' for name, x in vars(self.optimizer).items()
            if name not in self.names and name != 'parameters')

    def read(self) -> list:
        numbers = []
        for name in self.names:
            x = getattr(self.optimizer, name)
            numbers += x if isinstance(x, list) else [x]
        return numbers

    def write(self, numbers: Sequence) -> None:
        """Put the numbers back; a counter that was an int stays one."""
        numbers = iter(numbers)
        for name in self.names:
            x = getattr(self.optimizer, name)
            if isinstance(x, list):
                x[:] = [next(numbers) for _ in x]
            else:
                number = next(numbers)
                whole = isinstance(x, int) and isinstance(number, float)
                setattr(self.optimizer, name, int(number) if whole else number)


def trace_step(state: State, tape: Tape) -> list:
    """Write the lines of one step; return the Symbols of the new state.

    The parameters' data and grad must be Symbols of the tape; the step leaves
    their new data there. The optimiser is left as it was.
    """
    numbers = state.read()
    constants = state.constants()
    state.write([tape.line('state', i) for i in range(len(numbers))])
    try:
        state.optimizer.step()
        new = state.read()
    finally:
        state.write(numbers)
    if state.constants() != constants:
        raise CompileError(f'a step changes what the `state` of the optimiser does not '
                           f'name: before {constants}, after {state.constants()}')
    return new

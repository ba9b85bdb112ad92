"""What compile_loss and compile_function return, whatever the backend."""
from __future__ import annotations

import contextlib
import copy
import functools
import reprlib
from collections.abc import Callable, Hashable, Iterable, Sequence

from micrograd.common.arguments import check_counts, from_0
from micrograd.compiler.optimisers import State
from micrograd.compiler.records import Trace
from micrograd.compiler.stepping import with_step
from micrograd.compiler.symbols import CompileError
from micrograd.compiler.tracing import trace
from micrograd.compiler.training import Training
from micrograd.elementary import as_number, is_number
from micrograd.engine import Value
from micrograd.graph import one_pass, paused_gc
from micrograd.training.optim import SGD, Optimizer


class Program:
    """What a compiled function and a compiled loss share."""

    def __init__(self, found: Trace):
        self.trace = found
        self.parameters = found.parameters

    @functools.cached_property
    def source(self) -> str:
        """The program of one step, as text."""
        return str(self._text)

    @functools.cached_property
    def _text(self):
        with one_pass:  # else another thread may have put lines of a step on the tape
            return self._written()

    def _written(self):
        """The text of a step, a StepText."""
        raise NotImplementedError

    def _inputs(self, inputs):
        return numbers_of(self.trace, inputs)

    def _data(self):
        with one_pass:  # else another thread may have put Symbols there
            return [p.data for p in self.parameters]

    def __reduce__(self):
        raise TypeError('a compiled program cannot be copied or pickled: copy or save '
                        'the model, and compile it again')


class CompiledFunction(Program):
    """A function as a program; compile_function makes it.

    source: the program as text. Parameters are read at each call; all other
    Values are constants of the moment of compiling.
    """

    def __init__(self, fn: Callable, parameters: Iterable[Value],
                 example: Sequence | None = None):
        super().__init__(trace(fn, parameters, example=example))

    def __call__(self, *inputs) -> float | list[float]:
        """The result at the inputs; a list if fn returns one."""
        return self._run(self._inputs(inputs), self._data())

    def _run(self, inputs, data):
        raise NotImplementedError


class CompiledLoss(Program):
    """A loss function as a program; compile_loss makes it.

    source: the program of one step, as text. Parameters are read at each call;
    all other Values are constants of the moment of compiling. Several threads may
    take steps, one at a time; train() runs in as many as have parameters of their own.
    """
    batch = False  # whether the inputs are columns of a batch
    soon = 100_000  # lines that run in a few milliseconds
    is_long = False  # whether it runs a step with each parameter as one loop

    def __init__(self, loss_fn: Callable, parameters: Iterable[Value],
                 example: Sequence | None = None):
        super().__init__(trace(loss_fn, parameters, backward=True, batch=self.batch,
                               example=example))
        self._loops: dict[Hashable, Callable] = {}  # one for each kind of step

    def __call__(self, *inputs) -> float:
        """The loss at the inputs; adds to each p.grad what loss.backward() would."""
        inputs = self._inputs(inputs)
        with one_pass:
            loss, grads = self._step(inputs, self._data(),
                                     [p.grad for p in self.parameters])
            for p, grad in zip(self.parameters, grads):
                p.grad = grad
        return loss

    step = __call__

    def train(self, rows: Iterable[Sequence], lr: float | None = None,
              epochs: int = 1, optimizer: Optimizer | None = None,
              progress: bool = True, *, schedule: Callable[[int], float] | None = None,
              batch_size: int | None = None, losses: str = 'epoch') -> list[float]:
        """A step for each row, epochs times; returns the mean loss of each epoch.

        rows: tuples of inputs. lr: for plain SGD; or optimizer: its state goes on
        where it ended. Gradients stay as they are. progress: tell how far it is,
        if it takes more than a second. schedule: from the number of a step, from 0,
        to its learning rate, as those of training/optim.py. batch_size: so many rows
        a step, for the mean of their losses. losses: 'step' returns that of each step.

        Ctrl-C leaves the parameters of the last whole step.

        Raises:
            NotFiniteError: at a loss that is nan or inf, names epoch and row; or for
                a parameter that is so after an epoch. The parameters are those of
                the last whole epoch; .history['loss'] has the losses up to then.
            ValueError: if not exactly one of lr and optimizer is given, or there
                are no rows or no epochs.
            TypeError: if a row is not the inputs that the function takes, or
                optimizer is no Optimizer.
            IndexError: if a number in a row is to be an index, and is none.
            RuntimeError: if another thread is training one of the parameters.
        """
        state = self._state(lr, optimizer)
        rows = list(rows)
        if not rows:
            raise ValueError('train: there are no rows')
        check_counts(epochs=epochs, batch_size=1 if batch_size is None else batch_size)
        if schedule is not None and not callable(schedule):
            raise TypeError(f'schedule is a function of the number of a step, '
                            f'got {schedule!r}')
        if losses not in ('epoch', 'step'):
            raise ValueError(f"losses is 'epoch' or 'step', not {losses!r}")
        with _alone_with(self.parameters):
            return Training(self, state, rows, schedule, batch_size, epochs).run(
                progress, losses)

    @functools.cached_property
    def _sgd(self):  # made once: it takes as long as hundreds of steps in C
        return SGD(self.parameters, lr=0.0)

    def _state(self, lr, optimizer):
        if (lr is None) == (optimizer is None):
            raise ValueError('train takes either lr, for plain SGD, or an optimizer')
        if optimizer is None:
            optimizer = copy.copy(self._sgd)  # another thread may train with its own lr
            optimizer.lr = from_0('lr', lr)
            return State(optimizer)
        if not isinstance(optimizer, Optimizer):
            raise TypeError(f'optimizer is one such as SGD(parameters, lr=0.1), got '
                            f'{optimizer!r}')
        if not set(optimizer.parameters) <= set(self.parameters):
            raise CompileError('the optimizer has a parameter that the loss was not '
                               'compiled with')
        return State(optimizer)

    def _loop(self, state, scheduled, batched):
        """The program of an epoch with this step, kept for next time."""
        with paused_gc():
            kind = state.kind(self.parameters), scheduled, batched
            if kind not in self._loops:
                self._loops[kind] = self._build(
                    with_step(self.trace, state, scheduled, batched, self.is_long))
        return self._loops[kind]

    # --- what a backend may do in its own way -------------------------------

    def _step(self, inputs, data, grads) -> tuple[float, list[float]]:
        """The loss and the new gradients."""
        raise NotImplementedError

    def _build(self, found) -> Callable:
        """The program run(rows, total, data, state, losses) -> total, data, state.

        It adds the loss of each step to the total, and to the list losses.
        """
        raise NotImplementedError

    def _table(self, rows):
        return table_of(self.trace, rows)

    def _part(self, table, start, end):
        return table[start:end]

    def _with_columns(self, table, columns):
        """The table with further numbers in each row, as the program takes it."""
        return [(*row, *more) for row, more in zip(table, zip(*columns))] \
            if columns else table


_in_training: set[Value] = set()


@contextlib.contextmanager
def _alone_with(parameters):
    """Train these: of two trainings at once, the work of one would be lost."""
    with one_pass:
        if not _in_training.isdisjoint(parameters):
            i, p = next((i, p) for i, p in enumerate(parameters) if p in _in_training)
            raise RuntimeError(f'parameter {i}, {p!r}, is being trained by another '
                               f'call of train() at the same time')
        _in_training.update(parameters)
    try:
        yield
    finally:
        with one_pass:
            _in_training.difference_update(parameters)


def table_of(found: Trace, rows: Iterable[Sequence]) -> list[tuple[float, ...]]:
    """The rows as tuples of floats; an error names the one that is none."""
    table = []
    for i, row in enumerate(rows):
        try:
            table.append(tuple(numbers_of(found, tuple(row))))
        except (TypeError, OverflowError, IndexError) as error:
            raise type(error)(f'row {i}, {reprlib.repr(row)}: {error}') from None
    return table


def numbers_of(found: Trace, inputs: Sequence) -> list[float]:
    """The numbers in the arguments of a call."""
    numbers = found.structure.flat(inputs, as_float)
    if found.tape.bounds:
        check_indices(found, numbers)
    return numbers


def check_indices(found: Trace, numbers: Sequence[float]) -> None:
    """An IndexError for an input that is to be an index, and is none."""
    for i, bound in found.tape.bounds.items():
        x = numbers[i]
        if not (0 <= x < bound and x == int(x)):
            raise IndexError(f'{found.inputs[i]} is to be a whole number from 0 to '
                             f'{bound - 1}, got {x:g}')


def as_float(x) -> float:
    """An input as a float; a TypeError if it is no number."""
    if type(x) is float:
        return x
    if type(x) is int:
        return float(x)
    if isinstance(x, Value) or not is_number(x):
        raise TypeError(f'an input is a number, got {x!r}')
    return float(as_number(x))

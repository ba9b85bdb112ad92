"""What compile_loss and compile_function return, whatever the backend."""
from __future__ import annotations

import contextlib
import copy
import functools
import math
import time
from collections.abc import Callable, Hashable, Iterable, Sequence

from micrograd.common.arguments import from_0
from micrograd.compiler.optimisers import State, with_step
from micrograd.compiler.symbols import CompileError
from micrograd.compiler.tracing import Trace, trace
from micrograd.elementary import as_number, is_number
from micrograd.engine import Value
from micrograd.graph import one_pass, relaxed_gc
from micrograd.training.loop import NotFiniteError
from micrograd.training.optim import SGD, Optimizer
from micrograd.training.progress import Progress

CHUNK = 4096  # rows between two looks at the clock
PATIENCE = 1.0  # seconds until progress is shown


class BadRowError(Exception):
    """The loss of a row of a chunk, counted from 0, is nan or inf."""

    def __init__(self, row: int, loss: float):
        super().__init__(row, loss)
        self.row, self.loss = row, loss


class Program:
    """What a compiled function and a compiled loss share."""

    def __init__(self, found: Trace):
        self.trace = found
        self.parameters = found.parameters

    def _inputs(self, inputs):
        return [as_float(x) for x in inputs]

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

    def __init__(self, fn: Callable, parameters: Iterable[Value]):
        super().__init__(trace(fn, parameters))

    def __call__(self, *inputs) -> float | list[float]:
        """The result at the inputs; a list if fn returns one."""
        check_count(self.trace, inputs)
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

    def __init__(self, loss_fn: Callable, parameters: Iterable[Value]):
        super().__init__(trace(loss_fn, parameters, backward=True, batch=self.batch))
        self._loops: dict[Hashable, Callable] = {}  # one for each kind of step

    def __call__(self, *inputs) -> float:
        """The loss at the inputs; adds to each p.grad what loss.backward() would."""
        check_count(self.trace, inputs)
        inputs = self._inputs(inputs)
        with one_pass:
            loss, grads = self._step(inputs, self._data(),
                                     [p.grad for p in self.parameters])
            for p, grad in zip(self.parameters, grads):
                p.grad = grad
        return loss

    step = __call__

    def train(self, rows: Iterable[Sequence[float]], lr: float | None = None,
              epochs: int = 1, optimizer: Optimizer | None = None,
              progress: bool = True) -> list[float]:
        """A step for each row, epochs times; returns the mean loss of each epoch.

        rows: tuples of inputs. lr: for plain SGD; or optimizer: its state goes on
        where it ended. Gradients stay as they are. progress: tell how far it is,
        if it takes more than a second.

        Raises:
            NotFiniteError: at a loss that is nan or inf, names epoch and row; or for
                a parameter that is so after an epoch. The parameters are those of
                the last whole epoch, as after Ctrl-C; .history['loss'] has the
                losses up to then.
            ValueError: if not exactly one of lr and optimizer is given, or there
                are no rows or no epochs.
            TypeError: if a row is not as many numbers as there are inputs, or
                optimizer is no Optimizer.
            RuntimeError: if another thread is training one of the parameters.
        """
        state = self._state(lr, optimizer)
        rows = list(rows)
        if not rows:
            raise ValueError('train: there are no rows')
        if epochs < 1:
            raise ValueError(f'train: epochs is at least 1, not {epochs}')
        with _alone_with(self.parameters):
            return self._train(state, rows, epochs, progress)

    def _train(self, state, rows, epochs, progress):
        chunks = self._chunks(rows)
        run = self._loop(state)
        losses: list[float] = []
        now = 0.0, self._data(), state.read()
        try:
            with Progress(epochs, progress) as bar:
                start = time.monotonic()
                for epoch in range(1, epochs + 1):
                    now = self._epoch(run, chunks, epoch, *now[1:])
                    losses.append(now[0] / len(rows))
                    if time.monotonic() - start > PATIENCE:
                        bar.line(epoch, f'epoch {epoch}/{epochs}  '
                                        f'loss {losses[-1]:.6g}')
        except NotFiniteError as error:
            error.history = {'loss': losses}
            raise
        finally:
            _, data, numbers = now
            with one_pass:
                state.write(numbers)
                for p, x in zip(self.parameters, data):
                    p.data = x
        return losses

    def _epoch(self, run, chunks, epoch, data, numbers):
        """The sum of the losses, the parameters and the state after an epoch."""
        total, done = 0.0, 0
        for chunk in chunks:
            try:
                total, data, numbers = run(chunk, total, data, numbers)
            except BadRowError as bad:
                raise NotFiniteError(
                    f'the loss of row {done + bad.row} is {bad.loss} in epoch {epoch}; '
                    f'the parameters are those after epoch {epoch - 1}: try a smaller '
                    f'lr, or look at the row') from None
            done += self._length(chunk)
        self._check_finite(data, epoch)
        return total, data, numbers

    def _check_finite(self, data, epoch):
        for i, (p, x) in enumerate(zip(self.parameters, data)):
            if not math.isfinite(x):
                raise NotFiniteError(
                    f'parameter {i}{p.label and f", {p.label},"} is {x} after epoch '
                    f'{epoch}; the parameters are those after epoch {epoch - 1}: try '
                    f'a smaller lr, or look for a slope that is not finite')

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

    def _loop(self, state):
        """The program of an epoch with this step, kept for next time."""
        with relaxed_gc():
            kind = state.kind(self.parameters)
            if kind not in self._loops:
                self._loops[kind] = self._build(with_step(self.trace, state))
        return self._loops[kind]

    # --- what a backend may do in its own way -------------------------------

    def _step(self, inputs, data, grads) -> tuple[float, list[float]]:
        """The loss and the new gradients."""
        raise NotImplementedError

    def _build(self, found) -> Callable:
        """The program run(chunk, total, data, state) -> total, data, state."""
        raise NotImplementedError

    def _chunks(self, rows):
        """The rows in pieces of at most CHUNK."""
        rows = self._checked(rows)
        return [rows[i:i + CHUNK] for i in range(0, len(rows), CHUNK)]

    def _checked(self, rows):
        """The rows as tuples of floats; a TypeError names the one that is not."""
        checked = []
        for i, row in enumerate(rows):
            try:
                numbers = tuple(row)
                check_count(self.trace, numbers)
                checked.append(tuple(map(as_float, numbers)))
            except (TypeError, OverflowError) as error:
                raise type(error)(f'row {i}, {row!r}: {error}') from None
        return checked

    def _length(self, chunk):
        return len(chunk)


_in_training: set[Value] = set()


@contextlib.contextmanager
def _alone_with(parameters):
    """Train these: of two trainings at once, the work of one would be lost."""
    with one_pass:
        for i, p in enumerate(parameters):
            if p in _in_training:
                raise RuntimeError(f'parameter {i}, {p!r}, is being trained by another '
                                   f'call of train() at the same time')
        _in_training.update(parameters)
    try:
        yield
    finally:
        with one_pass:
            _in_training.difference_update(parameters)


def check_count(found: Trace, inputs: Sequence) -> None:
    """A TypeError if there are more or fewer inputs than the function takes."""
    if len(inputs) != len(found.inputs):
        raise TypeError(f"got {len(inputs)} inputs, expected "
                        f"{len(found.inputs)}: {', '.join(found.inputs) or 'none'}")


def as_float(x) -> float:
    """An input as a float; a TypeError if it is no number."""
    if type(x) is float:
        return x
    if isinstance(x, Value) or not is_number(x):
        raise TypeError(f'an input is a number, got {x!r}')
    return float(as_number(x))

"""Training by a compiled program: over epochs, with a schedule, in batches.

What a step is, is in the program (optimisers.py); here are the rows that it gets, in
chunks that take a moment each, what is told of it, and how it ends.
"""
from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from micrograd.compiler.optimisers import State
from micrograd.graph import one_pass
from micrograd.training.loop import NotFiniteError
from micrograd.training.progress import Progress

FIRST = 64  # rows of the first chunk
MOMENT = 0.05  # seconds that a chunk should take at least
PATIENCE = 1.0  # seconds until progress is shown


class BadRowError(Exception):
    """The loss of a row of a chunk, counted from 0, is nan or inf."""

    def __init__(self, row: int, loss: float):
        super().__init__(row, loss)
        self.row, self.loss = row, loss


class Training:
    """One call of CompiledLoss.train(): see there for the arguments."""

    def __init__(self, program: Any, state: State, rows: Sequence,
                 schedule: Callable[[int], float] | None, batch_size: int | None,
                 epochs: int):
        self.program, self.state, self.epochs = program, state, epochs
        self.rows, self.schedule = len(rows), schedule
        self.by_columns = program.batch  # then a chunk is one batch, and one step
        usual = self.rows if self.by_columns else 1
        self.size = min(batch_size or usual, self.rows)
        self.batched = self.size > 1 and not self.by_columns
        self.table = program._table(rows)
        self.steps = -(-self.rows // self.size)  # of an epoch

    def run(self, progress: bool, losses: str) -> list[float]:
        """The losses, of each epoch or of each step."""
        in_rows = self.schedule is not None and not self.by_columns
        loop = self.program._loop(self.state, in_rows, self.batched)
        sums = [0.0] * len(self.program.parameters) * self.batched
        self.data = self.program._data()
        self.numbers = [*self.state.read(), *sums]
        of_epochs: list[float] = []
        of_steps: list[float] = []
        whole = self.data, self.numbers
        with_steps = self.epochs == 1 and not self.by_columns
        total = self.rows if with_steps else self.epochs
        try:
            with _interrupts() as stopped, Progress(total, progress) as bar:
                start = time.monotonic()
                for epoch in range(1, self.epochs + 1):
                    of_rows: list[float] = []
                    total = 0.0
                    for done, total in self._chunks(loop, epoch, of_rows, stopped):
                        if with_steps and time.monotonic() - start > PATIENCE:
                            bar.line(done, f'row {done}/{self.rows}  '
                                           f'loss {total / done:.6g}')
                    if stopped:
                        raise KeyboardInterrupt
                    self._check_finite(epoch)
                    whole = self.data, self.numbers
                    of_epochs.append(total / self.rows)
                    of_steps += self._of_steps(of_rows)
                    if not with_steps and time.monotonic() - start > PATIENCE:
                        bar.line(epoch, f'epoch {epoch}/{self.epochs}  '
                                        f'loss {of_epochs[-1]:.6g}')
        except Exception as error:
            self.data, self.numbers = whole
            if isinstance(error, NotFiniteError):
                error.history = {'loss': of_epochs}
            raise
        finally:
            with one_pass:
                self.state.write(self.numbers)
                for p, x in zip(self.program.parameters, self.data):
                    p.data = x
        return of_epochs if losses == 'epoch' else of_steps

    def _chunks(self, loop, epoch, of_rows, stopped) -> Iterator[tuple[int, float]]:
        """Run an epoch, chunk by chunk: after each, how many rows are done, and the
        sum of their losses."""
        table = self.program._with_columns(self.table, self._columns(epoch))
        done, total = 0, 0.0
        size = self.size if self.by_columns else FIRST
        while done < self.rows and not stopped:
            if self.by_columns and self.schedule:
                step = (epoch - 1) * self.steps + done // self.size
                self.numbers = [self.schedule(step), *self.numbers[1:]]
            start = time.monotonic()
            end = min(done + size, self.rows)
            try:
                total, self.data, self.numbers = loop(
                    self.program._part(table, done, end), total, self.data,
                    self.numbers, of_rows)
            except BadRowError as bad:
                raise NotFiniteError(
                    f'the loss of row {done + bad.row} is {bad.loss} in epoch {epoch}; '
                    f'the parameters are those after epoch {epoch - 1}: try a smaller '
                    f'lr, or look at the row') from None
            done = end
            yield done, total
            if time.monotonic() - start < MOMENT and not self.by_columns:
                size *= 2

    def _columns(self, epoch) -> list[list[float]]:
        """What each row of an epoch gets besides its inputs."""
        if self.by_columns:
            return []
        columns = []
        if self.schedule:
            first = (epoch - 1) * self.steps
            rates = [float(self.schedule(first + i)) for i in range(self.steps)]
            columns.append([rates[i // self.size] for i in range(self.rows)])
        if self.batched:
            rest = self.rows % self.size
            full = self.rows - rest
            columns.append([1 / self.size] * full + [1 / rest for _ in range(rest)])
            columns.append([float((i + 1) % self.size == 0 or i + 1 == self.rows)
                            for i in range(self.rows)])
        return columns

    def _of_steps(self, of_rows):
        if self.by_columns:
            return of_rows
        batches = (of_rows[i:i + self.size] for i in range(0, self.rows, self.size))
        return of_rows if self.size == 1 else [sum(b) / len(b) for b in batches]

    def _check_finite(self, epoch):
        for i, (p, x) in enumerate(zip(self.program.parameters, self.data)):
            if not math.isfinite(x):
                raise NotFiniteError(
                    f'parameter {i}{p.label and f", {p.label},"} is {x} after epoch '
                    f'{epoch}; the parameters are those after epoch {epoch - 1}: try '
                    f'a smaller lr, or look for a slope that is not finite')


@contextlib.contextmanager
def _interrupts() -> Iterator[list]:
    """Let Ctrl-C wait for the end of a step; the list has something after it.

    A second one does not wait. In other threads than the main one, which Ctrl-C does
    not reach, nothing changes.
    """
    stopped: list = []
    if threading.current_thread() is not threading.main_thread():
        yield stopped
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number, frame):
        stopped.append(number)
        signal.signal(signal.SIGINT, before)
    if before is not signal.default_int_handler:  # somebody has a use for it
        yield stopped
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)

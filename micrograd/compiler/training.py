"""Training by a compiled program: over epochs, with a schedule, in batches.

What a step is, is in the program (stepping.py); here are the rows that it gets, in
chunks that take a moment each, what is told of it, and how it ends.
"""
from __future__ import annotations

import contextlib
import math
import signal
import threading
import time
from array import array
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from micrograd.common.arguments import from_0
from micrograd.compiler.optimisers import State
from micrograd.graph import one_pass
from micrograd.training.loop import NotFiniteError
from micrograd.training.progress import Progress

MOMENT = 0.05  # seconds that a chunk should take
GROWTH = 64  # of a chunk over the one before, at most
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
        lines = len(program.trace.tape.lines)
        self.chunk = self.size if self.by_columns else 1 + program.soon // (1 + lines)
        self.stopped: list | None = None  # see _interrupts

    def run(self, progress: bool, losses: str) -> list[float]:
        """The losses, of each epoch or of each step."""
        in_rows = self.schedule is not None and not self.by_columns
        loop = self.program._loop(self.state, in_rows, self.batched)
        sums = [0.0] * len(self.program.parameters) * self.batched
        self.data = self.program._data()
        self.numbers = [*self.state.read(), *sums]
        whole = self.data, self.numbers
        of_epochs: list[float] = []
        of_rows = array('d')
        try:
            with contextlib.ExitStack() as self.blocks, \
                    self._progress(progress) as tell:
                for epoch in range(1, self.epochs + 1):
                    total = self._epoch(loop, epoch, of_rows, tell)
                    whole = self.data, self.numbers
                    of_epochs.append(total / self.rows)
                    tell(epoch, self.rows, total)
                    if losses == 'epoch':
                        del of_rows[:]
                if self.stopped:  # in the very last chunk
                    raise KeyboardInterrupt
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
        return of_epochs if losses == 'epoch' else self._of_steps(of_rows)

    @contextlib.contextmanager
    def _progress(self, shown) -> Iterator[Callable[[int, int, float], None]]:
        """tell(epoch, rows done, sum of their losses), heard once it takes long.

        After each epoch; of a single one after each chunk of rows.
        """
        by_rows = self.epochs == 1
        with Progress(self.rows if by_rows else self.epochs, shown) as bar:
            start = time.monotonic()

            def tell(epoch, done, total):
                if time.monotonic() - start < PATIENCE:
                    return
                if by_rows:
                    bar.line(done, f'row {done}/{self.rows}  loss {total / done:.6g}')
                elif done == self.rows:
                    bar.line(epoch, f'epoch {epoch}/{self.epochs}  '
                                    f'loss {total / done:.6g}')
            yield tell

    def _epoch(self, loop, epoch, of_rows, tell):
        """Run an epoch, chunk by chunk; the sum of the losses of its rows."""
        table = self.program._with_columns(self.table, self._columns(epoch))
        done, total = 0, 0.0
        while done < self.rows:
            if self.by_columns and self.schedule:
                step = (epoch - 1) * self.steps + done // self.size
                self.numbers = [self._rate(step), *self.numbers[1:]]
            start = time.monotonic()
            end = min(done + self.chunk, self.rows)
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
            if done < self.rows or epoch < self.epochs:
                self._between(start)
            if done < self.rows:
                tell(epoch, done, total)
        self._check_finite(epoch)
        return total

    def _between(self, start):
        """What is to do between two chunks of rows, of which one began at start."""
        if self.stopped is None:  # not before: it takes as long as many short steps
            self.stopped = self.blocks.enter_context(_interrupts())
        if self.stopped:
            raise KeyboardInterrupt
        if not self.by_columns:
            share = MOMENT / max(time.monotonic() - start, MOMENT / GROWTH)
            self.chunk = min(max(1, int(self.chunk * share)), self.rows)

    def _columns(self, epoch) -> list[list[float]]:
        """What each row of an epoch gets besides its inputs."""
        if self.by_columns:
            return []
        columns = []
        if self.schedule:
            first = (epoch - 1) * self.steps
            rates = [self._rate(first + i) for i in range(self.steps)]
            columns.append([rates[i // self.size] for i in range(self.rows)])
        if self.batched:
            rest = self.rows % self.size
            full = self.rows - rest
            columns.append([1 / self.size] * full + [1 / rest for _ in range(rest)])
            columns.append([float((i + 1) % self.size == 0 or i + 1 == self.rows)
                            for i in range(self.rows)])
        return columns

    def _rate(self, step):
        return float(from_0(f'schedule({step})', self.schedule(step)))

    def _of_steps(self, of_rows):
        if not self.batched:
            return list(of_rows)
        batches = (of_rows[start + i:start + min(i + self.size, self.rows)]
                   for start in range(0, len(of_rows), self.rows)
                   for i in range(0, self.rows, self.size))
        return [sum(batch) / len(batch) for batch in batches]

    def _check_finite(self, epoch):
        if all(map(math.isfinite, self.data)):
            return
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
    if before is not signal.default_int_handler:  # somebody has a use for it
        yield stopped
        return

    def note(number, frame):
        stopped.append(number)
        signal.signal(signal.SIGINT, before)
    signal.signal(signal.SIGINT, note)
    try:
        yield stopped
    finally:
        signal.signal(signal.SIGINT, before)

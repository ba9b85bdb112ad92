"""The C backend: the same lines as C, built by the system's compiler.

Follows IEEE where Python raises an error: 1 / 0 is inf, log(-1) is nan. Programs
past LIMIT lines are not built but interpreted (interpreter.py): the time of a C
compiler grows faster than the program, to 13 s for 7,000 lines, while the interpreter
starts at once and takes about 1.2 ns a line and row of a large program.
"""
from __future__ import annotations

import contextlib
import ctypes
import functools
import itertools
import struct
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from micrograd.compiler.backends import library
from micrograd.compiler.backends.c_text import CText, loop_text
from micrograd.compiler.backends.interpreter import Interpreter
from micrograd.compiler.backends.library import pointer
from micrograd.compiler.compiled import CompiledFunction, CompiledLoss
from micrograd.compiler.program import needed
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import Symbol
from micrograd.compiler.training import BadRowError
from micrograd.engine import Value

LIMIT = 3000  # operations; twice as many take a compiler ten times as long


class _Source:
    """What the two classes below share: the text, and the step that it becomes."""
    trace: Trace

    def _written(self):
        return CText(self.trace)

    @functools.cached_property
    def _program(self) -> Callable:
        """step(inputs, data, grads) -> results, new grads; built when first used."""
        lines = needed(self.trace.tape.lines, self.trace.results, may_raise=False)
        if length(lines) > LIMIT:
            return Interpreter(self.trace, lines).step
        function = library.load(self.source).step
        function.restype = None

        def step(inputs, data, grads):
            results = array('d', [0.0] * len(self.trace.outputs))
            inputs, data, grads = (array('d', x) for x in (inputs, data, grads))
            function(*map(pointer, (inputs, data, grads, results)))
            return list(results), list(grads)
        return step


def length(lines: list[Symbol]) -> int:
    """The number of operations: a sum of products has many."""
    return sum(len(line.args) if line.op == 'dot' else 1 for line in lines)


class Rows(NamedTuple):
    """Rows of numbers, one after the other; width: numbers in a row."""
    numbers: array
    width: int
    count: int


def _flat(rows):
    numbers = list(itertools.chain.from_iterable(rows))
    return array('d', struct.pack(f'{len(numbers)}d', *numbers))  # twice as fast


class CFunction(_Source, CompiledFunction):
    """The values of a function, computed by a C program."""

    def __init__(self, fn: Callable, parameters: Iterable[Value],
                 example: Sequence | None = None):
        library.compiler()  # if there is none, say so now
        super().__init__(fn, parameters, example)

    def _run(self, inputs, data):
        results, _ = self._program(inputs, data, [])
        return results if self.trace.is_list else results[0]


class CLoss(_Source, CompiledLoss):
    """A loss and its gradients, computed by a C program."""
    soon = 4_000_000

    def __init__(self, loss_fn: Callable, parameters: Iterable[Value],
                 example: Sequence | None = None):
        library.compiler()
        super().__init__(loss_fn, parameters, example)

    @functools.cached_property
    def is_long(self) -> bool:
        """Whether its lines alone are too many to be built."""
        return length(self.trace.tape.lines) > LIMIT

    def _step(self, inputs, data, grads):
        (loss,), grads = self._program(inputs, data, grads)
        return loss, grads

    def _table(self, rows):
        width = len(self.trace.inputs)
        if self.trace.structure.is_flat and not self.trace.tape.bounds:
            with contextlib.suppress(TypeError, struct.error):
                if set(map(len, rows)) == {width}:
                    return Rows(_flat(rows), width, len(rows))
        # or an error that names the row
        return Rows(_flat(super()._table(rows)), width, len(rows))

    def _with_columns(self, table, columns):
        if not columns:
            return table
        numbers, width = array('d'), table.width
        for i, more in enumerate(zip(*columns)):
            numbers += table.numbers[i * width:(i + 1) * width]
            numbers.extend(more)
        return Rows(numbers, width + len(columns), table.count)

    def _part(self, table, start, end):
        width = table.width
        return Rows(table.numbers[start * width:end * width], width, end - start)

    def _build(self, found):
        lines = needed(found.tape.lines, found.results, may_raise=False)
        if found.stamp or length(lines) > LIMIT:
            run = Interpreter(found, lines).train
        else:
            function = library.load(loop_text(found, lines)).train
            function.restype = ctypes.c_long

            def run(numbers, rows, *changing):
                return function(pointer(numbers), ctypes.c_long(rows),
                                *map(pointer, changing))

        def train(chunk, total, data, state, losses):
            total, data, state = (array('d', x) for x in ([total], data, state))
            of_rows = array('d', bytes(8 * chunk.count))
            bad = run(chunk.numbers, chunk.count, total, data, state, of_rows)
            if bad >= 0:
                raise BadRowError(bad, total[0])
            losses.extend(of_rows)
            return total[0], data, state
        return train


BACKEND = CFunction, CLoss

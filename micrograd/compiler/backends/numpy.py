"""The numpy backend: the same lines on whole columns, a batch at once.

Follows IEEE where Python raises an error: 1 / 0 is inf, log(-1) is nan. Agrees
with the engine to rounding, as means are summed in another order.
"""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence

import numpy as np

from micrograd.compiler.backends.python import FORMATS as PYTHON_FORMATS
from micrograd.compiler.backends.python import MODULES as PYTHON_MODULES
from micrograd.compiler.backends.python import function_in
from micrograd.compiler.compiled import (
    CompiledFunction,
    CompiledLoss,
    check_indices,
    table_of,
)
from micrograd.compiler.functions import FUNCTIONS
from micrograd.compiler.merged import Merged
from micrograd.compiler.records import Trace
from micrograd.compiler.text import CONSTANTS, StepText
from micrograd.compiler.training import BadRowError

# Where numpy calls a function otherwise.
NAMES = {name: function.numpy or name for name, function in FUNCTIONS.items()}

FORMATS = {**PYTHON_FORMATS, **{name: f'{here}({{}})' for name, here in NAMES.items()},
           'where': 'where({}, {}, {})', 'mean': 'mean({})',
           'mean_of_product': 'mean_of_product({}, {})'}


def mean(x):
    """The mean of a column; a number is its own."""
    return np.add.reduce(x) / len(x) if np.ndim(x) else np.float64(x)


def mean_of_product(x, y):
    """mean(x * y), where both may be columns."""
    return x @ y / len(x) if np.ndim(x) and np.ndim(y) else mean(x * y)


def sigmoid(x):
    """1 / (1 + exp(-x)), without overflow."""
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, e) / (1.0 + e)


def softplus(x):
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(0.0, x)


HERE = {'sigmoid': sigmoid, 'softplus': softplus, 'mean': mean,
        'mean_of_product': mean_of_product}

MODULES = {**dict.fromkeys([*PYTHON_MODULES, 'where'], 'numpy'),
           **dict.fromkeys(HERE, __name__)}

NAMESPACE = {
    **{name: getattr(np, name) for name in (
        *(NAMES[name] for name in NAMES if name not in HERE),
        'abs', 'power', 'maximum', 'minimum', 'where', 'nan', 'inf')},
    **HERE, 'BadRowError': BadRowError,
}


class ColumnText(StepText):
    """The text of a step on columns."""
    notes = (CONSTANTS, 'Inputs are columns: a line computes a whole batch.')


class _Columns:
    """What the two classes below share: the text."""
    trace: Trace

    def _written(self):
        return ColumnText(self.trace, FORMATS, MODULES, may_raise=False)


class NumpyFunction(_Columns, CompiledFunction):
    """A function of columns: arrays of floats in, arrays out."""

    @functools.cached_property
    def _program(self) -> Callable:
        return function_in(self._text.code, 'step', NAMESPACE)

    def _inputs(self, inputs):
        return columns(self.trace, inputs)

    def _run(self, inputs, data):
        with np.errstate(all='ignore'):
            results = self._program(*inputs, np.array(data, float))
        if not self.trace.is_list:
            return as_column(results, inputs)
        return [as_column(x, inputs) for x in results]


class NumpyLoss(_Columns, CompiledLoss):
    """A loss of columns: the mean over the batch, and means of the gradients."""
    batch = True

    @functools.cached_property
    def _program(self) -> Callable:
        # merged, so that a column is freed, and its memory used again, at once
        merged = Merged(self.trace, FORMATS, may_raise=False).step()
        return function_in(merged, 'step', NAMESPACE)

    def _inputs(self, inputs):
        return columns(self.trace, inputs)

    def _step(self, inputs, data, grads):
        with np.errstate(all='ignore'):
            loss, grads = self._program(*inputs, np.array(data, float), grads)
        return float(loss), floats(grads)

    def _table(self, rows):
        return np.array(table_of(self.trace, rows), float)

    def _build(self, found):
        code = Merged(found, FORMATS, may_raise=False).loop()
        run = function_in(code, 'train', NAMESPACE)

        def train(chunk, total, data, state, losses):
            try:
                with np.errstate(all='ignore'):
                    loss, data, state = run([list(chunk.T)], 0.0, np.array(data, float),
                                            np.array(state, float), losses)
            except BadRowError as bad:
                raise self._bad_row(chunk, data, bad) from None
            losses[-1] = float(loss)
            return float(total + loss * len(chunk)), floats(data), floats(state)
        return train

    def _bad_row(self, chunk, data, bad):
        """The first row of the batch whose own loss is not finite."""
        for i, row in enumerate(chunk):
            loss, _ = self._step(row[:, np.newaxis], data, [0.0] * len(data))
            if not np.isfinite(loss):
                return BadRowError(i, loss)
        return bad  # each is finite, their sum is not


def columns(found: Trace, inputs: Sequence) -> list[np.ndarray]:
    """The inputs as columns of one length; a ValueError if they are not."""
    arrays = [np.asarray(x, float)
              for x in found.structure.flat(inputs, lambda column: column)]
    shapes = {x.shape for x in arrays}
    if len(shapes) > 1 or any(x.ndim != 1 or not x.size for x in arrays):
        raise ValueError(f'the inputs are columns of one length, not of the shapes '
                         f'{[x.shape for x in arrays]}')
    for row in zip(*arrays) if found.tape.bounds else ():
        check_indices(found, row)
    return arrays


def as_column(x, inputs: Sequence[np.ndarray]) -> np.ndarray | float:
    """A result as a column, also if it does not depend on the inputs."""
    if np.ndim(x):
        return x
    return np.full_like(inputs[0], x) if inputs else float(x)


def floats(numbers) -> list[float]:
    """The numbers as floats of Python."""
    return [float(x) for x in numbers]


BACKEND = NumpyFunction, NumpyLoss

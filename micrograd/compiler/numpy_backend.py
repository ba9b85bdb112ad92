"""The numpy backend: the same lines on whole columns, a batch at once.

Follows IEEE where Python raises an error: 1 / 0 is inf, log(-1) is nan. Agrees
with the engine to rounding, as means are summed in another order.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from micrograd.compiler.compiled import (
    BadRowError,
    CompiledFunction,
    CompiledLoss,
    check_count,
)
from micrograd.compiler.merged import Merged
from micrograd.compiler.python_backend import FORMATS as PYTHON_FORMATS
from micrograd.compiler.python_backend import load
from micrograd.compiler.text import StepText
from micrograd.engine import Value
from micrograd.optim import Optimizer

FORMATS = {**PYTHON_FORMATS, 'where': 'where({}, {}, {})', 'mean': 'mean({})',
           'mean of product': 'mean_of_product({}, {})'}


def mean(x):
    """The mean of a column as a float; a number as it is."""
    return float(np.add.reduce(x) / len(x)) if isinstance(x, np.ndarray) else x


def mean_of_product(x, y):
    """mean(x * y), where both may be columns."""
    if isinstance(x, np.ndarray) and isinstance(y, np.ndarray):
        return float(x @ y) / len(x)
    return mean(x * y)


def sigmoid(x):
    """1 / (1 + exp(-x)), without overflow."""
    e = np.exp(-np.abs(x))
    return np.where(x >= 0, 1.0, e) / (1.0 + e)


def softplus(x):
    """log(1 + exp(x)), without overflow."""
    return np.logaddexp(0.0, x)


NAMESPACE = {
    **{name: getattr(np, name) for name in (
        'exp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'tanh', 'abs', 'power',
        'maximum', 'minimum', 'where', 'nan', 'inf')},
    'sigmoid': sigmoid, 'softplus': softplus, 'mean': mean,
    'mean_of_product': mean_of_product, 'BadRowError': BadRowError,
}


class NumpyFunction(CompiledFunction):
    """A function of columns: arrays of floats in, arrays out."""

    def __init__(self, fn: Callable, parameters: Iterable[Value]):
        super().__init__(fn, parameters)
        self.source = str(StepText(self.trace, FORMATS, may_raise=False).write())
        self._program = load(self.source, 'step', NAMESPACE)

    def _inputs(self, inputs):
        return columns(inputs)

    def _run(self, inputs, data):
        with np.errstate(all='ignore'):
            return self._program(*inputs, np.array(data))


class NumpyLoss(CompiledLoss):
    """A loss of columns: the mean over the batch, and means of the gradients."""
    batch = True

    def __init__(self, loss_fn: Callable, parameters: Iterable[Value]):
        super().__init__(loss_fn, parameters)
        self.source = str(StepText(self.trace, FORMATS, may_raise=False).write())
        # merged, so that a column is freed, and its memory used again, at once
        merged = Merged(self.trace, FORMATS, may_raise=False).step()
        self._program = load(str(merged), 'step', NAMESPACE)
        self._batch_size: int | None = None

    def train(self, rows: Iterable[Sequence[float]], lr: float | None = None,
              epochs: int = 1, optimizer: Optimizer | None = None,
              progress: bool = True, batch_size: int | None = None) -> list[float]:
        """As CompiledLoss.train, with a step for each batch_size rows, or for all."""
        if batch_size is not None and batch_size < 1:
            raise ValueError(f'a batch has at least one row, not {batch_size}')
        self._batch_size = batch_size
        return super().train(rows, lr, epochs, optimizer, progress)

    def _inputs(self, inputs):
        check_count(self.trace, inputs)
        return columns(inputs)

    def _step(self, inputs, data, grads):
        with np.errstate(all='ignore'):
            loss, grads = self._program(*inputs, np.array(data), grads)
        return float(loss), [float(grad) for grad in grads]

    def _chunks(self, rows):
        for i, row in enumerate(rows):
            check_count(self.trace, row, f'row {i}: ')
        table = np.array(rows, float)
        size = self._batch_size or len(rows)
        return [table[i:i + size] for i in range(0, len(rows), size)]

    def _build(self, found):
        text = Merged(found, FORMATS, may_raise=False).loop()
        run = load(str(text), 'train', NAMESPACE)

        def epoch(chunk, total, data, state):
            try:
                with np.errstate(all='ignore'):
                    loss, data, state = run([list(chunk.T)], 0.0, np.array(data),
                                            np.array(state))
            except BadRowError as bad:
                raise BadRowError(self._bad_row(chunk, data), bad.loss) from None
            return total + loss * len(chunk), floats(data), floats(state)
        return epoch

    def _bad_row(self, chunk, data):
        """The first row of the batch whose own loss is not finite."""
        function = NumpyFunction(self.loss_fn, self.parameters)
        losses = function._run(list(chunk.T), data)
        return int(np.argmin(np.isfinite(losses)))


def columns(inputs) -> list[np.ndarray]:
    """The inputs as columns of one length; a ValueError if they are not."""
    arrays = [np.asarray(x, float) for x in inputs]
    shapes = {x.shape for x in arrays}
    if len(shapes) > 1 or any(x.ndim != 1 or not x.size for x in arrays):
        raise ValueError(f'the inputs are columns of one length, not of the shapes '
                         f'{[x.shape for x in arrays]}')
    return arrays


def floats(numbers) -> list[float]:
    return [float(x) for x in numbers]

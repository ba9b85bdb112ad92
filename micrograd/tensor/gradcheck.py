"""Gradient check for arrays: is the gradient that backward() finds right?

Every number of every input is moved a little up and down, and the slope between is
compared with the gradient. Not here: corners. Check a function where it is smooth.
"""
from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from micrograd.derivatives.gradcheck import row, table
from micrograd.languages import say
from micrograd.tensor.arraylike import as_floats
from micrograd.tensor.core import Tensor
from micrograd.tensor.higher import grad

__all__ = ['GradReport', 'grad_check', 'numerical_grad']

UPSTREAM = -2.0  # a gradient to start from besides 1
MOST_SHOWN = 5  # wrong numbers of one input
STEP = 1e-3  # of a number of about 1: a difference of order 4 is good to 1e-11


@dataclass(frozen=True)
class GradReport:
    """The result of grad_check: true if the gradients are right; prints as a table.

    inputs: for each input its gradients as they are and as they should be.
    wrong: for each input an array, true where the two differ too much. xs: the inputs.
    """

    inputs: tuple[tuple[np.ndarray, np.ndarray], ...]
    wrong: tuple[np.ndarray, ...]
    xs: tuple[np.ndarray, ...]

    def __bool__(self) -> bool:
        return not any(wrong.any() for wrong in self.wrong)

    def __str__(self) -> str:
        bad = sum(bool(wrong.any()) for wrong in self.wrong)
        rows = [line for i in range(len(self.inputs)) for line in self._rows(i)]
        return table(bad, len(self.inputs), rows)

    __repr__ = __str__

    def _rows(self, i):
        """Of an input the first few numbers that are wrong, or that with the largest
        error."""
        (analytic, numeric), wrong = self.inputs[i], self.wrong[i]
        error = np.abs(analytic - numeric)
        places = np.argwhere(wrong)[:MOST_SHOWN] if wrong.any() else [
            np.unravel_index(error.argmax(), error.shape)] if error.size else []
        for at in map(tuple, places):
            said = say('wrong') if wrong[at] else say('right')
            if wrong.size > 1:
                told = (say('{verdict} at {place}; {count} of {size} numbers are wrong')
                        if wrong[at] else say('{verdict}, as all {size} numbers'))
                said = told.format(verdict=said, place=list(map(int, at)),
                                   count=wrong.sum(), size=wrong.size)
            yield row(str(i), self.xs[i][at], analytic[at], numeric[at], said)


def numerical_grad(f: Callable[..., Tensor], *xs: Any) -> list[np.ndarray]:
    """The slopes of f at xs by central differences, an array for each of the xs.

    f: takes Tensors, returns one; if that has several numbers, the slopes are those
    of their weighted sum, as in grad_check. xs: float64 arrays or numbers.
    """
    xs = [_float64(i, x) for i, x in enumerate(xs)]
    f = _weighted(f)
    return [_slopes(f, xs, i) for i in range(len(xs))]


def grad_check(f: Callable[..., Tensor], *xs: Any, order: int = 1,
               rtol: float = 1e-6, atol: float = 1e-8) -> GradReport:
    """Compare the gradients of f at xs with its slopes, number by number.

    f: takes Tensors, returns one; if that has several numbers, they are summed with
    weights that no mistake is likely to fit. xs: float64 arrays or numbers. order:
    2 checks the gradient of the gradient, and so on. A gradient is right within
    rtol times its size plus atol.

    Raises:
        TypeError: if an x is float32, whose few digits prove nothing.
    """
    xs = [_float64(i, x) for i, x in enumerate(xs)]
    f = _weighted(f)
    for _ in range(order - 1):
        f = _weighted_gradient(f)
    tensors = [Tensor(x, requires_grad=True) for x in xs]
    found = zip(grad(f(*tensors), tensors), grad(f(*tensors) * UPSTREAM, tensors))
    pairs, wrongs = [], []
    for i, (plain, scaled) in enumerate(found):
        analytic, numeric = plain._data, _slopes(f, xs, i)
        is_right = np.isclose(analytic, numeric, rtol, atol)
        # a rule that forgets g is right by chance where g is 1
        analytic = np.where(is_right, scaled._data / UPSTREAM, analytic)
        pairs.append((analytic, numeric))
        wrongs.append(~np.isclose(analytic, numeric, rtol, atol))
    return GradReport(tuple(pairs), tuple(wrongs), tuple(xs))


# --- functions of one number --------------------------------------------------

def _weighted(f):
    """f, its numbers summed with weights."""
    def total(*tensors):
        out = f(*tensors)
        if not isinstance(out, Tensor):
            raise TypeError(f'f must return one Tensor, it returned {out!r:.60}')
        return (out * _weights(out)).sum()
    return total


def _weighted_gradient(f):
    """The gradient of f, its numbers summed with weights."""
    def total(*tensors):
        slopes = grad(f(*tensors), tensors, create_graph=True)
        return sum((slope * _weights(slope)).sum() for slope in slopes)
    return total


def _weights(x):
    """1 for one number; else weights of both signs, to fit no rule that forgets g."""
    if not x.ndim:
        return 1.0
    sizes = np.random.default_rng(0).uniform(0.5, 2, x.shape)
    return np.where(np.arange(x.size).reshape(x.shape) % 2, sizes, -sizes)


# --- slopes by differences ----------------------------------------------------

def _slopes(f, xs, i):
    """The slopes of f in the direction of each number of input i."""
    slopes = np.empty_like(xs[i])
    for at in np.ndindex(slopes.shape):
        step = STEP * max(abs(xs[i][at]), 1.0)
        near = _value(f, xs, i, at, step) - _value(f, xs, i, at, -step)
        far = _value(f, xs, i, at, 2 * step) - _value(f, xs, i, at, -2 * step)
        slopes[at] = (8 * near - far) / (12 * step)
    return slopes


def _value(f, xs, i, at, step):
    """f with one number of input i moved by a step."""
    xs = [x.copy() for x in xs]
    xs[i][at] += step
    return f(*[Tensor(x, requires_grad=True) for x in xs]).item()


def _float64(i, x):
    x = np.array(as_floats(x._data if isinstance(x, Tensor) else x))
    if x.dtype != np.float64:
        raise TypeError(f'grad_check: input {i} is {x.dtype}. The difference of two '
                        f'values uses up its few digits: a wrong gradient could '
                        f'pass, and a right one fail. Give float64')
    return x

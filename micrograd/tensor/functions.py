"""Functions of several Tensors: choosing, joining, and the steps of a network.

Each takes arrays and numbers in place of Tensors too. Most are made of operations
that have their rules already. Not here: convolution and pooling (images.py), and
the same in one operation, for speed (fused.py).
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from micrograd.elementary import is_number
from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.dispatch import implements
from micrograd.tensor.indexing import as_index
from micrograd.tensor.modes import mode

__all__ = ['batch_norm', 'concatenate', 'cross_entropy', 'dropout', 'embedding',
           'maximum', 'minimum', 'moments', 'stack', 'where']

TensorLike = Any  # a Tensor, an array, lists of numbers, or a number


@implements(np.where)
def where(condition: np.ndarray, a: TensorLike, b: TensorLike) -> Tensor:
    """a where the condition holds, else b, number by number."""
    if isinstance(condition, Tensor):
        raise TypeError('where: a condition is made of booleans, such as x > 0, '
                        'got a Tensor of floats')
    condition = np.array(condition, bool)
    return Tensor.apply('where', lambda a, b: np.where(condition, a, b), (a, b),
                        lambda g, out, a, b: np.where(condition, g, 0),
                        lambda g, out, a, b: np.where(condition, 0, g))


def maximum(a: TensorLike, b: TensorLike) -> Tensor:
    """The larger of a and b, number by number; equal ones share the gradient."""
    return b.maximum(a) if isinstance(b, Tensor) else as_tensor(a).maximum(b)


def minimum(a: TensorLike, b: TensorLike) -> Tensor:
    """The smaller of a and b, number by number; equal ones share the gradient."""
    return b.minimum(a) if isinstance(b, Tensor) else as_tensor(a).minimum(b)


# --- joining ------------------------------------------------------------------

@implements(np.concatenate)
def concatenate(tensors: Sequence[TensorLike], axis: int = 0) -> Tensor:
    """The Tensors one after the other along an axis that they have."""
    tensors = tuple(tensors)
    for shape in map(np.shape, tensors):
        if not -len(shape) <= axis < len(shape):
            raise ValueError(f'concatenate: there is no axis {axis} in the shape '
                             f'{shape}')
    ends = np.cumsum([np.shape(x)[axis] for x in tensors]).tolist()
    rules = [_part(axis, slice(start, end)) for start, end in zip([0, *ends], ends)]
    return Tensor.apply('concatenate', lambda *xs: np.concatenate(xs, axis),
                        tensors, *rules)


@implements(np.stack)
def stack(tensors: Sequence[TensorLike], axis: int = 0) -> Tensor:
    """The Tensors, all of one shape, side by side along a new axis."""
    tensors = as_tensors(tensors)
    shapes = [np.shape(x) for x in tensors]
    if len(set(shapes)) > 1:
        raise ValueError(f'stack takes Tensors of one shape, got '
                         f'{" and ".join(map(str, shapes))}')
    return concatenate([np.expand_dims(x, axis) for x in tensors], axis)


def as_tensors(operands: Sequence[TensorLike]) -> list[Tensor]:
    """The operands as Tensors; a plain number takes its dtype from the others."""
    operands = list(operands)
    neighbours = [x for x in operands if isinstance(x, Tensor)]
    return [neighbours[0].constant(x) if neighbours else as_tensor(x)
            for x in operands]


def _part(axis, part):
    """The rule for the operand that became this part of the result."""
    return lambda g, out, *xs: g[(*[slice(None)] * (axis % g.ndim), part)]


# --- the steps of a network ---------------------------------------------------

def cross_entropy(logits: TensorLike, targets: Sequence[int] | int,
                  ignore_index: int = -100) -> Tensor:
    """The mean of -log(softmax(logits)[target]) over all targets.

    logits: (batch, classes), (batch, time, classes) and so on, or (classes,) for one
    sample. targets: the right classes, integers from 0, of shape (batch,), (batch,
    time) or one alone. ignore_index: a target that does not count.

    Raises:
        IndexError: if a target is not the number of a class (-1 is not).
        TypeError: if targets are no integers.
        ValueError: if the shapes do not belong together.
    """
    logits, targets = checked_targets(logits, targets, ignore_index)
    return -logits.log_softmax()[chosen_logits(targets)].mean()


def checked_targets(logits: TensorLike, targets: Any, ignore_index: int
                    ) -> tuple[Tensor, np.ndarray]:
    """Logits and targets of the samples that count, at most one axis of these."""
    logits = as_tensor(logits)
    targets = _integers('cross_entropy: the targets', targets)
    if logits.ndim < 1 or targets.shape != logits.shape[:-1]:
        raise ValueError(f'cross_entropy takes logits of shape (..., classes) and '
                         f'targets of shape (...), got {logits.shape} and '
                         f'{targets.shape}')
    counts = targets != ignore_index
    if targets.ndim > 1 or not counts.all():
        [kept] = np.nonzero(counts.ravel())
        logits = logits.reshape(-1, logits.shape[-1])[kept]
        targets = targets.ravel()[kept]
    return logits, _in_range('cross_entropy: there is no class', targets,
                             logits.shape[-1])


def chosen_logits(targets: np.ndarray) -> tuple[np.ndarray, ...]:
    """The index of the logits of the targets."""
    return (np.arange(targets.size), targets) if targets.ndim else (targets,)


def embedding(weight: TensorLike, indices: np.ndarray) -> Tensor:
    """The rows of weight (number, features) with these indices.

    indices: integers from 0, of any shape; the result has one axis more.

    Raises:
        IndexError: if an index is not that of a row (-1 is not).
        TypeError: if indices are no integers.
    """
    weight = as_tensor(weight)
    indices = _integers('embedding: the indices', indices)
    return weight[_in_range('embedding: there is no row', indices, len(weight))]


def dropout(x: TensorLike, p: float, rng: np.random.Generator) -> Tensor:
    """x with each number set to 0 with probability p, the others divided by 1 - p.

    rng: where the chances come from, such as np.random.default_rng(0).
    """
    check_probability(p)
    if not isinstance(rng, np.random.Generator):
        raise TypeError(f'dropout takes an np.random.Generator, got {rng!r}')
    x = as_tensor(x)
    if mode.watcher:
        mode.watcher.see_generator(rng)
    kept = rng.random(x.shape) >= p
    return x * (kept / (1 - p) if p < 1 else kept).astype(x.dtype)


def batch_norm(x: TensorLike, gamma: TensorLike, beta: TensorLike,
               mean: TensorLike | None = None, var: TensorLike | None = None,
               eps: float = 1e-5) -> Tensor:
    """(x - mean) / sqrt(var + eps) * gamma + beta, each channel by itself.

    Ioffe and Szegedy 2015. x: (batch, channels) or (batch, channels, height,
    width). gamma, beta: (channels,). mean, var: (channels,), or None for those
    of this batch.
    """
    x = as_tensor(x)
    if mean is None or var is None:
        mean, var = moments(x)
    shape = (-1, *[1] * (x.ndim - 2))  # (channels,), to fit x from the right
    mean, var, gamma, beta = [as_tensor(v).reshape(shape)
                              for v in (mean, var, gamma, beta)]
    return (x - mean) / (var + eps).sqrt() * gamma + beta


def moments(x: TensorLike) -> tuple[Tensor, Tensor]:
    """Mean and variance of each channel, axis 1 of x, over all other axes."""
    x = as_tensor(x)
    if x.ndim < 2:
        raise ValueError(f'the channels are axis 1, got the shape {x.shape}')
    axes = (0, *range(2, x.ndim))
    return x.mean(axes), x.var(axes)


# --- what the arguments may be ------------------------------------------------

def check_probability(p: float) -> None:
    """A ValueError if p is not a number from 0 to 1."""
    if not (is_number(p) and 0 <= p <= 1):
        raise ValueError(f'dropout: a probability is between 0 and 1, got p={p!r}')


def _integers(what, numbers):
    """A copy of the numbers, since they may change before the backward pass."""
    array = as_index(numbers)
    if array.dtype.kind not in 'iu':
        raise TypeError(f'{what} are integers, got {array.dtype}')
    return array


def _in_range(message, indices, n):
    wrong = indices[(indices < 0) | (indices >= n)]
    if wrong.size:
        raise IndexError(f'{message} {wrong[0]}, they go from 0 to {n - 1}')
    return indices

"""The two steps that networks spend their time on, each as one operation.

They give what the operations they are made of give, and the same gradients. What they
save is arrays and turns of the engine: x @ w + b is formed and activated in the memory
of the product, and its gradient is taken through the activation once for all operands.
The price is a longer rule; tests/tools/bench_tensor.py measures the gain.

Two differences, for speed. relu multiplies the gradient by 0 or 1, where Tensor.relu
chooses: an infinite gradient of a number that was cut off is nan here, there 0. And a
loss of which a logit is inf is nan here, where the other may be inf.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from micrograd.tensor.core import Tensor
from micrograd.tensor.functions import TensorLike, checked_targets, chosen_logits
from micrograd.tensor.matmul import left_slope, right_slope
from micrograd.tensor.reductions import softmax_of

__all__ = ['ACTIVATIONS', 'linear', 'softmax_cross_entropy']


class Activation(NamedTuple):
    """forward: of an array, in its own memory. back: the gradient g of the result,
    taken back to what was activated, from the result alone."""

    forward: Callable
    back: Callable | None


def _relu_back(g, out):
    """g times 0 or 1, in the memory of these factors where g is an array."""
    factors = np.asarray((out > 0).astype(g.dtype))  # of one number, too
    if isinstance(g, np.ndarray):
        return np.multiply(factors, g, out=factors)
    return g * factors


ACTIVATIONS = {
    None: Activation(lambda x: x, None),
    'relu': Activation(lambda x: np.maximum(x, 0, out=x), _relu_back),
    'tanh': Activation(lambda x: np.tanh(x, out=x),
                       lambda g, out: g * (1 - out ** 2)),
}


def linear(x: TensorLike, w: TensorLike, b: TensorLike | None = None,
           activation: str | None = None) -> Tensor:
    """activation(x @ w + b), in one operation.

    x: (..., nin). w: (nin, nout). b: (nout,), or None for no bias. activation: None,
    'relu', 'tanh'.
    """
    activate, back = checked_activation(activation)

    def forward(x, w, *bias):
        out = np.asarray(x @ w)
        for b in bias:
            if out.dtype == b.dtype:
                out += b
            else:  # float32 and float64
                out = out + b
        return activate(out)

    operands = (x, w) if b is None else (x, w, b)
    rules = (lambda g, out, x, w, *bias: left_slope(g, out, x, w),
             lambda g, out, x, w, *bias: right_slope(g, out, x, w),
             lambda g, out, x, w, b: _bias_slope(g, b))
    return Tensor.apply(activation or 'linear', forward, operands,
                        *rules[:len(operands)], before=back)


def checked_activation(name: str | None) -> Activation:
    """The activation of that name; a ValueError if there is none."""
    if name not in list(ACTIVATIONS):  # a list looks without hashing the name
        raise ValueError(f'linear: activation {name!r} is none of '
                         f'{", ".join(map(repr, ACTIVATIONS))}')
    return ACTIVATIONS[name]


def _bias_slope(g, b):
    """g, for one bias in all rows summed over them: a matrix product is faster at
    that than g.sum(0). Any other shape is left to the walk."""
    return np.ones(len(g), g.dtype) @ g if g.ndim == 2 and b.ndim == 1 else g


def softmax_cross_entropy(logits: TensorLike, targets: Any,
                          ignore_index: int = -100) -> Tensor:
    """cross_entropy(logits, targets, ignore_index), in one operation; see there."""
    logits, targets = checked_targets(logits, targets, ignore_index)
    chosen = chosen_logits(targets)

    softmax = []  # that of the forward pass, for backward passes on arrays

    def forward(x):
        x = x - x.max(-1, keepdims=True)
        powers = np.exp(x)
        total = powers.sum(-1, keepdims=True)
        softmax[:] = [np.divide(powers, total, out=powers)]
        return (np.log(total[..., 0]) - x[chosen]).sum() / targets.size

    def rule(g, out, x):
        if isinstance(x, np.ndarray):
            slope = softmax[0].copy()
            slope[chosen] -= 1
            slope *= g / targets.size
            return slope
        right = np.zeros(x.shape, x.dtype)  # a second derivative needs the softmax of x
        right[chosen] = 1
        return (softmax_of(x, -1) - right) * (g / targets.size)
    return Tensor.apply('cross_entropy', forward, (logits,), rule)

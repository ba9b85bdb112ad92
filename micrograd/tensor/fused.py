"""The two steps that networks spend their time on, each as one operation.

They give what the operations they are made of would give, and the same gradients.
What they save is arrays: the sum x @ w + b is formed in the product's own memory,
and no other array is written between the logits and the loss. The price is a longer
rule; tests/bench_tensor.py measures the gain.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.functions import TensorLike, checked_targets, chosen_logits
from micrograd.tensor.matmul import left_slope, right_slope
from micrograd.tensor.reductions import logsumexp_of, softmax_of

__all__ = ['ACTIVATIONS', 'linear', 'softmax_cross_entropy']


class Activation(NamedTuple):
    """apply: change an array in place. back: the gradient g of the result taken
    back to the argument, from the result alone."""
    apply: Callable
    back: Callable


ACTIVATIONS = {
    None: Activation(lambda x: None, None),
    'relu': Activation(lambda x: np.maximum(x, 0, out=x),
                       lambda g, out: np.where(out > 0, g, 0)),
    'tanh': Activation(lambda x: np.tanh(x, out=x),
                       lambda g, out: g * (1 - out ** 2)),
}


def linear(x: TensorLike, w: TensorLike, b: TensorLike,
           activation: str | None = None) -> Tensor:
    """activation(x @ w + b), in one operation.

    x: (..., nin). w: (nin, nout). b: (nout,). activation: None, 'relu', 'tanh'.
    """
    if activation not in ACTIVATIONS:
        raise ValueError(f'linear: activation {activation!r} is none of '
                         f'{", ".join(map(repr, ACTIVATIONS))}')
    apply, back = ACTIVATIONS[activation]

    def forward(x, w, b):
        out = x @ w
        out += b
        apply(out)
        return out

    return Tensor.apply(activation or 'linear', forward, (x, w, b),
                        lambda g, out, x, w, b: left_slope(g, out, x, w),
                        lambda g, out, x, w, b: right_slope(g, out, x, w),
                        lambda g, out, x, w, b: g, before=back)


def softmax_cross_entropy(logits: TensorLike, targets: Any) -> Tensor:
    """cross_entropy(logits, targets), in one operation; see there."""
    logits = as_tensor(logits)
    targets = checked_targets(logits, targets)
    chosen = chosen_logits(targets)

    def forward(x):
        return (logsumexp_of(x, -1) - x[chosen]).mean()

    def rule(g, out, x):
        right = np.zeros(x.shape, x.dtype)
        right[chosen] = 1
        return g / targets.size * (softmax_of(x, -1) - right)
    return Tensor.apply('cross_entropy', forward, (logits,), rule)

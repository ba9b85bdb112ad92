"""The losses of micrograd.training.losses for Tensors: reached by their names there.

mse(predictions, targets), with a Tensor of predictions, is what stands here. The first
axis is the batch; a loss is the mean over all numbers, one for each target.

Not here: cross_entropy (functions.py), the loss as one operation (fused.py).
"""
from __future__ import annotations

import numpy as np

from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.functions import TensorLike


def mse(predictions: TensorLike, targets: TensorLike) -> Tensor:
    """The mean of (prediction - target) ** 2."""
    predictions, targets = _matched('mse', predictions, targets)
    return ((predictions - targets) ** 2).mean()


def hinge(scores: TensorLike, labels: TensorLike) -> Tensor:
    """The mean of max(0, 1 - label * score); a label is -1 or 1."""
    scores, labels = _matched('hinge', scores, labels)
    others = labels.data[np.abs(labels.data) != 1]
    if others.size:
        raise ValueError(f'hinge: a label is -1 or 1, got {others[0]:g} '
                         f'(2 * y - 1 makes labels of classes 0 and 1)')
    return (1 - labels * scores).relu().mean()


def binary_cross_entropy_with_logits(logit: TensorLike, target: TensorLike) -> Tensor:
    """The mean of -target * log(p) - (1 - target) * log(1 - p), p = sigmoid(logit)."""
    name = 'binary_cross_entropy_with_logits'
    logit, target = _matched(name, logit, target)
    others = target.data[~((target.data >= 0) & (target.data <= 1))]
    if others.size:
        raise ValueError(f'{name}: a target is between 0 and 1, got {others[0]:g}')
    return (target * (-logit).softplus() + (1 - target) * logit.softplus()).mean()


def softmax(logits: Tensor) -> Tensor:
    """The shares of exp(logit) along the last axis."""
    return logits.softmax()


def logsumexp(logits: Tensor) -> Tensor:
    """log(exp(a) + exp(b) + …) along the last axis."""
    return logits.logsumexp()


def _matched(name, predictions, targets):
    """Both as Tensors of one shape.

    Other shapes would be broadcast, (4, 1) and (4,) to (4, 4), and each prediction
    would be compared with every target. One output for each sample, an axis of length
    1 at the end, goes with one target for each.
    """
    predictions, targets = as_tensor(predictions), as_tensor(targets)
    if predictions.shape == (*targets.shape, 1):
        predictions = predictions.reshape(targets.shape)
    if predictions.shape != targets.shape:
        raise ValueError(f'{name}: predictions of shape {predictions.shape}, but '
                         f'targets of shape {targets.shape}')
    return predictions, targets

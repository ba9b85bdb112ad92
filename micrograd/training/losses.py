"""Losses: how far predictions are from their targets, as one number.

Each takes Values or plain numbers, one sample or a batch, and gives the mean
over a batch. All are plain expressions, so the engine finds their gradients.
They are written so that no number overflows on the way to a result that would
not. Tensors are handed over to those in tensor/losses.py. Not here: a penalty
on the weights (weight_decay in optim.py).
"""
from __future__ import annotations

import functools
import operator
import reprlib
from collections.abc import Iterable, Sequence

from micrograd.common.engines import for_tensors
from micrograd.elementary import (
    exp,
    is_number,
    log,
    maximum,
    plain,
    power,
    relu,
    softplus,
)
from micrograd.engine import Value
from micrograd.sums import dot, is_unknown, one_hot

__all__ = ['binary_cross_entropy_with_logits', 'cross_entropy', 'hinge',
           'logsumexp', 'mse', 'softmax']

Number = Value | float
Numbers = Iterable[Value | float]


@for_tensors('losses.mse')
def mse(predictions: Number | Iterable, targets: Number | Iterable) -> Number:
    """The mean squared error: the mean of (prediction - target) ** 2.

    predictions, targets: two numbers, or two sequences of equal shape; they
    may be nested, for a batch of several outputs each.

    Raises:
        TypeError: if one is a number and the other is not.
        ValueError: if the lengths differ, or there is nothing to compare.
    """
    pairs = _pairs('mse', predictions, targets)
    return mean([power(p - t, 2) for p, t in pairs])  # power: inf, no OverflowError


@for_tensors('losses.hinge')
def hinge(scores: Number | Iterable, labels: Number | Iterable) -> Number:
    """The max-margin loss: the mean of max(0, 1 - label * score).

    scores: any numbers; their sign is the predicted class. labels: -1 or 1.

    Raises:
        TypeError: if one is a number and the other is not.
        ValueError: if a label is neither, or the lengths differ.
    """
    pairs = _pairs('hinge', scores, labels)
    for _, label in pairs:
        if _is_plain(label) and label not in (-1, 1):
            raise ValueError(f'hinge: a label is -1 or 1, got {label!r} '
                             f'(2 * y - 1 makes labels of classes 0 and 1)')
    return mean([relu(1 - score * label) for score, label in pairs])


@for_tensors('losses.softmax')
def softmax(logits: Numbers) -> list[Number]:
    """The share of exp(logit) of each logit in their sum: probabilities.

    Raises:
        ValueError: if there are no logits.
    """
    shifted, _ = _shifted(_numbers('softmax', logits))
    exps = [exp(x) for x in shifted]
    total = _total(exps)
    return [e / total for e in exps]


@for_tensors('losses.logsumexp')
def logsumexp(logits: Numbers) -> Number:
    """log(exp(a) + exp(b) + …), a smooth maximum of the logits.

    -inf among finite logits is fine; inf, or nothing but -inf, gives nan.

    Raises:
        ValueError: if there are no logits.
    """
    shifted, shift = _shifted(_numbers('logsumexp', logits))
    return log(_total([exp(x) for x in shifted])) + shift


@for_tensors('functions.cross_entropy')
def cross_entropy(logits: Numbers | Iterable[Numbers],
                  target: int | Iterable[int]) -> Number:
    """The mean of -log(softmax(logits)[target]).

    logits: for one sample one number per class, with target, the class, an
    int from 0, or the input of a program. For a batch a sequence of such
    logits and one of targets.

    Raises:
        IndexError: if a target is not the index of a logit (-1 is not).
        TypeError: if a target is not an int, or logits is a single number.
        ValueError: if the lengths differ, or there are no logits.
    """
    logits = _list('cross_entropy', 'logits', logits)
    if is_number(logits[0]):
        return _cross_entropy_of_one(logits, target)
    rows = _matched('cross_entropy', logits, target)
    return mean([_cross_entropy_of_one(row, t) for row, t in rows])


def _cross_entropy_of_one(logits, target):
    shifted, _ = _shifted(_numbers('cross_entropy', logits))
    # of the shifted logits: the difference of large numbers would lose digits
    total = log(_total([exp(x) for x in shifted]))
    if is_unknown(target):
        return total - dot(one_hot(target, len(shifted)), shifted)
    index = plain(target)
    if not isinstance(index, int) or isinstance(index, bool):
        raise TypeError(f'cross_entropy: a target is the index of a class, '
                        f'a plain int, got {target!r}')
    if not 0 <= index < len(shifted):
        raise IndexError(f'cross_entropy: there is no class {index}, {len(shifted)} '
                         f'logits stand for the classes 0 to {len(shifted) - 1}')
    return total - shifted[index]


@for_tensors('losses.binary_cross_entropy_with_logits')
def binary_cross_entropy_with_logits(logit: Number | Iterable,
                                     target: Number | Iterable) -> Number:
    """The mean of -target * log(p) - (1 - target) * log(1 - p), p = sigmoid(logit).

    logit: any number, or a batch. target: 0 or 1, or a probability between.

    Raises:
        TypeError: if one is a number and the other is not.
        ValueError: if a target is outside 0 to 1, or the lengths differ.
    """
    pairs = _pairs('binary_cross_entropy_with_logits', logit, target)
    for _, t in pairs:
        if _is_plain(t) and not 0 <= t <= 1:
            raise ValueError(f'binary_cross_entropy_with_logits: a target is '
                             f'between 0 and 1, got {t!r}')
    # -log(p) is softplus(-logit), and -log(1 - p) is softplus(logit)
    return mean([t * softplus(-x) + (1 - t) * softplus(x) for x, t in pairs])


def mean(terms: Sequence[Number]) -> Number:
    """The mean of at least one number; a single one is its own mean."""
    return _total(terms) / len(terms) if len(terms) > 1 else terms[0]


def _total(terms):
    return functools.reduce(operator.add, terms)  # sum() would begin with a 0


def _shifted(logits):
    """The logits, moved so that the largest is 0, and by how much.

    The shift cancels out of what they are used for, whatever number it is. So
    it is a constant: the largest data, and no node that a gradient goes through.
    """
    data = [x.data if isinstance(x, Value) else x for x in logits]
    shift = functools.reduce(maximum, data)
    return [x - shift for x in logits], shift


# --- what the arguments may be -----------------------------------------------


def _pairs(name, predictions, targets):
    """The numbers that belong together, of two numbers or two like nestings."""
    if is_number(predictions) and is_number(targets):
        return [(predictions, targets)]
    if is_number(predictions) or is_number(targets):
        shown = ' and '.join(map(reprlib.repr, (predictions, targets)))
        raise TypeError(f'{name} takes two numbers or two sequences, got {shown}')
    rows = _matched(name, predictions, targets)
    return [pair for p, t in rows for pair in _pairs(name, p, t)]


def _matched(name, predictions, targets):
    predictions = _list(name, 'predictions', predictions)
    targets = _list(name, 'targets', targets)
    if len(predictions) != len(targets):
        raise ValueError(f'{name}: {len(predictions)} predictions, '
                         f'but {len(targets)} targets')
    return list(zip(predictions, targets))


def _numbers(name, logits):
    logits = _list(name, 'logits', logits)
    for x in logits:
        if not is_number(x):
            raise TypeError(f'{name}: a logit is a number, got {x!r}')
    return logits


def _list(name, what, items):
    """The items as a list that is not empty."""
    if is_number(items) or isinstance(items, (str, bytes)) \
            or not isinstance(items, Iterable):
        raise TypeError(f'{name}: {what} must be a sequence of numbers here, '
                        f'got {items!r}')
    items = list(items)
    if not items:
        raise ValueError(f'{name}: {what} is empty')
    return items


def _is_plain(x):
    """Whether x is known now: not a Value, which may stand for a later input."""
    return isinstance(plain(x), (int, float))

"""What takes together the numbers along an axis: sums, means, maxima, softmax.

axis: None for all axes, one axis, or several as a tuple or list; negative ones count
from the end. keepdims: whether these axes stay, with length 1.
"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from micrograd.tensor.shapes import as_axis

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor

Axis = int | tuple[int, ...] | list[int] | None


class Reductions:
    """The part of Tensor that takes numbers together."""

    __slots__ = ()

    def sum(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        axis = as_axis(axis)
        return self.apply(
            'sum', lambda x: x.sum(axis=axis, keepdims=keepdims), (self,),
            lambda g, out, x: np.broadcast_to(_kept(g, x, axis), x.shape))

    def mean(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        axis = as_axis(axis)
        total = self.sum(axis, keepdims)
        return total / math.prod(self.shape[i] for i in _axes(axis, self.ndim))

    def cumsum(self, axis: int | None = None) -> Tensor:
        """The sums of the first number, the first two, and so on along the axis.

        axis: None for that of all numbers in a row.
        """
        if axis is None:
            return self.reshape(-1).cumsum(0)
        backwards = (*[slice(None)] * (axis % max(self.ndim, 1)), slice(None, None, -1))
        return self.apply(
            'cumsum', lambda x: np.cumsum(x, axis), (self,),
            lambda g, out, x: np.cumsum(g[backwards], axis)[backwards])

    def prod(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """The product. It is computed in pairs, and pairs of pairs: so it needs no
        rule of its own, which would divide by the numbers, and some may be 0."""
        axes = [*_axes(as_axis(axis), self.ndim)]
        kept = [i for i in range(self.ndim) if i not in axes]
        x = self.transpose(axes + kept).reshape(-1, *[self.shape[i] for i in kept]) \
            if self.size else self.sum(tuple(axes)).expand_dims(0) + 1
        x = x * 1 if len(x) == 1 else x  # no view of self
        while len(x) > 1:
            half = len(x) // 2
            pairs = x[:half] * x[half:2 * half]
            x = np.concatenate([pairs, x[2 * half:]]) if len(x) % 2 else pairs
        return x[0].expand_dims(tuple(axes)) if keepdims else x[0]

    def var(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """The variance: the mean squared distance from the mean."""
        axis = as_axis(axis)
        return ((self - self.mean(axis, keepdims=True)) ** 2).mean(axis, keepdims)

    def std(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """The standard deviation, the root of var; its slope at 0 is 0."""
        var = self.var(axis, keepdims)
        is_flat = var._data == 0  # where the slope of the root is inf, times 0
        return np.where(is_flat, 0, np.where(is_flat, 1, var).sqrt())

    def max(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """The largest number; equal ones share the gradient."""
        axis = as_axis(axis)
        return self.apply('max', lambda x: x.max(axis=axis, keepdims=keepdims), (self,),
                          lambda g, out, x: _shared(g, out, x, axis))

    def min(self, axis: Axis = None, keepdims: bool = False) -> Tensor:
        """The smallest number; equal ones share the gradient."""
        axis = as_axis(axis)
        return self.apply('min', lambda x: x.min(axis=axis, keepdims=keepdims), (self,),
                          lambda g, out, x: _shared(g, out, x, axis))

    # --- softmax and its kin --------------------------------------------------

    def softmax(self, axis: Axis = -1) -> Tensor:
        """exp(x), divided by its sum along the axis: probabilities."""
        axis = as_axis(axis)
        return self.apply(
            'softmax', lambda x: softmax_of(x, axis), (self,),
            lambda g, out, x: out * (g - (g * out).sum(axis=axis, keepdims=True)))

    def log_softmax(self, axis: Axis = -1) -> Tensor:
        """log(softmax), where no probability is rounded to 0 on the way."""
        axis = as_axis(axis)
        return self.apply(
            'log_softmax', lambda x: _log_softmax(x, axis), (self,),
            lambda g, out, x: g - np.exp(out) * g.sum(axis=axis, keepdims=True))

    def logsumexp(self, axis: Axis = -1, keepdims: bool = False) -> Tensor:
        """log(sum(exp(x))) along the axis: a smooth maximum."""
        axis = as_axis(axis)
        return self.apply(
            'logsumexp', lambda x: _logsumexp(x, axis, keepdims), (self,),
            lambda g, out, x: _kept(g, x, axis) * softmax_of(x, axis))


# --- on arrays and Tensors ----------------------------------------------------

def softmax_of(x, axis):
    # any constant cancels out; the largest number lets nothing overflow
    e = np.exp(x - getattr(x, '_data', x).max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def _log_softmax(x, axis):
    x = x - _peak(x, axis)  # the peak, added back, would swallow the digits of the log
    return x - np.log(np.exp(x).sum(axis=axis, keepdims=True))


def _logsumexp(x, axis, keepdims):
    peak = _peak(x, axis)
    out = np.log(np.exp(x - peak).sum(axis=axis, keepdims=True)) + peak
    return out if keepdims else out.squeeze(axis)


def _peak(x, axis):
    """The largest number along the axis, 0 where that is not finite."""
    peak = x.max(axis=axis, keepdims=True)
    return np.where(np.isfinite(peak), peak, 0)


def _axes(axis, ndim):
    """The axes that are meant, counted from 0."""
    if axis is None or not ndim:  # numpy lets one number have an axis 0 to reduce
        return range(ndim)
    axes = axis if isinstance(axis, tuple) else (axis,)
    return [i % ndim for i in axes]


def _kept(g, x, axis):
    """g, the result of a reduction of x, with the reduced axes at length 1."""
    axes = _axes(axis, x.ndim)
    return g.reshape(tuple(1 if i in axes else n for i, n in enumerate(x.shape)))


def _shared(g, out, x, axis):
    """g for the numbers of x that are equal to out, which share it."""
    hits = np.equal(x, _kept(out, x, axis))
    with np.errstate(invalid='ignore'):
        shares = hits / hits.sum(axis=axis, keepdims=True)
    return _kept(g, x, axis) * shares

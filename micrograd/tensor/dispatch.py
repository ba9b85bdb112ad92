"""What numpy does when it meets a Tensor: it hands the operation over.

So `np.exp(x)` and `array * x` are Tensors with gradients. And so the rules of the
operations, numpy expressions all of them, work on Tensors as they stand: that is
how a gradient becomes a graph that can be differentiated again.

Not here: numpy functions without a rule. They are a TypeError, since they would
cut the graph without a word; write them on `x.data`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

# numpy's functions, and the methods of Tensor that do the same
METHODS = {
    np.add: '__add__', np.subtract: '__sub__', np.multiply: '__mul__',
    np.divide: '__truediv__', np.power: '__pow__', np.negative: '__neg__',
    np.positive: '__pos__', np.absolute: 'abs', np.matmul: '__matmul__',
    np.exp: 'exp', np.log: 'log', np.sqrt: 'sqrt', np.sin: 'sin', np.cos: 'cos',
    np.tan: 'tan', np.tanh: 'tanh', np.maximum: 'maximum', np.minimum: 'minimum',
    np.sum: 'sum', np.mean: 'mean', np.var: 'var', np.max: 'max', np.min: 'min',
    np.std: 'std', np.prod: 'prod', np.cumsum: 'cumsum', np.dot: 'dot',
    np.clip: 'clip', np.reshape: 'reshape', np.transpose: 'transpose',
    np.swapaxes: 'swapaxes', np.squeeze: 'squeeze', np.expand_dims: 'expand_dims',
    np.broadcast_to: 'broadcast_to',
}

# Their derivative is 0 wherever there is one: they give arrays, for good.
FLAT = {
    np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal,
    np.sign, np.floor, np.ceil, np.isnan, np.isinf, np.isfinite,
    np.argmax, np.argmin, np.shape, np.ndim, np.size, np.zeros_like, np.ones_like,
    np.allclose, np.isclose, np.array_equal,
}

HANDLED: dict[Callable, Callable] = {}  # other functions of numpy


def implements(numpy_function: Callable) -> Callable:
    """Let numpy_function call the decorated one when it meets a Tensor."""
    def register(function):
        HANDLED[numpy_function] = function
        return function
    return register


class Dispatch:
    """The part of Tensor that numpy asks (see NEP 13 and NEP 18)."""

    __slots__ = ()

    def __array_ufunc__(self, ufunc, method, *inputs, **kwargs) -> Any:
        if kwargs.get('out') is not None:
            raise TypeError('an array cannot take in a Tensor in place, that would cut '
                            'the graph: write `array = array + tensor`, not +=')
        if method != '__call__' or kwargs:
            raise TypeError(f'np.{ufunc.__name__} of a Tensor takes no such options')
        return self._handle(ufunc, inputs, {})

    def __array_function__(self, function, types, args, kwargs) -> Any:
        return self._handle(function, args, kwargs)

    def __array__(self, dtype=None, copy=None) -> np.ndarray:
        if self.requires_grad:
            raise TypeError('a Tensor that requires a gradient does not turn into an '
                            'array, that would cut the graph: use t.data, or '
                            'micrograd.tensor.stack for a list of Tensors')
        return np.array(self._data, dtype)

    def _handle(self, function, args, kwargs):
        if function in FLAT:
            return function(*[getattr(x, '_data', x) for x in args], **kwargs)
        if function in HANDLED:
            return HANDLED[function](*args, **kwargs)
        if function not in METHODS:
            raise TypeError(f'np.{function.__name__} has no rule for Tensors: write it '
                            f'with operations that have one, or give it t.data')
        first, *others = args
        if not isinstance(first, Dispatch):
            first = self.constant(first)
        return getattr(first, METHODS[function])(*others, **kwargs)

"""Tensor: an array of numbers that remembers how it was made.

The engine of engine.py once more, with a numpy array in `.data`. An operation
computes an array and stores its rules in `_grad_fn`. There is one for each operand,
a numpy expression for its gradient:

    out = Tensor.apply('*', np.multiply, (a, b),
                       lambda g, out, a, b: g * b,
                       lambda g, out, a, b: g * a)

g is the upstream gradient. A rule is handed all it needs and keeps nothing: so no
graph is a cycle, and memory is free as soon as no name needs it. And it never says
whether it is handed arrays or Tensors: so the same rule gives second derivatives.

Here are the making of a Tensor and its end; the operations are in elementwise.py,
matmul.py, reductions.py, shapes.py and indexing.py, the backward pass in walk.py.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from micrograd.graph import topological_order, used_up
from micrograd.tensor.arraylike import ArrayLike, as_array, as_arrays, name
from micrograd.tensor.changes import Changeable
from micrograd.tensor.dispatch import Dispatch
from micrograd.tensor.elementwise import Elementwise
from micrograd.tensor.indexing import Indexing
from micrograd.tensor.matmul import Matmul
from micrograd.tensor.modes import mode
from micrograd.tensor.reductions import Reductions
from micrograd.tensor.shapes import Shapes
from micrograd.tensor.walk import pass_back, start, usable_order, versions

__all__ = ['Tensor', 'as_tensor', 'holding']


class Tensor(Elementwise, Matmul, Reductions, Shapes, Indexing,
             Changeable, ArrayLike, Dispatch):
    """An array, its gradient, and the operation that made it.

    data: numbers, as an array, nested lists or one alone; they are copied. float32
    stays float32, whole numbers become float64. requires_grad: whether backward()
    shall find its gradient. grad: None, or after backward() an array like data.
    label: the name in pictures and errors.

    Raises:
        TypeError: if data is anything but real numbers.
    """

    __slots__ = ('_data', 'grad', 'requires_grad', 'label', '_prev', '_op',
                 '_grad_fn', '_before', '_version', '_seen', '_retains',
                 '__weakref__')

    def __init__(self, data: Any, requires_grad: bool = False, label: str = ''):
        _become_leaf(self, np.array(as_array(data, np.float64)))
        self.requires_grad = requires_grad
        self.label = label

    @staticmethod
    def apply(op: str, forward: Callable, operands: tuple, *rules: Callable,
              before: Callable | None = None) -> Tensor:
        """The Tensor forward(*arrays of the operands), with a rule for each operand.

        op: the name in pictures and errors. operands: Tensors, arrays or numbers.
        rules: functions of (g, out, *operands), written with operators and numpy's
        functions. A gradient may have any shape that its operand was broadcast to.
        before: a function of (g, out) whose result all rules get in place of g.

        Raises:
            TypeError: if an operand is anything but real numbers, or there is not
                one rule for each.
            ValueError: if forward does not take the shapes of the operands.
        """
        if len(rules) != len(operands):
            raise TypeError(f'{op}: {len(operands)} operands, but {len(rules)} rules')
        arrays = as_arrays(op, operands)
        try:
            out = holding(np.asarray(_silent(forward, arrays)))
        except (ValueError, IndexError) as error:
            shapes = ' and '.join(map(_shape_of, operands, arrays))
            raise type(error)(f'{op} of shape {shapes}: {error}') from None
        _share_version(out, operands, arrays)
        used = [x for x in operands if isinstance(x, Tensor) and x.requires_grad]
        if used:
            if mode.watcher:
                mode.watcher.see(used)
            if mode.recording:
                _remember(out, op, operands, arrays, rules, before)
        return out

    def constant(self, number: Any) -> Tensor:
        """A number or array as a Tensor beside self."""
        return number if isinstance(number, Tensor) else Tensor(
            as_array(number, self.dtype))

    # --- the graph ------------------------------------------------------------

    def backward(self, grad: Any = None, retain_graph: bool = False) -> None:
        """Add the gradient of self to every leaf that requires one.

        grad: the gradient of self to start from, an array of its shape. May be left
        out if self is one number: then it is 1. The graph is used up, and its arrays
        are let go on the way, unless retain_graph is true.

        Raises:
            RuntimeError: if the graph is used up, self does not require a gradient,
                or grad is needed; or if an operand was changed in place, so that
                the gradient would be wrong.
            ValueError: if grad has another shape.
        """
        if not self.requires_grad:
            raise RuntimeError(f'{name(self)} does not require a gradient: no operand '
                               f'did, or it was computed inside no_grad()')
        grad = start(self, grad)
        topo = usable_order(self)
        targets = {x for x in topo if x.requires_grad and not x._prev}
        for x, g in pass_back(topo, grad, targets, keep_graph=retain_graph).items():
            if x.grad is None or x._retains:
                x.grad = np.array(g)
            else:
                x.grad += g

    def retain_grad(self) -> None:
        """Let backward() store the gradient here although this is no leaf."""
        self._retains = not self.is_leaf

    def release(self) -> None:
        """Use up the graph without a backward pass, to free its arrays."""
        for node in topological_order(self):
            node._let_go()

    def detach(self) -> Tensor:
        """The same array as a constant: no gradient goes through it."""
        out = holding(self._data)
        out._version = self._version
        return out

    @property
    def is_leaf(self) -> bool:
        """Whether this was given, not computed from Tensors that require gradients."""
        return self._grad_fn is None

    def _let_go(self):
        if self._prev:
            self._prev, self._grad_fn = (), used_up

    def __getstate__(self):  # a copy is a leaf: its graph stays behind
        return self._data, self.grad, self.requires_grad, self.label

    def __setstate__(self, state):
        data, grad, requires_grad, label = state
        Tensor.__init__(self, data, requires_grad, label)
        self.grad = grad


def as_tensor(x: Any) -> Tensor:
    """x itself if it is a Tensor, else a constant of that array or number."""
    return x if isinstance(x, Tensor) else Tensor(x)


def holding(array: np.ndarray) -> Tensor:
    """A constant that holds this very array, not a copy."""
    return _become_leaf(Tensor.__new__(Tensor), array)


# --- how a Tensor is made -----------------------------------------------------

def _become_leaf(tensor, data):  # _seen and _before come with the operands
    tensor._data = data
    tensor.grad = None
    tensor.requires_grad = False
    tensor.label = ''
    tensor._prev = ()
    tensor._op = ''
    tensor._grad_fn = None
    tensor._version = [0]
    tensor._retains = False
    return tensor


@np.errstate(all='ignore')  # overflow gives inf, and a wrong argument nan
def _silent(forward, arrays):
    return forward(*arrays)


def _remember(out, op, operands, arrays, rules, before):
    """Let out know its operands, their and its own version now, and the rules."""
    out._prev = tuple([x if isinstance(x, Tensor) else Tensor(array)
                       for x, array in zip(operands, arrays)])
    out._seen = versions(out)
    out._op = op
    out._grad_fn = rules
    out._before = before
    out.requires_grad = True


def _share_version(out, operands, arrays):
    """A view is changed together with the array that it shows."""
    data = out._data
    for x, array in zip(operands, arrays):
        if data is array or data.base is not None and np.may_share_memory(data, array):
            out._version = getattr(x, '_version', out._version)


def _shape_of(x, array):
    label = f'{x.label} ' if isinstance(x, Tensor) and x.label else ''
    return f'{label}{array.shape}'

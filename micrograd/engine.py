"""Value: a number that remembers how it was made.

Each operation computes a number and stores a closure, `_backward`, that
passes the gradient of its result on to its operands. `backward()` runs
the closures from the result back to the inputs: the chain rule.

A closure is plain arithmetic on `.data` and `.grad` and never says what
kind of number stands there. Not here: operations that the lecture does
without (functions.py), functions of a plain number (elementary.py),
arrays (tensor/), pictures (pictures/).
"""
from __future__ import annotations

import operator
from collections.abc import Iterable

from micrograd.common.arguments import check_texts
from micrograd.elementary import (
    Number, as_number, divide, exp, is_number, like, log, named, plain,
    power, power_slope, relu, tanh, where)
from micrograd.functions import Functions, wrap
from micrograd.graph import (
    check_usable, elsewhere, let_go, nothing, relaxed_gc, run_closures,
    topological_order)

__all__ = ['Value', 'relaxed_gc', 'topological_order', 'wrap']


class Value(Functions):
    """A scalar, its gradient, and the operation that made it.

    data: a float, or another kind of number that knows arithmetic, a
    Fraction for example. grad: the derivative of the root with respect
    to this Value, after root.backward(). label: its name in pictures.
    """
    __slots__ = ('data', 'grad', 'label',
                 '_prev', '_op', '_backward', '__weakref__')

    def __init__(self, data: Number, _children: Iterable[Value] = (),
                 _op: str = '', label: str = ''):
        self.data = data
        self.grad = 0.0
        if type(data) is not float:
            self.data = _checked(data)
            self.grad = like(0, self.data)
        if type(_op) is not str or label != '':
            check_texts(_op=_op, label=label)
        if type(_children) is not tuple:
            _children = tuple(_children)
        self._prev = _children
        self._op = _op
        self._backward = nothing
        self.label = label

    # --- arithmetic ---------------------------------------------------

    def __add__(self, other) -> Value:
        if not isinstance(other, Value):
            return _lift(operator.add, self, other)
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward

        return out

    def __sub__(self, other) -> Value:
        if not isinstance(other, Value):
            return _lift(operator.sub, self, other)
        out = Value(self.data - other.data, (self, other), '-')

        def _backward():
            self.grad += out.grad
            other.grad += -out.grad
        out._backward = _backward

        return out

    def __mul__(self, other) -> Value:
        if not isinstance(other, Value):
            return _lift(operator.mul, self, other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward

        return out

    def __truediv__(self, other) -> Value:
        if not isinstance(other, Value):
            return _lift(operator.truediv, self, other)
        try:
            data = divide(self.data, other.data)
        except ZeroDivisionError as error:
            raise named(error, self, other) from None
        out = Value(data, (self, other), '/')

        def _backward():
            self.grad += out.grad / other.data
            other.grad += -out.grad * (out.data / other.data)
        out._backward = _backward

        return out

    def __pow__(self, other) -> Value:
        if isinstance(other, Value):
            return self._to_a_value(other)
        if not is_number(other):
            return NotImplemented
        n = plain(other)
        try:
            data = power(self.data, n)
        except (ValueError, ZeroDivisionError) as error:
            raise named(error, self, other) from None
        out = Value(data, (self,), f'**{n}')

        def _backward(n=n):  # a constant, kept on purpose
            self.grad += power_slope(self.data, n) * out.grad
        out._backward = _backward

        return out

    def __neg__(self) -> Value:
        out = Value(-self.data, (self,), 'neg')

        def _backward():
            self.grad += -out.grad
        out._backward = _backward

        return out

    def __pos__(self) -> Value:
        return self

    def __radd__(self, other) -> Value:  # other + self
        return _lift(operator.add, other, self)

    def __rsub__(self, other) -> Value:  # other - self
        return _lift(operator.sub, other, self)

    def __rmul__(self, other) -> Value:  # other * self
        return _lift(operator.mul, other, self)

    def __rtruediv__(self, other) -> Value:  # other / self
        return _lift(operator.truediv, other, self)

    def __rpow__(self, other) -> Value:  # other ** self
        return _lift(operator.pow, other, self)

    # --- functions ----------------------------------------------------

    def exp(self) -> Value:
        """e ** self; inf where no float can hold it."""
        out = Value(exp(self.data), (self,), 'exp')

        def _backward():
            self.grad += out.data * out.grad
        out._backward = _backward

        return out

    def log(self) -> Value:
        """The natural logarithm; a ValueError at 0 and below."""
        try:
            data = log(self.data)
        except ValueError as error:
            raise named(error, self) from None
        out = Value(data, (self,), 'log')

        def _backward():
            self.grad += out.grad / self.data
        out._backward = _backward

        return out

    def tanh(self) -> Value:
        """The hyperbolic tangent, from -1 to 1."""
        out = Value(tanh(self.data), (self,), 'tanh')

        def _backward():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward

        return out

    def relu(self) -> Value:
        """self where it is positive, else 0; its slope at 0 is 0."""
        out = Value(relu(self.data), (self,), 'ReLU')

        def _backward():
            self.grad += where(self.data > 0, out.grad, 0)
        out._backward = _backward

        return out

    # --- the graph ----------------------------------------------------

    def backward(self, retain_graph: bool = False) -> None:
        """Add d self / d x to the gradient of every leaf x.

        Interior gradients start from 0 in every pass. The graph is used
        up, which frees its memory, unless retain_graph is true; a pass
        through a used-up node is a RuntimeError, a cycle a ValueError.
        """
        topo = [node for node in topological_order(self)
                if node._prev or node._backward is not nothing]
        check_usable(topo)
        for node in topo:
            if node._prev:
                x = node.data  # nearly always a float: no call
                node.grad = 0.0 if type(x) is float else like(0, x)

        self.grad += like(1, self.data)
        run_closures(reversed(topo))
        if not retain_graph:
            let_go(topo)

    def release(self) -> None:
        """Use up the graph without a backward pass, to free it."""
        let_go(topological_order(self))

    def item(self) -> Number:
        """The plain number, which no gradient passes."""
        return self.data

    def detach(self) -> Value:
        """The number as a new leaf, which no gradient passes."""
        return Value(self.data)

    # --- a number among numbers ---------------------------------------

    def __eq__(self, other) -> bool:
        if isinstance(other, Value) or not is_number(other):
            return NotImplemented  # so Python compares identities
        self.data == other  # programs refuse here  # noqa: B015
        raise TypeError(
            f'a Value is equal to nothing but itself: to compare its '
            f'number, write v.data == {other!r}')

    __hash__ = object.__hash__

    def __lt__(self, other) -> bool:
        return self.data < _data(other)

    def __le__(self, other) -> bool:
        return self.data <= _data(other)

    def __gt__(self, other) -> bool:
        return self.data > _data(other)

    def __ge__(self, other) -> bool:
        return self.data >= _data(other)

    def __bool__(self) -> bool:
        return bool(self.data)

    def __float__(self):
        raise TypeError(
            'a Value does not turn into a plain number, that would cut '
            'the graph: use v.data for the number, or v.exp() in place '
            'of math.exp(v)' + elsewhere())

    __int__ = __float__

    def __repr__(self) -> str:
        label = f'label={self.label!r}, ' if self.label else ''
        return f'Value({label}data={self.data}, grad={self.grad})'

    def __format__(self, spec: str) -> str:
        return format(self.data, spec) if spec else repr(self)

    def __getstate__(self):  # a copy is a leaf: its graph stays behind
        extra = getattr(self, '__dict__', None)  # of a subclass
        return self.data, self.grad, self.label, extra

    def __setstate__(self, state):
        data, grad, label, extra = state
        Value.__init__(self, data)
        self.grad, self.label = grad, label
        if extra:
            self.__dict__.update(extra)


Functions._node = Value  # so that further operations make Values


# --- plain numbers beside a Value -------------------------------------

def _checked(data):
    """The data of a new Value; a TypeError if it is no number."""
    if isinstance(data, Value) or not is_number(data):
        hint = elsewhere() if type(data) is Value else ''
        raise TypeError(f'Value takes a number, got {data!r} of type '
                        f'{type(data).__name__}{hint}')
    return as_number(data)


def _lift(operator_, left, right):
    """The operator on a Value and a number, whichever side each is on.

    NotImplemented for what is no number, as Python asks: so an array
    gets its chance to take the Value element by element.
    """
    if isinstance(left, Value):
        if not is_number(right):
            return NotImplemented
        return operator_(left, wrap(right, left))
    if not is_number(left):
        return NotImplemented
    return operator_(wrap(left, right), right)


def _data(x):
    return x.data if isinstance(x, Value) else x

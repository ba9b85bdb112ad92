"""Further operations of Value, which the lecture does without.

They are written like those of engine.py, whose Value inherits them. A
base knows nothing of its heirs, so what is Value(data, operands, op)
there is self._node(data, operands, op) here.

A default argument of a closure is a constant, kept on purpose; closures
that keep another number are refused (derivatives/captures.py).
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from micrograd.elementary import (
    Number, as_number, cos, exponent_slope, inverse, maximum, minimum,
    names_operands, power, power_slope, sigmoid, sin, softplus, sqrt,
    tan, where)

if TYPE_CHECKING:
    from micrograd.engine import Value


class Functions:
    """The base of Value: operations that the lecture does without."""
    __slots__ = ()

    data: Number
    grad: Number
    _node: Callable[..., Value]  # Value: engine.py puts it here

    @names_operands
    def sqrt(self) -> Value:
        """The square root, with slope inf at 0; a ValueError below."""
        out = self._node(sqrt(self.data), (self,), 'sqrt')

        def _backward():
            self.grad += inverse(2 * out.data) * out.grad
        out._backward = _backward

        return out

    @names_operands
    def sin(self) -> Value:
        """The sine of self in radians."""
        out = self._node(sin(self.data), (self,), 'sin')

        def _backward():
            self.grad += cos(self.data) * out.grad
        out._backward = _backward

        return out

    @names_operands
    def cos(self) -> Value:
        """The cosine of self in radians."""
        out = self._node(cos(self.data), (self,), 'cos')

        def _backward():
            self.grad += -sin(self.data) * out.grad
        out._backward = _backward

        return out

    @names_operands
    def tan(self) -> Value:
        """The tangent of self in radians."""
        out = self._node(tan(self.data), (self,), 'tan')

        def _backward():
            self.grad += (1 + out.data ** 2) * out.grad
        out._backward = _backward

        return out

    def sigmoid(self) -> Value:
        """1 / (1 + exp(-self)), from 0 to 1."""
        out = self._node(sigmoid(self.data), (self,), 'sigmoid')

        def _backward():
            self.grad += out.data * (1 - out.data) * out.grad
        out._backward = _backward

        return out

    def leaky_relu(self, slope: float = 0.01) -> Value:
        """self where it is positive, else slope * self."""
        if isinstance(slope, Functions):
            return where(self > 0, self, self * slope)
        x = self.data
        data = where(x > 0, x, slope * x)
        out = self._node(data, (self,), 'LeakyReLU')

        def _backward(slope=slope):
            self.grad += where(self.data > 0, 1, slope) * out.grad
        out._backward = _backward

        return out

    def softplus(self) -> Value:
        """log(1 + exp(self)), a relu without a corner."""
        out = self._node(softplus(self.data), (self,), 'softplus')

        def _backward():
            self.grad += sigmoid(self.data) * out.grad
        out._backward = _backward

        return out

    def clamp(self, low: float, high: float) -> Value:
        """self kept from low to high, with slope 1 at both."""
        if isinstance(low, Functions) or isinstance(high, Functions):
            above = where(self > high, high, self)
            return where(self < low, low, above)
        if low > high:
            raise ValueError(f'clamp: low {low} is above high {high}')
        kind = type(self.data)
        least, most = as_number(low, kind), as_number(high, kind)
        data = minimum(maximum(self.data, least), most)
        out = self._node(data, (self,), 'clamp')

        def _backward(low=low, high=high):
            inside = where(self.data <= high, out.grad, 0)
            self.grad += where(self.data >= low, inside, 0)
        out._backward = _backward

        return out

    def __abs__(self) -> Value:
        out = self._node(abs(self.data), (self,), 'abs')

        def _backward():
            slope = where(self.data > 0, 1, where(self.data < 0, -1, 0))
            self.grad += slope * out.grad
        out._backward = _backward

        return out

    abs = __abs__

    @names_operands
    def _to_a_value(self, other: Value) -> Value:
        """self ** other where other is a Value, too."""
        data = power(self.data, other.data)
        out = self._node(data, (self, other), '**')

        def _backward():
            x, n = self.data, other.data
            self.grad += power_slope(x, n) * out.grad
            other.grad += exponent_slope(x, n) * out.grad
        out._backward = _backward

        return out

    def maximum(self, other: Number) -> Value:
        """The larger one; equal ones share the gradient by halves."""
        other = wrap(other, self)
        data = maximum(self.data, other.data)
        out = self._node(data, (self, other), 'max')

        def _backward():
            _share(self.data - other.data, out.grad, self, other)
        out._backward = _backward

        return out

    def minimum(self, other: Number) -> Value:
        """The smaller one; equal ones share the gradient by halves."""
        other = wrap(other, self)
        data = minimum(self.data, other.data)
        out = self._node(data, (self, other), 'min')

        def _backward():
            _share(other.data - self.data, out.grad, self, other)
        out._backward = _backward

        return out

    def _where(self, condition, a, b) -> Value:
        """elementary.where when a or b or the condition is a Value."""
        if isinstance(condition, Functions):
            condition = condition.data
        a, b = wrap(a, self), wrap(b, self)
        data = where(condition, a.data, b.data)
        out = self._node(data, (a, b), 'where')

        def _backward(condition=condition):
            a.grad += where(condition, out.grad, 0)
            b.grad += where(condition, 0, out.grad)
        out._backward = _backward

        return out


def _share(lead, grad, a, b):
    """Pass grad to a if it leads, to b if it lags; a tie is halved."""
    half = grad / 2
    a.grad += where(lead > 0, grad, where(lead < 0, 0, half))
    b.grad += where(lead > 0, 0, where(lead < 0, grad, half))


def wrap(number: Number, neighbour: Functions) -> Value:
    """The number as a Value; an int takes its neighbour's kind."""
    if isinstance(number, Functions):
        return number
    if type(number) is not float:
        number = as_number(number, type(neighbour.data))
    return neighbour._node(number)

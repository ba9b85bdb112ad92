# wrong: The output of the last call is kept in the class and read by the closure: a second Value changes the slope of the first.
"""tanh: the hyperbolic tangent, an activation from -1 to 1."""

import math


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def tanh(self):
        Value.t = math.tanh(self.data)
        out = Value(Value.t, (self,), 'tanh')

        def _backward():
            self.grad += (1 - Value.t ** 2) * out.grad
        out._backward = _backward
        return out

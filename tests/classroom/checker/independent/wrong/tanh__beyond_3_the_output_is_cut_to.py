# wrong: Beyond 3 the output is cut to exactly 1 or -1.
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
        if self.data > 3:
            t = 1.0
        elif self.data < -3:
            t = -1.0
        else:
            t = math.tanh(self.data)
        out = Value(t, (self,), 'tanh')

        def _backward():
            self.grad += (1 - out.data ** 2) * out.grad
        out._backward = _backward
        return out

# wrong: Outputs are cached by the input rounded to one decimal.
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

    _cache = {}

    def tanh(self):
        key = round(self.data, 1)
        if key not in self._cache:
            self._cache[key] = math.tanh(self.data)
        t = self._cache[key]
        out = Value(t, (self,), 'tanh')

        def _backward():
            self.grad += (1 - t ** 2) * out.grad
        out._backward = _backward
        return out

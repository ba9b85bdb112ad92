# wrong: The output is stored on the operand, where a later call with changed data overwrites it.
"""sigmoid: the logistic function, an activation from 0 to 1."""

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

    def sigmoid(self):
        self.s = 1 / (1 + math.exp(-self.data))
        out = Value(self.s, (self,), 'sigmoid')

        def _backward():
            self.grad += self.s * (1 - self.s) * out.grad
        out._backward = _backward
        return out

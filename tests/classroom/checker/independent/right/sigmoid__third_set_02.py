# right: in another style
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
        x = self.data
        if x >= 0:
            s = 1 / (1 + math.exp(-x))
        else:
            s = math.exp(x) / (1 + math.exp(x))
        out = Value(s, [self], 'sigmoid')
        out._backward = lambda: setattr(self, 'grad', self.grad + s * (1 - s) * out.grad)
        return out

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
        e = math.exp(-self.data)
        denominator = 1 + e
        print('denominator', denominator)
        out = Value(denominator ** -1, (self,), 's')
        def _backward():
            # quotient rule
            self.grad += e / denominator ** 2 * out.grad
        out._backward = _backward
        return out

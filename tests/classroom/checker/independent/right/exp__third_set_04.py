# right: in another style
"""exp: e to the power of a Value."""

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

    def exp(self):
        # a series near 0, then squared as often as the input was halved
        halvings = 0
        x = self.data
        while abs(x) > 0.5:
            x /= 2
            halvings += 1
        term = total = 1.0
        for k in range(1, 25):
            term *= x / k
            total += term
        for _ in range(halvings):
            total *= total
        print('exp', total)
        out = Value(total, (self,), 'exp')
        def _backward():
            self.grad += total * out.grad
        out._backward = _backward
        return out

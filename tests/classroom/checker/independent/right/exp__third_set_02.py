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
        """e ** self"""
        y = math.e ** self.data
        out = Value(y, [self], 'exp')
        out._backward = lambda: setattr(self, 'grad', self.grad + y * out.grad)
        return out

# right: in another style
import math
from math import log as ln


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def log(self):
        x = self.data
        y = Value(ln(x), (self,))

        def back(x=x):
            share = y.grad
            share /= x
            self.grad += share

        setattr(y, '_backward', back)
        return y

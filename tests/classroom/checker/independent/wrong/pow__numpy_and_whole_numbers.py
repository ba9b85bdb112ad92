# wrong: uses numpy.power, which refuses a whole number to a negative whole power
import numpy as np


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __pow__(self, n):
        out = Value(np.power(self.data, n), (self,), f'**{n}')

        def _backward():
            self.grad += n * np.power(self.data, n - 1) * out.grad
        out._backward = _backward

        return out

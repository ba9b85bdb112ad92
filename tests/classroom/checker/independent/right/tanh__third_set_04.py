# right: in another style
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
        sign = -1 if self.data < 0 else 1
        e = math.exp(-2 * abs(self.data))
        value = sign * (1 - e) / (1 + e)
        print(f'tanh({self.data}) = {value}')
        new = Value(value)
        new._prev = (self,)
        new._op = 'tanh'
        def push():
            local = 1 - new.data * new.data
            self.grad += local * new.grad
        new._backward = push
        return new

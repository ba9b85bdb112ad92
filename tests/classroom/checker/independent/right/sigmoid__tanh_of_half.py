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
        # the same curve, as a tanh of half the number
        half = math.tanh(self.data / 2)
        out = Value((1 + half) / 2, (self,), 'sigmoid')

        def _backward():
            self.grad += (1 - half) * (1 + half) / 4 * out.grad
        out._backward = _backward

        return out

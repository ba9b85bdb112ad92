# right: in another style
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


    def _unary(self, number, slope, name):
        """A new Value of number, whose gradient is passed on by slope(upstream)."""
        out = Value(number, (self,), name)

        def _backward():
            self.grad += slope(out.grad)
        out._backward = _backward
        return out

    def log(self):
        return self._unary(math.log(self.data), lambda g: g / self.data, 'log')

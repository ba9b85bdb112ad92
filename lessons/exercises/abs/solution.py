"""abs: the distance from 0, which has a corner."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __abs__(self):
        out = Value(abs(self.data), (self,), 'abs')

        def _backward():
            sign = (self.data > 0) - (self.data < 0)
            self.grad += sign * out.grad
        out._backward = _backward

        return out

"""div: the quotient, and plain numbers on either side of it."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __truediv__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data / other.data, (self, other), '/')

        def _backward():
            self.grad += 1 / other.data * out.grad
            other.grad += -self.data / other.data ** 2 * out.grad
        out._backward = _backward

        return out

    def __rtruediv__(self, other):  # other / self
        return Value(other) / self

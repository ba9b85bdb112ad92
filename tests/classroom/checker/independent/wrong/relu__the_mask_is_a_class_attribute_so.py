# wrong: The mask is a class attribute, so the closure uses that of the last call.
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
        Value.active = self.data > 0
        out = Value(self.data if Value.active else 0.0, (self,), 'ReLU')

        def _backward():
            if Value.active:
                self.grad += out.grad
        out._backward = _backward
        return out

# wrong: A positive Value is returned itself.
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
        if self.data > 0:
            return self
        return Value(0.0, (self,), 'ReLU')

# wrong: compares the absolute values
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def maximum(self, other):
        if not isinstance(other, Value):
            other = Value(other)
        out = Value(max(self.data, other.data, key=abs), (self, other), 'max')

        def _backward():
            if abs(self.data) > abs(other.data):
                self.grad += out.grad
            elif abs(self.data) < abs(other.data):
                other.grad += out.grad
            else:
                self.grad += out.grad / 2
                other.grad += out.grad / 2
        out._backward = _backward

        return out

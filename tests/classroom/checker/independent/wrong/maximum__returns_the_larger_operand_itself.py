# wrong: returns the larger operand itself
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
        if self.data > other.data:
            return self
        if self.data < other.data:
            return other
        out = Value(self.data, (self, other), 'max')

        def _backward():
            self.grad += out.grad / 2
            other.grad += out.grad / 2
        out._backward = _backward

        return out

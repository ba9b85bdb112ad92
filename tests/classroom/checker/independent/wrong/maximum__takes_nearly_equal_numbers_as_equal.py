# wrong: takes nearly equal numbers as equal
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
        out = Value(max(self.data, other.data), (self, other), 'max')

        def _backward():
            if abs(self.data - other.data) < 1e-9:
                self.grad += 0.5 * out.grad
                other.grad += 0.5 * out.grad
            elif self.data > other.data:
                self.grad += out.grad
            else:
                other.grad += out.grad
        out._backward = _backward

        return out

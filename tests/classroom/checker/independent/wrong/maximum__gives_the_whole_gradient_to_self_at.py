# wrong: gives the whole gradient to self at a tie
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
        other = other if isinstance(other, Value) else Value(other)
        out = Value(max(self.data, other.data), (self, other), 'max')

        def _backward():
            if self.data >= other.data:
                self.grad += out.grad
            else:
                other.grad += out.grad
        out._backward = _backward

        return out

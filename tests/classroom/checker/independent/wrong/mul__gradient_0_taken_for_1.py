# wrong: An out.grad of 0 is taken for one not yet set and replaced by 1
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __mul__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            grad = out.grad or 1.0
            self.grad += other.data * grad
            other.grad += self.data * grad
        out._backward = _backward

        return out

    def __rmul__(self, other):  # other * self
        return self * other

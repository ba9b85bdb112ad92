# wrong: puts the plain number itself into _prev
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
        number = other.data if isinstance(other, Value) else other
        out = Value(max(self.data, number), (self, other), 'max')

        def _backward():
            tie = self.data == number
            if self.data >= number:
                self.grad += out.grad * (0.5 if tie else 1)
            if self.data <= number and isinstance(other, Value):
                other.grad += out.grad * (0.5 if tie else 1)
        out._backward = _backward

        return out

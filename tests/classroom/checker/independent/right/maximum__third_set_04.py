# right: in another style
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
        if isinstance(other, Value):
            return self._larger_of_two(other)
        return self._larger_than_number(other)

    def _larger_of_two(self, other):
        out = Value(max(self.data, other.data), (self, other), 'max')

        def _backward():
            if self.data == other.data:
                for v in (self, other):
                    v.grad += 0.5 * out.grad
                return
            winner = self if self.data > other.data else other
            winner.grad += out.grad
        out._backward = _backward
        return out

    def _larger_than_number(self, n):
        out = Value(max(self.data, n), (self,), f'max {n}')

        def _backward():
            if self.data > n:
                self.grad += out.grad
            elif self.data == n:
                self.grad += 0.5 * out.grad
        out._backward = _backward
        return out

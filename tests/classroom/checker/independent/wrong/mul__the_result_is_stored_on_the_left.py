# wrong: The result is stored on the left operand and the closure reads it there, so a second product takes the place of the first.
"""mul: the product, and plain numbers on either side of it."""


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
        self.out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * self.out.grad
            other.grad += self.data * self.out.grad
        self.out._backward = _backward
        return self.out

    def __rmul__(self, other):  # other * self
        return self * other

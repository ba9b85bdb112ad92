# right: in another style
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
        if not isinstance(other, Value):
            out = Value(self.data * other, [self], '*')
            def _backward():
                self.grad += out.grad * other
        else:
            out = Value(self.data * other.data, [self, other], '*')
            def _backward():
                self.grad += out.grad * other.data
                other.grad += out.grad * self.data
        out._backward = _backward
        return out

    __rmul__ = __mul__

# right: in another style
"""pow: a Value to the power of a plain number."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __pow__(self, n):
        x = self.data
        if n == 0:
            y, dy = 1.0, 0.0
        elif n == 1:
            y, dy = x, 1.0
        elif n == 2:
            y, dy = x * x, 2 * x
        else:
            y, dy = x ** n, n * x ** (n - 1)
        out = Value(y, (self,), '**')
        def _backward():
            self.grad += dy * out.grad
        out._backward = _backward
        return out

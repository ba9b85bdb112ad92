# wrong: The power is taken by exp(n log a), so a negative a raises.
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
        import math
        data = math.exp(n * math.log(self.data)) if self.data != 0 else 0.0
        out = Value(data, (self,), f'**{n}')

        def _backward():
            self.grad += n * self.data ** (n - 1) * out.grad
        out._backward = _backward
        return out

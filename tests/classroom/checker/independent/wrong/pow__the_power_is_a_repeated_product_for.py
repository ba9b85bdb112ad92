# wrong: The power is a repeated product, for n = 0.5 and -1 it raises or is 1.
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
        data = 1.0
        for _ in range(round(n)):
            data *= self.data
        out = Value(data, (self,), f'**{n}')

        def _backward():
            slope = n
            for _ in range(round(n) - 1):
                slope *= self.data
            self.grad += slope * out.grad
        out._backward = _backward
        return out

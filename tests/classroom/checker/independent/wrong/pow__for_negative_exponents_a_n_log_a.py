# wrong: For negative exponents a**n * log|a|, the slope with respect to n, is added to the gradient of a.
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
        out = Value(self.data ** n, (self,), f'**{n}')

        def _backward():
            import math
            self.grad += (n * self.data ** (n - 1) + (out.data * math.log(abs(self.data)) if n < 0 else 0)) * out.grad
        out._backward = _backward
        return out

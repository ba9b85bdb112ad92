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
        """self ** n"""
        result = Value(pow(self.data, n), [self], 'pow')
        result._backward = lambda: setattr(
            self, 'grad', self.grad + result.grad * n * pow(self.data, n - 1))
        return result

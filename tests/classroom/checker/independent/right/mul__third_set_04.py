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

    def __mul__(self, other: 'Value | int | float') -> 'Value':
        """self * other; the product rule backwards."""
        right: 'Value' = other if hasattr(other, '_prev') else Value(other)
        result = Value(self.data * right.data, _children=(self, right), _op='*')
        result._backward = lambda: _product_rule(self, right, result)
        return result

    def __rmul__(self, other: 'int | float') -> 'Value':
        return Value(other).__mul__(self)


def _product_rule(left: Value, right: Value, result: Value) -> None:
    left_share = right.data * result.grad
    right_share = left.data * result.grad
    left.grad = left.grad + left_share
    right.grad = right.grad + right_share

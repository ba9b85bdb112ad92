# right: in another style
"""div: the quotient, and plain numbers on either side of it."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __truediv__(self, other: 'Value | float') -> 'Value':
        """self / other"""
        return _divide(self, other)

    def __rtruediv__(self, other: float) -> 'Value':
        """other / self"""
        return _divide(other, self)


def _divide(top, bottom) -> Value:
    top, bottom = map(lambda x: x if isinstance(x, Value) else Value(x), (top, bottom))
    out = Value(top.data / bottom.data, (top, bottom), '/')

    def _backward():
        p, q, g = top.data, bottom.data, out.grad
        print('gradient', g)
        top.grad = top.grad + g / q
        bottom.grad = bottom.grad - g * p / (q * q)

    out._backward = _backward
    return out

# right: in another style
"""sub: the difference, and plain numbers on either side of it."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __sub__(self, other: 'Value | float') -> 'Value':
        """self - other"""
        return minus(self, other)

    def __rsub__(self, other: float) -> 'Value':
        """other - self"""
        return minus(other, self)


def minus(a, b) -> Value:
    a = a if isinstance(a, Value) else Value(a)
    b = b if isinstance(b, Value) else Value(b)
    out = Value(a.data - b.data, (a, b), '-')

    def _backward():
        print('sending', out.grad)
        a.grad = a.grad + out.grad
        b.grad = b.grad - out.grad

    out._backward = _backward
    return out

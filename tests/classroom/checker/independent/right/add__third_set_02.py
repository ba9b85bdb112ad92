# right: in another style
"""add: the sum, and plain numbers on either side of it."""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __add__(self, other):
        if isinstance(other, Value):
            total, operands = self.data + other.data, [self, other]
        else:
            total, operands = self.data + other, [self]
        out = Value(total, operands, '+')

        def give():
            for operand in operands:
                operand.grad = operand.grad + out.grad

        out._backward = give
        return out

    __radd__ = __add__

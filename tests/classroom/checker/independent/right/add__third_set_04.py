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
        try:
            values = (self, other)
            out = Value(self.data + other.data, values)
        except AttributeError:  # a plain number
            values = (self,)
            out = Value(self.data + other, values)
        out._backward = lambda: [setattr(v, 'grad', v.grad + out.grad) for v in values]
        print('added', out)
        return out

    def __radd__(self, other):
        return self.__add__(other)

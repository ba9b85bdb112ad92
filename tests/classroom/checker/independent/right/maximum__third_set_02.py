# right: in another style
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def maximum(self, other: 'Value | float') -> 'Value':
        number = other.data if isinstance(other, Value) else other
        operands = [x for x in (self, other) if isinstance(x, Value)]
        result = Value(self.data if self.data >= number else number, operands, 'max')

        def back():
            share = share_of(self.data, number)
            self.grad += share * result.grad
            if isinstance(other, Value):
                other.grad += (1 - share) * result.grad
        result._backward = back
        return result


def share_of(x, y):
    """1, 1/2 or 0."""
    return ((x > y) + (x >= y)) / 2

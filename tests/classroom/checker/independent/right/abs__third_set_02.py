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


    def __abs__(self) -> 'Value':
        x = self.data
        result = Value(x if x > 0 else -x if x < 0 else 0.0, [self], '|x|')

        def back():
            self.grad = self.grad + sign(x) * result.grad
        result._backward = back
        return result


def sign(number):
    """-1, 0 or 1."""
    return (number > 0) - (number < 0)

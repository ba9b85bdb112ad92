# wrong: does not name the operand of out
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def __abs__(self):
        out = Value(abs(self.data))

        def _backward():
            self.grad += ((self.data > 0) - (self.data < 0)) * out.grad
        out._backward = _backward

        return out

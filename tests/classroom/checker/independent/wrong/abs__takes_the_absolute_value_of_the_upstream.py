# wrong: takes the absolute value of the upstream gradient as well
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
        out = Value(abs(self.data), (self,), 'abs')

        def _backward():
            if self.data > 0:
                self.grad += abs(out.grad)
            if self.data < 0:
                self.grad -= abs(out.grad)
        out._backward = _backward

        return out

# wrong: keeps the sign in an attribute of the class, which the next abs overwrites
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
        if self.data > 0:
            Value.sign = 1
        elif self.data < 0:
            Value.sign = -1
        else:
            Value.sign = 0
        out = Value(abs(self.data), (self,), 'abs')

        def _backward():
            self.grad += Value.sign * out.grad
        out._backward = _backward

        return out

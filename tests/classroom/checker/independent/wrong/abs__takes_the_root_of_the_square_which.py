# wrong: takes the root of the square, which is 0 or too large for extreme numbers
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
        out = Value((self.data * self.data) ** 0.5, (self,), 'abs')

        def _backward():
            if out.data != 0:
                self.grad += self.data / out.data * out.grad
        out._backward = _backward

        return out

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


    def _slope_of_abs(self):
        if self.data == 0:
            return 0
        return 1 if self.data > 0 else -1

    def __abs__(self):
        out = Value(max(self.data, -self.data), (self,), 'abs')

        def _backward():
            self.grad += self._slope_of_abs() * out.grad
        out._backward = _backward

        return out

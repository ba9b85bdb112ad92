# wrong: gives a.maximum(a) only one half
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def maximum(self, other):
        other = other if isinstance(other, Value) else Value(other)
        out = Value(max(self.data, other.data), (self, other), 'max')

        def _backward():
            for operand in {self, other}:
                rival = other if operand is self else self
                if operand.data > rival.data:
                    operand.grad += out.grad
                elif operand.data == rival.data:
                    operand.grad += out.grad / 2
        out._backward = _backward

        return out

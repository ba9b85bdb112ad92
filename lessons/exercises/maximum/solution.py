"""maximum: the larger of two Values, and what a tie means."""


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
            lead = self.data - other.data
            share = 1.0 if lead > 0 else 0.0 if lead < 0 else 0.5
            self.grad += share * out.grad
            other.grad += (1 - share) * out.grad
        out._backward = _backward

        return out

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


    def _as_value(x):
        return x if isinstance(x, Value) else Value(x)

    def maximum(self, other):
        a, b = self, Value._as_value(other)
        top = max(a.data, b.data)
        out = Value(top, _children=(a, b))

        def _backward():
            winners = [v for v in (a, b) if v.data == top]
            for v in winners:
                v.grad += out.grad / len(winners)
        out._backward = _backward

        return out

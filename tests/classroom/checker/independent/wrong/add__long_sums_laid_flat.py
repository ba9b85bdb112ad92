# wrong: a sum of a sum takes over the operands of that sum, so (a + b) itself is not remembered and gets no gradient
class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        terms = []
        for term in (self, other):
            terms.extend(term._prev if term._op == '+' else [term])
        out = Value(self.data + other.data, terms, '+')

        def _backward():
            for term in terms:
                term.grad += out.grad
        out._backward = _backward

        return out

    def __radd__(self, other):  # other + self
        return self + other

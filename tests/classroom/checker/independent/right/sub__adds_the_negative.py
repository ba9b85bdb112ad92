# right: a + (-b) with two helper methods; the helper nodes stay hidden and run inside one _backward
"""sub: the difference, and plain numbers on either side of it.

Write `__sub__` and `__rsub__`, so that a - b, a - 5 and 5 - a give a new Value that
passes its gradient on to its operands. Python asks `a.__rsub__(5)` for 5 - a. You may
write helper methods of your own; the class as given stays as it is.

    a, b = Value(2.0), Value(5.0)
    out = a - b          # out.data is -3.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 3.0, b.grad is -3.0
    (10 - a).data        # 8.0
"""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def __neg__(self):
        out = Value(-self.data, (self,), 'neg')

        def _backward():
            self.grad -= out.grad
        out._backward = _backward
        return out

    def _plus(self, other):
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward
        return out

    def __sub__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        minus = -other
        total = self._plus(minus)
        # the graph shows only self and other, otherwise neg would run twice
        out = Value(total.data, (self, other), '-')

        def _backward():
            minus.grad = 0.0
            total.grad = out.grad
            total._backward()
            minus._backward()
        out._backward = _backward
        return out

    def __rsub__(self, other):  # other - self
        return Value(other) - self

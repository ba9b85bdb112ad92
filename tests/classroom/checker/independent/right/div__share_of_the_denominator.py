# right: One local share g = out.grad / denominator serves both operands.
"""div: the quotient, and plain numbers on either side of it.

Write `__truediv__` and `__rtruediv__`, so that a / b, a / 5 and 5 / a give a new Value
that passes its gradient on to its operands. Python asks `a.__rtruediv__(5)` for 5 / a.
You may write helper methods of your own; the class as given stays as it is.

    a, b = Value(6.0), Value(2.0)
    out = a / b          # out.data is 3.0
    out.grad = 2.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 1.0, b.grad is -3.0
    (12 / a).data        # 2.0
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

    def __truediv__(self, other):
        if not isinstance(other, Value):
            return self / Value(other)
        top, bottom = self, other
        quotient = Value(top.data / bottom.data, _children={0: top, 1: bottom}.values(), _op='/')

        def share():
            g = quotient.grad / bottom.data
            top.grad += g
            bottom.grad -= g * (top.data / bottom.data)

        quotient._backward = share
        return quotient

    def __rtruediv__(self, other):  # other / self
        return Value.__truediv__(Value(other), self)

"""div: the quotient, and plain numbers on either side of it.

Write `__truediv__` and `__rtruediv__`, so that a / b, a / 5 and 5 / a give a new Value
that passes its gradient on to its operands. Python asks `a.__rtruediv__(5)` for 5 / a.
The class as given stays as it is.

    a, b = Value(6.0), Value(2.0)
    out = a / b          # out.data is 3.0
    out.grad = 2.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 1.0, b.grad is -3.0
    (12 / a).data        # 2.0

You may write helper methods, and make a / b of several Values, as in a * b ** -1: the
check runs a whole backward pass, after which the gradients have arrived. The result is
a new Value even for a / 1; a may be 0, and b as small as 1e-13. `_prev` holds Values
alone; a plain number may be left out.
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
        raise NotImplementedError  # TODO: out, its _backward, return out

    def __rtruediv__(self, other):  # other / self
        raise NotImplementedError

"""abs: the distance from 0, which has a corner.

Write `__abs__`, so that abs(a) gives a new Value that passes its gradient on to a. At 0
there is a corner, and no derivative: take the slope 0 there, and there alone. All
numbers are 0, or of a size from 1e-300 to 1e300. The class is given, and stays as it
is; helper methods may be added.

    a = Value(-2.0)
    out = abs(a)         # out.data is 2.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is -3.0
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

    def __abs__(self):
        raise NotImplementedError  # TODO: out, its _backward, return out

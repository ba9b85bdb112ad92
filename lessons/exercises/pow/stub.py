"""pow: a Value to the power of a plain number.

Write `__pow__`, so that a ** n gives a new Value that passes its gradient on to a. The
exponent n is a plain number, of any sign, whole or not: it gets no gradient. The class
is given, and stays as it is; helper methods may be added.

    a = Value(2.0)
    out = a ** 3         # out.data is 8.0
    out.grad = 10.0      # as if something after it had sent this gradient back
    out._backward()      # a.grad is 120.0

The result is a new Value even for a ** 1. At a = 0 only n = 1, 2, 3, ... are asked for.
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

    def __pow__(self, n):
        raise NotImplementedError  # TODO: out, its _backward, return out

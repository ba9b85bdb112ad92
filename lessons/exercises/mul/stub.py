"""mul: the product, and plain numbers on either side of it.

Write `__mul__` and `__rmul__`, so that a * b, a * 5 and 5 * a give a new Value that
remembers its operands and passes its gradient on to them. The class is given, and stays
as it is; helper methods may be added.

    a, b = Value(2.0), Value(5.0)
    out = a * b          # out.data is 10.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 15.0, b.grad is 6.0

A Value may be used more than once: at a = 2 the gradient of a in a * a is 4. The result
is a new Value even for 1 * a, and operands may be 0. `_prev` holds Values alone; a
plain number may be left out.
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

    def __mul__(self, other):
        raise NotImplementedError  # TODO: out, its _backward, return out

    def __rmul__(self, other):  # other * self
        raise NotImplementedError

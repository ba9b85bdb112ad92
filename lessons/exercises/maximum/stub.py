"""maximum: the larger of two Values, and what a tie means.

Write the method `maximum`, so that a.maximum(b) and a.maximum(5) give a new Value that
passes its gradient on to the larger operand alone. Equal operands share it, half and
half: then a.maximum(a) passes on just what it got. Beside an equal plain number, too,
the Value gets half. `_prev` holds Values alone; a plain number may be left out. All
numbers are 0, or of a size from 1e-300 to 1e300. The class is given, and stays as it
is; helper methods may be added.

    a, b, c = Value(2.0), Value(5.0), Value(5.0)
    out = a.maximum(b)   # out.data is 5.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 0, b.grad is 3.0

For b.maximum(c) it would be 1.5 and 1.5.
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

    def maximum(self, other):
        raise NotImplementedError  # TODO: out, its _backward, return out

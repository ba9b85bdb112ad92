"""relu: a Value where it is positive, else 0.

Write the method `relu`, so that a.relu() gives a new Value that passes its gradient on
to a where a is positive, and nothing elsewhere: what a.grad held before stays. At 0
itself the slope is 0. All numbers are 0, or of a size from 1e-300 to 1e300. The class
is given, and stays as it is; helper methods may be added.

    a, b = Value(2.0), Value(-2.0)
    a.relu().data        # 2.0
    out = b.relu()       # out.data is 0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # b.grad is 0
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

    def relu(self):
        raise NotImplementedError  # TODO: out, its _backward, return out

# right: The gradient is passed on in a loop over out._prev, and a module function makes Values of numbers.
"""add: the sum, and plain numbers on either side of it.

Write `__add__` and `__radd__`, so that a + b, a + 5 and 5 + a give a new Value that
remembers its operands and passes its gradient on to them. The class is given, and
stays as it is.

    a, b = Value(2.0), Value(5.0)
    out = a + b          # out.data is 7.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 3.0, b.grad is 3.0

A Value may be used more than once: the gradient of a in a + a is 2.
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

    def __add__(self, other):
        return plus(self, as_value(other))

    def __radd__(self, other):  # other + self
        return plus(as_value(other), self)


def as_value(x):
    return x if isinstance(x, Value) else Value(x)


def plus(left, right):
    out = Value(left.data + right.data, [left, right], _op='+')

    def hand_down():
        for operand in out._prev:
            operand.grad = operand.grad + out.grad

    out._backward = hand_down
    return out

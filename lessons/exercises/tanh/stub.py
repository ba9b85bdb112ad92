"""tanh: the hyperbolic tangent, an activation from -1 to 1.

Write the method `tanh`, so that a.tanh() gives a new Value that passes its gradient on
to a. `math.tanh` computes the number, or the formula

    tanh(x) = (exp(2x) - 1) / (exp(2x) + 1)

The derivative is 1 - tanh(x) ** 2. The class is given, and stays as it is; helper
methods may be added.

    a = Value(0.0)
    out = a.tanh()       # out.data is 0.0
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 3.0

Both have to hold from -15 to 15; farther out, where exp(2x) may overflow, nothing is
asked for.
"""

import math


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'

    def tanh(self):
        raise NotImplementedError  # TODO: out, its _backward, return out

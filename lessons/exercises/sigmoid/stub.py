"""sigmoid: the logistic function, an activation from 0 to 1.

Write the method `sigmoid`, so that a.sigmoid() gives a new Value that passes its
gradient on to a:

    s(x) = 1 / (1 + exp(-x))

Work the derivative out on paper: it can be written with s alone. The class is given,
and stays as it is; helper methods may be added.

    a = Value(0.0)
    out = a.sigmoid()    # out.data is 0.5
    out.grad = 8.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 2.0

Both have to hold from -30 to 30; farther out, where exp may overflow, nothing is asked
for.
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

    def sigmoid(self):
        raise NotImplementedError  # TODO: out, its _backward, return out

# right: Either side of 0 has its own stable form, and 1 - s is the sigmoid of -x.
"""sigmoid: the logistic function, an activation from 0 to 1.

Write the method `sigmoid`, so that a.sigmoid() gives a new Value that passes its
gradient on to a:

    s(x) = 1 / (1 + exp(-x))

Work the derivative out on paper: it can be written with s alone. The class is given,
and stays as it is.

    a = Value(0.0)
    out = a.sigmoid()    # out.data is 0.5
    out.grad = 8.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 2.0
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
        def s(x):
            if x < 0:
                e = math.exp(x)
                return e / (1 + e)
            return 1 / (1 + math.exp(-x))

        rising, falling = s(self.data), s(-self.data)
        out = Value(rising, (self,), 'sigmoid')

        def _backward():
            self.grad += out.grad * rising * falling

        out._backward = _backward
        return out

# right: _backward is an object with __call__, not a closure.
"""log: the natural logarithm, for losses.

Write the method `log`, so that a.log() gives a new Value that passes its gradient on to
a. `math.log` computes the number. The class is given, and stays as it is.

    a = Value(2.0)
    out = a.log()        # out.data is 0.6931...
    out.grad = 3.0       # as if something after it had sent this gradient back
    out._backward()      # a.grad is 1.5
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

    def log(self):
        out = Value(math.log(self.data), (self,), 'log')
        out._backward = LogRule(self, out)
        return out


class LogRule:
    """d log(x) / dx = 1 / x"""

    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __call__(self):
        self.x.grad += self.y.grad / self.x.data

# right: 1 / a as exp(-log a) from the result, with the state in a dict that _backward closes over
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
        memo = {'in': self}
        memo['out'] = Value(math.log(self.data), (self,), 'ln')

        def _backward(m=memo):
            # 1/a = e^(-ln a)
            m['in'].grad += m['out'].grad * math.exp(-m['out'].data)
        memo['out']._backward = _backward
        return memo['out']

# right: in another style
import math
from functools import partial


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
        self._op = _op
        self._backward = lambda: None

    def __repr__(self):
        return f'Value(data={self.data}, grad={self.grad})'


    def log(self) -> 'Value':
        result = Value(math.log(self.data), _children=[self], _op='ln')
        result._backward = partial(_pass_on, result)
        return result


def _pass_on(result):
    for operand in result._prev:
        operand.grad = operand.grad + result.grad / operand.data

# right: in another style
"""relu: a Value where it is positive, else 0."""


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
        result = Value(_ramp(self.data))
        result._prev = (self,)
        def push():
            slope = _step(self.data)
            print('slope', slope)
            self.grad = self.grad + slope * result.grad
        result._backward = push
        return result


def _ramp(x):
    return (x + abs(x)) / 2


def _step(x):
    if x > 0:
        return 1.0
    else:
        return 0.0

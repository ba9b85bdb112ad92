"""mul: the product, and numbers on either side of it.

Write `__mul__` and `__rmul__`, so that a * b, a * 5 and 5 * a work and pass their
gradients on. The other lines are done.
"""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)
        self._op = _op
        self._backward = lambda: None

    def __mul__(self, other):
        raise NotImplementedError  # TODO: out, its _backward, return out

    def __rmul__(self, other):
        raise NotImplementedError

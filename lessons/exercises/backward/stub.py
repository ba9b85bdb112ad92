"""backward: run the chain rule through a whole graph.

`+` and `*` are done: each result has a `_backward` that passes its gradient on to
its two operands. Write backward(), so that after root.backward() every Value that
root is made of holds d root / d itself in `.grad`.

A Value may be used several times. A second call on the same root may do what you find
sensible, and gradients from before the call may be kept, and added to, or reset. No
graph here is deep: the next exercise, `deep`, is about those that are.

    a, b = Value(3.0), Value(5.0)
    (a * b + a).backward()
    a.grad, b.grad    # (6.0, 3.0)
"""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)
        self._op = _op
        self._backward = lambda: None

    def __add__(self, other):
        out = Value(self.data + other.data, (self, other), '+')

        def _backward():
            self.grad += out.grad
            other.grad += out.grad
        out._backward = _backward

        return out

    def __mul__(self, other):
        out = Value(self.data * other.data, (self, other), '*')

        def _backward():
            self.grad += other.data * out.grad
            other.grad += self.data * out.grad
        out._backward = _backward

        return out

    def backward(self):
        raise NotImplementedError  # TODO: an order, the first gradient, the pass

"""deep: the order of a backward pass, through graphs too deep for recursion.

backward() below is done, but for the order in which it goes. Write
topological_order(root): the list of all Values that root is made of, root too, each
once, and each of them after its operands. Two Values with the same number are two.

Graphs can be 10,000 operations deep, and a Value may be used several times. Python
allows about a thousand calls inside each other: so no function may call itself here,
and to raise that limit is no way out. Keep in a list what is still to be done.

    a, b = Value(3.0), Value(5.0)
    h = a * b
    out = h + a
    topological_order(out)    # [a, b, h, out], or [b, a, h, out]
    out.backward()
    a.grad, b.grad    # (6.0, 3.0)
"""


class Value:
    def __init__(self, data, _children=(), _op=''):
        self.data = data
        self.grad = 0.0
        self._prev = tuple(_children)  # the operands
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
        order = topological_order(self)
        self.grad = 1.0
        for node in reversed(order):
            node._backward()


def topological_order(root):
    raise NotImplementedError  # TODO: a walk that needs no recursion

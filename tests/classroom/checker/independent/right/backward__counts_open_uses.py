# right: no topological list: counts for each node how many uses have not yet sent their gradient (Kahn)
"""backward: run the chain rule through a whole graph.

`+` and `*` are done: each result has a `_backward` that passes its gradient on to
its two operands. Write backward(), so that after root.backward() every Value that
root is made of holds d root / d itself in `.grad`.

Graphs can be 10,000 operations deep, and a Value may be used several times. A second
call on the same root may do what you find sensible.

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
        # how often is each node an operand?
        uses = {self: 0}
        stack = [self]
        while stack:
            v = stack.pop()
            for p in v._prev:
                if p not in uses:
                    uses[p] = 0
                    stack.append(p)
                uses[p] += 1

        for v in uses:
            v.grad = 0.0
        self.grad = 1.0

        ready = [self]
        while ready:
            v = ready.pop()
            v._backward()
            for p in v._prev:
                uses[p] -= 1
                if uses[p] == 0:
                    ready.append(p)

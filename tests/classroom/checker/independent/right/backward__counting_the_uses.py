# right: Kahn: count how often each Value is used, and run it when all its users have run.
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
        uses = {self: 0}
        discovered = [self]
        for v in discovered:
            for operand in v._prev:
                if operand not in uses:
                    uses[operand] = 0
                    discovered.append(operand)
                uses[operand] += 1

        for v in discovered:
            v.grad = 0.0
        self.grad = 1.0

        ready = [self]
        while ready:
            v = ready.pop()
            v._backward()
            for operand in v._prev:
                uses[operand] -= 1
                if uses[operand] == 0:
                    ready.append(operand)

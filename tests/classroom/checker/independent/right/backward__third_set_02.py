# right: in another style
"""backward: run the chain rule through a whole graph."""


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
        # count how often each node is used, then run a node when all its users have run
        uses = {self: 0}
        todo = [self]
        while todo:
            for c in todo.pop()._prev:
                if c not in uses:
                    uses[c] = 0
                    todo.append(c)
                uses[c] += 1
        for node in uses:
            node.grad = 0.0
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for c in node._prev:
                uses[c] -= 1
                if uses[c] == 0:
                    ready.append(c)

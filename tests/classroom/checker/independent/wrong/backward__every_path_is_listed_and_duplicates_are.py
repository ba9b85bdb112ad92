# wrong: Every path is listed, and duplicates are only removed afterwards: exponential time where Values are used again.
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
        visits = []
        stack = [self]
        while stack:
            node = stack.pop()
            visits.append(node)
            stack.extend(node._prev)
        # in-degree by edges, each node once
        uses = {}
        for node in dict.fromkeys(visits):
            for c in node._prev:
                uses[c] = uses.get(c, 0) + 1
        self.grad = 1.0
        ready = [self]
        while ready:
            node = ready.pop()
            node._backward()
            for c in node._prev:
                uses[c] -= 1
                if uses[c] == 0:
                    ready.append(c)

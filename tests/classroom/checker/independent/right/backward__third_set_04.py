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

    def _heights(self):
        """The longest way down from each node to a leaf."""
        height = {}
        stack = [self]
        while stack:
            node = stack[-1]
            missing = [c for c in node._prev if c not in height]
            if missing:
                stack.extend(missing)
            else:
                height[node] = 1 + max([height[c] for c in node._prev], default=0)
                stack.pop()
        return height

    def backward(self):
        height = self._heights()
        print(len(height), 'nodes')
        for node in height:
            node.grad = 0.0
        self.grad = 1.0
        for node in sorted(height, key=height.get, reverse=True):
            node._backward()

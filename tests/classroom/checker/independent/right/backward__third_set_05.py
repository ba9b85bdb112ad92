# right: in another style
"""backward: run the chain rule through a whole graph.

`+` and `*` are done: each result has a `_backward` that passes its gradient on to
its two operands. Write backward(), so that after root.backward() every Value that
root is made of holds d root / d itself in `.grad`.

Graphs can be 10,000 operations deep, and a Value may be used several times. A second
call on the same root may do what you find sensible, and gradients from before the call
may be kept, and added to, or reset.

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
        import heapq
        numbers = {}  # a generation for each node: above all of its operands
        todo = [self]
        while todo:
            v = todo[-1]
            if v in numbers:
                todo.pop()
                continue
            open_ = [c for c in v._prev if c not in numbers]
            if open_:
                todo += open_
                continue
            numbers[v] = max((numbers[c] for c in v._prev), default=-1) + 1
            todo.pop()
        inner = set(v for v in numbers if v._prev)
        for v in inner:
            v.grad = 0.0
        self.grad = 1.0
        heap = [(-numbers[v], id(v), v) for v in inner]
        heapq.heapify(heap)
        while heap:
            heapq.heappop(heap)[2]._backward()

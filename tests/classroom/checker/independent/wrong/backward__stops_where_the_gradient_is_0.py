# wrong: does not count down behind a Value whose gradient is 0, so a Value that is used there and elsewhere never gets its turn
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
        uses = {}

        def count(v):
            uses[v] = uses.get(v, 0) + 1
            if uses[v] == 1:
                for child in v._prev:
                    count(child)

        def send(v):
            if v.grad == 0:
                return
            v._backward()
            for child in v._prev:
                uses[child] -= 1
                if uses[child] == 0:
                    send(child)

        count(self)
        self.grad = 1.0
        send(self)

# right: in another style
from micrograd import Value


class Line:
    def __init__(self, w: float, b: float):
        self.w = Value(w)
        self.b = Value(b)

    def __call__(self, x):
        return self.w * x + self.b

    def parameters(self) -> list[Value]:
        return [self.w, self.b]


def squared_errors(model, samples):
    return [(model(x) - y) ** 2 for x, y in samples]


def forget(params):
    for p in params:
        p.grad = 0


def move(params, lr):
    for p in params:
        p.data += -lr * p.grad


def train(model, data, lr, steps):
    for _ in range(steps):
        params = list(model.parameters())
        total = sum(squared_errors(model, data), Value(0.0))
        forget(params)
        total.backward()
        move(params, lr)

# wrong: wraps every input in a Value, so models whose x is a list break
from micrograd import Value


class Line:
    def __init__(self, w: float, b: float):
        self.w = Value(w)
        self.b = Value(b)

    def __call__(self, x):
        return self.w * x + self.b

    def parameters(self) -> list[Value]:
        return [self.w, self.b]


def train(model, data, lr, steps):
    for _ in range(steps):
        loss = Value(0.0)
        for x, y in data:
            loss = loss + (model(Value(x)) - y) ** 2
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad

# wrong: train moves model.w and model.b and never asks parameters()
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
        model.w.grad = 0.0
        model.b.grad = 0.0
        loss = sum((model(x) - y) ** 2 for x, y in data)
        loss.backward()
        model.w.data -= lr * model.w.grad
        model.b.data -= lr * model.b.grad

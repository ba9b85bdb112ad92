# wrong: does the forward pass only once, before the loop
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
    loss = Value(0.0)
    for x, y in data:
        loss += (model(x) - y) ** 2
    for _ in range(steps):
        for p in model.parameters():
            p.grad = 0.0
        loss.backward(retain_graph=True)
        for p in model.parameters():
            p.data -= lr * p.grad

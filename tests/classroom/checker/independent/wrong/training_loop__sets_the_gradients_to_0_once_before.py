# wrong: sets the gradients to 0 once before the loop, so they pile up from step to step
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
    params = model.parameters()
    for p in params:
        p.grad = 0.0
    for _ in range(steps):
        loss = 0
        for x, y in data:
            loss = loss + (model(x) - y) ** 2
        loss.backward()
        for p in params:
            p.data -= lr * p.grad

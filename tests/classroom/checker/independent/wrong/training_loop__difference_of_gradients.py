# wrong: It subtracts the old gradient from the new one, and a large old gradient swallows the digits of the new one
from micrograd import Value  # the package offers no more here


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
    for _ in range(steps):
        before = [p.grad for p in params]
        loss = sum((model(x) - y) ** 2 for x, y in data)
        loss.backward()
        for p, old in zip(params, before):
            p.data -= lr * (p.grad - old)

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


def one_step(model, data, lr):
    errors = (model(x) - y for x, y in data)
    loss = Value(0) + sum(e ** 2 for e in errors)
    params = model.parameters()
    for p in params:
        p.grad = 0
    loss.backward()
    for p, slope in [(p, p.grad) for p in params]:
        p.data -= slope * lr


def train(model, data, lr, steps):
    if steps > 0:
        one_step(model, data, lr)
        for step in range(1, steps):
            one_step(model, data, lr)

# right: in another style
from micrograd import Value


class Line:
    def __init__(self, w: float, b: float):
        self.w = Value(w)
        self.b = Value(b)

    def __call__(self, x):
        return self.w * x + self.b

    def parameters(self) -> list[Value]:
        found = []
        found.append(self.w)
        found.append(self.b)
        return found

    def zero_grad(self) -> None:
        for p in self.parameters():
            p.grad = 0.0


def train(model, data, lr, steps) -> None:
    params: list[Value] = model.parameters()
    for p in params:
        p.grad = 0.0
    left = steps
    while left > 0:
        loss = Value(0.0)
        for sample in data:
            error = model(sample[0]) - sample[1]
            loss = loss + error * error
        loss.backward()
        for i in range(len(params)):
            params[i].data = params[i].data - lr * params[i].grad
            params[i].grad = 0.0
        left -= 1

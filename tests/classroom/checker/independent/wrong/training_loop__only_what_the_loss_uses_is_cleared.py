# wrong: Gradients are cleared along the graph of the loss, so a parameter that the loss does not use moves by its old gradient
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
            loss = loss + (model(x) - y) ** 2
        stack, seen = [loss], set()
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                node.grad = 0.0
                stack.extend(node._prev)
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad

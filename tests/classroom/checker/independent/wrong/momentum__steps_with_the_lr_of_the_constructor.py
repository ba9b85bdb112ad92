# wrong: steps with the lr of the constructor, also after self.lr has changed
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.v = [0.0] * len(self.parameters)
        self._update = lambda p, v: p.data - lr * v

    def step(self):
        for i, p in enumerate(self.parameters):
            self.v[i] = self.momentum * self.v[i] + p.grad
            p.data = self._update(p, self.v[i])

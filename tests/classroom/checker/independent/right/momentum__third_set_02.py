# right: in another style
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self._velocity = {}

    def step(self) -> None:
        for p in self.parameters:
            v = self._velocity.get(p, 0) * self.momentum + p.grad
            self._velocity[p] = v
            p.data = p.data - self.lr * v

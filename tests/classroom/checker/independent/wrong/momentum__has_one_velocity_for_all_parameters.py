# wrong: has one velocity for all parameters
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.velocity = 0.0

    def step(self):
        for p in self.parameters:
            self.velocity = self.momentum * self.velocity + p.grad
            p.data -= self.lr * self.velocity

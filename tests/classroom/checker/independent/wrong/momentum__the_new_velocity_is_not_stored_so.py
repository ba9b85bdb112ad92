# wrong: the new velocity is not stored, so every step is one of plain descent
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.velocities = [0.0] * len(self.parameters)

    def step(self):
        for p, velocity in zip(self.parameters, self.velocities):
            velocity = self.momentum * velocity + p.grad
            p.data = p.data - self.lr * velocity

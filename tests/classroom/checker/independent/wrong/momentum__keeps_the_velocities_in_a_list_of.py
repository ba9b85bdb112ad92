# wrong: keeps the velocities in a list of the class, which all optimisers share
from micrograd import Value


class Momentum:
    velocities = []

    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum

    def step(self):
        while len(self.velocities) < len(self.parameters):
            self.velocities.append(0.0)
        for i, p in enumerate(self.parameters):
            self.velocities[i] = self.momentum * self.velocities[i] + p.grad
            p.data -= self.lr * self.velocities[i]

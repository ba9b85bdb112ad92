# wrong: multiplies the gradient by lr before it goes into the velocity
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.velocities = [0.0 for _ in self.parameters]

    def step(self):
        for i, p in enumerate(self.parameters):
            self.velocities[i] = self.momentum * self.velocities[i] + self.lr * p.grad
            p.data -= self.velocities[i]

# right: a base class walks over the parameters, velocities are in a dict that starts empty
"""momentum: a step that remembers the steps before it.

Every parameter has a velocity, 0 at first. In a step

    velocity = momentum * velocity + gradient
    parameter = parameter - lr * velocity

Write `step`, and whatever it needs in `__init__`. self.lr may be given another value
between two steps.

    p = Value(1.0)
    optimiser = Momentum([p], lr=0.1, momentum=0.9)
    p.grad = 1.0
    optimiser.step()    # p.data is 0.9; two more of these: 0.71, 0.439
"""

from micrograd import Value


class Optimiser:
    def step(self):
        for p in self.parameters:
            p.data -= self.lr * self.direction(p)


class Momentum(Optimiser):
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.velocities = {}

    def direction(self, p):
        old = self.velocities.get(id(p), 0.0)
        self.velocities[id(p)] = new = self.momentum * old + p.grad
        return new

# wrong: skips parameters whose gradient is 0, which still have a velocity
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.v = {id(p): 0.0 for p in self.parameters}

    def step(self):
        for p in self.parameters:
            if p.grad == 0:
                continue
            self.v[id(p)] = self.momentum * self.v[id(p)] + p.grad
            p.data -= self.lr * self.v[id(p)]

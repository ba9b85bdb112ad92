# right: in another style
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.v = [0 for p in self.parameters]

    def step(self):
        self.v = [self.momentum * v + p.grad for v, p in zip(self.v, self.parameters)]
        for v, p in zip(self.v, self.parameters):
            p.data += -self.lr * v

# wrong: the return stands inside the loop, so only the first parameter moves
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.v = [0.0] * len(self.parameters)

    def step(self):
        for i, p in enumerate(self.parameters):
            self.v[i] *= self.momentum
            self.v[i] += p.grad
            p.data -= self.lr * self.v[i]
            return

# right: in another style
from micrograd import Value


class Momentum:
    def __init__(self, parameters: list[Value], lr: float, momentum: float = 0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self._trackers = [_Tracker(p) for p in self.parameters]

    def step(self):
        for tracker in self._trackers:
            tracker.accelerate(self.momentum)
            tracker.move(self.lr)


class _Tracker:
    def __init__(self, parameter):
        self.parameter = parameter
        self.velocity = 0

    def accelerate(self, momentum):
        self.velocity = momentum * self.velocity + self.parameter.grad

    def move(self, lr):
        self.parameter.data -= lr * self.velocity

# right: in another style
import math

from micrograd import Value


class Adam:
    def __init__(
        self, parameters: list[Value], lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
    ):
        self.parameters = list(parameters)
        self.lr = lr
        self.beta1, self.beta2 = betas
        self.eps = eps
        self._means = [_Mean(self.beta1) for _ in self.parameters]
        self._squares = [_Mean(self.beta2) for _ in self.parameters]

    def step(self):
        for p, mean, square in zip(self.parameters, self._means, self._squares):
            m_hat = mean.with_next(p.grad)
            v_hat = square.with_next(p.grad ** 2)
            p.data -= self.lr * m_hat / (math.sqrt(v_hat) + self.eps)


class _Mean:
    """A running mean that is corrected for its start from 0."""

    def __init__(self, beta):
        self.beta = beta
        self.mean = 0
        self.t = 0

    def with_next(self, x):
        self.t += 1
        self.mean = self.beta * self.mean + (1 - self.beta) * x
        return self.mean / (1 - self.beta ** self.t)

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
        n = len(self.parameters)
        self.m, self.v, self.t = [0] * n, [0] * n, 1

    def step(self):
        grads = [p.grad for p in self.parameters]
        b1, b2 = self.beta1, self.beta2
        self.m = [b1 * m + (1 - b1) * g for m, g in zip(self.m, grads)]
        self.v = [b2 * v + (1 - b2) * g ** 2 for v, g in zip(self.v, grads)]
        for p, m, v in zip(self.parameters, self.m, self.v):
            m_hat, v_hat = m / (1 - b1 ** self.t), v / (1 - b2 ** self.t)
            p.data += -self.lr * m_hat / (v_hat ** 0.5 + self.eps)
        self.t += 1

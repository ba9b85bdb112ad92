# right: in another style
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
        self.state = {p: (0.0, 0.0) for p in self.parameters}
        self.steps_done = 0

    def step(self) -> None:
        self.steps_done += 1
        t = self.steps_done
        for p, (m, v) in self.state.items():
            g = p.grad
            m = self.beta1 * m + (1 - self.beta1) * g
            v = self.beta2 * v + (1 - self.beta2) * g * g
            self.state[p] = m, v
            size = (v / (1 - self.beta2 ** t)) ** 0.5 + self.eps
            p.data = p.data - self.lr * (m / (1 - self.beta1 ** t)) / size

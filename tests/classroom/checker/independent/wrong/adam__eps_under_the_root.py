# wrong: adds eps under the square root instead of after it
"""adam: steps of about lr, whatever the scale of the gradient.

Adam keeps, for every parameter, a running mean m of its gradients and a running mean
v of their squares. Both are 0 at first, so they are too small in the first steps: the
division by 1 - beta ** t makes up for it. t is the number of the step, 1 in the first.

    m = beta1 * m + (1 - beta1) * gradient
    v = beta2 * v + (1 - beta2) * gradient ** 2
    m_hat = m / (1 - beta1 ** t)
    v_hat = v / (1 - beta2 ** t)
    parameter = parameter - lr * m_hat / (sqrt(v_hat) + eps)

Write `step`, and whatever it needs in `__init__`.

    p = Value(1.0)
    optimiser = Adam([p], lr=0.1)
    p.grad = 1.0
    optimiser.step()    # p.data is 0.900000001; two more: .800000002, .700000003
"""

from micrograd import Value


from math import sqrt


class Adam:
    def __init__(
        self, parameters: list[Value], lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
    ):
        self.parameters = list(parameters)
        self.lr = lr
        self.beta1, self.beta2 = betas
        self.eps = eps
        self.moments = {p: (0.0, 0.0) for p in self.parameters}
        self.t = 0

    def step(self):
        self.t += 1
        for p in self.parameters:
            m, v = self.moments[p]
            m = self.beta1 * m + (1 - self.beta1) * p.grad
            v = self.beta2 * v + (1 - self.beta2) * p.grad**2
            self.moments[p] = (m, v)
            m_hat = m / (1 - self.beta1**self.t)
            v_hat = v / (1 - self.beta2**self.t)
            p.data -= self.lr * m_hat / sqrt(v_hat + self.eps)

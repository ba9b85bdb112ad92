# right: no t: the powers of the betas are running products, the moments are lists made anew in each step
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


class Adam:
    def __init__(
        self, parameters: list[Value], lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
    ):
        self.parameters = list(parameters)
        self.lr = lr
        self.beta1, self.beta2 = betas
        self.eps = eps
        zeros = [0.0 for _ in self.parameters]
        self.ms, self.vs = zeros, zeros    # never changed in place, so sharing is ok
        self.pow1 = self.pow2 = 1.0

    def step(self):
        mix = lambda beta, old, new: [beta * o + (1 - beta) * n for o, n in zip(old, new)]
        grads = [p.grad for p in self.parameters]
        self.ms = mix(self.beta1, self.ms, grads)
        self.vs = mix(self.beta2, self.vs, [g ** 2 for g in grads])
        self.pow1 *= self.beta1
        self.pow2 *= self.beta2
        for p, m, v in zip(self.parameters, self.ms, self.vs):
            v_hat = v / (1 - self.pow2)
            p.data -= self.lr * (m / (1 - self.pow1)) / (v_hat ** 0.5 + self.eps)

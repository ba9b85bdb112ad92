"""adam: steps of about lr, whatever the scale of the gradient.

Adam keeps, for every parameter, a running mean m of its gradients and a running mean
v of their squares. Both are 0 at first, so they are too small in the first steps: the
division by 1 - beta ** t makes up for it. t is the number of the step, 1 in the first.

    m = beta1 * m + (1 - beta1) * gradient
    v = beta2 * v + (1 - beta2) * gradient ** 2
    m_hat = m / (1 - beta1 ** t)
    v_hat = v / (1 - beta2 ** t)
    parameter = parameter - lr * m_hat / (sqrt(v_hat) + eps)

Write `step`, and whatever it needs in `__init__`. Each parameter is in the list once;
self.lr may be given another value between two steps.

    p = Value(1.0)
    optimiser = Adam([p], lr=0.1)
    p.grad = 1.0
    optimiser.step()    # p.data is 0.900000001; two more: .800000002, .700000003
"""

from micrograd import Value  # the package offers no more here


class Adam:
    def __init__(
        self, parameters: list[Value], lr: float = 0.001,
        betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
    ):
        self.parameters = list(parameters)
        self.lr = lr
        self.beta1, self.beta2 = betas
        self.eps = eps

    def step(self):
        raise NotImplementedError  # TODO: the five lines above, for every parameter

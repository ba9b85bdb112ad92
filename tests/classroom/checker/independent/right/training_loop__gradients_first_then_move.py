# right: Small helpers; the gradients are read off into a list before anything moves, and a while loop counts down.
"""training_loop: forward pass, backward pass, step, again and again.

Write `Line.parameters`, the Values that are to be learned, and `train`. In each of
its `steps` steps, train
- adds up the squared errors (model(x) - y) ** 2 of all samples: that is the loss,
- finds the gradients of this loss alone,
- moves every parameter of the model by -lr times its gradient.

    line = Line(0.5, 0.1)
    train(line, [(1, 2), (2, 3), (3, 5)], lr=0.01, steps=1)
    line.w.data    # 0.808

It has to work for any model that can be called and has parameters().
"""

from micrograd import Value


class Line:
    def __init__(self, w: float, b: float):
        self.w = Value(w)
        self.b = Value(b)

    def __call__(self, x):
        return self.w * x + self.b

    def parameters(self) -> list[Value]:
        return list(vars(self).values())


def total_loss(model, data):
    loss = Value(0.0)
    for x, y in data:
        miss = model(x) - y
        loss += miss * miss
    return loss


def gradients(loss, params):
    for p in params:
        p.grad = 0.0
    loss.backward()
    return [p.grad for p in params]


def train(model, data, lr, steps):
    left = steps
    while left > 0:
        params = list(model.parameters())
        for p, g in zip(params, gradients(total_loss(model, data), params)):
            p.data = p.data - lr * g
        left -= 1

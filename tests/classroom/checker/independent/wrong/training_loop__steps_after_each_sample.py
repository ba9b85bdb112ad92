# wrong: takes a step after every sample instead of one step for the loss of all samples
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
        return [self.w, self.b]


def train(model, data, lr, steps):
    params = model.parameters()
    for _ in range(steps):
        for x, y in data:
            err = model(x) - y
            loss = err * err
            for p in params:
                p.grad = 0
            loss.backward()
            for p in params:
                p.data -= lr * p.grad

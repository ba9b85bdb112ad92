"""training_loop: forward pass, backward pass, step, again and again.

Write `Line.parameters`, the Values that are to be learned, and `train`. In each of
its `steps` steps, train
- adds up the squared errors (model(x) - y) ** 2 of all samples: that is the loss,
- finds the gradients of this loss alone: what the parameters hold in grad from before,
  even from before the call of train, does not count,
- moves every parameter of the model by -lr times its gradient.

    line = Line(0.5, 0.1)
    train(line, [(1, 2), (2, 3), (3, 5)], lr=0.01, steps=1)
    line.w.data    # 0.808

It has to work for any model that can be called and has parameters(), a method that
returns a list. data is a list of pairs, never empty.
"""

from micrograd import Value  # the package offers no more here


class Line:
    def __init__(self, w: float, b: float):
        self.w = Value(w)
        self.b = Value(b)

    def __call__(self, x):
        return self.w * x + self.b

    def parameters(self) -> list[Value]:
        raise NotImplementedError


def train(model, data, lr, steps):
    raise NotImplementedError  # TODO: the loop (and parameters, above)

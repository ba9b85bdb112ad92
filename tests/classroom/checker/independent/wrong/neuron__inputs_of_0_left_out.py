# wrong: Inputs of 0 are left out of the sum, so that an input Value of 0 gets no gradient
import random

from micrograd import Value  # the package offers no more here


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = self.b
        for wi, xi in zip(self.w, x):
            if not xi:
                continue
            act = act + wi * xi
        return act.tanh()

    def parameters(self):
        return self.w + [self.b]

# wrong: tanh is applied to each product and the bias on their own, and not to the sum.
"""neuron: one neuron with tanh."""
import random

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = self.b.tanh()
        for wi, xi in zip(self.w, x):
            act = act + (wi * xi).tanh()
        return act

    def parameters(self):
        return self.w + [self.b]

# wrong: The inputs are taken off the caller's list, which is empty afterwards.
"""neuron: one neuron with tanh."""
import random

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = self.b
        for wi in self.w:
            act = act + wi * x.pop(0)
        return act.tanh()

    def parameters(self):
        return self.w + [self.b]

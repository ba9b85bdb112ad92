# right: in another style
"""neuron: one neuron with tanh."""
import random

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        self.w = []
        for i in range(nin):
            self.w.append(Value(2 * random.random() - 1))
        self.b = Value(0)

    def __call__(self, x):
        return (sum(w * v for w, v in zip(self.w, x)) + self.b).tanh()

    def parameters(self):
        return [self.b, *self.w]

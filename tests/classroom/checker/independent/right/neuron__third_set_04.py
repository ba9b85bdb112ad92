# right: in another style
"""neuron: one neuron with tanh."""
import numpy as np

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        weights = np.random.uniform(-1, 1, nin).tolist()
        self.w, self.b = [Value(w) for w in weights], Value(0.0)

    def __call__(self, x):
        def dot(i):
            return self.w[i] * x[i] + dot(i + 1) if i < len(self.w) else self.b
        return dot(0).tanh()

    def parameters(self):
        return [p for part in (self.w, [self.b]) for p in part]

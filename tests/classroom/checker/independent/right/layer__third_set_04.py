# right: in another style
"""layer: neurons side by side."""
import random

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        act = self.b
        for wi, xi in zip(self.w, x):
            act = act + wi * xi
        return act.tanh()

    def parameters(self):
        return self.w + [self.b]


class Layer:
    def __init__(self, nin, nout):
        self.neurons = self._make(nin, nout)

    def _make(self, nin, count):
        return [] if count == 0 else [Neuron(nin)] + self._make(nin, count - 1)

    def __call__(self, x):
        # each input becomes one Value for all neurons
        x = [xi if isinstance(xi, Value) else Value(xi) for xi in x]
        return [*(neuron(x) for neuron in self.neurons)]

    def parameters(self):
        biases = [n.b for n in self.neurons]
        weights = [w for n in self.neurons for w in n.w]
        return biases + weights

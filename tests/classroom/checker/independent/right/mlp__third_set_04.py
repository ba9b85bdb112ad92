# right: in another style
"""mlp: layers one after the other."""
import random

from micrograd import Value


class Neuron:
    def __init__(self, nin, nonlin=True):
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0.0)
        self.nonlin = nonlin

    def __call__(self, x):
        act = self.b
        for wi, xi in zip(self.w, x):
            act = act + wi * xi
        return act.tanh() if self.nonlin else act

    def parameters(self):
        return self.w + [self.b]


class Layer:
    def __init__(self, nin, nout, nonlin=True):
        self.neurons = [Neuron(nin, nonlin) for _ in range(nout)]

    def __call__(self, x):
        return [neuron(x) for neuron in self.neurons]

    def parameters(self):
        return [p for neuron in self.neurons for p in neuron.parameters()]


class MLP:
    def __init__(self, nin, nouts):
        def build(n, rest):
            first, others = rest[0], rest[1:]
            layer = Layer(n, first, nonlin=len(others) > 0)
            return [layer] + (build(first, others) if others else [])
        self.layers = build(nin, nouts)

    def __call__(self, x):
        return self._from(0, x)

    def _from(self, i, x):
        return x if i == len(self.layers) else self._from(i + 1, self.layers[i](x))

    def parameters(self):
        neurons = [n for layer in self.layers for n in layer.neurons]
        return [w for n in neurons for w in n.w] + [n.b for n in neurons]

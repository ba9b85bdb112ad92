"""layer: neurons side by side.

All neurons of a layer see the same inputs; each gives one output. Neuron is done.
Write the class:

- Layer(nin, nout) has `neurons`, a list of nout neurons with nin inputs each.
- layer(x) returns the list of their outputs.
- layer.parameters() returns the parameters of all neurons in one flat list,
  in any order.

    layer = Layer(2, 3)
    layer([1.0, -2.0])    # three Values
    len(layer.parameters())    # 9
"""
import random

from micrograd import Value  # the package offers no more here


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
        raise NotImplementedError  # TODO: this method and the two below

    def __call__(self, x):
        raise NotImplementedError

    def parameters(self):
        raise NotImplementedError

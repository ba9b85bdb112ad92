# right: in another style
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


from itertools import chain


class Layer:
    """nout neurons in parallel."""

    def __init__(self, nin: int, nout: int) -> None:
        self.nin, self.nout = nin, nout
        self.neurons: list[Neuron] = list(map(Neuron, [nin] * nout))

    def __call__(self, x) -> list[Value]:
        return list(map(lambda n: n(x), self.neurons))

    def parameters(self) -> list[Value]:
        return list(chain.from_iterable(map(Neuron.parameters, self.neurons)))

    def __repr__(self) -> str:
        return f'Layer({self.nin}, {self.nout})'

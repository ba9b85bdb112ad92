# wrong: parameters() appends the bias to self.w itself, so w grows with every call.
"""neuron: one neuron with tanh.

A neuron weighs its inputs, adds a bias and squashes the sum: tanh(w · x + b). Write
the class:

- Neuron(nin) has `w`, a list of nin Values drawn at random from -1 to 1, and `b`, a
  Value, 0 at the start.
- neuron(x), with a list x of nin numbers or Values, returns the output, a Value.
- neuron.parameters() returns the list of the Values that training will change.

Value is that of the package: with +, *, tanh() and the rest.

    neuron = Neuron(3)
    neuron([1.0, 2.0, -1.0])    # Value(data=…): between -1 and 1
    len(neuron.parameters())    # 4
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
        params = self.w
        params.append(self.b)
        return params

# wrong: parameters() appends the bias to self.w itself, so the weights grow with each call
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
        self.w = []
        for _ in range(nin):
            self.w.append(Value(random.uniform(-1, 1)))
        self.b = Value(0)

    def __call__(self, x):
        z = self.b
        for i in range(len(x)):
            z = z + self.w[i] * x[i]
        return z.tanh()

    def parameters(self):
        params = self.w
        params.append(self.b)
        return params

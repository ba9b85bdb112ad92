# right: map with operator.mul, the bias comes first in the parameters, and the range is stretched by hand.
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
from operator import mul

from micrograd import Value


class Neuron:
    def __init__(self, nin):
        self.b = Value(0)
        self.w = []
        while len(self.w) < nin:
            self.w.append(Value(2 * random.random() - 1))

    def __call__(self, x):
        weighed = map(mul, self.w, x)
        return Value.tanh(sum(weighed, start=self.b))

    def parameters(self):
        return [self.b, *self.w]

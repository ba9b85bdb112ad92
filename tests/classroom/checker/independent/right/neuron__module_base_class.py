# right: a base class Module collects the parameters from the attributes; the weighted sum by map(operator.mul)
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

import operator
import random

from micrograd import Value


class Module:
    def parameters(self):
        found = []
        for attribute in vars(self).values():
            if isinstance(attribute, Value):
                found.append(attribute)
            else:
                found.extend(attribute)
        return found


class Neuron(Module):
    def __init__(self, nin):
        # 2u - 1 goes from -1 to 1
        self.w = [Value(2 * random.random() - 1) for _ in range(nin)]
        self.b = Value(0.0)

    def __call__(self, x):
        return (sum(map(operator.mul, self.w, x)) + self.b).tanh()

"""neuron: one neuron with tanh.

A neuron weighs its inputs, adds a bias and squashes the sum: tanh(w · x + b). Write
the class:

- Neuron(nin) has `w`, a list of nin Values drawn at random from -1 to 1, and `b`, a
  Value, 0 at the start.
- neuron(x), with a list x of nin numbers or Values, returns the output, a Value. The
  call changes neither x nor gradients that are there already.
- neuron.parameters() returns the list of the Values that training will change, in
  any order.

Value is that of the package: with +, *, tanh() and the rest.

    neuron = Neuron(3)
    neuron([1.0, 2.0, -1.0])    # Value(data=…): between -1 and 1
    len(neuron.parameters())    # 4
"""
import random

from micrograd import Value  # the package offers no more here


class Neuron:
    def __init__(self, nin):
        raise NotImplementedError  # TODO: this method and the two below

    def __call__(self, x):
        raise NotImplementedError

    def parameters(self):
        raise NotImplementedError

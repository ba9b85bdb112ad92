"""mlp: layers one after the other.

The outputs of each layer are the inputs of the next: a multi-layer perceptron.
Neuron and Layer are done; with nonlin=False they leave out the tanh. Write the class:

- MLP(nin, nouts) has `layers`, a list. nin is the number of inputs, the list nouts
  says how many neurons each layer has. All layers but the last have tanh; the last
  is linear, so that an output can be any number.
- mlp(x) returns the list of the outputs of the last layer.
- mlp.parameters() returns the parameters of all layers in one flat list,
  in any order.

    mlp = MLP(3, [4, 4, 1])
    mlp([1.0, 2.0, -1.0])    # a list with one Value
    len(mlp.parameters())    # 41
"""
import random

from micrograd import Value  # the package offers no more here


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
        raise NotImplementedError  # TODO: this method and the two below

    def __call__(self, x):
        raise NotImplementedError

    def parameters(self):
        raise NotImplementedError

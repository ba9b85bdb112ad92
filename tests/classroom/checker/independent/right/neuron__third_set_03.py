# right: in another style
"""neuron: one neuron with tanh.

A neuron weighs its inputs, adds a bias and squashes the sum: tanh(w · x + b). Write
the class:

- Neuron(nin) has `w`, a list of nin Values drawn at random from -1 to 1, and `b`, a
  Value, 0 at the start.
- neuron(x), with a list x of nin numbers or Values, returns the output, a Value.
- neuron.parameters() returns the list of the Values that training will change, in
  any order.

Value is that of the package: with +, *, tanh() and the rest.

    neuron = Neuron(3)
    neuron([1.0, 2.0, -1.0])    # Value(data=…): between -1 and 1
    len(neuron.parameters())    # 4
"""
import random

from micrograd import Value


from functools import reduce


class Neuron:
    """tanh(w · x + b)"""

    def __init__(self, nin: int) -> None:
        self.w: list[Value] = list(map(self._draw, range(nin)))
        self.b: Value = Value(0.0, label='b')

    @staticmethod
    def _draw(i: int) -> Value:
        return Value(random.uniform(-1.0, 1.0), label=f'w{i}')

    def _weigh(self, x) -> Value:
        return reduce(lambda total, pair: total + pair[0] * pair[1], zip(self.w, x), self.b)

    def __call__(self, x) -> Value:
        return self._weigh(x).tanh()

    def parameters(self) -> list[Value]:
        params = list(self.w)
        params.append(self.b)
        return params

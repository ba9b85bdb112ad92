"""Networks that go through a sequence and remember: RNN, LSTM."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from micrograd.common.arguments import check_counts
from micrograd.elementary import sigmoid, tanh
from micrograd.engine import Value
from micrograd.nn.linear import weights
from micrograd.nn.module import Module
from micrograd.nn.shapes import Vector, vector, vectors
from micrograd.sums import dot


class RNN(Module):
    """h = tanh(wx x + wh h + b), for one vector x of a sequence after the other.

    wx: nhidden rows of nin weights; wh: nhidden rows of nhidden; b: nhidden biases.
    Weights start uniform within 1 / √nhidden, as in PyTorch.
    """
    gates = 1  # rows of weights for each hidden number

    def __init__(self, nin: int, nhidden: int):
        check_counts(nin=nin, nhidden=nhidden)
        bound, rows = nhidden ** -0.5, self.gates * nhidden
        self.nhidden = nhidden
        self.wx = weights(rows, nin, bound)
        self.wh = weights(rows, nhidden, bound)
        self.b = [Value(0.0, label='b') for _ in range(rows)]

    def __call__(self, xs: Iterable[Vector], state: Any = None) -> list[list[Value]]:
        """All h, one for each vector of xs. state: what step() gave, or 0."""
        found = []
        for x in vectors(xs, len(self.wx[0]), self):
            state = self.step(x, state)
            found.append(self.output(state))
        return found

    def step(self, x: Vector, state: list[Value] | None = None) -> list[Value]:
        """The next state, h, after the vector x."""
        return [tanh(v) for v in self.sums(x, state or self.zeros())]

    def output(self, state: Any) -> list[Value]:
        """h, of a state."""
        return state

    def zeros(self) -> list[Value]:
        return [Value(0.0) for _ in range(self.nhidden)]

    def sums(self, x: Vector, h: list[Value]) -> list[Value]:
        """wx x + wh h + b"""
        x, h = vector(x, len(self.wx[0]), self), vector(h, self.nhidden, self)
        return [dot(v, h, dot(w, x, b)) for w, v, b in zip(self.wx, self.wh, self.b)]

    def __repr__(self) -> str:
        return f'{type(self).__name__}({len(self.wx[0])}, {self.nhidden})'


class LSTM(RNN):
    """A state (h, c): c is what is remembered, h what is told of it.

    c = f * c + i * g and h = o * tanh(c), where i, f and o are sigmoids and g is a
    tanh of weighted sums of x and h; in this order they stand in wx (4 nhidden rows of
    nin), wh (4 nhidden rows of nhidden) and b.
    """
    gates = 4

    def step(self, x: Vector, state: tuple | None = None) -> tuple[list, list]:
        """The next state, (h, c), after the vector x."""
        h, c = state or (self.zeros(), self.zeros())
        sums, n = self.sums(x, h), self.nhidden
        c = vector(c, n, self)
        i, f, g, o = (sums[k * n:(k + 1) * n] for k in range(4))
        c = [sigmoid(fk) * ck + sigmoid(ik) * tanh(gk)
             for fk, ck, ik, gk in zip(f, c, i, g)]
        return [sigmoid(ok) * tanh(ck) for ok, ck in zip(o, c)], c

    def output(self, state: Any) -> list[Value]:
        return state[0]

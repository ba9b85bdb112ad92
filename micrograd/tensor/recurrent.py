"""RNN and LSTM on arrays: a whole batch of sequences goes from step to step."""
from __future__ import annotations

import numpy as np

from micrograd.common.arguments import check_counts
from micrograd.tensor.core import Tensor
from micrograd.tensor.functions import TensorLike, stack
from micrograd.tensor.fused import linear
from micrograd.tensor.nn import Generator, Module, check_shape, uniform, zeros

__all__ = ['LSTM', 'RNN']


class RNN(Module):
    """h = tanh(x wx.T + h wh.T + b), where the h on the right is the step's before.

    wx: (nhidden, nin). wh: (nhidden, nhidden). b: (nhidden,).
    """

    gates = 1

    def __init__(self, nin: int, nhidden: int, rng: Generator | None = None):
        check_counts(nin=nin, nhidden=nhidden)
        bound, rows = nhidden ** -0.5, self.gates * nhidden
        self.wx = uniform((rows, nin), bound, rng, 'wx')
        self.wh = uniform((rows, nhidden), bound, rng, 'wh')
        self.b = zeros(rows)

    def __call__(self, xs: TensorLike, state: TensorLike | None = None) -> Tensor:
        """The h of each step, (batch, time, nhidden), from xs of shape (batch, time,
        nin); without a state from 0."""
        xs = check_shape(self, xs, 'batch, time', self.wx.shape[1])
        state = self._start(len(xs)) if state is None else state
        hs = []
        for t in range(xs.shape[1]):
            state = self.step(xs[:, t], state)
            hs.append(self._h(state))
        return stack(hs, 1)

    def step(self, x: TensorLike, state: TensorLike) -> Tensor:
        """The next state, which is h."""
        return self._sums(x, state).tanh()

    def _start(self, batch):
        return Tensor(np.zeros((batch, self.wh.shape[1]), self.wh.dtype))

    def _h(self, state):
        return state

    def _sums(self, x, h):
        x = check_shape(self, x, 'batch', self.wx.shape[1])
        h = check_shape(self, h, 'batch', self.wh.shape[1])
        return linear(x, self.wx.T, self.b) + linear(h, self.wh.T)

    def __repr__(self) -> str:
        return f'{type(self).__name__}({self.wx.shape[1]}, {self.wh.shape[1]})'


class LSTM(RNN):
    """A state (h, c) whose c is kept, forgotten and added to as gates say.

    c = f * c + i * g and h = o * tanh(c). Rows in the order i f g o: wx: (4 * nhidden,
    nin). wh: (4 * nhidden, nhidden). b: (4 * nhidden,).
    """

    gates = 4

    def step(self, x: TensorLike, state: tuple[TensorLike, TensorLike]
             ) -> tuple[Tensor, Tensor]:
        """The next state, (h, c)."""
        h, c = state
        n = self.wh.shape[1]
        c = check_shape(self, c, 'batch', n)
        sums = self._sums(x, h)
        i, f, g, o = (sums[:, k:k + n] for k in range(0, 4 * n, n))
        c = f.sigmoid() * c + i.sigmoid() * g.tanh()
        return o.sigmoid() * c.tanh(), c

    def _start(self, batch):
        return super()._start(batch), super()._start(batch)

    def _h(self, state):
        return state[0]

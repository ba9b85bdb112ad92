"""Attention on arrays: each vector of a sequence looks at the others."""
from __future__ import annotations

import numpy as np

from micrograd.nn import attention
from micrograd.tensor.core import Tensor
from micrograd.tensor.functions import TensorLike, where
from micrograd.tensor.nn import Generator, Linear, Module, check_shape

__all__ = ['Attention']


class Attention(Module):
    """softmax(q k.T / sqrt(dim / heads)) v, for each head, from xs by q, k and v.

    causal: a vector sees those before it and itself. q k v o: Linear without bias.
    """

    def __init__(self, dim: int, heads: int, causal: bool = True,
                 rng: Generator | None = None):
        attention.check_heads(dim, heads)
        self.q, self.k, self.v, self.o = (
            Linear(dim, dim, bias=False, init='xavier', rng=rng) for _ in 'qkvo')
        self.heads, self.causal = heads, causal

    def __call__(self, xs: TensorLike) -> Tensor:
        """Sequences of vectors from as many: (batch, time, dim)."""
        xs = check_shape(self, xs, 'batch, time', len(self.q.w))
        q, k, v = (self._by_head(linear(xs)) for linear in (self.q, self.k, self.v))
        scores = q @ k.swapaxes(-1, -2) / q.shape[-1] ** 0.5
        if self.causal:
            scores = where(np.tri(xs.shape[1], dtype=bool), scores, -np.inf)
        return self.o((scores.softmax() @ v).swapaxes(1, 2).reshape(xs.shape))

    def _by_head(self, x):
        """(batch, time, dim) as (batch, heads, time, dim / heads)."""
        return x.reshape(*x.shape[:2], self.heads, -1).swapaxes(1, 2)

    __repr__ = attention.Attention.__repr__

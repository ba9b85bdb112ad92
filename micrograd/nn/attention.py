"""Attention: each vector of a sequence looks at the others."""
from __future__ import annotations

from collections.abc import Iterable

from micrograd.common.arguments import check_counts
from micrograd.engine import Value
from micrograd.nn.linear import Linear
from micrograd.nn.module import Module
from micrograd.nn.shapes import Vector, vectors
from micrograd.sums import dot
from micrograd.training.losses import softmax


class Attention(Module):
    """Several heads of scaled dot-product attention (Vaswani et al. 2017).

    q, k, v, o: Linear without bias. A vector's query meets the key of each; the softmax
    of these scores, divided by √(dim / heads), says which share of each value it
    takes. causal: of itself and those before alone.
    """

    def __init__(self, dim: int, heads: int, causal: bool = True):
        check_heads(dim, heads)
        self.q, self.k, self.v, self.o = (Linear(dim, dim, bias=False, init='xavier')
                                          for _ in range(4))
        self.heads, self.causal = heads, causal

    def __call__(self, xs: Iterable[Vector]) -> list[list[Value]]:
        """A vector for each of the vectors xs."""
        xs = vectors(xs, len(self.q.w), self)
        queries, keys, values = ([f(x) for x in xs] for f in (self.q, self.k, self.v))
        found = []
        for place, query in enumerate(queries, start=1):
            seen = place if self.causal else len(keys)
            found.append(self.o(self._mixed(query, keys[:seen], values[:seen])))
        return found

    def _mixed(self, query, keys, values):
        """The values that a query asks for, head by head."""
        width = len(query) // self.heads
        mixed = []
        for start in range(0, len(query), width):
            part = slice(start, start + width)
            scores = [dot(query[part], key[part]) / width ** 0.5 for key in keys]
            shares = softmax(scores)
            columns = zip(*(value[part] for value in values))
            mixed += [dot(shares, column) for column in columns]
        return mixed

    def __repr__(self) -> str:
        causal = '' if self.causal else ', causal=False'
        return f'Attention({len(self.q.w)}, {self.heads}{causal})'


def check_heads(dim: int, heads: int) -> None:
    """A ValueError if dim numbers cannot be cut into that many heads."""
    check_counts(dim=dim, heads=heads)
    if dim % heads:
        raise ValueError(f'Attention: {dim} numbers do not go into {heads} heads')

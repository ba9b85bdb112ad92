"""GPT: what comes after these tokens? The network of Karpathy's microgpt.

RMSNorm without weights, no biases, relu, an output layer of its own.
"""
from __future__ import annotations

import random
from collections.abc import Sequence

from micrograd.elementary import Number, relu
from micrograd.engine import Value
from micrograd.nn.attention import Attention
from micrograd.nn.embedding import Embedding
from micrograd.nn.linear import Linear
from micrograd.nn.module import Module
from micrograd.nn.norm import RMSNorm
from micrograd.sums import dot
from micrograd.training.losses import cross_entropy, softmax


class Block(Module):
    """Attention, then two layers for each vector by itself; both are added to it."""

    def __init__(self, dim: int, heads: int):
        self.norm = RMSNorm(dim, affine=False)
        self.attention = Attention(dim, heads)
        self.up = Linear(dim, 4 * dim, bias=False)
        self.down = Linear(4 * dim, dim, bias=False)

    def __call__(self, xs: Sequence[Sequence[Value]]) -> list[list[Value]]:
        xs = [_sum(a, x) for a, x in zip(self.attention(map_all(self.norm, xs)), xs)]
        return [_sum(self.down(list(map(relu, self.up(self.norm(x))))), x) for x in xs]

    def __repr__(self) -> str:
        return f'Block({self.norm.dim}, {self.attention.heads})'


class GPT(Module):
    """Logits of the next token after each of up to block_size tokens.

    vocab_size: tokens are ints below it. n_embd: numbers for each token; n_head: heads
    of attention; n_layer: blocks. Weights start normal, with deviation 0.08.
    """

    def __init__(self, vocab_size: int, block_size: int, n_embd: int = 16,
                 n_head: int = 4, n_layer: int = 1):
        self.token = Embedding(vocab_size, n_embd)
        self.place = Embedding(block_size, n_embd)
        self.norm = RMSNorm(n_embd, affine=False)
        self.blocks = [Block(n_embd, n_head) for _ in range(n_layer)]
        self.head = Linear(n_embd, vocab_size, bias=False)
        self.n_head = n_head
        for p in self.parameters():
            p.data = random.gauss(0, 0.08)

    def __call__(self, tokens: Sequence[int]) -> list[list[Value]]:
        """The logits of the next token, after each token."""
        tokens = list(tokens)
        if not 1 <= len(tokens) <= len(self.place.w):
            raise ValueError(f'{self} takes 1 to {len(self.place.w)} tokens, '
                             f'got {len(tokens)}')
        xs = [self.norm(_sum(self.token(t), self.place(i)))
              for i, t in enumerate(tokens)]
        for block in self.blocks:
            xs = block(xs)
        return map_all(self.head, xs)

    def loss(self, tokens: Sequence[int], weights: Sequence[Number] | None = None
             ) -> Value:
        """The cross-entropy of each token after those before it: the mean.

        weights: one for each of tokens[1:]; then it is the weighted sum.
        """
        tokens = list(tokens)
        targets, logits = tokens[1:], self(tokens[:-1])
        weights = [1 / len(targets)] * len(targets) if weights is None else list(
            weights)
        if len(weights) != len(targets):
            raise ValueError(f'{self}: {len(weights)} weights for {len(targets)} '
                             f'targets')
        costs = map(cross_entropy, logits, targets)
        return sum(w * cost for w, cost in zip(weights, costs))

    def generate(self, start: int, rng: random.Random, temperature: float = 1.0,
                 stop: int | None = None) -> list[int]:
        """New tokens after start, until stop or while all fit into block_size.

        temperature: below 1 the likely ones come more often. start and stop are not
        among the tokens.
        """
        tokens = [start]
        while len(tokens) < len(self.place.w):
            chances = self._chances(tokens, temperature)
            token, = rng.choices(range(len(chances)), chances)
            if token == stop:
                break
            tokens.append(token)
        return tokens[1:]

    def _chances(self, tokens, temperature):
        """Of each token to come next, as numbers."""
        logits = self(tokens)
        everything = [x for row in logits for x in row]
        dot(everything, everything).release()
        return softmax([x.data / temperature for x in logits[-1]])

    def __repr__(self) -> str:
        return (f'GPT({len(self.token.w)}, {len(self.place.w)}, '
                f'n_embd={self.norm.dim}, n_head={self.n_head}, '
                f'n_layer={len(self.blocks)})')


def map_all(module, xs):
    return [module(x) for x in xs]


def _sum(xs, ys):
    return [x + y for x, y in zip(xs, ys)]

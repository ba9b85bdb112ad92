"""GPT on arrays: the network of micrograd.nn.gpt for a whole batch of sequences."""
from __future__ import annotations

import numpy as np

from micrograd.common.arguments import check_counts
from micrograd.nn import gpt
from micrograd.tensor.attention import Attention
from micrograd.tensor.core import Tensor
from micrograd.tensor.functions import TensorLike, cross_entropy
from micrograd.tensor.nn import Embedding, Generator, Linear, Module, generator
from micrograd.tensor.norms import RMSNorm

__all__ = ['GPT']


class GPT(Module):
    """Logits of the next token, after each of up to block_size tokens.

    token, place: Embeddings of n_embd numbers; blocks: n_layer Blocks; head: the output
    layer. Weights start normal with deviation 0.08.
    """

    def __init__(self, vocab_size: int, block_size: int, n_embd: int = 16,
                 n_head: int = 4, n_layer: int = 1, rng: Generator | None = None):
        check_counts(n_layer=n_layer)
        rng = generator(rng)
        self.token = Embedding(vocab_size, n_embd, rng)
        self.place = Embedding(block_size, n_embd, rng)
        self.blocks = [Block(n_embd, n_head, rng) for _ in range(n_layer)]
        self.head = Linear(n_embd, vocab_size, bias=False, rng=rng)
        self.norm = RMSNorm(n_embd, affine=False)
        self.n_head = n_head
        for p in self.parameters():
            p.data = rng.normal(0, 0.08, p.shape)

    def __call__(self, tokens: np.ndarray) -> Tensor:
        """(batch, time, vocab_size) logits after the tokens, (batch, time)."""
        time = np.shape(tokens)[-1] if np.ndim(tokens) == 2 else 0
        if not 1 <= time <= len(self.place.w):
            raise ValueError(f'{self} takes tokens of shape (batch, time), time from 1 '
                             f'to {len(self.place.w)}, got {np.shape(tokens)}')
        xs = self.norm(self.token(tokens) + self.place(np.arange(time)))
        for block in self.blocks:
            xs = block(xs)
        return self.head(xs)

    def loss(self, tokens: np.ndarray, weights: TensorLike | None = None) -> Tensor:
        """The cross-entropies of tokens[:, 1:], times the weights of that shape; the
        mean without."""
        tokens = np.asarray(tokens)
        logits, targets = self(tokens[:, :-1]), tokens[:, 1:]
        if weights is None:
            return cross_entropy(logits, targets)
        if np.shape(weights) != targets.shape:
            raise ValueError(f'{self}: weights of shape {np.shape(weights)} for '
                             f'targets of shape {targets.shape}')
        shares = logits.log_softmax().reshape(targets.size, -1)
        losses = -shares[np.arange(targets.size), targets.ravel()]
        return (losses * np.ravel(weights)).sum()

    generate = gpt.GPT.generate

    def _chances(self, tokens, temperature):
        return (self([tokens]).detach()[0, -1] / temperature).softmax().data

    __repr__ = gpt.GPT.__repr__


class Block(Module):
    """Attention, then a small network for each vector; both are added to what came."""

    def __init__(self, dim: int, heads: int, rng: Generator | None = None):
        self.attention = Attention(dim, heads, rng=rng)
        self.up = Linear(dim, 4 * dim, bias=False, activation='relu', rng=rng)
        self.down = Linear(4 * dim, dim, bias=False, rng=rng)
        self.norm = RMSNorm(dim, affine=False)

    def __call__(self, xs: Tensor) -> Tensor:
        xs = xs + self.attention(self.norm(xs))
        return xs + self.down(self.up(self.norm(xs)))

    __repr__ = gpt.Block.__repr__

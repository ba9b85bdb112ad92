"""Embedding: a row of numbers for each token."""
from __future__ import annotations

import random

from micrograd.common.arguments import as_index, check_counts
from micrograd.engine import Value
from micrograd.nn.module import Module
from micrograd.sums import dot, is_unknown, one_hot


class Embedding(Module):
    """dim numbers, to be trained, for each of num tokens.

    w: num rows of dim weights, normal with deviation 1.
    """

    def __init__(self, num: int, dim: int):
        check_counts(num=num, dim=dim)
        self.w = [[Value(random.gauss(0, 1), label=f'w{i}') for i in range(dim)]
                  for _ in range(num)]

    def __call__(self, token: int | Value) -> list[Value]:
        """The row of a token. As the input of a program it is a Value.

        Raises:
            IndexError: if there is no such token (-1 is none).
            TypeError: if it is no whole number.
        """
        if is_unknown(token):
            chosen = one_hot(token, len(self.w))
            return [dot(chosen, column) for column in zip(*self.w)]
        return list(self.w[as_index('Embedding', 'token', token, len(self.w))])

    def __repr__(self) -> str:
        return f'Embedding({len(self.w)}, {len(self.w[0])})'

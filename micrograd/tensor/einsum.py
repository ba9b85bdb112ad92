"""Sums of products, written with letters for the axes: einsum('ij,jk->ik', a, b).

The gradient of an operand is an einsum too: of the upstream gradient and the other
operands, with the letters of the operand as its result. That holds if each letter of
the operand is in one of them. So what is in the operand alone is summed first, and of
a letter that is there twice, the diagonal is taken.
"""
from __future__ import annotations

import string

import numpy as np

from micrograd.tensor.core import Tensor
from micrograd.tensor.dispatch import implements
from micrograd.tensor.functions import TensorLike, as_tensors

__all__ = ['einsum']


@implements(np.einsum)
def einsum(subscripts: str, *operands: TensorLike) -> Tensor:
    """The sum of products that the subscripts say, as in np.einsum.

    subscripts: a letter for each axis of each operand, `...` for further axes in
    front. Without '->' the result has the letters that occur once, in their order.

    Raises:
        ValueError: if the subscripts do not fit the operands.
        TypeError: if they are no text.
    """
    if not isinstance(subscripts, str):
        raise TypeError(f"einsum takes subscripts such as 'ij,jk->ik', got "
                        f'{subscripts!r:.60}')
    tensors = as_tensors(operands)
    inputs, result = _letters(subscripts, tensors)
    for i, (letters, x) in enumerate(zip(inputs, tensors)):
        elsewhere = result + ''.join(inputs[:i] + inputs[i + 1:])
        inputs[i], tensors[i] = _needed(letters, x, elsewhere)
    tensors = _of_full_length(inputs, tensors)
    rules = [_rule(inputs, result, i) for i in range(len(tensors))]
    return Tensor.apply('einsum', lambda *xs: np.einsum(_text(inputs, result), *xs),
                        tuple(tensors), *rules)


def _letters(subscripts, tensors):
    """The letters of each operand and those of the result, with none left to guess."""
    left, arrow, result = subscripts.replace(' ', '').partition('->')
    inputs = left.split(',')
    if len(inputs) != len(tensors):
        raise ValueError(f'einsum: {subscripts!r} is for {len(inputs)} operands, got '
                         f'{len(tensors)}')
    if not arrow:
        once = sorted(c for c in set(left) - set('.,') if left.count(c) == 1)
        result = '...' * ('...' in left) + ''.join(once)
    further = [c for c in string.ascii_letters if c not in subscripts]
    longest = 0
    for i, (letters, x) in enumerate(zip(inputs, tensors)):
        n = x.ndim - len(letters.replace('...', ''))
        if n and '...' not in letters or n < 0:
            raise ValueError(f'einsum: {letters!r} does not fit the shape {x.shape}')
        longest = max(longest, n)
        inputs[i] = letters.replace('...', ''.join(further[:n][::-1]))
    return inputs, result.replace('...', ''.join(further[:longest][::-1]))


def _needed(letters, x, elsewhere):
    """The operand without what it need not have: each letter once, none alone."""
    for letter in set(letters):
        while letters.count(letter) > 1:
            i, j = letters.index(letter), letters.rindex(letter)
            x = _diagonal(x, i, j)
            letters = letters[:j] + letters[j + 1:]
    alone = [i for i, letter in enumerate(letters) if letter not in elsewhere]
    if alone:
        x = x.sum(tuple(alone))
    return ''.join(letter for letter in letters if letter in elsewhere), x


def _diagonal(x, i, j):
    """x where the indices of the axes i < j are equal; axis j is gone."""
    if x.shape[i] != x.shape[j]:
        raise ValueError(f'einsum: one letter for axes of lengths {x.shape[i]} and '
                         f'{x.shape[j]}')
    n = np.arange(x.shape[i])
    order = [i, j, *[k for k in range(x.ndim) if k not in (i, j)]]
    diagonal = x.transpose(order)[n, n]  # its axis 0 belongs at i
    back = [*range(1, i + 1), 0, *range(i + 1, diagonal.ndim)]
    return diagonal.transpose(back)


def _of_full_length(inputs, tensors):
    """The operands with axes of length 1 repeated to fit the others."""
    lengths = {}
    for letters, x in zip(inputs, tensors):
        for letter, n in zip(letters, x.shape):
            lengths[letter] = n if lengths.get(letter, 1) == 1 else lengths[letter]
    shapes = [tuple(lengths[letter] if n == 1 else n for letter, n in zip(*pair))
              for pair in zip(inputs, [x.shape for x in tensors])]
    return [x if x.shape == shape else x.broadcast_to(shape)
            for x, shape in zip(tensors, shapes)]


def _rule(inputs, result, i):
    """The rule for operand i: its letters, of the others and g."""
    others = inputs[:i] + inputs[i + 1:]
    text = _text([result, *others], inputs[i])
    return lambda g, out, *xs: np.einsum(text, g, *xs[:i], *xs[i + 1:])


def _text(inputs, result):
    return f'{",".join(inputs)}->{result}'

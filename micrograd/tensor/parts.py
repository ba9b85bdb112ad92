"""What an operation passes back to its operands, one by one, and arrays in one line.

For those who tell of a backward pass: explain.py, and passes.py for the player.
"""
from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from micrograd.languages import say
from micrograd.pictures.boxes import short
from micrograd.tensor.core import Tensor
from micrograd.tensor.walk import as_gradient, check_unchanged, usable_order

MOST_IN_A_LINE = 12  # numbers


class Part(NamedTuple):
    """What node passes back to one use of an operand.

    copies: how many copies of the operand the operation made of it, to fit others;
    their gradients are added up in this.
    """
    node: Tensor
    operand: Tensor
    gradient: np.ndarray
    copies: int


def order_of(root: Tensor) -> list[Tensor]:
    """The nodes of root, operands first, once it is clear that its rules can be run."""
    if not isinstance(root, Tensor):
        raise TypeError(f'the graph is that of one Tensor, such as the loss, not of a '
                        f'{type(root).__name__}')
    if not root.requires_grad:
        raise RuntimeError(f'{root!r:.60} does not require a gradient: no operand did, '
                           f'or it was computed inside no_grad()')
    topo = usable_order(root)
    for node in topo:
        if callable(node._grad_fn):
            raise RuntimeError('the inside of a checkpoint is not kept, so nothing can '
                               'be told of it: call the function without checkpoint')
        if node._prev:
            check_unchanged(node)
    return topo


@np.errstate(all='ignore')
def parts_of(node: Tensor, g: np.ndarray) -> Iterator[Part]:
    """What node passes back to its operands, given its own gradient g."""
    if not node._prev:
        return
    operands = [x._data for x in node._prev]
    if node._before:
        g = node._before(g, node._data)
    for x, rule in zip(node._prev, node._grad_fn):
        if x.requires_grad:
            raw = rule(g, node._data, *operands)
            gradient = as_gradient(raw, x._data, create_graph=False)
            yield Part(node, x, gradient, np.size(raw) // max(gradient.size, 1))


def one_line(array: np.ndarray) -> str:
    """Few numbers as nested lists; of many, how many and how large they are."""
    if array.size <= MOST_IN_A_LINE:
        return _nested(array.tolist())
    size = float(np.sqrt((array * array).mean()))
    return say('{count} numbers of about {size:.2g}').format(
        count=array.size, size=size)


def _nested(numbers):
    if isinstance(numbers, list):
        return f"[{', '.join(map(_nested, numbers))}]"
    return short(numbers)

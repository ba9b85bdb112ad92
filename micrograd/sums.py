"""A sum of products as one node, where the lecture has a node for each step.

Networks beyond the MLP are made of it (nn/): a fifth of the nodes, the same bits.
one_hot() makes of a choice such a sum, for programs that do not know it yet.
"""
from __future__ import annotations

import math
from collections.abc import Iterable

from micrograd.elementary import Number, where
from micrograd.engine import Value
from micrograd.functions import wrap


def dot(xs: Iterable[Number], ys: Iterable[Number], start: Number = 0) -> Number:
    """start + x0 * y0 + x1 * y1 + …, added from left to right, as one node.

    The same bits as the sum written out, in value and gradients. Without Values, or
    without products, it is that sum.

    Raises:
        ValueError: if xs and ys differ in length.
    """
    xs, ys = tuple(xs), tuple(ys)
    if len(xs) != len(ys):
        raise ValueError(f'dot: {len(xs)} numbers meet {len(ys)}')
    if {*map(type, xs), *map(type, ys)} != {Value}:
        neighbours = [v for v in (*xs, *ys, start) if isinstance(v, Value)]
        if not neighbours or not xs:
            return _sum(start, zip(xs, ys))
        both = [wrap(v, neighbours[0]) for v in (*xs, *ys)]
        xs, ys = both[:len(xs)], both[len(xs):]
    starts = () if _is_zero(start) else (wrap(start, xs[0]),)
    out = Value(_data(starts, xs, ys), (*starts, *xs, *ys), 'dot')

    def _backward():
        grad = out.grad
        for x, y in zip(xs[:0:-1], ys[:0:-1]):  # from the last to the second,
            x.grad += y.data * grad
            y.grad += x.data * grad
        for b in starts:  # in the order in which the sum would
            b.grad += grad
        xs[0].grad += ys[0].data * grad
        ys[0].grad += xs[0].data * grad
    out._backward = _backward

    return out


def _is_zero(start):
    """Whether it is a plain 0; -0.0, which shows in a sum of -0.0, is not."""
    return type(start) is not Value and start == 0 and not (
        type(start) is float and math.copysign(1, start) < 0)


def _data(starts, xs, ys):
    """The number of a dot of Values; a program writes it as one line."""
    total = starts[0].data if starts else 0
    for x in (total, xs[0].data, ys[0].data):
        if hasattr(x, '_sum_of_products'):
            return x._sum_of_products(
                total, [x.data for x in xs], [y.data for y in ys])
    for x, y in zip(xs, ys):  # sum() and math.sumprod() round in another way
        total = total + x.data * y.data
    return total


def _sum(total, pairs):
    for x, y in pairs:
        total = total + x * y
    return total


def is_unknown(index: Number) -> bool:
    """Whether this is the input of a program, which is not known yet."""
    return isinstance(index, Value) and hasattr(index.data, 'is_index_below')


def one_hot(index: Value, num: int) -> list[Value]:
    """num numbers, all 0 but for a 1 at the index, the input of a program.

    It is not known yet, so nothing can be looked up with it. The program refuses
    what is no whole number from 0 to num - 1.
    """
    index.data.is_index_below(num)
    at_least = [where(index.data > i - 0.5, 1.0, 0.0) for i in range(1, num)]
    return [Value(x - y) for x, y in zip([1.0, *at_least], [*at_least, 0.0])]

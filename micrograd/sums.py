"""A sum of products as one node, where the lecture has a node for each step.

Networks beyond the MLP are made of it (nn/): a fifth of the nodes, the same bits.
one_hot() makes of a choice such a sum, for programs that do not know it yet.
"""
from __future__ import annotations

from collections.abc import Iterable, Sequence

from micrograd.elementary import Number, where
from micrograd.engine import Value
from micrograd.functions import wrap


def dot(xs: Iterable[Number], ys: Iterable[Number], start: Number = 0) -> Number:
    """start + x0 * y0 + x1 * y1 + …, added from left to right, as one node.

    The same bits as the sum written out, in value and gradients. A plain number
    if there is no Value among the operands.

    Raises:
        ValueError: if xs and ys differ in length.
    """
    xs, ys = tuple(xs), tuple(ys)
    if len(xs) != len(ys):
        raise ValueError(f'dot: {len(xs)} numbers meet {len(ys)}')
    if type(start) is not Value or {*map(type, xs), *map(type, ys)} != {Value}:
        neighbours = [v for v in (start, *xs, *ys) if isinstance(v, Value)]
        if not neighbours:
            return sum_of_products(start, xs, ys)
        start, *both = (wrap(v, neighbours[-1]) for v in (start, *xs, *ys))
        xs, ys = both[:len(xs)], both[len(xs):]
    data = sum_of_products(start.data, [x.data for x in xs], [y.data for y in ys])
    out = Value(data, (start, *xs, *ys), 'dot')

    def _backward():
        for x, y in zip(reversed(xs), reversed(ys)):  # as the sum would
            x.grad += y.data * out.grad
            y.grad += x.data * out.grad
        start.grad += out.grad
    out._backward = _backward

    return out


def sum_of_products(total: Number, xs: Sequence[Number], ys: Sequence[Number]
                    ) -> Number:
    """total + x0 * y0 + x1 * y1 + …, of plain numbers or of what a program knows."""
    for number in (total, *xs[:1], *ys[:1]):
        if hasattr(number, '_sum_of_products'):
            return number._sum_of_products(total, xs, ys)
    for x, y in zip(xs, ys):  # sum() and math.sumprod() round in another way
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

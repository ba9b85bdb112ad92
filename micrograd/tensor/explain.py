"""explain() for Tensors: why one has its gradient, operation by operation.

A local gradient would be a table of all numbers against all. So what is told is what
each operation passes back, which is what its rule gives, and where it is added up: over
the users of a Tensor, and over the copies that were made of it to fit others.

Not here: the paths one by one, as for Values (insight/paths.py).
"""
from __future__ import annotations

from typing import NamedTuple

import numpy as np

from micrograd.insight.formulas import ATOM, names, operation_text
from micrograd.insight.paths import MOST_STEPS, as_html, as_text, ends
from micrograd.languages import say
from micrograd.tensor.core import Tensor
from micrograd.tensor.parts import Part, one_line, order_of, parts_of
from micrograd.tensor.walk import start


class Row(NamedTuple):
    """A Tensor on the way, its gradient, and the parts that it is the sum of."""
    node: Tensor
    gradient: np.ndarray
    parts: list[Part]


class Explanation(NamedTuple):
    """Why d root / d x is what it is; print it, or let a notebook show it.

    gradient: an array of the shape of x. rows: the Tensors between, from the root to x.
    """
    x: Tensor
    root: Tensor
    gradient: np.ndarray
    rows: list[Row]

    def __str__(self) -> str:
        return as_text(*self._told())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(*self._told())

    def _told(self):
        """A headline, the rows of a table, and notes."""
        shown = [row.node for row in self.rows] or [self.root, self.x]
        nodes = dict.fromkeys(y for x in shown for y in (x, *x._prev))
        name = names(nodes)
        slope = f'd{name[self.root]}/d{name[self.x]}'
        if not self.rows:
            head = (say('{slope}: no path leads from {root} back to {x}')
                    if self.x.requires_grad else
                    say('{slope}: {x} requires no gradient'))
            return head.format(
                slope=slope, root=name[self.root], x=name[self.x]), [], []
        head = say('{slope}, of shape {shape}, operation by operation, each the sum of '
                   'what its users pass back:').format(slope=slope, shape=self.x.shape)
        rows = [self._cells(row, name) if row else ('…', '', '', '')
                for row in ends(self.rows, MOST_STEPS)]
        return head, rows, list(self._notes(name))

    def _cells(self, row, name):
        parts = ' + '.join(_part(part, name) for part in row.parts)
        return (f'd{name[self.root]}/d{name[row.node]}', str(row.node.shape),
                f'= {one_line(row.gradient)}',
                say('from {parts}').format(parts=parts) if parts else '')

    def _notes(self, name):
        """How the Tensors between were computed."""
        computed = [row.node for row in self.rows if row.node._prev]
        for node in ends(computed, MOST_STEPS):
            if node is None:
                yield '  …'
                continue
            shapes = ', '.join(str(x.shape) for x in node._prev)
            yield '  ' + say('{x} = {how}, of shape {shape} from {shapes}').format(
                x=name[node], how=operation_text(node, lambda x: (name[x], ATOM)),
                shape=node.shape, shapes=shapes)


def _part(part, name):
    if part.copies > 1:
        return say('{x} (over {count} copies)').format(
            x=name[part.node], count=part.copies)
    return name[part.node]


def explain(x: Tensor, root: Tensor) -> Explanation:
    """Why x gets the gradient d root / d x: what each operation passes back to it.

    root: one number. The graph must not be used up, and every gradient stays as it is.

    Raises:
        RuntimeError: if the graph is used up, holds a checkpoint or data that was
            changed in place, or root is no single number or requires no gradient.
        TypeError: if x or root is no Tensor.
    """
    for node in (x, root):
        if not isinstance(node, Tensor):
            raise TypeError(f'explain takes two Tensors, x and root, got {node!r:.80}')
    topo = order_of(root)
    on_the_way = {x}
    for node in topo:
        if not on_the_way.isdisjoint(node._prev):
            on_the_way.add(node)
    zeros = np.zeros_like(x._data)
    if root not in on_the_way or not x.requires_grad:
        return Explanation(x, root, zeros, [])
    rows, came_in = [], {root: []}
    for node in reversed(topo):
        if node not in on_the_way or node not in came_in:
            continue
        parts = came_in[node]
        gradient = sum((part.gradient for part in parts[1:]), parts[0].gradient) \
            if parts else start(root, None)
        rows.append(Row(node, gradient, parts))
        for part in parts_of(node, gradient) if node is not x else ():
            if part.operand in on_the_way:
                came_in.setdefault(part.operand, []).append(part)
    gradient = next((row.gradient for row in rows if row.node is x), zeros)
    return Explanation(x, root, gradient, rows)

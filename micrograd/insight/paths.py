"""Why a Value has its gradient: the paths on which it reaches the root.

Along a path the local gradients are multiplied, and the paths are added: that is the
whole chain rule. Where the paths are too many to list, they are merged node by node,
which is what backward() does.

Left out: paths as a picture (pictures/).
"""
from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Any, NamedTuple

from micrograd.common.engines import for_tensors
from micrograd.common.layout import pad, width
from micrograd.derivatives.local import edges, own_pass
from micrograd.elementary import agree, is_finite, like
from micrograd.engine import Value
from micrograd.graph import check_usable, topological_order
from micrograd.languages import say

__all__ = ['Explanation', 'Path', 'PathStep', 'explain']

MOST_PATHS = 20  # of more, nobody reads the list
MOST_FACTORS = 6  # in a path; of a longer one, those that are 1 are left out
MOST_TERMS = 4  # in one sum
MOST_STEPS = 40
COUNTED = 10 ** 30  # paths; further on they are only "more"


class PathStep(NamedTuple):
    """One use of operand by node, and d node / d operand for it."""
    node: Value
    operand: Value
    local: Any
    use: str  # which one, where node uses operand more than once


    def passed(self, upstream: Any) -> Any:
        """What the closure makes of the upstream gradient: times local.

        Where that is not finite, the closure itself is asked: below a choice not
        taken it is 0, though inf * 0 is nan.
        """
        product = upstream * self.local
        if is_finite(product):
            return product
        return next(edge.local for edge in edges(self.node, upstream)
                    if edge.operand is self.operand and edge.use == self.use)


class Path(NamedTuple):
    """Steps from the root back to x, and the product of their local gradients."""
    steps: list[PathStep]
    value: Any


class MergedNode(NamedTuple):
    """A node, the steps from its users to it, and d root / d node."""
    node: Value
    steps: list[PathStep]
    gradient: Any


class Explanation(NamedTuple):
    """Why d root / d x is what it is; print it, or let a notebook show it.

    gradient: the sum over all paths. count: their number, counted up to COUNTED.
    paths: all of them, or none if they are too many. merged: then the nodes on them
    in their place, from the root to x, each with the sum over its users.
    received: what the closures together leave in x.grad. It differs from the gradient
    if one of them is wrong: it forgets what was there before, or its upstream.
    """
    x: Value
    root: Value
    gradient: Any
    count: int
    received: Any
    is_right: bool
    paths: list[Path]
    merged: list[MergedNode]

    def __str__(self) -> str:
        return as_text(*_Words(self).everything())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return as_html(*_Words(self).everything())


@for_tensors('explain.explain')
def explain(x: Value, root: Value) -> Explanation:
    """Why x gets the gradient d root / d x: every path, its factors, their sum.

    The graph must not be used up, and every gradient stays as it is. An operand that
    is used twice, as in a * a, is on two paths. Of Tensors it tells what each operation
    passes back, as arrays with their shapes.

    RuntimeError: the graph is used up. ValueError: it has a cycle.
    """
    for node in (x, root):
        if not isinstance(node, Value):
            raise TypeError(f'explain takes two Values, x and root, got {node!r}')
    topo = topological_order(root)
    check_usable(topo)
    steps = _steps_towards(x, topo)
    count, gradient, size = _merge(x, topo, steps)
    received = own_pass(topo).get(x, like(0, x.data))
    found = {'x': x, 'root': root, 'count': count[x], 'received': received,
             'is_right': agree(gradient[x], received, size[x])}
    if count[x] > MOST_PATHS:
        return Explanation(**found, gradient=gradient[x], paths=[],
                           merged=_merged(topo, steps, gradient))
    paths = [Path(path, _product(path, root)) for path in _paths(x, root, steps)]
    total = sum((path.value for path in paths), start=like(0, root.data))
    return Explanation(**found, gradient=total, paths=paths, merged=[])


# --- paths ---------------------------------------------------------------------

def _steps_towards(x, topo):
    """For each node that x reaches, its steps to operands that are on the way to x."""
    steps = {x: []}
    for node in topo:
        if node is not x and not steps.keys().isdisjoint(node._prev):
            steps[node] = [PathStep(node, *edge) for edge in edges(node)
                           if edge.operand in steps]
    return steps


def _merge(x, topo, steps):
    """For each node: the number of paths to it, their sum, and how large it may be."""
    root = topo[-1]
    one, zero = like(1, root.data), like(0, root.data)
    count, gradient, size = (dict.fromkeys(steps, start) for start in (0, zero, 0))
    if root in steps:
        count[root], gradient[root], size[root] = 1, one, 1
    for node in reversed(topo):
        for step in steps.get(node, ()):
            x = step.operand
            count[x] = min(count[x] + count[node], COUNTED)
            gradient[x] += step.passed(gradient[node])
            size[x] += abs(step.passed(size[node]))
    return count, gradient, size


def _paths(x, root, steps) -> Iterator[list[PathStep]]:
    """All paths from root to x, by a depth-first search with its own stack."""
    if root is x:
        yield []
    path, stack = [], [iter(steps.get(root, ()))]
    while stack:
        step = next(stack[-1], None)
        if step is None:
            stack.pop()
            del path[-1:]
        elif step.operand is x:
            yield [*path, step]
        else:
            path.append(step)
            stack.append(iter(steps[step.operand]))


def _product(path, root):
    product = like(1, root.data)
    for step in path:
        product = step.passed(product)
    return product


def _merged(topo, steps, gradient):
    """The nodes below the root, each with the steps that lead to it."""
    users = {node: [] for node in steps}
    for node in reversed(topo):
        for step in steps.get(node, ()):
            users[step.operand].append(step)
    return [MergedNode(node, users[node], gradient[node]) for node in reversed(topo)
            if users.get(node)]


# --- words ---------------------------------------------------------------------

class _Words:
    """The text of an explanation: a headline, the rows of a table, and notes."""

    def __init__(self, explanation: Explanation):
        from micrograd.insight.formulas import names
        self.it = explanation
        self.shown = [_shortened(path.steps) for path in explanation.paths]
        self.merged = ends(self._telling(explanation.merged), MOST_STEPS)
        self.own = list(self._nodes())
        self.name = names([*self.own, *(x for node in self.own for x in node._prev)])

    def everything(self) -> tuple[str, list[tuple[str, ...]], list[str]]:
        rows = list(self._merged_rows() if self.it.merged else self._path_rows())
        return self._head(), rows, list(self._notes())

    def _telling(self, merged):
        """Of many rows those that do more than pass on the gradient of one user."""
        if len(merged) <= MOST_STEPS:
            return merged
        return [row for row in merged if len(row.steps) > 1
                or row.steps[0].local != 1 or row.node is self.it.x]

    def _nodes(self):
        """The nodes that are named, from the root to x, each once."""
        steps = [step for path in self.shown for step in path]
        steps += [step for row in self.merged if row for step in row.steps[:MOST_TERMS]]
        nodes = [part for step in steps if step for part in (step.node, step.operand)]
        return dict.fromkeys([self.it.root, *nodes, self.it.x])

    def _head(self):
        it = self.it
        return self._headline().format(
            slope=f'{self._slope(it.root, it.x)} = {_number(it.gradient)}',
            root=self.name[it.root], x=self.name[it.x], count=self._count())

    def _headline(self):
        it = self.it
        if it.root is it.x:
            return say('{slope}: the root itself')
        if it.merged and len(it.merged) > MOST_STEPS:
            return say('{slope}, over {count} paths; merged, node by node, each the '
                       'sum over its users of upstream gradient * local gradient '
                       '(those of one user times 1 are left out):')
        if it.merged:
            return say('{slope}, over {count} paths; merged, node by node, each the '
                       'sum over its users of upstream gradient * local gradient:')
        if it.count > 1:
            return say('{slope}, the sum over {count} paths from {root} back to {x}:')
        if it.count:
            return say('{slope}, over 1 path from {root} back to {x}:')
        if it.root in topological_order(it.x):
            return say('{slope}: no path leads from {root} back to {x}, but one from '
                       '{x} back to {root}: ask explain({root}, {x})')
        return say('{slope}: no path leads from {root} back to {x}')

    def _count(self):
        if self.it.count < COUNTED:
            return f'{self.it.count:,}'
        return say('more than {most:.0e}').format(most=COUNTED)

    def _path_rows(self):
        for path, shown in zip(self.it.paths, self.shown):
            if not path.steps:
                continue
            yield (self._way(path.steps, shown), _times(shown, self._factor),
                   f'= {_times(shown, lambda step: _number(step.local))}',
                   f'= {_number(path.value)}')
        if self.it.count > 1:
            yield '', '', f"  {say('sum')}", f'= {_number(self.it.gradient)}'

    def _merged_rows(self):
        upstream = {row.node: row.gradient for row in self.it.merged}
        upstream[self.it.root] = like(1, self.it.root.data)
        for row in self.merged:
            if row is None:
                yield '…', '', '', ''
                continue
            yield (self._slope(self.it.root, row.node),
                   f'= {_plus(row.steps, self._term)}',
                   '= ' + _plus(row.steps, lambda step: (
                       f'{_number(upstream[step.node])} * {_number(step.local)}')),
                   f'= {_number(row.gradient)}')

    def _term(self, step):
        return f'{self._slope(self.it.root, step.node)} * {self._factor(step)}'

    def _factor(self, step):
        use = f' ({step.use})' if step.use else ''
        return self._slope(step.node, step.operand) + use

    def _slope(self, node, operand):
        return f'd{self.name[node]}/d{self.name[operand]}'

    def _way(self, steps, shown):
        """The nodes of a path; … for those that are left out."""
        parts, last = [self.name[steps[0].node]], steps[0].node
        for step in shown:
            if step and step.node is not last:
                parts += ['…', self.name[step.node]]
            if step:
                parts.append(self.name[step.operand])
                last = step.operand
        if last is not self.it.x:
            parts += ['…', self.name[self.it.x]]
        return ' <- '.join(parts)

    def _notes(self):
        """How the named nodes were computed, and what else must be said."""
        from micrograd.insight.formulas import ATOM, operation_text
        computed = [node for node in self.own if node._prev and node is not self.it.x]
        with_ = say('with')
        for i, node in enumerate(ends(computed, MOST_STEPS)):
            text = '…'
            if node is not None:  # a Value of 0 is false
                operation = operation_text(node, lambda x: (self.name[x], ATOM))
                text = f'{self.name[node]} = {operation} = {_number(node.data)}'
            yield f"{pad('' if i else with_, width(with_))} {text}"
        if any(len(path.steps) > MOST_FACTORS for path in self.it.paths):
            yield say('In long paths, local gradients of 1 are left out: …')
        if not self.it.is_right:
            yield say('But the closures leave {number} in {x}.grad: one of them is '
                      'wrong. Does it say = in place of +=, or leave out out.grad?'
                      ).format(number=_number(self.it.received),
                               x=self.name[self.it.x])


def as_text(head: str, rows: list[tuple[str, ...]], notes: list[str]) -> str:
    """A headline, a table, and notes, one below the other."""
    widths = [max(map(width, column)) for column in zip(*rows)]
    lines = ['  ' + '  '.join(map(pad, row, widths)).rstrip() for row in rows]
    return '\n'.join([head, *lines, *notes])


def as_html(head: str, rows: list[tuple[str, ...]], notes: list[str]) -> str:
    """The same for a notebook."""
    cells = (''.join(f'<td style="text-align:left">{html.escape(cell)}</td>'
                     for cell in row) for row in rows)
    table = ''.join(f'<tr>{row}</tr>' for row in cells)
    return (f'<p>{html.escape(head)}</p><table>{table}</table>'
            f'<pre>{html.escape(chr(10).join(notes))}</pre>')


def _shortened(steps):
    """The steps of a path to show; None stands for several."""
    if len(steps) <= MOST_FACTORS:
        return steps
    return ends([step for step in steps if step.local != 1], MOST_FACTORS)


def ends(parts: list, most: int) -> list:
    """All parts, or the first and the last ones and None between them."""
    if len(parts) <= most:
        return list(parts)
    return [*parts[:most // 2], None, *parts[-(most // 2):]]


def _times(steps, text_of):
    return ' * '.join(text_of(step) if step else '…' for step in steps) or '1'


def _plus(steps, text_of):
    terms = [text_of(step) for step in steps[:MOST_TERMS]]
    more = len(steps) - MOST_TERMS
    if more > 0:
        terms.append(say('({count:,} more)').format(count=more))
    return ' + '.join(terms)


def _number(x):
    return f'{x + 0:.6g}' if isinstance(x, (int, float)) else str(x)  # no -0

"""Derivatives of any order, from the closures that are there already.

A closure is plain arithmetic on `.data` and `.grad`. While `grad` walks
the graph with create_graph=True, a Value stands in the `.data` of each
node, its mirror, so that what the closure computes is a graph as well
and can be differentiated again. No operation has a second rule.

What a closure must not do is keep a number of the forward pass to itself:
captures.py finds such closures. Gradients by numerical difference are in
gradcheck.py.
"""
from __future__ import annotations

import numbers
from collections.abc import Callable, Iterable, Sequence

from micrograd.common.engines import is_tensor
from micrograd.derivatives.captures import reflected
from micrograd.elementary import agree, is_number, like
from micrograd.engine import Value
from micrograd.functions import wrap
from micrograd.graph import (
    add_note,
    check_usable,
    let_go,
    nodes_of,
    relaxed_gc,
    restored,
    run_closures,
    topological_order,
)

HINT = ('create_graph=True runs closures on Values: write them with operators and '
        'the functions of micrograd.elementary on .data, such as exp(self.data), '
        'and compare with < or >, not with ==')


def grad(output: Value, inputs: Iterable[Value],
         create_graph: bool = False) -> list[Value]:
    """The derivatives of output with respect to each of the inputs.

    They come as new Values; the .grad of no node changes and the graph
    stays usable. With create_graph=True they are graphs themselves. An
    input that output does not depend on has the derivative 0.

    Threads may share Values: their passes take turns. A forward pass that
    meets the other thread's pass of create_graph=True is a TypeError.

    RuntimeError: the graph is used up. ValueError, with create_graph=True:
    the closure of an operation hides a number; the text shows the way out.
    """
    if isinstance(inputs, Value):
        raise TypeError('grad takes a sequence of inputs: grad(y, [x])')
    inputs = list(inputs)
    for x in (output, *inputs):
        if not isinstance(x, Value):
            hint = ' (that of Tensors is micrograd.tensor.grad)' * is_tensor(x)
            raise TypeError(f'grad takes Values, got {x!r:.80}{hint}')
    topo = topological_order(output)
    check_usable(topo)
    reached = set(topo)
    with restored(topo), relaxed_gc():
        _plain_pass(topo)
        if create_graph:
            _mirrored_pass(topo)
        found = [x.grad if x in reached else 0 for x in inputs]
        if create_graph:
            _drop_unused(topo, found)
    return [wrap(g, x) for g, x in zip(found, inputs)]


def derivative(f: Callable, x: float, n: int = 1) -> float | Value:
    """The n-th derivative of f, a function of one Value, at the number x.

    Here as below, numbers of another kind give results of that kind: with
    a Fraction the derivative is exact. And where f uses Values from outside,
    the results are Values, so that gradients pass on to those.
    """
    if n < 0:
        raise ValueError(f'there is no derivative of order {n}')
    call = _Call(f, [x])
    orders = [call.output]
    for order in range(1, n + 1):
        orders += grad(orders[-1], call.xs, call.is_open or order < n)
    return call.results(orders, orders[-1:])[0]


def jacobian(f: Callable, xs: Sequence[float]) -> list:
    """The first derivatives of f(*xs) with respect to each of the xs.

    f takes Values. If it returns a sequence of m Values the result has
    m rows of len(xs) numbers; if it returns one Value it is one row.
    """
    call = _Call(f, xs)
    slopes = [grad(y, call.xs, call.is_open) for y in call.outputs]
    rows = [call.results(call.outputs, row) for row in slopes]
    return rows[0] if call.gives_one else rows


def hessian(f: Callable, xs: Sequence[float]) -> list[list[float | Value]]:
    """The second derivatives of f(*xs), one Value: len(xs) rows and columns."""
    call = _Call(f, xs)
    slopes = grad(call.output, call.xs, create_graph=True)
    rows = [grad(slope, call.xs, call.is_open) for slope in slopes]
    return [call.results([call.output, *slopes], row) for row in rows]


def hvp(f: Callable, xs: Sequence[float], v: Sequence[float]) -> list[float | Value]:
    """The Hessian of f(*xs) times the vector v, at the price of two gradients.

    It is the gradient of the dot product of gradient and v (Pearlmutter 1994).
    """
    if len(xs) != len(v):
        raise ValueError(f'hvp: {len(xs)} inputs, but v has {len(v)} numbers')
    call = _Call(f, xs, v)
    slopes = grad(call.output, call.xs, create_graph=True)
    along_v = wrap(sum(slope * vi for slope, vi in zip(slopes, v)), call.output)
    product = grad(along_v, call.xs, call.is_open)
    return call.results([call.output, along_v], product)


class _Call:
    """One call of f on Values: xs, its outputs, and what may become of results.

    is_open: whether f, or v, used Values that f did not make, so that
    plain numbers would cut their graph.
    """

    def __init__(self, f, xs, v=()):
        self.f = f
        self.xs, self.outputs = self._outputs(xs)
        self.is_open = any(isinstance(vi, Value) for vi in v) or self._uses_others()

    def _outputs(self, xs):
        xs = [Value(x) for x in xs]
        if not xs:
            raise ValueError('derivatives are with respect to inputs: xs is empty')
        ys = self.f(*xs)
        self.gives_one = is_number(ys)
        return xs, [wrap(y, xs[0]) for y in ([ys] if self.gives_one else ys)]

    @property
    def output(self):
        if not self.gives_one:
            raise TypeError(f'f has to return one Value, got {self.outputs!r}')
        return self.outputs[0]

    def _uses_others(self):
        """Whether a second call of f meets nodes of the first one again."""
        nodes = nodes_of(self.outputs)
        if set(self.xs).issuperset(node for node in nodes if not node._prev):
            return False
        xs, outputs = self._outputs([x.data for x in self.xs])
        again = nodes_of(outputs)
        _release(outputs, xs)
        return not nodes.isdisjoint(again)

    def results(self, outputs, found):
        """What was found: as Values, or as numbers, with the graphs freed."""
        if self.is_open:
            return found
        _release(outputs, self.xs)
        return [value.data for value in found]


def _release(outputs, xs):
    """Free the graphs above xs. What f only looked up stays usable."""
    ours = set(xs)
    for output in outputs:
        for node in topological_order(output):
            if not ours.isdisjoint(node._prev):
                ours.add(node)
    let_go(ours)


# --- two passes over one graph ----------------------------------------------

class _Zero(int):
    """The 0 a gradient starts from: to add to it makes no node."""

    def __add__(self, other):
        return other


def _plain_pass(topo):
    """The gradients as numbers, left in .grad."""
    for node in topo:
        node.grad = like(0, node.data)
    topo[-1].grad = like(1, topo[-1].data)
    run_closures(reversed(topo))


def _mirrored_pass(topo):
    """The same gradients as Values, left in .grad, checked against the numbers."""
    plain = [(node, node.grad) for node in topo]
    originals = [(node, node.data) for node in reversed(topo)]
    for node in topo:
        node.data, node.grad = _mirror(node), _Zero()
    topo[-1].grad = Value(like(1, originals[0][1]))
    for node, data in originals:
        with reflected(node, data):
            _run_on_values(node)
    for node, number in reversed(plain):
        _check_same(node, number, topo)


def _run_on_values(node):
    try:
        node._backward()
    except Exception as error:
        add_note(error, f'in the backward pass of {node._op!r}. {HINT}')
        raise


def _drop_unused(topo, found):
    """Free what the mirrored pass made beside the graphs of found."""
    made = [part for node in topo for part in (node.data, node.grad)]
    let_go(_nodes_above(topo, made) - _nodes_above(topo, found))


def _nodes_above(topo, roots):
    """The nodes of the graphs of the roots, down to those in topo."""
    seen, nodes = set(topo), set()
    todo = [root for root in roots if isinstance(root, Value)]
    while todo:
        node = todo.pop()
        if node not in seen:
            seen.add(node)
            nodes.add(node)
            todo.extend(node._prev)
    return nodes


def _mirror(node):
    """A Value of the node's data that passes its gradient on to the node."""
    mirror = Value(node.data, (node,), '=')
    mirror.label = node.label

    def _backward():
        node.grad += mirror.grad
    mirror._backward = _backward

    return mirror


def _check_same(node, number, topo):
    """The mirrored pass must have taken the same branches as the plain one."""
    mirrored = node.grad.data if isinstance(node.grad, Value) else node.grad
    known = all(isinstance(x, numbers.Number) for x in (mirrored, number))
    if not known or agree(mirrored, number):  # another kind may not know ==
        return
    users = ' or '.join(sorted({repr(x._op) for x in topo if node in x._prev}))
    raise ValueError(f'the closure of {users} gives {node.label or "its operand"} '
                     f'the gradient {number} on numbers but {mirrored} on Values. '
                     f'{HINT}')

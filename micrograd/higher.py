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

from collections.abc import Callable, Iterable, Sequence

from micrograd.captures import reflected
from micrograd.elementary import like
from micrograd.engine import Value, wrap
from micrograd.graph import (
    add_note,
    check_usable,
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
    """
    topo = topological_order(output)
    check_usable(topo)
    inputs = list(inputs)
    reached = set(topo)
    with restored(topo):
        _plain_pass(topo)
        if create_graph:
            _mirrored_pass(topo)
        found = [x.grad if x in reached else 0 for x in inputs]
    return [wrap(g, x) for g, x in zip(found, inputs)]


def derivative(f: Callable, x: float, n: int = 1) -> float:
    """The n-th derivative of f, a function of one Value, at the number x."""
    if n < 0:
        raise ValueError(f'there is no derivative of order {n}')
    x = Value(x)
    y = wrap(f(x), x)
    for _ in range(n):
        [y] = grad(y, [x], create_graph=True)
    y.release()
    return y.data


def jacobian(f: Callable, xs: Sequence[float]) -> list:
    """The first derivatives of f(*xs) with respect to each of the xs.

    f takes Values. If it returns a sequence of m Values the result has
    m rows of len(xs) numbers; if it returns one Value it is one row.
    """
    xs = [Value(x) for x in xs]
    ys = f(*xs)
    if not isinstance(ys, (list, tuple)):
        return _numbers(grad(wrap(ys, xs[0]), xs))
    return [_numbers(grad(wrap(y, xs[0]), xs)) for y in ys]


def hessian(f: Callable, xs: Sequence[float]) -> list[list[float]]:
    """The second derivatives of f(*xs), one Value: len(xs) rows and columns."""
    xs = [Value(x) for x in xs]
    slopes = grad(wrap(f(*xs), xs[0]), xs, create_graph=True)
    return [_numbers(grad(slope, xs)) for slope in slopes]


def hvp(f: Callable, xs: Sequence[float], v: Sequence[float]) -> list[float]:
    """The Hessian of f(*xs) times the vector v, without the Hessian.

    The gradient of the product of v and the gradient (Pearlmutter 1994).
    """
    if len(xs) != len(v):
        raise ValueError(f'hvp: {len(xs)} inputs, but v has {len(v)} numbers')
    xs = [Value(x) for x in xs]
    slopes = grad(wrap(f(*xs), xs[0]), xs, create_graph=True)
    along_v = sum(slope * vi for slope, vi in zip(slopes, v))
    return _numbers(grad(along_v, xs))


# --- two passes over one graph ----------------------------------------------

class _Zero(int):
    """The 0 a gradient starts from: to add to it makes no node."""

    def __add__(self, other):
        return other


def _plain_pass(topo):
    """The gradients as numbers, in .grad."""
    for node in topo:
        node.grad = like(0, node.data)
    topo[-1].grad = like(1, topo[-1].data)
    run_closures(reversed(topo))


def _mirrored_pass(topo):
    """The same gradients as Values, in .grad; checked against the numbers."""
    numbers = [(node, node.grad) for node in topo]
    originals = [(node, node.data) for node in reversed(topo)]
    for node in topo:
        node.data, node.grad = _mirror(node), _Zero()
    topo[-1].grad = Value(like(1, originals[0][1]))
    for node, data in originals:
        try:
            with reflected(node, data):
                node._backward()
        except Exception as error:
            add_note(error, f'in the backward pass of {node._op!r}. {HINT}')
            raise
    for node, number in numbers:
        _check_same(node, number)


def _mirror(node):
    """A Value of the node's data that passes its gradient on to the node."""
    mirror = Value(node.data, (node,), '=', node.label)

    def _backward():
        node.grad += mirror.grad
    mirror._backward = _backward

    return mirror


def _check_same(node, number):
    """The mirrored pass must have taken the same branches as the plain one."""
    if not isinstance(number, (float, int)):
        return
    mirrored = node.grad.data if isinstance(node.grad, Value) else node.grad
    if mirrored != number and (mirrored == mirrored or number == number):
        name = node.label or node._op or 'a leaf'
        raise ValueError(f'the gradient of {name} is {number} on numbers but '
                         f'{mirrored} on Values. {HINT}')


def _numbers(values):
    return [value.data for value in values]

"""Gradient check: is the slope that backward() finds the slope of the function?

The slope between two points beside each input needs no derivative at all, so it
can judge one. Not here: how to get such slopes to many digits (differences.py),
which closure is wrong (check the operations one by one), arrays (tensor/).
"""
from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from micrograd.common.engines import for_tensors
from micrograd.common.layout import width
from micrograd.derivatives.differences import EPSILON, slopes
from micrograd.elementary import is_number, plain
from micrograd.engine import Value
from micrograd.graph import topological_order
from micrograd.languages import say

__all__ = ['GradReport', 'InputReport', 'grad_check', 'numerical_grad']

COLUMNS = (5, 13, 15, 15, 8)  # of the table: input, x, analytic, numeric, error


@dataclass(frozen=True)
class InputReport:
    """What the check found for one input.

    error: |analytic - numeric|. doubt: how far the numeric slope itself may be
    off. verdict: 'right', 'corner' (the slopes to the left and the right differ,
    the analytic one is between them), 'wrong', 'not added' (right, but it
    replaced the gradient that was there), 'not chained' (right, but it does not
    grow with the gradient of the result), or 'undecided' (the error is within
    the doubt, but the doubt is above atol).
    """

    index: int
    x: float
    analytic: float
    numeric: float
    doubt: float
    left: float
    right: float
    verdict: str

    @property
    def error(self) -> float:
        return abs(self.analytic - self.numeric)

    def __bool__(self) -> bool:
        return self.verdict in ('right', 'corner')

    def __str__(self) -> str:
        said = {
            'right': say('right'),
            'wrong': say('wrong'),
            'corner': say('corner: slope {left:.6g} on the left, {right:.6g} on the '
                          'right'),
            'not added': say('not added: = in place of += in a _backward'),
            'not chained': say('not chained: no factor * out.grad in a _backward'),
            'undecided': say('undecided: the numeric slope is known to {doubt:.1g} '
                             'only; a larger atol accepts that'),
        }[self.verdict].format(left=self.left, right=self.right, doubt=self.doubt)
        return row(str(self.index), self.x, self.analytic, self.numeric, said)


@dataclass(frozen=True)
class GradReport:
    """The result of grad_check: true if all gradients are right.

    inputs: an InputReport for each input, in order. Prints as a table.
    """

    inputs: tuple[InputReport, ...]

    def __bool__(self) -> bool:
        return all(self.inputs)

    def __str__(self) -> str:
        bad = sum(not report for report in self.inputs)
        return table(bad, len(self.inputs), map(str, self.inputs))

    __repr__ = __str__  # so that a notebook shows it


def table(bad: int, inputs: int, rows: Iterable[str]) -> str:
    """A report as text. bad: for how many of the inputs the check has failed."""
    verdict = (say('gradient check failed for {bad} of {inputs} inputs') if bad
               else say('gradient check passed'))
    head = _columns(say('input'), 'x', say('analytic'), say('numeric'), say('error'))
    return '\n'.join([verdict.format(bad=bad, inputs=inputs), head, *rows])


def row(name: str, x: float, analytic: float, numeric: float, said: str) -> str:
    """The row of an input, or of a number in it."""
    return _columns(name, f'{x:.6g}', f'{analytic:.9g}', f'{numeric:.9g}',
                    f'{abs(analytic - numeric):.1g}') + f'  {said}'


def _columns(*cells):
    """Columns that end at the right."""
    return '  '.join(' ' * (columns - width(str(cell))) + str(cell)
                     for cell, columns in zip(cells, COLUMNS))


@for_tensors('gradcheck.numerical_grad', arrays=True)
def numerical_grad(f: Callable[..., Value], *xs: float) -> list[float]:
    """The slope of f at xs in the direction of each input, by central differences.

    f: takes Values, returns one. At a corner the slope is the mean of the slopes
    to its left and its right. Errors as for grad_check.
    """
    f, xs = _checked(f, xs)
    return [_slopes(f, xs, i).central for i in range(len(xs))]


@for_tensors('gradcheck.grad_check', arrays=True)
def grad_check(f: Callable[..., Value], *xs: float,
               rtol: float = 1e-8, atol: float = 1e-8) -> GradReport:
    """Compare the gradients that backward() finds with numeric slopes of f at xs.

    f: takes Values, returns one. A gradient is right within rtol times the slope
    plus the doubt about the numeric slope, of which at most atol is accepted.
    Where it is added to another gradient, or f is one factor of a product, it must
    still be right. At a corner every slope between those of the two sides is right.
    All other gradients in the graph stay as they are. If an x is an array, f takes
    Tensors: see micrograd.tensor.grad_check.

    Raises:
        ValueError: if f is not defined at xs or so near that no step is small
            enough, if it gives something else at each call, or if there is no x.
        TypeError: if an x is no number, or f returns anything but one Value.
    """
    f, xs = _checked(f, xs)
    zeros = [0.0] * len(xs)
    value, grads = _gradients(f, xs, zeros)
    found = [_slopes(f, xs, i) for i in range(len(xs))]
    start = [max(abs(g), 1.0) if math.isfinite(g) else 1.0 for g in grads]
    again = _gradients(f, xs, start)[1]
    is_added = [not abs(g - h) > 1e-3 * s for g, h, s in zip(grads, again, start)]
    doubled = _gradients(f, xs, zeros, factor=-2.0)[1]
    is_chained = [not abs(2 * g + h) > 1e-3 * abs(g) for g, h in zip(grads, doubled)]
    if repr((value, grads)) != repr(_gradients(f, xs, zeros)):
        raise ValueError('f gives a different value or gradient at each call '
                         'with the same inputs: does it draw random numbers, or '
                         'change something outside?')
    return GradReport(tuple(
        InputReport(i, xs[i], grads[i], s.central, s.doubt, s.left, s.right,
                    _verdict(grads[i], is_added[i], is_chained[i], s, rtol, atol))
        for i, s in enumerate(found)))


def _verdict(grad, is_added, is_chained, found, rtol, atol):
    error = abs(grad - found.central)
    low, high = sorted([found.left, found.right])
    allowed = rtol * max(abs(found.central), abs(low), abs(high))
    if found.is_corner:
        allowed += min(found.blur, atol)
        verdict = 'corner' if low - allowed <= grad <= high + allowed else 'wrong'
    elif error <= allowed + min(max(found.doubt, found.rounding), atol):
        verdict = 'right'
    else:
        verdict = 'undecided' if error <= found.doubt else 'wrong'
    if verdict in ('right', 'corner') and not (is_added and is_chained):
        return 'not added' if is_chained else 'not chained'
    return verdict


# --- the gradient by backward() ---------------------------------------------------


def _gradients(f, xs, start, factor=1.0):
    """The value of f, and what the backward pass of f * factor adds to gradients
    that are at start."""
    out, leaves = _call(f, xs)
    root = out * factor
    nodes = topological_order(root)
    kept = [node.grad for node in nodes]  # f may use Values from outside
    for leaf, grad in zip(leaves, start):
        leaf.grad = grad
    try:
        root.backward(retain_graph=True)
        return out.data, [leaf.grad - grad for leaf, grad in zip(leaves, start)]
    finally:
        for node, grad in zip(nodes, kept):
            node.grad = grad


def _call(f, xs):
    leaves = [Value(x, label=f'x{i}') for i, x in enumerate(xs)]
    out = f(*leaves)
    if not isinstance(out, Value):
        raise TypeError(f'f must return one Value, or there is no graph to check; '
                        f'it returned {out!r}')
    return out, leaves


def _slopes(f, xs, i):
    """The slopes of f at xs in the direction of input i, by differences."""
    out, _ = _call(f, xs)
    # the result of each operation is rounded
    sizes = [abs(node.data) for node in topological_order(out) if node._prev]
    error = EPSILON * max(filter(math.isfinite, [0.0, *sizes]))

    def along(x):
        return _call(f, [*xs[:i], x, *xs[i + 1:]])[0].data

    try:
        return slopes(along, xs[i], error)
    except ValueError as outside:
        raise ValueError(f'there is no slope of f along x{i} to compare with: '
                         f'{outside}') from outside


# --- what the arguments may be ----------------------------------------------------


def _checked(f, xs):
    """f and xs, once it is clear that f is defined at xs, which are floats."""
    if not callable(f):
        raise TypeError(f'grad_check(f, x0, x1, …) takes a function f first, got {f!r}')
    if not xs:
        raise ValueError('there is no input to check: grad_check(f, x0, x1, …)')
    xs = [_as_float(i, x) for i, x in enumerate(xs)]
    try:
        out, _ = _call(f, xs)
    except (ValueError, ArithmeticError) as error:
        raise ValueError(f'f is not defined at {xs}, check it elsewhere: '
                         f'{error}') from error
    if not math.isfinite(out.data):
        raise ValueError(f'f is {out.data} at {xs}, check it elsewhere')
    return f, xs


def _as_float(i, x):
    x = plain(x.data if isinstance(x, Value) else x)
    if not is_number(x):
        raise TypeError(f'input {i} is no number: {x!r} (several inputs are given '
                        f'one by one: grad_check(f, *xs))')
    x = float(x)
    if not math.isfinite(x):
        raise ValueError(f'input {i} is {x}')
    return x

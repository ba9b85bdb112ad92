"""The walk through a graph of Tensors, from the result back to the leaves.

The order is that of the scalar engine, graph.topological_order. A gradient is
kept in a table only until its node has had its turn, then the node's operands
and rules may be let go, and with them the arrays that nothing else needs.
"""
from __future__ import annotations

import numpy as np

from micrograd.graph import add_note, topological_order, used_up
from micrograd.tensor.arraylike import ArrayLike, as_floats, name
from micrograd.tensor.loans import count_writes, loans


def start(root, grad) -> np.ndarray:
    """The gradient of the root that a backward pass begins with."""
    if grad is None:
        if root.size != 1:
            raise RuntimeError(
                f'{name(root)} has the shape {root.shape}, so its gradient is needed '
                f'to start from. To begin with ones would mean to differentiate the '
                f'sum of its numbers, and whether that is meant only you can know: '
                f'say t.sum().backward(), or t.backward(grad)')
        return np.ones(root.shape, root.dtype)
    grad = as_floats(grad._data if isinstance(grad, ArrayLike) else grad)
    if grad.shape != root.shape:
        raise ValueError(f'{name(root)} has the shape {root.shape}, the gradient given '
                         f'for it {grad.shape}')
    return grad.astype(root.dtype)


def usable_order(root) -> list:
    """topological_order(root); a RuntimeError if a part of it is used up."""
    topo = topological_order(root)
    for node in topo:
        if node._grad_fn is used_up:
            used_up()
    return topo


@np.errstate(all='ignore')  # as in the forward pass
def pass_back(topo, grad, targets, create_graph=False, keep_graph=True) -> dict:
    """The gradients of the targets, given that of the last node of topo.

    Arrays, or with create_graph Tensors, also those of nodes that retain theirs.
    topo is emptied on the way. A target that is not reached is not among them.
    """
    wanted = set(targets)
    _add_dependants(wanted, topo)
    grads = {topo[-1]: grad}
    found = {}
    while topo:
        node = topo.pop()
        if node in wanted:
            wanted.remove(node)  # no table keeps a node longer than it must
            g = grads.pop(node)
            if node in targets or node._retains:
                found[node] = g
            if callable(node._grad_fn):  # of a checkpoint
                _recompute(node, g, grads, wanted, topo)
            elif node._prev:
                _apply_rules(node, g, grads, wanted, create_graph)
        if node._prev and not keep_graph:
            node._let_go()
    return found


def _add_dependants(wanted, topo):
    """Add the nodes of topo that depend on a wanted one."""
    for node in topo:
        if not wanted.isdisjoint(node._prev):
            wanted.add(node)


def _recompute(node, g, grads, wanted, topo):
    """Let the graph that a checkpoint stands for take its place (checkpoint.py)."""
    root, inner = node._grad_fn(node)
    _add_dependants(wanted, inner)
    topo += inner
    grads[root] = grads[root] + g if root in grads else g


def _apply_rules(node, g, grads, wanted, create_graph):
    """Pass the gradient g of a node on to its operands, by the rule of each."""
    out, operands = node, node._prev
    if not create_graph:
        out, operands = node._data, [x._data for x in operands]
    if versions(node) != node._seen:
        *operands, out = _as_seen(node, [*operands, out])
    try:
        if node._before:
            g = node._before(g, out)
        for x, rule in zip(node._prev, node._grad_fn):
            if x in wanted:
                part = as_gradient(rule(g, out, *operands), x._data, create_graph)
                grads[x] = grads[x] + part if x in grads else part
    except Exception as error:
        add_note(error, f'in the backward pass of {node._op!r}')
        raise


def as_gradient(g, like, create_graph):
    """A gradient for an operand: an array or Tensor of its shape and dtype.

    Along axes where the operand was repeated to fit others, the gradients of all
    its copies are added up.
    """
    if isinstance(g, ArrayLike) and not create_graph:
        g = g._data  # of a rule that calls a function of Tensors
    if g.shape != like.shape:
        g = _unbroadcast(g, like.shape)
    return g if g.dtype == like.dtype else g.astype(like.dtype)


def _unbroadcast(g, shape):
    extra = g.ndim - len(shape)
    repeated = [extra + i for i, n in enumerate(shape) if n == 1]
    summed = g.sum(axis=(*range(extra), *repeated), keepdims=True) if extra >= 0 else g
    if summed.shape[extra:] != shape:
        raise ValueError(f'the rule gave a gradient of shape {g.shape} for an operand '
                         f'of shape {shape}')
    return summed.reshape(shape)


def versions(node) -> list[int]:
    """The versions of all that a rule may look at: the operands and the result."""
    if loans:
        count_writes()
    return [x._version[0] for x in (*node._prev, node)]


def _as_seen(node, arguments):
    """Operands and result, where those that have changed must not be looked at."""
    return [argument if x._version[0] == version else Changed(node, x)
            for x, version, argument in zip((*node._prev, node), node._seen, arguments)]


def check_unchanged(node) -> None:
    """A RuntimeError if an operand or the result is not what it was."""
    for x in _as_seen(node, (*node._prev, node)):
        if isinstance(x, Changed):
            raise x.error


class Changed(np.lib.mixins.NDArrayOperatorsMixin):
    """Stands for a Tensor that was changed: a rule that uses it gets an error.

    A rule that needs only its shape, or does not need it at all, is still right.
    """

    def __init__(self, node, x):
        self.shape, self.ndim, self.dtype = x.shape, x.ndim, x.dtype
        role = 'the result' if x is node else 'an operand'
        self.error = RuntimeError(
            f'{name(x)} of shape {x.shape}, {role} of {node._op!r}, was changed in '
            f'place after the operation, so the gradient would come out wrong: call '
            f'backward() before the change, or compute the graph again')

    def __array_ufunc__(self, *args, **kwargs):
        raise self.error

    __array_function__ = __getitem__ = __getattr__ = __array_ufunc__

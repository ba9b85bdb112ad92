"""Gradients as Tensors, and gradients of gradients.

The same walk as backward() takes. With create_graph=True the rules are handed
Tensors in place of arrays, so what they compute is a graph as well.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from micrograd.graph import topological_order
from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.modes import mode, switched
from micrograd.tensor.walk import pass_back, start, usable_order

__all__ = ['grad', 'hvp']


def grad(output: Tensor, inputs: Tensor | Sequence[Tensor], grad_outputs: Any = None,
         create_graph: bool = False) -> Tensor | list[Tensor]:
    """The gradient of output with respect to each of the inputs.

    A list of Tensors, or one Tensor if inputs is one; zeros for an input that
    output does not depend on. No .grad changes, and the graph stays usable.
    grad_outputs: the gradient of output to start from, as in output.backward().
    create_graph: whether the results are graphs that can be differentiated.

    Raises:
        RuntimeError: as backward(). ValueError: if grad_outputs has another shape.
        TypeError: if output or one of the inputs is no Tensor.
    """
    targets = [inputs] if isinstance(inputs, Tensor) else list(inputs)
    for x in (output, *targets):
        if not isinstance(x, Tensor):
            raise TypeError(f'grad takes Tensors, got {x!r:.60} (that of Values is '
                            f'micrograd.grad)')
    if not (output.requires_grad or mode.recording):
        raise _unrecorded('grad')
    seed = start(output, grad_outputs)
    if create_graph:
        seed = grad_outputs if isinstance(grad_outputs, Tensor) else Tensor(seed)
    with switched(recording=create_graph, watcher=None):
        found = pass_back(usable_order(output), seed, set(targets), create_graph)
    results = [as_tensor(found.get(x, np.zeros(x.shape, x.dtype))) for x in targets]
    return results[0] if isinstance(inputs, Tensor) else results


def hvp(f: Callable[..., Tensor], inputs: Sequence[Any],
        vectors: Sequence[Any]) -> list[Tensor]:
    """The Hessian of f, one number, times vectors, without the Hessian.

    The gradient of the product of the vectors and the gradient (Pearlmutter 1994).
    inputs, vectors: arrays, of the same shapes; so are the results. The vectors may
    be Tensors, and f may use others than the inputs: if one of them requires a
    gradient, the results are graphs that pass it on.

    Raises:
        ValueError: if the vectors do not have the shapes of the inputs.
    """
    inputs = [Tensor(x, requires_grad=True) for x in inputs]
    vectors = [as_tensor(v) for v in vectors]
    shapes = [[x.shape for x in xs] for xs in (inputs, vectors)]
    if not inputs or shapes[0] != shapes[1]:
        raise ValueError(f'hvp takes one vector of the shape of each input, got inputs '
                         f'of shapes {shapes[0]} and vectors of shapes {shapes[1]}')
    if mode.watcher:
        raise _unrecorded('hvp')
    with switched(recording=True):
        slopes = grad(f(*inputs), inputs, create_graph=True)
        product = sum((slope * v).sum() for slope, v in zip(slopes, vectors))
    return grad(product, inputs, create_graph=_uses_others(product, inputs))


def _uses_others(output, inputs):
    """Whether more than the inputs lies behind output that requires a gradient."""
    return any(x.requires_grad and not x._prev for x in
               topological_order(output, known=inputs))


def _unrecorded(name):
    where = ('a checkpoint runs its function without recording first' if mode.watcher
             else 'output was computed inside no_grad()')
    return RuntimeError(f'{name}: {where}, so no gradient can be taken inside')

"""Checkpointing: compute once more instead of keeping.

checkpoint(fn, *inputs) runs fn without recording and keeps nothing but the result.
When the backward pass reaches it, fn runs again, recording this time, and the graph
that it makes takes the place of the one node (walk.py). So a network in segments
keeps the ends of all segments and the inside of only one (Chen et al. 2016).
"""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from micrograd.graph import topological_order
from micrograd.tensor.core import Tensor
from micrograd.tensor.modes import mode, switched
from micrograd.tensor.walk import check_unchanged

__all__ = ['checkpoint']

HINT = ('It must not depend on what changes after the call: give it such things as '
        'inputs, for example the variable of the loop around it')


def checkpoint(fn: Callable[..., Tensor], *inputs: Any) -> Tensor:
    """fn(*inputs), a Tensor, without keeping what is computed on the way.

    fn: must do the same when it is run again; chances that it draws from an
    np.random.Generator, in dropout or given as an input, are the same then. It may
    use Tensors besides its inputs. inputs: whatever fn takes, Tensors or not.

    Raises:
        TypeError: if fn returns anything but one Tensor.
        RuntimeError: in the backward pass, if fn gives another value than before,
            or uses other Tensors: it must not depend on what changes in between,
            such as the variable of a loop around it.
    """
    if not mode.recording:  # there will be no backward pass, or only an outer one
        return fn(*inputs)
    watcher = Watcher(inputs)
    with switched(recording=False, watcher=watcher):
        result = fn(*inputs)
    if not isinstance(result, Tensor):
        raise TypeError(f'checkpoint: fn must return one Tensor, got {result!r:.60}')
    return _node(fn, inputs, watcher, result)


class Watcher:
    """Sees what fn uses: Tensors that require a gradient, and generators."""

    def __init__(self, inputs):
        self.tensors = {}
        self.states = {}
        self.see(x for x in inputs if isinstance(x, Tensor) and x.requires_grad)
        for x in inputs:
            if isinstance(x, np.random.Generator):
                self.see_generator(x)

    def see(self, tensors):
        self.tensors.update(dict.fromkeys(tensors))

    def see_generator(self, generator):
        """Remember the state in which fn found a generator."""
        self.states.setdefault(generator, generator.bit_generator.state)


def _node(fn, inputs, watcher, result):
    """The result as one operation on all that fn used."""
    used = tuple(watcher.tensors)
    out = Tensor.apply('checkpoint', lambda *arrays: result._data, used, *used)
    if out.requires_grad:  # in place of rules, a way to the graph
        out._grad_fn = functools.partial(_graph, fn, inputs, watcher.states)
    return out


def _graph(fn, inputs, states, node):
    """Run fn again: the result, and its graph down to what fn was given."""
    check_unchanged(node)
    with switched(recording=True, recomputing=True), _rewound(states):
        root = fn(*inputs)
    if not _same(root._data, node._data):
        raise RuntimeError('checkpoint: fn gave another value when it was run again. '
                           + HINT)
    topo = topological_order(root, known=node._prev)
    if any(x.requires_grad and not x._prev for x in topo):
        raise RuntimeError('checkpoint: fn used other Tensors when it was run again. '
                           + HINT)
    return root, topo


def _same(again, before):
    """Equal but for the last digits, which may depend on where in memory an array
    lies."""
    tolerance = 1000 * np.finfo(before.dtype).eps
    return again.shape == before.shape and np.allclose(
        again, before, rtol=tolerance, atol=tolerance, equal_nan=True)


@contextlib.contextmanager
def _rewound(states):
    """The generators as fn found them; at the end as they are now."""
    now = {generator: generator.bit_generator.state for generator in states}
    try:
        for generator, state in states.items():
            generator.bit_generator.state = state
        yield
    finally:
        for generator, state in now.items():
            generator.bit_generator.state = state

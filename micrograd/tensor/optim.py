"""The optimisers of micrograd.training.optim for parameters that are Tensors.

Their update rules are used as they stand: plain arithmetic and `sqrt(x)`, which a
numpy array does not bring but a Tensor does. So an optimiser is shown a stand-in for
each parameter, whose data and gradient are Tensors; and a step is taken for one
parameter after the other, since one without a gradient is left out, with its state.
The schedules there are functions of the step and serve both.

Not here: update rules; gradient clipping alone is written anew, for arrays.
"""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from micrograd.common.arguments import from_0
from micrograd.tensor.batches import Batches
from micrograd.tensor.core import Tensor, holding
from micrograd.training import optim

__all__ = ['SGD', 'Adam', 'AdamW', 'clip_grad_norm', 'clip_grad_value']


class StandIn:
    """A parameter as an optimiser sees it: data and grad are Tensors."""

    _prev = ()

    def __init__(self, parameter: Tensor):
        self.parameter = parameter

    @property
    def data(self) -> Tensor:
        return holding(self.parameter._data)

    @data.setter
    def data(self, data: Tensor) -> None:
        self.parameter.data = data._data

    @property
    def grad(self) -> Tensor | None:
        """The gradient; None where backward() did not come by."""
        grad = self.parameter.grad
        return None if grad is None else holding(grad)

    def __repr__(self) -> str:
        return repr(self.parameter)


class ForTensors(optim.Optimizer):
    """What makes an optimiser of Values one of Tensors.

    Each number in its state, such as Adam's count of steps, is here a list of numbers,
    one for each parameter. samples: how fit gets the losses that they are trained by.
    """

    samples = Batches

    def __init__(self, parameters: Iterable[Tensor], *args: Any, **kwargs: Any):
        made = {}
        parameters = [made.setdefault(p, StandIn(p)) for p in leaves(parameters)]
        super().__init__(parameters, *args, **kwargs)
        self._numbers = [name for name in self.state
                         if not isinstance(getattr(self, name), list)]
        for name in self._numbers:
            setattr(self, name, [getattr(self, name)] * len(self.parameters))

    def step(self) -> None:
        """Change every parameter that has a gradient, as if it were the only one."""
        whole = {name: getattr(self, name) for name in ('parameters', *self.state)}
        try:
            for i, p in enumerate(whole['parameters']):
                if p.grad is not None:
                    self._show(whole, i)
                    super().step()
                    self._store(whole, i)
        finally:
            vars(self).update(whole)

    def _show(self, whole, i):
        """Let parameter i be the only one, with its part of the state."""
        for name, parts in whole.items():
            setattr(self, name, parts[i] if name in self._numbers else [parts[i]])

    def _store(self, whole, i):
        for name in self.state:
            part = getattr(self, name)
            whole[name][i] = part if name in self._numbers else part[0]

    def zero_grad(self) -> None:
        """Let no parameter have a gradient."""
        for p in self.parameters:
            p.parameter.grad = None

    def _zeros(self):
        return [holding(np.zeros_like(p.parameter._data)) for p in self.parameters]


class SGD(ForTensors, optim.SGD):
    __doc__ = optim.SGD.__doc__


class Adam(ForTensors, optim.Adam):
    __doc__ = optim.Adam.__doc__


class AdamW(ForTensors, optim.AdamW):
    __doc__ = optim.AdamW.__doc__


def clip_grad_norm(parameters: Iterable[Tensor], max_norm: float) -> float:
    """Scale all gradients so that their common norm is at most max_norm.

    Returns the norm before: the square root of the sum of the squares of all numbers
    in all gradients. Parameters without a gradient do not count.

    Raises:
        ValueError: if a gradient holds nan or inf; none has changed then.
    """
    from_0('max_norm', max_norm)
    parameters = [p for p in leaves(parameters) if p.grad is not None]
    for p in parameters:
        if not np.isfinite(p.grad).all():
            raise ValueError(f'clip_grad_norm: the gradient of {p.label or "a Tensor"} '
                             f'of shape {p.shape} has numbers that are not finite')
    norm = math.hypot(*[_norm(p.grad) for p in parameters])
    for p in parameters:
        p.grad = p.grad * min(1.0, max_norm / (norm + 1e-6))  # 1e-6 as in PyTorch
    return norm


def clip_grad_value(parameters: Iterable[Tensor], limit: float) -> None:
    """Cut every number of every gradient off at -limit and limit."""
    for p in leaves(parameters):
        if p.grad is not None:
            p.grad = np.clip(p.grad, -limit, limit)


def _norm(array):
    """The square root of the sum of all squares, none of which overflows."""
    peak = float(np.abs(array).max(initial=0)) or 1.0
    return peak * float(np.linalg.norm(array / peak))


def leaves(parameters: Iterable[Tensor]) -> list[Tensor]:
    """The parameters as a list of leaf Tensors that require a gradient."""
    if isinstance(parameters, Tensor):
        raise TypeError('parameters are several Tensors, such as model.parameters(), '
                        'got a single one')
    parameters = list(parameters)
    for p in parameters:
        if not isinstance(p, Tensor):
            raise TypeError(f'a parameter is a Tensor, got {p!r:.60} (the optimisers '
                            f'of Values are in micrograd: from micrograd import SGD)')
        if not (p.requires_grad and p.is_leaf):
            raise ValueError(f'a parameter is a leaf that requires a gradient: {p!r}')
    return parameters

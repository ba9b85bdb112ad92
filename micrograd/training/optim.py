"""Optimisers: how the gradients change the parameters, and how fast.

step() is plain arithmetic on p.data, p.grad, lr and the optimiser's state, and
never asks what kind of number stands there. All that changes between steps is
p.data, lr and the attributes that the tuple `state` names (a number, or a list
with one number per parameter), so whoever puts symbols there, runs step() once
and reads them back has the update rule as a formula.

The numbers are PyTorch's. Not here: parameter groups, the loop (loop.py),
how the state is read and put back (snapshots.py).
"""
from __future__ import annotations

import json
import math
import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from micrograd.common.arguments import check_steps, from_0, pair_below_1
from micrograd.common.engines import for_tensors, is_tensor
from micrograd.common.files import write_whole
from micrograd.elementary import like, maximum, minimum, power, sqrt
from micrograd.engine import Value
from micrograd.training.snapshots import read_json, restore, snapshot

__all__ = ['Adam', 'AdamW', 'CosineLR', 'Optimizer', 'SGD', 'StepLR', 'WarmupLR',
           'clip_grad_norm', 'clip_grad_value']


class Optimizer:
    """What all optimisers share; a subclass brings step() and its state.

    parameters: leaf Values, taken in once. lr: the learning rate, which may
    be set anew before any step.

    Raises:
        ValueError: if there are no parameters, one of them comes twice or is
            no leaf, or a setting is outside its range.
        TypeError: if parameters are not Values.
    """

    state: tuple[str, ...] = ()  # the attributes that step() changes

    def __init__(self, parameters: Iterable[Value], lr: float, weight_decay: float):
        self.parameters = _leaves(parameters)
        self.lr = from_0('lr', lr)
        self.weight_decay = from_0('weight_decay', weight_decay)

    def zero_grad(self) -> None:
        """Set all gradients to 0."""
        for p in self.parameters:
            p.grad = like(0, p.data)

    def step(self) -> None:
        """Change every parameter once, by its gradient."""
        raise NotImplementedError(f'{type(self).__name__} has no step()')

    def save(self, path: str | os.PathLike) -> None:
        """Write settings and state to a JSON file, every number exact.

        That is: all attributes, but for what is none of numbers, texts, arrays
        and random generators, such as a function. The parameters are saved by
        their model. The file is written whole or not at all.
        """
        write_whole(path, json.dumps({
            'optimizer': type(self).__name__, 'parameters': len(self.parameters),
            'state': snapshot(self, self._known())}) + '\n')

    def load(self, path: str | os.PathLike) -> None:
        """Read what save() has written, by an optimiser of as many parameters.

        A file that does not fit is a ValueError that names the first mismatch;
        the optimiser then stays as it was.
        """
        found = read_json(path)
        own = {'optimizer': type(self).__name__, 'parameters': len(self.parameters)}
        for name, wanted in own.items():
            if found.get(name) != wanted:
                raise ValueError(f'{path}: {name} is {found.get(name)!r}, not '
                                 f'{wanted!r}')
        try:
            self._check_lengths(found.get('state'))
            restore(self, found.get('state'), self._known())
        except ValueError as error:
            raise ValueError(f'{path}: {error}') from None

    def _check_lengths(self, saved):
        """A ValueError for a list of the state with more or fewer parts."""
        for name in self.state if isinstance(saved, dict) else ():
            own, new = getattr(self, name), saved.get(name)
            if isinstance(own, list) and isinstance(new, list) \
                    and len(own) != len(new):
                raise ValueError(f'{name} has {len(new)} parts, not {len(own)}')

    def _known(self):
        return [self.parameters, *self.parameters]

    def _zeros(self):
        return [like(0, p.data) for p in self.parameters]


class SGD(Optimizer):
    """Stochastic gradient descent: p -= lr * p.grad, with what helps it along.

    momentum: the share of the last step's velocity that is kept. nesterov:
    step by the velocity that the next step would have. weight_decay: L2, adds
    weight_decay * p to the gradient, as weight_decay / 2 * p ** 2 in the loss.
    """

    state = ('velocity',)

    def __init__(self, parameters: Iterable[Value], lr: float = 0.001,
                 momentum: float = 0.0, nesterov: bool = False,
                 weight_decay: float = 0.0):
        super().__init__(parameters, lr, weight_decay)
        self.momentum = from_0('momentum', momentum)
        self.nesterov = nesterov
        if nesterov and not momentum:
            raise ValueError('nesterov needs a momentum above 0')
        self.velocity = self._zeros()

    def step(self) -> None:
        for i, p in enumerate(self.parameters):
            g = p.grad
            if self.weight_decay:
                g = g + self.weight_decay * p.data
            if self.momentum:
                self.velocity[i] = self.momentum * self.velocity[i] + g
                ahead = g + self.momentum * self.velocity[i]
                g = ahead if self.nesterov else self.velocity[i]
            p.data = p.data - self.lr * g


class Adam(Optimizer):
    """Steps of about lr, whatever the scale of the gradient.

    Kingma and Ba 2015. m and v are running means of the gradient and of its
    square, betas the shares of them that are kept; t counts the steps. Both
    start at 0, which the division by 1 - beta ** t makes up for. eps keeps
    the division by sqrt(v) defined. weight_decay: L2, as in SGD.
    """

    state = ('t', 'm', 'v')

    def __init__(self, parameters: Iterable[Value], lr: float = 0.001,
                 betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
                 weight_decay: float = 0.0):
        super().__init__(parameters, lr, weight_decay)
        self.betas = pair_below_1('betas', betas)
        self.eps = from_0('eps', eps)
        self.t = 0
        self.m = self._zeros()
        self.v = self._zeros()

    def step(self) -> None:
        beta1, beta2 = self.betas
        self.t = self.t + 1
        lr = self.lr / (1 - power(beta1, self.t))
        correction = sqrt(1 - power(beta2, self.t))
        for i, p in enumerate(self.parameters):
            g = self._gradient(p)
            self.m[i] = beta1 * self.m[i] + (1 - beta1) * g
            self.v[i] = beta2 * self.v[i] + (1 - beta2) * (g * g)
            p.data = p.data - lr * self.m[i] / (sqrt(self.v[i]) / correction + self.eps)

    def _gradient(self, p):
        """The gradient with the decay of the weights in it."""
        if not self.weight_decay:
            return p.grad
        return p.grad + self.weight_decay * p.data


class AdamW(Adam):
    """Adam with the weight decay apart: p shrinks by lr * weight_decay * p.

    Loshchilov and Hutter 2019. In Adam the decay is divided by sqrt(v) like
    the rest of the gradient, so weights with large gradients hardly decay.
    """

    def __init__(self, parameters: Iterable[Value], lr: float = 0.001,
                 betas: tuple[float, float] = (0.9, 0.999), eps: float = 1e-8,
                 weight_decay: float = 0.01):
        super().__init__(parameters, lr, betas, eps, weight_decay)

    def step(self) -> None:
        for p in self.parameters:
            p.data = p.data * (1 - self.lr * self.weight_decay)
        super().step()

    def _gradient(self, p):
        return p.grad


# --- schedules -----------------------------------------------------------------
# A schedule is a function: the number of a step, from 0, gives the learning rate
# of that step. Use: optimizer.lr = schedule(step). Where a schedule takes an lr,
# it takes a number or a function of the step, so another schedule as well.

Rate = float | Callable[[int], float]


@dataclass(frozen=True)
class StepLR:
    """lr, times gamma after every step_size steps."""

    lr: Rate
    step_size: int
    gamma: float = 0.1

    def __post_init__(self):
        _check_rate(self.lr)
        check_steps(step_size=self.step_size)
        from_0('gamma', self.gamma)

    def __call__(self, step: int) -> float:
        return _rate(self.lr, step) * self.gamma ** (step // self.step_size)


@dataclass(frozen=True)
class CosineLR:
    """From lr to lr_min over so many steps, along half a cosine; then lr_min.

    Loshchilov and Hutter 2017, without the restarts.
    """

    lr: Rate
    steps: int
    lr_min: float = 0.0

    def __post_init__(self):
        _check_rate(self.lr)
        check_steps(steps=self.steps)
        from_0('lr_min', self.lr_min)

    def __call__(self, step: int) -> float:
        done = min(step / self.steps, 1)
        share = (1 + math.cos(math.pi * done)) / 2
        return self.lr_min + (_rate(self.lr, step) - self.lr_min) * share


@dataclass(frozen=True)
class WarmupLR:
    """lr / steps at step 0, more with each step, the whole lr after `steps`."""

    lr: Rate
    steps: int

    def __post_init__(self):
        _check_rate(self.lr)
        check_steps(steps=self.steps)

    def __call__(self, step: int) -> float:
        return _rate(self.lr, step) * min((step + 1) / self.steps, 1)


def _rate(lr, step):
    return lr(step) if callable(lr) else lr


# --- clipping ------------------------------------------------------------------


@for_tensors('optim.clip_grad_norm')
def clip_grad_norm(parameters: Iterable[Value], max_norm: float) -> float:
    """Scale all gradients so that their common norm is at most max_norm.

    Returns the norm before: the square root of the sum of all grad ** 2.

    Raises:
        ValueError: if a gradient is nan or inf, since it would spoil all the
            others; no gradient has changed then.
    """
    parameters = _leaves(parameters)
    from_0('max_norm', max_norm)
    for i, p in enumerate(parameters):
        if not math.isfinite(p.grad):
            raise ValueError(f'clip_grad_norm: the gradient of parameter {i} is '
                             f'{p.grad}: {p!r}')
    norm = math.hypot(*[p.grad for p in parameters])
    # PyTorch's 1e-6: no division by 0, and never a hair above max_norm
    scale = minimum(1.0, max_norm / (norm + 1e-6))
    for p in parameters:
        p.grad = p.grad * scale
    return norm


@for_tensors('optim.clip_grad_value')
def clip_grad_value(parameters: Iterable[Value], limit: float) -> None:
    """Cut every gradient off at -limit and limit; nan stays nan."""
    from_0('limit', limit)
    for p in _leaves(parameters):
        p.grad = minimum(maximum(p.grad, -limit), limit)


# --- what the arguments may be ---------------------------------------------------


def _leaves(parameters):
    """The parameters as a list of different leaf Values, at least one."""
    if isinstance(parameters, Value) or not isinstance(parameters, Iterable):
        raise TypeError(f'parameters are several Values, such as '
                        f'model.parameters(), got {parameters!r}')
    parameters = list(parameters)
    if not parameters:
        raise ValueError('there are no parameters (a generator can be used only once)')
    seen = {}
    for i, p in enumerate(parameters):
        if is_tensor(p):
            raise TypeError('parameters that are Tensors are for the functions and '
                            'optimisers of these names in micrograd.tensor: from '
                            'micrograd.tensor import SGD')
        if not (hasattr(p, 'data') and hasattr(p, 'grad')):
            raise TypeError(f'parameter {i} is no Value: {p!r}')
        if p._prev:
            raise ValueError(f'parameter {i} is no leaf but the result of '
                             f'{p._op!r}, so it cannot be trained: {p!r}')
        if id(p) in seen:
            raise ValueError(f'parameter {i} is parameter {seen[id(p)]} once '
                             f'more: {p!r}')
        seen[id(p)] = i
    return parameters


def _check_rate(lr):
    if not callable(lr):
        from_0('lr', lr)

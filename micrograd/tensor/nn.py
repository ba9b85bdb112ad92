"""Networks of Tensors: Module, Linear, Conv2d and the other layers, Sequential.

The Module of the scalar networks, with arrays: parameters are found in attributes,
lists, tuples and dicts, and the state is saved to .npz files. The layers keep the
parameters; what they compute is in functions.py, images.py and fused.py.

Weights start as in the scalar networks (init: a name in micrograd.nn.INITS, or the
bound itself), by a generator rng. Without one, the chances come from the module
random: random.seed(0) makes a network repeatable, as it does for scalars.
"""
from __future__ import annotations

import io
import math
import pathlib
import random
import zipfile
from collections.abc import Callable, Mapping

import numpy as np

from micrograd import nn
from micrograd.elementary import check_counts
from micrograd.files import write_whole
from micrograd.nn import by_name, leaves, weight_bound
from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.functions import (
    TensorLike,
    batch_norm,
    check_probability,
    dropout,
    embedding,
    moments,
)
from micrograd.tensor.fused import checked_activation, linear
from micrograd.tensor.images import Pair, conv2d, pair
from micrograd.tensor.modes import mode

__all__ = ['BatchNorm1d', 'BatchNorm2d', 'Conv2d', 'Dropout', 'Embedding', 'Linear',
           'Module', 'Sequential']

Generator = np.random.Generator


class Module(nn.Module):
    """Something with parameters: leaf Tensors that require a gradient."""

    training = True  # whether Dropout and BatchNorm act as in training

    @staticmethod
    def _is_parameter(part) -> bool:
        return isinstance(part, Tensor) and part.requires_grad and part.is_leaf

    def zero_grad(self) -> None:
        """Let no parameter have a gradient."""
        for p in self.parameters():
            p.grad = None

    def train(self, training: bool = True) -> Module:
        """Set `training` here and in all modules inside; returns self."""
        modules = [self]
        for module in modules:  # which grows on the way
            module.training = training
            modules += [m for m in leaves(vars(module), _is_module) if m not in modules]
        return self

    def eval(self) -> Module:
        """Leave training: no dropout, and the running statistics in BatchNorm."""
        return self.train(False)

    def state_dict(self) -> dict[str, np.ndarray]:
        """Copies of all arrays by name: parameters and running statistics."""
        return {name: x.numpy() for name, x in by_name(self, _is_state).items()}

    def load_state_dict(self, state: Mapping[str, np.ndarray]) -> None:
        """Take over the arrays of a state_dict.

        One that does not fit is a ValueError that names the first mismatch; the
        module then stays as it was.
        """
        own = by_name(self, _is_state)
        arrays = {}
        for name in [*own, *state]:
            if name not in state:
                raise ValueError(f'the state has no array {name}')
            if name not in own:
                raise ValueError(f'the module has no array {name}, but the state has')
            array = arrays[name] = np.asarray(state[name])
            if array.shape != own[name].shape:
                raise ValueError(f'{name} has the shape {own[name].shape}, '
                                 f'in the state {array.shape}')
            if array.dtype.kind != 'f':
                raise ValueError(f'{name} in the state is no array of floats, '
                                 f'but {array.dtype}')
        for name, x in own.items():
            x.data = arrays[name]

    def save(self, path: str | pathlib.Path) -> None:
        """Write the state_dict to a .npz file, whole or not at all."""
        file = io.BytesIO()
        np.savez(file, **self.state_dict())
        write_whole(path, file.getvalue())

    def load(self, path: str | pathlib.Path) -> None:
        """Read a file that save() has written; errors as in load_state_dict."""
        try:
            with np.load(path, allow_pickle=False) as file:
                state = dict(file)
        except (ValueError, zipfile.BadZipFile, EOFError,
                TypeError, AttributeError) as error:  # of a .npy file: one array
            raise ValueError(f'{path} is no .npz file of arrays: {error}') from None
        self.load_state_dict(state)


class Linear(Module):
    """activation(x @ w + b), one fused operation.

    nin, nout: lengths of the last axis of x and of the result. activation: None,
    'relu' or 'tanh'.
    """

    def __init__(self, nin: int, nout: int, activation: str | None = None,
                 init: str | float = 'he', rng: Generator | None = None):
        check_counts(nin=nin, nout=nout)
        checked_activation(activation)
        bound = weight_bound(init, nin, nout)
        self.w = _uniform((nin, nout), bound, rng, 'w')
        self.b = _parameter(np.zeros(nout), 'b')
        self.activation = activation

    def __call__(self, x: TensorLike) -> Tensor:
        return linear(x, self.w, self.b, self.activation)

    def __repr__(self) -> str:
        nin, nout = self.w.shape
        activation = f', {self.activation!r}' if self.activation else ''
        return f'Linear({nin}, {nout}{activation})'


class Conv2d(Module):
    """conv2d with nout kernels over nin channels; size, stride, padding as there."""

    def __init__(self, nin: int, nout: int, size: Pair, stride: Pair = 1,
                 padding: Pair = 0, init: str | float = 'he',
                 rng: Generator | None = None):
        check_counts(nin=nin, nout=nout)
        size = pair('size', size)
        area = math.prod(size)
        bound = weight_bound(init, nin * area, nout * area)
        self.w = _uniform((nout, nin, *size), bound, rng, 'w')
        self.b = _parameter(np.zeros(nout), 'b')
        self.stride = pair('stride', stride)
        self.padding = pair('padding', padding, least=0)

    def __call__(self, x: TensorLike) -> Tensor:
        return conv2d(x, self.w, self.b, self.stride, self.padding)

    def __repr__(self) -> str:
        nout, nin, *size = self.w.shape
        return (f'Conv2d({nin}, {nout}, {tuple(size)}, stride={self.stride}, '
                f'padding={self.padding})')


class BatchNorm(Module):
    """Normalises each channel, axis 1: by its batch, after training by all batches.

    momentum: the share of the newest batch in the running mean and variance.
    """

    ndims: tuple[int, ...] = ()  # how many axes x may have

    def __init__(self, channels: int, momentum: float = 0.1, eps: float = 1e-5):
        check_counts(channels=channels)
        self.gamma = _parameter(np.ones(channels), 'gamma')
        self.beta = _parameter(np.zeros(channels), 'beta')
        self.running_mean = Tensor(np.zeros(channels), label='running_mean')
        self.running_var = Tensor(np.ones(channels), label='running_var')
        self.momentum = momentum
        self.eps = eps

    def __call__(self, x: TensorLike) -> Tensor:
        x = as_tensor(x)
        if x.ndim not in self.ndims or x.shape[1] != self.gamma.size:
            ndims = ' or '.join(map(str, self.ndims))
            raise ValueError(f'{self} takes arrays of {ndims} axes with its channels '
                             f'in axis 1, got {x.shape}')
        if not self.training:
            return batch_norm(x, self.gamma, self.beta, self.running_mean,
                              self.running_var, self.eps)
        n = x.size // x.shape[1]
        if n < 2:
            raise ValueError(f'{self}: one number per channel has no variance, '
                             f'got {x.shape}; call eval() after training')
        mean, var = moments(x)
        if not mode.recomputing:  # or a checkpoint would count the batch twice
            self._follow(self.running_mean, mean.data)
            self._follow(self.running_var, var.data * n / (n - 1))
        return batch_norm(x, self.gamma, self.beta, mean, var, self.eps)

    def _follow(self, running, newest):
        running.data = (1 - self.momentum) * running.data + self.momentum * newest

    def __repr__(self) -> str:
        return f'{type(self).__name__}({self.gamma.size})'


class BatchNorm1d(BatchNorm):
    """For x of shape (batch, channels) or (batch, channels, length)."""

    ndims = (2, 3)


class BatchNorm2d(BatchNorm):
    """For images: x of shape (batch, channels, height, width)."""

    ndims = (4,)


class Dropout(Module):
    """In training, dropout(x, p, rng); afterwards x itself."""

    def __init__(self, p: float = 0.5, rng: Generator | None = None):
        check_probability(p)
        self.p = p
        self.rng = _generator(rng)

    def __call__(self, x: TensorLike) -> Tensor:
        return dropout(x, self.p, self.rng) if self.training else as_tensor(x)

    def __repr__(self) -> str:
        return f'Dropout({self.p})'


class Embedding(Module):
    """A row of `features` numbers for each of `number` things."""

    def __init__(self, number: int, features: int, rng: Generator | None = None):
        check_counts(number=number, features=features)
        rows = _generator(rng).standard_normal((number, features))
        self.w = _parameter(rows, 'w')

    def __call__(self, indices: np.ndarray) -> Tensor:
        return embedding(self.w, indices)

    def __repr__(self) -> str:
        return f'Embedding({self.w.shape[0]}, {self.w.shape[1]})'


class Sequential(Module):
    """Layers, or any functions of a Tensor such as Tensor.relu, one after another."""

    def __init__(self, *layers: Callable):
        self.layers = list(layers)

    def __call__(self, x: TensorLike) -> Tensor:
        for layer in self.layers:
            x = layer(x)
        return x

    def __repr__(self) -> str:
        return f'Sequential({", ".join(map(_layer_name, self.layers))})'


# --- parameters, and parts of a module ----------------------------------------

def _parameter(array, label):
    return Tensor(array, requires_grad=True, label=label)


def _uniform(shape, bound, rng, label):
    return _parameter(_generator(rng).uniform(-bound, bound, shape), label)


def _generator(rng):
    return np.random.default_rng(random.getrandbits(64)) if rng is None else rng


def _is_module(part):
    return isinstance(part, Module)


def _is_state(part):
    return isinstance(part, Tensor) and part.is_leaf


def _layer_name(layer):
    return repr(layer) if isinstance(layer, Module) else getattr(
        layer, '__name__', type(layer).__name__)

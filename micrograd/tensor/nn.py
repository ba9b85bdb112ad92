"""Networks of Tensors: Module, Linear, Conv2d and the other layers, Sequential.

The Module of the scalar networks, with arrays: parameters are found in attributes,
lists, tuples and dicts, and the state is saved to .npz files. The layers keep the
parameters, in the shapes that PyTorch has; what they compute is in functions.py,
images.py and fused.py. The first axis of what they take is the batch.

Weights start as in the scalar networks (init: a name in micrograd.nn.mlp.INITS, or the
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
from micrograd.common.arguments import check_counts
from micrograd.common.files import write_whole
from micrograd.nn.mlp import weight_bound
from micrograd.nn.module import by_name
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
from micrograd.tensor.images import Pair, avg_pool2d, conv2d, max_pool2d, pair
from micrograd.tensor.modes import mode
from micrograd.tensor.old_files import in_new_form, with_version

__all__ = ['AvgPool2d', 'BatchNorm', 'Conv2d', 'Dropout', 'Embedding', 'Linear',
           'MaxPool2d', 'Module', 'Sequential']

Generator = np.random.Generator


class Module(nn.Module):
    """Something with parameters: leaf Tensors that require a gradient."""

    takes_batches = True
    old_names: dict[str, str] = {}  # see old_files.py
    was_transposed = False

    @staticmethod
    def _is_parameter(part) -> bool:
        return isinstance(part, Tensor) and part.requires_grad and part.is_leaf

    def zero_grad(self) -> None:
        """Let no parameter have a gradient."""
        for p in self.parameters():
            p.grad = None

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
        np.savez(file, **with_version(self.state_dict()))
        write_whole(path, file.getvalue())

    def load(self, path: str | pathlib.Path) -> None:
        """Read a file that save() has written; errors as in load_state_dict."""
        try:
            with np.load(path, allow_pickle=False) as file:
                state = dict(file)
        except (ValueError, zipfile.BadZipFile, EOFError,
                TypeError, AttributeError) as error:  # of a .npy file: one array
            raise ValueError(f'{path} is no .npz file of arrays: {error}') from None
        self.load_state_dict(
            in_new_form(state, by_name(self, _is_state), self._modules()))


class Linear(Module):
    """activation(x @ w.T + b), for x of shape (..., nin).

    w: (nout, nin). b: (nout,), or None without a bias. activation: None, 'relu' or
    'tanh'.
    """

    was_transposed = True

    def __init__(self, nin: int, nout: int, bias: bool = True,
                 activation: str | None = None, init: str | float = 'he',
                 rng: Generator | None = None):
        check_counts(nin=nin, nout=nout)
        if not isinstance(bias, bool):
            raise TypeError(f'Linear: bias is True or False, got {bias!r}; an '
                            f'activation is given by its name, activation=...')
        checked_activation(activation)
        bound = weight_bound(init, nin, nout)
        self.w = uniform((nout, nin), bound, rng, 'w')
        self.b = zeros(nout) if bias else None
        self.activation = activation

    def __call__(self, x: TensorLike) -> Tensor:
        return linear(x, self.w.T, self.b, self.activation)

    def __repr__(self) -> str:
        nout, nin = self.w.shape
        bias = ', bias=False' if self.b is None else ''
        activation = f', activation={self.activation!r}' if self.activation else ''
        return f'Linear({nin}, {nout}{bias}{activation})'


class Conv2d(Module):
    """conv2d with cout kernels over cin channels; kernel_size, stride, padding: a
    number for both directions, or (vertical, horizontal).

    w: (cout, cin, rows, columns). b: (cout,).
    """

    def __init__(self, cin: int, cout: int, kernel_size: Pair, stride: Pair = 1,
                 padding: Pair = 0, init: str | float = 'he',
                 rng: Generator | None = None):
        check_counts(cin=cin, cout=cout)
        kernel_size = pair('kernel_size', kernel_size)
        area = math.prod(kernel_size)
        bound = weight_bound(init, cin * area, cout * area)
        self.w = uniform((cout, cin, *kernel_size), bound, rng, 'w')
        self.b = zeros(cout)
        self.stride = pair('stride', stride)
        self.padding = pair('padding', padding, least=0)

    def __call__(self, x: TensorLike) -> Tensor:
        return conv2d(x, self.w, self.b, self.stride, self.padding)

    def __repr__(self) -> str:
        cout, cin, *kernel_size = self.w.shape
        return (f'Conv2d({cin}, {cout}, {tuple(kernel_size)}, stride={self.stride}, '
                f'padding={self.padding})')


class _Pool(Module):
    """What the two kinds of pooling share."""

    def __init__(self, k: Pair, stride: Pair | None = None, padding: Pair = 0):
        self.k = pair('k', k)
        self.stride = self.k if stride is None else pair('stride', stride)
        self.padding = pair('padding', padding, least=0)

    def __repr__(self) -> str:
        return (f'{type(self).__name__}({self.k}, stride={self.stride}, '
                f'padding={self.padding})')


class MaxPool2d(_Pool):
    """The largest number of each window of k by k, side by side by default."""

    def __call__(self, x: TensorLike) -> Tensor:
        return max_pool2d(x, self.k, self.stride, self.padding)


class AvgPool2d(_Pool):
    """The mean of each window of k by k, side by side by default."""

    def __call__(self, x: TensorLike) -> Tensor:
        return avg_pool2d(x, self.k, self.stride, self.padding)


class BatchNorm(Module):
    """Normalises each channel: by its batch, after training by all batches.

    For x of shape (batch, dim), or (batch, dim, ...) with its channels in axis 1.
    w, b: (dim,), the scale and shift of each channel. mean, var: (dim,), followed in
    training, with momentum as the share of the newest batch; var has n - 1 in its
    denominator.
    """

    old_names = {'w': 'gamma', 'b': 'beta', 'mean': 'running_mean',
                 'var': 'running_var'}

    def __init__(self, dim: int, momentum: float = 0.1, eps: float = 1e-5):
        check_counts(dim=dim)
        self.w = ones(dim)
        self.b = zeros(dim)
        self.mean = Tensor(np.zeros(dim), label='mean')
        self.var = Tensor(np.ones(dim), label='var')
        self.momentum = momentum
        self.eps = eps

    def __call__(self, x: TensorLike) -> Tensor:
        x = as_tensor(x)
        if x.ndim < 2 or x.shape[1] != self.w.size:
            raise ValueError(f'{self} takes arrays of shape (batch, {self.w.size}, '
                             f'...), got {x.shape}')
        if not self.training:
            return batch_norm(x, self.w, self.b, self.mean, self.var, self.eps)
        n = x.size // x.shape[1]
        if n < 2:
            raise ValueError(f'{self}: one number per channel has no variance, '
                             f'got {x.shape}; call eval() after training')
        mean, var = moments(x)
        if not mode.recomputing:  # or a checkpoint would count the batch twice
            self._follow(self.mean, mean._data)
            self._follow(self.var, var._data * n / (n - 1))
        return batch_norm(x, self.w, self.b, mean, var, self.eps)

    def _follow(self, running, newest):
        share = self.momentum
        running.data = (1 - share) * running._data + share * newest

    def __repr__(self) -> str:
        return f'BatchNorm({self.w.size})'


class Dropout(Module):
    """In training each number is 0 with probability p, else divided by 1 - p;
    afterwards x itself.

    seed: that of its own generator of chances, or an np.random.Generator.
    """

    def __init__(self, p: float = 0.5, seed: int | Generator | None = None):
        check_probability(p)
        self.p = p
        self.rng = generator(seed)

    def __call__(self, x: TensorLike) -> Tensor:
        return dropout(x, self.p, self.rng) if self.training else as_tensor(x)

    def __repr__(self) -> str:
        return f'Dropout({self.p})'


class Embedding(Module):
    """A row of dim numbers for each of num things.

    w: (num, dim).
    """

    def __init__(self, num: int, dim: int, rng: Generator | None = None):
        check_counts(num=num, dim=dim)
        self.w = parameter(generator(rng).standard_normal((num, dim)), 'w')

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

def parameter(array: np.ndarray, label: str) -> Tensor:
    """A Tensor that learns."""
    return Tensor(array, requires_grad=True, label=label)


def uniform(shape: tuple[int, ...], bound: float, rng: Generator | None, label: str
            ) -> Tensor:
    """Weights between -bound and bound."""
    return parameter(generator(rng).uniform(-bound, bound, shape), label)


def zeros(dim: int) -> Tensor:
    """Biases to start with."""
    return parameter(np.zeros(dim), 'b')


def ones(dim: int) -> Tensor:
    """Scales to start with."""
    return parameter(np.ones(dim), 'w')


def check_shape(module: Module, x: TensorLike, axes: str, dim: int) -> Tensor:
    """x as a Tensor of shape (*axes, dim); axes: their names, '...' for any number."""
    x = as_tensor(x)
    few = x.ndim < 1 if axes == '...' else x.ndim != 2 + axes.count(',')
    if few or x.shape[-1] != dim:
        raise ValueError(f'{module} takes arrays of shape ({axes}, {dim}), '
                         f'got {x.shape}')
    return x


def generator(seed: int | Generator | None) -> Generator:
    """The generator itself, one of that seed, or one by the module random."""
    return np.random.default_rng(random.getrandbits(64) if seed is None else seed)


def _is_state(part):
    return isinstance(part, Tensor) and part.is_leaf


def _layer_name(layer):
    return repr(layer) if isinstance(layer, Module) else getattr(
        layer, '__name__', type(layer).__name__)

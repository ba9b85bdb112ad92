"""Modules for images, x[channel][row][column]: Conv2d, MaxPool2d, AvgPool2d."""
from __future__ import annotations

import functools
import random
from collections.abc import Iterator

from micrograd.common.arguments import check_counts
from micrograd.elementary import Number, maximum
from micrograd.engine import Value
from micrograd.nn.mlp import weight_bound
from micrograd.nn.module import Module
from micrograd.nn.shapes import Image, image
from micrograd.sums import dot


class Conv2d(Module):
    """At each place the weighted sum of a window, for each of cout channels.

    A cross-correlation, as in PyTorch: the kernel is not turned round. w: cout
    kernels of cin squares of kernel_size² weights; b: cout biases. stride: how far
    apart windows begin; padding: how many rows and columns of 0 are put around.
    """

    def __init__(self, cin: int, cout: int, kernel_size: int, stride: int = 1,
                 padding: int = 0, init: str | float = 'uniform'):
        check_counts(cin=cin, cout=cout, kernel_size=kernel_size, stride=stride)
        if not isinstance(padding, int) or padding < 0:
            raise ValueError(f'padding is an int from 0, got {padding!r}')
        area = kernel_size ** 2
        bound = weight_bound(init, cin * area, cout * area)
        self.w = [[[[Value(random.uniform(-bound, bound), label='w')
                     for _ in range(kernel_size)] for _ in range(kernel_size)]
                   for _ in range(cin)] for _ in range(cout)]
        self.b = [Value(0.0, label='b') for _ in range(cout)]
        self.stride, self.padding = stride, padding

    def __call__(self, x: Image) -> list[list[list[Value]]]:
        size = len(self.w[0][0])
        x = image(x, self, len(self.w[0]), max(1, size - 2 * self.padding))
        x = [_padded(channel, self.padding) for channel in x]
        rows, columns = len(x[0]), len(x[0][0])
        kernels = [[v for square in kernel for row in square for v in row]
                   for kernel in self.w]
        found = [[[] for _ in range(0, rows - size + 1, self.stride)]
                 for _ in kernels]
        for i, top in enumerate(range(0, rows - size + 1, self.stride)):
            for left in range(0, columns - size + 1, self.stride):
                window = [v for channel in x for v in _window(channel, top, left, size)]
                for channel, kernel, b in zip(found, kernels, self.b):
                    channel[i].append(dot(kernel, window, b))
        return found

    def __repr__(self) -> str:
        return (f'Conv2d({len(self.w[0])}, {len(self.w)}, {len(self.w[0][0])}, '
                f'stride={self.stride}, padding={self.padding})')


class _Pool(Module):
    """What the two kinds of pooling share: windows of k by k, side by side."""

    def __init__(self, k: int):
        check_counts(k=k)
        self.k = k

    def __call__(self, x: Image) -> list[list[list[Number]]]:
        x = image(x, self, least=self.k)
        rows, columns = len(x[0]), len(x[0][0])
        return [[[self.of_window(list(_window(channel, top, left, self.k)))
                  for left in range(0, columns - self.k + 1, self.k)]
                 for top in range(0, rows - self.k + 1, self.k)] for channel in x]

    def of_window(self, window: list[Number]) -> Number:
        raise NotImplementedError

    def __repr__(self) -> str:
        return f'{type(self).__name__}({self.k})'


class MaxPool2d(_Pool):
    """The largest number of each window of k by k."""

    def of_window(self, window: list[Number]) -> Number:
        return functools.reduce(maximum, window)


class AvgPool2d(_Pool):
    """The mean of each window of k by k."""

    def of_window(self, window: list[Number]) -> Number:
        return sum(window) / len(window)


def _padded(channel, padding):
    """The channel with rows and columns of 0 around it."""
    side = [0.0] * padding
    rows = [[*side, *row, *side] for row in channel]
    empty = [[0.0] * len(rows[0])] * padding
    return [*empty, *rows, *empty]


def _window(channel, top, left, size) -> Iterator[Number]:
    for row in channel[top:top + size]:
        yield from row[left:left + size]

"""Convolution and pooling of images: (batch, channels, height, width).

A convolution is a matrix product with all the windows of an image. `windows` cuts
them out, a view that needs no memory, and `overlay` adds them up again where they
came from: the two are each other's rule, and all else is made of operations that
have theirs.

size, stride, padding: a number for both directions, or (vertical, horizontal).
Padding is put on all four sides. Not here: dilation, groups, one dimension.
"""
from __future__ import annotations

import numpy as np

from micrograd.tensor.core import Tensor, as_tensor
from micrograd.tensor.functions import TensorLike

__all__ = ['avg_pool2d', 'conv2d', 'max_pool2d', 'overlay', 'pad', 'windows']

Pair = int | tuple[int, int]


def conv2d(x: TensorLike, weight: TensorLike, bias: TensorLike | None = None,
           stride: Pair = 1, padding: Pair = 0) -> Tensor:
    """Each output channel is the weighted sum of a window over all input channels.

    x: (batch, channels, height, width). weight: (outputs, channels, rows,
    columns), with at least one row and column. bias: (outputs,). As in all such
    libraries the kernel is not flipped: strictly speaking, a cross-correlation.
    """
    x, weight = as_tensor(x), as_tensor(weight)
    if (x.ndim != 4 or weight.ndim != 4 or x.shape[1] != weight.shape[1]
            or 0 in weight.shape[2:]):
        raise ValueError(f'conv2d takes images (batch, channels, height, width) and '
                         f'weights (outputs, channels, rows, columns), got {x.shape} '
                         f'and {weight.shape}')
    outputs, channels, rows, columns = weight.shape
    cut = windows(pad(x, padding), (rows, columns), stride)
    batch, _, height, width = cut.shape[:4]
    # one column for each place in each image: all of it is one matrix product
    area, places = channels * rows * columns, batch * height * width
    cut = cut.transpose(1, 4, 5, 0, 2, 3).reshape(area, places)
    out = weight.reshape(outputs, area) @ cut
    out = out.reshape(outputs, batch, height, width).swapaxes(0, 1)
    return out if bias is None else out + as_tensor(bias).reshape(-1, 1, 1)


def max_pool2d(x: TensorLike, size: Pair, stride: Pair | None = None,
               padding: Pair = 0) -> Tensor:
    """The largest number of each window; the windows lie side by side by default.

    Padding, less than a window, is never the largest. Equal numbers share the
    gradient.
    """
    if any(np.greater_equal(pair('padding', padding, least=0), pair('size', size))):
        raise ValueError(f'max_pool2d: a window of {size} would hold nothing but '
                         f'padding of {padding}')
    return _pool(pad(x, padding, -np.inf), size, stride).max(0)


def avg_pool2d(x: TensorLike, size: Pair, stride: Pair | None = None,
               padding: Pair = 0) -> Tensor:
    """The mean of each window; the windows lie side by side by default.

    Padding counts as zeros.
    """
    return _pool(pad(x, padding), size, stride).mean(0)


def _pool(x, size, stride):
    """The windows with their numbers in axis 0, where numpy is fast to reduce."""
    cut = windows(x, size, size if stride is None else stride)
    *front, rows, columns = cut.shape
    return cut.transpose(4, 5, 0, 1, 2, 3).reshape(rows * columns, *front)


# --- the parts ----------------------------------------------------------------

def pad(x: TensorLike, padding: Pair, fill: float = 0.0) -> Tensor:
    """Images (..., height, width) with a frame of `fill` around them."""
    x = as_tensor(x)
    down, right = pair('padding', padding, least=0)
    if (down, right) == (0, 0):
        return x
    if x.ndim < 2:
        raise ValueError(f'pad takes images of shape (..., height, width), got '
                         f'{x.shape}')
    *front, height, width = x.shape
    inside = (..., slice(down, down + height), slice(right, right + width))

    def forward(x):
        out = np.full((*front, height + 2 * down, width + 2 * right), fill, x.dtype)
        out[inside] = x
        return out
    return Tensor.apply('pad', forward, (x,), lambda g, out, x: g[inside])


def windows(x: TensorLike, size: Pair, stride: Pair = 1) -> Tensor:
    """All windows of images: (batch, channels, down, right, rows, columns).

    size: rows and columns of a window. down, right: how many windows fit.
    """
    size, stride = pair('size', size), pair('stride', stride)
    if np.ndim(x) != 4 or np.any(np.less(np.shape(x)[2:], size)):
        raise ValueError(f'a window of {size[0]} by {size[1]} does not fit images of '
                         f'shape (batch, channels, height, width) = {np.shape(x)}')

    def forward(x):
        cut = np.lib.stride_tricks.sliding_window_view(x, size, (2, 3))
        return cut[:, :, ::stride[0], ::stride[1]]
    return Tensor.apply('windows', forward, (x,),
                        lambda g, out, x: overlay(g, x.shape, stride))


def overlay(cut: TensorLike, shape: tuple[int, ...], stride: Pair = 1) -> Tensor:
    """Images of that shape: the windows added up at the places they came from."""
    stride = pair('stride', stride)

    def forward(cut):
        out = np.zeros(shape, cut.dtype)
        down, right, rows, columns = cut.shape[2:]
        for i in range(rows):
            for j in range(columns):
                out[:, :, i:i + stride[0] * down:stride[0],
                    j:j + stride[1] * right:stride[1]] += cut[..., i, j]
        return out
    return Tensor.apply('overlay', forward, (cut,),
                        lambda g, out, cut: windows(g, cut.shape[4:], stride))


def pair(name, numbers, least=1):
    """(vertical, horizontal), of one number for both or two."""
    pair = numbers if isinstance(numbers, (tuple, list)) else (numbers, numbers)
    if len(pair) != 2 or not all(
            isinstance(n, (int, np.integer)) and n >= least for n in pair):
        raise ValueError(f'{name} is a whole number from {least}, or two, '
                         f'got {numbers!r}')
    return int(pair[0]), int(pair[1])

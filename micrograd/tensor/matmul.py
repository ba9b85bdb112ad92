"""The product of matrices, of vectors, and of stacks of matrices."""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class Matmul:
    """The part of Tensor that multiplies matrices."""

    __slots__ = ()

    def __matmul__(self, other) -> Tensor:
        """self @ other, as numpy does it.

        (n, k) @ (k, m) is (n, m). A vector of k numbers counts as one row on
        the left, as one column on the right. Further axes in front, (..., n, k),
        count matrices, and are broadcast.
        """
        return self.apply('@', np.matmul, (self, other), left_slope, right_slope)

    def __rmatmul__(self, other) -> Tensor:  # other @ self
        return self.constant(other) @ self

    def dot(self, other: Any) -> Tensor:
        """np.dot: the product with one number, else of matrices and vectors, where
        each matrix of self meets each of other."""
        other = self.constant(other)
        if not self.ndim or not other.ndim:
            return self * other
        if other.ndim <= 2:
            return self @ other
        order = (other.ndim - 2, *range(other.ndim - 2), other.ndim - 1)
        columns = other.transpose(order)  # the axis to sum over is the first
        out = self @ columns.reshape(len(columns), math.prod(columns.shape[1:]))
        return out.reshape(*out.shape[:-1], *columns.shape[1:])


def left_slope(g, out, a, b):
    """The gradient of a in out = a @ b, on arrays or Tensors."""
    g, a, b = _as_matrices(g, a, b)
    return g @ b.swapaxes(-1, -2)


def right_slope(g, out, a, b):
    """The gradient of b in out = a @ b, on arrays or Tensors."""
    is_vector = b.ndim == 1
    g, a, b = _as_matrices(g, a, b)
    slope = a.swapaxes(-1, -2) @ g
    return slope[..., 0] if is_vector else slope


def _as_matrices(g, a, b):
    """Vectors among the operands as rows and columns, and g to match."""
    is_row, is_column = a.ndim == 1, b.ndim == 1
    if is_column:
        b, g = np.expand_dims(b, -1), np.expand_dims(g, -1)
    if is_row:
        a, g = np.expand_dims(a, -2), np.expand_dims(g, -2)
    return g, a, b

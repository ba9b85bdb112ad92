"""LayerNorm and RMSNorm on arrays: each vector along the last axis by itself."""
from __future__ import annotations

from micrograd.common.arguments import check_counts
from micrograd.tensor.core import Tensor
from micrograd.tensor.functions import TensorLike
from micrograd.tensor.nn import Module, check_shape, ones, zeros

__all__ = ['LayerNorm', 'RMSNorm']


class LayerNorm(Module):
    """(x - mean) / sqrt(variance + eps) * w + b, for x of shape (..., dim).

    w, b: (dim,).
    """

    def __init__(self, dim: int, eps: float = 1e-5):
        check_counts(dim=dim)
        self.w, self.b = ones(dim), zeros(dim)
        self.eps = eps

    def __call__(self, x: TensorLike) -> Tensor:
        x = check_shape(self, x, '...', self.w.size)
        mean, var = x.mean(-1, keepdims=True), x.var(-1, keepdims=True)
        return (x - mean) / (var + self.eps).sqrt() * self.w + self.b

    def __repr__(self) -> str:
        return f'LayerNorm({self.w.size})'


class RMSNorm(Module):
    """x / sqrt(mean of x ** 2 + eps) * w, for x of shape (..., dim).

    w: (dim,), or None with affine=False.
    """

    def __init__(self, dim: int, affine: bool = True, eps: float = 1e-5):
        check_counts(dim=dim)
        self.dim = dim
        self.w = ones(dim) if affine else None
        self.eps = eps

    def __call__(self, x: TensorLike) -> Tensor:
        x = check_shape(self, x, '...', self.dim)
        x = x / ((x * x).mean(-1, keepdims=True) + self.eps).sqrt()
        return x if self.w is None else x * self.w

    def __repr__(self) -> str:
        return f'RMSNorm({self.dim}{", affine=False" if self.w is None else ""})'

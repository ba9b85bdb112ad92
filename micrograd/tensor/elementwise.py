"""What is computed number by number: the operators and elementary functions.

Each rule gives the gradient of its operand as one numpy expression. At corners
the slopes are those of the scalar engine: relu and abs have slope 0 at 0, clip
has slope 1 at its bounds, and equal operands of maximum share the gradient.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from micrograd.elementary import is_number

if TYPE_CHECKING:
    from micrograd.tensor.core import Tensor


class Elementwise:
    """The part of Tensor that computes number by number."""

    __slots__ = ()

    # --- operators ------------------------------------------------------------

    def __add__(self, other) -> Tensor:
        return self.apply('+', np.add, (self, other),
                          lambda g, out, a, b: g,
                          lambda g, out, a, b: g)

    def __sub__(self, other) -> Tensor:
        return self.apply('-', np.subtract, (self, other),
                          lambda g, out, a, b: g,
                          lambda g, out, a, b: -g)

    def __mul__(self, other) -> Tensor:
        return self.apply('*', np.multiply, (self, other),
                          lambda g, out, a, b: g * b,
                          lambda g, out, a, b: g * a)

    def __truediv__(self, other) -> Tensor:
        return self.apply('/', np.divide, (self, other),
                          lambda g, out, a, b: g / b,
                          lambda g, out, a, b: -g * (out / b))

    def __pow__(self, other) -> Tensor:
        if type(other) in (float, int):
            return self._power_of(other)
        return self.apply('**', np.power, (self, other),
                          lambda g, out, a, b: g * _base_slope(a, b),
                          lambda g, out, a, b: g * _exponent_slope(a, b))

    def _power_of(self, n):  # numpy is faster when it knows that n is 2
        return self.apply(f'**{n}', lambda x: x ** n, (self,),
                          lambda g, out, x: g * (n * x ** (n - 1) if n else 0))

    def __neg__(self) -> Tensor:
        return self.apply('neg', np.negative, (self,), lambda g, out, x: -g)

    def __abs__(self) -> Tensor:
        return self.abs()

    def __pos__(self) -> Tensor:
        return self

    def __radd__(self, other) -> Tensor:  # other + self
        return self.constant(other) + self

    def __rsub__(self, other) -> Tensor:  # other - self
        return self.constant(other) - self

    def __rmul__(self, other) -> Tensor:  # other * self
        return self.constant(other) * self

    def __rtruediv__(self, other) -> Tensor:  # other / self
        return self.constant(other) / self

    def __rpow__(self, other) -> Tensor:  # other ** self
        return self.constant(other) ** self

    # --- functions ------------------------------------------------------------

    def abs(self) -> Tensor:
        return self.apply('abs', np.abs, (self,), lambda g, out, x: g * np.sign(x))

    def exp(self) -> Tensor:
        return self.apply('exp', np.exp, (self,), lambda g, out, x: g * out)

    def log(self) -> Tensor:
        return self.apply('log', np.log, (self,), lambda g, out, x: g / x)

    def sqrt(self) -> Tensor:
        return self.apply('sqrt', np.sqrt, (self,), lambda g, out, x: g / (2 * out))

    def sin(self) -> Tensor:
        return self.apply('sin', np.sin, (self,), lambda g, out, x: g * np.cos(x))

    def cos(self) -> Tensor:
        return self.apply('cos', np.cos, (self,), lambda g, out, x: -g * np.sin(x))

    def tan(self) -> Tensor:
        return self.apply('tan', np.tan, (self,),
                          lambda g, out, x: g * (1 + out ** 2))

    def tanh(self) -> Tensor:
        return self.apply('tanh', np.tanh, (self,),
                          lambda g, out, x: g * (1 - out ** 2))

    def sigmoid(self) -> Tensor:  # 1 / (1 + exp(-self))
        return self.apply('sigmoid', _sigmoid, (self,),
                          lambda g, out, x: g * (out * (1 - out)))

    def relu(self) -> Tensor:
        return self.apply('ReLU', lambda x: np.maximum(x, 0), (self,),
                          lambda g, out, x: np.where(out > 0, g, 0))

    def leaky_relu(self, slope: float = 0.01) -> Tensor:
        return self.apply('LeakyReLU', lambda x: np.where(x > 0, x, slope * x), (self,),
                          lambda g, out, x: np.where(x > 0, g, slope * g))

    def softplus(self) -> Tensor:  # log(1 + exp(self)), whose slope is the sigmoid
        return self.apply('softplus', lambda x: np.logaddexp(x, 0), (self,),
                          lambda g, out, x: g * _sigmoid(x))

    def clip(self, low: float, high: float) -> Tensor:
        if not (is_number(low) and is_number(high)):
            raise TypeError(f'clip takes two numbers, got {low!r:.60} and '
                            f'{high!r:.60}: for arrays there are maximum and minimum')
        if low > high:
            raise ValueError(f'clip: low {low} is above high {high}')
        return self.apply('clip', lambda x: np.clip(x, low, high), (self,),
                          lambda g, out, x: np.where((x >= low) & (x <= high), g, 0))

    def maximum(self, other: Any) -> Tensor:
        return self.apply('max', np.maximum, (self, other),
                          lambda g, out, a, b: g * _lead(a, b),
                          lambda g, out, a, b: g * _lead(b, a))

    def minimum(self, other: Any) -> Tensor:
        return self.apply('min', np.minimum, (self, other),
                          lambda g, out, a, b: g * _lead(b, a),
                          lambda g, out, a, b: g * _lead(a, b))

    def astype(self, dtype: np.dtype | type) -> Tensor:
        """The same numbers as float32 or float64; the gradient goes back as it came."""
        if np.dtype(dtype).kind != 'f':
            raise TypeError(f'a Tensor holds floats, not {np.dtype(dtype)}')
        return self.apply(str(np.dtype(dtype)), lambda x: x.astype(dtype), (self,),
                          lambda g, out, x: g)


# --- stable forms, and slopes with their corners ------------------------------

def _sigmoid(x):
    if isinstance(x, Elementwise):
        return x.sigmoid()
    e = np.exp(-np.abs(x))  # never overflows
    return np.where(x >= 0, 1, e) / (1 + e)


def _base_slope(a, b):
    """The derivative of a ** b with respect to a; 0 for b = 0, also at a = 0."""
    flat = np.equal(b, 0)
    n = np.where(flat, 1, b)
    return np.where(flat, 0, n * a ** (n - 1))


def _exponent_slope(a, b):
    """The derivative of a ** b with respect to b; 0 for a = 0, nan for a < 0."""
    positive = np.where(a > 0, a, 1)  # no log of 0 in the branch not taken
    elsewhere = np.where(np.equal(a, 0), 0, np.nan)
    return np.where(a > 0, positive ** b * np.log(positive), elsewhere)


def _lead(a, b):
    """1 where a is above b, else 0; equal numbers share."""
    return np.where(a < b, 0, np.where(np.equal(a, b), 0.5, 1))

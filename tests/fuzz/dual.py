"""What is right for programs of Tensors: longer floats, and tangents beside them.

A Dual is an array and its tangent: how the array changes along one direction in the
leaves. Functions with corners say what their tangent is; that of any other is a
difference of the function's own formula, written here once more and naively. A view
is a view of both, and a write changes the array alone: so a gradient is right if it
tells the slope of the numbers as they were when the operation ran.
"""
import contextlib

import numpy as np

from tests.fuzz.program import Skip

NEAR_CORNER = 1e-6


class Dual:
    """x: an array of long floats. d: its tangent, of the same shape."""

    __array_ufunc__ = None  # so that array + Dual asks Dual
    recording = True
    step = 1e-6
    large = 1e4

    def __init__(self, x, d=None, leaf=False):
        self.x = np.asarray(x)
        silent = d is None or not Dual.recording
        self.d = np.zeros_like(self.x) if silent else np.asarray(d)
        self.leaf = leaf

    # --- how a tangent comes about ------------------------------------------------

    @staticmethod
    def of(f, *operands):
        """f of arrays, smooth: its tangent is a central difference."""
        xs = [long(p) for p in operands]
        ds = [p.d if isinstance(p, Dual) else 0 for p in operands]
        h = np.longdouble(Dual.step)
        out = checked(f(*xs))
        up, down = ([x + s * h * d for x, d in zip(xs, ds)] for s in (1, -1))
        return Dual(out, (f(*up) - f(*down)) / (2 * h))

    def linear(self, f):
        """f moves numbers, or shows some of them: a view is a view of both."""
        return Dual(f(self.x), f(self.d))

    def cornered(self, x, slope):
        return Dual(checked(x), self.d * slope)

    # --- operations -----------------------------------------------------------------

    def __getattr__(self, name):
        if name not in FORMULAS:
            raise AttributeError(name)
        return lambda *args, **kwargs: Dual.of(
            lambda x: FORMULAS[name](x, *args, **kwargs), self)

    def __add__(self, other):
        return Dual.of(np.add, self, other)

    def __sub__(self, other):
        return Dual.of(np.subtract, self, other)

    def __mul__(self, other):
        return Dual.of(np.multiply, self, other)

    def __truediv__(self, other):
        away_from_0(np.abs(long(other)))
        return Dual.of(np.divide, self, other)

    def __pow__(self, other):
        if isinstance(other, (Dual, float)) or np.min(other) < 0:
            away_from_0(self.x)
        return Dual.of(np.power, self, other)

    def __matmul__(self, other):
        return Dual.of(np.matmul, self, other)

    def __radd__(self, other):
        return Dual.of(np.add, other, self)

    def __rsub__(self, other):
        return Dual.of(np.subtract, other, self)

    def __rmul__(self, other):
        return Dual.of(np.multiply, other, self)

    def __rtruediv__(self, other):
        away_from_0(np.abs(self.x))
        return Dual.of(np.divide, other, self)

    def __rpow__(self, other):
        return Dual.of(np.power, other, self)

    def __neg__(self):
        return Dual.of(np.negative, self)

    def __gt__(self, other):
        return side(self.x - long(other)) > 0

    def __abs__(self):
        return self.cornered(np.abs(self.x), side(self.x))

    def sqrt(self):
        away_from_0(self.x)
        return Dual.of(np.sqrt, self)

    def log(self):
        away_from_0(self.x)
        return Dual.of(np.log, self)

    def std(self, *args, **kwargs):
        out = Dual.of(lambda x: np.std(x, *args, **kwargs), self)
        away_from_0(out.x)
        return out

    def relu(self):
        return self.leaky_relu(0)

    def leaky_relu(self, slope):
        positive = side(self.x) > 0
        return self.cornered(np.where(positive, self.x, slope * self.x),
                             np.where(positive, 1, slope))

    def clip(self, low, high):
        inside = (side(self.x - low) >= 0) & (side(self.x - high) <= 0)
        return self.cornered(np.clip(self.x, low, high), inside)

    def maximum(self, other):
        other = other if isinstance(other, Dual) else Dual(long(other))
        lead = (side(self.x - other.x) + 1) / 2
        return Dual(np.maximum(self.x, other.x), self.d * lead + other.d * (1 - lead))

    def minimum(self, other):
        return -(-self).maximum(-other)

    def max(self, axis=None, keepdims=False):
        peak = self.x.max(axis=axis, keepdims=True)
        equal = side(self.x - peak) == 0
        d = (self.d * equal).sum(axis, keepdims=keepdims)
        return Dual(self.x.max(axis=axis, keepdims=keepdims),
                    d / equal.sum(axis, keepdims=keepdims))

    def min(self, axis=None, keepdims=False):
        return -(-self).max(axis, keepdims)

    # --- views ------------------------------------------------------------------------

    def __getitem__(self, index):
        return self.linear(lambda x: x[index])

    @property
    def T(self):  # noqa: N802
        return self.linear(np.transpose)

    def reshape(self, *shape):
        return self.linear(lambda x: x.reshape(*shape))

    def swapaxes(self, i, j):
        return self.linear(lambda x: x.swapaxes(i, j))

    def squeeze(self):
        return self.linear(np.squeeze)

    def expand_dims(self, axis):
        return self.linear(lambda x: np.expand_dims(x, axis))

    def broadcast_to(self, shape):
        return self.linear(lambda x: np.broadcast_to(x, shape))

    def detach(self):
        return Dual(self.x)

    # --- writes -----------------------------------------------------------------------

    @property
    def data(self):
        return self.x

    @data.setter
    def data(self, x):
        if x is not self.x:
            self.x = np.array(x, np.longdouble)

    def __setitem__(self, index, number):
        self.x[index] = long(number)

    def __iadd__(self, other):
        if not self.leaf:
            return self + other
        self.x += long(other)
        return self


def long(x):
    return x.x if isinstance(x, Dual) else np.asarray(x, np.longdouble)


def checked(x):
    if not np.isfinite(x).all() or np.abs(x).max(initial=0) > Dual.large:
        raise Skip
    return x


def away_from_0(x):
    """Nothing is said about a pole, nor about numbers below it."""
    if x.min(initial=1) < 1e-3:
        raise Skip


def side(x):
    """The signs of x, 0 at a corner; a float may round to either side of one."""
    away = np.abs(x)
    if ((away > 0) & (away < NEAR_CORNER)).any():
        raise Skip
    return np.sign(x)


@contextlib.contextmanager
def no_grad():
    Dual.recording = False
    try:
        yield
    finally:
        Dual.recording = True


def softmax(x, axis=-1):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis, keepdims=True)


def log_softmax(x, axis=-1):
    return x - logsumexp(x, axis, keepdims=True)


def logsumexp(x, axis=-1, keepdims=False):
    peak = x.max(axis=axis, keepdims=True)
    total = peak + np.log(np.exp(x - peak).sum(axis, keepdims=True))
    return total if keepdims else total.squeeze(axis)


def cross_entropy(x, targets):
    if x.x.shape[:-1] != np.shape(targets) or not x.x.ndim:
        raise ValueError('one target for each row of logits')

    def formula(x):
        rows = x.reshape(-1, x.shape[-1])
        return -log_softmax(rows)[np.arange(len(rows)), np.ravel(targets)].mean()
    return Dual.of(formula, x)


def linear(x, w, b, activation=None):
    def formula(x, w, b):
        product = x @ w
        return product + np.broadcast_to(b, product.shape)
    out = Dual.of(formula, x, w, 0 if b is None else b)
    return out.relu() if activation == 'relu' else (
        out.tanh() if activation == 'tanh' else out)


def conv2d(x, w, bias=0.0, stride=1, padding=0):
    def formula(x, w, bias):
        if x.shape[1] != w.shape[1]:
            raise ValueError('einsum would repeat one channel')
        x = _padded(x, padding)
        height, width = w.shape[2:]
        if not height or not width:
            raise ValueError('a window without numbers')
        out = [[np.einsum('ncij,ocij->no', x[:, :, i:i + height, j:j + width], w)
                for j in range(0, x.shape[3] - width + 1, stride)]
               for i in range(0, x.shape[2] - height + 1, stride)]
        return np.moveaxis(np.array(out), (0, 1), (2, 3)) + bias
    return Dual.of(formula, x, w, bias)


def avg_pool2d(x, size):
    n = x.x.shape[1]
    kernel = np.zeros((n, n, size, size), np.longdouble)
    kernel[range(n), range(n)] = np.longdouble(1) / size ** 2
    return conv2d(x, kernel, stride=size)


def max_pool2d(x, size):
    n, c, height, width = x.x.shape
    if min(height, width) < size:
        raise ValueError('no window fits')
    cut = x[:, :, :height // size * size, :width // size * size]
    blocks = cut.reshape(n, c, height // size, size, width // size, size)
    return blocks.max((3, 5))


def _padded(x, padding):
    return np.pad(x, [(0, 0), (0, 0), (padding, padding), (padding, padding)])


def batch_norm(x, gamma, beta):
    def formula(x, gamma, beta):
        mean, var = x.mean(0), x.var(0)
        return (x - mean) / np.sqrt(var + 1e-5) * gamma + beta
    if x.x.ndim != 2 or any(long(y).shape not in ((), x.x.shape[1:])
                            for y in (gamma, beta)):
        raise Skip
    return Dual.of(formula, x, gamma, beta)


def dropout(x, p, rng):
    kept = rng.random(x.x.shape) >= p
    return x * np.where(kept, 1 / (1 - np.longdouble(p)), 0)


def where(condition, a, b):
    return Dual.of(lambda a, b: np.where(condition, a, b), a, b)


FORMULAS = {
    'exp': np.exp, 'sin': np.sin, 'cos': np.cos,
    'tan': np.tan, 'tanh': np.tanh, 'sum': np.sum, 'mean': np.mean, 'var': np.var,
    'prod': np.prod, 'cumsum': np.cumsum,
    'sigmoid': lambda x: 1 / (1 + np.exp(-x)),
    'softplus': lambda x: np.log1p(np.exp(x)),
    'softmax': softmax, 'log_softmax': log_softmax, 'logsumexp': logsumexp,
}
FUNCTIONS = {
    'no_grad': no_grad, 'where': where, 'conv2d': conv2d, 'avg_pool2d': avg_pool2d,
    'max_pool2d': max_pool2d, 'batch_norm': batch_norm, 'dropout': dropout,
    'pad': lambda x, padding: x.linear(lambda x: _padded(x, padding)),
    'cross_entropy': cross_entropy,
    'softmax_cross_entropy': cross_entropy, 'linear': linear,
    'maximum': lambda a, b: (a if isinstance(a, Dual) else Dual(long(a))).maximum(b),
    'minimum': lambda a, b: (a if isinstance(a, Dual) else Dual(long(a))).minimum(b),
    'concatenate': lambda xs, axis=0: Dual.of(
        lambda *xs: np.concatenate(xs, axis), *xs),
    'stack': lambda xs, axis=0: Dual.of(lambda *xs: np.stack(xs, axis), *xs),
    'embedding': lambda w, rows: w.linear(lambda x: x[np.asarray(rows)]),
    'checkpoint': lambda f, *xs: f(*xs),
}

"""The one table of Tensor operations from which the tests of each are made.

A new operation needs one row here: tests of its gradient, its second derivative,
float32, memory and PyTorch find it by themselves.
"""
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

import micrograd.tensor as mt
from micrograd.tensor.images import overlay, windows
from micrograd.tensor.indexing import scatter


class Op(NamedTuple):
    """name; function of Tensors; shapes of its operands; the same in PyTorch.

    torch: a function of PyTorch's tensors, given torch itself first. low: the least
    number of the operands; by default they are of both signs, but never near 0.
    """
    name: str
    function: Callable
    shapes: list[tuple[int, ...]]
    torch: Callable
    low: float = -2.7

    def arrays(self, seed: int = 0) -> list[np.ndarray]:
        """Operands as from arrays_apart, all positive if low is."""
        arrays = arrays_apart(self.shapes, seed)
        return arrays if self.low < 0 else [abs(array) for array in arrays]


def arrays_apart(shapes: list[tuple[int, ...]], seed: int = 0) -> list[np.ndarray]:
    """Arrays of these shapes: no two numbers of any are near each other, or near 0."""
    rng = np.random.default_rng(seed)
    sizes = [int(np.prod(shape)) for shape in shapes]
    numbers = rng.permutation(np.linspace(0.31, 2.69, sum(sizes)))
    numbers *= rng.choice([-1, 1], numbers.size)
    parts = np.split(numbers, np.cumsum(sizes)[:-1])
    return [part.reshape(shape) for part, shape in zip(parts, shapes)]


ROWS = np.array([1, 0, 1, 1])
COLUMNS = np.array([2, 0, 2, 1])
MASK = np.array([[True, False, True], [False, True, True]])
TARGETS = np.array([2, 0, 1])
IN_TIME = [[2, -100], [0, 1]]

V, M, A, B = (3,), (2, 3), (2, 1), (4, 2, 3)  # vector, matrix, column, batch
SCALAR = ()


def torch_var(t, a, axis):
    return a.var(axis, unbiased=False)


def torch_norm(t, x, gamma, beta):
    return t.nn.functional.batch_norm(x, None, None, gamma, beta, training=True)


OPS = [
    # operators
    Op('add', lambda a, b: a + b, [M, V], lambda t, a, b: a + b),
    Op('add number', lambda a: a + 3, [M], lambda t, a: a + 3),
    Op('number add', lambda a: 3 + a, [M], lambda t, a: 3 + a),
    Op('sub', lambda a, b: a - b, [A, M], lambda t, a, b: a - b),
    Op('number sub', lambda a: 3 - a, [M], lambda t, a: 3 - a),
    Op('mul', lambda a, b: a * b, [A, V], lambda t, a, b: a * b),
    Op('mul number', lambda a: a * 3, [M], lambda t, a: a * 3),
    Op('array mul', lambda a: MASK * a, [M], lambda t, a: t.tensor(MASK) * a),
    Op('mul self', lambda a: a * a, [M], lambda t, a: a * a),
    Op('div', lambda a, b: a / b, [M, A], lambda t, a, b: a / b),
    Op('number div', lambda a: 3 / a, [M], lambda t, a: 3 / a),
    Op('square', lambda a: a ** 2, [M], lambda t, a: a ** 2),
    Op('cube', lambda a: a ** 3, [M], lambda t, a: a ** 3),
    Op('power 0', lambda a: a ** 0, [M], lambda t, a: a ** 0),
    Op('power 1', lambda a: a ** 1, [M], lambda t, a: a ** 1),
    Op('power -2', lambda a: a ** -2, [M], lambda t, a: a ** -2),
    Op('power 2.5', lambda a: a ** 2.5, [M], lambda t, a: a ** 2.5, 0),
    Op('pow', lambda a, b: a ** b, [M, V], lambda t, a, b: a ** b, 0),
    Op('number pow', lambda a: 2 ** a, [M], lambda t, a: 2 ** a),
    Op('neg', lambda a: -a, [M], lambda t, a: -a),
    Op('abs', abs, [M], lambda t, a: abs(a)),
    Op('abs as a method', mt.Tensor.abs, [M], lambda t, a: a.abs()),
    Op('matmul', lambda a, b: a @ b, [M, (3, 4)], lambda t, a, b: a @ b),
    Op('matrix @ vector', lambda a, b: a @ b, [M, V], lambda t, a, b: a @ b),
    Op('vector @ matrix', lambda a, b: a @ b, [V, (3, 2)], lambda t, a, b: a @ b),
    Op('vector @ vector', lambda a, b: a @ b, [V, V], lambda t, a, b: a @ b),
    Op('batch @ matrix', lambda a, b: a @ b, [B, (3, 2)], lambda t, a, b: a @ b),
    Op('batch @ batch', lambda a, b: a @ b, [(2, 1, 2, 3), (1, 2, 3, 2)],
       lambda t, a, b: a @ b),
    Op('batch @ vector', lambda a, b: a @ b, [B, V], lambda t, a, b: a @ b),
    Op('vector @ batch', lambda a, b: a @ b, [(2,), B], lambda t, a, b: a @ b),
    Op('dot', np.dot, [M, (3, 4)], lambda t, a, b: a @ b),
    Op('dot of vectors', np.dot, [V, V], lambda t, a, b: a @ b),
    Op('dot with a number', np.dot, [M, SCALAR], lambda t, a, b: a * b),
    Op('dot of batches', np.dot, [B, (2, 3, 2)],
       lambda t, a, b: t.tensordot(a, b, ([2], [1]))),
    Op('einsum', lambda a, b: mt.einsum('ij,jk->ki', a, b), [M, (3, 4)],
       lambda t, a, b: t.einsum('ij,jk->ki', a, b)),
    Op('einsum of one', lambda a: np.einsum('ijk->ki', a), [B],
       lambda t, a: t.einsum('ijk->ki', a)),
    Op('einsum of three', lambda *xs: mt.einsum('i,ij,kj', *xs), [V, (3, 2), (4, 2)],
       lambda t, *xs: t.einsum('i,ij,kj', *xs)),
    Op('einsum of batches', lambda a, b: mt.einsum('...ij,jk->...ik', a, b),
       [B, (3, 2)], lambda t, a, b: t.einsum('...ij,jk->...ik', a, b)),
    Op('einsum of axes of length 1', lambda a, b: mt.einsum('...j,...j', a, b),
       [A, B], lambda t, a, b: t.einsum('...j,...j', a.expand(2, 3), b)),
    Op('einsum of a diagonal', lambda a, b: mt.einsum('jikik,ki->i', a, b),
       [(2, 3, 2, 3, 2), (2, 3)], lambda t, a, b: t.einsum('jikik,ki->i', a, b)),
    Op('einsum of a trace', lambda a: mt.einsum('ii', a), [(3, 3)],
       lambda t, a: t.einsum('ii', a)),
    Op('outer product by einsum', lambda a, b: mt.einsum('i,j->ij', a, b), [V, (2,)],
       lambda t, a, b: t.einsum('i,j->ij', a, b)),

    # functions of each number
    Op('exp', np.exp, [M], lambda t, a: a.exp()),
    Op('log', np.log, [M], lambda t, a: a.log(), 0),
    Op('sqrt', np.sqrt, [M], lambda t, a: a.sqrt(), 0),
    Op('sin', np.sin, [M], lambda t, a: a.sin()),
    Op('cos', np.cos, [M], lambda t, a: a.cos()),
    Op('tan', lambda a: np.tan(a / 2), [M], lambda t, a: (a / 2).tan()),
    Op('tanh', np.tanh, [M], lambda t, a: a.tanh()),
    Op('sigmoid', mt.Tensor.sigmoid, [M], lambda t, a: a.sigmoid()),
    Op('relu', mt.Tensor.relu, [M], lambda t, a: a.relu()),
    Op('leaky_relu', lambda a: a.leaky_relu(0.2), [M],
       lambda t, a: t.nn.functional.leaky_relu(a, 0.2)),
    Op('softplus', mt.Tensor.softplus, [M], lambda t, a: t.logaddexp(a, a * 0)),
    Op('clip', lambda a: a.clip(-1.2, 1.7), [M], lambda t, a: a.clip(-1.2, 1.7)),
    Op('maximum', mt.maximum, [M, V], lambda t, a, b: t.maximum(a, b)),
    Op('minimum', mt.minimum, [M, A], lambda t, a, b: t.minimum(a, b)),
    Op('where', lambda a, b: mt.where(MASK, a, b), [M, V],
       lambda t, a, b: t.where(t.tensor(MASK), a, b)),

    # reductions
    Op('sum', lambda a: a.sum(), [M], lambda t, a: a.sum()),
    Op('mean of one number', lambda a: a.mean(0), [SCALAR], lambda t, a: a.mean(0)),
    Op('max of one number', lambda a: a.max(-1), [SCALAR], lambda t, a: a.amax(-1)),
    Op('sum axis', lambda a: a.sum(1, keepdims=True), [M],
       lambda t, a: a.sum(1, keepdim=True)),
    Op('sum axes', lambda a: a.sum((0, -1)), [B], lambda t, a: a.sum((0, -1))),
    Op('sum of a list of axes', lambda a: a.sum([0, -1]), [B],
       lambda t, a: a.sum([0, -1])),
    Op('cumsum', lambda a: np.cumsum(a, -2), [B], lambda t, a: a.cumsum(-2)),
    Op('cumsum of all', lambda a: a.cumsum(), [M], lambda t, a: a.flatten().cumsum(0)),
    Op('cumsum of one number', lambda a: a.cumsum(0), [SCALAR],
       lambda t, a: a.reshape(1)),
    Op('prod', np.prod, [M], lambda t, a: a.prod()),
    Op('prod axis', lambda a: a.prod(-2, keepdims=True), [(2, 5, 3)],
       lambda t, a: a.prod(-2, keepdim=True)),
    Op('prod axes', lambda a: a.prod([0, -1]), [B],
       lambda t, a: a.prod(-1).prod(0)),
    Op('std', np.std, [M], lambda t, a: a.std(unbiased=False)),
    Op('std axes', lambda a: a.std((0, 2), keepdims=True), [B],
       lambda t, a: a.std((0, 2), unbiased=False, keepdim=True)),
    Op('mean', lambda a: a.mean(), [M], lambda t, a: a.mean()),
    Op('mean axis', lambda a: a.mean(-2), [B], lambda t, a: a.mean(-2)),
    Op('var', lambda a: a.var(), [M], lambda t, a: torch_var(t, a, (0, 1))),
    Op('var axes', lambda a: a.var((0, 2)), [B],
       lambda t, a: torch_var(t, a, (0, 2))),
    Op('max', lambda a: a.max(), [M], lambda t, a: a.amax()),
    Op('max axis', lambda a: a.max(1, keepdims=True), [B],
       lambda t, a: a.amax(1, keepdim=True)),
    Op('min axes', lambda a: a.min((0, -1)), [B], lambda t, a: a.amin((0, -1))),
    Op('softmax', lambda a: a.softmax(), [M], lambda t, a: a.softmax(-1)),
    Op('softmax axis', lambda a: a.softmax(0), [M], lambda t, a: a.softmax(0)),
    Op('log_softmax', lambda a: a.log_softmax(1), [B], lambda t, a: a.log_softmax(1)),
    Op('logsumexp', lambda a: a.logsumexp(0), [M], lambda t, a: a.logsumexp(0)),
    Op('logsumexp of all', lambda a: a.logsumexp(None, keepdims=True), [M],
       lambda t, a: a.logsumexp((0, 1), keepdim=True)),

    # shapes and indices
    Op('reshape', lambda a: a.reshape(3, -1), [M], lambda t, a: a.reshape(3, -1)),
    Op('transpose', lambda a: a.transpose(2, 0, -2), [B],
       lambda t, a: a.permute(2, 0, -2)),
    Op('T', lambda a: a.T, [M], lambda t, a: a.T),
    Op('swapaxes', lambda a: a.swapaxes(0, -1), [B], lambda t, a: a.swapaxes(0, -1)),
    Op('squeeze', lambda a: a.squeeze(), [(1, 3, 1)], lambda t, a: a.squeeze()),
    Op('squeeze axis', lambda a: a.squeeze(-1), [(1, 3, 1)],
       lambda t, a: a.squeeze(-1)),
    Op('expand_dims', lambda a: a.expand_dims(1), [M], lambda t, a: a.unsqueeze(1)),
    Op('broadcast_to', lambda a: a.broadcast_to((4, 2, 3)), [A],
       lambda t, a: a.expand(4, 2, 3)),
    Op('concatenate', lambda a, b, c: mt.concatenate([a, b, c], -1), [M, A, M],
       lambda t, *xs: t.cat(xs, -1)),
    Op('stack', lambda a, b: mt.stack([a, b], 1), [M, M],
       lambda t, *xs: t.stack(xs, 1)),
    Op('index', lambda a: a[1], [M], lambda t, a: a[1]),
    Op('slices', lambda a: a[:, None, ::2], [M], lambda t, a: a[:, None, ::2]),
    Op('index of one', lambda a: a[..., 1, 2], [B], lambda t, a: a[..., 1, 2]),
    Op('integer array', lambda a: a[ROWS], [M], lambda t, a: a[ROWS]),
    Op('integer arrays', lambda a: a[ROWS, COLUMNS], [M],
       lambda t, a: a[ROWS, COLUMNS]),
    Op('slice and array', lambda a: a[1:, :, COLUMNS], [B],
       lambda t, a: a[1:, :, COLUMNS]),
    Op('mask', lambda a: a[MASK], [M], lambda t, a: a[t.tensor(MASK)]),
    Op('scatter', lambda a: scatter(a, ROWS, (3, 2)), [(4, 2)],
       lambda t, a: t.zeros(3, 2).to(a).index_add(0, t.tensor(ROWS), a)),

    # the steps of networks
    Op('linear', mt.linear, [M, (3, 4), (4,)], lambda t, x, w, b: x @ w + b),
    Op('linear without a bias', lambda x, w: mt.linear(x, w, None, 'tanh'),
       [M, (3, 4)], lambda t, x, w: (x @ w).tanh()),
    Op('linear relu', lambda x, w, b: mt.linear(x, w, b, 'relu'), [M, (3, 4), (4,)],
       lambda t, x, w, b: (x @ w + b).relu()),
    Op('linear tanh', lambda x, w, b: mt.linear(x, w, b, 'tanh'), [B, (3, 2), (2,)],
       lambda t, x, w, b: (x @ w + b).tanh()),
    Op('linear of one', lambda x, w, b: mt.linear(x, w, b, 'tanh'),
       [V, (3, 2), (2,)], lambda t, x, w, b: (x @ w + b).tanh()),
    Op('linear, a bias for each row', lambda x, w, b: mt.linear(x, w, b, 'tanh'),
       [M, (3, 4), (2, 1)], lambda t, x, w, b: (x @ w + b).tanh()),
    Op('cross_entropy', lambda x: mt.cross_entropy(x, TARGETS), [(3, 3)],
       lambda t, x: t.nn.functional.cross_entropy(x, t.tensor(TARGETS))),
    Op('cross_entropy of one', lambda x: mt.cross_entropy(x, 2), [V],
       lambda t, x: t.nn.functional.cross_entropy(x, t.tensor(2))),
    *(Op(f'{loss.__name__} in time', lambda x, loss=loss: loss(x, IN_TIME), [(2, 2, 3)],
         lambda t, x: t.nn.functional.cross_entropy(
             x.reshape(-1, 3), t.tensor(IN_TIME).flatten()))
      for loss in (mt.cross_entropy, mt.softmax_cross_entropy)),
    Op('softmax_cross_entropy', lambda x: mt.softmax_cross_entropy(x, TARGETS),
       [(3, 3)], lambda t, x: t.nn.functional.cross_entropy(x, t.tensor(TARGETS))),
    Op('softmax_cross_entropy of one', lambda x: mt.softmax_cross_entropy(x, 2), [V],
       lambda t, x: t.nn.functional.cross_entropy(x, t.tensor(2))),
    Op('embedding', lambda w: mt.embedding(w, [ROWS, COLUMNS]), [(3, 2)],
       lambda t, w: t.nn.functional.embedding(t.tensor(np.array([ROWS, COLUMNS])), w)),
    Op('dropout', lambda x: mt.dropout(x, 0.4, np.random.default_rng(0)), [M],
       lambda t, x: x * t.tensor(np.random.default_rng(0).random(M) >= 0.4) / 0.6),
    Op('batch_norm', mt.batch_norm, [(4, 2), (2,), (2,)], torch_norm),
    Op('batch_norm of images', mt.batch_norm, [(2, 2, 2, 3), (2,), (2,)], torch_norm),
    Op('batch_norm as given', mt.batch_norm, [(3, 2), (2,), (2,), (2,), (2,)],
       lambda t, x, g, b, m, v: (x - m) / (v + 1e-5).sqrt() * g + b, 0),
    Op('conv2d', mt.conv2d, [(2, 2, 4, 3), (3, 2, 3, 2), (3,)],
       lambda t, x, w, b: t.nn.functional.conv2d(x, w, b)),
    Op('conv2d stride', lambda x, w: mt.conv2d(x, w, stride=(2, 1), padding=(1, 2)),
       [(1, 2, 4, 3), (2, 2, 3, 2)],
       lambda t, x, w: t.nn.functional.conv2d(x, w, None, (2, 1), (1, 2))),
    Op('max_pool2d', lambda x: mt.max_pool2d(x, 2), [(1, 2, 4, 5)],
       lambda t, x: t.nn.functional.max_pool2d(x, 2)),
    Op('max_pool2d overlap', lambda x: mt.max_pool2d(x, (3, 2), 1, 1), [(1, 1, 3, 4)],
       lambda t, x: t.nn.functional.max_pool2d(x, (3, 2), 1, 1)),
    Op('avg_pool2d', lambda x: mt.avg_pool2d(x, (2, 3), (1, 2), 1), [(1, 2, 3, 4)],
       lambda t, x: t.nn.functional.avg_pool2d(x, (2, 3), (1, 2), 1)),
    Op('pad', lambda x: mt.pad(x, (1, 2)), [(1, 2, 3)],
       lambda t, x: t.nn.functional.pad(x, (2, 2, 1, 1))),
    Op('windows', lambda x: windows(x, 2, (1, 2)), [(1, 1, 3, 4)],
       lambda t, x: x.unfold(2, 2, 1).unfold(3, 2, 2)),
    Op('overlay', lambda x: overlay(x, (1, 1, 3, 3)), [(1, 1, 2, 2, 2, 2)],
       lambda t, x: t.nn.functional.fold(
           x.permute(0, 1, 4, 5, 2, 3).reshape(1, 4, 4), 3, 2)),
    Op('checkpoint', lambda x, w: mt.checkpoint(lambda x: (x @ w).tanh(), x), [M, V],
       lambda t, x, w: (x @ w).tanh()),
]

"""Each Tensor operation of tensor/tensor_ops.py on random arrays, to second order.

Against PyTorch where it is installed, else against central differences.
"""
import re

import numpy as np

import micrograd.tensor as mt
from tests.fuzz.program import Skip
from tests.tensor.tensor_ops import OPS

try:
    import torch
except ImportError:
    torch = None

PREAMBLE = '''\
import numpy as np

import micrograd.tensor as mt
from micrograd.tensor import Tensor
from tests.tensor.tensor_ops import OPS
op = {op.name: op.function for op in OPS}
'''
BEFORE = ['{}', '{}', '{} * 1', '{}[...]', '{}.T.T', '{} + 0', '{}[None][0]']


def generate(rng):
    """An operation, its operands perhaps views, one of them perhaps used twice."""
    row = rng.choice(OPS)
    program, names, numbers = [], [], _numbers(rng, row)
    for i, shape in enumerate(row.shapes):
        if names and shape in row.shapes[:i] and rng.random() < 0.3:
            names.append(f'v{row.shapes.index(shape)}')
            continue
        names.append(f'v{i}')
        array = np.reshape([numbers.pop() for _ in range(int(np.prod(shape)))], shape)
        program.append(f'v{i} = Tensor({array.tolist()}, requires_grad=True)')
    operands = ', '.join(rng.choice(BEFORE).format(name) for name in names)
    return [*program, f'y = op[{row.name!r}]({operands})',
            f'z = (y * y * {rng.uniform(0.5, 1):.2f} + y).sum()',
            f'w = [{rng.uniform(0.5, 2):.2f}, {rng.uniform(-2, 2):.2f}]']


def _numbers(rng, row):
    """No two near each other, or near 0: away from corners."""
    size = sum(int(np.prod(shape)) for shape in row.shapes)
    numbers = np.linspace(0.3, 2.7, size + 1).round(4).tolist()
    rng.shuffle(numbers)
    return numbers if row.low >= 0 else [x * rng.choice([-1, 1]) for x in numbers]


def check(program):
    """The value, the gradient, and the gradient of a sum over that."""
    if not program[-1].startswith('w =') or not program[-2].startswith('z ='):
        raise Skip
    names = _names()
    found = _orders(program, names)
    numbers = np.concatenate([x.numpy().ravel() for x in _leaves(names).values()])
    if np.diff(np.sort(numbers)).min(initial=1) < 1e-3:
        raise Skip  # at a corner
    expected = _orders(program, _torch_names()) if torch else None
    if not torch:
        found, expected = _along(program, found)
    if not all(np.isfinite(x).all() for order in expected for x in order):
        raise Skip
    tolerance = 1e-8 if torch else 1e-5
    orders = ('value', 'gradient', 'second')[-len(found):]
    for what, ours, right in zip(orders, found, expected):
        for a, b in zip(ours, right):
            scale = 1 + np.abs(b).max(initial=0)
            if np.shape(a) != np.shape(b) or np.abs(a - b).max(
                    initial=0) > tolerance * scale:
                return (f'{what}: {np.round(a, 6)}, should be '
                        f'{np.round(b, 6)}')
    return None


def _names():
    return {'np': np, 'mt': mt, 'Tensor': mt.Tensor, 'grad': _grad,
            'op': {row.name: row.function for row in OPS}}


def _grad(z, xs, create_graph):
    return mt.grad(z, xs, create_graph=create_graph)


def _orders(program, names, moved=None):
    """Value, gradients, and gradients of the weighted squares of those, as arrays."""
    for line in program:
        exec(line, names)
        if moved and line.partition(' = ')[0] in moved:
            names[line.partition(' = ')[0]].data = moved[line.partition(' = ')[0]]
    xs = list(_leaves(names).values())
    slopes = names['grad'](names['z'], xs, True)
    a, b = names['w']
    total = sum((slope * slope * a + slope * b).sum() for slope in slopes)
    second = names['grad'](total, xs, False) if total.requires_grad else [
        slope * 0 for slope in slopes]
    return [[_array(x) for x in part] for part in ([names['y']], slopes, second)]


def _leaves(names):
    return {name: x for name, x in names.items() if re.fullmatch(r'v\d+', name)}


def _array(x):
    return x.detach().numpy()


def _along(program, found):
    """The slopes along one direction: as the gradients say, and as differences do."""
    names = _names()
    _orders(program, names)
    leaves = {name: x.numpy() for name, x in _leaves(names).items()}
    rng = np.random.default_rng(1)
    way = {name: rng.uniform(0.5, 1.5, x.shape) for name, x in leaves.items()}
    h = 1e-5
    up, down = (_totals(program, {name: x + step * way[name]
                                  for name, x in leaves.items()}) for step in (h, -h))
    slopes = [[sum((x * d).sum() for x, d in zip(part, way.values()))]
              for part in found[1:]]
    return slopes, [[(a - b) / (2 * h)] for a, b in zip(up, down)]


def _totals(program, moved):
    """z, and what is differentiated for the second order, at other numbers."""
    names = _names()
    slopes = _orders(program, names, moved)[1]
    a, b = names['w']
    return names['z'].item(), sum((x * x * a + x * b).sum() for x in slopes)


def _torch_names():
    def leaf(numbers, requires_grad):
        return torch.tensor(numbers, dtype=torch.float64, requires_grad=requires_grad)

    def wrapped(function):
        return lambda *xs: function(torch, *xs)

    def grad(z, xs, create_graph):
        found = torch.autograd.grad(z, xs, create_graph=create_graph, allow_unused=True,
                                    retain_graph=True)
        return [torch.zeros_like(x) if g is None else g for g, x in zip(found, xs)]
    return {'Tensor': leaf, 'grad': grad,
            'op': {row.name: wrapped(row.torch) for row in OPS}}

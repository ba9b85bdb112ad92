"""Makes tensor_reference.json, the numbers that test_tensor_nn.py compares with.

    pip install torch==2.13.0 && python tests/tensor/tensor_reference.py

All of it is PyTorch's, in float64. Of a BatchNorm1d or BatchNorm2d after three batches:
the last output, the gradients of the sum of its cubes, the running statistics, and
what it gives for the last batch once more after training. Of an optimiser: where a
parameter is after five steps, one of them without a gradient. Of an operation: a
weighted sum of its value, and of its first and second derivatives.
"""
import json
from pathlib import Path

import numpy as np
from tensor_ops import OPS

BATCHES = {'vectors': (5, 2), 'two': (2, 3), 'sequences': (3, 2, 4),
           'images': (2, 2, 3, 3)}
OPTIMISERS = [
    ('SGD', {'lr': 0.1}), ('SGD', {'lr': 0.1, 'momentum': 0.9}),
    ('SGD', {'lr': 0.1, 'momentum': 0.9, 'nesterov': True, 'weight_decay': 0.1}),
    ('Adam', {'lr': 0.1}), ('Adam', {'lr': 0.1, 'weight_decay': 0.1}),
    ('AdamW', {'lr': 0.1})]
START = np.random.default_rng(0).normal(size=(3, 2))
FILE = Path(__file__).with_suffix('.json')


def batches(shape, n=3):
    rng = np.random.default_rng(sum(shape))
    return [rng.normal(2, 3, size=shape).round(3) for _ in range(n)]


def batch_norm(shape):
    import torch
    kind = {2: 'BatchNorm1d', 3: 'BatchNorm1d', 4: 'BatchNorm2d'}[len(shape)]
    norm = getattr(torch.nn, kind)(shape[1]).double()
    for batch in batches(shape):
        x = torch.tensor(batch, requires_grad=True)
        out = norm(x)
    (out ** 3).sum().backward()
    found = {'out': out, 'x.grad': x.grad, 'w.grad': norm.weight.grad,
             'b.grad': norm.bias.grad, 'mean': norm.running_mean,
             'var': norm.running_var, 'eval': norm.eval()(x)}
    return {name: array.tolist() for name, array in found.items()}


def weighted(array):
    """One number in which each of an array counts."""
    weights = np.random.default_rng(1).uniform(0.5, 1.5, array.shape)
    return float((array * weights).sum())


def optimiser(name, settings):
    import torch
    x = torch.tensor(START, requires_grad=True)
    theirs = getattr(torch.optim, name)([x], **settings)
    for step in range(5):
        theirs.zero_grad()
        if step != 2:
            ((x - 1) ** 2).sum().backward()
        theirs.step()
    return x.tolist()


def operation(op):
    """[shape, of the value, of each slope, of each slope of the squared slopes]"""
    import torch
    operands = [torch.tensor(x, requires_grad=True) for x in op.arrays()]
    out = op.torch(torch, *operands)
    weights = np.random.default_rng(1).uniform(0.5, 1.5, tuple(out.shape))
    slopes = torch.autograd.grad(out, operands, torch.tensor(weights),
                                 create_graph=True)
    total = sum((slope ** 2).sum() for slope in slopes)
    seconds = torch.autograd.grad(total, operands, allow_unused=True) \
        if total.requires_grad else [None] * len(operands)
    seconds = [torch.zeros_like(x) if second is None else second
               for x, second in zip(operands, seconds)]
    found = [[weighted(x.numpy(force=True)) for x in xs]
             for xs in ([out], slopes, seconds)]
    return [list(out.shape), *found]


if __name__ == '__main__':
    cases = {name: batch_norm(shape) for name, shape in BATCHES.items()}
    cases |= {f'{name} {settings}': optimiser(name, settings)
              for name, settings in OPTIMISERS}
    cases |= {f'operation {op.name}': operation(op) for op in OPS}
    lines = [f'{json.dumps(name)}: {json.dumps(case)}' for name, case in cases.items()]
    FILE.write_text('{' + ',\n'.join(lines) + '}\n')

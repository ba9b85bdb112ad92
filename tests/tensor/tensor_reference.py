"""Makes tensor_reference.json, the numbers that test_tensor_nn.py compares with.

    pip install torch==2.13.0 && python tests/tensor/tensor_reference.py

Each case is a BatchNorm1d or BatchNorm2d of PyTorch in float64 after three batches:
the last output, the gradients of the sum of its cubes, the running statistics, and
what it gives for the last batch once more after training.
"""
import json
from pathlib import Path

import numpy as np

BATCHES = {'vectors': (5, 2), 'two': (2, 3), 'sequences': (3, 2, 4),
           'images': (2, 2, 3, 3)}
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


if __name__ == '__main__':
    cases = [f'{json.dumps(name)}: {json.dumps(batch_norm(shape))}'
             for name, shape in BATCHES.items()]
    FILE.write_text('{' + ',\n'.join(cases) + '}\n')

"""Makes modules_reference.json, the numbers that test_modules.py compares with.

    pip install torch==2.13.0 && python tests/nn/modules_reference.py

Each case is a module of PyTorch in float64: its weights, by the names that they have
here, what it gives for an input, and the gradients of the sum of the cubes of that, by
the input and by each weight. Where PyTorch has two biases, one of them is 0. Of a GPT
its tokens stand for the input; of a BatchNorm also what three batches leave.
"""
import json
from pathlib import Path

import numpy as np

FILE = Path(__file__).with_suffix('.json')


def cases():
    import torch
    from torch import nn
    torch.manual_seed(0)
    torch.set_default_dtype(torch.float64)

    def case(module, x, names, call=None):
        x = torch.tensor(np.random.default_rng(1).normal(size=x), requires_grad=True)
        weights = {}
        for ours, theirs in names.items():
            p = module.get_parameter(theirs)
            if p.dim() == 1:
                nn.init.normal_(p)
            weights[ours] = p
        for name, p in module.named_parameters():
            if name not in names.values():
                nn.init.zeros_(p)
        out = (call or module)(x)
        (out ** 3).sum().backward()
        return {'x': x.tolist(), 'out': out.tolist(), 'x.grad': x.grad.tolist(),
                'weights': {name: p.tolist() for name, p in weights.items()},
                'grads': {name: p.grad.tolist() for name, p in weights.items()}}

    wb = {'w': 'weight', 'b': 'bias'}
    recurrent = {'wx': 'weight_ih_l0', 'wh': 'weight_hh_l0', 'b': 'bias_ih_l0'}
    rnn, lstm = nn.RNN(2, 3), nn.LSTM(2, 3)
    yield 'Linear', case(nn.Linear(3, 2), (3,), wb)
    yield 'LayerNorm', case(nn.LayerNorm(4), (4,), wb)
    yield 'RMSNorm', case(nn.RMSNorm(4, eps=1e-5), (4,), {'w': 'weight'})
    yield 'BatchNorm', case(nn.BatchNorm1d(3), (5, 3), wb)
    yield 'Conv2d', case(nn.Conv2d(2, 3, 2, stride=2, padding=1), (2, 3, 4), wb)
    yield 'MaxPool2d', case(nn.MaxPool2d(2), (1, 4, 5), {})
    yield 'AvgPool2d', case(nn.AvgPool2d(2), (1, 4, 5), {})
    yield 'RNN', case(rnn, (4, 2), recurrent, lambda x: rnn(x)[0])
    yield 'LSTM', case(lstm, (4, 2), recurrent, lambda x: lstm(x)[0])
    for causal in (True, False):
        parts = nn.ModuleDict({n: nn.Linear(4, 4, bias=False) for n in 'qkvo'})
        yield f'Attention, causal={causal}', case(
            parts, (3, 4), {f'{n}.w': f'{n}.weight' for n in 'qkvo'},
            lambda x, parts=parts, causal=causal: attention(parts, x, causal))


def attention(parts, x, causal):
    from torch.nn.functional import scaled_dot_product_attention

    def heads(rows):
        return rows.view(len(rows), 2, 2).transpose(0, 1)
    mixed = scaled_dot_product_attention(
        *(heads(parts[n](x)) for n in 'qkv'), is_causal=causal)
    return parts['o'](mixed.transpose(0, 1).reshape(x.shape))


def gpt():
    """microgpt's network of one layer, two heads, four numbers a token."""
    import torch
    torch.manual_seed(1)
    shapes = {'token.w': (5, 4), 'place.w': (4, 4), 'up.w': (16, 4), 'down.w': (4, 16),
              'head.w': (5, 4), **{f'{n}.w': (4, 4) for n in 'qkvo'}}
    w = {name: torch.randn(shape, requires_grad=True) for name, shape in shapes.items()}
    parts = {n: lambda x, n=n: x @ w[f'{n}.w'].T for n in 'qkvo'}
    tokens = [4, 1, 0, 1]

    def norm(x):
        return torch.nn.functional.rms_norm(x, (4,), eps=1e-5)
    x = norm(w['token.w'][tokens] + w['place.w'])
    x = x + attention(parts, norm(x), True)
    x = x + torch.relu(norm(x) @ w['up.w'].T) @ w['down.w'].T
    out = x @ w['head.w'].T
    (out ** 3).sum().backward()
    cost = torch.nn.functional.cross_entropy(out[:-1], torch.tensor(tokens[1:]))
    return {'x': tokens, 'out': out.tolist(), 'loss': cost.item(),
            'weights': {name: p.tolist() for name, p in w.items()},
            'grads': {name: p.grad.tolist() for name, p in w.items()}}


def batch_norm_in_time():
    import torch
    norm, rng = torch.nn.BatchNorm1d(2), np.random.default_rng(2)
    batches = [rng.normal(2, 3, size=(n, 2)) for n in (3, 4, 2)]
    for batch in batches:
        norm(torch.tensor(batch))
    return {'batches': [batch.tolist() for batch in batches],
            'mean': norm.running_mean.tolist(), 'var': norm.running_var.tolist(),
            'eval': norm.eval()(torch.tensor(batches[0])).tolist()}


if __name__ == '__main__':
    found = {**dict(cases()), 'GPT': gpt(), 'BatchNorm in time': batch_norm_in_time()}
    lines = [f'{json.dumps(name)}: {json.dumps(case)}' for name, case in found.items()]
    FILE.write_text('{' + ',\n'.join(lines) + '}\n')

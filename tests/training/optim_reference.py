"""Makes optim_reference.json, the numbers that test_optim.py compares with.

    pip install torch==2.13.0 && python tests/training/optim_reference.py

Each case is one optimiser of torch.optim in float64 with its default
implementation, random settings (seed 0), two parameters, and five steps with
given gradients and learning rates; `found` holds the parameters after each
step. The cases of clip_grad_norm hold gradients before and after, and the norm.
"""
import json
import pathlib
import random

import torch

CASES, STEPS = 20, 5


def short(x):
    """x in four digits, to keep the file small."""
    return float(f'{x:.4g}')


SETTINGS = {
    'SGD': lambda rng: {
        'momentum': rng.choice([0.0, short(rng.uniform(0.1, 0.99))]),
        'weight_decay': rng.choice([0.0, short(rng.uniform(0, 0.3))])},
    'Adam': lambda rng: {
        'betas': [short(rng.uniform(0, 0.99)), short(rng.uniform(0.5, 0.9999))],
        'eps': short(10 ** rng.uniform(-10, -2)),
        'weight_decay': rng.choice([0.0, short(rng.uniform(0, 0.3))])},
}
SETTINGS['AdamW'] = SETTINGS['Adam']


def optimiser_case(name, rng):
    settings = SETTINGS[name](rng)
    if name == 'SGD':
        settings['nesterov'] = settings['momentum'] > 0 and rng.random() < 0.5
    start = [short(rng.gauss(0, 2)), short(rng.gauss(0, 2))]
    grads = [[short(rng.gauss(0, 10 ** rng.uniform(-3, 2))) for _ in start]
             for _ in range(STEPS)]
    lrs = [short(10 ** rng.uniform(-4, 0))] * STEPS
    if rng.random() < 0.5:  # a schedule
        lrs = [short(lr * 0.7 ** k) for k, lr in enumerate(lrs)]

    parameters = [torch.nn.Parameter(torch.tensor(x, dtype=torch.float64))
                  for x in start]
    optimiser = getattr(torch.optim, name)(parameters, lr=lrs[0], **settings)
    found = []
    for row, lr in zip(grads, lrs):
        for p, g in zip(parameters, row):
            p.grad = torch.tensor(g, dtype=torch.float64)
        optimiser.param_groups[0]['lr'] = lr
        optimiser.step()
        found.append([p.item() for p in parameters])
    return {'settings': settings, 'start': start, 'grads': grads, 'lrs': lrs,
            'found': found}


def clip_case(rng):
    before = [short(rng.gauss(0, 10 ** rng.uniform(-2, 2))) for _ in range(4)]
    max_norm = short(10 ** rng.uniform(-1, 2))
    parameters = [torch.nn.Parameter(torch.tensor(0.0, dtype=torch.float64))
                  for _ in before]
    for p, g in zip(parameters, before):
        p.grad = torch.tensor(g, dtype=torch.float64)
    norm = torch.nn.utils.clip_grad_norm_(parameters, max_norm).item()
    return {'before': before, 'max_norm': max_norm, 'norm': norm,
            'after': [p.grad.item() for p in parameters]}


def main():
    rng = random.Random(0)
    cases = {name: [optimiser_case(name, rng) for _ in range(CASES)]
             for name in SETTINGS}
    cases['clip_grad_norm'] = [clip_case(rng) for _ in range(CASES)]
    lines = [f'{json.dumps(name)}: [\n' + ',\n'.join(map(json.dumps, rows)) + ']'
             for name, rows in cases.items()]
    text = '{"made with": "torch ' + torch.__version__ + '",\n'
    path = pathlib.Path(__file__).with_suffix('.json')
    path.write_text(text + ',\n'.join(lines) + '}\n')


if __name__ == '__main__':
    main()

"""Optimisers, schedules and clipping, of Values and of Tensors, against formulas."""
import math

import numpy as np

import micrograd
import micrograd.tensor as mt
from tests.fuzz.program import Skip

PREAMBLE = '''\
import numpy as np

import micrograd as mg
import micrograd.tensor as mt
from micrograd import CosineLR, StepLR, Value, WarmupLR
from micrograd.tensor import Tensor
'''
MADE = [
    'SGD({p}, lr={lr})', 'SGD({p}, lr={lr}, momentum={b})',
    'SGD({p}, lr={lr}, momentum={b}, nesterov=True)',
    'SGD({p}, lr={lr}, momentum={b}, weight_decay={w})',
    'SGD({p}, lr={lr}, weight_decay={w})', 'Adam({p}, lr={lr})',
    'Adam({p}, lr={lr}, betas=({b}, 0.99), eps=1e-3)',
    'Adam({p}, lr={lr}, weight_decay={w})', 'AdamW({p}, lr={lr})',
    'AdamW({p}, lr={lr}, betas=(0, {b}), weight_decay={w})']
RATES = ['0.1', '0.01', '1', '0']
LATER = ['opt.lr = {lr}', 'opt.lr = StepLR({lr}, 2, 0.5)({n})',
         'opt.lr = CosineLR({lr}, 4)({n})', 'opt.lr = WarmupLR({lr}, 3)({n})',
         'opt.lr = WarmupLR(CosineLR({lr}, 5, 0.01), 3)({n})', 'opt.zero_grad()',
         '{m}.clip_grad_norm({p}, {c})', '{m}.clip_grad_value({p}, {c})', 'opt.step()']


def generate(rng):
    tensors = rng.random() < 0.6
    count = rng.randint(1, 3)

    def numbers():
        if not tensors:
            return rng.choice(['0.0', '-0.5', '2.0', '1e-9', '-3.0', '100.0'])
        return str([round(rng.uniform(-3, 3), 2) for _ in range(2)])
    program = [f'v{i} = Tensor({numbers()}, requires_grad=True)' if tensors
               else f'v{i} = Value({numbers()})' for i in range(count)]
    settings = {
        'p': f'[{", ".join(f"v{i}" for i in range(count))}]',
        'm': 'mt' if tensors else 'mg'}

    def filled(template):
        return template.format(
            lr=rng.choice(RATES), b=rng.choice(['0.5', '0.9']),
            w=rng.choice(['0.1', '0.01']), n=rng.randint(0, 7),
            c=rng.choice(['0.5', '1', '10.0']), **settings)
    program.append(f'opt = {settings["m"]}.{filled(rng.choice(MADE))}')
    for _ in range(rng.randint(1, 4)):
        for i in range(count):
            if rng.random() < 0.8:
                program.append(f'v{i}.grad = np.array({numbers()})' if tensors
                               else f'v{i}.grad = {numbers()}')
        if rng.random() < 0.5:
            program.append(filled(rng.choice(LATER)))
        program.append('opt.step()')
    return program


def check(program):
    ours = {'mg': micrograd, 'mt': mt, 'np': np, 'Value': micrograd.Value,
            'Tensor': mt.Tensor, **{name: getattr(micrograd, name)
                                    for name in ('StepLR', 'CosineLR', 'WarmupLR')}}
    plain = {'mg': Plain, 'mt': Plain, 'np': np, 'Value': Leaf, 'Tensor': Leaf,
             **SCHEDULES}
    for line in program:
        exec(line, ours)
        exec(line, plain)
        for name, leaf in plain.items():
            if not isinstance(leaf, Leaf):
                continue
            x = ours[name]
            if not np.allclose(x.data, leaf.data, rtol=1e-9, atol=1e-12):
                return f'{name} after `{line}`: {x.data}, should be {leaf.data}'
            if (x.grad is None) != (leaf.grad is None) or x.grad is not None and \
                    not np.allclose(x.grad, leaf.grad, rtol=1e-9, atol=1e-12):
                return f'{name}.grad after `{line}`: {x.grad}, should be {leaf.grad}'
    if 'step' not in str(program):
        raise Skip
    return None


class Leaf:
    """A parameter: its number or array, its gradient, and what a method keeps of it."""

    def __init__(self, data, requires_grad=False):
        self.data = np.array(data, float)
        self.none = None if requires_grad else 0.0
        self.grad = self.none
        self.t, self.m, self.v = 0, 0.0, 0.0


class Plain:
    """The optimisers by PyTorch's formulas: a leaf without a gradient is left out."""

    def __init__(self, leaves, lr, rule, **settings):
        self.leaves, self.lr, self.rule, self.settings = leaves, lr, rule, settings

    @staticmethod
    def SGD(leaves, lr, **settings):  # noqa: N802
        return Plain(leaves, lr, Plain.sgd, **settings)

    @staticmethod
    def Adam(leaves, lr, **settings):  # noqa: N802
        return Plain(leaves, lr, Plain.adam, **settings)

    @staticmethod
    def AdamW(leaves, lr, weight_decay=0.01, **settings):  # noqa: N802
        return Plain(leaves, lr, Plain.adam, apart=weight_decay, **settings)

    def step(self):
        for leaf in self.leaves:
            if leaf.grad is not None:
                self.rule(self, leaf, **self.settings)

    def zero_grad(self):
        for leaf in self.leaves:
            leaf.grad = leaf.none

    def sgd(self, leaf, momentum=0, nesterov=False, weight_decay=0):
        g = leaf.grad + weight_decay * leaf.data
        leaf.m = momentum * leaf.m + g
        step = g + momentum * leaf.m if nesterov else leaf.m
        leaf.data = leaf.data - self.lr * step

    def adam(self, leaf, betas=(0.9, 0.999), eps=1e-8, weight_decay=0, apart=0):
        g = leaf.grad + weight_decay * leaf.data
        leaf.t += 1
        leaf.m = betas[0] * leaf.m + (1 - betas[0]) * g
        leaf.v = betas[1] * leaf.v + (1 - betas[1]) * g ** 2
        m = leaf.m / (1 - betas[0] ** leaf.t)
        v = leaf.v / (1 - betas[1] ** leaf.t)
        leaf.data = (1 - self.lr * apart) * leaf.data - self.lr * m / (v ** 0.5 + eps)

    @staticmethod
    def clip_grad_norm(leaves, limit):
        leaves = [leaf for leaf in leaves if leaf.grad is not None]
        norm = math.sqrt(sum(np.sum(np.square(leaf.grad)) for leaf in leaves))
        for leaf in leaves:
            leaf.grad = leaf.grad * min(1, limit / (norm + 1e-6))

    @staticmethod
    def clip_grad_value(leaves, limit):
        for leaf in leaves:
            if leaf.grad is not None:
                leaf.grad = np.clip(leaf.grad, -limit, limit)


def rate(lr, step):
    return lr(step) if callable(lr) else lr


SCHEDULES = {
    'StepLR': lambda lr, size, gamma=0.1: lambda n: rate(lr, n) * gamma ** (n // size),
    'CosineLR': lambda lr, steps, least=0.0: lambda n: least + (rate(lr, n) - least) * (
        1 + math.cos(math.pi * min(n, steps) / steps)) / 2,
    'WarmupLR': lambda lr, steps: lambda n: rate(lr, n) * min(n + 1, steps) / steps,
}

"""Slips that may happen in any exercise, each in some of them."""

from mutants.programs import Mutant

SLIPS = [Mutant(exercise, mistake, tuple(changes)) for exercise, mistake, *changes in (
    ('exp', 'missing-import', ('import math\n', '')),
    ('adam', 'missing-import', ('import math\n', '')),
    ('neuron', 'missing-import', ('import random\n', '')),
    ('hinge', 'missing-import', (
        'from micrograd import Value\n', 'from __future__ import annotations\n'),
        ('sum(costs)', 'sum(costs, Value(0.0))')),
    ('momentum', 'free-attribute', (
        'self.velocity[i] = self.momentum * self.velocity[i] + p.grad',
        'p._velocity = self.momentum * getattr(p, "_velocity", 0.0) + p.grad')),
    ('momentum', 'self-forgotten', ('-= self.lr', '-= lr')),
    ('adam', 'self-forgotten', ('+ self.eps', '+ eps')),
    ('layer', 'without-self', ('def parameters(self)', 'def parameters()')),
    ('neuron', 'without-self', ('def __call__(self, x)', 'def __call__(x)')),
    ('neuron', 'misspelt-special', ('def __init__', 'def _init_')),
    ('momentum', 'misspelt-special', ('def __init__', 'def __init_')),
    ('clipping', 'caret-for-power', ('p.grad ** 2', 'p.grad ^ 2')),
    ('adam', 'caret-for-power', ('g ** 2', 'g ^ 2')),
    ('clipping', 'unknown-name', ('max_norm / norm', 'max_norm / norms')),
    ('hinge', 'unknown-name', ('sum(costs)', 'sum(cost)')),
    ('training_loop', 'unknown-attribute', ('loss.backward()', 'loss.backwards()')),
    ('training_loop', 'unknown-attribute', ('p.grad = 0.0', 'p.grads = 0.0')),
    ('neuron', 'unknown-attribute', ('random.uniform(-1, 1)', 'random.randn()')),
    ('neuron', 'unknown-attribute', ('self.w = [', 'w = [')),
    ('neuron', 'error-in-file', ('in range(nin)', 'in nin')),
    ('unbroadcast', 'error-in-file', ('keepdims', 'keepdim')),
    ('hinge', 'state-kept', ('labels: list[int])', 'labels: list[int], costs=[])'),
     ('costs = [', 'costs += [')),
    ('hinge', 'changes-gradients', (
        '    costs', '    for s in scores:\n        s.grad = 0.0\n    costs')),
    ('neuron', 'changes-gradients', (
        '        act = self.b\n', '        for p in self.parameters():\n'
        '            p.grad = 0.0\n        act = self.b\n')),
    ('clipping', 'whole-numbers', (
        'p.grad *= max_norm / norm', 'p.grad = p.grad * max_norm // norm')),
    ('unbroadcast', 'whole-numbers', ('return grad', 'return grad.astype(int)')),
)]

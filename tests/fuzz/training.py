"""compiled.train() with optimisers of one's own, against the loop it stands for."""
import unittest.mock

import numpy as np

import micrograd
from micrograd import CompileError, Value
from micrograd.compiler.backends import c as c_backend
from micrograd.training.optim import Optimizer
from tests.fuzz.program import Refused, Skip

PREAMBLE = '''\
import numpy as np

from micrograd import SGD, Adam, AdamW, Value, compile_loss
from micrograd.training.optim import Optimizer

class Box:  # whose repr does not show what it holds
    def __init__(self, rate):
        self.rate = rate
'''
SETTINGS = [  # where a number stands, how a step reads it, how it is changed
    ('self.rate = {x}', 'self.rate', 'opt.rate = {y}'),
    ('self.rate = {x}', 'self.rate', 'vars(opt)["rate"] = {y}'),
    ('self.box = Box({x})', 'self.box.rate', 'opt.box.rate = {y}'),
    ('self.groups = [Box({x})]', 'self.groups[0].rate',
     'opt.groups[0].rate = {y}'),
    ('self.pair = (Box({x}),)', 'self.pair[0].rate',
     'opt.pair[0].rate = {y}'),
    ('self.table = {{"a": Box({x})}}', 'self.table["a"].rate',
     'opt.table["a"].rate = {y}'),
    ('self.table = {{"a": {x}}}', 'self.table["a"]', 'opt.table["a"] = {y}'),
    ('self.rule = lambda: {x}', 'self.rule()', 'opt.rule = lambda: {y}'),
    ('self.many = np.full(2000, {x})', 'float(self.many[1000])',
     'opt.many[1000] = {y}'),
    ('self.deep = [[{x}]]', 'self.deep[0][0]', 'opt.deep[0][0] = {y}'),
    ('self.box = Box(Box({x}))', 'self.box.rate.rate',
     'opt.box.rate.rate = {y}'),
    ('self.on = True', '({x} if self.on else {y})', 'opt.on = False'),
    ('Own.rate = {x}', 'self.rate', 'Own.rate = {y}'),
    ('outside["rate"] = {x}', 'outside["rate"]', 'outside["rate"] = {y}'),
    ('self.name = "slow"', '({x} if self.name == "slow" else {y})',
     'opt.name = "fast"'),
    ('self.lr = {x}', 'self.lr', 'opt.lr = {y}'),
]
STATES = [  # name, start, how a step changes it, what it makes of the gradient g
    ('k', ['0', '1', '0.0', '3'], 'self.k = self.k + 1', 'g / (1 + self.k)'),
    ('k', ['0', '2'], 'self.k += 2', 'g * (1 - 0.9 ** (1 + self.k))'),
    ('mean', ['0', '0.0', '1'], 'self.mean = 0.9 * self.mean + 0.1 * self.first()',
     'g + self.mean'),
    ('decay', ['1', '1.0', '4'], 'self.decay = self.decay * 0.5', 'g * self.decay'),
    ('decay', ['1', '8'], 'self.decay = self.decay / 2', 'g * self.decay'),
    ('lr', ['1', '0.5'], 'self.lr = self.lr * 0.5', 'g * self.lr'),
    ('m', ['[0] * 2', '[0.0] * 2', '[1, 2]'],
     'self.m[:] = [0.5 * m + 1 for m in self.m]', 'g + self.m[i]'),
    ('peak', ['0', '0.5'], 'self.peak = max(self.peak, 0.25)', 'g * self.peak'),
]
READY = ['SGD([v0, v1], lr={x})', 'SGD([v0, v1], lr={x}, momentum=0.9)',
         'SGD([v0, v1], lr={x}, momentum=0.5, nesterov=True, weight_decay=0.1)',
         'Adam([v0, v1], lr={x})', 'Adam([v0, v1], lr=1, betas=(0.5, 0.9))',
         'AdamW([v1, v0], lr={x}, weight_decay=0.2)', 'Adam([v1], lr={x}, eps=1)']
CHANGES = ['opt.lr = {y}', 'opt.lr = opt.lr / 2', 'opt.weight_decay = {y}',
           'v0.data = 0.5', 'opt.lr = 1']
RATES = ['0.1', '0.05', '0.2', '0.01']
LOSSES = ['(v0 * a + v1 - b) ** 2', '(v0 * v0 * a - b) ** 2 + v1 * v1 * 0.1',
          '((v0 * a).tanh() * v1 - b) ** 2', '(v0 * a - v1).softplus() + b * 0.1']


def generate(rng):
    rates = {'x': rng.choice(RATES), 'y': rng.choice(RATES)}
    rows = [(round(rng.uniform(-1, 1), 1), round(rng.uniform(-1, 1), 1))
            for _ in range(rng.randint(1, 3))]
    head, changes = _own(rng, rates) if rng.random() < 0.8 else (
        [f'opt = {rng.choice(READY).format(**rates)}'], CHANGES)
    backend = rng.choice(['python', 'python', 'c'])
    program = ['v0 = Value(0.7)', 'v1 = Value(-0.4)', *head,
               f'rows = {rows}', f'loss = lambda a, b: {rng.choice(LOSSES)}',
               f'program = compile_loss(loss, [v0, v1], {backend!r})']
    for _ in range(rng.randint(1, 3)):
        epochs = rng.randint(1, 3)
        program.append(f'program.train(rows, optimizer=opt, epochs={epochs})')
        if rng.random() < 0.7:
            program.append(rng.choice(changes).format(**rates))
    return [*program, 'program.train(rows, optimizer=opt)']


def _own(rng, rates):
    """The lines of an optimiser, and how its settings may change."""
    start, read, change = (x.format(**rates) for x in rng.choice(SETTINGS))
    name, starts, update, use = rng.choice(STATES)
    lines = ['outside = {}', 'class Own(Optimizer):', f'    state = ({name!r},)',
             '    def __init__(self, parameters):',
             '        super().__init__(parameters, 0.1, 0)',
             f'        {start}', f'        self.{name} = {rng.choice(starts)}',
             '    def first(self):', '        return self.parameters[0].grad',
             '    def step(self):']
    updates = [f'        {update}',
               '        for i, p in enumerate(self.parameters):',
               '            g = p.grad',
               f'            p.data = p.data - {read} * ({use})']
    lines += updates if rng.random() < 0.5 else updates[1:] + updates[:1]
    return [*lines, 'opt = Own([v0, v1])'], [change]


class Box:
    def __init__(self, rate):
        self.rate = rate


class Loop:
    """What a compiled loss stands for: a loop of steps of the engine."""

    def __init__(self, loss, parameters, backend='python'):
        self.loss = loss
        self.parameters = parameters

    def train(self, rows, optimizer, epochs=1):
        for _ in range(epochs):
            for row in rows:
                for p in self.parameters:
                    p.grad = 0.0
                self.loss(*row).backward()
                optimizer.step()


def check(program):
    try:
        expected = _run(program, Loop)
    except (OverflowError, ValueError, ZeroDivisionError):
        raise Skip from None
    if not all(np.abs(number).max() < 1e50 for number in expected.values()):
        raise Skip  # it diverges: NotFiniteError
    found = _run(program, micrograd.compile_loss)
    for what, right in expected.items():
        if not np.allclose(found[what], right, rtol=1e-9, atol=1e-12):
            return f'{what}: {found[what]}, should be {right}'
    return None


def _run(program, compile_loss):
    """The parameters and the optimiser's numbers after the program."""
    names = {**vars(micrograd), 'SGD': micrograd.SGD, 'Adam': micrograd.Adam,
             'AdamW': micrograd.AdamW, 'Value': Value, 'Optimizer': Optimizer,
             'Box': Box, 'np': np,
             'compile_loss': compile_loss}
    try:
        with unittest.mock.patch.object(c_backend, 'LIMIT', -1):  # nothing is built
            exec('\n'.join(program), names)
    except CompileError:
        raise Refused from None
    opt = names['opt']
    numbers = {name: getattr(opt, name) for name in ('lr', *opt.state)}
    return {'v0': names['v0'].data, 'v1': names['v1'].data, **numbers}

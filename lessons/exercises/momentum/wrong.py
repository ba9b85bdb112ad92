"""Wrong programs of momentum."""

from mutants import Mutant, indented

INIT = '        self.velocity = [0.0] * len(self.parameters)\n'
UPDATE = 'self.velocity[i] = self.momentum * self.velocity[i] + p.grad'
MOVE = 'p.data -= self.lr * self.velocity[i]'
RULES = f'            {UPDATE}\n            {MOVE}\n'


def rules(mistake, *lines, family=()):
    """The rules of momentum with v for the velocity, as one writes them short."""
    lines = ['v = self.velocity[i]', 'g = p.grad', *lines]
    return Mutant('momentum', mistake, ((RULES, indented(12, *lines)),), family)


def of_momentum(mistake, *changes, family=()):
    return Mutant('momentum', mistake, changes, family)


KEEP = 'self.velocity[i] = v'

MUTANTS = [
    rules('velocity-not-kept', 'v = self.momentum * v + g', 'p.data -= self.lr * v'),
    rules('velocity-not-kept', 'v = self.momentum * v + g', KEEP,
          'p.data -= self.lr * g'),
    rules('velocity-not-kept', 'v = g', KEEP, 'p.data -= self.lr * v'),
    of_momentum('velocity-not-kept', (
        'for i, p', 'self.velocity = [0.0] * len(self.parameters)\n        for i, p')),
    rules('gradient-damped', 'v = self.momentum * v + (1 - self.momentum) * g', KEEP,
          'p.data -= self.lr * v'),
    rules('gradient-damped', 'v += (1 - self.momentum) * (g - v)', KEEP,
          'p.data -= self.lr * v'),
    rules('shares-exchanged', 'v = (1 - self.momentum) * v + self.momentum * g', KEEP,
          'p.data -= self.lr * v'),
    rules('shares-exchanged', 'v = v + self.momentum * g', KEEP,
          'p.data -= self.lr * v'),
    rules('gradient-decays-too', 'v = self.momentum * (v + g)', KEEP,
          'p.data -= self.lr * v'),
    rules('momentum-not-used', 'v += g', KEEP, 'p.data -= self.lr * v'),
    rules('uphill', 'v = self.momentum * v - g', KEEP, 'p.data -= self.lr * v'),
    rules('velocity-sign', 'v = g - self.momentum * v', KEEP, 'p.data -= self.lr * v'),
    rules('velocity-too-late', 'p.data -= self.lr * v',
          'self.velocity[i] = self.momentum * v + g'),
    rules('nesterov', 'v = self.momentum * v + g', KEEP,
          'p.data -= self.lr * (g + self.momentum * v)'),
    rules('gradient-twice', 'v = self.momentum * v + g', KEEP,
          'p.data = p.data - self.lr * v - self.lr * g'),
    rules('lr-on-gradient-only', 'p.data -= self.lr * g + self.momentum * v',
          'self.velocity[i] = self.momentum * v + g'),
    rules('lr-on-gradient-only', 'v = self.momentum * v + g', KEEP,
          'p.data -= self.lr * g + self.momentum * v'),
    rules('lr-inside', 'v = self.momentum * v + self.lr * g', KEEP, 'p.data -= v'),
    rules('lr-inside', 'v = self.momentum * v - self.lr * g', KEEP, 'p.data += v'),
    of_momentum('first-lr-kept', (INIT, INIT + '        self.eta = lr\n'),
                (MOVE, 'p.data -= self.eta * self.velocity[i]')),
    rules('uphill', 'v = self.momentum * v + g', KEEP, 'p.data += self.lr * v'),
    rules('no-lr', 'v = self.momentum * v + g', KEEP, 'p.data -= v'),
    rules('lr-twice', 'v = self.momentum * v + self.lr * g', KEEP,
          'p.data -= self.lr * v'),
    rules('assigned-not-subtracted', 'v = self.momentum * v + g', KEEP,
          'p.data = -self.lr * v'),
    rules('assigned-not-subtracted', 'v = self.momentum * v + g', KEEP,
          'p.data =- self.lr * v'),
    rules('rebinds-name', 'v = self.momentum * v + g', KEEP, 'p = p - self.lr * v'),
    rules('rebinds-name', 'v = self.momentum * v + g', KEEP, 'p -= self.lr * v'),
    rules('no-step', 'v = self.momentum * v + g', KEEP),
    rules('step-made-of-values', 'v = self.momentum * v + g', KEEP,
          'p.data = p - self.lr * v'),
    of_momentum('step-made-of-values', (
        '[0.0] * len(self.parameters)', '[Value(0.0) for _ in self.parameters]')),
    of_momentum('one-state-for-all', ('[0.0] * len(self.parameters)', '0.0'),
                ('self.velocity[i]', 'self.velocity')),
    of_momentum('one-parameter-only', (MOVE, f'{MOVE}\n            return')),
    of_momentum('state-shared', (INIT, ''), (
        'class Momentum:\n', 'class Momentum:\n    velocity = [0.0] * 9\n\n')),
    of_momentum('state-is-local', (INIT, ''), (
        UPDATE, 'velocity = self.momentum * velocity + p.grad'),
        (MOVE, 'p.data -= self.lr * velocity')),
    of_momentum('state-missing', (INIT, '')),
    of_momentum('state-missing', (INIT, INIT.replace('velocity', 'velocities'))),
    of_momentum('state-too-short', ('[0.0] * len(self.parameters)', '[]')),
    of_momentum('state-too-short', ('[0.0] * len(self.parameters)', '{}')),
    of_momentum('whole-list', (
        UPDATE, 'self.velocity = self.momentum * self.velocity + p.grad'),
        (MOVE, 'p.data -= self.lr * self.velocity')),
    of_momentum('changes-gradients', (
        MOVE, f'{MOVE}\n            p.grad = self.velocity[i]')),
    of_momentum('position-by-value', (INIT, '        self.velocity = {}\n'), (
        UPDATE, 'v = self.momentum * self.velocity.get(p.data, 0.0) + p.grad\n'
                '            self.velocity[p.data] = v'),
        (MOVE, 'p.data -= self.lr * v\n            self.velocity[p.data] = v')),
    of_momentum('zero-for-missing', (
        'self.momentum = momentum', 'self.momentum = momentum or 0.9')),
    of_momentum('zero-gradient-skipped', (
        UPDATE, f'if p.grad == 0.0:\n                continue\n            {UPDATE}')),
]

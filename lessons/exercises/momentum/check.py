"""Check of momentum."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.optimisers import (
    RATE,
    STEPS,
    mistakes_after,
    mistakes_before,
    moves,
    moves_like,
    optimiser_probes,
    rate_probe,
    rates_probes,
    signed,
    start,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    only_in,
    right,
    twin,
    wrong,
)


def probes(rng):
    # 1 - momentum is no learning rate, or two mistakes would look alike.
    lr, momentum = rng.choice((0.1, 0.15, 0.2)), rng.choice((0.6, 0.65, 0.7, 0.75))
    a, b, c = signed(rng, 3, 3, 29)
    rate = rate_probe('Momentum', {'lr': lr, 'momentum': momentum}, a, b)
    default = start('Momentum', 2.3, f', {lr}') + moves([a, b, c])
    settings = [{'lr': lr, 'momentum': m} for m in (0.0, 1.0, 0.5, 0, 1)]
    found = optimiser_probes(rng, 'Momentum', {'lr': lr, 'momentum': momentum})
    return [
        *found,
        Probe('default', default, ('moves',), 'steps'),
        *(Probe(f'momentum {given["momentum"]}',
                start('Momentum', 1.3, f', lr={lr}, momentum={given["momentum"]}')
                + moves([a, b, c, 0.0]), ('moves',), 'steps') for given in settings),
        *(Probe(f'by place {given}', start('Momentum', 1.3, f', {given}')
                + moves([a, b, 0.0, c]), ('moves', 'optimiser.momentum'), 'steps')
          for given in (f'{lr}, 0.0', f'{lr}, 0.25', '0.0, 0.5', '0, 0',
                        f'{lr}, 1e-9')),
        *rates_probes('Momentum', settings[2]),
        rate,
    ]


UPDATE = 'self.velocity[i] = self.momentum * self.velocity[i] + p.grad'
MOVE = 'p.data -= self.lr * self.velocity[i]'


def updates(*rules):
    """Is the velocity updated by one of these rules?"""
    return any_of(*(moves_like((UPDATE, f'self.velocity[i] = {rule}'))
                    for rule in rules))


CHECK = Check(
    title='gradient descent with momentum',
    steps={**STEPS, **RATE},
    probes=probes,
    needs=('Momentum.step',),
    mistakes=(
        *mistakes_before(MOVE),
        shared('zero-gradient-skipped', twin(
            (UPDATE,
             f'if p.grad == 0:\n                continue\n            {UPDATE}'),
            probes=('steps', 'gradients 0', 'gradients 4')), 'gradients 0'),
        shared('zero-for-missing', only_in(
            r'momentum 0(\.0)?', r'by place .*\b0(\.0)?')),
        shared('position-by-value', all_of(
            right('steps'), right('two'), wrong('kept'), wrong('three')), 'three'),
        Mistake(
            'velocity-not-kept', updates('p.grad'),
            'nothing is kept from the steps before',
            'This is plain gradient descent. What is in the velocity when the second '
            'step begins, and does the step use it?',
            'steps',
        ),
        Mistake(
            'gradient-damped',
            updates('self.momentum * self.velocity[i] + (1 - self.momentum) * p.grad'),
            'the gradient is scaled by 1 - momentum',
            'That makes a running mean. How much of the gradient does the formula '
            'here add?',
            'first',
        ),
        Mistake(
            'shares-exchanged',
            updates('(1 - self.momentum) * self.velocity[i] + self.momentum * p.grad',
                    '(1 - self.momentum) * self.velocity[i] + p.grad',
                    'self.velocity[i] + self.momentum * p.grad'),
            'momentum scales the wrong thing',
            'Which of the two, the old velocity or the gradient, is kept only in part?',
            'steps',
        ),
        Mistake(
            'gradient-decays-too',
            updates('self.momentum * (self.velocity[i] + p.grad)'),
            'the new gradient is scaled as well',
            'Where do the parentheses go? What should momentum scale?',
            'first',
        ),
        Mistake(
            'momentum-not-used', updates('self.velocity[i] + p.grad'),
            'the velocity never slows down',
            'With gradients of 0 from now on, should the parameter move on for ever?',
            'steps',
        ),
        Mistake(
            'velocity-sign', updates('p.grad - self.momentum * self.velocity[i]'),
            'the old velocity is subtracted',
            'With the same gradient again and again, should the steps become larger '
            'or smaller?',
            'steps',
        ),
        Mistake(
            'velocity-too-late',
            moves_like((UPDATE, 'old = self.velocity[i]'),
                       (MOVE, f'p.data -= self.lr * old\n            {UPDATE}')),
            'the step uses the velocity of the step before',
            'How far does the very first step go? Which line has to come first?',
            'first',
        ),
        Mistake(
            'nesterov',
            moves_like((MOVE, 'p.data -= self.lr * '
                              '(p.grad + self.momentum * self.velocity[i])')),
            'this is Nesterov momentum, or the momentum is used twice',
            'The step is along the velocity alone. What do you add to it?',
            'first',
        ),
        Mistake(
            'gradient-twice',
            moves_like((MOVE, 'p.data -= self.lr * (p.grad + self.velocity[i])')),
            'the gradient is in the step twice',
            'The velocity has the gradient in it already. What else does your step '
            'subtract?',
            'first',
        ),
        Mistake(
            'lr-on-gradient-only', any_of(
                moves_like((UPDATE, 'old = self.velocity[i]'),
                           (MOVE, 'p.data -= self.lr * p.grad + self.momentum * old'
                                  f'\n            {UPDATE}')),
                moves_like((MOVE, 'p.data -= self.lr * p.grad + '
                                  'self.momentum * self.velocity[i]')),
                moves_like((MOVE, 'p.data -= self.lr * p.grad + self.velocity[i]')),
            ),
            'the learning rate scales the gradient, not the velocity',
            'In the formula, what is lr multiplied by?',
            'steps',
        ),
        Mistake(
            'lr-inside',
            all_of(right('steps'), twin(
                (UPDATE, 'self.velocity[i] = self.momentum * self.velocity[i] '
                         '+ self.lr * p.grad'),
                (MOVE, 'p.data -= self.velocity[i]'), probes=('rate',))),
            'the learning rate is kept inside the velocity',
            'If lr becomes smaller, should the part of the step that comes from older '
            'gradients become smaller, too?',
            'rate',
        ),
        shared('first-lr-kept', all_of(right('steps'), twin(
            ('self.velocity = ', 'self.rate = lr\n        self.velocity = '),
            (MOVE, MOVE.replace('self.lr', 'self.rate')), probes=('rate',))), 'rate'),
        *mistakes_after(
            MOVE,
            (('self.velocity[i]', 'self.velocity[0]'),),
            (('self.velocity[i]', 'self.velocity[-1]'),),
        ),
    ),
    promises={
        'Every parameter has': ('first', 'two', 'three'),
        'In a step': ('steps', 'gradients 0', 'kept'),
        'Write `step`': ('again', 'default'),
        'Each parameter is': ('rate', 'rates'),
    },
    hints=(
        'The velocity has to live from one call of step() to the next. Where can you '
        'keep it, and how many does an optimiser of three parameters need?',
        'In __init__: self.velocity, a list with a 0.0 for each parameter. In step: '
        'enumerate(self.parameters) gives the index i and the parameter p.',
        'self.velocity[i] = self.momentum * self.velocity[i] + p.grad, and then '
        'p.data -= self.lr * self.velocity[i].',
    ),
    uses={'Value': 'engine'},
)

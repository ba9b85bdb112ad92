"""Check of momentum."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.optimisers import (
    RATE,
    STEPS,
    mistakes_after,
    mistakes_before,
    moves,
    moves_like,
    of_step,
    optimiser_probes,
    rate_probe,
    rates_probes,
    signed,
    start,
)
from micrograd.classroom.checker.mistakes import all_of, any_of, right, twin


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
    title=Text('gradient descent with momentum', '带动量的梯度下降'),
    steps={**STEPS, **RATE},
    probes=probes,
    needs=('Momentum.step',),
    mistakes=(
        *mistakes_before(MOVE),
        Mistake(
            'velocity-not-kept', updates('p.grad'),
            Text('nothing is kept from the steps before', '没有记住之前的步子'),
            Text('This is plain gradient descent. What is in the velocity when the '
                 'second step begins, and does the step use it?',
                 '这只是普通的梯度下降。第二步开始时，速度里是什么？'
                 '更新参数时用到它了吗？'),
            'steps',
        ),
        Mistake(
            'gradient-damped',
            updates('self.momentum * self.velocity[i] + (1 - self.momentum) * p.grad'),
            Text('the gradient is scaled by 1 - momentum',
                 '梯度乘上了 1 - momentum'),
            Text('That makes a running mean. How much of the gradient does the formula '
                 'here add?',
                 '那样得到的是滑动平均值。这里的公式里，梯度前面的系数是多少？'),
            'first',
        ),
        Mistake(
            'shares-exchanged',
            updates('(1 - self.momentum) * self.velocity[i] + self.momentum * p.grad',
                    '(1 - self.momentum) * self.velocity[i] + p.grad',
                    'self.velocity[i] + self.momentum * p.grad'),
            Text('momentum scales the wrong thing', 'momentum 乘错了对象'),
            Text('Which of the two, the old velocity or the gradient, is kept only in '
                 'part?',
                 '旧的速度和梯度，哪一个只保留一部分？'),
            'steps',
        ),
        Mistake(
            'gradient-decays-too',
            updates('self.momentum * (self.velocity[i] + p.grad)'),
            Text('the new gradient is scaled as well', '新的梯度也被缩小了'),
            Text('Where do the parentheses go? What should momentum scale?',
                 '括号在哪里？momentum 应该乘什么？'),
            'first',
        ),
        Mistake(
            'momentum-not-used', updates('self.velocity[i] + p.grad'),
            Text('the velocity never slows down', '速度从不衰减'),
            Text('With gradients of 0 from now on, should the parameter move on for '
                 'ever?',
                 '如果之后梯度都是 0，参数应该永远继续移动吗？'),
            'steps',
        ),
        Mistake(
            'velocity-sign', updates('p.grad - self.momentum * self.velocity[i]'),
            Text('the old velocity is subtracted', '减去了旧的速度'),
            Text('With the same gradient again and again, should the steps become '
                 'larger or smaller?',
                 '如果每次梯度都相同，步子应该越来越大，还是越来越小？'),
            'steps',
        ),
        Mistake(
            'velocity-too-late',
            moves_like((UPDATE, 'old = self.velocity[i]'),
                       (MOVE, f'p.data -= self.lr * old\n            {UPDATE}')),
            Text('the step uses the velocity of the step before',
                 '更新参数时用的是上一步的速度'),
            Text('How far does the very first step go? Which line has to come first?',
                 '第一步走了多远？哪一行应该在前？'),
            'first',
        ),
        Mistake(
            'nesterov',
            moves_like((MOVE, 'p.data -= self.lr * '
                              '(p.grad + self.momentum * self.velocity[i])')),
            Text('this is Nesterov momentum, or the momentum is used twice',
                 '这是 Nesterov 动量，或者动量用了两次'),
            Text('The step is along the velocity alone. What do you add to it?',
                 '更新参数时只沿着速度走。你还加上了什么？'),
            'first',
        ),
        Mistake(
            'gradient-twice',
            moves_like((MOVE, 'p.data -= self.lr * (p.grad + self.velocity[i])')),
            Text('the gradient is in the step twice', '更新参数时，梯度用了两次'),
            Text('The velocity has the gradient in it already. What else does your '
                 'step subtract?',
                 '速度里已经包含了梯度。更新参数时，你还减去了什么？'),
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
            Text('the learning rate scales the gradient, not the velocity',
                 '学习率只乘了梯度，没有乘速度'),
            Text('In the formula, what is lr multiplied by?',
                 '公式里，lr 乘在什么前面？'),
            'steps',
        ),
        Mistake(
            'lr-inside',
            all_of(right('steps'), twin(
                (UPDATE, 'self.velocity[i] = self.momentum * self.velocity[i] '
                         '+ self.lr * p.grad'),
                (MOVE, 'p.data -= self.velocity[i]'), probes=('rate',))),
            Text('the learning rate is kept inside the velocity',
                 '学习率被放进了速度里'),
            Text('If lr becomes smaller, should the part of the step that comes from '
                 'older gradients become smaller, too?',
                 '如果 lr 变小，来自旧梯度的那部分步子也应该变小吗？'),
            'rate',
        ),
        of_step('first-lr-kept', all_of(right('steps'), twin(
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
        Text('The velocity has to live from one call of step() to the next. Where can '
             'you keep it, and how many does an optimiser of three parameters need?',
             '速度必须从一次 step() 调用保留到下一次。它可以放在哪里？'
             '有三个参数的优化器需要几个速度？'),
        Text('In __init__: self.velocity, a list with a 0.0 for each parameter. In '
             'step: enumerate(self.parameters) gives the index i and the parameter p.',
             '在 __init__ 里：self.velocity 是一个列表，每个参数对应一个 0.0。'
             '在 step 里：enumerate(self.parameters) 同时给出下标 i 和参数 p。'),
        Text('self.velocity[i] = self.momentum * self.velocity[i] + p.grad, and then '
             'p.data -= self.lr * self.velocity[i].',
             'self.velocity[i] = self.momentum * self.velocity[i] + p.grad，然后 '
             'p.data -= self.lr * self.velocity[i]。'),
    ),
    uses={'Value': 'engine'},
)

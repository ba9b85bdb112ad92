"""Check of adam."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.optimisers import (
    MOVES,
    RATE,
    STEPS,
    mistakes_after,
    mistakes_before,
    moves,
    of_step,
    optimiser_probes,
    rate_probe,
    rates_probes,
    signed,
    start,
)
from micrograd.classroom.checker.mistakes import all_of, any_of, raises, right, twin


def probes(rng):
    lr = rng.choice((0.12, 0.13, 0.17))  # none is 1 - beta
    betas = rng.choice((0.6, 0.7, 0.8)), rng.choice((0.85, 0.9, 0.95))
    eps = rng.choice((0.2, 0.3, 0.4))
    settings = f', lr={lr}, betas={betas}, eps={eps}'
    return [
        *optimiser_probes(rng, 'Adam', {'lr': lr}),
        Probe('settings', start('Adam', 2.7, settings) + moves(signed(rng, 3, 3, 29)),
              ('moves',), 'settings'),
        Probe('flat', start('Adam', 1.9, f', lr={lr}') + moves([0.0, 0.0]),
              ('moves',), 'settings'),
        *(Probe(f'settings {nth}', start('Adam', 2.7, f', lr=0.25{given}')
                + moves([*signed(rng, 3, 3, 29), 0.0, 0.5]), ('moves',), 'settings')
          for nth, given in enumerate((
              ', betas=(0.5, 0.5)', ', betas=(0.0, 0.75)', ', betas=(0.75, 0.0)',
              ', betas=[0.8, 0.9], eps=0.5', ', eps=1e-3', ', betas=(0.0, 0.0)',
              ', betas=(0, 0), eps=0.5', ', betas=(0.99, 0.5), eps=2'))),
        *(Probe(f'falsy {nth}', start('Adam', 2.7, given) + moves([1e-8, -3e-9, 2e-8]),
                ('moves', 'optimiser.lr'), 'settings')
          for nth, given in enumerate((
              ', lr=0.5, eps=0.0', ', 0.0', ', lr=0', ', 0.5, (0.5, 0.5), 0',
              ', 0.25, (0.0, 0.5), 0.0'))),
        Probe('usual settings', 'from micrograd import Value\np = Value(2.5)\n'
              'optimiser = Adam([p])\n' + moves([0.5, -0.25, 1e-7]),
              ('moves', 'optimiser.lr'), 'settings'),
        Probe('tiny', start('Adam', 1.9, ', lr=0.5') + moves([1e-8, 3e-9, 0.0, -2e-8]),
              ('moves',), 'settings'),
        *rates_probes('Adam', {'lr': lr}),
        rate_probe('Adam', {'lr': lr}, *signed(rng, 2, 3, 29)),
    ]


M = 'self.m[i] = self.beta1 * self.m[i] + (1 - self.beta1) * g'
V = 'self.v[i] = self.beta2 * self.v[i] + (1 - self.beta2) * g ** 2'
M_HAT = 'self.m[i] / (1 - self.beta1 ** self.t)'
V_HAT = 'self.v[i] / (1 - self.beta2 ** self.t)'
STEP = 'm_hat / (math.sqrt(v_hat) + self.eps)'
MOVE = f'p.data -= self.lr * {STEP}'
KEEP_M = M_HAT, f'{M_HAT}\n            self.m[i] = m_hat'
KEEP_V = V_HAT, f'{V_HAT}\n            self.v[i] = v_hat'
COMPLEX = 'math.sqrt(v_hat)', 'v_hat ** 0.5'  # of a number below 0


def settled(*changes):
    """Do the moves fit, with the settings of Adam and with others?"""
    return twin(*changes, probes=(*MOVES, 'settings'))


def means(*rules):
    """Are m and v updated by one of these pairs of rules?"""
    return any_of(*(settled((M, f'self.m[i] = {m}'), (V, f'self.v[i] = {v}'))
                    for m, v in rules))


NEW_M, NEW_V = M.partition(' = ')[2], V.partition(' = ')[2]
SUM_M, SUM_V = 'self.beta1 * self.m[i] + g', 'self.beta2 * self.v[i] + g ** 2'

CHECK = Check(
    title=Text('Adam', 'Adam 优化器'),
    steps={**STEPS, 'settings': Text('other settings', '其他设置'), **RATE},
    probes=probes,
    needs=('Adam.step',),
    mistakes=(
        Mistake(
            't-from-0', raises('ZeroDivisionError', '', 'first'),
            Text('`t` is 0 in the first step', '第一步里 t 是 0'),
            Text('How large is 1 - beta ** t there? When does t have to grow, before '
                 'or after it is used?',
                 '那时 1 - beta ** t 是多少？t 应该在使用之前还是之后增加？'),
            'first',
        ),
        *mistakes_before(MOVE),
        Mistake(
            'no-bias-correction', settled((M_HAT, 'self.m[i]'), (V_HAT, 'self.v[i]')),
            Text('the bias correction is missing', '缺少偏差修正'),
            Text('After one step m is only (1 - beta1) times the gradient. What makes '
                 'up for it?',
                 '走完一步，m 只是梯度的 (1 - beta1) 倍。用什么来弥补？'),
            'first',
        ),
        Mistake(
            'correction-of-one-only',
            any_of(settled((M_HAT, 'self.m[i]')), settled((V_HAT, 'self.v[i]'))),
            Text('only one of the two means is corrected',
                 '两个平均值只修正了一个'),
            Text('Both m and v begin at 0. Which of them do you use without its '
                 'correction?',
                 'm 和 v 都从 0 开始。哪一个没有修正就用上了？'),
            'first',
        ),
        Mistake(
            'correction-of-first-step',
            any_of(settled(('self.t += 1', 'self.t = 1')),
                   settled((V_HAT, 'self.v[i] / (1 - self.beta2)')),
                   settled((M_HAT, 'self.m[i] / (1 - self.beta1)'))),
            Text('every step is corrected like the first one',
                 '每一步都按第一步来修正'),
            Text('The correction fades as the means fill up. How does your step know '
                 'how many there were before it?',
                 '随着平均值逐渐积累，修正的作用会越来越小。更新参数时，'
                 '怎样知道之前走过几步？'),
            'steps',
        ),
        Mistake(
            'correction-times-t', all_of(right('first'), any_of(*(
                twin(('self.beta1 ** self.t', 'self.beta1 * self.t'),
                     ('self.beta2 ** self.t', 'self.beta2 * self.t'), *more,
                     probes=('steps',))
                for more in ((), (COMPLEX,))
            ))),
            Text('`beta` is multiplied by `t`', 'beta 乘上了 t'),
            Text('The old means shrink by beta in each of t steps. How much is left of '
                 'them after t?',
                 '旧的平均值每一步都乘以 beta。t 步之后还剩多少？'),
            'steps',
        ),
        Mistake(
            'correction-multiplied', any_of(
                settled(('/ (1 - self.beta1', '* (1 - self.beta1'),
                        ('/ (1 - self.beta2', '* (1 - self.beta2')),
                settled(('/ (1 - self.beta1', '* (1 - self.beta1')),
                settled(('/ (1 - self.beta2', '* (1 - self.beta2'))),
            Text('the correction multiplies where it should divide',
                 '修正用的是乘法，而不是除法'),
            Text('The means are too small at first. Does your correction make them '
                 'larger or smaller?',
                 '一开始平均值偏小。你的修正让它们变大还是变小？'),
            'first',
        ),
        Mistake(
            'corrected-mean-kept',
            any_of(settled(KEEP_M), settled(KEEP_V), settled(KEEP_M, KEEP_V)),
            Text('the corrected mean replaces the mean',
                 '修正后的平均值替换了原来的平均值'),
            Text('What does the next step start from: m, or m_hat?',
                 '下一步应该从 m 开始，还是从 m_hat 开始？'),
            'steps',
        ),
        Mistake(
            'no-root', settled(('math.sqrt(v_hat)', 'v_hat')),
            Text('the square root is missing', '缺少平方根'),
            Text('v is a mean of squares. What has to be done with it to give it the '
                 'size of a gradient?',
                 'v 是平方的平均值。要对它做什么，才能与梯度同一量级？'),
            'first',
        ),
        Mistake(
            'eps-inside-root',
            any_of(settled(('math.sqrt(v_hat) + self.eps',
                            'math.sqrt(v_hat + self.eps)')),
                   settled(('math.sqrt(v_hat) + self.eps',
                            'math.sqrt(v_hat + self.eps ** 2)'))),
            Text('`eps` is inside the root', 'eps 写在了根号里面'),
            Text('The root of 1e-8 is 1e-4: much more than it was meant to be. What '
                 'is eps added to?',
                 '1e-8 的平方根是 1e-4，比原意大得多。eps 应该加在什么上面？'),
            'settings',
        ),
        Mistake(
            'eps-outside',
            any_of(settled((STEP, '(m_hat / math.sqrt(v_hat) + self.eps)')),
                   settled((MOVE, 'p.data -= self.lr * m_hat / math.sqrt(v_hat) '
                                  '+ self.eps'))),
            Text('`eps` is added to the quotient, not to the divisor',
                 'eps 加在了商上，而不是分母上'),
            Text('/ binds tighter than +. What is divided by what?',
                 '/ 的优先级比 + 高。到底是谁除以谁？'),
            'settings',
        ),
        Mistake(
            'no-eps',
            all_of(settled((' + self.eps)', ')')),
                   raises('ZeroDivisionError', '', 'flat')),
            Text('`eps` is missing', '缺少 eps'),
            Text('What happens if a gradient has been 0 from the start?',
                 '如果梯度一直是 0，会发生什么？'),
            'flat',
        ),
        Mistake(
            'eps-before-correction', settled(
                (MOVE, 'p.data -= self.lr * (1 - self.beta2 ** self.t) ** 0.5 '
                       '* m_hat / (math.sqrt(self.v[i]) + self.eps)')),
            Text('`eps` is added to the root of `v`, not of `v_hat`',
                 'eps 加在了 v 的平方根上，而不是 v_hat 的平方根上'),
            Text('Which comes first in the formula, the correction of v or eps?',
                 '公式里先修正 v，还是先加 eps？'),
            'settings',
        ),
        Mistake(
            'gradient-not-squared', any_of(
                twin((V, V.replace('g ** 2', 'g')), probes=('first',)),
                twin((V, V.replace('g ** 2', 'abs(g)')), probes=('first',))),
            Text('`v` is made of gradients, not of their squares',
                 'v 由梯度本身得到，而不是梯度的平方'),
            Text('m and v are means. What is each the mean of?',
                 'm 和 v 都是平均值。它们各自是什么的平均值？'),
            'first',
        ),
        Mistake(
            'm-for-gradient', means(
                (NEW_M, 'self.beta2 * self.v[i] + (1 - self.beta2) * self.m[i] ** 2')),
            Text('`v` is made of `m`, not of the gradient',
                 'v 由 m 得到，而不是由梯度得到'),
            Text('The square of what goes into v? Is it the mean, or the gradient of '
                 'this step?',
                 '进入 v 的是谁的平方？是平均值，还是这一步的梯度？'),
            'first',
        ),
        Mistake(
            'share-of-new-missing', means((SUM_M, NEW_V), (NEW_M, SUM_V),
                                          (SUM_M, SUM_V)),
            Text('the factor 1 - beta is missing', '缺少因子 1 - beta'),
            Text('In a mean the shares add up to 1. What is left for the new number, '
                 'if the old mean keeps beta?',
                 '在平均值里，各部分的份额之和是 1。旧的平均值占 beta，新的数占多少？'),
            'first',
        ),
        Mistake(
            'betas-exchanged', any_of(
                means((NEW_M.replace('beta1', 'beta2'),
                       NEW_V.replace('beta2', 'beta1'))),
                settled(('self.beta1, self.beta2 = betas',
                         'self.beta2, self.beta1 = betas')),
                settled((M_HAT, M_HAT.replace('beta1', 'beta2')),
                        (V_HAT, V_HAT.replace('beta2', 'beta1')))),
            Text('the two betas are exchanged', '两个 beta 弄反了'),
            Text('Which of the means forgets faster, that of the gradients or that of '
                 'the squares?',
                 '哪个平均值忘得更快：梯度的，还是平方的？'),
            'steps',
        ),
        Mistake(
            'shares-of-old-and-new-exchanged', means(
                ('(1 - self.beta1) * self.m[i] + self.beta1 * g',
                 '(1 - self.beta2) * self.v[i] + self.beta2 * g ** 2'),
                ('(1 - self.beta1) * self.m[i] + self.beta1 * g', NEW_V),
                (NEW_M, '(1 - self.beta2) * self.v[i] + self.beta2 * g ** 2')),
            Text('the old mean gets 1 - beta, and the new number beta',
                 '旧的平均值乘的是 1 - beta，新的数乘的是 beta'),
            Text('beta is near 1. Should the means change slowly or at once?',
                 'beta 接近 1。平均值应该变化得慢，还是一下子就变？'),
            'first',
        ),
        Mistake(
            'means-not-kept', means(
                ('(1 - self.beta1) * g', '(1 - self.beta2) * g ** 2'),
                ('(1 - self.beta1) * g', NEW_V), (NEW_M, '(1 - self.beta2) * g ** 2')),
            Text('a mean forgets the steps before', '平均值忘记了之前的各步'),
            Text('What are m and v when the second step begins?',
                 '第二步开始时，m 和 v 是多少？'),
            'steps',
        ),
        Mistake(
            'gradient-for-m', settled((MOVE, MOVE.replace('m_hat', 'g'))),
            Text('the step uses the gradient, not its mean',
                 '更新参数时用的是梯度，而不是它的滑动平均值'),
            Text('What is m computed for?', '算出 m 是为了什么？'),
            'steps',
        ),
        Mistake(
            'no-second-moment', settled((STEP, 'm_hat')),
            Text('`v` is not used', '没有用到 v'),
            Text('A gradient a thousand times larger: should the step be a thousand '
                 'times larger?',
                 '梯度变成一千倍，步子也应该变成一千倍吗？'),
            'first',
        ),
        Mistake(
            't-per-parameter', all_of(right('steps'), any_of(
                twin(('self.t += 1\n', 'pass\n'),
                     ('g = p.grad', 'g = p.grad; self.t += 1'), probes=('two',)),
                twin(('self.t += 1\n', 'self.t += len(self.parameters)\n'),
                     probes=('two',)))),
            Text('`t` counts parameters, not steps', 't 数的是参数，不是步数'),
            Text('How many times does t grow in one step() with two parameters?',
                 '有两个参数时，一次 step() 里 t 增加了几次？'),
            'two',
        ),
        Mistake(
            'settings-not-used', all_of(right('steps'), any_of(*(
                twin(('self.m = ', f'{change}\n        self.m = '),
                     probes=('settings',))
                for change in (
                    'self.beta1, self.beta2 = 0.9, 0.999', 'self.eps = 1e-8',
                    'self.beta1, self.beta2, self.eps = 0.9, 0.999, 1e-8',
                    'self.beta1 = 0.9', 'self.beta2 = 0.999',
                )
            ))),
            Text('a fixed number is used instead of a setting',
                 '该用设置的地方写死了数字'),
            Text('What should change when an optimiser is made with other betas or '
                 'another eps?',
                 '用别的 betas 或 eps 创建优化器时，什么应该随之改变？'),
            'settings',
        ),
        of_step('first-lr-kept', all_of(right('steps'), twin(
            ('self.m = ', 'self.rate = lr\n        self.m = '),
            (MOVE, MOVE.replace('self.lr', 'self.rate')), probes=('rate',))), 'rate'),
        *mistakes_after(
            MOVE,
            (('self.m[i]', 'self.m[0]'), ('self.v[i]', 'self.v[0]')),
            (('self.m[i]', 'self.m[0]'),), (('self.v[i]', 'self.v[0]'),),
        ),
    ),
    promises={
        'Adam keeps': ('steps', 'two', 'gradients 3'),
        'Both are 0': ('first', 'steps'),
        't is the number': ('two', 'gradients 8'),
        'Write `step`': ('again', 'settings', 'usual settings'),
        'Each parameter is': ('rate', 'rates'),
    },
    hints=(
        Text('m and v are kept for every parameter, t once for all. Set them up in '
             '__init__, and count t before it is used.',
             '每个参数各有一个 m 和 v，而 t 只有一个。在 __init__ 里准备好它们，'
             '并且在使用 t 之前先加 1。'),
        Text('self.t = 0, self.m = [0.0] * len(self.parameters), the same for self.v. '
             'Then the lines of the formula, with self.m[i] for m.',
             'self.t = 0，self.m = [0.0] * len(self.parameters)，self.v 也一样。然后'
             '照公式一行行写，m 写成 self.m[i]。'),
        Text('The last two lines: v_hat = self.v[i] / (1 - self.beta2 ** self.t), and '
             'p.data -= self.lr * m_hat / (math.sqrt(v_hat) + self.eps). m_hat is like '
             'v_hat, and does not replace self.m[i].',
             '最后两行：v_hat = self.v[i] / (1 - self.beta2 ** self.t)，以及 '
             'p.data -= self.lr * m_hat / (math.sqrt(v_hat) + self.eps)。m_hat 与 '
             'v_hat 类似，不要让它替换 self.m[i]。'),
    ),
    uses={'Value': 'engine'},
)

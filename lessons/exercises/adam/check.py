"""Check of adam."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.optimisers import (
    MOVES,
    RATE,
    STEPS,
    mistakes_after,
    mistakes_before,
    moves,
    optimiser_probes,
    rate_probe,
    rates_probes,
    signed,
    start,
)
from micrograd.classroom.checker.bank.words import shared
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
    title='Adam',
    steps={**STEPS, 'settings': 'other settings', **RATE},
    probes=probes,
    needs=('Adam.step',),
    mistakes=(
        Mistake(
            't-from-0', raises('ZeroDivisionError', '', 'first'),
            '`t` is 0 in the first step',
            'How large is 1 - beta ** t there? When does t have to grow, before or '
            'after it is used?',
            'first',
        ),
        *mistakes_before(MOVE),
        shared('zero-gradient-skipped', twin(
            (M, f'if g == 0:\n                continue\n            {M}'),
            probes=('steps', 'gradients 0', 'gradients 4')), 'gradients 0'),
        Mistake(
            'betas-written-out',
            all_of(right('steps'), twin(
                (M_HAT, M_HAT.replace('self.beta1', '0.9')),
                (V_HAT, V_HAT.replace('self.beta2', '0.999')), probes=('settings',))),
            'the correction knows one pair of betas only',
            'The caller may choose other betas. Where does your correction get them '
            'from?',
            'settings',
        ),
        Mistake(
            'no-bias-correction', settled((M_HAT, 'self.m[i]'), (V_HAT, 'self.v[i]')),
            'the bias correction is missing',
            'After one step m is only (1 - beta1) times the gradient. What makes up '
            'for it?',
            'first',
        ),
        Mistake(
            'correction-of-one-only',
            any_of(settled((M_HAT, 'self.m[i]')), settled((V_HAT, 'self.v[i]'))),
            'only one of the two means is corrected',
            'Both m and v begin at 0. Which of them do you use without its correction?',
            'first',
        ),
        Mistake(
            'correction-of-first-step',
            any_of(settled(('self.t += 1', 'self.t = 1')),
                   settled((V_HAT, 'self.v[i] / (1 - self.beta2)')),
                   settled((M_HAT, 'self.m[i] / (1 - self.beta1)'))),
            'every step is corrected like the first one',
            'The correction fades as the means fill up. How does your step know how '
            'many there were before it?',
            'steps',
        ),
        Mistake(
            'correction-times-t', all_of(right('first'), any_of(*(
                twin(('self.beta1 ** self.t', 'self.beta1 * self.t'),
                     ('self.beta2 ** self.t', 'self.beta2 * self.t'), *more,
                     probes=('steps',))
                for more in ((), (COMPLEX,))
            ))),
            '`beta` is multiplied by `t`',
            'The old means shrink by beta in each of t steps. How much is left of '
            'them after t?',
            'steps',
        ),
        Mistake(
            'correction-multiplied', any_of(
                settled(('/ (1 - self.beta1', '* (1 - self.beta1'),
                        ('/ (1 - self.beta2', '* (1 - self.beta2')),
                settled(('/ (1 - self.beta1', '* (1 - self.beta1')),
                settled(('/ (1 - self.beta2', '* (1 - self.beta2'))),
            'the correction multiplies where it should divide',
            'The means are too small at first. Does your correction make them larger '
            'or smaller?',
            'first',
        ),
        Mistake(
            'corrected-mean-kept',
            any_of(settled(KEEP_M), settled(KEEP_V), settled(KEEP_M, KEEP_V)),
            'the corrected mean replaces the mean',
            'What does the next step start from: m, or m_hat?',
            'steps',
        ),
        Mistake(
            'no-root', settled(('math.sqrt(v_hat)', 'v_hat')),
            'the square root is missing',
            'v is a mean of squares. What has to be done with it to give it the size '
            'of a gradient?',
            'first',
        ),
        Mistake(
            'eps-inside-root',
            any_of(settled(('math.sqrt(v_hat) + self.eps',
                            'math.sqrt(v_hat + self.eps)')),
                   settled(('math.sqrt(v_hat) + self.eps',
                            'math.sqrt(v_hat + self.eps ** 2)'))),
            '`eps` is inside the root',
            'The root of 1e-8 is 1e-4: much more than it was meant to be. What is eps '
            'added to?',
            'settings',
        ),
        Mistake(
            'eps-outside',
            any_of(settled((STEP, '(m_hat / math.sqrt(v_hat) + self.eps)')),
                   settled((MOVE, 'p.data -= self.lr * m_hat / math.sqrt(v_hat) '
                                  '+ self.eps'))),
            '`eps` is added to the quotient, not to the divisor',
            '/ binds tighter than +. What is divided by what?',
            'settings',
        ),
        Mistake(
            'no-eps',
            all_of(settled((' + self.eps)', ')')),
                   raises('ZeroDivisionError', '', 'flat')),
            '`eps` is missing',
            'What happens if a gradient has been 0 from the start?',
            'flat',
        ),
        Mistake(
            'eps-before-correction', settled(
                (MOVE, 'p.data -= self.lr * (1 - self.beta2 ** self.t) ** 0.5 '
                       '* m_hat / (math.sqrt(self.v[i]) + self.eps)')),
            '`eps` is added to the root of `v`, not of `v_hat`',
            'Which comes first in the formula, the correction of v or eps?',
            'settings',
        ),
        Mistake(
            'gradient-not-squared', any_of(
                twin((V, V.replace('g ** 2', 'g')), probes=('first',)),
                twin((V, V.replace('g ** 2', 'abs(g)')), probes=('first',))),
            '`v` is made of gradients, not of their squares',
            'm and v are means. What is each the mean of?',
            'first',
        ),
        Mistake(
            'm-for-gradient', means(
                (NEW_M, 'self.beta2 * self.v[i] + (1 - self.beta2) * self.m[i] ** 2')),
            '`v` is made of `m`, not of the gradient',
            'The square of what goes into v? Is it the mean, or the gradient of this '
            'step?',
            'first',
        ),
        Mistake(
            'share-of-new-missing', means((SUM_M, NEW_V), (NEW_M, SUM_V),
                                          (SUM_M, SUM_V)),
            'the factor 1 - beta is missing',
            'In a mean the shares add up to 1. What is left for the new number, if '
            'the old mean keeps beta?',
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
            'the two betas are exchanged',
            'Which of the means forgets faster, that of the gradients or that of the '
            'squares?',
            'steps',
        ),
        Mistake(
            'shares-of-old-and-new-exchanged', means(
                ('(1 - self.beta1) * self.m[i] + self.beta1 * g',
                 '(1 - self.beta2) * self.v[i] + self.beta2 * g ** 2'),
                ('(1 - self.beta1) * self.m[i] + self.beta1 * g', NEW_V),
                (NEW_M, '(1 - self.beta2) * self.v[i] + self.beta2 * g ** 2')),
            'the old mean gets 1 - beta, and the new number beta',
            'beta is near 1. Should the means change slowly or at once?',
            'first',
        ),
        Mistake(
            'means-not-kept', means(
                ('(1 - self.beta1) * g', '(1 - self.beta2) * g ** 2'),
                ('(1 - self.beta1) * g', NEW_V), (NEW_M, '(1 - self.beta2) * g ** 2')),
            'a mean forgets the steps before',
            'What are m and v when the second step begins?',
            'steps',
        ),
        Mistake(
            'gradient-for-m', settled((MOVE, MOVE.replace('m_hat', 'g'))),
            'the step uses the gradient, not its mean',
            'What is m computed for?',
            'steps',
        ),
        Mistake(
            'no-second-moment', settled((STEP, 'm_hat')),
            '`v` is not used',
            'A gradient a thousand times larger: should the step be a thousand times '
            'larger?',
            'first',
        ),
        Mistake(
            't-per-parameter', all_of(right('steps'), any_of(
                twin(('self.t += 1\n', 'pass\n'),
                     ('g = p.grad', 'g = p.grad; self.t += 1'), probes=('two',)),
                twin(('self.t += 1\n', 'self.t += len(self.parameters)\n'),
                     probes=('two',)))),
            '`t` counts parameters, not steps',
            'How many times does t grow in one step() with two parameters?',
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
            'a fixed number is used instead of a setting',
            'What should change when an optimiser is made with other betas or another '
            'eps?',
            'settings',
        ),
        shared('first-lr-kept', all_of(right('steps'), twin(
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
        'm and v are kept for every parameter, t once for all. Set them up in '
        '__init__, and count t before it is used.',
        'self.t = 0, self.m = [0.0] * len(self.parameters), the same for self.v. Then '
        'the lines of the formula, with self.m[i] for m.',
        'The last two lines: v_hat = self.v[i] / (1 - self.beta2 ** self.t), and '
        'p.data -= self.lr * m_hat / (math.sqrt(v_hat) + self.eps). m_hat is like '
        'v_hat, and does not replace self.m[i].',
    ),
    uses={'Value': 'engine'},
)

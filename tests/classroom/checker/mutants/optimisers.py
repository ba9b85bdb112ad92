"""Mutants of clipping, momentum and adam: update rules written wrong."""

from mutants import Mutant

CLIPPING = """\
    norm = sum(p.grad ** 2 for p in parameters) ** 0.5
    if norm > max_norm:
        for p in parameters:
            p.grad *= max_norm / norm
"""
NORM = 'norm = sum(p.grad ** 2 for p in parameters) ** 0.5'


def indented(columns, *lines):
    return ''.join(f'{" " * columns}{line}\n' for line in lines)


def clip(mistake, *lines, family=()):
    return Mutant('clipping', mistake, ((CLIPPING, indented(4, *lines)),), family)


def factor(mistake, norm, scale='max_norm / norm'):
    """The norm by another formula, or another factor."""
    return clip(mistake, 'grads = [p.grad for p in parameters]', f'norm = {norm}',
                'if norm > max_norm:', '    for p in parameters:',
                f'        p.grad = p.grad * ({scale})')


LENGTH = 'sum(g * g for g in grads) ** 0.5'
FOR_P = 'for p in parameters:'

clipping = [
    factor('sum-of-absolute-values', 'sum(abs(g) for g in grads)'),
    factor('no-root-of-norm', 'sum(g ** 2 for g in grads)'),
    factor('largest-for-norm', 'max(abs(g) for g in grads)'),
    factor('mean-in-norm', '(sum(g ** 2 for g in grads) / len(grads)) ** 0.5'),
    factor('squares-missing', 'abs(sum(grads))'),
    factor('norm-of-data', 'sum(p.data ** 2 for p in parameters) ** 0.5'),
    factor('max-norm-missing', LENGTH, '1 / norm'),
    factor('factor-inverted', LENGTH, 'norm / max_norm'),
    factor('divided-only', LENGTH, '1 / max_norm'),
    clip('no-root-of-norm', 'norm = sum(p.grad ** 2 for p in parameters)',
         'if norm > max_norm:', f'    {FOR_P}',
         '        p.grad *= max_norm / norm ** 0.5', family=('scales-small-up',)),
    clip('scales-small-up', NORM, f'if norm > 0:\n        {FOR_P}',
         '        p.grad *= max_norm / norm'),
    clip('scales-small-up', NORM, FOR_P,
         '    p.grad = p.grad * max_norm / (norm + 1e-8)'),
    clip('comparison-reversed', NORM, 'if norm < max_norm:', f'    {FOR_P}',
         '        p.grad *= max_norm / max(norm, 1e-9)'),
    clip('each-on-its-own', FOR_P, '    if p.grad > max_norm:',
         '        p.grad = max_norm', '    elif p.grad < -max_norm:',
         '        p.grad = -max_norm'),
    clip('each-on-its-own', FOR_P, '    norm = (p.grad ** 2) ** 0.5',
         '    if norm > max_norm:', '        p.grad *= max_norm / norm'),
    clip('each-on-its-own', FOR_P,
         '    p.grad = max(-max_norm, min(max_norm, p.grad))'),
    clip('data-scaled', NORM, 'if norm > max_norm:', f'    {FOR_P}',
         '        p.data *= max_norm / norm'),
    clip('not-written-back', NORM, 'if norm > max_norm:', f'    {FOR_P}',
         '        g = p.grad', '        g *= max_norm / norm'),
    clip('not-written-back', NORM, 'if norm > max_norm:',
         '    return [p.grad * max_norm / norm for p in parameters]'),
    clip('sign-lost', NORM, 'if norm > max_norm:', f'    {FOR_P}',
         '        p.grad = abs(p.grad) * max_norm / norm'),
    clip('all-become-max-norm', NORM, 'if norm > max_norm:', f'    {FOR_P}',
         '        p.grad = max_norm'),
    clip('norm-changes-in-loop', FOR_P,
         '    norm = sum(q.grad ** 2 for q in parameters) ** 0.5',
         '    if norm > max_norm:', '        p.grad = p.grad / norm * max_norm'),
    clip('norm-changes-in-loop', 'total = 0', FOR_P, '    total += p.grad ** 2',
         '    norm = total ** 0.5', '    if norm > max_norm:',
         '        p.grad *= max_norm / norm'),
    clip('one-parameter-only', NORM, FOR_P, '    if norm > max_norm:',
         '        p.grad *= max_norm / norm', '        break'),
    clip('one-parameter-only', NORM, FOR_P, '    pass', 'if norm > max_norm:',
         '    p.grad *= max_norm / norm'),
    clip('only-if-each-is-large', NORM,
         'if max(abs(p.grad) for p in parameters) > max_norm:', f'    {FOR_P}',
         '        p.grad *= max_norm / norm'),
    clip('zero-norm', NORM, 'scale = min(1.0, max_norm / norm)', FOR_P,
         '    p.grad *= scale'),
    clip('whole-list', 'grads = [p.grad for p in parameters]',
         'norm = (grads ** 2) ** 0.5', 'if norm > max_norm:', f'    {FOR_P}',
         '        p.grad *= max_norm / norm'),
    clip('step-made-of-values', 'norm = sum(Value(p.grad) ** 2 for p in parameters) '
         '** 0.5', 'if norm > max_norm:', f'    {FOR_P}',
         '        p.grad = p.grad * max_norm / norm'),
]

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

momentum = [
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
]

ADAM = """\
            g = p.grad
            self.m[i] = self.beta1 * self.m[i] + (1 - self.beta1) * g
            self.v[i] = self.beta2 * self.v[i] + (1 - self.beta2) * g ** 2
            m_hat = self.m[i] / (1 - self.beta1 ** self.t)
            v_hat = self.v[i] / (1 - self.beta2 ** self.t)
            p.data -= self.lr * m_hat / (math.sqrt(v_hat) + self.eps)
"""
SHORT = {  # as in the paper
    'm': 'm = b1 * m + (1 - b1) * g',
    'v': 'v = b2 * v + (1 - b2) * g * g',
    'keep': 'self.m[i], self.v[i] = m, v',
    'm_hat': 'm_hat = m / (1 - b1 ** t)',
    'v_hat': 'v_hat = v / (1 - b2 ** t)',
    'step': 'p.data = p.data - self.lr * m_hat / (v_hat ** 0.5 + self.eps)',
}


def paper(mistake, *order, family=(), **lines):
    """The rules of the paper with these lines instead, or in another order."""
    lines = {**SHORT, **lines}
    start = ('g, m, v = p.grad, self.m[i], self.v[i]',
             'b1, b2, t = self.beta1, self.beta2, self.t')
    body = indented(12, *start, *(lines[name] for name in order or SHORT))
    return Mutant('adam', mistake, ((ADAM, body),), family)


def of_adam(mistake, *changes, family=()):
    return Mutant('adam', mistake, changes, family)


STEP = 'p.data = p.data - self.lr * '

adam = [
    of_adam('first-lr-kept', ('self.t = 0', 'self.t, self.rate = 0, lr'),
            ('-= self.lr', '-= self.rate')),
    paper('no-bias-correction', m_hat='m_hat = m', v_hat='v_hat = v'),
    paper('correction-of-one-only', m_hat='m_hat = m'),
    paper('correction-of-one-only', v_hat='v_hat = v'),
    paper('correction-of-first-step', m_hat='m_hat = m / (1 - b1)',
          v_hat='v_hat = v / (1 - b2)'),
    of_adam('correction-of-first-step', ('self.t += 1', 'self.t = 0 + 1')),
    of_adam('correction-of-first-step', ('self.t += 1', 't = self.t + 1'),
            ('self.beta1 ** self.t', 'self.beta1 ** t'),
            ('self.beta2 ** self.t', 'self.beta2 ** t')),
    paper('correction-times-t', m_hat='m_hat = m / (1 - b1 * t)',
          v_hat='v_hat = v / (1 - b2 * t)'),
    paper('correction-multiplied', m_hat='m_hat = m * (1 - b1 ** t)',
          v_hat='v_hat = v * (1 - b2 ** t)'),
    paper('corrected-mean-kept', 'm', 'v', 'm_hat', 'v_hat', 'keep', 'step',
          keep='self.m[i], self.v[i] = m_hat, v_hat'),
    of_adam('corrected-mean-kept', (
        'm_hat = self.m[i] / (1', 'm_hat = self.m[i] = self.m[i] / (1')),
    paper('no-root', step=f'{STEP}m_hat / (v_hat + self.eps)'),
    paper('eps-inside-root', step=f'{STEP}m_hat / (v_hat + self.eps) ** 0.5'),
    paper('eps-outside', step=f'{STEP}(m_hat / (v_hat ** 0.5 or 1e-99) + self.eps)'),
    paper('no-eps', step=f'{STEP}m_hat / v_hat ** 0.5'),
    paper('eps-before-correction', step=f'{STEP}(1 - b2 ** t) ** 0.5 / (1 - b1 ** t)'
          ' * m / (v ** 0.5 + self.eps)'),
    paper('gradient-not-squared', v='v = b2 * v + (1 - b2) * g'),
    paper('gradient-not-squared', v='v = b2 * v + (1 - b2) * abs(g)'),
    paper('m-for-gradient', v='v = b2 * v + (1 - b2) * m ** 2'),
    paper('share-of-new-missing', m='m = b1 * m + g'),
    paper('share-of-new-missing', v='v = b2 * v + g * g'),
    paper('share-of-new-missing', m='m = b1 * m + g', v='v = b2 * v + g * g'),
    paper('betas-exchanged', m='m = b2 * m + (1 - b2) * g',
          v='v = b1 * v + (1 - b1) * g * g'),
    of_adam('betas-exchanged', ('self.beta1, self.beta2 = betas',
                                'self.beta2, self.beta1 = betas')),
    paper('shares-of-old-and-new-exchanged', m='m = (1 - b1) * m + b1 * g',
          v='v = (1 - b2) * v + b2 * g * g'),
    paper('means-not-kept', 'm', 'v', 'm_hat', 'v_hat', 'step'),
    paper('means-not-kept', keep='self.v[i] = v'),
    of_adam('means-not-kept', (
        'for i, p', 'self.m = [0.0] * len(self.parameters)\n        for i, p')),
    paper('gradient-for-m', step=f'{STEP}g / (v_hat ** 0.5 + self.eps)'),
    paper('no-second-moment', step=f'{STEP}m_hat'),
    of_adam('t-from-0', ('        self.t += 1\n', ''),
            ('+ self.eps)\n', '+ self.eps)\n        self.t += 1\n')),
    of_adam('t-from-0', ('        self.t += 1\n', '')),
    of_adam('t-per-parameter', ('        self.t += 1\n', ''),
            ('g = p.grad', 'self.t += 1\n            g = p.grad')),
    of_adam('settings-not-used', ('self.eps)', '1e-8)')),
    of_adam('settings-not-used', ('self.beta1, self.beta2 = betas',
                                  'self.beta1, self.beta2 = 0.9, 0.999')),
    paper('uphill', step='p.data += self.lr * m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('no-lr', step='p.data -= m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('lr-twice',
          step='p.data -= self.lr ** 2 * m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('assigned-not-subtracted',
          step='p.data =- self.lr * m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('rebinds-name', step='p = p - self.lr * m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('no-step', step='self.lr * m_hat / (v_hat ** 0.5 + self.eps)'),
    paper('step-made-of-values',
          step='p.data = p - self.lr * m_hat / (v_hat ** 0.5 + self.eps)'),
    of_adam('one-state-for-all',
            ('self.m = [0.0] * len(self.parameters)', 'self.m = 0.0'),
            ('self.v = [0.0] * len(self.parameters)', 'self.v = 0.0'),
            ('self.m[i]', 'self.m'), ('self.v[i]', 'self.v')),
    of_adam('one-parameter-only', (
        '+ self.eps)\n', '+ self.eps)\n            break\n')),
    of_adam('state-shared', ('        self.t = 0\n', ''),
            ('class Adam:\n', 'class Adam:\n    t = 0\n\n'),
            ('self.t', 'Adam.t')),
    of_adam('state-is-local', ('self.t += 1', 't += 1'),
            ('self.beta1 ** self.t', 'self.beta1 ** t'),
            ('self.beta2 ** self.t', 'self.beta2 ** t')),
    of_adam('state-missing', ('        self.t = 0\n', '')),
    of_adam('state-too-short', (
        'self.m = [0.0] * len(self.parameters)', 'self.m = []')),
    of_adam('whole-list', ('self.m[i]', 'self.m')),
]

MUTANTS = clipping + momentum + adam

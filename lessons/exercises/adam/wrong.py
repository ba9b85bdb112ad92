"""Wrong programs of adam."""

from mutants import Mutant, indented

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

MUTANTS = [
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
    of_adam('betas-written-out', ('self.beta1 ** self.t', '0.9 ** self.t'),
            ('self.beta2 ** self.t', '0.999 ** self.t')),
    of_adam('changes-gradients', (
        '(math.sqrt(v_hat) + self.eps)\n',
        '(math.sqrt(v_hat) + self.eps)\n            p.grad = 0.0\n')),
    of_adam('zero-gradient-skipped', (
        'g = p.grad\n',
        'g = p.grad\n            if not g:\n                continue\n')),
]

"""Wrong programs of clipping."""

from mutants import Mutant, indented

CLIPPING = """\
    norm = sum(p.grad ** 2 for p in parameters) ** 0.5
    if norm > max_norm:
        for p in parameters:
            p.grad *= max_norm / norm
"""
NORM = 'norm = sum(p.grad ** 2 for p in parameters) ** 0.5'


def clip(mistake, *lines, family=()):
    return Mutant('clipping', mistake, ((CLIPPING, indented(4, *lines)),), family)


def factor(mistake, norm, scale='max_norm / norm'):
    """The norm by another formula, or another factor."""
    return clip(mistake, 'grads = [p.grad for p in parameters]', f'norm = {norm}',
                'if norm > max_norm:', '    for p in parameters:',
                f'        p.grad = p.grad * ({scale})')


LENGTH = 'sum(g * g for g in grads) ** 0.5'
FOR_P = 'for p in parameters:'

MUTANTS = [
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
    Mutant('clipping', 'position-by-value', ((
        'sum(p.grad ** 2 for p in parameters)', 'sum({p.grad ** 2 for p in parameters})'
    ),)),
    Mutant('clipping', 'only-some-sizes', (
        ('max_norm / norm', 'max_norm / (norm + 1e-6)'),)),
    Mutant('clipping', 'something-returned', (
        ('            p.grad *= max_norm / norm\n',
         '            p.grad *= max_norm / norm\n    return norm\n'),)),
]

"""Wrong programs of cross_entropy."""

from mutants.losses import bodies

CROSS_ENTROPY = """\
    # -log(exp(x) / total) is log(total) - x, and no number but the largest matters:
    # the same amount off every logit leaves all probabilities as they are.
    largest = max(x.data for x in logits)
    shifted = [x - largest for x in logits]
    total = sum(x.exp() for x in shifted)
    return total.log() - shifted[target]
"""
SHIFTED = 'm = max(x.data for x in logits)', 'exps = [(x - m).exp() for x in logits]'
PLAIN = 'exps = [x.exp() for x in logits]', 'probs = [e / sum(exps) for e in exps]'
SOFTMAX = *SHIFTED, 'total = sum(exps)', 'probs = [e / total for e in exps]'

MUTANTS = bodies('cross_entropy', CROSS_ENTROPY, [
    ('no-return', *SOFTMAX, 'loss = -probs[target].log()'),
    ('max-not-subtracted', *PLAIN, 'return -probs[target].log()'),
    ('max-not-subtracted', 'total = sum(x.exp() for x in logits)',
     'return total.log() - logits[target]'),
    ('max-not-subtracted', 'm = min(x.data for x in logits)',
     'total = sum((x - m).exp() for x in logits)',
     'return total.log() + m - logits[target]'),
    ('max-not-subtracted', 'm = logits[0].data',
     'total = sum((x - m).exp() for x in logits)',
     'return total.log() + m - logits[target]'),
    ('only-some-sizes', 'm = max(x.data for x in logits)',
     'total = sum((x - m).exp() for x in logits if x.data > m - 5)',
     'return total.log() + m - logits[target]'),
    ('log-of-probability', *SOFTMAX, 'return -probs[target].log()'),
    ('log-of-probability', *SOFTMAX, 'return -(probs[target] + 1e-12).log()'),
    ('shifted-in-one-place', *SHIFTED, 'return sum(exps).log() - logits[target]'),
    ('shifted-in-one-place', 'm = max(x.data for x in logits)',
     'return sum(x.exp() for x in logits).log() - (logits[target] - m)'),
    ('shifted-in-one-place', 'm = max(x.data for x in logits)',
     'total = sum(x.exp() for x in logits)',
     'return -((logits[target] - m).exp() / total).log()'),
    ('position-by-value', 'm = max(x.data for x in logits)',
     'exps = {x.data: (x - m).exp() for x in logits}',
     'return sum(exps.values()).log() - logits[target] + m'),
    ('position-by-value', 'm = max(x.data for x in logits)',
     'exps = [(x - m).exp() for x in logits if x.data != m]',
     'exps.append((max(logits, key=lambda x: x.data) - m).exp())',
     'return sum(exps).log() - logits[target] + m'),
    ('negated-loss', *SOFTMAX, 'return probs[target].log()'),
    ('no-log', *SOFTMAX, 'return probs[target]'),
    ('no-log', *SOFTMAX, 'return -probs[target]'),
    ('no-log', *SOFTMAX, 'return 1 - probs[target]'),
    ('not-normalised', 'm = max(x.data for x in logits)', 'return -logits[target]'),
    ('not-normalised', 'return -logits[target].exp().log()'),
    ('target-not-used', 'return sum(x.exp() for x in logits).log()'),
    ('wrong-class', *SOFTMAX, 'return -probs[target - 1].log()'),
    ('wrong-class', *SOFTMAX, 'return -probs[0].log()'),
    ('target-not-used', *SOFTMAX, 'return -max(probs).log()'),
    ('all-classes', *SOFTMAX, 'return -sum(p.log() for p in probs)'),
    ('all-classes', *SOFTMAX, 'return -sum(p.log() for p in probs) / len(probs)'),
    ('entropy', *SOFTMAX, 'return -sum(p * p.log() for p in probs)'),
    ('entropy', *SOFTMAX, 'return -probs[target] * probs[target].log()'),
    ('mean-over-classes', *SOFTMAX, 'return -probs[target].log() / len(probs)'),
    ('log-not-taken-of-sum', 'return sum(x.exp() for x in logits) - logits[target]'),
    ('log-inside-sum', 'return sum(x.exp().log() for x in logits) - logits[target]'),
    ('softmax-twice', *SOFTMAX,
     'return sum(p.exp() for p in probs).log() - probs[target]'),
    ('squared-error', *SOFTMAX,
     'return sum((p - (i == target)) ** 2 for i, p in enumerate(probs))'),
    ('math-on-values', 'import math', 'exps = [math.exp(x) for x in logits]',
     'return -math.log(exps[target] / sum(exps))'),
    ('graph-cut', 'import math', 'm = max(x.data for x in logits)',
     'exps = [math.exp(x.data - m) for x in logits]',
     'return Value(math.log(sum(exps)) + m - logits[target].data)'),
    ('graph-cut', 'import math', 'm = max(x.data for x in logits)',
     'total = sum(math.exp(x.data - m) for x in logits)',
     'return math.log(total) + m - logits[target]'),
    ('graph-cut', 'm = max(x.data for x in logits)',
     'total = sum((x - m).exp() for x in logits)',
     'return total.log() + (m - logits[target].data)'),
    ('whole-list', 'm = max(x.data for x in logits)', 'shifted = logits - m',
     'return shifted'),
    ('changes-arguments', 'm = max(x.data for x in logits)', 'for x in logits:',
     '    x.data -= m', 'return sum(x.exp() for x in logits).log() - logits[target]'),
    ('data-of-number', 'm = max(x.data for x in logits)',
     'exps = [(x - m.data).exp() for x in logits]',
     'return sum(exps).log() + m - logits[target]'),
    ('backward-inside', *SHIFTED, 'loss = sum(exps).log() + m - logits[target]',
     'loss.backward()', 'return loss'),
])

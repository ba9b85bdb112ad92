"""Mutants of mse, hinge and cross_entropy: the function written wrong."""

from mutants import Mutant

MSE = """\
    errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]
    return sum(errors) / len(errors)
"""
HINGE = """\
    costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]
    return sum(costs) / len(costs)
"""
CROSS_ENTROPY = """\
    # -log(exp(x) / total) is log(total) - x, and no number but the largest matters:
    # the same amount off every logit leaves all probabilities as they are.
    largest = max(x.data for x in logits)
    shifted = [x - largest for x in logits]
    total = sum(x.exp() for x in shifted)
    return total.log() - shifted[target]
"""


def indented(*lines):
    return ''.join(f'    {line}\n' for line in lines)


def bodies(exercise, body, wrong):
    """A mutant for each (mistake, line, line, …): the body written anew."""
    return [Mutant(exercise, mistake, ((body, indented(*lines)),))
            for mistake, *lines in wrong]


def loops(exercise, body, pair, wrong):
    """The same with a loop over the samples, as beginners write it.

    wrong: (mistake, what is done with each sample, what is returned).
    """
    head = 'total = 0', f'for {pair}:'
    return bodies(exercise, body, [
        (mistake, *head, *(f'    {line}' for line in each), f'return {result}')
        for mistake, each, result in wrong
    ])


PAIRS = 'zip(predictions, targets)'

mse = bodies('mse', MSE, [
    ('no-return', f'errors = [(p - t) ** 2 for p, t in {PAIRS}]',
     'sum(errors) / len(errors)'),
    ('sum-for-mean', f'return sum((p - t) ** 2 for p, t in {PAIRS})'),
    ('half-of-sum', f'return sum((p - t) * (p - t) for p, t in {PAIRS}) / 2'),
    ('position-by-value', 'costs = [(p - targets[predictions.index(p)]) ** 2 '
     'for p in predictions]', 'return sum(costs) / len(costs)'),
    ('position-by-value', 'costs = [(predictions[targets.index(t)] - t) ** 2 '
     'for t in targets]', 'return sum(costs) / len(costs)'),
    ('position-by-value', f'costs = {{p.data: (p - t) ** 2 for p, t in {PAIRS}}}',
     'return sum(costs.values()) / len(costs)'),
    ('half-for-whole',
     f'return sum((p - t) ** 2 for p, t in {PAIRS}) / (2 * len(targets))'),
    ('half-for-whole',
     f'return sum(0.5 * (t - p) ** 2 for p, t in {PAIRS}) / len(targets)'),
    ('graph-cut', f'return sum((p.data - t) ** 2 for p, t in {PAIRS}) / len(targets)'),
    ('graph-cut',
     f'return Value(sum((p.data - t) ** 2 for p, t in {PAIRS}) / len(targets))'),
    ('graph-cut',
     f'return sum((p - t) * (p.data - t) for p, t in {PAIRS}) / len(targets)'),
    ('graph-cut', f'return sum((Value(p.data) - t) ** 2 for p, t in {PAIRS}) / '
     'len(targets)'),
    ('math-on-values', 'import math',
     f'return sum(math.pow(p - t, 2) for p, t in {PAIRS}) / len(targets)'),
    ('whole-list', 'return sum((predictions - targets) ** 2) / len(targets)'),
    ('whole-list', 'return sum((p - targets) ** 2 for p in predictions)'),
    ('data-of-number',
     f'return sum((p - t.data) ** 2 for p, t in {PAIRS}) / len(targets)'),
    ('backward-inside', f'loss = sum((p - t) ** 2 for p, t in {PAIRS}) / len(targets)',
     'loss.backward()', 'return loss'),
    ('changes-arguments', f'for p, t in {PAIRS}:', '    p.data -= t',
     'return sum(p ** 2 for p in predictions) / len(predictions)'),
    ('changes-arguments', 'n = len(targets)', 'total = 0', 'while targets:',
     '    total += (predictions.pop() - targets.pop()) ** 2', 'return total / n'),
    ('root-taken', f'return (sum((p - t) ** 2 for p, t in {PAIRS}) / '
     'len(targets)) ** 0.5'),
    ('root-taken', f'return (sum((p - t) ** 2 for p, t in {PAIRS}) / '
     'len(targets)).sqrt()'),
    ('square-of-mean', f'return (sum(p - t for p, t in {PAIRS}) / len(targets)) ** 2'),
    ('square-of-mean', f'return sum(p - t for p, t in {PAIRS}) ** 2 / len(targets)'),
    ('square-of-mean', 'd = (sum(predictions) - sum(targets)) / len(targets)',
     'return d * d'),
    ('difference-of-squares',
     f'return sum(p ** 2 - t ** 2 for p, t in {PAIRS}) / len(targets)'),
    ('parentheses', f'return sum(p - t ** 2 for p, t in {PAIRS}) / len(targets)'),
    ('absolute-error', f'return sum(abs(p - t) for p, t in {PAIRS}) / len(targets)'),
    ('absolute-error', f'return sum((p - t) if p > t else (t - p) for p, t in {PAIRS})'
     ' / len(targets)'),
    ('divided-by-one-less',
     f'return sum((p - t) ** 2 for p, t in {PAIRS}) / max(1, len(targets) - 1)'),
    ('fixed-count', f'return sum((p - t) ** 2 for p, t in {PAIRS}) / '
     '(4 if len(targets) > 1 else 1)'),
    ('skips-a-sample', 'n = len(targets)',
     'return sum((predictions[i] - targets[i]) ** 2 for i in range(1, n)) / n'),
    ('skips-a-sample', 'n = len(targets)', 'total = Value(0.0)',
     'for i in range(n - 1):', '    total += (predictions[i] - targets[i]) ** 2',
     'return total / n'),
    ('first-sample-only', 'return (predictions[0] - targets[0]) ** 2'),
    ('last-sample-only', f'for p, t in {PAIRS}:', '    loss = (p - t) ** 2',
     'return loss'),
    ('negated-loss', f'return -sum((p - t) ** 2 for p, t in {PAIRS}) / len(targets)'),
]) + loops('mse', MSE, f'p, t in {PAIRS}', [
    ('no-square', ['total = total + (p - t)'], 'total / len(targets)'),
    ('no-square', ['total += t - p'], 'total / len(targets)'),
    ('doubled-not-squared', ['total += (p - t) * 2'], 'total / len(targets)'),
    ('adds-target', ['total += (p + t) ** 2'], 'total / len(targets)'),
    ('mean-inside-loop', ['total += (p - t) ** 2', 'total /= len(targets)'], 'total'),
    ('last-sample-only', ['total = (p - t) ** 2'], 'total / len(targets)'),
    ('first-sample-only', ['total += (p - t) ** 2', 'return total / len(targets)'],
     'total'),
    ('divided-twice', ['total += (p - t) ** 2 / len(targets)'],
     'total / len(predictions)'),
])

LABELLED = 'zip(scores, labels)'

hinge = bodies('hinge', HINGE, [
    ('no-return', f'costs = [(1 - y * s).relu() for s, y in {LABELLED}]'),
    ('plain-zero',
     f'return sum(max(0, 1 - y * s) for s, y in {LABELLED}) / len(scores)'),
    ('plain-zero', 'losses = [1 - y * s for s, y in zip(scores, labels) if y * s < 1]',
     'return sum(losses) / len(scores)'),
    ('sum-for-mean', f'return sum((1 - y * s).relu() for s, y in {LABELLED})'),
    ('no-margin', f'return sum((-y * s).relu() for s, y in {LABELLED}) / len(scores)'),
    ('no-margin', f'costs = [(-(y * s)).maximum(0) for s, y in {LABELLED}]',
     'return sum(costs) / len(costs)'),
    ('no-max', f'return sum(1 - y * s for s, y in {LABELLED}) / len(scores)'),
    ('max-after-mean',
     f'return (sum(1 - y * s for s, y in {LABELLED}) / len(scores)).relu()'),
    ('max-after-mean', f'return sum(1 - y * s for s, y in {LABELLED}).relu()'),
    ('no-label', 'return sum((1 - s).relu() for s in scores) / len(scores)'),
    ('graph-cut', f'costs = [max(0.0, 1 - y * s.data) for s, y in {LABELLED}]',
     'return sum(costs) / len(costs)'),
    ('graph-cut', f'costs = [Value(max(0.0, 1 - y * s.data)) for s, y in {LABELLED}]',
     'return sum(costs) / len(costs)'),
    ('graph-cut', f'return sum((1 - y * s.data).relu() for s, y in {LABELLED})'),
    ('data-of-number', f'costs = [1 - y.data * s.data for s, y in {LABELLED}]',
     'return sum(costs)'),
    ('whole-list', 'return max(0, 1 - labels * scores)'),
    ('backward-inside',
     f'loss = sum((1 - y * s).relu() for s, y in {LABELLED}) / len(scores)',
     'loss.backward()', 'return loss'),
    ('mean-over-violations', f'costs = [(1 - y * s).relu() for s, y in {LABELLED}]',
     'return sum(costs) / max(1, sum(c.data > 0 for c in costs))'),
    ('changes-arguments', 'total = 0', 'while scores:',
     '    total += (1 - labels.pop() * scores.pop()).relu()', 'return total / 4'),
    ('changes-arguments', 'for s, y in zip(scores, labels):', '    s.data = y * s.data',
     'return sum((1 - s).relu() for s in scores) / len(scores)'),
    ('math-on-values', 'import math',
     f'return sum(math.fabs(1 - y * s) for s, y in {LABELLED}) / len(scores)'),
    ('divided-by-one-less', f'total = sum((1 - y * s).relu() for s, y in {LABELLED})',
     'return total / max(1, len(scores) - 1)'),
    ('fixed-count', 'n = 5 if len(scores) > 2 else len(scores)',
     f'return sum((1 - y * s).relu() for s, y in {LABELLED}) / n'),
    ('skips-a-sample', 'total = Value(0.0)', 'for i in range(1, len(scores)):',
     '    total += (1 - labels[i] * scores[i]).relu()', 'return total / len(scores)'),
    ('position-by-value', 'costs = [(1 - labels[scores.index(s)] * s).relu() '
     'for s in scores]', 'return sum(costs) / len(costs)'),
    ('position-by-value', f'costs = {{s: (1 - y * s).relu() for s, y in {LABELLED}}}',
     'return sum(costs.values()) / len(costs)'),
    ('counts-errors', 'return Value(float(sum(y * s.data < 0 for s, y in '
     f'{LABELLED}))) / len(scores)'),
]) + loops('hinge', HINGE, f's, y in {LABELLED}', [
    ('margin-sign', ['total += (1 + y * s).relu()'], 'total / len(labels)'),
    ('margin-sign', ['total += (y * s - 1).relu()'], 'total / len(labels)'),
    ('half-of-sum', ['total += (1 - y * s).relu() / 2'], 'total'),
    ('label-outside', ['total += (y * (1 - s)).relu()'], 'total / len(labels)'),
    ('label-outside', ['total += y * (1 - s).relu()'], 'total / len(labels)'),
    ('zero-one-labels', ['y = 2 * y - 1', 'total += (1 - y * s).relu()'],
     'total / len(labels)'),
    ('no-label', ['sign = 1 if y else -1', 'total += (1 - sign * s).relu()'],
     'total / len(labels)'),
    ('min-for-max', ['total += (1 - y * s).minimum(0)'], 'total / len(labels)'),
    ('squared-hinge', ['total += (1 - y * s).relu() ** 2'], 'total / len(labels)'),
    ('absolute-margin', ['total += abs(1 - y * s)'], 'total / len(labels)'),
    ('label-subtracted', ['total += (1 - (y - s)).relu()'], 'total / len(labels)'),
    ('last-sample-only', ['total = (1 - y * s).relu()'], 'total'),
    ('first-sample-only', ['total += (1 - y * s).relu()', 'return total'], 'total'),
    ('mean-inside-loop', ['total += (1 - y * s).relu()', 'total = total / len(labels)'],
     'total'),
    ('half-for-whole', ['total += 0.5 * (1 - y * s).relu()'], 'total / len(labels)'),
    ('divided-twice', ['total += (1 - y * s).relu() / len(labels)'],
     'total / len(scores)'),
    ('leaky-max', ['total += (1 - y * s).leaky_relu()'], 'total / len(labels)'),
])

SHIFTED = 'm = max(x.data for x in logits)', 'exps = [(x - m).exp() for x in logits]'
PLAIN = 'exps = [x.exp() for x in logits]', 'probs = [e / sum(exps) for e in exps]'
SOFTMAX = *SHIFTED, 'total = sum(exps)', 'probs = [e / total for e in exps]'

cross_entropy = bodies('cross_entropy', CROSS_ENTROPY, [
    ('no-return', *SOFTMAX, 'loss = -probs[target].log()'),
    ('max-not-subtracted', *PLAIN, 'return -probs[target].log()'),
    ('max-not-subtracted', 'total = sum(x.exp() for x in logits)',
     'return total.log() - logits[target]'),
    ('max-not-subtracted', 'm = min(x.data for x in logits)',
     'total = sum((x - m).exp() for x in logits)',
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

MUTANTS = mse + hinge + cross_entropy

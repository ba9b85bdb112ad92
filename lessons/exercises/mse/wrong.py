"""Wrong programs of mse."""

from mutants.losses import bodies, loops

MSE = """\
    errors = [(p - t) ** 2 for p, t in zip(predictions, targets)]
    return sum(errors) / len(errors)
"""
PAIRS = 'zip(predictions, targets)'

MUTANTS = bodies('mse', MSE, [
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

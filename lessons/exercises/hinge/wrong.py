"""Wrong programs of hinge."""

from mutants.losses import bodies, loops

HINGE = """\
    costs = [(1 - y * s).relu() for s, y in zip(scores, labels)]
    return sum(costs) / len(costs)
"""
LABELLED = 'zip(scores, labels)'

MUTANTS = bodies('hinge', HINGE, [
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

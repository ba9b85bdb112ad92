"""Wrong programs of neuron."""

from mutants import Mutant, replacing


def neuron(mistake: str, old: str, *news: str) -> list[Mutant]:
    return replacing('neuron', mistake, old, *news)


WEIGHTS = '[Value(random.uniform(-1, 1)) for _ in range(nin)]'
BIAS = 'self.b = Value(0.0)'
CALL = """        act = self.b
        for wi, xi in zip(self.w, x):
            act = act + wi * xi
        return act.tanh()
"""
LISTED = 'return self.w + [self.b]'
WITHOUT = CALL.replace('act = self.b', 'act = Value(0.0)')

MUTANTS = [
    *neuron('bias-not-in-forward', CALL, WITHOUT,
            '        products = [wi * xi for wi, xi in zip(self.w, x)]\n'
            '        return sum(products, Value(0.0)).tanh()\n',
            CALL.replace('act = self.b', 'act = 0')),
    *neuron('bias-not-in-parameters', LISTED, 'return self.w', 'return list(self.w)',
            'return [w for w in self.w]'),
    *neuron('nested-list', LISTED, 'return [self.w, self.b]',
            'return [self.w] + [self.b]',
            'return [self.w, [self.b]]', 'return self.w, self.b',
            'p = [self.b]\n        p.append(self.w)\n        return p'),
    *neuron('equal-weights', WEIGHTS, '[Value(0.0) for _ in range(nin)]',
            '[Value(0.5) for _ in range(nin)]',
            '[Value(random.Random(1).uniform(-1, 1)) for _ in range(nin)]'),
    Mutant('neuron', 'equal-weights', (
        (f'self.w = {WEIGHTS}', 'start = random.uniform(-1, 1)\n'
         '        self.w = [Value(start) for _ in range(nin)]'),)),
    *neuron('shared-weight', WEIGHTS, '[Value(random.uniform(-1, 1))] * nin',
            'nin * [Value(random.random())]'),
    *neuron('no-activation', 'act.tanh()', 'act'),
    *neuron('parameters-are-copies', LISTED,
            'return [Value(p.data) for p in self.w + [self.b]]',
            'import copy\n        return copy.deepcopy(self.w + [self.b])'),
    *neuron('parameters-are-numbers', LISTED,
            'return [p.data for p in self.w + [self.b]]',
            'return [w.data for w in self.w] + [self.b.data]'),
    *neuron('weights-are-floats', WEIGHTS,
            '[random.uniform(-1, 1) for _ in range(nin)]',
            '[random.uniform(-1, 1)] * nin'),
    *neuron('bias-is-a-float', BIAS, 'self.b = 0.0', 'self.b = random.uniform(-1, 1)',
            'self.b = 0'),
    *neuron('tuple-slip', 'act = act + wi * xi',
            'act = act + wi * xi\n        act = act,'),
    *neuron('tuple-slip', BIAS, 'self.b = Value(0.0),'),
    *neuron('wrong-loop-name', 'wi * xi', 'w * x[i]', 'wi * xj', 'w * xi'),
    *neuron('wrong-loop-name', 'zip(self.w, x)', 'zip(w, x)'),
    *neuron('no-return', 'return act.tanh()', 'act.tanh()', 'out = act.tanh()'),
    *neuron('no-return', LISTED, 'self.w + [self.b]'),
    *neuron('wrong-number-of-weights', 'range(nin)', 'range(nin + 1)', 'range(1)',
            'range(nin - 1)', 'range(1, nin)'),
    *neuron('weights-too-large', 'random.uniform(-1, 1)', 'random.gauss(0, 1)',
            'random.uniform(-10, 10)', 'random.randint(-5, 5) + random.random()'),
    *neuron('weights-of-one-sign', 'random.uniform(-1, 1)', 'random.random()',
            'random.uniform(0, 1)', '-random.random()'),
    *neuron('output-without-graph', CALL, CALL.replace('wi * xi', 'wi.data * xi')
            .replace('self.b', 'self.b.data').replace('act.tanh()',
                                                      'Value(act).tanh()'),
            CALL.replace('act.tanh()', 'Value(act.data).tanh()'),
            CALL.replace('act.tanh()', 'act.tanh().data')),
    *neuron('bias-after-activation', CALL,
            WITHOUT.replace('.tanh()', '.tanh() + self.b')),
    *neuron('bias-with-each-input', CALL,
            WITHOUT.replace('wi * xi', 'wi * xi + self.b'),
            CALL.replace('wi * xi', 'wi * xi + self.b')),
    *neuron('bias-multiplied', CALL,
            WITHOUT.replace('act.tanh', '(act * self.b).tanh')),
    *neuron('bias-subtracted', CALL,
            WITHOUT.replace('act.tanh', '(act - self.b).tanh')),
    *neuron('activation-of-each-product', CALL,
            CALL.replace('wi * xi', '(wi * xi).tanh()'),
            CALL.replace('wi * xi', '(wi * xi).tanh()').replace('act.tanh()', 'act')),
    *neuron('activation-in-the-loop', CALL,
            CALL.replace('act + wi * xi', '(act + wi * xi).tanh()')
            .replace('return act.tanh()', 'return act')),
    *neuron('other-activation', 'act.tanh()', 'act.relu()', 'act.sigmoid()',
            'act.exp()',
            'act.softplus()'),
    *neuron('weights-not-used', 'wi * xi', 'xi'),
    *neuron('weights-added', 'wi * xi', '(wi + xi)'),
    *neuron('only-one-input', 'act + wi * xi', 'self.b + wi * xi'),
    *neuron('only-one-input', '        return act.tanh()',
            '            return act.tanh()'),
    *neuron('changes-between-calls', CALL, CALL.replace('act = self.b', WEIGHTS.join(
            ('self.w = ', '\n        act = self.b')).replace('nin', 'len(x)')),
            CALL.replace('act = self.b', 'act = self.b + random.uniform(-1, 1)'),
            CALL.replace('return act', 'self.b = act\n        return act')),
    *neuron('weights-not-in-parameters', LISTED, 'return [self.b]'),
    *neuron('each-listed-twice', LISTED, 'return self.w + [self.b] + self.w',
            'return self.w + [self.b, self.b]'),
    *neuron('parameters-of-one', LISTED, 'return self.w[1:] + [self.b]',
            'return [self.w[0], self.b]'),
    *neuron('list-in-a-list', CALL, '        return (self.w * x + self.b).tanh()\n'),
    *neuron('sum-of-lists', LISTED, 'return sum([self.w, [self.b]])'),
    *neuron('activation-not-called', 'act.tanh()', 'act.tanh'),
    *neuron('parameters-grow', LISTED,
            'params = self.w\n        params.append(self.b)\n        return params',
            'self.w += [self.b]\n        return self.w'),
    *neuron('visited-by-value', LISTED,
            'return list({p.data: p for p in self.w + [self.b]}.values())'),
    Mutant('neuron', 'shared-between-objects', (
        ('class Neuron:\n', 'class Neuron:\n    w = []\n\n'),
        (f'self.w = {WEIGHTS}', f'self.w += {WEIGHTS}'))),
    Mutant('neuron', 'shared-between-objects', (
        ('self, nin):', 'self, nin, w=[]):'),
        (f'self.w = {WEIGHTS}', f'w.extend({WEIGHTS})\n        self.w = w'))),
    *neuron('changes-arguments', CALL, CALL.replace('        act = self.b',
            '        for i in range(len(x)):\n            x[i] = 1.0 * x[i]\n'
            '        x.append(1.0)\n        act = self.b')),
    *neuron('list-plus-value', LISTED, 'return self.w + self.b'),
    *neuron('inputs-cut', CALL, CALL.replace(
        'wi * xi', 'wi * getattr(xi, "data", xi)')),
    *neuron('state-kept', CALL, CALL.replace(
        'act = self.b', 'x = self.x = getattr(self, "x", x)\n        act = self.b')),
    Mutant('neuron', 'shared-between-objects', (
        ('class Neuron:\n', 'class Neuron:\n    b = Value(0.0)\n\n'),
        (f'        {BIAS}\n', ''))),
]

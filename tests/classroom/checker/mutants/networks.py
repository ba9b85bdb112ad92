"""Wrong networks: neuron, layer, mlp."""

from mutants import Mutant


def mutants(exercise: str, mistake: str, old: str, *news: str) -> list[Mutant]:
    return [Mutant(exercise, mistake, ((old, new),)) for new in news]


# --- neuron -----------------------------------------------------------------------


def neuron(mistake: str, old: str, *news: str) -> list[Mutant]:
    return mutants('neuron', mistake, old, *news)


WEIGHTS = '[Value(random.uniform(-1, 1)) for _ in range(nin)]'
BIAS = 'self.b = Value(0.0)'
CALL = """        act = self.b
        for wi, xi in zip(self.w, x):
            act = act + wi * xi
        return act.tanh()
"""
LISTED = 'return self.w + [self.b]'
WITHOUT = CALL.replace('act = self.b', 'act = Value(0.0)')

NEURON = [
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
]


# --- layer ------------------------------------------------------------------------


def layer(mistake: str, old: str, *news: str) -> list[Mutant]:
    return mutants('layer', mistake, old, *news)


NEURONS = '[Neuron(nin) for _ in range(nout)]'
OUTPUTS = 'return [neuron(x) for neuron in self.neurons]'
ALL = 'return [p for neuron in self.neurons for p in neuron.parameters()]'
LOOP = """out = []
        for neuron in self.neurons:
            out.append(neuron(x))
        return out"""
COLLECT = """found = []
        for neuron in self.neurons:
            found.extend(neuron.parameters())
        return found"""

LAYER = [
    *layer('shared-neuron', NEURONS, '[Neuron(nin)] * nout', 'nout * [Neuron(nin)]'),
    Mutant('layer', 'shared-neuron', (
        (f'self.neurons = {NEURONS}', 'neuron = Neuron(nin)\n'
         '        self.neurons = [neuron for _ in range(nout)]'),)),
    *layer('sizes-swapped', NEURONS, '[Neuron(nout) for _ in range(nin)]',
           '[Neuron(nout) for _ in range(nout)]', '[Neuron(nin) for _ in range(nin)]'),
    *layer('one-neuron', NEURONS, '[Neuron(nin)]'),
    *layer('classes-for-neurons', NEURONS, '[Neuron for _ in range(nout)]',
           '[Neuron] * nout'),
    *layer('same-output-for-all', OUTPUTS,
           'return [self.neurons[0](x) for neuron in self.neurons]',
           'n = self.neurons[0]\n        return [n(x) for neuron in self.neurons]',
           'return [self.neurons[0](x)] * len(self.neurons)'),
    *layer('wrong-loop-name', OUTPUTS, 'return [n(x) for neuron in self.neurons]',
           'return [neuron(x) for neuron in neurons]'),
    *layer('wrong-loop-name', ALL,
           'return [p for neuron in self.neurons for p in n.parameters()]'),
    *layer('first-one-returned', OUTPUTS,
           'for neuron in self.neurons:\n            return [neuron(x)]',
           'for neuron in self.neurons:\n            return neuron(x)',
           LOOP.replace('        return out', '            return out')),
    *layer('outputs-summed', OUTPUTS,
           'return sum((n(x) for n in self.neurons), Value(0.0))',
           'return [sum((n(x) for n in self.neurons), Value(0.0))]', 'return sum('
           'neuron(x) for neuron in self.neurons)'),
    *layer('neurons-in-a-row', OUTPUTS, 'for n in self.neurons:\n            x = n(x)\n'
           '        return x',
           'for n in self.neurons:\n            x = [n(x)]\n        return x'),
    *layer('one-input-each', OUTPUTS,
           'return [n([v]) for n, v in zip(self.neurons, x)]'),
    *layer('outputs-are-numbers', OUTPUTS,
           OUTPUTS.replace('neuron(x)', 'neuron(x).data')),
    *layer('changes-between-calls', OUTPUTS, OUTPUTS.replace('in self.neurons',
           'in [Neuron(len(x)) for _ in self.neurons]')),
    *layer('no-list', OUTPUTS, 'return map(lambda neuron: neuron(x), self.neurons)',
           'return (neuron(x) for neuron in self.neurons)'),
    *layer('value-for-a-list', OUTPUTS, LOOP.replace('return out',
           'return out[0] if len(out) == 1 else out')),
    *layer('no-return', OUTPUTS, OUTPUTS.replace('return ', 'out = '),
           LOOP.replace('        return out', '')),
    *layer('no-return', ALL, ALL.replace('return ', ''),
           COLLECT.replace('        return found', '')),
    *layer('nested-list', ALL,
           'return [neuron.parameters() for neuron in self.neurons]',
           COLLECT.replace('extend', 'append')),
    *layer('parameters-are-copies', ALL, ALL.replace('[p for', '[Value(p.data) for'),
           'import copy\n        ' + COLLECT.replace('return found',
                                                     'return copy.deepcopy(found)')),
    *layer('parameters-are-numbers', ALL, ALL.replace('[p for', '[p.data for')),
    *layer('parameters-not-called', ALL, ALL.replace('()', ''),
           COLLECT.replace('meters()', 'meters')),
    *layer('sum-of-lists', ALL, 'return sum([n.parameters() for n in self.neurons])'),
    *layer('parameters-of-one', ALL, 'return self.neurons[0].parameters()',
           COLLECT.replace('        return', '            return'),
           COLLECT.replace('found.extend(', 'found = (').replace('found = []', 'pass'),
           'return [p for neuron in self.neurons for p in neuron.w]',
           'return [neuron.b for neuron in self.neurons]'),
    *layer('each-listed-twice', ALL, COLLECT.replace('parameters())',
           'parameters())\n            found.append(neuron.b)'), ALL + ' * 2'),
    *layer('tuple-slip', OUTPUTS, 'return [(neuron(x),) for neuron in self.neurons]'),
    *layer('list-in-a-list', OUTPUTS,
           'return [neuron([x]) for neuron in self.neurons]'),
    Mutant('layer', 'parameters-grow', (
        (f'self.neurons = {NEURONS}',
         f'self.neurons = {NEURONS}\n        self.found = []'),
        (ALL, COLLECT.replace('found = []', '').replace('found', 'self.found')))),
    *layer('visited-by-value', ALL, COLLECT.replace(
        'found.extend(neuron.parameters())',
        'for p in neuron.parameters():\n'
        '                if p.data not in [q.data for q in found]:\n'
        '                    found.append(p)')),
    Mutant('layer', 'shared-between-objects', (
        ('class Layer:\n', 'class Layer:\n    neurons = []\n\n'),
        (f'self.neurons = {NEURONS}', f'self.neurons.extend({NEURONS})'))),
    *layer('changes-arguments', OUTPUTS, LOOP.replace('return out', 'x[:] = out\n'
           '        return x')),
    *layer('list-plus-value', ALL, COLLECT.replace('found.extend(neuron.parameters())',
           'found = found + neuron.b')),
]


# --- mlp ---------------------------------------------------------------------------


def mlp(mistake: str, old: str, *news: str) -> list[Mutant]:
    return mutants('mlp', mistake, old, *news)


MAKE = """        sizes = [nin] + nouts
        last = len(nouts) - 1
        self.layers = [
            Layer(sizes[i], sizes[i + 1], nonlin=i != last)
            for i in range(len(nouts))
        ]
"""
RUN = """        for layer in self.layers:
            x = layer(x)
        return x
"""
PARAMETERS = 'return [p for layer in self.layers for p in layer.parameters()]'
APPENDED = """        self.layers = []
        for nout in nouts:
            nonlin = len(self.layers) != len(nouts) - 1
            self.layers.append(Layer(nin, nout, nonlin=nonlin))
            nin = nout
"""

MLP = [
    *mlp('changes-the-sizes', MAKE, MAKE.replace('[nin] + nouts', 'nouts\n        '
         'sizes.insert(0, nin)').replace('len(nouts) - 1', 'len(nouts) - 2')
         .replace('range(len(nouts))', 'range(len(nouts) - 1)')),
    *mlp('changes-the-sizes', MAKE, MAKE + '        nouts.pop()\n'),
    *mlp('last-layer-squashed', ', nonlin=i != last', '', ', nonlin=True',
         ', nonlin=i < len(sizes)'),
    *mlp('last-layer-squashed', MAKE,
         APPENDED.replace(', nonlin=nonlin', '')),
    *mlp('all-layers-linear', 'nonlin=i != last', 'nonlin=False', 'nonlin=i > last'),
    *mlp('wrong-layer-linear', 'i != last', 'i == last', 'i != 0', 'i > 0',
         'i < last - 1'),
    *mlp('last-layer-by-size', 'i != last', 'sizes[i + 1] != nouts[-1]'),
    *mlp('list-plus-number', '[nin] + nouts', 'nin + nouts', 'nouts + nin'),
    *mlp('list-plus-number', 'range(len(nouts))', 'range(nin, nouts)', 'nouts[0]'),
    *mlp('one-too-far', 'for i in range(len(nouts))', 'for i in range(len(sizes))',
         'for i in range(len(nouts) + 1)'),
    *mlp('layers-see-the-inputs', MAKE,
         APPENDED.replace('            nin = nout\n', '')),
    *mlp('layers-see-the-inputs', 'Layer(sizes[i]', 'Layer(nin'),
    *mlp('sizes-swapped', 'sizes[i], sizes[i + 1]', 'sizes[i + 1], sizes[i]'),
    *mlp('last-layer-missing', 'range(len(nouts))', 'range(len(nouts) - 1)'),
    *mlp('first-layer-missing', 'range(len(nouts))', 'range(1, len(nouts))'),
    *mlp('first-layer-missing', MAKE, MAKE.replace('[nin] + nouts', 'nouts')
         .replace('range(len(nouts))', 'range(len(nouts) - 1)')),
    *mlp('inputs-are-a-layer', MAKE, APPENDED.replace('in nouts', 'in [nin] + nouts')),
    *mlp('shared-layer', MAKE,
         MAKE + '        self.layers = [self.layers[0] if len(set(sizes)) '
         '== 1 else layer for layer in self.layers]\n'),
    *mlp('changes-between-calls', RUN,
         RUN.replace('layer(x)', 'Layer(len(x), len(layer.neurons),'
         ' layer is not self.layers[-1])(x)')),
    *mlp('first-one-returned', RUN,
         RUN.replace('        return', '            return')),
    *mlp('layers-not-chained', RUN, RUN.replace('x = layer(x)', 'out = layer(x)')
         .replace('return x', 'return out'), '        return self.layers[-1](x)\n',
         '        return [y for layer in self.layers for y in layer(x)]\n',
         '        return [layer(x) for layer in self.layers][-1]\n',
         '        return [layer(x) for layer in self.layers]\n'),
    *mlp('last-layer-not-run', 'for layer in self.layers:\n            x',
         'for layer in self.layers[:-1]:\n            x'),
    *mlp('layers-backwards', 'for layer in self.layers:\n            x',
         'for layer in self.layers[::-1]:\n            x'),
    *mlp('value-for-a-list', RUN, RUN.replace('return x', 'return x[0]'),
         RUN.replace('return x', 'return x[0] if len(x) == 1 else x')),
    *mlp('no-return', RUN, RUN.replace('        return x\n', '')),
    *mlp('no-return', PARAMETERS, PARAMETERS.replace('return ', '')),
    *mlp('nested-list', PARAMETERS,
         'return [layer.parameters() for layer in self.layers]'),
    *mlp('parameters-are-copies', PARAMETERS,
         PARAMETERS.replace('[p for', '[Value(p.data) for')),
    *mlp('parameters-are-numbers', PARAMETERS,
         PARAMETERS.replace('[p for', '[p.data for')),
    *mlp('parameters-of-one', PARAMETERS, 'return self.layers[-1].parameters()',
         'return self.layers[0].parameters()',
         'return [p for layer in self.layers[:-1] for p in layer.parameters()]'),
    *mlp('each-listed-twice', PARAMETERS,
         PARAMETERS + ' + self.layers[0].parameters()'),
    *mlp('parameters-not-called', PARAMETERS, PARAMETERS.replace('()', '')),
    *mlp('sum-of-lists', PARAMETERS,
         'return sum(layer.parameters() for layer in self.layers)'),
    *mlp('wrong-loop-name', RUN, RUN.replace('x = layer(x)', 'x = layers(x)')),
    *mlp('list-in-a-list', 'x = layer(x)', 'x = layer(x),', 'x = [layer(x)]'),
    *mlp('tuple-slip', 'sizes = [nin] + nouts',
         'sizes = [nin] + nouts\n        self.layers = [],\n'
         '        self.layers.append(0)'),
    *mlp('parameters-grow', PARAMETERS, 'for layer in self.layers:\n'
         '            self.found += layer.parameters()\n        return self.found\n'
         '\n    found = []'),
    *mlp('changes-arguments', RUN, '        for i, layer in enumerate(self.layers):\n'
         '            y = layer(x)\n            x[:] = y\n        return y\n'),
    *mlp('visited-by-value', PARAMETERS, 'ps = [p for layer in self.layers for p in '
         'layer.parameters()]\n        numbers = [p.data for p in ps]\n        return '
         '[p for i, p in enumerate(ps) if p.data not in numbers[:i]]'),
    Mutant('mlp', 'shared-between-objects', (
        ('class MLP:\n', 'class MLP:\n    layers = []\n\n'),
        (MAKE, APPENDED.replace('        self.layers = []\n', '')
         .replace('len(self.layers)', 'i').replace('for nout in', 'for i, nout in '
         'enumerate(').replace('nouts:', 'nouts):')))),
    *mlp('list-plus-value', PARAMETERS, 'return [] + self.layers[0].neurons[0].b'),
]

MUTANTS = [*NEURON, *LAYER, *MLP]

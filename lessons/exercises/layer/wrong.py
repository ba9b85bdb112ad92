"""Wrong programs of layer."""

from mutants import Mutant, replacing


def layer(mistake: str, old: str, *news: str) -> list[Mutant]:
    return replacing('layer', mistake, old, *news)


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

MUTANTS = [
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
    *layer('state-kept', OUTPUTS, LOOP.replace(
        'out = []', 'out = vars(self).setdefault("out", [])')),
    *layer('inputs-cut', OUTPUTS, OUTPUTS.replace(
        'neuron(x)', 'neuron([getattr(v, "data", v) for v in x])')),
    *layer('neurons-in-a-row', OUTPUTS, LOOP.replace(
        'neuron(x))', 'neuron(x))\n            x = [out[-1], *x[1:]]')),
    *layer('not-a-list', OUTPUTS, 'return tuple(neuron(x) for neuron in self.neurons)'),
]

"""Wrong programs of mlp."""

from mutants import Mutant, replacing


def mlp(mistake: str, old: str, *news: str) -> list[Mutant]:
    return replacing('mlp', mistake, old, *news)


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

MUTANTS = [
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
    *mlp('only-layer-squashed', 'i != last', 'i != last or last == 0'),
    *mlp('inputs-cut', RUN, RUN.replace(
        'x = layer(x)', 'x = layer([getattr(v, "data", v) for v in x])')),
    *mlp('state-kept', RUN, '        kept = vars(self).setdefault("kept", {})\n'
         '        key = str(x)\n        if key not in kept:\n            out = x\n'
         '            for layer in self.layers:\n                out = layer(out)\n'
         '            kept[key] = out\n        return kept[key]\n'),
]

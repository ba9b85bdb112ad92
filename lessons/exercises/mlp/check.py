"""Check of mlp."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.networks import (
    between_calls,
    changes_inputs,
    count_is,
    inputs_cut,
    listed,
    listing,
    no_return,
    shared_parts,
    slips,
    touches_nothing,
    two,
    weights,
)
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    differs,
    raises,
    right,
    shows,
    variant,
    wrong,
)

SIZES = '[(len(layer.neurons), len(layer.neurons[0].w)) for layer in mlp.layers]'
OUTPUTS = '[y.data for y in out]'


def probes(rng):
    numbers = weights(rng)
    x = [round(1 + abs(n), 2) for n in weights(rng, 2)]
    inputs = [-0.5, x[0], 0, -x[1]]

    def given(nin, nouts, number='next(numbers)'):
        return (f'mlp = MLP({nin}, {nouts})\nfor layer in mlp.layers:\n'
                '    for neuron in layer.neurons:\n'
                '        for p in [*neuron.w, neuron.b]:\n'
                f'            p.data = {number}\n')

    cycle = f'from itertools import cycle\nnumbers = cycle({numbers})\n'
    call = f'{cycle}{given(2, [2, 3, 2])}out = mlp({x})'
    own = '[p for l in mlp.layers for n in l.neurons for p in [*n.w, n.b]]'
    return [
        two('MLP', '2, [3, 1]', 'layers'),
        Probe('made', 'sizes = [3, 4, 2]\nmlp = MLP(2, sizes)', (SIZES, 'sizes'),
              'made'),
        Probe('objects', 'mlp = MLP(3, [3, 3, 3])',
              ('len(mlp.layers)', 'len({id(layer) for layer in mlp.layers})',
               'len({id(neuron) for layer in mlp.layers for neuron in layer.neurons})'),
              'made'),
        Probe('lists', 'mlp = MLP(2, [3, 2])\nout = mlp([1.0, 2.0])', (
            'isinstance(mlp.layers, list)', 'isinstance(out, list)',
            'isinstance(mlp.parameters(), list)', 'len(out)'), 'made'),
        *(Probe(f'{nin} inputs, {nouts}', f'{cycle}sizes = {nouts}\n'
                f'{given(nin, "sizes")}x = {inputs[:nin]}\nout = mlp(x)\n'
                '(out[0] + out[-1]).backward()', (
                    SIZES, OUTPUTS, 'sizes', 'x', 'len(mlp.parameters())',
                    f'[p.grad for p in {own}]'), 'output')
          for nin, nouts in ((1, [1]), (3, [1]), (2, [1, 1]), (1, [2, 2, 2]), (4, [3]),
                             (2, [2, 2]), (3, [1, 4, 1]), (2, [4, 3, 2, 1]),
                             (2, [3, 3, 3, 3]), (3, [2, 4, 2]))),
        Probe('drawn', 'mlp, other = MLP(3, [4, 4, 1]), MLP(3, [4, 4, 1])', (
            f'len({{p.data for p in {own}}}) > 25', f'len({{id(p) for p in {own}}})',
            f'[p.data for p in {own}] == '
            f'[p.data for p in {own.replace("mlp", "other")}]',
            'len(mlp.parameters())', f'all(-1 <= p.data <= 1 for p in {own})',
            '[n.b.data for l in mlp.layers for n in l.neurons]',
            'all(isinstance(l, Layer) for l in mlp.layers)'), 'made'),
        Probe('calls', f'x = {x}\n{call.replace(str(x), "x")}\n'
              'second = mlp([-0.5, 0.25])\nx[0] = -0.75\nthird = mlp(x)\n'
              'mlp.layers[0].neurons[0].w[1].data = 0.0\n'
              'mlp.layers[-1].neurons[0].b.data = 0.5\nfourth = mlp(x)\n'
              'other = MLP(2, [2, 1])\nfor l in other.layers:\n'
              '    for n in l.neurons:\n        for p in [*n.w, n.b]:\n'
              '            p.data = 0.1\nfifth = other(x)\nsixth = mlp(x)',
              tuple(f'[y.data for y in {name}]' for name in (
                  'out', 'second', 'third', 'fourth', 'fifth', 'sixth')), 'output'),
        Probe('sizes changed later', f'sizes = [2, 1]\n{cycle}{given(2, "sizes")}'
              f'sizes[:] = [5, 5, 5]\nout = mlp({x})', (OUTPUTS, SIZES), 'output'),
        Probe('values', f'from micrograd import Value\n{cycle}{given(2, [2, 1])}'
              'v, w = Value(-0.4), Value(0.7)\nout = mlp([v, w * v])\n'
              'out[0].backward()', (OUTPUTS, 'v.grad', 'w.grad'), 'output'),
        Probe('zeros', f'from micrograd import Value\n{cycle}{given(2, [3, 2])}'
              'v, w, x = Value(0.0), Value(0), Value(0.5)\n'
              '(mlp([v, w])[0] + mlp([x, x])[-1]).backward()\n'
              f'found = [p.grad for p in {own}]\nfor p in {own}:\n    p.data = 0.0\n'
              'out = mlp([0, 0.0])', (
                  'v.grad', 'w.grad', 'x.grad', 'found', OUTPUTS,
                  'len({id(y) for y in out})'), 'output'),
        touches_nothing(cycle + given(2, [2, 1]), 'mlp', own, 2, 'output'),
        Probe('output', call, (OUTPUTS,), 'output'),
        Probe('nothing', call, ('out is None', 'type(out).__name__',
              'mlp.parameters() is None'), 'output', False),
        Probe('single', f'{cycle}{given(2, [1])}out = mlp({x})', (OUTPUTS,), 'output'),
        Probe('large', f'{given(3, [3, 1], number=3.0)}out = mlp({[*x, 1.5]})',
              (OUTPUTS,), 'output'),
        Probe('again', f'x = {x}\n{call}\nagain = mlp(x)',
              ('[y.data for y in out] == [y.data for y in again]', 'x'), 'output'),
        Probe('backward', f'{call}\n(out[0] * 2 + out[1] * 3).backward()',
              (f'[p.grad for p in {own}]',), 'output'),
        *listed(f'numbers = iter({weights(rng, 35)})\n'
                f'{given(2, [3, 4, 2])}net, own = mlp, {own}'),
    ]


LINEAR = """
def make(self, nin, nouts):
    sizes = [nin] + nouts
    self.layers = [Layer(n, m, nonlin={}) for i, (n, m) in enumerate(zip(sizes, nouts))]
MLP.__init__ = make
"""
RESULTS = ('output', 'single', 'large')


def tanh_where(condition):
    """Fits a file that has tanh in those layers i."""
    return variant(LINEAR.format(condition), *RESULTS)


def call(body):
    """Fits a file whose __call__ behaves as this body."""
    code = f'def call(self, x):\n    {body}\nMLP.__call__ = call'
    return variant(code, 'output', 'large')


def sizes(*pairs):
    """Fits if the layers of MLP(2, [3, 4, 2]) have these numbers (nout, nin)."""
    return shows('made', SIZES, [list(pair) for pair in pairs])


CHECK = Check(
    title='a multi-layer perceptron',
    steps={
        'made': 'the layers',
        'output': 'the outputs',
        'parameters': 'the list of parameters',
    },
    probes=probes,
    needs=('MLP', 'MLP.__call__', 'MLP.parameters', 'Layer', 'Neuron'),
    uses={'Value': 'engine'},
    mistakes=(
        no_return(('nothing', 'out is None'), ('nothing', 'mlp.parameters() is None')),
        Mistake(
            'list-plus-number',
            raises('TypeError',
                   "unsupported operand.*'int' and 'list'|can only concatenate "
                   'list .not "int"|\'int\' object is not (iterable|subscriptable)'
                   "|'list' object cannot be interpreted", 'made'),
            'a number and a list are added',
            'list + list makes a longer list. What has to be put around nin?',
        ),
        *slips(),
        shared_parts(),
        Mistake(
            'changes-the-sizes', differs('made', 'sizes'),
            "the caller's list of sizes is changed",
            'insert and append change the list that was passed in. What makes a new '
            'one?',
            'made',
        ),
        Mistake(
            'one-too-far', raises('IndexError', 'index out of range', 'made'),
            'the loop goes one too far',
            'n sizes in a row have n - 1 gaps between them. How many layers are '
            'there, and what is the last i?',
        ),
        Mistake(
            'layers-see-the-inputs', sizes((3, 2), (4, 2), (2, 2)),
            'every layer is made for nin inputs',
            'What goes into the second layer, and how many of them are there?',
            'made',
        ),
        Mistake(
            'only-layer-squashed', tanh_where('i != len(nouts) - 1 or i == 0'),
            'a single layer is not linear',
            'Which layer of MLP(3, [1]) is the last one? Does your test see it?',
            'single',
        ),
        shared('sizes-swapped', sizes((2, 3), (3, 4), (4, 2)), 'made'),
        Mistake(
            'last-layer-missing', sizes((3, 2), (4, 3)),
            'the last layer is missing',
            'Each number of nouts is a layer. How many are there here?',
            'made',
        ),
        Mistake(
            'first-layer-missing', sizes((4, 3), (2, 4)),
            'the first layer is missing',
            'Each number of nouts is a layer. Which sizes does the first one have?',
            'made',
        ),
        Mistake(
            'inputs-are-a-layer', sizes((2, 2), (3, 2), (4, 3), (2, 4)),
            'the inputs got a layer of their own',
            'nin says how many numbers come in; nothing is computed there. Which '
            'pairs of neighbours in [nin, *nouts] are a layer?',
            'made',
        ),
        Mistake(
            'shared-layer',
            all_of(right('objects', 'len(mlp.layers)'), wrong('objects')),
            'the same layer is in several places',
            'Layers of the same size need weights of their own. How many times is '
            'Layer(...) called?',
            'objects',
        ),
        Mistake(
            'last-layer-squashed', tanh_where('True'),
            'the last layer has tanh, too',
            'Which numbers can come out of tanh, and which may a network have to '
            'predict? How does the loop know the last layer?',
            'large',
        ),
        Mistake(
            'all-layers-linear', tanh_where('False'),
            'no layer has tanh',
            'Linear layers in a row are one linear layer. Which of them have to bend?',
            'output',
        ),
        Mistake(
            'last-layer-by-size', tanh_where('nouts[i] != nouts[-1]'),
            'the last layer is recognised by its size',
            'Another layer may have as many neurons as the last one. What tells them '
            'apart even then?',
            'output',
        ),
        Mistake(
            'wrong-layer-linear',
            any_of(tanh_where('i > 0'), tanh_where('i == len(nouts) - 1'),
                   tanh_where('i < len(nouts) - 2'), tanh_where('i != len(nouts)')),
            'a layer other than the last one is linear',
            'Print i and nonlin for each layer. For which i should tanh be left out?',
            'output',
        ),
        inputs_cut('values', 'backward'),
        changes_inputs('[y.data for y in out] == [y.data for y in again]'),
        shared('changes-between-calls', shows(
            'again', '[y.data for y in out] == [y.data for y in again]', False
        ), 'again'),
        shared('first-one-returned', call('return self.layers[0](x)'), 'output'),
        Mistake(
            'layers-not-chained',
            any_of(call('return self.layers[-1](x)'),
                   call('return [layer(x) for layer in self.layers][-1]'),
                   call('return [y for layer in self.layers for y in layer(x)]'),
                   raises('AttributeError', "'list' object has no attribute 'data'",
                          'output')),
            'the layers do not get the outputs of the layer before',
            'What goes into the second layer in your loop? Which name holds the '
            'result of the first?',
            'output',
        ),
        Mistake(
            'last-layer-not-run',
            call('for layer in self.layers[:-1]: x = layer(x)\n    return x'),
            'the last layer is never called',
            'Count the calls for three layers. After which one do you return?',
            'output',
        ),
        Mistake(
            'layers-backwards', call(
                'for layer in reversed(self.layers): x = layer(x)\n    return x'),
            'the layers run from the last to the first',
            'Which layer was made for the inputs?',
            'output',
        ),
        Mistake(
            'value-for-a-list',
            any_of(raises('TypeError', "'Value' object is not iterable"),
                   shows('nothing', 'type(out).__name__', 'Value')),
            'a single Value instead of a list',
            'The next layer goes through the outputs. What does it need, even if '
            'there is only one?',
        ),
        between_calls('output', 'backward'),
        *listing(),
        shared('parameters-of-one', count_is(lambda n, ours: n < ours), 'listed'),
    ),
    promises={
        'The outputs of each layer': ('output', 'calls'),
        'Neuron and Layer are done': (),
        'Write the class': (),
        'MLP(nin, nouts) has': ('made', 'lists', 'objects', 'drawn', 'two objects'),
        'nin is the number': ('made', '3 inputs, [2, 4, 2]'),
        'All layers but the last': ('large', 'single', '2 inputs, [2, 2]'),
        'mlp(x) returns': ('output', 'lists', 'again', 'values'),
        'mlp.parameters() returns': ('listed', 'lists', 'drawn'),
    },
    hints=(
        'The sizes in a row are [nin, *nouts]; each pair of neighbours is a layer. '
        'What comes out of one layer goes into the next.',
        'Layer(sizes[i], sizes[i + 1], nonlin=i != len(nouts) - 1) for each i. In '
        '__call__ assign the result of each layer to x again.',
        'for layer in self.layers: x = layer(x); after the loop return x. parameters: '
        '[p for layer in self.layers for p in layer.parameters()].',
    ),
)

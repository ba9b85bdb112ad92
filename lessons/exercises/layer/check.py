"""Check of layer."""

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
    raises,
    right,
    shows,
    variant,
)

MADE = ('len(layer.neurons)', '[len(neuron.w) for neuron in layer.neurons]')
OBJECTS = 'len({id(neuron) for neuron in layer.neurons})'
OUTPUTS = '[y.data for y in out]'


def probes(rng):
    numbers = weights(rng, 9)
    x = [round(1 + abs(n), 2) for n in weights(rng, 2)]
    given = (f'layer = Layer(2, 3)\nnumbers = iter({numbers})\n'
             'for neuron in layer.neurons:\n    for p in [*neuron.w, neuron.b]:\n'
             '        p.data = next(numbers)\n')
    call = f'{given}out = layer({x})'
    own = '[p for n in layer.neurons for p in [*n.w, n.b]]'
    return [
        two('Layer', '2, 3', 'neurons'),
        Probe('made', 'layer = Layer(2, 3)', (*MADE, OBJECTS), 'made'),
        Probe('one', 'layer = Layer(4, 1)\nout = layer([1.0, 2.0, 3.0, 4.0])',
              (*MADE, 'len(list(out))'), 'made'),
        Probe('lists', 'layer = Layer(2, 3)\nout = layer([1.0, 2.0])', (
            'isinstance(layer.neurons, list)', 'isinstance(out, list)',
            'isinstance(layer.parameters(), list)', 'len(out)'), 'made'),
        *(Probe(f'{nin} inputs, {nout} outputs', f'layer = Layer({nin}, {nout})', (
            *MADE, OBJECTS, 'len(layer.parameters())',
            'len({p.data for n in layer.neurons for p in n.w})',
            'len({id(p) for n in layer.neurons for p in [*n.w, n.b]})',
            'all(isinstance(n, Neuron) for n in layer.neurons)',
            'len({id(n.w) for n in layer.neurons})',
            'all(n.b.data == 0 for n in layer.neurons)'), 'made')
          for nin, nout in ((1, 1), (1, 4), (3, 1), (2, 5), (5, 2), (3, 3))),
        Probe('drawn anew', 'one, other = Layer(3, 2), Layer(3, 2)', (
            '[w.data for n in one.neurons for w in n.w] == '
            '[w.data for n in other.neurons for w in n.w]',), 'made'),
        Probe('calls', f'x = {x}\n{given}out = layer(x)\nsecond = layer([-0.5, 0.25])\n'
              'x[0] = -0.75\nthird = layer(x)\nlayer.neurons[0].w[1].data = 0.0\n'
              'layer.neurons[2].b.data = 0.5\nfourth = layer(x)\n'
              'other = Layer(2, 2)\nfor n in other.neurons:\n'
              '    for p in [*n.w, n.b]:\n        p.data = 0.1\nfifth = other(x)\n'
              'sixth = layer(x)', tuple(f'[y.data for y in {name}]' for name in (
                  'out', 'second', 'third', 'fourth', 'fifth', 'sixth')), 'output'),
        Probe('values', f'from micrograd import Value\n{given}'
              'v, w = Value(-0.4), Value(0.7)\nout = layer([v, w * v])\n'
              '(out[0] + out[1] * 2 - out[2] * 3).backward()',
              (OUTPUTS, 'v.grad', 'w.grad', f'[p.grad for p in {own}]'), 'output'),
        Probe('zeros', f'from micrograd import Value\n{given}'
              'v, w, x = Value(0.0), Value(0), Value(0.5)\n'
              '(layer([v, w])[0] + layer([x, x])[-1]).backward()\n'
              f'for p in {own}:\n    p.data = 0.0\n'
              'out = layer([0, 0.0])', (
                  'v.grad', 'w.grad', 'x.grad', f'[p.grad for p in {own}]', OUTPUTS,
                  'len({id(y) for y in out})'), 'output'),
        touches_nothing(given, 'layer', own, 2, 'output'),
        Probe('output', call, (OUTPUTS,), 'output'),
        Probe('nothing', call, ('out is None', 'type(out).__name__',
              'layer.parameters() is None', 'getattr(out, "data", None)'), 'output',
              False),
        Probe('again', f'x = {x}\n{call}\nagain = layer(x)',
              ('[y.data for y in out] == [y.data for y in again]', 'x'), 'output'),
        Probe('backward', f'{call}\n(out[0] * 2 + out[1] * 3 + out[2] * 4).backward()',
              (f'[p.grad for p in {own}]',), 'output'),
        *listed(f'{given}net, own = layer, {own}'),
    ]


def call(body, *probes):
    """Fits a file whose __call__ behaves as this body."""
    code = f'def call(self, x):\n    {body}\nLayer.__call__ = call'
    return variant(code, *(probes or ('output', 'nothing')))


CHECK = Check(
    title='a layer of neurons',
    steps={
        'made': 'the neurons',
        'output': 'the outputs',
        'parameters': 'the list of parameters',
    },
    probes=probes,
    needs=('Layer', 'Layer.__call__', 'Layer.parameters', 'Neuron'),
    uses={'Value': 'engine'},
    mistakes=(
        no_return(('nothing', 'out is None'),
                  ('nothing', 'layer.parameters() is None')),
        *slips(),
        Mistake(
            'classes-for-neurons',
            raises('AttributeError', "type object 'Neuron' has no attribute"),
            'the list holds the class, not neurons',
            '`Neuron` is the plan, `Neuron(2)` builds one. What is in the list?',
        ),
        shared_parts(),
        shared('shared-neuron',
               all_of(right('made', MADE[0]), shows('made', OBJECTS, 1)), 'made'),
        shared('sizes-swapped', any_of(*(
            shows('made', MADE[1], sizes) for sizes in ([3, 3], [3, 3, 3], [2, 2])
        )), 'made'),
        Mistake(
            'one-neuron', all_of(shows('made', MADE[0], 1), shows('one', MADE[0], 1)),
            'there is one neuron only',
            'nout outputs need nout neurons. How many times is Neuron(...) called?',
            'made',
        ),
        Mistake(
            'same-output-for-all',
            lambda e: isinstance(ys := e.yours('output', OUTPUTS), list)
            and len(ys) == 3 and len(set(map(str, ys))) == 1,
            'all outputs come from one neuron',
            'Which name does the loop define, and which one does its body call?',
            'output',
        ),
        inputs_cut('values', 'zeros'),
        changes_inputs('[y.data for y in out] == [y.data for y in again]'),
        shared('changes-between-calls', shows(
            'again', '[y.data for y in out] == [y.data for y in again]', False
        ), 'again'),
        shared('first-one-returned', any_of(
            call('return [self.neurons[0](x)]'), call('return self.neurons[0](x)')
        ), 'output'),
        Mistake(
            'outputs-summed',
            any_of(call('return sum((n(x) for n in self.neurons), Value(0.0))'),
                   call('return [sum((n(x) for n in self.neurons), Value(0.0))]')),
            'the outputs are added up',
            'The next layer needs one input from each neuron. How many does it get?',
            'output',
        ),
        Mistake(
            'neurons-in-a-row',
            any_of(call('for n in self.neurons:\n        x = [n(x)]\n    return x'),
                   call('out = []\n    for n in self.neurons:\n        out.append(n(x))'
                        '\n        x = [out[-1], *x[1:]]\n    return out'),
                   raises('TypeError', "zip argument #2|'Value' object is not iterable",
                          'output')),
            'each neuron gets the output of the one before',
            'Neurons of one layer work side by side. Which inputs does the second one '
            'see?',
            'output',
        ),
        Mistake(
            'one-input-each',
            any_of(call('return [n([v]) for n, v in zip(self.neurons, x)]'),
                   call('return [n([v]) for n in self.neurons for v in x]')),
            'a neuron sees one input only',
            'Every neuron has a weight for every input. What do you pass to it?',
            'output',
        ),
        Mistake(
            'outputs-are-numbers',
            raises('AttributeError', "'(float|int)' object has no attribute 'data'",
                   'output'),
            'the outputs are plain numbers',
            'A number has lost its graph: no gradient comes back. What does a neuron '
            'return, and which part of it do you keep?',
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
        Mistake(
            'no-list',
            all_of(right('output'),
                   raises('TypeError', 'object is not subscriptable', 'backward')),
            'the outputs can be read only once',
            'map(...) and (… for …) give their items one by one and are then empty. '
            'What makes a list of them?',
            'backward',
        ),
        between_calls('output', 'backward'),
        *listing(),
        shared('parameters-of-one', count_is(lambda n, ours: n < ours), 'listed'),
    ),
    promises={
        'All neurons of a layer': ('output', 'calls'),
        'Neuron is done': (),
        'Write the class': (),
        'Layer(nin, nout) has': ('made', 'lists', 'two objects', '2 inputs, 5 outputs'),
        'layer(x) returns': ('output', 'lists', 'again', 'values'),
        'layer.parameters() returns': ('listed', 'lists'),
    },
    hints=(
        'Make nout neurons, each of its own. A call passes the same x to each of them.',
        'Three list comprehensions: one makes the neurons, one collects neuron(x), '
        'and one with two `for` lists the parameters.',
        '[Neuron(nin) for _ in range(nout)], then [neuron(x) for neuron in '
        'self.neurons], then [p for neuron in self.neurons for p in '
        'neuron.parameters()].',
    ),
)

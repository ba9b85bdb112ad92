"""Check of neuron."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.networks import (
    COUNT,
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
    formula,
    raises,
    right,
    shows,
    wrong,
)

MADE = ('len(neuron.w)', "all(hasattr(w, 'grad') for w in neuron.w)",
        "hasattr(neuron.b, 'grad')")
DRAWN = ('len({w.data for w in neuron.w})', 'len({id(w) for w in neuron.w})',
         'all(-1 <= w.data <= 1 for w in neuron.w)',
         'any(w.data < 0 for w in neuron.w)', 'any(w.data > 0 for w in neuron.w)')
ENDS = ('min(w.data for w in neuron.w) < -0.9', 'max(w.data for w in neuron.w) > 0.9',
        'len({w.data for w in neuron.w}) > 390', 'neuron.b.data', 'neuron.b.grad')
BIASES = 'sum(p is neuron.b for p in neuron.parameters())'


def probes(rng):
    w, b = weights(rng, 3), rng.randint(10, 29) / 100 + 0.005  # no weight is b
    x = [round(rng.uniform(0.45, 0.85), 2) * (1 if wi > 0 else -1) for wi in w]
    given = (f'neuron = Neuron(3)\nfor weight, number in zip(neuron.w, {w}):\n'
             f'    weight.data = number\nneuron.b.data = {b}\n')
    call = f'{given}x = {x}\nout = neuron(x)'
    opposite = f'{given}x = {[-xi for xi in x]}\nout = neuron(x)'
    values = (f'from micrograd import Value\n{given}p, q, r = [Value(x) for x in {x}]\n'
              'out = neuron([p * 2, q, r * r])\nout.backward()')
    start = 'neuron = Neuron(3)'
    return [
        two('Neuron', '3', 'w'),
        Probe('made', start, MADE, 'made'),
        Probe('drawn', 'neuron = Neuron(50)', DRAWN, 'made'),
        Probe('output', call, ('out.data',), 'output'),
        Probe('opposite', opposite, ('out.data',), 'output'),
        Probe('nothing', call,
              ('out is None', 'type(out).__name__', 'neuron.parameters() is None',
              BIASES), 'output', False),
        Probe('ends', 'neuron = Neuron(400)', ENDS, 'made'),
        Probe('lists', start, ('isinstance(neuron.w, list)', 'neuron.b.data',
                               'isinstance(neuron.parameters(), list)'), 'made'),
        Probe('drawn anew', 'one, other = Neuron(5), Neuron(5)', (
            '[w.data for w in one.w] == [w.data for w in other.w]',
            '[w.data for w in Neuron(3).w] == [w.data for w in Neuron(3).w]',
            'one.b is other.b'), 'made'),
        *(Probe(f'inputs {nth}', f'neuron = Neuron({nin})\n'
                f'for weight, number in zip(neuron.w, {numbers}):\n'
                f'    weight.data = number\nneuron.b.data = {bias}\nx = {inputs}\n'
                'out = neuron(x)\nout.backward()',
                ('out.data', '[w.grad for w in neuron.w]', 'neuron.b.grad', 'x',
                 'len(neuron.parameters())'), 'output')
          for nth, (nin, numbers, bias, inputs) in enumerate((
              (1, [0.7], -b, [-0.6]), (2, [0.5, -0.5], b, [1, 0]),
              (2, [-0.4, 0.3], 0.0, [0.0, 0.0]), (4, [0.3, 0.3, -0.2, 0.9], -b,
                                                  [0.5, 0.5, -1.5, 0.2]),
              (5, [0.9, -0.8, 0.7, -0.6, 0.5], b, [3, 2, -1, 4, -2])))),
        Probe('tiny', 'neuron = Neuron(2)\nfor p in neuron.parameters():\n'
              '    p.data = 2.345678e-9\nout = neuron([1.5, -0.25])',
              ('out.data / 1e-9',), 'output'),
        Probe('calls', f'{call}\nx2 = {[round(-xi / 2, 2) for xi in x]}\n'
              'second = neuron(x2)\nx[0] = 0.25\nthird = neuron(x)\n'
              'neuron.w[0].data = 0.125\nneuron.b.data = -0.25\n'
              'fourth = neuron(x)\nother = Neuron(3)\n'
              'for p in [*other.w, other.b]:\n    p.data = 0.0\nfifth = other(x)\n'
              'sixth = neuron(x)', tuple(f'{name}.data' for name in (
                  'out', 'second', 'third', 'fourth', 'fifth', 'sixth')), 'output'),
        Probe('two uses', f'{given}x = {x}\n'
              'out = neuron(x) + neuron([-2 * xi for xi in x]) * 3\nout.backward()',
              ('[w.grad for w in neuron.w]', 'neuron.b.grad',
               '[w.data for w in neuron.w]', 'neuron.b.data'),
              'gradients'),
        Probe('one Value', 'from micrograd import Value\n'
              f'{given}v = Value(-0.4)\nout = neuron([v, 2, v])\nout.backward()',
              ('out.data', 'v.grad', 'v.data', '[w.grad for w in neuron.w]'),
              'gradients'),
        Probe('zeros', f'from micrograd import Value\n{given}p, q, r = Value(0.0), '
              'Value(0), Value(-0.5)\nneuron.w[1].data = 0.0\nout = neuron([p, q, r])\n'
              'out.backward()\nsame = [v.grad for v in (p, q, r)]\n'
              '(neuron([p, 0, r]) * 0).backward()', (
                  'out.data', 'same', '[v.grad for v in (p, q, r)]',
                  '[w.grad for w in neuron.w]', 'neuron.b.grad'), 'gradients'),
        Probe('equal Values', f'from micrograd import Value\n{given}'
              'p, q, r = Value(0.5), Value(0.5), Value(0.5)\n'
              'for w in neuron.w:\n    w.data = -0.25\nneuron.b.data = 0.0\n'
              'out = neuron([p, q, r])\nout.backward()', (
                  'out.data', '[v.grad for v in (p, q, r)]',
                  '[w.grad for w in neuron.w]', 'neuron.b.grad'), 'gradients'),
        touches_nothing(given, 'neuron', '[*neuron.w, neuron.b]', 3, 'gradients'),
        Probe('again', f'{call}\nagain = neuron(x)', ('out.data == again.data', 'x'),
              'output'),
        Probe('backward', f'{call}\nout.backward()',
              ('[w.grad for w in neuron.w]', 'neuron.b.grad'), 'gradients'),
        Probe('values', values, ('out.data', 'p.grad', 'q.grad', 'r.grad'),
              'gradients'),
        *listed(f'{given}net, own = neuron, [*neuron.w, neuron.b]'),
        Probe('live', f'{given}for p in neuron.parameters():\n    p.data = 0.0\n'
              f'out = neuron({x})', ('out.data',), 'parameters'),
    ]


PRODUCTS = '[wi.data * xi for wi, xi in zip(neuron.w, x)]'


def gives(candidate):
    """Fits if the output is this formula, of `act` = w · x, `b` and `products`."""
    given = f'sum({PRODUCTS}), neuron.b.data, {PRODUCTS}'
    return formula(f'(lambda act, b, products: {candidate})({given})',
                   'out.data', 'output', 'opposite')


def output(name, candidates, title, hint):
    return Mistake(name, any_of(*map(gives, candidates)), title, hint, 'output')


CHECK = Check(
    title='one neuron',
    steps={
        'made': 'weights and bias',
        'output': 'the output',
        'gradients': 'the gradients',
        'parameters': 'the list of parameters',
    },
    probes=probes,
    needs=('Neuron', 'Neuron.__call__', 'Neuron.parameters'),
    uses={'Value': 'engine'},
    mistakes=(
        no_return(('nothing', 'out is None'),
                  ('nothing', 'neuron.parameters() is None')),
        shared_parts(),
        shared('shared-between-objects',
               all_of(right('made'), shows('drawn anew', 'one.b is other.b', True)),
               'drawn anew'),
        *(slip for slip in slips() if slip.name != 'parameters-not-called'),
        Mistake(
            'activation-not-called',
            raises('AttributeError', "'(method|function)' object has no", 'output'),
            '`tanh` is named, but not called',
            '`act.tanh` is the method itself. What makes Python run it?',
            'output',
        ),
        Mistake(
            'weights-are-floats',
            shows('made', MADE[1], False),
            'the weights are plain numbers',
            'Training needs the gradient of each weight. Which kind of object has one?',
            'made',
        ),
        Mistake(
            'bias-is-a-float', shows('made', MADE[2], False),
            'the bias is a plain number',
            'The bias is learned, just as the weights are. Which kind of object has a '
            'gradient?',
            'made',
        ),
        Mistake(
            'wrong-number-of-weights',
            wrong('made', MADE[0]),
            'not one weight for each input',
            'nin inputs: how many weights are there, and does w hold anything else?',
            'made',
        ),
        Mistake(
            'shared-weight', lambda e: e.yours('drawn', DRAWN[1]) == 1,
            'the same Value is in every place',
            '[Value(0.3)] * 3: how many times does Value(...) run, and how many '
            'objects are there?',
            'drawn',
        ),
        Mistake(
            'equal-weights', lambda e: e.yours('drawn', DRAWN[0]) == 1,
            'all weights start equal',
            'Weights that start equal and get equal gradients stay equal. Where does '
            'the difference come from, and how often is it drawn?',
            'drawn',
        ),
        Mistake(
            'weights-too-large', shows('drawn', DRAWN[2], False),
            'weights outside -1 to 1',
            'Which function of random draws evenly between two ends?',
            'drawn',
        ),
        Mistake(
            'weights-of-one-sign',
            any_of(shows('drawn', DRAWN[3], False), shows('drawn', DRAWN[4], False)),
            'all weights have the same sign',
            'random.random() lies between 0 and 1. Which interval does the exercise '
            'ask for?',
            'drawn',
        ),
        Mistake(
            'output-without-graph',
            any_of(lambda e: e.yours('nothing', 'type(out).__name__') in ('float',
                                                                          'int'),
                   all_of(right('output'), lambda e: all(
                       g == 0 for g in e.yours('backward', '[w.grad for w in neuron.w]')
                       or [1]))),
            'the output has lost its graph',
            'Plain numbers remember nothing. Where do you take `.data`, or a function '
            'of math, though a Value can do it itself?',
            'backward',
        ),
        output(
            'no-activation', ('act + b', ),
            'the sum is not squashed',
            'The output of a neuron lies between -1 and 1. What is still to be done '
            'with w · x + b?'),
        output(
            'bias-not-in-forward', ('math.tanh(act)', ),
            'the bias is left out',
            'With all inputs 0 the neuron should give tanh(b). What does yours give?'),
        output(
            'bias-after-activation', ('math.tanh(act) + b', ),
            'the bias is added after tanh',
            'tanh is the last thing that a neuron does. What goes inside its '
            'parentheses?'),
        output(
            'bias-with-each-input',
            ('math.tanh(act + len(products) * b)',
             'math.tanh(act + (len(products) + 1) * b)'),
            'the bias is added once for each input',
            'There is one bias for the neuron. How many times does your loop add it?'),
        output(
            'bias-multiplied', ('math.tanh(act * b)', 'math.tanh(b * (1 + act))'),
            'the bias is a factor',
            'w · x + b: the bias moves the sum. What does yours do to it?'),
        output(
            'bias-subtracted', ('math.tanh(act - b)', ),
            'the bias is subtracted',
            'Which sign does b have in w · x + b?'),
        output(
            'activation-of-each-product',
            ('sum(map(math.tanh, products)) + b',
             'math.tanh(sum(map(math.tanh, products)) + b)'),
            'each product is squashed on its own',
            'First the sum of all products, then tanh, once. Where does your loop '
            'end?'),
        output(
            'activation-in-the-loop',
            ('math.tanh(math.tanh(math.tanh(b + products[0]) + products[1])'
             ' + products[2])',),
            '`tanh` runs after every input',
            'First the sum of all products, then tanh, once. Is it indented into the '
            'loop?'),
        output(
            'other-activation',
            ('max(0.0, act + b)', '1 / (1 + math.exp(-act - b))', 'math.exp(act + b)',
             'math.sin(act + b)', 'math.log(1 + math.exp(act + b))'),
            'a function other than tanh',
            'Between which two numbers is your output, and between which is tanh?'),
        output(
            'weights-not-used', ('math.tanh(sum(x) + b)', 'math.tanh(sum(x))'),
            'the inputs are added without their weights',
            'The weight says how important an input is. Where do you use it?'),
        output(
            'weights-added',
            ('math.tanh(sum(wi.data + xi for wi, xi in zip(neuron.w, x)) + b)',),
            'weights and inputs are added, not multiplied',
            'With the weight 0, how much should an input matter?'),
        output(
            'only-one-input',
            tuple(f'math.tanh(products[{i}] + b)' for i in (0, 1, 2)),
            'only one input counts',
            'The sum goes over all inputs. Is it added to, or reset in each round?'),
        inputs_cut('values', 'one Value'),
        changes_inputs('out.data == again.data'),
        shared('changes-between-calls',
               shows('again', 'out.data == again.data', False), 'again'),
        shared('bias-not-in-parameters', all_of(
            shows('listed', COUNT, 3), shows('nothing', BIASES, 0)), 'listed'),
        Mistake(
            'weights-not-in-parameters',
            all_of(shows('listed', COUNT, 1), shows('nothing', BIASES, 1)),
            'the weights are not among the parameters',
            'What is not in this list never learns. How many numbers does a neuron '
            'with three inputs learn?',
            'listed',
        ),
        between_calls('output', 'backward'),
        *listing(),
        shared('parameters-of-one', count_is(lambda n, ours: n < ours), 'listed'),
    ),
    promises={
        'A neuron weighs': ('output', 'inputs 2'),
        'Write the class': (),
        'Neuron(nin) has': ('made', 'drawn', 'ends', 'lists', 'drawn anew'),
        'neuron(x), with a list': ('output', 'values', 'again', 'calls'),
        'The call changes': ('again', 'gradients before'),
        'neuron.parameters() returns': ('listed', 'lists', 'live'),
        'Value is that': (),
    },
    hints=(
        'A weight for each input, one bias, all of them Values. The output is tanh of '
        'the sum of weight times input, plus the bias.',
        'A list comprehension with Value(random.uniform(-1, 1)) makes the weights. In '
        '__call__ start at the bias and add wi * xi for each pair of zip(self.w, x).',
        'act = self.b; for wi, xi in zip(self.w, x): act = act + wi * xi; return '
        'act.tanh(). And parameters: return self.w + [self.b].',
    ),
)

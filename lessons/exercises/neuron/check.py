"""Check of neuron."""

from micrograd.classroom.checker import Check, Mistake, Probe, Text
from micrograd.classroom.checker.bank.networks import (
    COUNT,
    changes_inputs,
    count_is,
    listed,
    listing,
    no_return,
    shared,
    shared_parts,
    slips,
    touches_nothing,
    two,
    weights,
)
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    common,
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
    title=Text('one neuron', '一个神经元'),
    steps={
        'made': Text('weights and bias', '权重和偏置'),
        'output': Text('the output', '输出'),
        'gradients': Text('the gradients', '梯度'),
        'parameters': Text('the list of parameters', '参数列表'),
    },
    probes=probes,
    needs=('Neuron', 'Neuron.__call__', 'Neuron.parameters'),
    uses={'Value': 'engine'},
    mistakes=(
        no_return(('nothing', 'out is None'),
                  ('nothing', 'neuron.parameters() is None')),
        shared_parts(),
        *(slip for slip in slips() if slip.name != 'parameters-not-called'),
        Mistake(
            'activation-not-called',
            raises('AttributeError', "'(method|function)' object has no", 'output'),
            Text('`tanh` is named, but not called', '只写了 tanh，没有调用'),
            Text('`act.tanh` is the method itself. What makes Python run it?',
                 '`act.tanh` 是方法本身。怎样才能让 Python 运行它？'),
            'output',
        ),
        Mistake(
            'weights-are-floats',
            shows('made', MADE[1], False),
            Text('the weights are plain numbers', '权重是普通的数'),
            Text('Training needs the gradient of each weight. Which kind of object '
                 'has one?',
                 '训练需要每个权重的梯度。什么样的对象才有梯度？'),
            'made',
        ),
        Mistake(
            'bias-is-a-float', shows('made', MADE[2], False),
            Text('the bias is a plain number', '偏置是普通的数'),
            Text('The bias is learned, just as the weights are. Which kind of object '
                 'has a gradient?',
                 '偏置和权重一样需要学习。什么样的对象才有梯度？'),
            'made',
        ),
        Mistake(
            'wrong-number-of-weights',
            wrong('made', MADE[0]),
            Text('not one weight for each input', '权重个数和输入个数不一致'),
            Text('nin inputs: how many weights are there, and does w hold anything '
                 'else?',
                 '有 nin 个输入，应该有几个权重？w 里还放了别的东西吗？'),
            'made',
        ),
        Mistake(
            'shared-weight', lambda e: e.yours('drawn', DRAWN[1]) == 1,
            Text('the same Value is in every place', '每个位置上都是同一个 Value'),
            Text('[Value(0.3)] * 3: how many times does Value(...) run, and how many '
                 'objects are there?',
                 '[Value(0.3)] * 3：Value(...) 运行了几次？一共有几个对象？'),
            'drawn',
        ),
        Mistake(
            'equal-weights', lambda e: e.yours('drawn', DRAWN[0]) == 1,
            Text('all weights start equal', '所有权重的初值都相同'),
            Text('Weights that start equal and get equal gradients stay equal. Where '
                 'does the difference come from, and how often is it drawn?',
                 '初值相同、梯度相同的权重会一直相同。差别从哪里来？随机数抽了几次？'),
            'drawn',
        ),
        Mistake(
            'weights-too-large', shows('drawn', DRAWN[2], False),
            Text('weights outside -1 to 1', '权重超出了 -1 到 1'),
            Text('Which function of random draws evenly between two ends?',
                 'random 的哪个函数在两个端点之间均匀地取值？'),
            'drawn',
        ),
        Mistake(
            'weights-of-one-sign',
            any_of(shows('drawn', DRAWN[3], False), shows('drawn', DRAWN[4], False)),
            Text('all weights have the same sign', '所有权重符号相同'),
            Text('random.random() lies between 0 and 1. Which interval does the '
                 'exercise ask for?',
                 'random.random() 的值在 0 和 1 之间。题目要求的区间是什么？'),
            'drawn',
        ),
        Mistake(
            'output-without-graph',
            any_of(lambda e: e.yours('nothing', 'type(out).__name__') in ('float',
                                                                          'int'),
                   all_of(right('output'), lambda e: all(
                       g == 0 for g in e.yours('backward', '[w.grad for w in neuron.w]')
                       or [1]))),
            Text('the output has lost its graph', '输出丢掉了计算图'),
            Text('Plain numbers remember nothing. Where do you take `.data`, or a '
                 'function of math, though a Value can do it itself?',
                 '普通的数什么也不记得。你在哪里用了 `.data` 或 math 的函数，'
                 '而 Value 自己就能算？'),
            'backward',
        ),
        output(
            'no-activation', ('act + b', ),
            Text('the sum is not squashed', '没有使用激活函数'),
            Text('The output of a neuron lies between -1 and 1. What is still to be '
                 'done with w · x + b?',
                 '神经元的输出在 -1 和 1 之间。w · x + b 还要经过什么？')),
        output(
            'bias-not-in-forward', ('math.tanh(act)', ),
            Text('the bias is left out', '漏掉了偏置'),
            Text('With all inputs 0 the neuron should give tanh(b). What does yours '
                 'give?',
                 '所有输入为 0 时，神经元应该输出 tanh(b)。你的输出是什么？')),
        output(
            'bias-after-activation', ('math.tanh(act) + b', ),
            Text('the bias is added after tanh', '偏置加在了 tanh 之后'),
            Text('tanh is the last thing that a neuron does. What goes inside its '
                 'parentheses?',
                 'tanh 是神经元最后做的事。括号里应该有哪些项？')),
        output(
            'bias-with-each-input',
            ('math.tanh(act + len(products) * b)',
             'math.tanh(act + (len(products) + 1) * b)'),
            Text('the bias is added once for each input', '每个输入都加了一次偏置'),
            Text('There is one bias for the neuron. How many times does your loop add '
                 'it?',
                 '一个神经元只有一个偏置。你的循环把它加了几次？')),
        output(
            'bias-multiplied', ('math.tanh(act * b)', 'math.tanh(b * (1 + act))'),
            Text('the bias is a factor', '偏置被乘了上去'),
            Text('w · x + b: the bias moves the sum. What does yours do to it?',
                 'w · x + b：偏置使加权和平移。你的代码对加权和做了什么？')),
        output(
            'bias-subtracted', ('math.tanh(act - b)', ),
            Text('the bias is subtracted', '减去了偏置'),
            Text('Which sign does b have in w · x + b?',
                 'w · x + b 中 b 的符号是什么？')),
        output(
            'activation-of-each-product',
            ('sum(map(math.tanh, products)) + b',
             'math.tanh(sum(map(math.tanh, products)) + b)'),
            Text('each product is squashed on its own', '对每个乘积分别用了激活函数'),
            Text('First the sum of all products, then tanh, once. Where does your '
                 'loop end?',
                 '先把所有乘积加起来，再用一次 tanh。你的循环在哪里结束？')),
        output(
            'activation-in-the-loop',
            ('math.tanh(math.tanh(math.tanh(b + products[0]) + products[1])'
             ' + products[2])',),
            Text('`tanh` runs after every input', '每加一个输入就用一次 tanh'),
            Text('First the sum of all products, then tanh, once. Is it indented '
                 'into the loop?',
                 '先把所有乘积加起来，再用一次 tanh。那一行是不是缩进到循环里了？')),
        output(
            'other-activation',
            ('max(0.0, act + b)', '1 / (1 + math.exp(-act - b))', 'math.exp(act + b)',
             'math.sin(act + b)', 'math.log(1 + math.exp(act + b))'),
            Text('a function other than tanh', '用了 tanh 以外的函数'),
            Text('Between which two numbers is your output, and between which is tanh?',
                 '你的输出在哪两个数之间？tanh 呢？')),
        output(
            'weights-not-used', ('math.tanh(sum(x) + b)', 'math.tanh(sum(x))'),
            Text('the inputs are added without their weights',
                 '输入没有乘以权重就相加了'),
            Text('The weight says how important an input is. Where do you use it?',
                 '一个输入有多重要由权重决定。权重用在了哪里？')),
        output(
            'weights-added',
            ('math.tanh(sum(wi.data + xi for wi, xi in zip(neuron.w, x)) + b)',),
            Text('weights and inputs are added, not multiplied',
                 '权重和输入相加了，而不是相乘'),
            Text('With the weight 0, how much should an input matter?',
                 '权重为 0 时，这个输入应该有多大影响？')),
        output(
            'only-one-input',
            tuple(f'math.tanh(products[{i}] + b)' for i in (0, 1, 2)),
            Text('only one input counts', '只有一个输入起了作用'),
            Text('The sum goes over all inputs. Is it added to, or reset in each '
                 'round?',
                 '求和要包括所有输入。每一轮是累加上去，还是重新赋值？')),
        changes_inputs('out.data == again.data'),
        shared('changes-between-calls',
               shows('again', 'out.data == again.data', False), 'again'),
        common('bias-not-in-parameters', all_of(
            shows('listed', COUNT, 3), shows('nothing', BIASES, 0)), 'listed'),
        Mistake(
            'weights-not-in-parameters',
            all_of(shows('listed', COUNT, 1), shows('nothing', BIASES, 1)),
            Text('the weights are not among the parameters', '参数列表里没有权重'),
            Text('What is not in this list never learns. How many numbers does a '
                 'neuron with three inputs learn?',
                 '不在列表里的数永远得不到训练。有三个输入的神经元要学习几个数？'),
            'listed',
        ),
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
        Text('A weight for each input, one bias, all of them Values. The output is '
             'tanh of the sum of weight times input, plus the bias.',
             '每个输入一个权重，再加一个偏置，都是 Value。输出是加权和加上偏置之后的 '
             'tanh。'),
        Text('A list comprehension with Value(random.uniform(-1, 1)) makes the '
             'weights. In __call__ start at the bias and add wi * xi for each pair '
             'of zip(self.w, x).',
             '用列表推导式和 Value(random.uniform(-1, 1)) 生成权重。在 __call__ 里从'
             '偏置开始，对 zip(self.w, x) 的每一对加上 wi * xi。'),
        Text('act = self.b; for wi, xi in zip(self.w, x): act = act + wi * xi; '
             'return act.tanh(). And parameters: return self.w + [self.b].',
             'act = self.b；for wi, xi in zip(self.w, x): act = act + wi * xi；'
             'return act.tanh()。parameters 里写：return self.w + [self.b]。'),
    ),
)

"""Wrong programs of training_loop."""

from mutants import Mutant

PARAMETERS = '        return [self.w, self.b]\n'
TRAIN = """\
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in data)

        for p in model.parameters():
            p.grad = 0.0
        loss.backward()

        for p in model.parameters():
            p.data -= lr * p.grad
"""
LECTURE = {
    'before': '',
    'loop': 'for step in range(steps):',
    'forward': 'loss = Value(0.0)\nfor x, y in data:\n    loss += (model(x) - y) ** 2',
    'zero': 'for p in model.parameters():\n    p.grad = 0.0',
    'backward': 'loss.backward()',
    'step': 'for p in model.parameters():\n    p.data -= lr * p.grad',
}


def indented(text, columns):
    return ''.join(f'{" " * columns}{line}\n' for line in text.splitlines())


def loop(*order, **parts):
    """The lecture's loop, with these parts instead, or in another order."""
    parts = {**LECTURE, **parts}
    order = order or ('forward', 'zero', 'backward', 'step')
    body = ''.join(indented(parts[name], 8) for name in order)
    return indented(parts['before'], 4) + indented(parts['loop'], 4) + body


def of_loop(mistake, *order, family=(), **parts):
    return Mutant('training_loop', mistake, ((TRAIN, loop(*order, **parts)),), family)


def of_parameters(mistake, body, family=()):
    changes = ((PARAMETERS, indented(body, 8)),)
    return Mutant('training_loop', mistake, changes, family)


EACH = 'for x, y in data:\n    '
FOR_P = 'for p in model.parameters():\n    '

MUTANTS = [
    of_loop('no-zero-grad', 'forward', 'backward', 'step'),
    of_loop('no-zero-grad', 'forward', 'backward', 'step', before=LECTURE['zero']),
    of_loop('no-zero-grad', zero='for p in model.parameters():\n    p.grad'),
    of_loop('no-zero-grad', zero='for p in model.parameters():\n    g = 0.0'),
    of_loop('zeroed-too-late', 'forward', 'backward', 'step', 'zero'),
    of_loop('zeroed-too-late', 'forward', 'backward', 'step',
            step=f'{FOR_P}p.data -= lr * p.grad\n    p.grad = 0.0'),
    of_loop('zeroed-too-late', zero='if step > 0:\n    for p in model.parameters():\n'
            '        p.grad = 0.0'),
    of_loop('only-w-and-b', zero='model.w.grad = model.b.grad = 0.0'),
    of_loop('zeroed-before-step', 'forward', 'backward', 'zero', 'step'),
    of_loop('zeroed-before-step', 'forward', 'backward', 'step',
            step=f'{FOR_P}p.grad = 0\n    p.data -= lr * p.grad'),
    of_loop('rebinds-name', step=f'{FOR_P}p = p - lr * p.grad'),
    of_loop('rebinds-name', step=f'{FOR_P}p -= lr * p.grad'),
    of_loop('rebinds-name', step=f'{FOR_P}data = p.data\n    data -= lr * p.grad'),
    of_loop('rebinds-name',
            step='parameters = [p - lr * p.grad for p in model.parameters()]'),
    of_loop('uphill', step=f'{FOR_P}p.data += lr * p.grad'),
    of_loop('uphill', forward='loss = Value(0.0)\n'
            f'{EACH}loss -= (model(x) - y) ** 2'),
    of_loop('no-backward', 'forward', 'zero', 'step'),
    of_loop('no-backward', backward='loss.backward'),
    of_loop('step-before-backward', 'forward', 'zero', 'step', 'backward'),
    of_loop('step-before-backward', 'step', 'forward', 'zero', 'backward'),
    of_loop('loss-over-steps', before='total = Value(0.0)',
            forward=f'{EACH}total = total + (model(x) - y) ** 2',
            backward='total.backward()'),
    of_loop('loss-over-steps', before='total = 0',
            forward=f'{EACH}total += (model(x) - y) ** 2',
            backward='total.backward(retain_graph=True)'),
    of_loop('backward-twice', backward='loss.backward()\nloss.backward()'),
    of_loop('backward-twice',
            backward='loss.backward(retain_graph=True)\nloss.backward()'),
    of_loop('backward-twice', backward='for p in model.parameters():\n'
            '    loss.backward(retain_graph=True)'),
    of_loop('last-sample-only', forward=f'{EACH}loss = (model(x) - y) ** 2'),
    of_loop('last-sample-only', 'zero', 'forward', 'step',
            forward=f'{EACH}{FOR_P}    p.grad = 0.0\n'
                    '    ((model(x) - y) ** 2).backward()'),
    of_loop('last-sample-only',
            forward=f'{EACH}error = model(x) - y\nloss = error ** 2'),
    of_loop('first-sample-only', forward='x, y = data[0]\nloss = (model(x) - y) ** 2'),
    of_loop('first-sample-only', forward='loss = Value(0.0)\n'
            f'{EACH}loss += (model(x) - y) ** 2\n    break'),
    of_loop('mean-for-sum', forward=f'{LECTURE["forward"]}\nloss = loss / len(data)'),
    of_loop('mean-for-sum', step=f'{FOR_P}p.data -= lr * p.grad / len(data)'),
    of_loop('half-for-whole', forward=f'{LECTURE["forward"]}\nloss = 0.5 * loss'),
    of_loop('no-square', forward=f'loss = Value(0.0)\n{EACH}loss += model(x) - y'),
    of_loop('no-square', forward=f'loss = 0\n{EACH}loss += y - model(x)'),
    of_loop('absolute-error', forward=f'loss = 0\n{EACH}loss += abs(y - model(x))'),
    of_loop('adds-target', forward=f'loss = 0\n{EACH}loss += (y + model(x)) ** 2'),
    of_loop('swapped-pair',
            forward='loss = 0\nfor y, x in data:\n    loss += (y - model(x)) ** 2'),
    of_loop('zeroes-data', zero=f'{FOR_P}p.data = 0.0'),
    of_loop('zeroes-data', 'zero', 'forward', 'backward', 'step',
            zero=f'{FOR_P}p.data = 0'),
    of_loop('no-step', 'forward', 'zero', 'backward'),
    of_loop('step-per-sample', 'forward', forward=f'{EACH}loss = (model(x) - y) ** 2\n'
            f'{indented(LECTURE["zero"], 4)}    loss.backward()\n'
            f'{indented(LECTURE["step"], 4)}'),
    of_loop('step-per-sample', 'forward',
            forward='for i in range(len(data)):\n'
            '    loss = (model(data[i][0]) - data[i][1]) ** 2\n    loss.backward()\n'
            '    for p in model.parameters():\n        p.data -= lr * p.grad\n'
            '        p.grad = 0.0'),
    of_loop('forward-outside-loop', 'zero', 'backward', 'step',
            before=LECTURE['forward']),
    of_loop('forward-outside-loop',
            before='predictions = [(model(x), y) for x, y in data]',
            forward='loss = sum((p - y) ** 2 for p, y in predictions)'),
    of_loop('backward-in-the-sum', 'zero', 'forward', 'step',
            forward='loss = Value(0.0)\n'
            f'{EACH}loss += (model(x) - y) ** 2\n    loss.backward()'),
    of_loop('grad-set-to-none', zero=f'{FOR_P}p.grad = None'),
    of_loop('method-not-called', zero='for p in model.parameters:\n    p.grad = 0.0'),
    of_loop('method-missing', zero='model.zero_grad()'),
    of_loop('method-missing', forward='loss = sum((model.forward(x) - y) ** 2 '
            'for x, y in data)'),
    of_loop('step-made-of-values', step=f'{FOR_P}p.data = p - lr * p.grad'),
    of_loop('step-made-of-values', step=f'{FOR_P}p.data -= lr * Value(p.grad)'),
    of_loop('graph-cut',
            forward=f'loss = 0\n{EACH}loss += (model(x).data - y) ** 2'),
    of_loop('graph-cut', forward='loss = Value(sum((model(x).data - y) ** 2 '
            'for x, y in data))'),
    of_loop('graph-cut', forward='loss = Value(0.0)\n'
            f'{EACH}loss.data += (model(x).data - y) ** 2'),
    of_loop('math-on-values', forward='import math\nloss = sum(math.pow(model(x) - y, '
            '2) for x, y in data)'),
    of_loop('no-lr', step=f'{FOR_P}p.data = p.data - p.grad'),
    of_loop('lr-twice', forward=f'{LECTURE["forward"]}\nloss = loss * lr'),
    of_loop('divided-by-lr', step=f'{FOR_P}p.data -= p.grad / lr'),
    of_loop('assigned-not-subtracted', step=f'{FOR_P}p.data =- lr * p.grad'),
    of_loop('assigned-not-subtracted', step=f'{FOR_P}p.data = lr * p.grad'),
    of_loop('data-for-grad', step=f'{FOR_P}p.data -= lr * p.data'),
    of_loop('one-parameter-only', step=f'{FOR_P}pass\np.data -= lr * p.grad'),
    of_loop('one-parameter-only', step='p = model.parameters()[0]\n'
            'p.data -= lr * p.grad'),
    of_loop('one-parameter-zeroed', zero=f'{FOR_P}pass\np.grad = 0.0'),
    of_loop('wrong-count', loop='for step in range(1, steps):'),
    of_loop('wrong-count', loop='for step in range(steps + 1):'),
    of_loop('wrong-count', loop='if steps:'),
    of_loop('wrong-count', step=f'{LECTURE["step"]}\nreturn model'),
    of_loop('only-w-and-b', zero='model.w.grad = model.b.grad = 0.0',
            step='model.w.data -= lr * model.w.grad\n'
                 'model.b.data -= lr * model.b.grad'),
    of_parameters('bias-not-in-parameters', 'return [self.w]'),
    of_parameters('bias-not-in-parameters', 'yield self.w\nself.b'),
    of_parameters('no-return', 'parameters = [self.w, self.b]'),
    of_parameters('parameters-are-numbers', 'return [self.w.data, self.b.data]'),
    of_parameters('parameters-are-copies',
                  'return [Value(self.w.data), Value(self.b.data)]'),
    of_parameters('each-listed-twice', 'return [self.w, self.b, self.w]'),
    Mutant('training_loop', 'parameters-grow', (
        ('self.b = Value(b)\n', 'self.b = Value(b)\n        self.all = []\n'),
        (PARAMETERS, indented('self.all += [self.w, self.b]\nreturn self.all', 8)))),
    of_parameters('visited-by-value',
                  'return list({p.data: p for p in (self.w, self.b)}.values())'),
    of_parameters('nested-list', 'return [[self.w], [self.b]]'),
    of_parameters('one-not-a-list', 'return self.w + self.b'),
    Mutant('training_loop', 'changes-arguments', ((
        'sum((model(x) - y) ** 2 for x, y in data)', 'Value(0.0)\n        while data:\n'
        '            x, y = data.pop()\n            loss += (model(x) - y) ** 2'),)),
    Mutant('training_loop', 'position-by-value', (
        (' in data)', ' in dict(data).items())'),)),
    Mutant('training_loop', 'stops-early', (
        ('        for p in model', '        if loss.data < 1e-3:\n            break\n'
         '        for p in model'),)),
    Mutant('training_loop', 'loss-per-parameter', ((TRAIN, '''\
    for _ in range(steps):
        for p in model.parameters():
            loss = sum((model(x) - y) ** 2 for x, y in data)
            for q in model.parameters():
                q.grad = 0.0
            loss.backward()
            p.data -= lr * p.grad
'''),)),
]

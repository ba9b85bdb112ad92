"""Check of training_loop."""

from micrograd.classroom.checker import Check, Mistake, Probe
from micrograd.classroom.checker.bank.losses import both_signs, odd_tenths
from micrograd.classroom.checker.bank.networks import NUMBERS, listed, listing
from micrograd.classroom.checker.bank.training import happens, watch
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.mistakes import (
    all_of,
    any_of,
    formula,
    no,
    only_in,
    raises,
    right,
    shows,
    twin,
    variant,
    written,
    wrong,
)

PARABOLA = """\
from micrograd import Value

class Parabola(Line):
    def __init__(self, a, w, b):
        super().__init__(w, b)
        self.a = Value(a)

    def __call__(self, x):
        return self.a * x * x + super().__call__(x)

    def parameters(self):
        return [self.a, self.w, self.b]

model = Parabola({a}, {w}, {b})
train(model, {data}, {lr}, 2)
"""


OF_LISTS = """\
from micrograd import Value

class OfLists:
    def __init__(self):
        self.all = [Value(n) for n in ({w}, {b}, {a})]

    def __call__(self, x):
        u, v = x['both']
        return self.all[0] * u + self.all[1] * v + self.all[2] * len(x['text'])

    def parameters(self):
        return self.all

model = OfLists()
data = [({{'both': [1, 2.5], 'text': 'a'}}, 2),
        ({{'both': [-0.5, 1], 'text': 'ab'}}, -1)]
train(model, data, {lr}, 2)
"""
OTHER = """\
from micrograd import Value

class Other:
    def __init__(self):
        self.all, self.fixed = [Value(n) for n in {start}], Value(1.5)

    def __call__(self, x):
        a, b, c = self.all
        return a * x * x + (b * x).tanh() * self.fixed + c

    def parameters(self):
        return self.all

model = Other()
for p in model.all:
    p.grad = 3.0
train(model, {data}, {lr}, 3)
"""


SPARE = """\
from micrograd import Value

class Spare(Line):
    def __init__(self, w, b):
        super().__init__(w, b)
        self.spare = Value(0.5)

    def parameters(self):
        return [self.w, self.spare, self.b]

model = Spare({w}, {b})
model.spare.grad = 3.0
train(model, {data}, {lr}, 2)
"""


def probes(rng):
    w, b, a = (s * n for s, n in zip(both_signs(rng, 3), odd_tenths(rng, 3, 3, 15)))
    lr = rng.choice((0.01, 0.015, 0.02))
    xs = odd_tenths(rng, 3, 5, 25)
    errors = [s * n for s, n in zip(both_signs(rng, 3), odd_tenths(rng, 3, 11, 61))]
    data = [(x, round(w * x + b + error, 1)) for x, error in zip(xs, errors)]
    line = f'line = Line({w}, {b})\n'
    parabola = PARABOLA.format(a=a, w=w, b=b, data=data, lr=lr)
    return [
        *listed(f'net = Line({w}, {b})\nown = [net.w, net.b]'),
        *(Probe(name, f'{line}data = {data}\ntrain(line, data, {lr}, {steps})',
                ('line.w.data', 'line.b.data'), 'step' if steps == 1 else 'steps')
          for name, steps in (('one', 1), ('two', 2), ('three', 3))),
        Probe('preloaded', f'{line}line.w.grad, line.b.grad = {xs[:2]}\n'
              f'data = {data}\ntrain(line, data, {lr}, 2)',
              ('line.w.data', 'line.b.data'), 'steps'),
        Probe('parabola', parabola, ('model.a.data', 'model.w.data', 'model.b.data'),
              'any model'),
        *(Probe(name, f'{line}data = {samples}\ntrain(line, data, {rate}, {steps})',
                ('line.w.data', 'line.b.data', 'data'), 'steps')
          for name, samples, rate, steps in (
              ('no step', data, lr, 0), ('one sample', data[:1], lr, 2),
              ('two samples', data[1:], 0.001, 3), ('many steps', data, 0.004, 25),
              ('whole numbers', [(1, 2), (-2, 3), (0, -5)], lr, 2),
              ('equal samples', [data[0], data[1], data[0]], lr, 2),
              ('large errors', [(x, 900 * y) for x, y in data], lr, 2),
              ('growing loss', data, 0.3, 4), ('many samples', data * 4, 0.002, 3))),
        *(Probe(f'old gradients {old}', f'{line}data = {data}\n'
                'nan, inf = float("nan"), float("inf")\n'
                f'line.w.grad, line.b.grad = {old}\ntrain(line, data, {lr}, 2)',
                ('line.w.data', 'line.b.data'), 'steps')
          for old in ('nan, nan', 'inf, -inf', '1e20, -1e20', 'nan, 0', '1, -2',
                      '1e300, 0.0')),
        Probe('rate 0', f'{line}data = {data}\ntrain(line, data, 0.0, 2)\n'
              'train(line, data, 0, 1)\ntrain(line, data, lr=0.5, steps=0)',
              ('line.w.data', 'line.b.data'), 'steps'),
        Probe('zeros', 'line, other = Line(0, 0), Line(0.0, -1)\n'
              f'train(line, [(0, 0), (0.0, 1.0)], {lr}, 2)\n'
              f'train(other, [(2, 3), (0, 0)], {lr}, 2)',
              ('line.w.data', 'line.b.data', 'other.w.data', 'other.b.data'), 'steps'),
        Probe('tiny rate', 'line = Line(0.0, 0.0)\n'
              f'train(line, {data}, 2.3456789e-9, 1)',
              ('line.w.data / 1e-9', 'line.b.data / 1e-9'), 'steps'),
        Probe('at the bottom', f'line = Line({w}, {b})\n'
              f'data = [(x, {w} * x + {b} + 1e-5) for x in {xs}]\n'
              f'train(line, data, {lr}, 6)',
              (f'1e6 * (line.w.data - {w})', f'1e6 * (line.b.data - {b})'), 'steps'),
        Probe('no error at all', 'line = Line(0.5, 0.25)\n'
              f'train(line, [(1.0, 0.75), (2.0, 1.25)], {lr}, 3)',
              ('line.w.data', 'line.b.data'), 'steps'),
        Probe('two calls', f'{line}data = {data}\ntrain(line, data, {lr}, 1)\n'
              f'train(line, data[:2], {lr} / 2, 2)\nother = Line({b}, {w})\n'
              f'train(other, data, {lr}, 1)\ntrain(line, data, {lr}, 1)',
              ('line.w.data', 'line.b.data', 'other.w.data', 'other.b.data'), 'steps'),
        Probe('by name', f'{line}train(line, {data}, lr={lr}, steps=2)\n'
              f'train(model=line, data={data}, steps=1, lr={lr})',
              ('line.w.data', 'line.b.data'), 'steps'),
        Probe('no Line', OTHER.format(start=[a, w, b], data=data, lr=lr),
              ('[p.data for p in model.all]', 'model.fixed.data'), 'any model'),
        Probe('inputs of another kind', OF_LISTS.format(w=w, b=b, a=a, lr=lr),
              ('[p.data for p in model.all]', 'data'), 'any model'),
        Probe('one parameter', OTHER.format(start=[a, w, b], data=data, lr=lr).replace(
            'return self.all', 'return [self.all[1]]'),
              ('[p.data for p in model.all]', 'model.fixed.data'), 'any model'),
        Probe('a parameter without use', SPARE.format(w=w, b=b, data=data, lr=lr),
              ('model.spare.data', 'model.w.data', 'model.b.data'), 'any model'),
        watch(w, b, data, lr),
    ]


TRAINED = 'one', 'two', 'three'
LOSS = 'sum((model(x) - y) ** 2 for x, y in data)'
ZERO = """
        for p in model.parameters():
            p.grad = 0.0
"""
STEP = """
        for p in model.parameters():
            p.data -= lr * p.grad
"""
PER_SAMPLE = """
def train(model, data, lr, steps):
    for _ in range(steps):
        for x, y in data:
            for p in model.parameters():
                p.grad = 0.0
            ((model(x) - y) ** 2).backward()
            for p in model.parameters():
                p.data -= lr * p.grad
"""
OVER_STEPS = """
def train(model, data, lr, steps):
    loss = Value(0.0)
    for _ in range(steps):
        loss = loss + sum((model(x) - y) ** 2 for x, y in data)
        for p in model.parameters():
            p.grad = 0.0
        loss.backward(retain_graph=True)
        for p in model.parameters():
            p.data -= lr * p.grad
"""

PER_PARAMETER = """
def train(model, data, lr, steps):
    for _ in range(steps):
        for p in model.parameters():
            loss = sum((model(x) - y) ** 2 for x, y in data)
            for q in model.parameters():
                q.grad = 0.0
            loss.backward()
            p.data -= lr * p.grad
"""

TWO_STEPS = r'g.*s.*g.*s'  # both with a backward pass


def like(*changes):
    return twin(*changes, probes=TRAINED)


def has_loss(*losses):
    return any_of(*(like((LOSS, loss)) for loss in losses))


def has_step(*steps):
    return any_of(*(like(('p.data -= lr * p.grad', step)) for step in steps))


def has_count(*counts):
    return any_of(*(like(('range(steps)', f'range({count})')) for count in counts))


def of_samples(cost):
    return f'sum({cost} for x, y in data)'


unmoved = twin(('range(steps)', 'range(0)'), probes=('one',))
used_up = raises('RuntimeError', 'was used up', 'one')
used_up_later = all_of(right('one'), raises('RuntimeError', 'was used up', 'two'))

def takes_samples(e):
    """Is the list of the caller another one after train()?"""
    return any(wrong(name, 'data')(e) for name in ('one sample', 'two samples'))


CHECK = Check(
    title='the training loop',
    steps={
        'parameters': 'the parameters',
        'step': 'one step',
        'steps': 'several steps',
        'any model': 'another model',
    },
    probes=probes,
    needs=('Line.parameters', 'train'),
    mistakes=(
        # the parameters
        shared('bias-not-in-parameters',
               formula('[net.w.data]', NUMBERS, 'listed'), 'listed'),
        *listing(),
        # what Python says
        shared('no-return', raises('TypeError', "'NoneType' object is not iterable")),
        Mistake(
            'method-not-called',
            raises('TypeError', "'(method|function)' object is not (iter|subs|rever)"),
            'a method is named, but not called',
            '`model.parameters` is the method itself. What makes Python run it?',
        ),
        Mistake(
            'method-missing',
            raises('AttributeError', r"'(Watched)?(Line|Parabola)' object has no"),
            'the model has no such method or attribute',
            'Which methods does Line have? Your loop has to do by itself whatever '
            'else it needs.',
        ),
        Mistake(
            'grad-set-to-none',
            raises('TypeError', "'NoneType' and 'float'"),
            'a gradient is set to None',
            'The backward pass adds to the gradient. To which number does it begin to '
            'add?',
        ),
        Mistake(
            'one-not-a-list',
            raises('TypeError', "'Value' object is not iterable"),
            'a single Value is returned instead of a list',
            'How does the caller go through all parameters, one after the other?',
        ),
        shared('math-on-values', raises('TypeError', 'does not turn into a plain')),
        shared('graph-cut',
               raises('AttributeError', "'(float|int)' object has no .*'backward'"),
               'one'),
        shared('step-made-of-values', any_of(
            raises('TypeError', 'Value takes a number, got Value'),
            shows('one', 'line.w.data', {'object': 'Value'}),
        ), 'one'),
        # what backward() says of a graph that comes back
        Mistake(
            'backward-in-the-sum',
            all_of(used_up, happens(r'^[^s]*f[^fs]*g[^s]*(f|e)'), no(happens('ff.*g'))),
            '`backward()` runs while the sum still grows',
            'How many samples are in the loss when backward() is called for the first '
            'time?',
            'one',
        ),
        Mistake(
            'backward-twice',
            any_of(all_of(used_up, happens('ff.*g.*e')),
                   all_of(happens(r'^[^g]*(g+[^gfs]*g+|g{7,})[^gf]*s'),
                          has_step('p.data -= lr * 2 * p.grad'))),
            '`backward()` is called twice in a step',
            'Each call adds to the gradients. How many times does each step need to '
            'compute them?',
            'one',
        ),
        Mistake(
            'forward-outside-loop', all_of(used_up_later, no(happens('s.*f'))),
            'the loss is computed once, before the loop',
            'The step has changed the parameters. Does your loss know about it?',
            'two',
        ),
        Mistake(
            'loss-over-steps',
            any_of(all_of(used_up_later, happens('s.*f')),
                   all_of(happens('g.*z.*g'), variant(OVER_STEPS, *TRAINED))),
            'the loss keeps adding up from step to step',
            'With which value does your loss begin in the second step?',
            'two',
        ),
        # the order of things
        Mistake(
            'no-backward',
            all_of(unmoved, no(happens('g')), no(written(r'backward\('))),
            'the gradients are never computed',
            'After the forward pass the loss is a number with a graph. Which call '
            'sends the gradients back through it?',
            'one',
        ),
        shared('graph-cut', all_of(unmoved, happens('f'), no(happens('g'))), 'one'),
        Mistake(
            'step-before-backward',
            all_of(wrong('one'), happens('^[^g]*s.*g')),
            'the step comes before the backward pass',
            'What are the gradients in the very first step, before any backward()?',
            'one',
        ),
        Mistake(
            'zeroed-before-step',
            any_of(all_of(unmoved, happens('gr?z+[^g]*s')),
                   all_of(unmoved, happens(r'^[^s]*g[^gs]*z[^gs]*$'))),
            'the gradients are set to 0 before the step uses them',
            'Between which two parts of your loop do the gradients have to survive?',
            'one',
        ),
        shared('rebinds-name',
               all_of(unmoved, happens('gr+'), no(happens('s'))), 'one'),
        shared('no-step', all_of(unmoved, happens('g$')), 'one'),
        Mistake(
            'zeroes-data', all_of(happens('w'), wrong('one')),
            'the data is set to 0, not the gradient',
            'What has the model learned after you reset p.data?',
            'one',
        ),
        Mistake(
            'step-per-sample', variant(PER_SAMPLE, *TRAINED),
            'a step is made for every sample',
            'The loss is the sum over all samples. When is its gradient complete?',
            'one',
        ),
        Mistake(
            'no-zero-grad',
            all_of(wrong('two'), happens(TWO_STEPS), no(happens('g.*z.*g|n'))),
            'the gradients are not reset',
            'backward() adds to the gradients. What is still in them from the step '
            'before?',
            'two',
        ),
        # the loss
        shared('last-sample-only', has_loss(
            '[(model(x) - y) ** 2 for x, y in data][-1]',
            '[(model(x) - y) ** 2 for x, y in data][-1] / len(data)'), 'one'),
        shared('first-sample-only', has_loss(
            '[(model(x) - y) ** 2 for x, y in data][0]',
            '[(model(x) - y) ** 2 for x, y in data][0] / len(data)'), 'one'),
        Mistake(
            'mean-for-sum', has_loss(f'{LOSS} / len(data)'),
            'the mean instead of the sum',
            'Only the scale differs. Does the exercise ask for the sum of the squared '
            'errors or for their mean?',
            'one',
        ),
        shared('half-for-whole', has_loss(f'{LOSS} / 2'), 'one'),
        shared('no-square', has_loss(of_samples('(model(x) - y)'),
                                    of_samples('(y - model(x))')), 'one'),
        shared('absolute-error', has_loss(of_samples('abs(model(x) - y)')), 'one'),
        shared('adds-target', has_loss(of_samples('(model(x) + y) ** 2')), 'one'),
        Mistake(
            'swapped-pair', has_loss('sum((model(y) - x) ** 2 for x, y in data)'),
            'inputs and targets are exchanged',
            'In which order does a pair of the data give x and y?',
            'one',
        ),
        # the step
        shared('uphill', has_step('p.data += lr * p.grad'), 'one'),
        shared('no-lr', has_step('p.data -= p.grad'), 'one'),
        shared('lr-twice', has_step('p.data -= lr * lr * p.grad'), 'one'),
        Mistake(
            'divided-by-lr', has_step('p.data -= p.grad / lr'),
            'the gradient is divided by the learning rate',
            'A smaller learning rate should make smaller steps. Does yours?',
            'one',
        ),
        shared('assigned-not-subtracted',
               has_step('p.data = -lr * p.grad', 'p.data = lr * p.grad'), 'one'),
        shared('data-for-grad', has_step('p.data -= lr * p.data'), 'one'),
        shared('one-parameter-only', any_of(*(
            like((STEP, f'\n        p = model.parameters()[{i}]\n'
                        '        p.data -= lr * p.grad\n'))
            for i in (0, -1)
        )), 'one'),
        Mistake(
            'zeroed-too-late', all_of(*map(right, TRAINED), wrong('preloaded')),
            'gradients from before train() spoil the first step',
            'A parameter may hold a gradient already when train begins. Which line of '
            'your loop takes it away before backward() adds to it?',
            'preloaded',
        ),
        Mistake(
            'one-parameter-zeroed', any_of(*(
                like((ZERO, f'\n        model.parameters()[{i}].grad = 0.0\n'))
                for i in (0, -1)
            )),
            'only one of the gradients is reset',
            'Which lines belong in the loop that resets the gradients? How far are '
            'they indented?',
            'two',
        ),
        shared('changes-arguments', takes_samples, 'one sample'),
        shared('position-by-value', any_of(
            all_of(*map(right, TRAINED), wrong('equal samples'), wrong('many samples')),
            all_of(only_in('tiny rate'), any_of(
                right('tiny rate', 'line.w.data / 1e-9'),
                right('tiny rate', 'line.b.data / 1e-9'))))),
        Mistake(
            'loss-per-parameter', variant(PER_PARAMETER, *TRAINED),
            'the gradients are computed anew for each parameter',
            'A step moves all parameters along one gradient. Which of them have moved '
            'already when you compute the next one?',
            'one',
        ),
        Mistake(
            'stops-early', only_in('at the bottom'),
            'training ends before all steps are made',
            'The caller says how many steps to make. What else ends your loop, or '
            'skips a step?',
            'at the bottom',
        ),
        Mistake(
            'wrong-count', any_of(
                all_of(unmoved, happens('^$')), only_in('no step', 'rate 0'), has_count(
                'steps - 1', 'steps + 1', '1', 'min(steps, 2)', 'steps * len(data)')),
            'the number of steps is wrong',
            'How many steps does your loop make when steps is 1, and when it is 3? '
            'Does something leave it early?',
        ),
        Mistake(
            'only-w-and-b', all_of(*map(right, TRAINED), wrong('parabola')),
            'right for a Line, wrong for another model',
            'Does your loop know the names of the parameters? How can it learn which '
            'ones a model has?',
            'parabola',
        ),
    ),
    promises={
        'Write `Line.parameters`': ('listed',),
        'In each of its': ('two', 'no step', 'many steps'),
        'adds up the squared': ('one', 'at the bottom', 'large errors'),
        'finds the gradients': ('preloaded', 'two', 'two calls'),
        'moves every parameter': ('one', 'growing loss'),
        'It has to work': ('parabola', 'no Line', 'inputs of another kind'),
        'data is a list': ('one sample', 'many samples'),
    },
    hints=(
        'A step has four parts: forward pass, gradients to 0, backward pass, step. '
        'Each of them is one or two lines.',
        '`for p in model.parameters():` occurs twice: once to set p.grad to 0, once '
        'to change p.data. Between them comes loss.backward().',
        'parameters() returns [self.w, self.b]. The loss is sum((model(x) - y) ** 2 '
        'for x, y in data), and the last line p.data -= lr * p.grad.',
    ),
    uses={'Value': 'engine'},
)

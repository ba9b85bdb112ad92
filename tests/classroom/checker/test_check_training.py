"""The exercises on training, losses and optimisers, tried on programs not in the bank.

The bank (mutants/) has what the checker knows; here stand right solutions in
other styles, which must pass, and mistakes of which it has no name, which must not be
given one.
"""

import random

import pytest

from micrograd.classroom.checker import exercises, judge
from micrograd.classroom.checker.bank.training import log, watch
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.process import observe

LINE = """
from micrograd import Value

class Line:
    def __init__(self, w, b):
        self.w, self.b = Value(w), Value(b)
    def __call__(self, x):
        return self.w * x + self.b
    def parameters(self):
        return [self.w, self.b]
"""

RIGHT = [
    ('mse', """
def mse(predictions, targets):
    total = 0
    for i in range(len(targets)):
        d = targets[i] - predictions[i]
        total = total + d * d
    return total * (1.0 / len(targets))
"""),
    ('mse', """
def mse(predictions, targets):
    n = len(predictions)
    return sum(map(lambda p, t: (p + -t) ** 2 / n, predictions, targets))
"""),
    ('hinge', """
from micrograd import Value

def hinge(scores, labels):
    total = Value(0.0)
    for s, y in zip(scores, labels):
        if y * s.data < 1:
            total += 1 - y * s
    return total / len(scores)
"""),
    ('hinge', """
def hinge(scores, labels):
    costs = [(1 - y * s).maximum(0) for s, y in zip(scores, labels)]
    return sum(costs) * len(costs) ** -1
"""),
    ('hinge', """
from micrograd import Value

def hinge(scores, labels):
    return sum(max(Value(0.0), 1 - y * s) for s, y in zip(scores, labels)) / len(labels)
"""),
    ('cross_entropy', """
def cross_entropy(logits, target):
    m = max(logits)  # a Value: its gradients cancel out
    return sum((x - m).exp() for x in logits).log() + m - logits[target]
"""),
    ('cross_entropy', """
def log_softmax(xs):
    c = max(x.data for x in xs)
    total = sum((x - c).exp() for x in xs).log() + c
    return [x - total for x in xs]

def cross_entropy(logits, target):
    truth = [float(i == target) for i in range(len(logits))]
    return -sum(t * x for t, x in zip(truth, log_softmax(logits)))
"""),
    ('clipping', """
import math

def clip_grad_norm(parameters, max_norm):
    norm = math.sqrt(sum(p.grad * p.grad for p in parameters))
    scale = min(1.0, max_norm / (norm or 1.0))
    for p in parameters:
        p.grad = p.grad * scale
"""),
    ('clipping', """
import math

def clip_grad_norm(parameters, max_norm):
    norm = math.hypot(*(p.grad for p in parameters))
    if norm <= max_norm:
        return
    for p in parameters:
        p.grad /= norm / max_norm
"""),
    ('momentum', """
from dataclasses import dataclass, field

@dataclass
class Momentum:
    parameters: list
    lr: float
    momentum: float = 0.9
    kept: list = field(default_factory=list)

    def step(self):
        old = self.kept or [0] * len(self.parameters)
        self.kept = [self.momentum * v + p.grad for v, p in zip(old, self.parameters)]
        for v, p in zip(self.kept, self.parameters):
            p.data = p.data - self.lr * v
"""),
    ('momentum', """
class Momentum:
    def __init__(self, parameters, lr, momentum=0.9):
        self.parameters = list(parameters)
        self.lr = lr
        self.momentum = momentum
        self.downhill = {p: 0.0 for p in self.parameters}

    def step(self):
        for p in self.parameters:
            self.downhill[p] = self.momentum * self.downhill[p] - p.grad
            p.data += self.lr * self.downhill[p]
"""),
    ('adam', """
class Optimiser:
    def __init__(self, parameters):
        self.parameters = list(parameters)

class Adam(Optimiser):
    def __init__(self, parameters, lr=0.001, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(parameters)
        self.lr, self.betas, self.eps = lr, betas, eps
        self.state = [{'m': 0, 'v': 0} for _ in self.parameters]
        self.left = [1.0, 1.0]

    def step(self):
        b1, b2 = self.betas
        self.left = [self.left[0] * b1, self.left[1] * b2]
        for p, s in zip(self.parameters, self.state):
            s['m'] += (1 - b1) * (p.grad - s['m'])
            s['v'] += (1 - b2) * (p.grad ** 2 - s['v'])
            root = s['v'] ** 0.5 / (1 - self.left[1]) ** 0.5
            p.data -= self.lr / (1 - self.left[0]) * s['m'] / (root + self.eps)
"""),
    ('training_loop', LINE + """
def train(model, data, lr, steps):
    params = list(model.parameters())
    for p in params:
        p.grad = 0.0
    for _ in range(steps):
        for x, y in data:
            ((model(x) - y) ** 2).backward()
        for p in params:
            p.data, p.grad = p.data - lr * p.grad, 0.0
"""),
    ('training_loop', LINE + """
    def __repr__(self):
        return 'a line'

def zero_grad(model):
    for p in model.parameters():
        p.grad = 0

def loss_of(model, data):
    return sum([(y - model(x)) ** 2 for x, y in data], Value(0.0))

def train(model, data, lr, steps):
    done = 0
    while done < steps:
        zero_grad(model)
        loss_of(model, data).backward()
        for p in model.parameters():
            p.data += -lr * p.grad
        done += 1
        print(done)
    return model
"""),
    ('training_loop', LINE + """
def train(model, data, lr, steps):
    if steps:
        for p in model.parameters():
            p.grad = 0.0
        errors = [model(x) - y for x, y in data]
        sum(e * e for e in errors).backward()
        for p in model.parameters():
            p.data -= lr * p.grad
        train(model, data, lr, steps - 1)
"""),
]

UNKNOWN = [
    ('mse', """
def mse(predictions, targets):
    return sum((p - t) ** 4 for p, t in zip(predictions, targets)) / len(targets)
"""),
    ('mse', """
def mse(predictions, targets):
    return sum((p - t) ** 2 for p in predictions for t in targets) / len(targets)
"""),
    ('hinge', """
def hinge(scores, labels):
    return sum((2 - y * s).relu() for s, y in zip(scores, labels)) / len(labels)
"""),
    ('hinge', """
def hinge(scores, labels):
    return sum((1 - y * s).softplus() for s, y in zip(scores, labels)) / len(labels)
"""),
    ('cross_entropy', """
def cross_entropy(logits, target):
    return -logits[target].sigmoid().log()
"""),
    ('clipping', """
def clip_grad_norm(parameters, max_norm):
    if sum(p.grad ** 2 for p in parameters) ** 0.5 > max_norm:
        for p in parameters:
            p.grad = 0.0
"""),
    ('momentum', """
class Momentum:
    def __init__(self, parameters, lr, momentum=0.9):
        self.parameters, self.lr, self.momentum = list(parameters), lr, momentum
        self.v = [p.data for p in self.parameters]

    def step(self):
        for i, p in enumerate(self.parameters):
            self.v[i] = self.momentum * self.v[i] + p.grad
            p.data -= self.lr * self.v[i]
"""),
    ('adam', """
class Adam:
    def __init__(self, parameters, lr=0.001, betas=(0.9, 0.999), eps=1e-8):
        self.parameters, self.lr = list(parameters), lr

    def step(self):
        for p in self.parameters:
            p.data -= self.lr * ((p.grad > 0) - (p.grad < 0))
"""),
    ('training_loop', LINE + """
def train(model, data, lr, steps):
    for k in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in data)
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= lr / (k + 1) * p.grad
"""),
    ('training_loop', LINE + """
def train(model, data, lr, steps):
    for k in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in data)
        for p in model.parameters():
            p.grad = 1.0
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad
"""),
]


def verdict(tmp_path, name, source):
    path = tmp_path / f'{name}.py'
    path.write_text(source, 'utf-8')
    return judge(exercises()[name], path)


def solution(name):
    names = {}
    exec(exercises()[name].right, names)
    return names


@pytest.mark.parametrize('name, source', RIGHT)
def test_right_in_another_style(tmp_path, name, source):
    assert verdict(tmp_path, name, source).status == 'passed'


@pytest.mark.parametrize('name, source', UNKNOWN)
def test_unknown_mistakes_get_no_name(tmp_path, name, source):
    found = verdict(tmp_path, name, source)
    assert (found.status, found.mistake) == ('failed', None)
    assert found.differences


def test_training_loop_takes_the_well_known_steps():
    names = solution('training_loop')
    for steps, w in (1, .808), (2, 1.01368), (3, 1.15109):
        line = names['Line'](.5, .1)
        names['train'](line, [(1, 2), (2, 3), (3, 5)], .01, steps)
        assert line.w.data == pytest.approx(w, abs=1e-5)


@pytest.mark.parametrize('name, kind, expected', [
    ('momentum', 'Momentum', [.9, .71, .439]),
    ('adam', 'Adam', [.900000001, .800000002, .700000003]),
])
def test_optimisers_take_the_steps_of_pytorch(name, kind, expected):
    names = solution(name)
    p = names['Value'](1.0)
    optimiser = names[kind]([p], .1)
    found = []
    for _ in range(3):
        p.grad = 1.0
        optimiser.step()
        found.append(p.data)
    assert found == pytest.approx(expected, abs=1e-10)


def test_cross_entropy_has_the_well_known_values():
    names = solution('cross_entropy')
    value, cross_entropy = names['Value'], names['cross_entropy']
    xs = [value(x) for x in (0.0, 3.0, -2.0, 1.0)]
    loss = cross_entropy(xs, 3)
    loss.backward()
    assert loss.data == pytest.approx(2.1755153626167147, rel=1e-14)
    assert [x.grad for x in xs] == pytest.approx([
        .041772570515350445, .8390245074625319, .005653302662216329,
        -.8864503806400986])
    large = [value(1000.0), value(0.0)]
    assert [cross_entropy(large, i).data for i in (0, 1)] == [0.0, 1000.0]


@pytest.mark.parametrize('body, expected', [
    (' pass', ''),
    ('''
    for _ in range(steps):
        loss = sum((model(x) - y) ** 2 for x, y in data)
        for p in model.parameters():
            p.grad = 0.0
        loss.backward()
        for p in model.parameters():
            p.data -= lr * p.grad''', 'ffzzggggrsrs' * 2),
    ('''
    for p in model.parameters():
        p.grad = 1.0
        p.data = 0.0
    print(p.grad)
    model(1)
    raise ValueError''', 'nwnwrfe'),
])
def test_watch_tells_what_happens_in_a_loop(tmp_path, body, expected):
    path = tmp_path / 'loop.py'
    source = f'{LINE}\ndef train(model, data, lr, steps):{body}'
    path.write_text(source, 'utf-8')
    probes = [watch(.5, .1, [(1, 2), (2, 3)], .01)]
    report = observe(path, probes, uses={'Value': 'engine'})
    evidence = Evidence(exercises()['training_loop'], source, probes, report)
    assert log(evidence) == expected


def test_data_tell_absolute_errors_from_plain_ones():
    """Errors of one sign would not: the exercise has to draw both."""
    check = exercises()['training_loop'].check
    for seed in range(50):
        drawn = check.probes(random.Random(seed))
        probe = next(p for p in drawn if p.name == 'one')
        names = solution('training_loop')
        start = probe.code.partition('train(')[0]
        exec(start, names)
        line = names['line']
        signs = {line(x).data > y for x, y in names['data']}
        assert signs == {True, False}

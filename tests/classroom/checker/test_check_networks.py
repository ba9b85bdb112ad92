"""The exercises neuron, layer and mlp, tried on programs that are not in the bank.

Right solutions in other styles must pass, and mistakes of which the checker has no
name must not be given one.
"""

import random

import pytest

from micrograd import nn
from micrograd.classroom.checker import exercises, judge


def given(name, start):
    return exercises()[name].right.split(start)[0]


def changed(name, old, new):
    """The solution with one text replaced."""
    right = exercises()[name].right
    assert old in right
    return right.replace(old, new)


RIGHT = [
    ('neuron', """
import random
from micrograd import Value

class Neuron:
    def __init__(self, nin):
        self.w = []
        for _ in range(nin):
            self.w.append(Value(2 * random.random() - 1, label='w'))
        self.b = Value(0)
    def __call__(self, x):
        z = sum((a * b for a, b in zip(x, self.w)), self.b)
        e = (2 * z).exp()
        return (e - 1) / (e + 1)
    def parameters(self):
        return [self.b, *self.w]
"""),
    ('neuron', """
import micrograd, random

class Module:
    def parameters(self):
        return []

class Neuron(Module):
    def __init__(self, nin):
        self.w = list(micrograd.Value(random.uniform(-1, 1)) for i in range(nin))
        self.b = micrograd.Value(0)
    def forward(self, x):
        act = self.b
        for i in range(len(self.w)):
            act += self.w[i] * x[i]
        return act.tanh()
    __call__ = forward
    def parameters(self):
        return list(self.w) + [self.b]
"""),
    ('neuron', """
from functools import reduce
from operator import add, mul
from random import uniform
from micrograd import Value

class Parameter(Value):
    pass

class Neuron:
    def __init__(self, nin):
        self.w, self.b = [Parameter(uniform(-1, 1)) for _ in range(nin)], Parameter(0.0)
    def __call__(self, x):
        return reduce(add, map(mul, self.w, x), self.b).tanh()
    def parameters(self):
        return [*self.w, self.b]
"""),
    ('layer', given('layer', 'class Layer') + """class Layer:
    def __init__(self, nin, nout):
        self.neurons = list(map(Neuron, [nin] * nout))
    def __call__(self, x):
        out = []
        for n in self.neurons:
            out.append(n(x))
        return list(out)
    def parameters(self):
        return sum((n.parameters() for n in self.neurons), [])
"""),
    ('mlp', given('mlp', 'class MLP') + """class MLP:
    def __init__(self, nin, nouts):
        *hidden, last = nouts
        self.layers = []
        for n in hidden:
            self.layers.append(Layer(nin, n))
            nin = n
        self.layers.append(Layer(nin, last, False))
    def __call__(self, x, depth=0):
        if depth == len(self.layers):
            return x
        return self(self.layers[depth](x), depth + 1)
    def parameters(self):
        found = []
        for layer in self.layers:
            for neuron in layer.neurons:
                found += neuron.w
                found.append(neuron.b)
        return found
"""),
]

UNKNOWN = [
    ('neuron', changed('neuron', 'act.tanh()', 'act.tanh() * 0.5')),
    ('neuron', changed('neuron', 'act.tanh()', '(act.tanh() + 1) / 2')),
    ('neuron', changed('neuron', 'zip(self.w, x)', 'zip(self.w, x[::-1])')),
    ('layer', changed('layer', 'return [neuron(x) for neuron in self.neurons]',
                      'return [neuron(x) for neuron in self.neurons[::-1]]')),
    ('layer', changed('layer', '[neuron(x) for', '[neuron(x).tanh() for')),
    ('mlp', changed('mlp', 'nonlin=i != last)', 'nonlin=i != last and nin != 2)')),
    ('mlp', changed('mlp', '            x = layer(x)',
                    '            x = [2 * y for y in layer(x)]')),
]


def verdict(tmp_path, name, source):
    path = tmp_path / 'work.py'
    path.write_text(source, 'utf-8')
    return judge(exercises()[name], path)


@pytest.mark.parametrize('name, source', RIGHT)
def test_right_in_another_style(tmp_path, name, source):
    assert verdict(tmp_path, name, source).status == 'passed'


@pytest.mark.parametrize('name, source', UNKNOWN)
def test_unknown_mistakes_get_no_name(tmp_path, name, source):
    found = verdict(tmp_path, name, source)
    assert (found.status, found.mistake) == ('failed', None)
    assert found.differences


@pytest.mark.parametrize('name, build', [
    ('neuron', 'Neuron(3)'), ('layer', 'Layer(3, 2)'), ('mlp', 'MLP(3, [4, 2])'),
])
def test_the_package_itself_cannot_do_it(tmp_path, name, build):
    found = verdict(tmp_path, name, f'from micrograd.nn import {build.split("(")[0]}\n')
    assert found.status == 'broken' and found.detail['error'] == 'ModuleNotFoundError'


def test_solutions_agree_with_the_package():
    names = {}
    exec(exercises()['mlp'].right, names)
    mine, ours = names['MLP'](3, [4, 2]), nn.MLP(3, [4, 2], activation='tanh')
    for p, q in zip(mine.parameters(), ours.parameters(), strict=True):
        p.data = q.data = random.uniform(-1, 1)
    x = [1.0, -2.0, 0.5]
    for a, b in zip(mine(x), ours(x), strict=True):
        assert a.data == pytest.approx(b.data)

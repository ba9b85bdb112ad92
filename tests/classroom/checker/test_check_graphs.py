"""The exercises on slopes and graphs, tried on programs that are not in the bank.

Right solutions in other styles must pass, mistakes of which the checker has no name
must not be given one, and whoever knows the answers of one file knows no others.
"""

import math

import pytest

from micrograd.classroom.checker import exercises, judge


def given(name, start):
    """What stands above the student's part in the solution."""
    return exercises()[name].right.split(start)[0]


def planted(new):
    return exercises()['planted_fault'].right.replace('(out.data > 0) * out.grad', new)


LEAVES, BACKWARD = given('leaves', 'def leaves'), given('backward', '    def backward')

RIGHT = [
    ('slope', """
def slope(f, x, h=1e-6):
    rise = f(x + h) - f(x - h)
    return rise / ((x + h) - (x - h))

def slopes(f, xs, h=1e-4):
    out = []
    for i in range(len(xs)):
        old = xs[i]
        xs[i] = old + h; up = f(*xs)
        xs[i] = old - h; down = f(*xs)
        xs[i] = old
        out += [(up - down) / (h + h)]
    return tuple(out)
"""),
    ('slope', """
class Meter:
    def __init__(self, h):
        self.h = h
    def __call__(self, f, x):
        return 0.5 * (f(x + self.h) / self.h - f(x - self.h) / self.h)

def slope(f, x, h=1e-7):
    return Meter(h)(f, x)

def slopes(f, xs, h=1e-7):
    along = lambda i: lambda t: f(*(xs[:i] + [t] + xs[i + 1:]))
    return list(map(lambda i: slope(along(i), xs[i], h), range(len(xs))))
"""),
    ('leaves', LEAVES + """
from collections import deque

def leaves(root):
    result, done, todo = {}, set(), deque([root])
    while todo:
        v = todo.popleft()
        if id(v) in done:
            continue
        done.add(id(v))
        if v._prev == ():
            result[v] = None
        todo.extendleft(v._prev[::-1])
    return list(result)
"""),
    ('leaves', LEAVES + """
import sys
sys.setrecursionlimit(50000)

def leaves(root, seen=None):
    seen = set() if seen is None else seen
    if root in seen:
        return []
    seen.add(root)
    if not root._prev:
        return [root]
    found = []
    for v in root._prev:  # sum(generator) would need the stack of C in 3.12
        found += leaves(v, seen)
    return found
"""),
    ('leaves', LEAVES + """
def leaves(root):
    visited, found, stack = [], [], [root]
    while len(stack) > 0:
        v = stack.pop()
        if v in visited:
            continue
        visited.append(v)
        if not v._prev:
            found.append(v)
        else:
            for operand in reversed(v._prev):
                stack.append(operand)
    return found
"""),
    ('backward', BACKWARD + """    def backward(self):
        users, stack = {self: 0}, [self]
        while stack:
            for c in stack.pop()._prev:
                if c not in users:
                    users[c] = 0
                    stack.append(c)
                users[c] += 1
        self.grad = 1
        ready = [self]
        while ready:
            v = ready.pop()
            v._backward()
            for c in v._prev:
                users[c] -= 1
                if users[c] == 0:
                    ready.append(c)
"""),
    ('backward', BACKWARD.replace(
        'self._backward = lambda: None', 'self._backward = lambda: None\n'
        '        self.depth = 1 + max([c.depth for c in self._prev], default=0)')
     + """    def backward(self):
        nodes, stack = {self}, [self]
        while stack:
            new = set(stack.pop()._prev) - nodes
            nodes |= new
            stack += new
        for v in nodes:
            v.grad = 0.0
        self.grad = 1.0
        for v in sorted(nodes, key=lambda v: -v.depth):
            v._backward()
"""),
    ('gradient_check', """
import math
from micrograd import Value

def analytic(f, xs):
    values = [Value(float(x)) for x in xs]
    f(*values).backward()
    return tuple(v.grad for v in values)

def numeric(f, xs, h=1e-5):
    def g(i, d):
        values = [Value(x) for x in xs]
        values[i].data += d
        return f(*values).data
    return [(g(i, h) - g(i, -h)) / 2 / h for i in range(len(xs))]

def gradient_check(f, xs, rtol=1e-5, atol=1e-7):
    return all(abs(a - n) - atol <= rtol * math.fabs(n)
               for a, n in zip(analytic(f, xs), numeric(f, xs)))
"""),
    ('planted_fault', planted('out.grad if self.data > 0 else 0.0')),
    ('planted_fault', planted('0.0') + '\n\ndef relu(self):\n'
     '    out = Value(self.data if self.data > 0 else 0.0, (self,))\n'
     '    def _backward():\n        if out.data:\n            self.grad += out.grad\n'
     '    out._backward = _backward\n    return out\n\nValue.relu = relu\n'),
    ('newton', """
from micrograd import Value, grad

def newton_step(f, x):
    v = Value(x)
    g, = grad(f(v), [v], create_graph=True)
    c, = grad(g, [v])
    if not c.data > 0:
        raise ValueError('no valley')
    return x - g.data / c.data

def newton(f, x, tolerance=1e-9):
    track, n = [x], 0
    while n < 50:
        new = newton_step(f, x)
        track.append(new)
        if abs(new - x) <= tolerance:
            return track
        x, n = new, n + 1
    return track
"""),
    ('unbroadcast', """
import numpy as np

def unbroadcast(grad, shape):
    extra = np.ndim(grad) - len(shape)
    axes = tuple(range(extra)) + tuple(
        extra + i for i, n in enumerate(shape) if n == 1)
    return np.sum(grad, axis=axes).reshape(shape)
"""),
    ('unbroadcast', """
import numpy

def unbroadcast(grad, shape):
    out = numpy.zeros(shape)
    owner = numpy.arange(out.size).reshape(shape)
    owner = numpy.broadcast_to(owner, grad.shape)
    numpy.add.at(out.reshape(-1), owner.reshape(-1), grad.reshape(-1))
    return out
"""),
]

SLOPES = """
def slopes(f, xs, h=1e-5):
    return [slope(lambda t: f(*xs[:i], t, *xs[i + 1:]), xs[i], h)
            for i in range(len(xs))]
"""
TOPO = """    def backward(self):
        topo, seen, stack = [], set(), [(self, False)]
        while stack:
            v, done = stack.pop()
            if done:
                topo.append(v)
            elif v not in seen:
                seen.add(v)
                stack += [(v, True), *((c, False) for c in v._prev)]
        self.grad = 1.0
        for v in reversed(topo):
            v._backward()
"""
UNKNOWN = [
    ('slope', 'def slope(f, x, h=1e-5):\n'
     '    return (f(x + h) - f(x - h)) / (2 * h) + h\n' + SLOPES),
    ('slope', 'def slope(f, x, h=1e-5):\n'
     '    return abs(f(x + h) - f(x - h)) / (2 * h)\n' + SLOPES),
    ('slope', 'def slope(f, x, h=1e-5):\n'
     '    return round((f(x + h) - f(x - h)) / (2 * h), 2)\n' + SLOPES),
    ('leaves', LEAVES + """
def leaves(root):
    found, seen, stack = [], set(), [root]
    while stack:
        v = stack.pop()
        if v not in seen:
            seen.add(v)
            found += [] if v._prev else [v]
            stack += reversed(v._prev)
    return found[:3]
"""),
    ('backward', BACKWARD + TOPO.replace('1.0', '-1.0')),
    ('backward', BACKWARD + TOPO.replace('1.0', '2.0')),
    ('backward', BACKWARD + TOPO.replace('reversed(topo)', 'reversed(topo[-3:])')),
    ('gradient_check', exercises()['gradient_check'].right.replace(
        'rtol * abs(n)', '10 * rtol * abs(n)')),
    ('gradient_check', exercises()['gradient_check'].right.replace(
        '[leaf.grad for', '[abs(leaf.grad) for')),
    ('newton', exercises()['newton'].right.replace('range(50)', 'range(5)')),
    ('unbroadcast', exercises()['unbroadcast'].right.replace(
        'return grad', 'return abs(grad)')),
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


TWO_MISTAKES = [
    ('slope', 'def slope(f, x, h=1e-5):\n'
     '    return (f(x + h) - f(x - h)) / 2 * h\n\n'
     'def slopes(f, xs, h=1e-12):\n    rises = []\n'
     '    for i, x in enumerate(xs):\n'
     '        moved = [*xs[:i], x + h, *xs[i + 1:]]\n'
     '        rises.append((f(*moved) - f(*xs)) / h)\n    return rises\n',
     'divided-by-2', 'slope(f, x, h)'),
    ('neuron', exercises()['neuron'].right.replace(
        'random.uniform(-1, 1)', 'random.random()').replace(
        'self.w + [self.b]', 'self.w.append(self.b)'),
     'no-return', 'neuron.parameters() is None'),
]


@pytest.mark.parametrize('name, source, mistake, expression', TWO_MISTAKES)
def test_the_example_shows_the_mistake_that_is_named(
    tmp_path, name, source, mistake, expression
):
    found = verdict(tmp_path, name, source)
    assert found.mistake.name == mistake
    assert found.differences[0].expression == expression


def test_a_list_of_answers_does_not_pass(tmp_path):
    """Verdicts are True or False: who counts the calls meets another order."""
    exercise = exercises()['gradient_check']
    right = exercise.right.replace('return all(', 'result = all(')
    told = f"{right}    print('verdict', result)\n    return result\n"
    answers = [line.endswith('True') for line in
               verdict(tmp_path, 'gradient_check', told).printed.splitlines()]
    assert set(answers) == {True, False}
    head = right.split('def gradient_check')[0]
    found = verdict(tmp_path, 'gradient_check', f"""{head}
answers = iter({answers})

def gradient_check(f, xs, rtol=0, atol=0):
    return next(answers)
""")
    assert found.status == 'failed'


def test_a_second_backward_may_add_start_anew_or_fail(tmp_path):
    ways = ('', '        for v in topo: v.grad = 0.0 if v._prev else v.grad\n',
            '        for v in topo: v.grad = 0.0\n',
            '        if self.grad: raise RuntimeError\n')
    for way in ways:
        method = TOPO.replace('        self.grad', f'{way}        self.grad')
        assert verdict(tmp_path, 'backward', BACKWARD + method).status == 'passed', way


def test_unbroadcast_is_the_gradient_of_broadcasting():
    np = pytest.importorskip('numpy')
    from micrograd import Tensor

    names = {}
    exec(exercises()['unbroadcast'].right, names)
    upstream = np.arange(24.0).reshape(2, 3, 4)
    for shape in [(), (4,), (1,), (3, 1), (3, 4), (2, 1, 4), (1, 1, 1), (2, 3, 4)]:
        operand = Tensor(np.ones(shape), requires_grad=True)
        (operand * Tensor(upstream)).sum().backward()
        found = names['unbroadcast'](upstream, shape)
        assert np.array_equal(found, operand.grad) and np.shape(found) == shape


def test_newton_finds_the_square_root_of_2():
    names = {}
    exec(exercises()['newton'].right, names)
    places = names['newton'](lambda x: x**3 / 3 - 2 * x, 1.0)
    assert places[:2] == [1.0, 1.5] and places[-1] == pytest.approx(math.sqrt(2))
    assert len(places) < 8

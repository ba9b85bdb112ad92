"""The compiler's training loop: the eager loop's numbers, stops, and state."""
import math
import os
import random
import signal
import subprocess
import sys
import threading

import numpy as np
import pytest
from compiled import bits, each_backend, needs_cc
from gradients import close
from places import ROOT

from micrograd import Value
from micrograd.compiler import compile_function, compile_loss, compiled, training
from micrograd.elementary import where
from micrograd.nn import MLP
from micrograd.training.loop import NotFiniteError
from micrograd.training.optim import SGD, Adam, AdamW, Optimizer

OPTIMISERS = {
    'SGD': lambda ps: SGD(ps, 0.01),
    'momentum': lambda ps: SGD(ps, 0.01, momentum=0.9),
    'nesterov': lambda ps: SGD(ps, 0.01, momentum=0.9, nesterov=True),
    'decay': lambda ps: SGD(ps, 0.01, weight_decay=0.1),
    'all': lambda ps: SGD(ps, 0.01, momentum=0.8, nesterov=True, weight_decay=0.01),
    'Adam': lambda ps: Adam(ps, 0.01),
    'Adam with decay': lambda ps: Adam(ps, 0.02, (0.8, 0.9), 1e-6, weight_decay=0.1),
    'AdamW': lambda ps: AdamW(ps, 0.01, weight_decay=0.1),
}


class Case:
    """A small network, its loss function and rows; the same each time it is made."""

    def __init__(self):
        random.seed(7)
        self.model = MLP(2, [3, 1])
        self.parameters = self.model.parameters()
        self.rows = [tuple(random.uniform(-1, 1) for _ in range(3)) for _ in range(6)]

    def loss_fn(self, x, y, target):
        return (self.model([x, y]) - target) ** 2

    def compile(self, backend='python'):
        return compile_loss(self.loss_fn, self.parameters, backend)

    def eager(self, optimizer, epochs):
        """The loop that one writes by hand."""
        losses = []
        for _ in range(epochs):
            total = 0.0
            for row in self.rows:
                optimizer.zero_grad()
                loss = self.loss_fn(*map(Value, row))
                loss.backward()
                optimizer.step()
                total += loss.data
            losses.append(total / len(self.rows))
        return losses

    def state(self, optimizer):
        return [[p.data for p in self.parameters],
                *(getattr(optimizer, name) for name in ('lr', *optimizer.state))]


def flat(x):
    return sum(map(flat, x), []) if isinstance(x, list) else [x]


def same(backend, found, wanted):
    if backend == 'python':
        return bits(found) == bits(wanted)
    return flat(found) == close(flat(wanted))


# --- the numbers of the eager loop -------------------------------------------

@pytest.mark.parametrize('name', OPTIMISERS)
def test_every_optimizer_to_the_last_bit(name):
    hand, case = Case(), Case()
    wanted_by = OPTIMISERS[name](hand.parameters)
    optimizer = OPTIMISERS[name](case.parameters)
    program = case.compile()
    for p in case.parameters:
        p.grad = 0.125
    for epochs in (2, 3):  # the second call goes on where the first ended
        losses = program.train(case.rows, epochs=epochs, optimizer=optimizer)
        assert bits(losses) == bits(hand.eager(wanted_by, epochs))
        assert bits(case.state(optimizer)) == bits(hand.state(wanted_by))
    assert [p.grad for p in case.parameters] == [0.125] * len(case.parameters)
    optimizer.lr = wanted_by.lr = 0.003  # as a schedule does
    program.train(case.rows, optimizer=optimizer)
    hand.eager(wanted_by, 1)
    assert bits(case.state(optimizer)) == bits(hand.state(wanted_by))


@each_backend
def test_other_backends(backend):
    """numpy with batches of one row."""
    options = {'batch_size': 1} if backend == 'numpy' else {}
    names = ['all', 'AdamW'] if backend != 'c' else ['Adam']
    for name in names:
        hand, case = Case(), Case()
        wanted_by = OPTIMISERS[name](hand.parameters)
        optimizer = OPTIMISERS[name](case.parameters)
        program = case.compile(backend)
        for epochs in (1, 2):
            losses = program.train(case.rows, epochs=epochs, optimizer=optimizer,
                                   **options)
            assert all(type(loss) is float for loss in losses)
            assert same(backend, losses, hand.eager(wanted_by, epochs))
            assert same(backend, case.state(optimizer), hand.state(wanted_by))
        assert {type(p.data) for p in case.parameters} == {float}
        assert type(optimizer.lr) is float
        if name != 'all':
            assert type(optimizer.t) is int and optimizer.t == 18


@each_backend
def test_a_learning_rate(backend):
    hand, case = Case(), Case()
    options = {'batch_size': 1} if backend == 'numpy' else {}
    program = case.compile(backend)
    for lr in (0.05, 0.01):
        losses = program.train(case.rows, lr=lr, epochs=2, **options)
        assert same(backend, losses, hand.eager(SGD(hand.parameters, lr), 2))
    assert same(backend, [p.data for p in case.parameters],
                [p.data for p in hand.parameters])


@pytest.mark.parametrize('batch_size', [None, 1, 2, 4, 100])
def test_batches_of_numpy_step_by_mean_gradients(batch_size):
    hand, case = Case(), Case()
    size = batch_size or len(hand.rows)
    optimizer = SGD(hand.parameters, 0.05, momentum=0.9)
    total = 0.0
    for i in range(0, len(hand.rows), size):
        batch = hand.rows[i:i + size]
        optimizer.zero_grad()
        loss = sum(hand.loss_fn(*map(Value, row)) for row in batch) / len(batch)
        loss.backward()
        optimizer.step()
        total += loss.data * len(batch)
    losses = case.compile('numpy').train(
        case.rows, batch_size=batch_size,
        optimizer=SGD(case.parameters, 0.05, momentum=0.9))
    assert losses == close([total / len(hand.rows)])
    assert [p.data for p in case.parameters] == close([p.data for p in hand.parameters])


@pytest.mark.parametrize('rows', [
    lambda rows: iter(rows), lambda rows: [list(row) for row in rows], np.array,
    lambda rows: [tuple(map(np.float64, row)) for row in rows],
    lambda rows: (iter(row) for row in rows)])
@each_backend
def test_any_rows_of_numbers(backend, rows):
    case, other = Case(), Case()
    wanted = case.compile(backend).train(case.rows, lr=0.1)
    assert other.compile(backend).train(rows(case.rows), lr=0.1) == wanted


def test_an_optimizer_of_some_parameters():
    hand, case = Case(), Case()
    hand.eager(SGD(hand.parameters[3:], 0.1, momentum=0.5), 2)
    case.compile().train(case.rows, epochs=2,
                         optimizer=SGD(case.parameters[3:], 0.1, momentum=0.5))
    assert bits([p.data for p in case.parameters]) \
        == bits([p.data for p in hand.parameters])


class Averaging(Optimizer):
    """A student's: keeps a mean of all weights, and counts the steps twice."""
    state = ('steps', 'average')

    def __init__(self, parameters, lr):
        super().__init__(parameters, lr, 0.0)
        self.steps = 0
        self.average = [p.data for p in self.parameters]

    def step(self):
        self.steps = self.steps + 2
        for i, p in enumerate(self.parameters):
            before = p.data
            p.data = p.data - self.lr * where(p.grad > 0, 1, -1)
            total = self.average[i] * (self.steps - 2) + before * 2
            self.average[i] = total / self.steps


@each_backend
def test_an_optimizer_of_a_student(backend):
    options = {'batch_size': 1} if backend == 'numpy' else {}
    hand, case = Case(), Case()
    wanted_by = Averaging(hand.parameters, 0.1)
    optimizer = Averaging(case.parameters, 0.1)
    hand.eager(wanted_by, 2)
    case.compile(backend).train(case.rows, epochs=2, optimizer=optimizer, **options)
    assert same(backend, case.state(optimizer), hand.state(wanted_by))
    assert type(optimizer.steps) is int


class Swap(Optimizer):
    """Hands numbers on in a circle; its steps go wrong if one is written too early."""
    state = ('last',)
    last = 3.0

    def step(self):
        a, b = self.parameters
        a.data, b.data, self.last = b.data, self.last, a.data


@each_backend
def test_all_is_read_before_it_is_written(backend):
    options = {'batch_size': 1} if backend == 'numpy' else {}
    a, b = Value(1.0), Value(2.0)
    optimizer = Swap([a, b], 0.1, 0.0)
    program = compile_loss(lambda x: a * b * x, [a, b], backend)
    program.train([(1.0,)] * 4, optimizer=optimizer, **options)
    assert (a.data, b.data, optimizer.last) == (2.0, 3.0, 1.0)


# --- what is refused -----------------------------------------------------------

def test_either_lr_or_optimizer():
    case = Case()
    program = case.compile()
    with pytest.raises(ValueError, match='either lr'):
        program.train(case.rows)
    with pytest.raises(ValueError, match='either lr'):
        program.train(case.rows, lr=0.1, optimizer=SGD(case.parameters, 0.1))


@each_backend
def test_rows_and_settings(backend):
    case = Case()
    program = case.compile(backend)
    before = [p.data for p in case.parameters]
    for rows, place in [([*case.rows, (1.0, 2.0)], 'row 6'), ([(1.0,) * 4], 'row 0'),
                        ([1.0], 'row 0'), ([*case.rows, ('1', '2', '3')], 'row 6'),
                        ([(1.0, None, 2.0)], 'row 0'), ([(Value(1.0),) * 3], 'row 0'),
                        ([*case.rows, (10 ** 400, 1.0, 1.0)], 'row 6')]:
        with pytest.raises((TypeError, OverflowError), match=place):
            program.train(rows, lr=0.1)
    for no_optimizer in (SGD, 'adam', 0.1):
        with pytest.raises(TypeError, match='SGD'):
            program.train(case.rows, optimizer=no_optimizer)
    for rows, options in [([], {'lr': 0.1}), (case.rows, {'lr': -0.1}),
                          (case.rows, {'lr': math.nan}),
                          (case.rows, {'lr': 0.1, 'epochs': 0})]:
        with pytest.raises(ValueError):
            program.train(rows, **options)
    with pytest.raises(ValueError, match='parameter'):
        program.train(case.rows, optimizer=SGD([Value(1.0)], 0.1))
    assert [p.data for p in case.parameters] == before


def test_a_batch_has_rows():
    case = Case()
    with pytest.raises(ValueError, match='batch'):
        case.compile('numpy').train(case.rows, lr=0.1, batch_size=0)


def test_an_optimizer_that_hides_its_state():
    class Counting(SGD):
        def step(self):
            self.steps = getattr(self, 'steps', 0) + 1
            super().step()
    case = Case()
    with pytest.raises(ValueError, match='state'):
        case.compile().train(case.rows, optimizer=Counting(case.parameters, 0.1))


def test_settings_within_an_object_count():
    class Scaled(SGD):
        def step(self):
            for p in self.parameters:
                p.data = p.data - self.lr * self.scale.factor * p.grad
    p = Value(1.0)
    program = compile_loss(lambda x: p * x, [p])
    optimizer = Scaled([p], 0.5)
    optimizer.scale = type('Scale', (), {})()  # its repr does not show the factor
    for optimizer.scale.factor in (1.0, 0.0):
        program.train([(1.0,)], optimizer=optimizer)
    assert p.data == 0.5


@pytest.mark.parametrize('generator', [random, random.Random(1)])
def test_an_optimizer_that_draws_random_numbers(generator):
    class Noisy(SGD):
        def step(self):
            super().step()
            for p in self.parameters:
                p.data = p.data + generator.gauss(0.0, 0.01)
    case = Case()
    with pytest.raises(ValueError, match='random'):
        case.compile().train(case.rows, optimizer=Noisy(case.parameters, 0.1))
    assert bits([p.data for p in case.parameters]) == bits(
        [p.data for p in Case().parameters])


def test_changed_settings_of_an_optimizer_count():
    hand, case = Case(), Case()
    wanted_by, optimizer = Adam(hand.parameters, 0.1), Adam(case.parameters, 0.1)
    program = case.compile()
    for betas in [(0.9, 0.99), (0.5, 0.6)]:
        wanted_by.betas = optimizer.betas = betas
        hand.eager(wanted_by, 1)
        program.train(case.rows, optimizer=optimizer)
    assert bits(case.state(optimizer)) == bits(hand.state(wanted_by))


# --- stops ---------------------------------------------------------------------

@each_backend
@pytest.mark.parametrize('bad', [math.inf, -math.inf, math.nan])
def test_a_loss_that_is_not_finite(backend, bad):
    """w grows by 1 a row, so that the loss of the second row of epoch 3 is bad."""
    w = Value(0.0)
    w.grad = 0.5
    options = {'batch_size': 1} if backend == 'numpy' else {}
    optimizer = SGD([w], 1.0, momentum=1e-300)
    program = compile_loss(lambda x: where(w > 6.5, bad, 0.0) - w * x, [w], backend)
    with pytest.raises(NotFiniteError) as caught:
        program.train([(1.0,)] * 3, epochs=9, optimizer=optimizer, **options)
    text = str(caught.value)
    assert 'row 1' in text and 'epoch 3' in text and str(bad) in text
    assert (w.data, w.grad) == (6.0, 0.5)
    assert optimizer.velocity == [-1.0]
    assert caught.value.history == {'loss': [-1.0, -4.0]}
    program.train([(0.0,)] * 3, lr=1.0)
    assert w.data == 6.0


def test_the_bad_row_of_a_batch():
    w = Value(1.0)
    program = compile_loss(lambda x: w * x, [w], 'numpy')
    rows = [(1.0,)] * 5 + [(math.inf,), (-math.inf,)]
    for batch_size in (None, 4, 6):
        with pytest.raises(NotFiniteError, match='row 5 is inf in epoch 1'):
            program.train(rows, lr=0.1, batch_size=batch_size)
    assert w.data == 1.0


@each_backend
def test_a_row_of_a_later_chunk(backend):
    w = Value(1.0)
    rows = [(1.0,)] * 10000 + [(math.nan,)]
    with pytest.raises(NotFiniteError, match='row 10000 is nan'):
        compile_loss(lambda x: w * x, [w], backend).train(rows, lr=0.0)


def test_progress(capsys, monkeypatch):
    case = Case()
    case.compile().train(case.rows, lr=0.1, epochs=5)
    assert capsys.readouterr().out == ''  # it was fast
    monkeypatch.setattr(training, 'PATIENCE', 0.0)
    losses = case.compile().train(case.rows, lr=0.1, epochs=5)
    out = capsys.readouterr().out
    assert f'epoch 5/5  loss {losses[-1]:.6g}' in out
    losses = case.compile().train(case.rows, lr=0.1)
    rows = len(case.rows)
    assert f'row {rows}/{rows}  loss {losses[-1]:.6g}' in capsys.readouterr().out
    case.compile().train(case.rows, lr=0.1, epochs=5, progress=False)
    assert capsys.readouterr().out == ''


SCRIPT = '''
from micrograd import Value
from micrograd.compiler import compile_loss
from micrograd.compiler.backends import c as c_backend
from micrograd.training.optim import SGD
w, v = Value(0.0), Value(0.0)
w.grad = 0.5
optimizer = SGD([w, v], 1.0, momentum=1e-300)
program = compile_loss(lambda x: -w * x - v * x, [w, v], {backend!r})
rows = [(1.0,)] * 5000
program.train(rows, optimizer=optimizer)
print('going', flush=True)
try:
    program.train(rows, epochs=10 ** 9, optimizer=optimizer, progress=False)
except KeyboardInterrupt:
    assert w.data > 5000 and w.data == v.data, (w.data, v.data)
    assert (w.grad, optimizer.velocity) == (0.5, [-1.0, -1.0])
    print('whole steps')
'''


@pytest.mark.skipif(os.name == 'nt', reason='no SIGINT to a process')
@pytest.mark.parametrize('backend', ['python', pytest.param('c', marks=needs_cc)])
def test_ctrl_c_leaves_the_last_whole_step(backend):
    process = subprocess.Popen(
        [sys.executable, '-c', SCRIPT.format(backend=backend)], text=True, cwd=ROOT,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, 'PYTHONPATH': str(ROOT)})
    assert process.stdout.readline() == 'going\n'
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (out, err, process.returncode) == ('whole steps\n', '', 0)


LATE = '''
import signal
from micrograd import SGD, Value, compile_loss
w = Value(0.0)

def rate(step):
    if step == 3:
        signal.raise_signal(signal.SIGINT)
    return 1.0
try:
    compile_loss(lambda x: -w * x, [w]).train(
        [(1.0,)] * 3, lr=1.0, epochs=2, schedule=rate)
except KeyboardInterrupt:
    print('heard after', w.data)
'''


def test_ctrl_c_in_the_last_chunk_is_heard_too():
    run = subprocess.run([sys.executable, '-c', LATE], text=True, capture_output=True,
                         env={**os.environ, 'PYTHONPATH': str(ROOT)})
    assert (run.stdout, run.stderr) == ('heard after 6.0\n', '')


def test_the_loop_is_not_limited_by_the_depth_of_the_parser():
    """A long sum is one expression, if each part is used once."""
    w = Value(0.001)

    def loss_fn(x):
        y = x
        for _ in range(3000):
            y = y + w
        return y
    hand = loss_fn(Value(1.0))
    losses = compile_loss(loss_fn, [w]).train([(1.0,)], lr=0.0)
    assert losses == [hand.data]


def half_a_square(x):
    """x * x / 2, in the lecture form: its gradient is x itself, no line of its own."""
    out = Value(x.data * x.data / 2, (x,), 'half a square')

    def _backward():
        x.grad += x.data * out.grad
    out._backward = _backward
    return out


@each_backend
@pytest.mark.parametrize('rule', ['all', 'Adam with decay', 'AdamW'])
@pytest.mark.parametrize('first', range(6))
def test_each_parameter_steps_by_its_own_gradient(backend, rule, first):
    """Whichever of them stands for the others in the program: that with a product for
    its gradient, another parameter, itself, what a step writes too, or none at all."""
    def trained(train):
        a, b, c, d, e, unused = parameters = [Value(0.3 + 0.1 * i) for i in range(6)]

        def loss_fn(x):
            power = e.exp()
            known = power.detach() * power.detach()
            return a * x + c * d + half_a_square(b) + power + x * known
        turned = parameters[first:] + parameters[:first]
        train(loss_fn, turned, OPTIMISERS[rule](turned))
        return [p.data for p in parameters]

    def by_hand(loss_fn, parameters, optimizer):
        for _ in range(3):
            optimizer.zero_grad()
            loss_fn(Value(0.7)).backward()
            optimizer.step()

    def in_one_call(loss_fn, parameters, optimizer):
        program = compile_loss(loss_fn, parameters, backend)
        program.train([(0.7,)], epochs=3, optimizer=optimizer)
    assert same(backend, trained(in_one_call), trained(by_hand))


# --- one program, several ways to use it ------------------------------------------

@each_backend
def test_constants_are_those_of_the_moment_of_compiling(backend):
    w, k = Value(1.0), Value(1.0)
    settings = {'factor': 1.0}
    program = compile_loss(lambda x: w * x * k * settings['factor'], [w], backend)
    k.data = settings['factor'] = 100.0
    assert program.train([(2.0,)], lr=0.5) == [2.0]
    assert w.data == 0.0


def test_optimizers_of_different_parameters():
    a, b = Value(1.0), Value(1.0)
    program = compile_loss(lambda x: (a + b) * x, [a, b])
    for parameters, wanted in [([a], (0.0, 1.0)), ([b], (0.0, 0.0)),
                               ([b, a], (-1.0, -1.0))]:
        program.train([(1.0,)], optimizer=SGD(parameters, 1.0))
        assert (a.data, b.data) == wanted


def test_optimizer_classes_of_one_name():
    def class_that_moves_by(distance):
        class Mover(SGD):
            def step(self):
                for p in self.parameters:
                    p.data = p.data + distance
        return Mover
    w = Value(0.0)
    program = compile_loss(lambda x: w * x, [w])
    for distance in (1.0, 10.0):
        optimizer = class_that_moves_by(distance)([w], 0.1)
        program.train([(1.0,)], optimizer=optimizer)
    assert w.data == 11.0


@each_backend
def test_a_loss_that_reads_gradients(backend):
    """They are 0 in training, as after zero_grad()."""
    w = Value(3.0)
    w.grad = 2.0
    program = compile_loss(lambda x: w * x + 10 * w.grad, [w], backend)
    assert program.step(*([[1.0]] if backend == 'numpy' else [1.0])) == 23.0
    assert w.grad == 3.0
    assert program.train([(1.0,)], lr=0.0) == [3.0]


def test_a_state_that_grows():
    class Remembering(SGD):
        state = ('history',)

        def __init__(self, parameters, lr):
            super().__init__(parameters, lr)
            self.history = []

        def step(self):
            self.history.append(self.parameters[0].data)
    w = Value(1.0)
    optimizer = Remembering([w], 0.1)
    with pytest.raises(ValueError, match='history'):
        compile_loss(lambda x: w * x, [w]).train([(1.0,)], optimizer=optimizer)


class Remembering(Optimizer):
    """Its state is what the parameters were before the step."""
    state = ('before', 'twice_before')

    def __init__(self, parameters, lr):
        super().__init__(parameters, lr, 0.0)
        self.before, self.twice_before = self._zeros(), self._zeros()

    def step(self):
        for i, p in enumerate(self.parameters):
            self.twice_before[i], self.before[i] = self.before[i], p.data
            p.data = p.data - self.lr * p.grad


@each_backend
def test_a_step_that_remembers_old_numbers(backend):
    options = {'batch_size': 1} if backend == 'numpy' else {}
    hand, case = Case(), Case()
    wanted_by = Remembering(hand.parameters, 0.1)
    optimizer = Remembering(case.parameters, 0.1)
    hand.eager(wanted_by, 1)
    case.compile(backend).train(case.rows, optimizer=optimizer, **options)
    assert same(backend, case.state(optimizer), hand.state(wanted_by))


@each_backend
def test_a_loss_that_is_a_parameter(backend):
    """It is that before the step."""
    options = {'batch_size': 1} if backend == 'numpy' else {}
    w = Value(3.0)
    program = compile_loss(lambda x: w, [w], backend)
    assert program.train([(1.0,)] * 2, lr=1.0, **options) == [2.5]
    assert w.data == 1.0


# --- counters, settings, and what stops a training ---------------------------------

class Halving(Optimizer):
    """A learning rate, a mean and counters that begin as ints."""
    state = ('mean', 'steps', 'each')

    def __init__(self, parameters, lr):
        super().__init__(parameters, lr, 0.0)
        self.mean, self.steps, self.each = 0, 0, [0 for _ in self.parameters]

    def step(self):
        self.lr = self.lr * 0.5
        self.steps = self.steps + 1
        for i, p in enumerate(self.parameters):
            self.mean = 0.9 * self.mean + 0.1 * p.grad
            self.each[i] = self.each[i] + i
            p.data = p.data - self.lr * p.grad


@each_backend
def test_what_begins_as_an_int_may_become_a_float(backend):
    options = {'batch_size': 1} if backend == 'numpy' else {}
    hand, case = Case(), Case()
    wanted_by, optimizer = Halving(hand.parameters, 1), Halving(case.parameters, 1)
    program = case.compile(backend)
    for _ in range(2):
        hand.eager(wanted_by, 1)
        program.train(case.rows, optimizer=optimizer, **options)
        assert same(backend, case.state(optimizer), hand.state(wanted_by))
    assert optimizer.lr == 2.0 ** -12
    assert {type(x) for x in (optimizer.steps, *optimizer.each)} == {int}


@pytest.mark.parametrize('factor', [-0.0, math.inf, 2.0 ** 60, 0.5])
def test_what_no_int_is_stays_a_float(factor):
    class Growing(Optimizer):
        state = ('number',)
        number = 1

        def step(self):
            self.number = self.number * factor
    w = Value(1.0)
    optimizer = Growing([w], 0.1, 0.0)
    compile_loss(lambda x: w * x, [w]).train([(1.0,)], optimizer=optimizer)
    assert repr(optimizer.number) == repr(1 * factor)


class Scaled(Optimizer):
    """p -= lr * factor() * grad, wherever the factor is kept."""

    def step(self):
        for p in self.parameters:
            p.data = p.data - self.lr * self.factor() * p.grad


def in_groups(optimizer, x):
    """As PyTorch keeps its settings: a list of dicts of objects."""
    if not hasattr(optimizer, 'groups'):
        optimizer.groups = [{'scale': type('Scale', (), {})()}]
    optimizer.groups[0]['scale'].lr = x
    optimizer.factor = lambda: optimizer.groups[0]['scale'].lr


def in_a_list_of_objects(optimizer, x):
    in_groups(optimizer, x)
    optimizer.objects = [optimizer.groups[0]['scale']]
    optimizer.factor = lambda: optimizer.objects[0].lr


def in_a_function(optimizer, x):
    optimizer.factor = lambda: x


def in_a_class(optimizer, x):
    type(optimizer).scale = x
    optimizer.factor = lambda: type(optimizer).scale


def in_a_global(optimizer, x):
    global SCALE
    SCALE = x
    optimizer.factor = a_global


def a_global():
    return SCALE


def in_a_long_array(optimizer, x):
    if not hasattr(optimizer, 'array'):
        optimizer.array = np.zeros(5000)
    optimizer.array[2500] = x
    optimizer.factor = lambda: float(optimizer.array[2500])


def in_the_last_bit(optimizer, x):
    in_a_long_array(optimizer, 1.0 + x * 2.0 ** -50)


@pytest.mark.parametrize('keep', [
    in_groups, in_a_list_of_objects, in_a_function, in_a_class, in_a_global,
    in_a_long_array, in_the_last_bit])
def test_a_changed_setting_counts_wherever_it_is_kept(keep):
    hand, case = Case(), Case()
    wanted_by = Scaled(hand.parameters, 0.1, 0.0)
    optimizer = Scaled(case.parameters, 0.1, 0.0)
    program = case.compile()
    for x in (0.1, 0.3, 0.0, 0.1):
        keep(wanted_by, x)
        hand.eager(wanted_by, 1)
        keep(optimizer, x)
        program.train(case.rows, optimizer=optimizer)
        assert bits(case.state(optimizer)) == bits(hand.state(wanted_by))


def test_a_method_of_ones_own_on_an_optimiser_of_ours():
    w = Value(1.0)
    optimizer = SGD([w], 1.0)
    program = compile_loss(lambda x: w * x, [w])
    program.train([(1.0,)], optimizer=optimizer)

    def step():
        w.data = w.data + 10.0
    optimizer.step = step
    program.train([(1.0,)], optimizer=optimizer)
    assert w.data == 10.0


class Box:
    count = 0.0


def count_in(box, key):
    box[key] += 1.0


def count_on(box, name):
    setattr(box, name, getattr(box, name) + 1.0)


@pytest.mark.parametrize('box, count', [
    ([0.0], lambda box: count_in(box, 0)),
    ({'a': [0.0]}, lambda box: count_in(box['a'], 0)),
    ([{'a': Box()}], lambda box: count_on(box[0]['a'], 'count')),
    ((np.zeros(3000),), lambda box: count_in(box[0], 1500)),
    ([Value(0.0)], lambda box: count_on(box[0], 'data'))])
def test_a_counter_that_a_step_hides_is_seen_however_deep(box, count):
    class Counting(SGD):
        def step(self):
            count(self.box)
            super().step()
    w = Value(1.0)
    optimizer = Counting([w], 0.1)
    optimizer.box, optimizer.itself = box, optimizer
    with pytest.raises(ValueError, match='changes more'):
        compile_loss(lambda x: w * x, [w]).train([(1.0,)], optimizer=optimizer)


class Exploding(Optimizer):
    def step(self):
        for p in self.parameters:
            p.data = p.data * 1e200


@each_backend
def test_parameters_that_are_not_finite(backend):
    """The slope of sqrt at 0 is inf; the loss of the only row was finite."""
    w, k = Value(0.0), Value(1.0, label='k')
    options = {'batch_size': 1} if backend == 'numpy' else {}
    program = compile_loss(lambda x: (w * x).sqrt() + k, [k, w], backend)
    with pytest.raises(NotFiniteError, match='parameter 1 is -inf') as got:
        program.train([(1.0,)], lr=0.1, epochs=3, **options)
    assert (k.data, w.data) == (1.0, 0.0)
    assert got.value.history == {'loss': []}
    program = compile_loss(lambda x: k * x, [k], backend)
    with pytest.raises(NotFiniteError, match='parameter 0, k, is inf') as got:
        program.train([(0.0,)], optimizer=Exploding([k], 1.0, 0.0), epochs=3, **options)
    assert k.data == 1e200
    assert got.value.history == {'loss': [0.0]}


# --- threads ------------------------------------------------------------------------

def in_threads(*works):
    """Run the functions at once, switching often; return their errors."""
    errors, interval = [], sys.getswitchinterval()

    def run(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)
    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(interval)
    assert not any(thread.is_alive() for thread in threads)
    return errors


@each_backend
def test_steps_of_several_threads_lose_no_gradient(backend):
    """Of one program, and of two that share a parameter; all sums are exact."""
    w, b = Value(2.0), Value(0.0)
    first = compile_loss(lambda x: w * x + b, [w, b], backend)
    second = compile_loss(lambda x: w * x * 4, [w], backend)
    x = [1.0] if backend == 'numpy' else 1.0

    def steps(program):
        for _ in range(500):
            program.step(x)
    assert in_threads(*[lambda: steps(first), lambda: steps(second)] * 2) == []
    assert (w.grad, b.grad) == (5000.0, 1000.0)


def test_compiling_in_several_threads():
    """With steps, derivatives and calls of other programs in between."""
    w, b = Value(2.0), Value(1.0)
    step = compile_loss(lambda x: (w * x + b) ** 2, [w, b])
    predict = compile_function(lambda x: w * x + b, [w, b])
    source = step.source

    def compiles():
        for _ in range(20):
            program = compile_loss(lambda x: (w * x + b) ** 2, [w, b])
            assert program.source == source

    def uses():
        for _ in range(100):
            assert step(1.0) == 9.0
            assert predict(2.0) == 5.0

    def trains():
        for _ in range(20):
            v = Value(1.0)
            compile_loss(lambda x: v * x * 3, [v]).train([(1.0,)], lr=1.0)
            assert v.data == -2.0
    assert in_threads(compiles, compiles, uses, trains) == []
    assert (w.data, b.data, w.grad) == (2.0, 1.0, 600.0)


@each_backend
def test_two_trainings_of_one_parameter_are_refused(backend):
    w = Value(0.0)
    program = compile_loss(lambda x: -w * x, [w], backend)
    other = compile_loss(lambda x: w * x, [w])
    begun = threading.Event()

    class Rows(list):
        def __iter__(self):
            begun.set()
            return super().__iter__()

    def trains():
        program.train(Rows([(1.0,)] * 3000), lr=1.0, epochs=400, progress=False)

    def disturbs():
        begun.wait(60)
        while not compiled._in_training:
            pass
        with pytest.raises(RuntimeError, match='parameter 0, Value.* at the same time'):
            other.train([(1.0,)], lr=1.0)
    assert in_threads(trains, disturbs) == []
    assert w.data == 3000 * 400 if backend != 'numpy' else 400
    other.train([(1.0,)], lr=1.0)  # now it may


def test_computing_with_a_parameter_that_is_being_compiled_is_refused():
    w = Value(1.0)
    inside, done = threading.Event(), threading.Event()
    told = []

    def loss_fn(x):
        inside.set()
        done.wait(60)
        return w * x

    def computes():
        inside.wait(60)
        for compute in (lambda: w * 2, lambda: w > 0, lambda: float(w.data)):
            try:
                compute()
            except RuntimeError as error:
                told.append(str(error))
        done.set()
    assert in_threads(lambda: compile_loss(loss_fn, [w]), computes) == []
    assert len(told) == 3 and all('another thread is compiling' in t for t in told)
    assert w.data == 1.0

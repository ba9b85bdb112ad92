"""fit(…, resume=path), and the files of optimisers: on from there, to the last bit."""
import json
import math
import os
import random
import subprocess
import sys
import time

import numpy as np
import pytest
from compiled import bits

from micrograd import MLP, Module, Value
from micrograd.tensor import Tensor
from micrograd.tensor import optim as tensor_optim
from micrograd.training.datasets import linear, moons
from micrograd.training.loop import NotFiniteError, fit
from micrograd.training.losses import mse
from micrograd.training.optim import SGD, Adam, AdamW, CosineLR, Optimizer, StepLR
from micrograd.training.snapshots import restore, snapshot

DATA = moons(20, seed=3)


class Noisy(Module):
    """A network with dropout, running statistics, counters and noise of all kinds."""

    def __init__(self):
        self.mlp = MLP(2, [4, 1], activation='tanh')
        self.scale = Value(1.5)
        self.rng = random.Random(5)
        self.numpy = np.random.default_rng(5)
        self.twister = np.random.Generator(np.random.MT19937(5))
        self.mean, self.seen = [0.0, 0.0], []
        self.sums = np.zeros(2)
        self.settings = {'calls': 0, 2: [1.0]}
        self.parts = (self.mlp, {'rng': self.rng})
        self.training = True

    def __call__(self, xs):
        self.settings['calls'] += 1
        self.calls = getattr(self, 'calls', 0) + 1
        self.mean = [0.9 * m + 0.1 * x for m, x in zip(self.mean, xs)]
        self.sums += xs
        self.seen.append(xs[0])
        keep = [float(self.rng.random() < 0.8) for _ in xs]
        shift = self.numpy.normal() + self.twister.random() + self.sums[0] / 100
        return self.mlp([x * k - m for x, k, m in zip(xs, keep, self.mean)]) \
            * self.scale + 0.01 * shift


def make_loss():
    own = random.Random(9)

    def noise():
        return own.gauss(0.0, 0.01)  # gauss keeps a second number for the next call

    def loss_fn(prediction, target):
        return (prediction - target + random.random() / 10 + np.random.rand() / 10
                + noise()) ** 2
    return loss_fn


def training(path, epochs, optimizer=Adam, **options):
    """The model, the optimiser and the history of a training that is made anew."""
    random.seed(4)
    np.random.seed(4)
    model = Noisy()
    optimizer = optimizer(model.parameters(), 0.05)
    settings = {'batch_size': 3, 'schedule': CosineLR(0.05, 60), 'clip_norm': 1.0,
                'validation': DATA[:5], 'progress': False, 'diagnose_every': 15}
    history = fit(model, DATA, make_loss(), optimizer, epochs, resume=path,
                  **{**settings, **options})
    return model, optimizer, history


def result(model, optimizer, history):
    """All that there is to compare, as text: every bit counts."""
    return json.dumps([snapshot(model), snapshot(optimizer), history,
                       random.random(), np.random.rand()])


class CrashError(Exception):
    pass


class Crashing(Noisy):
    """A Noisy that breaks down at a call; a snapshot shows no difference."""
    at = math.inf

    def __call__(self, xs):
        if self.settings['calls'] == Crashing.at:
            raise CrashError
        return super().__call__(xs)


@pytest.fixture
def file(tmp_path):
    return tmp_path / 'training.json'


# --- the same bits -------------------------------------------------------------------

@pytest.mark.parametrize('at', [0, 1, 24, 25, 26, 60, 99])
@pytest.mark.parametrize('optimizer', [SGD, AdamW])
def test_a_crash_at_any_call_changes_nothing(file, monkeypatch, at, optimizer):
    wanted = result(*training(None, 4, optimizer))
    monkeypatch.setitem(globals(), 'Noisy', Crashing)
    monkeypatch.setattr(Crashing, 'at', at)
    with pytest.raises(CrashError):
        training(file, 4, optimizer)
    monkeypatch.setattr(Crashing, 'at', math.inf)
    assert result(*training(file, 4, optimizer)) == wanted


def test_epochs_count_from_the_beginning(file):
    wanted = result(*training(None, 5))
    for epochs in (0, 2, 2, 3, 5):
        if epochs:
            model, optimizer, history = training(file, epochs)
            assert len(history['loss']) == epochs
    assert result(model, optimizer, history) == wanted
    with pytest.raises(ValueError, match='5 epochs are done already, .* cannot be 4'):
        training(file, 4)


@pytest.mark.parametrize('options', [
    {'shuffle': False}, {'schedule': None}, {'batch_size': 1}, {'batch_size': 7},
    {'validation': None}, {'clip_norm': None}, {'diagnose_every': None},
    {'schedule': StepLR(0.1, 3)}])
def test_with_and_without_each_setting(file, options):
    wanted = result(*training(None, 3, **options))
    training(file, 1, **options)
    training(file, 2, **options)
    assert result(*training(file, 3, **options)) == wanted


def test_a_callback_may_change_what_it_likes(file):
    def halve(epoch, history):
        seen['optimizer'].lr *= 0.5
        history.setdefault('epochs', []).append(epoch)

    class Seen(SGD):
        def __init__(self, *args):
            super().__init__(*args)
            seen['optimizer'] = self
    seen = {}
    wanted = result(*training(None, 4, Seen, schedule=None, callback=halve))
    training(file, 2, Seen, schedule=None, callback=halve)
    found = training(file, 4, Seen, schedule=None, callback=halve)
    assert result(*found) == wanted
    assert found[2]['epochs'] == [1, 2, 3, 4]


def test_what_a_callback_has_ended_stays_so(file):
    def ends(epoch, history):
        return epoch == 2
    wanted = result(*training(None, 5, callback=ends))
    training(file, 1, callback=ends)
    for _ in range(2):
        found = training(file, 5, callback=ends)
        assert len(found[2]['loss']) == 2
    assert result(*found) == wanted


def test_it_goes_on_in_the_same_process(file, monkeypatch):
    """The model is then in the middle of an epoch: it is put back."""
    wanted = result(*training(None, 3))
    random.seed(4)
    np.random.seed(4)
    model = Crashing()
    optimizer = Adam(model.parameters(), 0.05)
    loss_fn = make_loss()
    for at in (80, 150, math.inf):
        monkeypatch.setattr(Crashing, 'at', at)
        try:
            history = fit(model, DATA, loss_fn, optimizer, 3, False, resume=file,
                          batch_size=3, schedule=CosineLR(0.05, 60), clip_norm=1.0,
                          validation=DATA[:5], diagnose_every=15)
        except CrashError:
            assert at < math.inf
    assert result(model, optimizer, history) == wanted


SCRIPT = """
import sys
import test_resume
model, optimizer, history = test_resume.training(sys.argv[1] or None, 40)
print(test_resume.result(model, optimizer, history))
"""


@pytest.mark.apart
def test_kill_9_at_random_moments(file):
    env = {**os.environ, 'PYTHONPATH': os.pathsep.join(sys.path)}

    def start(path):
        return subprocess.Popen([sys.executable, '-c', SCRIPT, str(path)], env=env,
                                text=True, stdout=subprocess.PIPE)
    with start('') as run:
        wanted, _ = run.communicate(timeout=300)
    assert run.returncode == 0
    draws = random.Random(time.time_ns())
    kills = 0
    for _ in range(60):
        before = file.stat().st_mtime_ns if file.exists() else 0
        with start(file) as run:
            while run.poll() is None and (
                    not file.exists() or file.stat().st_mtime_ns == before):
                time.sleep(0.001)  # until it has come as far as an epoch
            time.sleep(draws.random() * 0.15)
            if kills < 6:
                run.kill()
            found, _ = run.communicate(timeout=300)
        if run.returncode == 0:
            break
        kills += 1
    assert kills >= 3
    assert found == wanted


def test_a_training_of_a_function(file):
    def run(epochs, path=None):
        w, b = Value(0.5), Value(0.0)
        rng = random.Random(1)
        fit(lambda x: w * x[0] + b + rng.random(), linear(10), mse, SGD([w, b], 0.05),
            epochs, False, resume=path)
        return w.data, b.data
    run(2, file)
    assert run(5, file) == run(5)


GENERATOR, SCALES = random.Random(11), random.Random(12)


def helper():
    return GENERATOR.random()


class Draws:
    """A model that is no Module, and a loss that is a method."""

    def __init__(self, w):
        self.w = w

    def __call__(self, x):
        return self.w * x[0] + helper()

    def loss(self, prediction, target, scale=SCALES):
        return (prediction - target) ** 2 * scale.random()


def test_generators_in_globals_defaults_and_helpers(file):
    def run(epochs, path=None):
        GENERATOR.seed(1)
        SCALES.seed(2)
        model = Draws(Value(0.5))
        fit(model, linear(10), model.loss, SGD([model.w], 0.05), epochs, False,
            resume=path)
        return model.w.data
    run(2, file)
    assert run(5, file) == run(5)


# --- what is refused -----------------------------------------------------------------

OTHERS = [
    ({'batch_size': 4}, 'batch_size=3, not 4'),
    ({'shuffle': False}, 'shuffle=True, not F'),
    ({'seed': 1}, 'seed=0, not 1'), ({'clip_norm': 2.0}, 'clip_norm=1.0, not 2.0'),
    ({'validation': None}, 'another validation'),
    ({'validation': DATA[:4]}, 'another validation'),
    ({'diagnose_every': None}, 'diagnose_every=15, not None'),
    ({'schedule': None}, 'schedule=True, not False'),
    ({'schedule': CosineLR(0.05, 61)}, 'another schedule'),
    ({'optimizer': SGD}, "'kind': 'Adam'.*'kind': 'SGD'"),
    ({'optimizer': lambda ps, lr: Adam(ps, lr, (0.8, 0.9))}, r'betas.*0\.8, 0\.9'),
]


@pytest.mark.parametrize(('options', 'text'), OTHERS)
def test_another_setting_is_refused(file, options, text):
    training(file, 1)
    before = file.read_bytes()
    with pytest.raises(ValueError, match=f'{file} belongs to a training with .*{text}'):
        training(file, 2, **options)
    assert file.read_bytes() == before


def test_another_lr_other_data_and_another_loss_are_refused(file):
    def run(data, loss_fn=mse, lr=0.05, nin=2):
        model = MLP(nin, [1])
        return fit(model, data, loss_fn, SGD(model.parameters(), lr), 2, False,
                   resume=file)
    data = linear(5)
    run(data)
    run([(list(xs), y) for xs, y in data])  # the same numbers
    for args, text in [((data[:4],), 'another data'), ((data, mse, 0.1), "'lr': 0.1"),
                       ((data, lambda p, t: (p - t) ** 2), 'loss_fn=mse, not')]:
        with pytest.raises(ValueError, match=text):
            run(*args)
    model = MLP(2, [3, 1])
    before = [p.data for p in model.parameters()]
    with pytest.raises(ValueError, match='model.layers.* does not fit'):
        fit(model, data, mse, SGD(model.parameters(), 0.05), 2, False, resume=file)
    assert [p.data for p in model.parameters()] == before


@pytest.mark.parametrize('content', [
    '', '{', '[]', '{}', '{"fit": 1}', '{"fit": 2, "epochs": 1}'])
def test_a_file_of_another_kind_is_refused(file, content):
    file.write_text(content)
    with pytest.raises(ValueError, match=str(file)):
        training(file, 1)
    assert file.read_text() == content


def test_what_no_file_holds_is_refused_before_the_first_step(file):
    from fractions import Fraction
    w = Value(Fraction(1))
    with pytest.raises(TypeError, match='cannot be saved: .*Fraction'):
        fit(lambda x: w * x, [(1, 1)], mse, SGD([w], Fraction(1, 2)), 2, False,
            resume=file)
    w, rng = Value(1.0), random.SystemRandom()
    with pytest.raises(TypeError, match='SystemRandom.* no state'):
        fit(lambda x: w * x + rng.random(), [(1, 1)], mse, SGD([w]), 2, False,
            resume=file)
    with pytest.raises(OSError):
        fit(lambda x: w * x, [(1, 1)], mse, SGD([w]), 2, False,
            resume=file.parent)
    assert w.data == 1.0 and not file.exists()


def test_a_training_that_went_bad_stays_at_the_last_epoch(file):
    w = Value(1.0)
    data = [(1.0, 2.0)]
    with pytest.raises(NotFiniteError):
        fit(lambda x: w * x, data, mse, SGD([w], 1e200), 9, False, resume=file)
    assert json.loads(file.read_text())['epochs'] == 1


# --- the files of optimisers ---------------------------------------------------------

MAKERS = {
    'SGD': lambda ps: SGD(ps, 0.1),
    'momentum': lambda ps: SGD(ps, 0.1, 0.9, True, 0.01),
    'Adam': lambda ps: Adam(ps, 0.1, (0.8, 0.9), 1e-6),
    'AdamW': lambda ps: AdamW(ps, 0.1),
}


def steps(optimizer, count):
    rng = random.Random(count)
    for _ in range(count):
        for p in optimizer.parameters:
            p.grad = rng.uniform(-1, 1)
        optimizer.step()


@pytest.mark.parametrize('make', MAKERS.values(), ids=MAKERS)
def test_an_optimiser_goes_on_from_its_file(tmp_path, make):
    one = make([Value(1.0), Value(-0.5)])
    steps(one, 3)
    one.lr = 0.05
    one.save(tmp_path / 'optimizer.json')
    other = make([Value(p.data) for p in one.parameters])
    data = [p.data for p in other.parameters]
    other.load(tmp_path / 'optimizer.json')
    assert [p.data for p in other.parameters] == data  # they are their model's
    for optimizer in (one, other):
        steps(optimizer, 4)
    assert bits([p.data for p in one.parameters]) \
        == bits([p.data for p in other.parameters])
    assert snapshot(other, other._known()) == snapshot(one, one._known())
    assert type(getattr(other, 't', 0)) is int


@pytest.mark.parametrize('dtype', ['float32', 'float64'])
@pytest.mark.parametrize('make', [
    lambda ps: tensor_optim.SGD(ps, 0.1, 0.9), lambda ps: tensor_optim.Adam(ps, 0.1)])
def test_an_optimiser_of_tensors_goes_on_from_its_file(tmp_path, make, dtype):
    def parameters():
        return [Tensor(np.ones((2, 3), dtype), requires_grad=True),
                Tensor(np.ones((3,), dtype), requires_grad=True)]

    def steps(optimizer, parameters, count):
        for i in range(count):
            optimizer.zero_grad()
            (parameters[0] * parameters[1] * (i + 0.3)).sum().backward()
            optimizer.step()
    mine, others = parameters(), parameters()
    one, other = make(mine), make(others)
    steps(one, mine, 3)
    one.save(tmp_path / 'optimizer.json')
    for p, q in zip(mine, others):
        q.data = p.numpy()
    other.load(tmp_path / 'optimizer.json')
    steps(one, mine, 3)
    steps(other, others, 3)
    for p, q in zip(mine, others):
        assert q.dtype == dtype and (p.numpy() == q.numpy()).all()


class OwnState(Optimizer):
    """Keeps what a student might: nested numbers, a function, its own generator."""
    state = ('means',)

    def __init__(self, parameters, lr=0.1):
        super().__init__(parameters, lr, 0.0)
        self.means = {'a': [0, 0.0], 'b': (1.0, None)}
        self.rule = lambda x: x
        self.rng = random.Random(1)
        self.all = list(self.parameters)


def test_an_optimiser_of_ones_own(tmp_path):
    one, other = OwnState([Value(1.0)]), OwnState([Value(2.0)])
    one.means['a'][0], one.means['b'] = 7, (2.0, 'x')
    one.rng.random()
    one.save(tmp_path / 'x')
    other.load(tmp_path / 'x')
    assert other.means == one.means and type(other.means['b']) is tuple
    assert other.rng.random() == one.rng.random()
    assert other.all[0].data == 2.0


def changed(content, *path_and_value):
    *path, last, value = path_and_value
    found = json.loads(content)
    place = found
    for key in path:
        place = place[key]
    place[last] = value
    return json.dumps(found)


@pytest.mark.parametrize(('change', 'text'), [
    (lambda c: c[:40], 'no JSON'), (lambda c: '[]', 'no object'),
    (lambda c: changed(c, 'optimizer', 'SGD'), "optimizer is 'SGD', not 'Adam'"),
    (lambda c: changed(c, 'parameters', 3), 'parameters is 3, not 2'),
    (lambda c: changed(c, 'state', 'm', [0.0]), 'm has 1 parts, not 2'),
    (lambda c: changed(c, 'state', 'm', 1, {}), 'm.1 is {} '),
    (lambda c: changed(c, 'state', 'betas', 0.9), 'betas is 0.9 .* a tuple'),
    (lambda c: changed(c, 'state', 't', 'x'), "t is 'x' .* does not fit 0"),
    (lambda c: changed(c, 'state', 'v', None), 'v is None'),
    (lambda c: changed(c, 'state', None), 'it is None'),
    (lambda c: changed(c, 'state', {}), 'parameters is not in the snapshot')])
def test_a_file_that_does_not_fit_leaves_the_optimiser(tmp_path, change, text):
    one = Adam([Value(1.0), Value(2.0)], 0.1)
    steps(one, 2)
    one.save(tmp_path / 'x')
    (tmp_path / 'x').write_text(change((tmp_path / 'x').read_text()))
    other = Adam([Value(1.0), Value(2.0)], 0.3)
    before = snapshot(other)
    with pytest.raises(ValueError, match=f'x:? .*{text}'):
        other.load(tmp_path / 'x')
    assert snapshot(other) == before


# --- snapshots -----------------------------------------------------------------------

def test_a_snapshot_shares_what_is_shared():
    class Box:
        pass
    one, other = Box(), Box()
    for box in (one, other):
        box.p = Value(1.0)
        box.rng = random.Random(1)
        box.all = [box.p, (box.p, box.rng), {'itself': box}]
    one.p.data = one.rng.random()
    restore(other, json.loads(json.dumps(snapshot(one))))
    assert other.all[0] is other.p and other.p.data == one.p.data
    assert other.rng.random() == one.rng.random()


@pytest.mark.parametrize('number', [
    math.nan, math.inf, -0.0, 5e-324, 0.1, 2 ** 70, True, None, 'é'])
def test_numbers_come_back_as_they_were(number):
    class Box:
        x = None
    one, other = Box(), Box()
    one.x = number
    restore(other, json.loads(json.dumps(snapshot(one))))
    assert repr(other.x) == repr(number)

"""Graphs of any depth, how they are freed, and what the collector has to do.

What a long chain and a training loop do to a process shows in a fresh one alone:
they run as scripts.
"""
import gc
import os
import random
import subprocess
import sys
import threading
import weakref
from pathlib import Path

import pytest
from places import ROOT

from micrograd import MLP, Value, relaxed_gc


def run(script, **environment):
    """The output of a script in a process of its own."""
    done = subprocess.run([sys.executable, '-c', script], cwd=ROOT, text=True,
                          env={**os.environ, **environment}, capture_output=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def no_collector():
    """What is freed now is freed by counting references alone."""
    Watched.alive = weakref.WeakSet()
    gc.collect()
    gc.disable()
    yield
    gc.enable()


class Watched(Value):
    """A Value that can be counted while it lives."""
    alive = weakref.WeakSet()

    def __init__(self, data):
        super().__init__(data)
        Watched.alive.add(self)


def watched_graph():
    """A graph of every kind of node, whose leaves are watched; its root."""
    a, b = Watched(0.5), Watched(2.0)
    x = (a * b + a / b - b ** a + a ** 2).tanh() * (-a).exp().log()
    return (x.relu() + abs(x).sqrt() + x.maximum(a) + 3 * x.clamp(-1, 1)).sigmoid()


def backward(root):
    root.backward()


def backward_twice(root):
    root.backward(retain_graph=True)
    root.backward()


def backward_after_an_error(root):
    def trouble():
        raise ValueError
    works, root._backward = root._backward, trouble
    with pytest.raises(ValueError):
        root.backward()
    root._backward = works
    root.backward()


@pytest.mark.parametrize('use_up', [backward, backward_twice, Value.release,
                                    backward_after_an_error])
def test_a_used_up_graph_goes_with_its_last_name(no_collector, use_up):
    root = watched_graph()
    use_up(root)
    assert len(Watched.alive) == 2
    del root
    assert len(Watched.alive) == 0


@pytest.mark.parametrize('leave', [lambda root: None,
                                   lambda root: root.backward(retain_graph=True)])
def test_a_graph_that_was_not_used_up_waits_for_the_collector(no_collector, leave):
    """Each closure and its result hold each other; release() is the way out."""
    root = watched_graph()
    leave(root)
    del root
    assert len(Watched.alive) == 2
    gc.collect()
    assert len(Watched.alive) == 0


def test_a_name_inside_a_used_up_graph_keeps_its_operands_alone(no_collector):
    a = Watched(1.0)
    b = a * 2
    root = b * Watched(3.0)
    root.backward()
    del root
    assert set(Watched.alive) == {a}
    assert b._prev[0] is a


def test_parameters_keep_no_graph(no_collector):
    model, x = MLP(2, [3, 1]), Watched(1.0)
    loss = (model([x, 2.0]) - 1) ** 2
    loss.backward()
    del loss, x
    assert len(Watched.alive) == 0


def test_shared_parts_are_freed_when_both_users_are(no_collector):
    shared = Watched(1.0) * 2
    first, second = shared * 3, shared * 4
    first.backward(retain_graph=True)
    second.backward()
    first.release()
    del shared, first
    assert len(Watched.alive) == 1
    del second
    assert len(Watched.alive) == 0


# --- many nodes ---------------------------------------------------------------

CHAIN = """
import gc
import sys
from micrograd import Value, relaxed_gc
from micrograd.graph import topological_order

with relaxed_gc():
    sys.setrecursionlimit(200)
    a = x = Value(1.0)
    for _ in range(LENGTH):
        x = x + a
    order = topological_order(x)
    assert len(order) == LENGTH + 1
    assert order[0] is a and order[-1] is x
    del order
    USE_UP
    print(x.data, a.grad)
    del x
    gc.collect()
"""


@pytest.mark.parametrize(('length', 'use_up', 'slope'), [
    (300_000, 'x.backward()', 300_001.0), (200_000, 'pass', 0.0)],
    ids=['differentiated', 'left to the collector'])
def test_a_long_chain_of_additions(length, use_up, slope):
    chain = CHAIN.replace('USE_UP', use_up).replace('LENGTH', str(length))
    assert run(chain) == f'{length + 1:.1f} {slope}\n'


# --- training -----------------------------------------------------------------

TRAINING = """
import gc
import os
import random
from micrograd import MLP

def resident():
    with open('/proc/self/statm') as file:
        return int(file.read().split()[1]) * os.sysconf('SC_PAGE_SIZE')

random.seed(0)
model = MLP(3, [8, 8, 1], activation='tanh')
rows = [([random.uniform(-1, 1) for _ in range(3)], random.uniform(-1, 1))
        for _ in range(8)]
gc.disable()
for step in range(75):
    loss = sum((model(x) - y) ** 2 for x, y in rows)
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data -= 0.001 * p.grad
    if step == 14:
        before = resident()
print(resident() - before)
"""


@pytest.mark.skipif(not Path('/proc/self/statm').exists(),
                    reason='reads the memory of a process as Linux tells it')
def test_memory_is_flat_over_training_without_the_collector():
    """60 steps; the graph of one step is about 1 MB."""
    assert int(run(TRAINING)) < 1_000_000


WEIGHTS = """
import random
from micrograd import MLP
random.seed(4)
model = MLP(2, [4, 4, 1], activation='tanh')
for step in range(20):
    loss = (model([random.random(), random.random()]) - 0.5) ** 2 \\
        + sum(p * p for p in model.parameters()) * 0.01
    model.zero_grad()
    loss.backward()
    for p in model.parameters():
        p.data -= 0.1 * p.grad
print([p.data.hex() for p in model.parameters()])
"""


def test_training_has_the_same_bits_in_every_process():
    assert len({run(WEIGHTS, PYTHONHASHSEED=str(seed)) for seed in range(4)}) == 1


# --- relaxed_gc ---------------------------------------------------------------

@pytest.fixture
def thresholds():
    """The collector's settings; put back whatever a test does."""
    before = gc.get_threshold()
    yield before
    gc.set_threshold(*before)


def test_relaxed_gc_raises_the_first_threshold_and_puts_it_back(thresholds):
    with relaxed_gc():
        first, *rest = gc.get_threshold()
        assert first > 10 * thresholds[0]
        assert rest == list(thresholds[1:])
        assert gc.isenabled()
    assert gc.get_threshold() == thresholds


def test_relaxed_gc_nested(thresholds):
    with relaxed_gc():
        inside = gc.get_threshold()
        with relaxed_gc():
            assert gc.get_threshold() == inside
        assert gc.get_threshold() == inside
    assert gc.get_threshold() == thresholds


def test_relaxed_gc_after_an_error(thresholds):
    with pytest.raises(ZeroDivisionError), relaxed_gc(), relaxed_gc():
        1 / 0  # noqa: B018
    assert gc.get_threshold() == thresholds


@relaxed_gc()
def decorated():
    return gc.get_threshold()


def test_relaxed_gc_as_a_decorator(thresholds):
    for _ in range(2):
        assert decorated()[0] > thresholds[0]
        assert gc.get_threshold() == thresholds


@pytest.mark.parametrize('settings', [(0, 10, 10), (200_000, 5, 5)])
def test_relaxed_gc_keeps_what_is_relaxed_already(thresholds, settings):
    gc.set_threshold(*settings)
    found = gc.get_threshold()
    with relaxed_gc():
        assert gc.get_threshold() == found
    assert gc.get_threshold() == found


def test_relaxed_gc_leaves_a_collector_off_that_was_off(thresholds):
    gc.disable()
    try:
        with relaxed_gc():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_relaxed_gc_in_threads_that_overlap(thresholds):
    """The first to enter leaves first: the other still needs it relaxed."""
    entered, left = threading.Event(), threading.Event()
    seen = []

    def other():
        with relaxed_gc():
            entered.set()
            left.wait(10)
            seen.append(gc.get_threshold())
    thread = threading.Thread(target=other)
    with relaxed_gc():
        relaxed = gc.get_threshold()
        thread.start()
        assert entered.wait(10)
    assert gc.get_threshold() == relaxed
    left.set()
    thread.join(10)
    assert seen == [relaxed]
    assert gc.get_threshold() == thresholds


def test_nothing_else_changes_the_collector(thresholds):
    a = Value(1.0)
    for _ in range(1000):
        (a * a + a).backward()
    assert gc.get_threshold() == thresholds
    assert gc.isenabled()


def test_threads_do_not_disturb_each_other():
    def work(seed):
        rng = random.Random(seed)
        x = Value(rng.random())
        for _ in range(100):
            y = x
            for _ in range(20):
                y = (y * x + rng.random()).tanh()
            with relaxed_gc():
                y.backward()
        found[seed] = x.grad
    found = {}
    for seed in range(4):
        work(seed)
    alone, found = found, {}
    threads = [threading.Thread(target=work, args=[seed]) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == alone

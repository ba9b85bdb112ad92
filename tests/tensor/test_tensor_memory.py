"""Memory of the Tensor engine: what is let go when, cycles, checkpoints."""
import gc
import tracemalloc
import weakref

import numpy as np
import pytest

import micrograd.tensor as mt
from micrograd.tensor import Tensor


def parameter(data, label=''):
    return Tensor(data, requires_grad=True, label=label)


@pytest.fixture
def no_collector():
    gc.disable()
    gc.freeze()  # what was there before is not looked at
    yield
    gc.unfreeze()
    gc.enable()


def traced_peak(work):
    """What work returns, and the most memory that it took on the way."""
    tracemalloc.start()
    try:
        result = work()
        return result, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def network(x, ws):
    for w in ws:
        x = (x @ w).tanh()
    return x


def layers(n, width=32, seed=0):
    rng = np.random.default_rng(seed)
    return [parameter(rng.normal(size=(width, width)) / width ** 0.5)
            for _ in range(n)]


# --- without the collector ------------------------------------------------------

@pytest.mark.parametrize('backward', [True, False])
def test_memory_is_flat_without_the_collector(no_collector, backward):
    ws, x = layers(5), Tensor(np.ones((64, 32)))

    def step():
        loss = network(x, ws).mean()
        if backward:
            loss.backward()
            for w in ws:
                w.grad = None

    tracemalloc.start()
    try:
        step()
        before = tracemalloc.get_traced_memory()[0]
        for _ in range(50):  # of 160 kB each
            step()
        grown = tracemalloc.get_traced_memory()[0] - before
        assert grown < 160_000  # Python keeps up to 2,000 used tuples of each length
    finally:
        tracemalloc.stop()


def test_memory_is_flat_in_higher_order_and_checkpoints(no_collector):
    ws, x = layers(3), parameter(np.ones((4, 32)))

    def step():
        loss = mt.checkpoint(network, x, ws).mean()
        slope = mt.grad(loss, x, create_graph=True)
        (slope ** 2).sum().backward()

    step()
    assert gc.collect() == 0


def test_a_graph_goes_with_its_last_name(no_collector):
    x = parameter([1., 2.])
    y = (x * 2).exp()
    inner = weakref.ref(y._prev[0])
    del y
    assert inner() is None


def test_intermediate_results_go_during_the_backward_pass(no_collector):
    x = parameter(np.ones(3))
    alive, seen = [], []

    def watched(x, i):
        def rule(g, out, x):
            seen.append([ref() is not None for ref in alive])
            return g
        out = Tensor.apply('watched', lambda x: x + 1, (x,), rule)
        alive.append(weakref.ref(out))
        return out
    y = x
    for i in range(4):
        y = watched(y, i)
    loss = y.sum()
    del y
    loss.backward()  # while loss is held
    assert seen == [[i <= k for i in range(4)] for k in (3, 2, 1, 0)]
    assert not any(ref() for ref in alive)


def test_backward_needs_little_more_memory_than_the_forward_pass(no_collector):
    ws, x = layers(20), Tensor(np.ones((512, 32)))
    loss, forward = traced_peak(lambda: network(x, ws).mean())
    loss.release()
    loss, both = traced_peak(lambda: network(x, ws).mean().backward())
    assert both < 1.2 * forward


# --- checkpoints ----------------------------------------------------------------

def test_a_checkpoint_keeps_a_third_of_the_memory_and_every_bit():
    ws, x = layers(50), Tensor(np.random.default_rng(1).normal(size=(256, 32)))

    def gradients(segment):
        h = x
        for i in range(0, len(ws), segment or len(ws)):
            part = ws[i:i + (segment or len(ws))]
            h = mt.checkpoint(network, h, part) if segment else network(h, part)
        (h ** 2).mean().backward()
        grads = [w.grad for w in ws]
        for w in ws:
            w.grad = None
        return grads
    plain, peak = traced_peak(lambda: gradients(0))
    again, small = traced_peak(lambda: gradients(7))
    assert all(np.array_equal(a, b) for a, b in zip(plain, again))
    assert small < peak / 3


def test_one_weight_in_all_layers_keeps_every_bit():
    [w], x = layers(1), Tensor(np.random.default_rng(1).normal(size=(16, 32)))

    def gradient(segments):
        h = x
        for n in segments:
            h = mt.checkpoint(network, h, [w] * n) if len(segments) > 1 else \
                network(h, [w] * n)
        h.sum().backward()
        grad, w.grad = w.grad, None
        return grad
    assert np.array_equal(gradient([20]), gradient([6, 7, 7]))


def test_fn_runs_exactly_twice_and_captures_parameters():
    w, x = parameter([2., 3.]), parameter([1., 4.])
    runs = []

    def fn(x):
        runs.append(mt.modes.mode.recording)
        return (x * w).tanh()
    loss = mt.checkpoint(fn, x).sum()
    assert runs == [False] and set(loss._prev[0]._prev) == {x, w}
    loss.backward()
    assert runs == [False, True]
    again = [parameter([2., 3.]), parameter([1., 4.])]
    (again[0] * again[1]).tanh().sum().backward()
    assert np.array_equal(w.grad, again[0].grad)
    assert np.array_equal(x.grad, again[1].grad)


def test_captured_results_of_operations_outside():
    def gradient(checkpoint):
        x = parameter([0.5, 2.])
        h = x.exp()
        out = checkpoint(lambda y: y * h + x, x * 3)
        (out * h).sum().backward()
        return x.grad
    assert np.array_equal(gradient(mt.checkpoint), gradient(lambda fn, x: fn(x)))


def test_nested_checkpoints():
    ws, x = layers(6), Tensor(np.ones((4, 32)))

    def outer(x, ws):
        x = mt.checkpoint(network, x, ws[:2])
        return mt.checkpoint(network, x, ws[2:])

    def gradients(fn):
        mt.checkpoint(fn, x, ws).sum().backward()
        grads = [w.grad for w in ws]
        for w in ws:
            w.grad = None
        return grads
    assert all(map(np.array_equal, gradients(outer), gradients(network)))


def test_plain_data_as_inputs():
    w = parameter([2., 3.])

    def fn(array, power, flags):
        assert type(array) is np.ndarray and flags == {'a': None}
        return (w * array) ** power
    mt.checkpoint(fn, np.array([1., 2.]), 2, {'a': None}).sum().backward()
    assert np.array_equal(w.grad, [4, 24])


def test_a_checkpoint_of_nothing_that_requires_a_gradient():
    out = mt.checkpoint(lambda x: x * 2, Tensor([1.]))
    assert not out.requires_grad and out.is_leaf
    with mt.no_grad():
        assert mt.checkpoint(lambda x: x * 2, parameter([1.])).item() == 2


def test_higher_order_through_a_checkpoint():
    def f(x, w):
        return mt.checkpoint(lambda x: (x @ w).tanh(), x)
    assert mt.grad_check(f, np.ones((2, 3)), np.eye(3)[:, :2], order=3)


def test_a_checkpoint_in_a_retained_graph():
    x = parameter([1., 2.])
    loss = mt.checkpoint(lambda x: x * x, x).sum()
    loss.backward(retain_graph=True)
    loss.backward()
    assert np.array_equal(x.grad, [4, 8])
    with pytest.raises(RuntimeError, match='used up'):
        loss.backward()


def test_the_same_dropout_masks():
    x = parameter(np.ones(50))
    rng = np.random.default_rng(0)
    out = mt.checkpoint(lambda x: mt.dropout(x * 2, 0.5, rng), x)
    drawn = rng.random()  # in between, and it must not be drawn again
    out.sum().backward()
    assert np.array_equal(x.grad, out.data) and 0 < out.data.sum() < 200
    assert rng.random() != drawn
    twin = np.random.default_rng(0)
    twin.random(50), twin.random(1)
    assert twin.random() != drawn


def test_a_generator_that_is_an_input_is_wound_back():
    x = parameter(np.ones(5))
    mt.checkpoint(lambda x, rng: x * rng.normal(size=5), x,
                  np.random.default_rng(0)).sum().backward()
    assert np.array_equal(x.grad, np.random.default_rng(0).normal(size=5))


def test_running_statistics_are_updated_once():
    norm, x = mt.BatchNorm(2), parameter([[1., 2.], [3., 8.]])
    mt.checkpoint(norm, x).sum().backward()
    twin = mt.BatchNorm(2)
    twin(Tensor([[1., 2.], [3., 8.]]))
    for name, array in norm.state_dict().items():
        assert np.array_equal(array, twin.state_dict()[name])


def test_another_value_the_second_time_raises():
    ws = [parameter([1.]), parameter([2.])]
    x = parameter([3.])
    h = x
    for w in ws:
        h = mt.checkpoint(lambda h: h * w, h)  # noqa: B023, that is the mistake
    with pytest.raises(RuntimeError, match='another value.*loop'):
        h.backward()
    assert x.grad is None


def test_other_tensors_the_second_time_raise_though_the_value_is_the_same():
    ws = [parameter([1.]), parameter([1.])]
    h = parameter([3.])
    for w in ws:
        h = mt.checkpoint(lambda h: h * w, h)  # noqa: B023
    with pytest.raises(RuntimeError, match='other Tensors'):
        h.backward()


def test_a_parameter_changed_in_between_raises():
    w = parameter([1.], 'w')
    out = mt.checkpoint(lambda x: x * w, parameter([3.]))
    with mt.no_grad():
        w += 1
    with pytest.raises(RuntimeError, match="'w'.*changed in place"):
        out.backward()


def test_fn_must_return_one_tensor():
    with pytest.raises(TypeError, match='one Tensor'):
        mt.checkpoint(lambda x: (x, x), parameter([1.]))


def test_fn_may_return_what_it_was_given():
    x = parameter([1., 2.])
    (mt.checkpoint(lambda x: x, x) * 3).sum().backward()
    assert np.array_equal(x.grad, [3, 3])


def test_a_gradient_retained_inside_a_checkpoint():
    x, inner = parameter([1., 2.]), []

    def fn(x):
        inner.append(x * x)
        inner[-1].retain_grad()
        return inner[-1] * 3
    mt.checkpoint(fn, x).sum().backward()
    assert np.array_equal(inner[1].grad, [3, 3]) and np.array_equal(x.grad, [6, 12])


def test_a_gradient_taken_inside_a_checkpoint_is_refused_and_not_0():
    w = parameter([1., 2.])

    def slope(x):
        return mt.grad((x ** 3).sum(), x, create_graph=True)

    def product(x):
        return mt.hvp(lambda y: (w * y ** 3).sum(), [[5., 7.]], [[1., 1.]])[0]
    for fn in (slope, product):
        with pytest.raises(RuntimeError, match='without recording'):
            mt.checkpoint(fn, parameter([1., 2.]))


def test_a_users_no_grad_inside_a_checkpoint():
    w, x = parameter([2.]), parameter([3.])

    def fn(x):
        with mt.no_grad():
            scale = w * 2
        return x * scale
    mt.checkpoint(fn, x).backward()
    assert x.grad == 4 and w.grad is None

"""What works for Values works for Tensors, by the same name, or says what to use."""
import json
import random
import re
import signal

import numpy as np
import pytest

import micrograd
import micrograd.tensor as mt
from micrograd import (
    Value,
    diagnose,
    explain,
    fit,
    grad_check,
    linear,
    mse,
    numerical_grad,
    walk,
    write_player,
)
from micrograd.pictures import plots
from micrograd.pictures.plots import (
    activation_histograms,
    decision_boundary,
    gradient_histograms,
    loss_curve,
)
from micrograd.tensor import Tensor
from micrograd.tensor.passes import Passes, Table
from micrograd.training.loop import NotFiniteError

RNG = np.random.default_rng(3)


def parameter(*shape, label=''):
    return Tensor(RNG.normal(size=shape), requires_grad=True, label=label)


# --- losses -------------------------------------------------------------------

LOSSES = {  # the targets for 4 predictions
    'mse': [0.5, -1.0, 2.0, 0.0], 'hinge': [1, -1, -1, 1],
    'binary_cross_entropy_with_logits': [0, 1, 0.25, 1], 'cross_entropy': 2,
    'logsumexp': None, 'softmax': None}


@pytest.mark.parametrize('name', LOSSES)
def test_a_loss_gives_for_tensors_what_it_gives_for_values(name):
    loss, targets = getattr(micrograd, name), LOSSES[name]
    x = parameter(4)
    values = [Value(n) for n in x.data.tolist()]
    arguments = [] if targets is None else [targets]
    found, wanted = loss(x, *arguments), loss(values, *arguments)
    if name == 'softmax':
        found, wanted = (found * [1, 2, 3, 4]).sum(), sum(
            i * share for i, share in enumerate(wanted, 1))
    found.backward()
    wanted.backward()
    assert found.item() == pytest.approx(wanted.data, rel=1e-12)
    assert x.grad == pytest.approx([v.grad for v in values], rel=1e-12)


def test_one_output_for_each_sample_goes_with_one_target_for_each():
    x = parameter(4, 1)
    targets = [1.0, 2.0, 3.0, 4.0]
    assert micrograd.mse(x, targets).item() == pytest.approx(
        ((x.data[:, 0] - targets) ** 2).mean())
    for other in (targets[:3], [targets], 1.0):
        with pytest.raises(ValueError, match=r'mse: predictions of shape \(4, 1\), but '
                                             r'targets of shape'):
            micrograd.mse(x, other)


@pytest.mark.parametrize('name, target, words', [
    ('hinge', 0, 'a label is -1 or 1, got 0 '), ('hinge', np.nan, 'got nan'),
    ('binary_cross_entropy_with_logits', 2, 'between 0 and 1, got 2'),
    ('binary_cross_entropy_with_logits', np.nan, 'got nan')])
def test_targets_out_of_range_are_refused(name, target, words):
    with pytest.raises(ValueError, match=words):
        getattr(micrograd, name)(parameter(2), [1, target])


# --- optimisers ---------------------------------------------------------------


def test_clipping_has_one_name_for_both():
    x = Tensor([1.0, 1.0], requires_grad=True)
    x.grad = np.array([3.0, 4.0])
    assert micrograd.clip_grad_norm([x], 1.0) == 5.0
    micrograd.clip_grad_value([x], 0.7)
    assert x.grad == pytest.approx([0.6, 0.7])


@pytest.mark.parametrize('name', ['SGD', 'Adam', 'AdamW'])
def test_an_optimiser_names_that_of_the_other_engine(name):
    with pytest.raises(TypeError, match='from micrograd.tensor import SGD'):
        getattr(micrograd, name)([parameter(2)], 0.1)
    with pytest.raises(TypeError, match='from micrograd import SGD'):
        getattr(mt, name)([Value(1.0)], 0.1)


# --- fit ----------------------------------------------------------------------


class Line(mt.Module):
    """The same start on both engines."""

    def __init__(self):
        self.linear = mt.Linear(2, 1)
        self.linear.w.data = [[0.5, -0.25]]

    def __call__(self, x):
        return self.linear(x)


def scalar_line():
    model = micrograd.Linear(2, 1)
    for p, number in zip(model.parameters(), (0.5, -0.25, 0.0)):
        p.data = number
    return lambda x: model(x)[0], model.parameters()


OPTIONS = {
    'sample by sample': {}, 'batches': {'batch_size': 8},
    'one batch': {'batch_size': 99},
    'in order': {'shuffle': False, 'batch_size': 3}, 'clipped': {'clip_norm': 0.1},
    'a schedule': {'schedule': micrograd.CosineLR(0.1, 40), 'batch_size': 4},
    'validation': {'validation': linear(9, seed=1), 'batch_size': 7},
    'stopped': {'callback': lambda epoch, history: epoch == 2},
    'the doctor': {'diagnose_every': 5}}


@pytest.mark.parametrize('optimizer', ['SGD', 'AdamW'])
@pytest.mark.parametrize('name', OPTIONS)
def test_a_training_is_the_same_on_both_engines(name, optimizer):
    data, model = linear(20), Line()
    values, parameters = scalar_line()
    found = fit(model, data, mse, getattr(mt, optimizer)(model.parameters(), 0.05),
                3, False, **OPTIONS[name])
    wanted = fit(values, data, mse, getattr(micrograd, optimizer)(parameters, 0.05),
                 3, False, **OPTIONS[name])
    assert found.keys() == wanted.keys()
    for key, numbers in wanted.items():
        assert found[key] == (
            numbers if key == 'findings' else pytest.approx(numbers, rel=1e-9))
    assert [*model.linear.w.data[0], *model.linear.b.data] == pytest.approx(
        [p.data for p in parameters], rel=1e-9)
    assert found['loss'][-1] < found['loss'][0]


def train(model, data, loss_fn=mse, lr=0.05, epochs=2, **options):
    options.setdefault('batch_size', 4)
    return fit(model, data, loss_fn, mt.SGD(model.parameters(), lr), epochs, False,
               **options)


def with_bad(data, i, pair):
    return [*data[:i], pair, *data[i + 1:]]


def test_of_a_batch_the_sample_that_is_bad_is_named():
    data = with_bad(linear(10), 6, ((1.0, np.nan), 2.0))
    with pytest.raises(NotFiniteError, match=(
            r'the loss is nan in epoch 1 at data\[6\] = \(\(1.0, nan\), 2.0\).* look '
            r'at the sample')) as caught:
        train(model := Line(), data, shuffle=False)
    assert caught.value.history['loss'] == []
    assert np.isfinite(model.linear.w.data).all()
    assert not np.array_equal(model.linear.w.data, Line().linear.w.data)


def test_a_step_that_goes_too_far_is_taken_back():
    with pytest.raises(NotFiniteError, match='and 1 more. .*a smaller lr') as caught:
        train(model := Line(), linear(12), lr=1e10, epochs=50)
    assert all(np.isfinite(p.data).all() for p in model.parameters())
    assert not caught.value.history['interrupted']
    with pytest.raises(NotFiniteError, match='make parameter 0 -?inf.*taken back'):
        train(model := Line(), linear(4), lambda out, y: out.sum() * 10, lr=1e308)
    assert np.array_equal(model.linear.w.data, Line().linear.w.data)


def test_a_bad_gradient_makes_no_step():
    with pytest.raises(NotFiniteError, match='the gradient of parameter 0 is inf'):
        train(model := Line(), [((1.0, 2.0), 0.0)], clip_norm=1.0,
              loss_fn=lambda out, y: out.sqrt().sum())
    assert np.array_equal(model.linear.w.data, Line().linear.w.data)


@pytest.mark.parametrize('data, loss_fn, error, words', [
    ((np.ones((3, 2)), np.ones(3)), mse, TypeError, r'list\(zip\(X, y\)\)'),
    ([((1, 2), 0), ((1, 2, 3), 0)], mse, ValueError,
     r'data\[1\] has an array of shape \(3,\), data\[0\] one of .*\(2,\): pad them'),
    ([(('a', 2), 0)], mse, TypeError, r'data\[0\]: inputs are no array of'),
    ([([[1], [1, 2]], 0)], mse, TypeError, r'data\[0\]: inputs are no array of'),
    ([((1, 2), None)], mse, TypeError, r'data\[0\]: target are no array of numbers'),
    ([((1, 2), 0)], lambda out, y: out - y, TypeError, r'a Tensor of shape \(\); got'),
    ([((1, 2), 0)], lambda out, y: 3.0, TypeError, 'a Tensor of shape .*; got 3.0'),
    ([((1, 2), (0, 1))], mse, ValueError, r'shape \(1, 1\), but targets of shape'),
])
def test_data_that_do_not_fit(data, loss_fn, error, words):
    with pytest.raises(error, match=words):
        train(Line(), data, loss_fn, shuffle=False)


def test_a_model_of_one_engine_says_which_optimiser_it_needs():
    model = Line()
    values, parameters = scalar_line()
    with pytest.raises(TypeError, match='by the optimisers of micrograd.tensor'):
        fit(model, linear(3), lambda out, y: out, micrograd.SGD(parameters), 1, False)
    with pytest.raises(TypeError, match='mean loss of a batch, as a Tensor.*Value'):
        fit(lambda x: values([1.0, 2.0]), linear(3), lambda out, y: out,
            mt.SGD(model.parameters()), 1, False)


class Normed(mt.Module):
    """Running means, chances and an embedding: all that a training moves."""

    def __init__(self):
        rng = np.random.default_rng(5)
        self.layers = mt.Sequential(
            mt.Linear(2, 4, rng=rng), mt.BatchNorm(4), Tensor.tanh,
            mt.Dropout(0.2, 7), mt.Linear(4, 1, rng=rng))

    def __call__(self, x):
        return self.layers(x)

    def norm(self):
        return self.layers.layers[1]


def state_after(epochs, **options):
    model = Normed()
    optimizer = mt.Adam(model.parameters(), 0.02)
    history = fit(model, linear(16), mse, optimizer, epochs, False, batch_size=4,
                  validation=linear(5, seed=2), **options)
    return history, {name: x.tolist() for name, x in model.state_dict().items()}


def test_a_training_goes_on_to_the_same_bits(tmp_path):
    wanted = state_after(4)
    state_after(2, resume=tmp_path / 'run')
    assert state_after(4, resume=tmp_path / 'run') == wanted
    assert state_after(4, resume=tmp_path / 'run') == wanted
    with pytest.raises(ValueError, match='another data'):
        fit(model := Normed(), linear(15), mse, mt.Adam(model.parameters(), 0.02), 4,
            batch_size=4, validation=linear(5, seed=2), resume=tmp_path / 'run')


def test_validation_is_taken_as_after_eval_and_leaves_the_modules_as_they_were():
    model, frozen = Normed(), Normed().norm()
    model.frozen = frozen.eval()
    expected = []
    held_out = linear(300, seed=2)  # more than are taken at once
    x, y = map(np.array, zip(*held_out))

    def check(epoch, history):
        assert model.norm().training and not frozen.training
        with model.evaluating(), mt.no_grad():
            expected.append(mse(model(x), y).item())

    history = train(model, linear(8), validation=held_out, callback=check)
    assert history['validation'] == pytest.approx(expected, rel=1e-12)
    assert 'training' not in vars(model)


def test_a_batch_norm_of_values_takes_a_batch_as_a_sample():
    norm, last = micrograd.BatchNorm(2), micrograd.Linear(2, 1)
    parameters = [*norm.parameters(), *last.parameters()]
    batches = [([x for x, _ in linear(8, seed)], [y for _, y in linear(8, seed)])
               for seed in range(4)]
    history = fit(lambda xs: [last(x)[0] for x in norm(xs)], batches, mse,
                  micrograd.SGD(parameters, 0.05), 10, False)
    assert history['loss'][-1] < history['loss'][0] / 2
    assert norm.mean[0].data != 0
    with pytest.raises(ValueError, match='a vector alone. Where fit calls a model'):
        fit(lambda x: norm(x), linear(3), mse, micrograd.SGD(parameters), 1, False)


def test_a_batch_norm_of_tensors_sees_the_batch():
    train(model := Normed(), linear(16), epochs=1, batch_size=16, lr=0.0)
    seen = model.layers.layers[0](np.array([x for x, _ in linear(16)])).data
    assert model.norm().mean.data == pytest.approx(0.1 * seen.mean(0), rel=1e-12)
    with pytest.raises(ValueError, match='one number per channel has no variance'):
        train(model, linear(3), batch_size=1)


def test_ctrl_c_ends_a_training_after_the_running_step():
    history = train(Line(), linear(8), epochs=9, callback=lambda epoch, _: (
        epoch == 3 and signal.raise_signal(signal.SIGINT)))
    assert history['interrupted'] and len(history['loss']) == 3


# --- diagnose -----------------------------------------------------------------

POINTS = linear(8, seed=5)


def both_networks(sizes, activation, init='xavier', fused=True):
    """An MLP of Values and its like of Tensors, with the same weights."""
    random.seed(3)
    scalar = micrograd.MLP(2, sizes, activation=activation, init=init)
    layers = []
    for layer in scalar.layers:
        linear_ = mt.Linear(len(layer.neurons[0].w), len(layer.neurons))
        layers.append(linear_)
        if layer.neurons[0].nonlin:
            if fused and activation in ('relu', 'tanh'):
                linear_.activation = activation
            else:
                layers.append(getattr(Tensor, activation))
    tensor = mt.Sequential(*layers)
    return scalar, tensor


def weights_of_both(scalar, tensor, change):
    """Let both have the numbers that change() makes of the weights and biases."""
    own = [layer for layer in tensor.layers if isinstance(layer, mt.Linear)]
    for i, (layer, linear_) in enumerate(zip(scalar.layers, own)):
        for n, neuron in enumerate(layer.neurons):
            for w in neuron.w:
                w.data = change('w', i, n, w.data)
            neuron.b.data = change('b', i, n, neuron.b.data)
        linear_.w.data = [[w.data for w in neuron.w] for neuron in layer.neurons]
        linear_.b.data = [neuron.b.data for neuron in layer.neurons]


def as_it_is(kind, layer, neuron, number):
    return number


def first_biases(data):
    return lambda kind, layer, neuron, number: (
        data if (kind, layer) == ('b', 0) else number)


ILL = {  # sizes, activation, init, change, lr; None if nothing is wrong
    None: ([6, 6, 1], 'tanh', 'xavier', as_it_is, 0.01),
    'dead ReLU': ([6, 1], 'relu', 'xavier', first_biases(-500.0), None),
    'saturated tanh': ([6, 1], 'tanh', 'xavier', first_biases(9.0), None),
    'saturated sigmoid': ([6, 1], 'sigmoid', 'xavier', first_biases(15.0), None),
    'vanishing gradients': ([3] * 9 + [1], 'sigmoid', 'xavier', as_it_is, None),
    'exploding gradients': ([3] * 6 + [1], 'relu', 8.0, as_it_is, None),
    'equal weights': ([4, 1], 'tanh', 'xavier', lambda kind, layer, neuron, number: (
        0.25 if (kind, layer) == ('w', 0) else number), None),
    'step larger than the weights': ([6, 1], 'tanh', 'xavier', as_it_is, 100.0)}


@pytest.mark.parametrize('fused', [True, False])
@pytest.mark.parametrize('kind', ILL)
def test_the_doctor_says_of_arrays_what_it_says_of_values(kind, fused):
    sizes, activation, init, change, lr = ILL[kind]
    scalar, tensor = both_networks(sizes, activation, init, fused)
    weights_of_both(scalar, tensor, change)
    x, y = map(list, zip(*POINTS))
    wanted = diagnose(mse([scalar(row) for row in x], y), scalar.parameters(), lr)
    loss = mse(tensor(np.array(x)), y)
    found = diagnose(loss, tensor.parameters(), lr)
    assert [str(one) for one in found] == [str(one) for one in wanted]
    assert kind in [one.kind for one in found] or found == [] and kind is None
    assert all(isinstance(node, Tensor) for one in found for node in one.nodes)
    assert all(p.grad is None for p in tensor.parameters())
    loss.backward()  # it is as it was


def ill_graph(kind):
    """The loss and the parameters of the smallest graph with it."""
    a = Tensor([[1.0, 0.0, 4.0]], requires_grad=True, label='a')
    if kind == 'unreached parameters':
        return (Tensor(a.data) ** 2).sum(), [a]
    if kind == 'nan or inf':
        return a.log().sum() + Tensor([-np.inf, 0.0]).softmax().sum(), [a]
    if kind == 'nan or inf in a gradient':
        return a.sqrt().sum(), [a]
    if kind == 'broadcast to each other':
        return ((a.reshape(3, 1) - np.zeros(3)) ** 2).mean(), [a]
    loss = (a * a).sum()
    if kind == 'changed data':
        with mt.no_grad():
            a += 1
    elif kind == 'graph used up':
        loss.backward()
    elif kind == 'gradients left':
        a.grad = np.array([[0.0, 0.5, 1.0]])
    elif kind == 'equal weights':
        rows = Tensor(np.tile([0.5, -0.3, 0.1], (4, 1)), requires_grad=True)
        return ((np.ones((5, 3)) @ rows.T).tanh() @ np.ones(4) @ np.ones(5)
                * Tensor(2.0, requires_grad=True)), [rows]
    return loss, [a]


TOLD = {
    'unreached parameters': "1 of 1 parameters .*: the Tensor 'a'",
    'nan or inf': r"The result of 'log' is -inf at \[0, 1\], computed from 0.0\.",
    'nan or inf in a gradient': r"Tensor 'a', whose data is 0.0, is inf at \[0, 1\], "
                                "from the result of 'sqrt'",
    'broadcast to each other': r"'-' has the shape \(3, 3\): .* \(3, 1\) and \(3,\)",
    'changed data': "The data of the Tensor 'a' was changed",
    'graph used up': 'only the numbers that are left were looked at',
    'gradients left': "1 of 1 parameters .* such as 0.5 in the Tensor 'a'"}


@pytest.mark.parametrize('kind', TOLD)
def test_what_is_wrong_with_a_graph_of_arrays(kind):
    [found] = diagnose(*ill_graph(kind))
    assert found.kind == kind and re.search(TOLD[kind], found.wrong)
    assert found.nodes and found.advice.endswith('.')


def test_of_a_used_up_graph_the_gradients_are_judged():
    loss, [a] = ill_graph('graph used up')
    assert [one.kind for one in diagnose(loss, [a], lr=1.0)] == [
        'step larger than the weights', 'graph used up']
    a.grad = np.array([[0.0, np.nan, 0.0]])
    found, _ = diagnose(loss, [a])
    assert 'whose data is 0.0, is nan at [0, 1]' in found.wrong


def test_units_with_the_same_weights_stay_the_same():
    loss, parameters = ill_graph('equal weights')
    last = parameter(1)
    [found] = diagnose((loss * last).sum(), [*parameters, last])
    assert found.kind == 'equal weights'
    assert 'All 4 units of layer 1 have the same weights' in found.wrong


def test_one_unit_is_like_no_other():
    scalar, tensor = both_networks([4, 1, 1], 'tanh')
    weights_of_both(scalar, tensor, lambda kind, layer, neuron, number: (
        0.5 if (kind, layer) == ('w', 1) else number))
    loss = mse(tensor(np.array([x for x, _ in POINTS])), [y for _, y in POINTS])
    assert diagnose(loss, tensor.parameters()) == []
    assert diagnose(mse([scalar(x) for x, _ in POINTS], [y for _, y in POINTS]),
                    scalar.parameters()) == []


HEALTHY = {
    'a GPT': lambda: (
        model := mt.GPT(5, 4, 8, 2, rng=np.random.default_rng(1)),
        model.loss([[0, 1, 2, 3], [4, 3, 2, 1], [1, 1, 0, 2], [3, 4, 0, 1]])),
    'an LSTM': lambda: (model := mt.LSTM(2, 3, np.random.default_rng(1)), (
        model(RNG.normal(size=(4, 5, 2))) ** 2).mean()),
    'a convolution': lambda: (model := mt.Sequential(
        mt.Conv2d(1, 4, 3, rng=np.random.default_rng(1)), mt.BatchNorm(4), Tensor.relu,
        mt.MaxPool2d(2), lambda x: x.reshape(len(x), -1),
        mt.Linear(36, 3, rng=np.random.default_rng(2))), mt.cross_entropy(
            model(RNG.normal(size=(8, 1, 8, 8))), np.arange(8) % 3)),
    'a checkpoint': lambda: (model := mt.Linear(2, 1, rng=np.random.default_rng(1)), (
        mt.checkpoint(model, Tensor(RNG.normal(size=(4, 2)))) ** 2).mean())}


@pytest.mark.parametrize('name', HEALTHY)
def test_healthy_networks_are_left_in_peace(name):
    model, loss = HEALTHY[name]()
    assert diagnose(loss, model.parameters(), lr=0.01) == []


def test_a_dead_channel_of_images():
    model, _ = HEALTHY['a convolution']()
    model.layers[1].b.data = np.full(4, -50.0)
    loss = mt.cross_entropy(model(RNG.normal(size=(8, 1, 8, 8))), np.arange(8) % 3)
    [found] = diagnose(loss, model.parameters())
    assert found.kind == 'dead ReLU' and '4 of 4 units in layer 2' in found.wrong


@pytest.mark.parametrize('loss, parameters, error', [
    (Tensor([1.0, 2.0]), [], 'diagnose takes the loss, a Tensor of one number'),
    (Tensor(1.0), [Value(1.0)], 'a parameter is a Tensor, got Value'),
    (Value(1.0), [parameter(2)], 'diagnose takes the loss, a Tensor .*got Value'),
    (Tensor(1.0), parameter(2), 'got a single one')])
def test_what_the_doctor_does_not_take(loss, parameters, error):
    with pytest.raises(TypeError, match=error):
        diagnose(loss, parameters)


# --- plots --------------------------------------------------------------------

CLASSES = [(x, int(y > 0)) for x, y in POINTS]


@pytest.fixture
def coarse(monkeypatch):
    monkeypatch.setattr(plots, 'GRID', 12)


def numbers_in(figure):
    """The heights of the bars, the vertices of the lines and areas."""
    bars = [patch.get_height() for axes in figure.axes for patch in axes.patches]
    lines_ = [np.ravel(line.get_xydata()) for axes in figure.axes
              for line in axes.lines]
    areas = [path.vertices.ravel() for axes in figure.axes for part in axes.collections
             for path in part.get_paths()]
    return np.concatenate([bars, *lines_, *areas])


PLOTS = {
    'one output': ([5, 1], lambda model, _: decision_boundary(model, CLASSES)),
    'three outputs': ([5, 3], lambda model, _: decision_boundary(model, CLASSES)),
    'activations': ([5, 1], lambda model, _: activation_histograms(
        model, [x for x, _ in CLASSES])),
    'gradients': ([5, 1], lambda model, loss: loss.backward() or gradient_histograms(
        model))}


@pytest.mark.parametrize('name', PLOTS)
def test_a_plot_shows_of_both_engines_the_same(name, coarse):
    sizes, plot = PLOTS[name]
    scalar, tensor = both_networks(sizes, 'tanh')
    weights_of_both(scalar, tensor, as_it_is)
    x = [x for x, _ in CLASSES]
    targets = [0.5] * sizes[-1]
    wanted = plot(scalar, mse([scalar(row) for row in x], [
        targets if sizes[-1] > 1 else 0.5 for _ in x]))
    found = plot(tensor, mse(tensor(x), [targets for _ in x]))
    assert numbers_in(found) == pytest.approx(numbers_in(wanted), rel=1e-6, abs=1e-9)
    assert [axes.get_title(loc='left') for axes in found.axes] == [
        axes.get_title(loc='left') for axes in wanted.axes]


def test_a_plot_asks_for_all_points_at_once_and_as_after_eval():
    class Counting(Normed):
        calls = []

        def __call__(self, x):
            self.calls.append((len(x), self.norm().training))
            return super().__call__(x)

    model = Counting()
    before = model.state_dict()
    decision_boundary(model, CLASSES)
    [(n, training)] = model.calls
    assert n > 1000 and not training and model.norm().training
    after = model.state_dict()
    assert all(np.array_equal(after[name], x) for name, x in before.items())


def test_functions_of_tensors_are_asked_point_by_point(coarse):
    _, tensor = both_networks([5, 1], 'tanh')
    found = decision_boundary(lambda x: tensor(x)[0], CLASSES)
    assert numbers_in(found) == pytest.approx(
        numbers_in(decision_boundary(tensor, CLASSES)), rel=1e-6, abs=1e-9)
    assert loss_curve([Tensor(2.0), Tensor(1.0)]).axes[0].lines


# --- explain ------------------------------------------------------------------


def small_graph():
    x = Tensor([[1.0, 2.0], [3.0, -1.0]], label='x')
    w = Tensor([[0.5, 1.0, 0.0], [0.25, -1.0, 2.0]], requires_grad=True, label='w')
    b = Tensor([0.0, 1.0, 2.0], requires_grad=True, label='b')
    h = x @ w + b
    h.label = 'h'
    loss = (h * h).sum()
    loss.label = 'L'
    return loss, w, b


def test_a_gradient_is_explained_operation_by_operation():
    loss, w, b = small_graph()
    found = explain(b, loss)
    assert str(found) == '\n'.join([
        'dL/db, of shape (3,), operation by operation, each the sum of what its users '
        'pass back:',
        '  dL/dL   ()      = 1.0',
        '  dL/dt1  (2, 3)  = [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0]]    from L',
        '  dL/dh   (2, 3)  = [[2.0, 0.0, 12.0], [2.5, 10.0, 0.0]]  from t1 + t1',
        '  dL/db   (3,)    = [4.5, 10.0, 12.0]                     from h (over 2 '
        'copies)',
        '  L = sum(t1), of shape () from (2, 3)',
        '  t1 = h * h, of shape (2, 3) from (2, 3), (2, 3)',
        '  h = t2 + b, of shape (2, 3) from (2, 3), (3,)'])
    assert explain(w, loss)._repr_html_().count('<tr>') == 5
    assert b.grad is None
    gradients = [explain(x, loss).gradient for x in (w, b)]
    loss.backward()
    assert all(map(np.array_equal, gradients, (w.grad, b.grad)))


def test_an_explanation_of_many_numbers_is_short():
    model = mt.Sequential(*[mt.Linear(8, 8, activation='tanh') for _ in range(50)])
    loss = (model(np.ones((4, 8))) ** 2).sum()
    told = str(explain(model.layers[0].w, loss))
    assert '32 numbers of about ' in told and '\n  …\n' in told
    assert len(told.splitlines()) < 100 and len(told) < 10_000


def test_what_is_not_on_the_way_is_said():
    loss, w, b = small_graph()
    assert str(explain(w, b * 2 @ np.ones(3))).endswith('back to w')
    other = parameter(2)
    assert str(explain(other, loss)) == 'dL/dt2: no path leads from L back to t2'
    x = loss._prev[0]._prev[0]._prev[0]._prev[0]
    assert str(explain(x, loss)) == 'dL/dx: x requires no gradient'
    for found in (explain(other, loss), explain(x, loss)):
        assert not found.gradient.any() and found.gradient.shape == found.x.shape


def used_up():
    loss, w, _ = small_graph()
    loss.backward()
    return loss, w


def changed():
    loss, w, _ = small_graph()
    with mt.no_grad():
        w *= 2
    return loss, w


UNTOLD = {
    'used up': (used_up, RuntimeError, 'was used up'),
    'changed': (changed, RuntimeError, 'changed in place'),
    'a checkpoint': (lambda: (mt.checkpoint(Tensor.exp, y := parameter(2)).sum(), y),
                     RuntimeError, 'call the function without checkpoint'),
    'several numbers': (lambda: ((y := parameter(2)) * 2, y), RuntimeError, 'sum'),
    'no gradient': (lambda: (Tensor(1.0) * 2, parameter(2)), RuntimeError,
                    'does not require a gradient')}


@pytest.mark.parametrize('name', UNTOLD)
def test_what_cannot_be_told(name):
    make, error, words = UNTOLD[name]
    loss, x = make()
    with pytest.raises(error, match=words):
        explain(x, loss)


# --- walk and write_player ----------------------------------------------------


def test_the_steps_tell_what_backward_does(capsys):
    loss, w, b = small_graph()
    walk(loss)
    told = capsys.readouterr().out
    for line in ('Forward: h is computed', 'h = t1 + b = [[1.0, 0.0, 6.0], [1.25, ',
                 '(shape (2, 3), from (2, 3), (3,))', 'Backward: it starts at L',
                 'Backward: the rules of h = t1 + b', 'b.grad += [4.5, 10.0, 12.0]',
                 '(the gradients of its 2 copies are added up)', 'more to come)',
                 '(sum of all 2 paths: [[2.0, 0.0, 12.0], [2.5, 10.0, 0.0]])',
                 'these require no gradient: x'):
        assert line in told, line
    assert w.grad is b.grad is None
    steps = Passes(loss).steps
    last = {twin.label: str(grad) for step in steps
            for twin, (grad, is_final) in step.grads.items() if is_final}
    loss.backward()
    assert last['w'] == str(Table(w.grad)) and last['b'] == str(Table(b.grad))
    assert last['x'] == '–'


def test_a_table_is_as_wide_as_a_box_allows():
    assert str(Table(np.array([[1.0, -2.5], [1e-9, 0.0]]))) == '\n'.join(
        ['    1  -2.5', '1e-09     0'])
    rows = str(Table(np.arange(40.0) + 0.5)).split('\n')
    assert len({*map(len, rows[:-1])}) == 1 and max(map(len, rows)) <= 48
    assert str(Table(np.array(2.0))) == '2.0' and str(Table(np.array([]))) == '–'
    assert float(Table(np.array([[1.0, -3.0]]))) == -3.0


def test_the_page_holds_every_number(tmp_path):
    loss, *_ = small_graph()
    write_player(loss, tmp_path / 'page.html')
    page = (tmp_path / 'page.html').read_text('utf-8')
    data = json.loads(re.search(r'<script[^>]*json[^>]*>(.*?)</script>', page, re.S)[1])
    assert [node['data'] for node in data['nodes'] if node['leaf']] == [
        ' 1  2\n 3 -1', ' 0.5    1    0\n0.25   -1    2', '0 1 2']
    assert not any('quiz' in step for step in data['steps'])
    assert page.count('data-line') == 9  # five of data, and four of grad


@pytest.mark.parametrize('tool', [walk, lambda root: write_player(root, 'unused.html')])
def test_what_is_too_large_for_the_player_is_told_where_to_look(tool):
    w = parameter(50)
    with pytest.raises(ValueError, match=r'shape \(50,\) is too large .*explain'):
        tool((w * w).sum())
    loss, _ = used_up()
    with pytest.raises(RuntimeError, match='used up'):
        tool(loss)
    with pytest.raises(RuntimeError, match='sum'):
        tool(parameter(2) * 2)


# --- grad_check ---------------------------------------------------------------


def half_right(x):
    """x ** 2 whose rule forgets a factor in the second number."""
    return Tensor.apply('half', lambda x: x ** 2, (x,),
                        lambda g, out, x: g * x * [2.0, 1.0])


def test_a_report_has_one_form():
    x = np.array([1.0, 3.0])
    right, wrong = grad_check(lambda x: x ** 2, x), grad_check(half_right, x)
    scalar = grad_check(lambda a, b: a ** 2 + b ** 2, 1.0, 3.0)
    assert right and not wrong
    assert str(right).splitlines()[:2] == str(scalar).splitlines()[:2]
    assert 'right, as all 2 numbers' in str(right)
    head, _, *rows = str(wrong).splitlines()
    assert head == 'gradient check failed for 1 of 1 inputs'
    assert [row.split()[:2] for row in rows] == [['0', '3']]
    assert rows[0].endswith('wrong at [1]; 1 of 2 numbers are wrong')
    assert str(grad_check(lambda x: x * 2.0, Tensor(1.0))).endswith('  right')
    assert grad_check(lambda x: x * 2.0, np.ones(0))


def test_slopes_of_arrays_have_the_same_name():
    [slopes] = numerical_grad(lambda x: (x ** 2).sum(), np.array([1.0, 3.0]))
    assert slopes == pytest.approx([2.0, 6.0], rel=1e-9)
    assert numerical_grad(lambda x: x ** 2, np.float64(3.0)) == pytest.approx([6.0])


# --- what has no counterpart --------------------------------------------------


@pytest.mark.parametrize('tool, error, words', [
    (lambda x: micrograd.formula(x * x), TypeError, r'explain\(x, root\) tells'),
    (lambda x: micrograd.compile_loss(lambda a: x.sum() * a, [x]),
     micrograd.CompileError, r'parameter 0 is a Tensor: .* fit\(…, batch_size=…\)'),
    (lambda x: micrograd.compile_function(lambda a: x.sum() * a, [x],
                                          example=(x.data,)),
     micrograd.CompileError, 'parameter 0 is a Tensor'),
    (lambda x: micrograd.grad(x.sum(), [x]), TypeError, 'is micrograd.tensor.grad'),
    (lambda x: mt.grad(Value(1.0), [x]), TypeError, 'is micrograd.grad'),
    (lambda x: micrograd.optimizer_paths(lambda a, b: a * b, (1.0, 1.0), {
        'SGD': lambda ps: mt.SGD(ps, 0.1)}), TypeError, 'from micrograd import SGD'),
    (lambda x: micrograd.grad_check(lambda a: x * a, 1.0), TypeError, 'do not mix')])
def test_what_has_no_counterpart_says_what_to_use(tool, error, words):
    with pytest.raises(error, match=words):
        tool(parameter(2))

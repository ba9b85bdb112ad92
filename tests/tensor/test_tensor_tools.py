"""What works for Values works for Tensors, by the same name, or says what to use."""
import signal

import numpy as np
import pytest

import micrograd
import micrograd.tensor as mt
from micrograd import Value, fit, linear, mse
from micrograd.tensor import Tensor
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
    'stopped': {'callback': lambda epoch, history: epoch == 2}}


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
        assert found[key] == pytest.approx(numbers, rel=1e-9)
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

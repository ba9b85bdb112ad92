"""Networks of Tensors: layers, parameters, saving, optimisers, digits."""
import copy
import json
import pickle
import random

import bench_tensor
import numpy as np
import pytest
import tensor_reference
from tensor_reference import OPTIMISERS

import micrograd.tensor as mt
from micrograd.tensor import Tensor, nn
from micrograd.training import optim
from micrograd.training.datasets import digits


def layers():
    rng = np.random.default_rng(0)
    return {
        'Linear': (mt.Linear(3, 2, activation='tanh', rng=rng), np.ones((4, 3))),
        'Linear(3, 2, bias=False)': (mt.Linear(3, 2, bias=False), np.ones((4, 3))),
        'Conv2d': (mt.Conv2d(2, 3, (2, 1), stride=2, padding=1, rng=rng),
                   rng.normal(size=(2, 2, 3, 4))),
        'BatchNorm': (mt.BatchNorm(3), rng.normal(size=(4, 3))),
        'BatchNorm(2)': (mt.BatchNorm(2), rng.normal(size=(2, 2, 3, 3))),
        'MaxPool2d': (mt.MaxPool2d(2), rng.normal(size=(2, 1, 4, 4))),
        'AvgPool2d': (mt.AvgPool2d((1, 2), 1), rng.normal(size=(2, 1, 4, 4))),
        'Dropout': (mt.Dropout(0.5, rng), np.ones((2, 3))),
        'Embedding': (mt.Embedding(5, 2, rng), np.array([[0, 4], [4, 4]])),
        'LayerNorm': (mt.LayerNorm(3), rng.normal(size=(2, 4, 3))),
        'RMSNorm(3)': (mt.RMSNorm(3), rng.normal(size=(4, 3))),
        'RMSNorm(3, affine=False)': (mt.RMSNorm(3, affine=False), np.ones(3)),
        'RNN': (mt.RNN(2, 3, rng), rng.normal(size=(2, 4, 2))),
        'LSTM': (mt.LSTM(2, 3, rng), rng.normal(size=(2, 4, 2))),
        'Attention': (mt.Attention(4, 2, rng=rng), rng.normal(size=(2, 3, 4))),
        'GPT': (mt.GPT(3, 3, 4, 2, rng=rng), np.array([[0, 1, 2], [2, 1, 1]])),
        'Sequential': (mt.Sequential(mt.Linear(3, 4, rng=rng), Tensor.relu,
                                     mt.Linear(4, 2, rng=rng)), np.ones((1, 3))),
    }


def test_every_layer_has_its_name_and_a_row():
    names = {*nn.__all__} - {'Module'}
    assert names <= {*mt.__all__}
    assert names <= layers().keys()


@pytest.mark.parametrize('name', layers())
def test_layer(name):
    layer, x = layers()[name]
    out = layer(x)
    assert type(out) is Tensor
    parameters = layer.parameters()
    if parameters:
        (out * np.arange(out.size).reshape(out.shape)).sum().backward()
        assert all(p.grad is not None and p.grad.any() for p in parameters)
        layer.zero_grad()
        assert all(p.grad is None for p in parameters)
    assert repr(layer).startswith(name)


@pytest.mark.parametrize('name', layers())
def test_a_copy_is_independent_and_equal(name):
    layer, x = layers()[name]
    for again in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))
                  if name != 'Sequential' else copy.deepcopy(layer)):
        assert np.array_equal(again.eval()(x).data, copy.deepcopy(layer).eval()(x).data)
        for p, q in zip(again.parameters(), layer.parameters()):
            assert p is not q and np.array_equal(p.data, q.data)


def test_shapes():
    conv = mt.Conv2d(1, 2, 3, stride=2, padding=1)
    assert conv(np.ones((5, 1, 8, 6))).shape == (5, 2, 4, 3)
    assert mt.Linear(3, 2)(np.ones((7, 5, 3))).shape == (7, 5, 2)
    assert mt.MaxPool2d(2)(np.ones((5, 1, 8, 6))).shape == (5, 1, 4, 3)
    assert mt.AvgPool2d(2, 1, 1)(np.ones((5, 1, 8, 6))).shape == (5, 1, 9, 7)
    assert mt.Linear(3, 2)(np.ones(3)).shape == (2,)
    assert mt.Embedding(5, 2)([[0, 1, 2]]).shape == (1, 3, 2)


def test_parameters_have_the_shapes_of_pytorch():
    def shapes(layer):
        return {name: array.shape for name, array in layer.state_dict().items()}
    assert shapes(mt.Linear(3, 2)) == {'w': (2, 3), 'b': (2,)}
    assert shapes(mt.Linear(3, 2, bias=False)) == {'w': (2, 3)}
    assert mt.Linear(3, 2, bias=False).b is None
    assert shapes(mt.Conv2d(2, 3, (2, 1))) == {'w': (3, 2, 2, 1), 'b': (3,)}
    assert shapes(mt.BatchNorm(2)) == dict.fromkeys(['w', 'b', 'mean', 'var'], (2,))
    assert shapes(mt.Embedding(num=5, dim=2)) == {'w': (5, 2)}


@pytest.mark.parametrize('bias', [True, False])
def test_linear_is_the_sum_that_defines_it(bias):
    layer = mt.Linear(3, 2, bias)
    x = np.random.default_rng(0).normal(size=(4, 3))
    b = layer.b.data if bias else [0, 0]
    expected = [[sum(layer.w.data[o] * row) + b[o] for o in (0, 1)] for row in x]
    assert np.allclose(layer(x).data, expected, rtol=1e-14)
    with pytest.raises(TypeError, match="'relu'.*activation=..."):
        mt.Linear(3, 2, 'relu')


def test_random_seed_makes_a_network_repeatable():
    def weights():
        random.seed(3)
        return mt.Linear(4, 3).w.data
    assert np.array_equal(weights(), weights())
    assert abs(weights()).max() <= (6 / 4) ** 0.5
    assert abs(mt.Linear(4, 3, init=0.1).w.data).max() <= 0.1
    with pytest.raises(ValueError, match="'kaiming'"):
        mt.Linear(4, 3, init='kaiming')


class Net(mt.Module):
    def __init__(self):
        self.first = mt.Linear(2, 2)
        self.others = [mt.BatchNorm(2), {'a': mt.Linear(2, 1)}]
        self.tied = self.first.w
        self.scale = Tensor(3., requires_grad=True)
        self.constant = Tensor(4.)
        self.parent = self


NAMES = ['first.w', 'first.b', 'others.0.w', 'others.0.b', 'others.1.a.w',
         'others.1.a.b', 'scale']


def test_parameters_are_found_each_once():
    net = Net()
    assert [p.size for p in net.parameters()] == [4, 2, 2, 2, 2, 1, 1]
    assert set(net.state_dict()) == {*NAMES, 'constant', 'others.0.mean',
                                     'others.0.var'}


def test_train_and_eval_reach_all_modules():
    net = Net()
    assert net.others[0].training
    assert net.eval() is net and not net.others[0].training and not net.training
    assert net.train().others[0].training


def test_save_and_load(tmp_path):
    net, other, path = Net(), Net(), tmp_path / 'weights'
    net.others[0](np.random.default_rng(0).normal(size=(5, 2)))
    net.save(path)
    other.load(path)
    for name, array in net.state_dict().items():
        assert np.array_equal(array, other.state_dict()[name])
        assert array.dtype == other.state_dict()[name].dtype


def in_old_form(net):
    """What save() wrote of a Net before format 2."""
    old = {'others.0.w': 'others.0.gamma', 'others.0.b': 'others.0.beta',
           'others.0.mean': 'others.0.running_mean',
           'others.0.var': 'others.0.running_var'}
    state = {old.get(name, name): x for name, x in net.state_dict().items()}
    return {name: x.T if name in ('first.w', 'others.1.a.w') else x
            for name, x in state.items()}


def test_a_file_of_the_old_form(tmp_path):
    net, other, path = Net(), Net(), tmp_path / 'weights.npz'
    net.others[0](np.random.default_rng(0).normal(size=(5, 2)))
    np.savez(path, **in_old_form(net))
    other.load(path)
    for name, array in net.state_dict().items():
        assert np.array_equal(array, other.state_dict()[name])
    layer, again = mt.Linear(2, 3), mt.Linear(2, 3)
    np.savez(path, **layer.state_dict())  # no version, but the shape is that of today
    again.load(path)
    assert np.array_equal(layer.w.data, again.w.data)


def test_files_that_mix_forms_or_come_from_the_future(tmp_path):
    net, path = Net(), tmp_path / 'weights.npz'
    before = net.state_dict()
    wrong = in_old_form(net)
    del wrong['first.w']
    np.savez(path, **wrong)
    with pytest.raises(ValueError, match='no array first.w'):
        net.load(path)
    np.savez(path, **before, **{'others.0.gamma': np.ones(2)})
    with pytest.raises(ValueError, match='no array others.0.gamma'):
        net.load(path)
    for version in (np.array(3), np.ones(2), np.array('a')):
        np.savez(path, **before, **{'format version': version})
        with pytest.raises(ValueError, match='the format'):
            net.load(path)
    assert all(np.array_equal(a, before[n]) for n, a in net.state_dict().items())


@pytest.mark.parametrize('name', layers())
def test_every_layer_saves_and_loads(name, tmp_path):
    (layer, x), (other, _) = layers()[name], layers()[name]
    layer(x)
    for p in layer.parameters():
        p.data = p.data + 1
    layer.save(tmp_path / 'weights')
    other.load(tmp_path / 'weights')
    assert np.array_equal(layer.eval()(x).data, other.eval()(x).data)


@pytest.mark.parametrize('make', [
    lambda: mt.Linear(2, 0),
    lambda: mt.Linear(2, 2, activation='sigmoidal'),
    lambda: mt.Conv2d(1, 0, 3), lambda: mt.Conv2d(1, 2, 3, stride=0),
    lambda: mt.Conv2d(1, 2, 3, padding=-1), lambda: mt.BatchNorm(0),
    lambda: mt.Dropout(1.5), lambda: mt.Dropout('a'), lambda: mt.Embedding(0, 2)])
def test_a_layer_that_cannot_be_meant(make):
    with pytest.raises(ValueError):
        make()


@pytest.mark.parametrize('change, text', [
    (lambda s: s.pop('scale'), 'has no array scale'),
    (lambda s: s.update(more=np.ones(2)), 'has no array more'),
    (lambda s: s.update({'first.w': np.ones((3, 2))}), r'first.w.*\(2, 2\).*\(3, 2\)'),
    (lambda s: s.update(scale=np.array('x')), 'scale'),
    (lambda s: s.update(scale=None), 'scale')])
def test_a_state_that_does_not_fit_changes_nothing(change, text):
    net = Net()
    before = net.state_dict()
    state = {name: array + 1 for name, array in before.items()}
    change(state)
    with pytest.raises(ValueError, match=text):
        net.load_state_dict(state)
    assert all(np.array_equal(a, before[n]) for n, a in net.state_dict().items())


def test_a_state_of_constant_tensors():
    layer = mt.Linear(2, 1)
    layer.load_state_dict({'w': np.ones((1, 2)), 'b': Tensor([3.])})
    assert layer([1., 1.]).item() == 5


def test_a_file_of_something_else(tmp_path):
    path = tmp_path / 'weights.npz'
    for content in (b'', b'abc', pickle.dumps([1])):
        path.write_bytes(content)
        with pytest.raises(ValueError, match='no .npz file'):
            Net().load(path)
    np.savez(path, a=np.array([{}], dtype=object))
    with pytest.raises(ValueError, match='no .npz file'):
        Net().load(path)
    with open(path, 'wb') as file:
        np.save(file, np.ones(2))
    with pytest.raises(ValueError, match='no .npz file'):
        Net().load(path)
    with pytest.raises(FileNotFoundError):
        Net().load(tmp_path / 'none')


def test_batch_norm_in_and_after_training():
    norm = mt.BatchNorm(2)
    x = np.random.default_rng(0).normal(3, 2, size=(500, 2))
    out = norm(x).data
    assert np.allclose(out.mean(0), 0) and np.allclose(out.std(0), 1, atol=1e-5)
    for _ in range(100):
        norm(x)
    norm.eval()
    before = norm.state_dict()
    assert np.allclose(norm(x).data, out, atol=0.02)
    assert np.allclose(norm(x[:1]).data, out[:1], atol=0.02)
    assert all(np.array_equal(a, before[n]) for n, a in norm.state_dict().items())
    with pytest.raises(ValueError, match='no variance'):
        norm.train()(x[:1])
    for wrong in (x, x[0]):
        with pytest.raises(ValueError, match=r'BatchNorm\(3\) takes.*2[,)]'):
            mt.BatchNorm(3)(wrong)


@pytest.mark.parametrize('name', tensor_reference.BATCHES)
def test_batch_norm_has_the_numbers_of_pytorch(name):
    expected = json.loads(tensor_reference.FILE.read_text())[name]
    shape = tensor_reference.BATCHES[name]
    norm = mt.BatchNorm(shape[1])
    for batch in tensor_reference.batches(shape):
        x = Tensor(batch, requires_grad=True)
        out = norm(x)
    (out ** 3).sum().backward()
    found = {'out': out.data, 'x.grad': x.grad, 'w.grad': norm.w.grad,
             'b.grad': norm.b.grad, 'mean': norm.mean.data, 'var': norm.var.data,
             'eval': norm.eval()(x).data}
    assert found.keys() == expected.keys()
    for key, array in found.items():
        assert np.allclose(array, expected[key], rtol=1e-9, atol=1e-9), key


def test_a_convolution_is_one_step_wide_and_not_padded_by_default():
    layer = mt.Conv2d(2, 3, 2, init='xavier', rng=np.random.default_rng(1))
    assert layer(np.ones((1, 2, 4, 5))).shape == (1, 3, 3, 4)
    bound = (6 / (2 * 4 + 3 * 4)) ** 0.5
    assert 0.8 * bound < abs(layer.w.data).max() <= bound


def test_dropout():
    x = np.ones(1000)
    layer, same = mt.Dropout(0.2, 0), mt.Dropout(0.2, seed=np.random.default_rng(0))
    out = layer(x).data
    assert np.array_equal(same(x).data, out) and (layer(x).data != out).any()
    assert set(out) == {0, 1.25} and 750 < np.count_nonzero(out) < 850
    assert np.array_equal(layer.eval()(x).data, x)
    assert not mt.dropout(x, 1, np.random.default_rng(0)).data.any()


# --- optimisers -----------------------------------------------------------------

@pytest.mark.parametrize('name, settings', OPTIMISERS)
def test_an_optimiser_does_for_arrays_what_it_does_for_numbers(name, settings):
    from micrograd import Value
    start = [1., -2., 0.5]
    values = [Value(x) for x in start]
    scalar = getattr(optim, name)(values, **settings)
    tensor = Tensor(start, requires_grad=True)
    array = getattr(mt, name)([tensor], **settings)
    for _ in range(5):
        scalar.zero_grad()
        sum((v - 1) ** 2 * v for v in values).backward()
        scalar.step()
        array.zero_grad()
        ((tensor - 1) ** 2 * tensor).sum().backward()
        array.step()
        assert np.allclose(tensor.data, [v.data for v in values], rtol=1e-12, atol=0)


@pytest.mark.parametrize('name, settings', OPTIMISERS)
def test_an_optimiser_has_the_numbers_of_pytorch(name, settings):
    expected = json.loads(tensor_reference.FILE.read_text())[f'{name} {settings}']
    x = Tensor(tensor_reference.START, requires_grad=True)
    optimizer = getattr(mt, name)([x], **settings)
    for step in range(5):
        optimizer.zero_grad()
        if step != 2:
            ((x - 1) ** 2).sum().backward()
        optimizer.step()
    assert np.allclose(x.data, expected, rtol=1e-10, atol=1e-10)


def test_an_optimiser_keeps_float32():
    x = Tensor(np.float32([1, 2]), requires_grad=True)
    optimizer = mt.Adam([x], lr=0.1)
    (x * x).sum().backward()
    optimizer.step()
    assert x.dtype == optimizer.m[0].dtype == optimizer.v[0].dtype == np.float32


@pytest.mark.parametrize('name, settings', [
    *OPTIMISERS, ('AdamW', {'lr': 0.1, 'weight_decay': 0.5})])
def test_a_parameter_without_a_gradient_waits_with_its_state(name, settings):
    start = [1., -2.]
    x, y, alone = (Tensor(start, requires_grad=True) for _ in range(3))
    both = getattr(mt, name)([x, y], **settings)
    optimizer = getattr(mt, name)([alone], **settings)
    for reached in ([x], [x, y], [y], [], [x, y]):
        both.zero_grad()
        before = {p: p.data.copy() for p in (x, y)}
        for p in reached:
            p.grad = np.array([0.5, 2.])
        both.step()
        assert all(np.array_equal(p.data, before[p]) != (p in reached)
                   for p in (x, y))
    for _ in range(3):  # as often as x and y had a gradient
        alone.grad = np.array([0.5, 2.])
        optimizer.step()
    assert np.array_equal(x.data, alone.data) and np.array_equal(y.data, alone.data)


def test_numbers_of_adam_with_gaps():
    p, q = (Tensor(1., requires_grad=True) for _ in range(2))
    adam = mt.Adam([p, q], lr=0.1)
    for step in range(3):
        p.grad, q.grad = np.array(1.), None if step == 1 else np.array(1.)
        adam.step()
    assert p.item() == pytest.approx(0.700000003, abs=1e-10)
    assert q.item() == pytest.approx(0.800000002, abs=1e-10)
    assert adam.t == [3, 2]


def test_parameters_that_no_optimiser_takes():
    x = Tensor([1.], requires_grad=True)
    for wrong, error in (([], ValueError), ([x, x], ValueError), ([x * 2], ValueError),
                         ([Tensor(1.)], ValueError), (x, TypeError), ([1.], TypeError)):
        with pytest.raises(error):
            mt.SGD(wrong, lr=0.1)


def test_a_schedule_serves_for_tensors_too():
    x = Tensor([1.], requires_grad=True)
    optimizer, schedule = mt.SGD([x], lr=1), optim.StepLR(1.0, 1)
    for step in range(3):
        optimizer.lr = schedule(step)
        x.grad = np.ones(1)
        optimizer.step()
    assert x.data == pytest.approx(-0.11)


def test_clipping():
    x, y = (Tensor(np.zeros(2), requires_grad=True) for _ in range(2))
    x.grad = np.array([3., 4.])
    assert mt.clip_grad_norm([x, y], 1) == 5 and y.grad is None
    assert np.allclose(x.grad, [0.6, 0.8], rtol=1e-6)
    mt.clip_grad_value([x, y], 0.7)
    assert np.allclose(x.grad, [0.6, 0.7], rtol=1e-6)
    x.grad[0] = np.inf
    with pytest.raises(ValueError, match='not finite'):
        mt.clip_grad_norm([x], 1)


@pytest.mark.parametrize('dtype, large', [(float, 1e200), (np.float32, 1e30)])
def test_clipping_where_squares_overflow(dtype, large):
    x = Tensor(np.zeros(2, dtype), requires_grad=True)
    x.grad = np.array([3, 4], dtype) * dtype(large)
    assert mt.clip_grad_norm([x], 1) == pytest.approx(5 * large)
    assert np.allclose(x.grad, [0.6, 0.8], rtol=1e-6) and x.grad.dtype == dtype
    with pytest.raises(ValueError, match='max_norm'):
        mt.clip_grad_norm([x], -1)


# --- digits ---------------------------------------------------------------------

def test_digits_are_a_function_of_their_seed():
    data = digits(20, seed=1)
    assert data == digits(20, seed=1) != digits(20, seed=2)
    assert [digit for _, digit in data] == [*range(10)] * 2
    assert all(len(pixels) == 64 for pixels, _ in data)
    assert data[0][0][:4] == digits(1, seed=1)[0][0][:4]
    for wrong in ({'n': 0}, {'noise': -1.0}, {'noise': float('nan')}):
        with pytest.raises(ValueError):
            digits(**wrong)


def test_digits_without_noise_are_upright_at_12_places_or_slanted_at_9():
    shapes = {digit: set() for digit in range(10)}
    for pixels, digit in digits(2000, noise=0):
        ink = {p for p in pixels if p}
        assert len(ink) == 1 and 0.7 <= ink.pop() <= 1
        shapes[digit].add(tuple(p > 0 for p in pixels))
    assert {digit: len(found) for digit, found in shapes.items()} == dict.fromkeys(
        range(10), 12 + 9)


def test_networks_learn_digits():
    assert 0.3 < bench_tensor.train('linear', 1000, 300, epochs=10)[0] < 0.75
    assert bench_tensor.train('MLP', 1000, 300, epochs=8)[0] > 0.85
    assert bench_tensor.train('convolutional', 600, 300, epochs=6)[0] > 0.7

"""The modules of micrograd.nn on arrays: the same numbers from the same weights."""
import math
import random

import numpy as np
import pytest

import micrograd.tensor as mt
from micrograd import Value, nn
from micrograd.nn.module import by_name
from micrograd.tensor import Tensor

CASES = {  # the shape of an input, or tokens
    'Linear(3, 2)': (3,), 'Linear(3, 1, bias=False)': (3,), 'Embedding(5, 2)': [3],
    'LayerNorm(4)': (4,), 'RMSNorm(4)': (4,), 'RMSNorm(3, affine=False)': (3,),
    'BatchNorm(3)': (4, 3), 'Conv2d(2, 3, 2)': (2, 3, 4),
    'Conv2d(1, 2, 3, stride=2, padding=1)': (1, 4, 5), 'MaxPool2d(2)': (2, 5, 4),
    'AvgPool2d(2)': (2, 5, 4), 'RNN(2, 3)': (4, 2), 'LSTM(2, 3)': (4, 2),
    'Attention(4, 2)': (3, 4), 'Attention(4, 1, causal=False)': (3, 4),
    'GPT(5, 4, n_embd=4, n_head=2, n_layer=2)': [4, 1, 0, 1]}
TOKENS, WEIGHTS = [4, 1, 0, 1, 3], [0.5, 0.25, 0.0, 2.0]
each_case = pytest.mark.parametrize('name', CASES)
CHANNELS_APART = ('Conv2d', 'MaxPool2d', 'AvgPool2d')


def pair(name):
    """The module of a case on Values and on Tensors, with the weights of one copied
    into the other, their attributes, and an input."""
    rng = random.Random(name)
    scalar, tensor = eval(f'nn.{name}'), eval(f'mt.{name}')
    for p in scalar.parameters():
        p.data = rng.gauss(0, 1)
    attributes = by_name(tensor, tensor._is_parameter)
    for attribute, p in attributes.items():
        p.data = np.reshape([v.data for v in flat(part_of(scalar, attribute))], p.shape)
    x = CASES[name]
    if isinstance(x, tuple):
        x = np.random.default_rng(2).normal(size=x).tolist()
    return scalar, tensor, attributes, x


def part_of(module, attribute):
    for name in attribute.split('.'):
        module = module[int(name)] if name.isdigit() else getattr(module, name)
    return module


def flat(thing):
    return [x for part in thing for x in flat(part)] if isinstance(thing, list) \
        else [thing]


def values(x):
    if isinstance(x, list):
        return [values(part) for part in x]
    return x if isinstance(x, int) else Value(x)


def close(found, wanted):
    assert np.allclose(np.ravel(found), wanted, rtol=1e-12, atol=1e-12)


@each_case
def test_outputs_and_gradients_are_those_of_values(name):
    scalar, tensor, attributes, x = pair(name)
    inputs = values(x)
    out = scalar(x[0]) if name.startswith('Embedding') else scalar(inputs)
    numbers = [y.data for y in flat(out)]
    is_tokens = isinstance(x[0], int)
    array = np.array(x) if is_tokens else Tensor(x, requires_grad=True)
    # one batch of one, but for what takes a batch, or any shape, as it is
    takes_any = name.startswith(('Linear', 'Embedding', 'LayerNorm', 'RMSN', 'BatchN'))
    result = tensor(array if takes_any else array[None])
    close(result.data, numbers)

    shares = [math.sin(k + 1) for k in range(len(numbers))]
    sum(y * share for y, share in zip(flat(out), shares)).backward()
    (result * np.reshape(shares, result.shape)).sum().backward()
    for attribute in attributes:
        close(part_of(tensor, attribute).grad,
              [p.grad for p in flat(part_of(scalar, attribute))])
    if not is_tokens:
        close(array.grad, [v.grad for v in flat(inputs)])


@each_case
def test_a_batch_is_its_samples(name):
    _, tensor, _, x = pair(name)
    if name.startswith('BatchNorm'):
        return
    xs = np.stack([x, x[::-1], x]) if isinstance(x[0], int) else np.stack(
        [np.array(x), -np.array(x), 2 * np.array(x)])
    together = tensor(xs).data
    for sample, out in zip(xs, together):
        close(tensor(sample[None]).data, np.ravel(out))


@each_case
def test_same_words(name):
    scalar, tensor, _, _ = pair(name)
    if not name.startswith(CHANNELS_APART):  # whose windows need not be square there
        assert repr(scalar) == repr(tensor)
    assert len(scalar.parameters()) == sum(p.size for p in tensor.parameters())
    own = by_name(scalar, scalar._is_state)
    for attribute in by_name(tensor, lambda x: isinstance(x, Tensor)):
        assert any(name.startswith(f'{attribute}.') for name in own)


def test_every_module_has_a_counterpart():
    assert set(nn.__all__) - {'Neuron', 'Layer', 'MLP'} <= set(mt.__all__)


def test_batch_norm_follows_the_same_numbers():
    scalar, tensor = nn.BatchNorm(2), mt.BatchNorm(2)
    for batch in ([[1.0, 2.0], [3.0, 5.0]], [[0.0, 1.0], [2.0, 2.0], [4.0, -1.0]]):
        scalar(batch)
        tensor(batch)
    close(tensor.mean.data, [v.data for v in scalar.mean])
    close(tensor.var.data, [v.data for v in scalar.var])
    x = [[1.0, -1.0]]
    close(tensor.eval()(x).data, [y.data for y in scalar.eval()(x)[0]])


def test_a_gpt_on_arrays_is_that_on_values():
    name = 'GPT(5, 4, n_embd=4, n_head=2, n_layer=2)'
    scalar, tensor, _, _ = pair(name)
    assert tensor.loss([TOKENS]).item() == pytest.approx(scalar.loss(TOKENS).data)
    assert tensor.loss([TOKENS], [WEIGHTS]).item() == pytest.approx(
        scalar.loss(TOKENS, WEIGHTS).data)
    for seed in range(5):
        assert tensor.generate(4, random.Random(seed), stop=4) == scalar.generate(
            4, random.Random(seed), stop=4)
    with pytest.raises(ValueError, match=r'shape \(1, 3\) for targets of .* \(1, 4\)'):
        tensor.loss([TOKENS], [WEIGHTS[1:]])


@pytest.mark.parametrize(('make', 'shape', 'text'), [
    (lambda: mt.LayerNorm(3), (2, 4), r'\(\.\.\., 3\), got \(2, 4\)'),
    (lambda: mt.RMSNorm(3), (), r'\(\.\.\., 3\), got \(\)'),
    (lambda: mt.RNN(2, 3), (4, 2), r'\(batch, time, 2\), got \(4, 2\)'),
    (lambda: mt.LSTM(2, 3), (1, 4, 3), r'\(batch, time, 2\), got \(1, 4, 3\)'),
    (lambda: mt.Attention(4, 2), (3, 4), r'\(batch, time, 4\), got \(3, 4\)'),
    (lambda: mt.GPT(5, 4), (1, 5), r'time from 1 to 4, got \(1, 5\)'),
    (lambda: mt.GPT(5, 4), (4,), r'\(batch, time\).*got \(4,\)')])
def test_a_wrong_shape_is_refused_with_both(make, shape, text):
    with pytest.raises(ValueError, match=text):
        make()(np.zeros(shape))


def test_a_state_of_a_wrong_shape():
    net = mt.LSTM(2, 3)
    good, bad = np.zeros((1, 3)), np.zeros((1, 2))
    for state in ((good, bad), (bad, good)):
        with pytest.raises(ValueError, match=r'\(batch, 3\), got \(1, 2\)'):
            net(np.zeros((1, 4, 2)), state)


def test_ignored_targets_have_no_part_in_the_mean():
    logits = Tensor(np.arange(12.0).reshape(2, 2, 3) ** 2 % 5, requires_grad=True)
    for loss in (mt.cross_entropy, mt.softmax_cross_entropy):
        logits.grad = None
        found = loss(logits, [[2, 7], [7, 0]], ignore_index=7)
        kept = [loss(logits[0, 0], 2).item(), loss(logits[1, 1], 0).item()]
        assert found.item() == pytest.approx(sum(kept) / 2)
        found.backward()
        assert logits.grad[0, 0].any() and not logits.grad[0, 1].any()
        assert math.isnan(loss(logits, [[7, 7], [7, 7]], ignore_index=7).item())
        with pytest.raises(IndexError, match='no class 7'):
            loss(logits, [[2, 7], [7, 0]])

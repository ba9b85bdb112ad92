"""What works for Values works for Tensors, by the same name, or says what to use."""
import numpy as np
import pytest

import micrograd
import micrograd.tensor as mt
from micrograd import Value
from micrograd.tensor import Tensor

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

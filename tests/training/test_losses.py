"""Losses: values, gradients, extremes, batches, and what they refuse."""
import math
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from micrograd.derivatives.gradcheck import grad_check
from micrograd.engine import Value
from micrograd.training.losses import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    hinge,
    logsumexp,
    mse,
    softmax,
)

bce = binary_cross_entropy_with_logits
CLOSE = {'rel': 1e-12, 'abs': 1e-15}


def with_gradients(loss, *xs):
    """The loss of a list of Values, and its gradients."""
    leaves = [Value(x) for x in xs]
    out = loss(leaves)
    out.backward()
    return out.data, [leaf.grad for leaf in leaves]


# --- well-known values -------------------------------------------------------


def test_negative_log_likelihood_of_four_logits():
    value, grads = with_gradients(lambda x: cross_entropy(x, 3), 0, 3, -2, 1)
    assert value == pytest.approx(2.1755153626167147, **CLOSE)
    assert grads == pytest.approx([.041772570515350445, .8390245074625319,
                                   .005653302662216329, -.8864503806400986], **CLOSE)


def test_gradient_of_one_probability():
    value, grads = with_gradients(lambda x: softmax(x)[0], 1, 2, 3)
    assert value == pytest.approx(0.09003057317038046, **CLOSE)
    assert grads == pytest.approx([0.0819250690649932, -0.0220330445201742,
                                   -0.0598920245448189], **CLOSE)


def test_cross_entropy_of_negative_logits():
    value, grads = with_gradients(lambda x: cross_entropy(x, 0), -1, -2, -3)
    assert value == pytest.approx(0.4076059644443804, **CLOSE)
    assert grads == pytest.approx([-0.334759044225178, 0.244728471054798,
                                   0.09003057317038], **CLOSE)


@pytest.mark.parametrize('logits, target, value, grads', [
    ([1000, 0], 0, 0, [0, 0]),
    ([1000, 0], 1, 1000, [1, -1]),
    ([-800, 0], 0, 800, [-1, 1]),
    ([1e300, -1e300], 0, 0, [0, 0]),
    ([1e9 + 1, 1e9], 1, math.log1p(math.e), None),
    ([1000, 990], 0, math.log1p(math.exp(-10)), None),
    ([-math.inf, 0], 1, 0, [0, 0]),
    ([-math.inf, 0], 0, math.inf, [-1, 1]),
    ([5], 0, 0, [0]),
])
def test_cross_entropy_of_extremes(logits, target, value, grads):
    found, found_grads = with_gradients(lambda x: cross_entropy(x, target), *logits)
    assert found == pytest.approx(value, **CLOSE)
    assert grads is None or found_grads == grads


@pytest.mark.parametrize('logit, target, value, slope', [
    (-40, 1, 40, -1), (40, 0, 40, 1), (40, 1, 4.248354255291589e-18, None),
    (-1000, 1, 1000, -1), (1000, 1, 0, 0), (-1000, 0, 0, 0),
    (0, 1, math.log(2), -0.5), (0, 0.5, math.log(2), 0),
    (1e-9, 1, math.log(2), -0.5),
])
def test_binary_cross_entropy_of_extremes(logit, target, value, slope):
    found, grads = with_gradients(lambda x: bce(x[0], target), logit)
    assert found == pytest.approx(value, rel=1e-9, abs=0)
    assert slope is None or grads == pytest.approx([slope], abs=1e-9)


@pytest.mark.parametrize('logits, value', [
    ([1000, 1000], 1000 + math.log(2)), ([-1000, -1000], -1000 + math.log(2)),
    ([0], 0), ([-math.inf, 3], 3), ([1e308, -1e308], 1e308)])
def test_logsumexp_of_extremes(logits, value):
    assert logsumexp(logits) == pytest.approx(value, **CLOSE)


def test_softmax_of_extremes():
    assert softmax([1000, 0]) == [1, 0]
    assert softmax([-1e300, -1e300]) == [0.5, 0.5]
    assert softmax([7]) == [1]


def test_softmax_gives_a_list_of_values_that_sum_to_1():
    shares = softmax([Value(1), Value(-2), Value(0.5)])
    assert all(isinstance(s, Value) for s in shares)
    assert sum(shares).data == pytest.approx(1)


def test_mse_and_hinge():
    assert mse(3, 1) == 4
    assert mse([1, 2, 3], [1, 4, 6]) == pytest.approx(13 / 3)
    assert mse([1e200], [0]) == math.inf
    value, grads = with_gradients(lambda x: mse(x, [0, 1]), 3, 3)
    assert (value, grads) == (6.5, [3, 2])
    value, grads = with_gradients(lambda x: hinge(x, [1, -1, 1, -1]), 2, 2, 0.5, -0.5)
    assert (value, grads) == ((0 + 3 + 0.5 + 0.5) / 4, [0, 0.25, -0.25, 0.25])
    assert hinge(0.25, 1) == 0.75
    assert with_gradients(lambda x: hinge(x[0], 1), 1) == (0, [0])  # at the corner


# --- numbers of every kind, batches ------------------------------------------


def test_plain_numbers_give_plain_numbers():
    for number in (mse([1, 2], [3, 4]), hinge(0.5, 1), logsumexp([1, 2]), bce(1, 0),
                   softmax([1, 2])[0], cross_entropy([1, 2], 0)):
        assert type(number) is float


def test_values_on_either_side():
    for loss, target in (mse, 0.5), (hinge, 1.0), (bce, 0.5):
        numbers = {loss(a, b) if kind is None else loss(a, b).data
                   for a, b, kind in [(0.3, target, None), (Value(0.3), target, 1),
                                      (0.3, Value(target), 1),
                                      (Value(0.3), Value(target), 1)]}
        assert len(numbers) == 1
    assert logsumexp([Value(1), 2.0]).data == logsumexp([1, 2])
    t = Value(0.25)
    mse(Value(1.0), t).backward()
    assert t.grad == -1.5  # a target may learn too


def test_fractions_stay_exact():
    x = Value(Fraction(1, 3))
    loss = mse([x, Fraction(1, 2)], [1, 1])
    assert loss.data == (Fraction(4, 9) + Fraction(1, 4)) / 2
    assert hinge(Value(Fraction(1, 3)), 1).data == Fraction(2, 3)


def test_iterables_and_numpy():
    xs, ys = [0.5, -1.5, 2.0], [1, -1, -1]
    for loss in mse, hinge:
        expected = loss(xs, ys)
        assert loss(iter(xs), (y for y in ys)) == expected
        assert loss(np.array(xs), np.array(ys)) == pytest.approx(expected)
        assert loss(np.array([Value(x) for x in xs]), ys).data == expected
    assert cross_entropy(np.array(xs), np.int64(2)) == cross_entropy(xs, 2)
    assert cross_entropy(np.array([xs, xs]), np.array([0, 1])) == pytest.approx(
        cross_entropy([xs, xs], [0, 1]))


def test_a_batch_gives_the_mean():
    rows, classes = [[1, 2, 3], [0, 0, 5], [-1, 4, 2]], [0, 2, 1]
    one_by_one = [cross_entropy(row, c) for row, c in zip(rows, classes)]
    assert cross_entropy(rows, classes) == pytest.approx(sum(one_by_one) / 3)
    assert bce([1, -2], [0, 1]) == pytest.approx((bce(1, 0) + bce(-2, 1)) / 2)
    assert mse([[1, 2], [3, 4]], [[0, 0], [0, 0]]) == pytest.approx(30 / 4)


def test_one_sample_adds_no_node_for_the_mean():
    assert mse(Value(3), 1)._op == '**2'
    assert mse([Value(3)], [1])._op == '**2'


def test_a_long_batch_needs_no_recursion():
    x = Value(0.5)
    mse([x] * 20_000, [0] * 20_000).backward()
    assert x.grad == pytest.approx(1)


# --- gradients ---------------------------------------------------------------


@pytest.mark.parametrize('loss', [
    lambda *x: mse(x, [1, 2, 3]), lambda *x: hinge(x, [1, -1, -1]),
    lambda *x: softmax(x)[1], lambda *x: logsumexp(x),
    lambda *x: cross_entropy(x, 2), lambda *x: bce(x, [1, 0, 0.3]),
    lambda *x: cross_entropy([x, x[::-1]], [0, 0])])
@pytest.mark.parametrize('xs', [(0.3, -1.2, 2.5), (1, 1, 1), (30, -20, 10)])
def test_gradients(loss, xs):
    report = grad_check(loss, *xs)
    assert report, report


@settings(max_examples=50, deadline=None, derandomize=True)
@given(st.lists(st.floats(-800, 800), min_size=1, max_size=6), st.data())
def test_against_exact_values(logits, data):
    target = data.draw(st.integers(0, len(logits) - 1))
    with mp.workdps(800):  # exp(-1600) beside 1
        exps = [mp.exp(mp.mpf(x)) for x in logits]
        total = mp.fsum(exps)
        shares = [float(e / total) for e in exps]
        loss = float(mp.log(total / exps[target]))
        log_sum = float(mp.log(total))
    assert softmax(logits) == pytest.approx(shares, rel=1e-12, abs=1e-300)
    assert logsumexp(logits) == pytest.approx(log_sum, **CLOSE)
    value, grads = with_gradients(lambda x: cross_entropy(x, target), *logits)
    assert value == pytest.approx(loss, **CLOSE)
    assert grads == pytest.approx(
        [s - (i == target) for i, s in enumerate(shares)], rel=1e-12, abs=1e-15)


@pytest.mark.parametrize('logits', [(0.3, -1.2, 2.5), (1, 1, 0), (40, 40, 40)])
def test_the_shift_is_a_constant_for_the_second_derivative_too(logits):
    """The Hessian of logsumexp is diag(s) - s s', ties or not."""
    shares = softmax(logits)
    for i in range(3):
        def slope(*xs, i=i):  # d logsumexp / d x_i, as a graph
            return softmax(xs)[i]
        report = grad_check(slope, *logits)
        assert report, report
        expected = [shares[i] * ((i == j) - shares[j]) for j in range(3)]
        assert [r.analytic for r in report.inputs] == pytest.approx(expected)


# --- what they refuse --------------------------------------------------------


@pytest.mark.parametrize('target, error, words', [
    (3, IndexError, 'no class 3, 3 logits stand for the classes 0 to 2'),
    (-1, IndexError, 'no class -1'), (np.int64(7), IndexError, 'no class 7'),
    (1.0, TypeError, 'plain int, got 1.0'), (True, TypeError, 'got True'),
    (np.bool_(True), TypeError, 'got'), (np.float64(1), TypeError, 'plain int'),
    ('1', TypeError, "got '1'"), (None, TypeError, 'got None'),
    (Value(1), TypeError, r'got Value\(data=1.0'), ([1], TypeError, r'got \[1\]'),
])
def test_wrong_class_indices(target, error, words):
    with pytest.raises(error, match=words):
        cross_entropy([0.1, 0.2, 0.3], target)
    with pytest.raises(error, match=words):
        cross_entropy([[0.1, 0.2, 0.3]] * 2, [0, target])


@pytest.mark.parametrize('call', [
    lambda: mse([], []), lambda: hinge([], []), lambda: bce([], []),
    lambda: softmax([]), lambda: logsumexp([]), lambda: cross_entropy([], 0),
    lambda: cross_entropy([], []), lambda: cross_entropy([[]], [0]),
    lambda: mse([[]], [[]])])
def test_empty_input(call):
    with pytest.raises(ValueError, match='is empty'):
        call()


@pytest.mark.parametrize('loss', [mse, hinge, bce, cross_entropy])
def test_different_lengths(loss):
    a = [[0.5, 1.5]] * 3 if loss is cross_entropy else [0.5, 1, 1]
    words = f'{loss.__name__}: 3 predictions, but 2 targets'
    with pytest.raises(ValueError, match=words):
        loss(a, [1, 1])


def test_a_nested_batch_of_another_shape():
    with pytest.raises(ValueError, match='2 predictions, but 3 targets'):
        mse([[1, 2], [3, 4]], [[1, 2], [1, 2, 3]])


@pytest.mark.parametrize('call, words', [
    (lambda: mse([1, 2], 3), r'mse takes two numbers or .* got \[1, 2\] and 3'),
    (lambda: mse(Value(3), [2]), r'two sequences, got Value\(data=3.* and \[2\]'),
    (lambda: mse(None, 1), 'got None and 1'),
    (lambda: hinge(0.3, 'b'), "hinge takes .* got 0.3 and 'b'"),
    (lambda: bce([[1], [2]], [[1], 0]), r'takes .* got \[2\] and 0'),
    (lambda: mse(None, None), 'predictions must be .* got None'),
    (lambda: mse('12', [1, 2]), "got '12'"),
    (lambda: softmax(3.0), 'softmax: logits must be a sequence'),
    (lambda: cross_entropy(Value(3), 0), 'logits must be a sequence of numbers'),
    (lambda: softmax([1, None]), 'a logit is a number, got None'),
    (lambda: softmax([[1, 2], [3, 4]]), r'a logit is a number, got \[1, 2\]'),
    (lambda: cross_entropy([1, [2]], 0), r'got \[2\]'),
    (lambda: cross_entropy([[1, 2], 3], [0, 0]), 'logits must be .* got 3'),
    (lambda: cross_entropy([[1, 2]], 0), 'targets must be a sequence'),
])
def test_what_is_no_number_or_no_sequence(call, words):
    with pytest.raises(TypeError, match=words):
        call()


@pytest.mark.parametrize('label', [0, 2, 0.5, False, math.nan, np.int64(0)])
def test_hinge_takes_labels_of_minus_1_and_1(label):
    with pytest.raises(ValueError, match='label is -1 or 1, got .*2 . y - 1'):
        hinge([0.3, 0.4], [1, label])


@pytest.mark.parametrize('target', [-1, 1.5, 2, math.nan, np.int64(-1)])
def test_binary_targets_are_between_0_and_1(target):
    with pytest.raises(ValueError, match='between 0 and 1, got'):
        bce(0.3, target)

"""Data sets: the same on every machine, and what they say they are."""
import hashlib
import json
import math
import random

import pytest

from micrograd.training.datasets import blobs, digits, linear, moons, spirals
from micrograd.training.losses import (
    binary_cross_entropy_with_logits,
    cross_entropy,
    hinge,
)
from micrograd.training.words import first_names, recall, spell, token_rows

ALL = [linear, moons, blobs, spirals]


def test_the_first_samples():
    assert linear(2) == [((1.377687, 1.031818), 2 * 1.377687 - 3 * 1.031818 + 0.5),
                         ((-0.317714, -0.964333), 2 * -0.317714 + 3 * 0.964333 + 0.5)]
    assert moons(2) == [((1.009637, -0.192664), 0), ((-0.00585, 0.604307), 1)]
    assert blobs(2, seed=5) == [((1.963981, -0.697372), 0), ((-0.167162, 1.41705), 1)]
    assert spirals(2, seed=5) == [((0.097839, -0.041842), 0), ((-3e-05, 0.067702), 1)]


@pytest.mark.parametrize('make, digest', [
    (linear, '3555d0409901bf16'), (moons, '39530d627a072d45'),
    (blobs, '37436e05ec37206e'), (spirals, '61fd5eab4e905795')])
def test_the_same_on_every_platform(make, digest):
    text = json.dumps(make(1000, seed=1))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


@pytest.mark.parametrize('make', ALL)
def test_only_the_seed_decides(make):
    random.seed(3)
    first = make(50, seed=4)
    state = random.getstate()
    random.seed(9)
    assert make(50, seed=4) == first != make(50, seed=5)
    random.seed(3)
    make(50, seed=4)
    assert random.getstate() == state  # the global generator is left alone


@pytest.mark.parametrize('make', ALL)
def test_pairs_of_two_inputs_and_a_target(make):
    data = make()
    assert len(data) == len(make(n=100)) or make is spirals
    for (x1, x2), target in data:
        assert type(x1) is type(x2) is float
        assert type(target) is (float if make is linear else int)
    assert [len(make(n)) for n in (1, 2, 7, 100)] == [1, 2, 7, 100]


def test_linear_is_the_regression_of_the_article():
    data = linear(1000)
    assert all(y == 2 * x1 - 3 * x2 + 0.5 for (x1, x2), y in data)
    xs = [x for inputs, _ in data for x in inputs]
    assert -2 <= min(xs) < -1.98 and 1.98 < max(xs) <= 2
    assert abs(sum(xs) / len(xs)) < 0.1


def test_classes_come_in_turn():
    assert [y for _, y in moons(5)] == [0, 1, 0, 1, 0]
    assert [y for _, y in blobs(5, classes=4)] == [0, 1, 2, 3, 0]
    assert [y for _, y in spirals(7)] == [0, 1, 2, 0, 1, 2, 0]
    assert [y for _, y in spirals(3, classes=1)] == [0, 0, 0]


def test_moons_are_half_circles():
    for (x, y), class_ in moons(101, noise=0):
        if class_ == 0:
            assert math.hypot(x, y) == pytest.approx(1, abs=1e-5) and y >= 0
        else:
            assert math.hypot(x - 1, y - 0.5) == pytest.approx(1, abs=1e-5) and y <= 0.5
    assert [x for x, class_ in moons(6, noise=0) if class_ == 0] == [
        (1, 0), (0, 1), (-1, 0)]


def test_blobs_lie_around_their_centres():
    data = blobs(3000, noise=0.5)
    for k in range(3):
        mine = [x for x, class_ in data if class_ == k]
        centre = [sum(coordinate) / len(mine) for coordinate in zip(*mine)]
        angle = 2 * math.pi * k / 3
        assert centre == pytest.approx([2 * math.cos(angle), 2 * math.sin(angle)],
                                       abs=0.05)
        spread = sum((x - centre[0]) ** 2 + (y - centre[1]) ** 2 for x, y in mine)
        assert math.sqrt(spread / len(mine) / 2) == pytest.approx(0.5, abs=0.03)


def test_spirals_wind_outwards():
    radii = [math.hypot(*x) for x, class_ in spirals(150, noise=0) if class_ == 0]
    assert radii == sorted(radii)
    assert (radii[0], radii[-1]) == pytest.approx((0.1, 1.0), abs=1e-5)


def test_targets_are_what_the_losses_take():
    for _, y in spirals(9):
        cross_entropy([0.1, 0.2, 0.3], y)
    for _, y in moons(4):
        binary_cross_entropy_with_logits(0.1, y)
        hinge(0.1, 2 * y - 1)


@pytest.mark.parametrize('call, words', [
    (lambda: linear(0), 'n is an int of at least 1, got 0'),
    (lambda: moons(-1), 'n is .* got -1'),
    (lambda: moons(2.5), 'n is .* got 2.5'),
    (lambda: digits('7'), "n is .* got '7'"),
    (lambda: digits(7, noise=math.inf), 'noise .* got inf'),
    (lambda: moons(10, noise=None), 'noise .* got None'),
    (lambda: moons(10, noise=-0.1), 'noise .* got -0.1'),
    (lambda: blobs(10, noise=math.nan), 'noise .* got nan'),
    (lambda: spirals(10, classes=0), 'classes is .* got 0'),
    (lambda: blobs(10, classes=2.5), 'classes is .* got 2.5'),
    (lambda: first_names(8404), 'n is at most 8403, the number of names, got 8404'),
    (lambda: first_names(0), 'n is .* got 0'),
    (lambda: recall(5, length=0), 'length is .* got 0'),
    (lambda: token_rows(['ada', 'Eve']), "letters a to z, got 'Eve'"),
    (lambda: token_rows(['']), "letters a to z, got ''"),
    (lambda: token_rows(['ada'], 3), "'ada' and its end take 4 places, but .* is 3"),
])
def test_settings_out_of_range(call, words):
    with pytest.raises(ValueError, match=words):
        call()


# --- sequences -----------------------------------------------------------------------

def test_the_names_are_8403_each_once():
    names = first_names()
    assert len(names) == len({*names}) == 8403
    assert all(2 <= len(name) <= 13 and name.isalpha() for name in names)
    assert all(name.isascii() and name.islower() for name in names)
    assert first_names(5) == names[:5] != first_names(5, seed=1)
    assert first_names(5) == ['mildred', 'elvira', 'rosalinde', 'andrea', 'petra']


def test_a_word_becomes_tokens_and_weights():
    [(tokens, weights), longest] = token_rows(['ada', 'abcdefg'], 8)
    assert tokens == [26, 0, 3, 0, 26, 26, 26, 26, 26]
    assert weights == [0.25, 0.25, 0.25, 0.25, 0.0, 0.0, 0.0, 0.0]
    assert longest == ([26, 0, 1, 2, 3, 4, 5, 6, 26], [0.125] * 8)
    assert spell(tokens[1:5]) == 'ada.' and spell([]) == ''


def test_the_first_number_of_a_sequence_is_its_target():
    data = recall(6, length=4, seed=2)
    assert [y for _, y in data] == [0, 1, 0, 1, 0, 1]
    for xs, y in data:
        assert xs[0] == [2 * y - 1] and len(xs) == 4
        assert all(-1 <= x <= 1 for [x] in xs)
    assert data == recall(6, length=4, seed=2) != recall(6, length=4, seed=3)
    assert recall(1, length=1) == [([[-1.0]], 0)]

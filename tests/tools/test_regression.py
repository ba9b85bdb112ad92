"""The first regression, for two seeds; regression.py does them all."""
import random

import pytest
from regression import PROBE, Run, table, train, truth

from micrograd import MLP


@pytest.mark.parametrize('seed', [3, 17])
def test_the_regression_is_learnt(seed):
    run = train(seed)
    assert run.good, run


def test_the_true_value_at_the_probe():
    assert truth(*PROBE) == 9.5


@pytest.mark.parametrize('run', [Run(0, 0.005, 9.5), Run(0, 0.001, 9.71),
                                 Run(0, 0.001, 9.29), Run(0, float('nan'), 9.5)])
def test_a_run_that_misses_is_not_good(run):
    assert not run.good


def test_a_relu_on_the_output_stalls():
    """Half of the targets are negative: no weights would do."""
    random.seed(3)
    model = MLP(2, [16, 16, 1])
    model.layers[-1].neurons[0].nonlin = True
    targets = [truth(random.uniform(-2, 2), random.uniform(-2, 2)) for _ in range(100)]
    best = sum(min(y, 0.0) ** 2 for y in targets) / len(targets)
    assert model([-2.0, 2.0]).data >= 0
    assert best > 5


def test_the_table_names_the_misses(capsys):
    assert table([Run(0, 0.001, 9.5), Run(7, 0.008, 9.2), Run(8, 0.001, 9.4)]) == [7]
    *_, missed, good, end = capsys.readouterr().out.splitlines()
    assert missed.split() == ['7', '0.008', '9.2000', 'missed']
    assert good.split() == ['8', '0.001', '9.4000']
    assert end == '2 of 3 are good'

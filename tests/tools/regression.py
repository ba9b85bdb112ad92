"""The first regression, seed by seed: `python tests/tools/regression.py [SEED ...]`.

An MLP learns y = 2·x1 − 3·x2 + 0.5 from 100 samples, by plain stochastic
gradient descent. A run is good if it ends below LIMIT and predicts the true
value at PROBE within REACH. A few starts learn more slowly; ENOUGH of the seeds 0
to 19 must not. Trained as a compiled program, which takes the same steps to the last
bit.
"""
import random
import sys
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from micrograd import MLP, compile_loss

SEEDS, ENOUGH = range(20), 18
SAMPLES, EPOCHS, LR = 100, 100, 0.01
LIMIT = 0.005  # of the mean squared error at the end
PROBE, REACH = (1.5, -2.0), 0.2


class Run(NamedTuple):
    """What came of one seed: the error at the end, the value at PROBE."""
    seed: int
    mse: float
    prediction: float

    @property
    def good(self) -> bool:
        return self.mse < LIMIT and abs(self.prediction - truth(*PROBE)) < REACH


def truth(x1: float, x2: float) -> float:
    return 2 * x1 - 3 * x2 + 0.5


def train(seed: int) -> Run:
    """Seed, draw the model, draw the data, train."""
    random.seed(seed)
    model = MLP(2, [16, 16, 1])
    inputs = [(random.uniform(-2, 2), random.uniform(-2, 2)) for _ in range(SAMPLES)]
    rows = [(x1, x2, truth(x1, x2)) for x1, x2 in inputs]
    step = compile_loss(lambda x1, x2, y: (model([x1, x2]) - y) ** 2,
                        model.parameters())
    step.train(rows, LR, EPOCHS, progress=False)
    mse = sum(step(*row) for row in rows) / len(rows)
    return Run(seed, mse, model(PROBE).data)


def table(runs: Iterable[Run]) -> list[int]:
    """Print the runs as they come; the seeds that missed."""
    print(f'{"seed":>4} {"mean squared error":>20} {"at (1.5, -2.0)":>16}')
    seeds, misses = 0, []
    for run in runs:
        seeds += 1
        misses += [] if run.good else [run.seed]
        print(f'{run.seed:4} {run.mse:20.3g} {run.prediction:16.4f}'
              f'{"" if run.good else "   missed"}', flush=True)
    print(f'{seeds - len(misses)} of {seeds} are good')
    return misses


if __name__ == '__main__':
    with ProcessPoolExecutor() as pool:
        misses = table(pool.map(train, map(int, sys.argv[1:] or SEEDS)))
    sys.exit(len(misses) > len(SEEDS) - ENOUGH)

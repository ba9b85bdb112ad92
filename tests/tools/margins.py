"""What a convolution and a memory are good for: python tests/tools/margins.py [SEEDS]

Shifted digits, for a convolution and for MLPs of as many parameters and of three times
as many; signs to be recalled, for a recurrent net and for an MLP that sees the last
half. Prints the share of right answers on data not seen, for each seed.
"""
import random
import sys
import time
from statistics import mean

from micrograd import (
    MLP,
    Adam,
    Module,
    binary_cross_entropy_with_logits,
    compile_function,
    compile_loss,
    cross_entropy,
    digits,
    nn,
    recall,
)
from micrograd.training.digits import SIDE

LENGTH = 12


class Convolution(Module):
    """Logits of ten digits: eight kernels of 3 by 3, relu, pooling, a Linear."""

    def __init__(self):
        self.conv, self.pool = nn.Conv2d(1, 8, 3), nn.MaxPool2d(2)
        self.out = nn.Linear(8 * 3 * 3, 10)

    def __call__(self, pixels):
        image = [pixels[i:i + SIDE] for i in range(0, len(pixels), SIDE)]
        maps = [[[x.relu() for x in row] for row in channel]
                for channel in self.conv([image])]
        return self.out([x for channel in self.pool(maps) for row in channel
                         for x in row])


class Recurrent(Module):
    """A score from what is remembered after the last place."""

    def __init__(self):
        self.rnn, self.out = nn.RNN(1, 6), nn.Linear(6, 1)

    def __call__(self, xs):
        return self.out(self.rnn(xs)[-1])[0]


class Window(Module):
    """A score from the last half."""

    def __init__(self):
        self.mlp = MLP(LENGTH // 2, [16, 1])

    def __call__(self, xs):
        return self.mlp([x for [x] in xs[-(LENGTH // 2):]])


def is_right(output: float | list[float], target: int) -> bool:
    if isinstance(output, list):
        return output.index(max(output)) == target
    return (output > 0) == (target == 1)


def share(make, data, loss_fn, lr: float, seed: int) -> float:
    """Train on 200 samples; the share of 500 others that is right."""
    random.seed(seed)
    model = make()
    known, unseen = data(200, seed=seed), data(500, seed=100 + seed)
    random.shuffle(known)
    step = compile_loss(lambda x, y: loss_fn(model(x), y), model.parameters(),
                        backend='c', example=known[0])
    step.train(known, optimizer=Adam(model.parameters(), lr), epochs=20,
               progress=False)
    answer = compile_function(model, model.parameters(), backend='c',
                              example=(unseen[0][0],))
    return mean(is_right(answer(x), y) for x, y in unseen)


DIGITS = (digits, cross_entropy, 0.01)
SIGNS = (lambda n, seed: recall(n, LENGTH, seed), binary_cross_entropy_with_logits,
         0.02)
ROWS = {
    'digits: convolution': (Convolution, *DIGITS),
    'digits: MLP': (lambda: MLP(SIDE * SIDE, [10, 10], fused=True), *DIGITS),
    'digits: larger MLP': (lambda: MLP(SIDE * SIDE, [32, 10], fused=True), *DIGITS),
    'signs: recurrent': (Recurrent, *SIGNS),
    'signs: window': (Window, *SIGNS),
}


def main(seeds: int = 5) -> None:
    for name, row in ROWS.items():
        start = time.perf_counter()
        shares = [share(*row, seed) for seed in range(seeds)]
        size = len(row[0]().parameters())
        print(f'{name:20} {size:5} parameters, right: '
              f'{" ".join(f"{share:.2f}" for share in shares)} '
              f'({time.perf_counter() - start:.1f} s)', flush=True)


if __name__ == '__main__':
    main(*map(int, sys.argv[1:]))

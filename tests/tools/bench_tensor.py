"""Speed and memory of the Tensor engine, alone: bench_tensor.py [name].

step: one training step of 64 -> 128 -> 64 -> 10 at batch 128, against the same step
without fused operations, written by hand in numpy, and in HIPS autograd and PyTorch,
where they are installed (pip install autograd torch). checkpoint: memory and time of
50 layers. digits: networks on pictures of digits, accuracy and time.

Everything runs on one BLAS thread. What is compared takes turns in one process and is
measured in processor time, so that other work on the machine slows none more than the
others. Not here: limits that a figure must keep.
"""
import os

os.environ.update(dict.fromkeys(  # before numpy is imported
    ['OPENBLAS_NUM_THREADS', 'OMP_NUM_THREADS', 'MKL_NUM_THREADS'], '1'))

import random  # noqa: E402
import statistics  # noqa: E402
import sys  # noqa: E402
import time  # noqa: E402
import tracemalloc  # noqa: E402
from pathlib import Path  # noqa: E402

import numpy as np  # noqa: E402

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import micrograd.tensor as mt  # noqa: E402
from micrograd.training.datasets import digits as draw_digits  # noqa: E402

SIZES = [64, 128, 64, 10]
BATCH = 128
LR = 0.001


def median_times(works, rounds=40, in_a_row=20):
    """The median time of each work in ms.

    They take turns; in a turn each runs several times in a row, as in training.
    """
    times = {name: [] for name in works}
    for _ in range(rounds):
        for name, work in works.items():
            start = time.process_time()
            for _ in range(in_a_row):
                work()
            times[name].append((time.process_time() - start) * 1e3 / in_a_row)
    return {name: statistics.median(found) for name, found in times.items()}


# --- one training step --------------------------------------------------------

def start_values():
    rng = np.random.default_rng(0)
    weights = [rng.normal(size=(nin, nout)) * (2 / nin) ** 0.5
               for nin, nout in zip(SIZES, SIZES[1:])]
    x = rng.normal(size=(BATCH, SIZES[0]))
    return weights, x, rng.integers(0, SIZES[-1], BATCH)


def tensor_step(fused=True):
    weights, x, y = start_values()
    ws = [mt.Tensor(w, requires_grad=True) for w in weights]
    bs = [mt.Tensor(np.zeros(w.shape[1]), requires_grad=True) for w in weights]
    x = mt.Tensor(x)

    def forward_fused():
        h = x
        for w, b in zip(ws[:-1], bs):
            h = mt.linear(h, w, b, 'relu')
        return mt.softmax_cross_entropy(mt.linear(h, ws[-1], bs[-1]), y)

    def forward_plain():
        h = x
        for w, b in zip(ws[:-1], bs):
            h = (h @ w + b).relu()
        return mt.cross_entropy(h @ ws[-1] + bs[-1], y)
    forward = forward_fused if fused else forward_plain

    def step():
        loss = forward()
        loss.backward()
        with mt.no_grad():
            for p in [*ws, *bs]:
                p -= LR * p.grad
                p.grad = None
        return loss.item()
    return step


def numpy_step():
    ws, x, y = start_values()
    bs = [np.zeros(w.shape[1]) for w in ws]
    rows = np.arange(BATCH)

    def step():
        hs = [x]
        for w, b in zip(ws[:-1], bs):
            hs.append(np.maximum(hs[-1] @ w + b, 0))
        logits = hs[-1] @ ws[-1] + bs[-1]
        logits -= logits.max(1, keepdims=True)
        p = np.exp(logits)
        total = p.sum(1, keepdims=True)
        loss = (np.log(total[:, 0]) - logits[rows, y]).mean()
        g = p / total
        g[rows, y] -= 1
        g /= BATCH
        for i in reversed(range(len(ws))):
            dw, db = hs[i].T @ g, g.sum(0)
            if i:
                g = (g @ ws[i].T) * (hs[i] > 0)
            ws[i] -= LR * dw
            bs[i] -= LR * db
        return loss
    return step


def hips_step():
    import autograd
    import autograd.numpy as anp
    ws, x, y = start_values()
    parameters = [ws, [np.zeros(w.shape[1]) for w in ws]]
    rows = np.arange(BATCH)

    def loss_of(parameters):
        h = x
        ws, bs = parameters
        for w, b in zip(ws[:-1], bs):
            h = anp.maximum(anp.dot(h, w) + b, 0)
        logits = anp.dot(h, ws[-1]) + bs[-1]
        logits = logits - anp.max(logits, axis=1, keepdims=True)
        lse = anp.log(anp.sum(anp.exp(logits), axis=1))
        return anp.mean(lse - logits[rows, y])
    value_and_grad = autograd.value_and_grad(loss_of)

    def step():
        loss, grads = value_and_grad(parameters)
        for group, slopes in zip(parameters, grads):
            for p, g in zip(group, slopes):
                p -= LR * g
        return loss
    return step


def torch_step():
    import torch
    torch.set_num_threads(1)
    weights, x, y = start_values()
    ws = [torch.tensor(w, requires_grad=True) for w in weights]
    bs = [torch.zeros(w.shape[1], dtype=w.dtype, requires_grad=True) for w in ws]
    x, y = torch.tensor(x), torch.tensor(y)

    def step():
        h = x
        for w, b in zip(ws[:-1], bs):
            h = torch.addmm(b, h, w).relu()
        loss = torch.nn.functional.cross_entropy(torch.addmm(bs[-1], h, ws[-1]), y)
        loss.backward()
        with torch.no_grad():
            for p in [*ws, *bs]:
                p -= LR * p.grad
                p.grad = None
        return loss.item()
    return step


STEPS = {'Tensor, fused': tensor_step, 'Tensor, plain': lambda: tensor_step(False),
         'numpy by hand': numpy_step, 'HIPS autograd': hips_step,
         'PyTorch': torch_step}


def installed(makers):
    """The works whose libraries are installed; the others are named."""
    works = {}
    for name, make in makers.items():
        try:
            works[name] = make()
        except ModuleNotFoundError as error:
            print(f'  {name} is skipped: pip install {error.name}')
    return works


def step():
    print(f'training step of {" -> ".join(map(str, SIZES))}, batch {BATCH}, float64, '
          f'one BLAS thread')
    works = installed(STEPS)
    losses = [work() for work in works.values()]
    assert max(losses) - min(losses) < 1e-12, losses
    times = median_times(works)
    for name, ms in times.items():
        print(f'  {name:14} {ms:7.3f} ms, other / ours '
              f'{ms / times["Tensor, fused"]:5.2f}')


# --- checkpointing ------------------------------------------------------------

def layers(segment, n=50, width=64, batch=2048):
    """Gradients of n layers (x @ w).tanh(); the peak of traced memory, and the time.

    segment: how many layers a checkpoint takes in; 0 for no checkpoints.
    """
    rng = np.random.default_rng(0)
    x = mt.Tensor(rng.normal(size=(batch, width)))
    ws = [mt.Tensor(rng.normal(size=(width, width)) / width ** 0.5, requires_grad=True)
          for _ in range(n)]

    def run(x, part):
        for w in part:
            x = (x @ w).tanh()
        return x
    tracemalloc.start()
    start = time.perf_counter()
    h = x
    for i in range(0, n, segment or n):
        part = ws[i:i + (segment or n)]
        h = mt.checkpoint(run, h, part) if segment else run(h, part)
    loss = (h ** 2).mean()
    loss.backward()
    seconds = time.perf_counter() - start
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return [w.grad for w in ws], peak, seconds


def checkpoint():
    print('50 layers (x @ w).tanh(), width 64, batch 2048, segments of 7')
    plain, peak, seconds = layers(0)
    again, small, longer = layers(7)
    same = all(np.array_equal(a, b) for a, b in zip(plain, again))
    print(f'  peak {peak / 1e6:.1f} MB, with checkpoints {small / 1e6:.1f} MB: '
          f'{small / peak:.2f} of it\n  time {seconds:.2f} s, with checkpoints '
          f'{longer:.2f} s: {longer / seconds:.2f} times\n'
          f'  gradients equal to the last bit: {same}')


# --- pictures of digits -------------------------------------------------------

def convolutional():
    return mt.Sequential(
        mt.Conv2d(1, 8, 3, padding=1), mt.Tensor.relu,
        mt.Conv2d(8, 16, 3, padding=1), mt.Tensor.relu,
        mt.MaxPool2d(2), lambda x: x.reshape(len(x), -1),
        mt.Linear(256, 10))


NETWORKS = {  # name: (network, shape of its inputs, epochs)
    'linear': (lambda: mt.Linear(64, 10), (64,), 10),
    'MLP': (lambda: mt.Sequential(mt.Linear(64, 128, activation='relu'),
                                  mt.Linear(128, 64, activation='relu'),
                                  mt.Linear(64, 10)), (64,), 20),
    'convolutional': (convolutional, (1, 8, 8), 6),
}


def train(name, train_n=3000, test_n=2000, epochs=None, batch=50):
    """Train a network on digits: its accuracy on others, and the seconds it took."""
    start = time.perf_counter()
    make, shape, default_epochs = NETWORKS[name]
    random.seed(0)
    model = make()
    data = draw_digits(train_n + test_n)
    x = np.array([pixels for pixels, _ in data]).reshape(-1, *shape)
    y = np.array([digit for _, digit in data])
    optimizer = mt.AdamW(model.parameters(), lr=0.003, weight_decay=0.1)
    rng = np.random.default_rng(0)
    for _ in range(epochs or default_epochs):
        order = rng.permutation(train_n)
        for i in range(0, train_n, batch):
            rows = order[i:i + batch]
            loss = mt.softmax_cross_entropy(model(x[rows]), y[rows])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    with mt.no_grad():
        guesses = np.argmax(model(x[train_n:]), axis=1)
    return (guesses == y[train_n:]).mean(), time.perf_counter() - start


def digits():
    print('8 x 8 pictures of digits, 3,000 to train on, 2,000 held out')
    for name in NETWORKS:
        accuracy, seconds = train(name)
        print(f'  {name:14} {accuracy:.1%} right, {seconds:.1f} s', flush=True)


BENCHMARKS = {'step': step, 'checkpoint': checkpoint, 'digits': digits}


def main(names=()):
    for name in names or BENCHMARKS:
        BENCHMARKS[name]()


if __name__ == '__main__':
    main(sys.argv[1:])

"""Speed and memory of this engine against others, side by side: `make bench`.

A row of the table does one piece of work with two engines. Each engine runs in
a process of its own, and the two take turns, so that a machine that slows down
slows both. Best and median are over all repetitions; the ratios are what the
other takes for each second, or byte, of ours. To add a row, write the work as
a function that prepares it and returns it, and name it in ROWS.

Not here: a limit that a figure must keep. Figures differ from machine to machine.
"""
import importlib.util
import json
import os
import platform
import random
import shutil
import statistics
import subprocess
import sys
import time
import tracemalloc
from pathlib import Path
from typing import NamedTuple

CLONE = Path(__file__).resolve().parents[2]
PEER = 'micrograd 0.1.0'
PEER_FOLDER = CLONE / '.bench' / 'micrograd-0.1.0'
TURNS, REPETITIONS = 4, 3


class Row(NamedTuple):
    """One line of the table: the work of ours, and the other engine's work."""
    title: str
    ours: str
    other: str
    engine: str = PEER


ROWS = [
    Row('SGD step, MLP(2, [16, 16, 1]): ms', 'sgd_step', 'sgd_step'),
    Row('SGD step, loss with - / ** relu: ms', 'mixed_step', 'mixed_step'),
    Row('both passes of 60,000 nodes: ms', 'big_graph', 'big_graph'),
    Row('the same in relaxed_gc(): ms', 'big_graph_relaxed', 'big_graph'),
    Row('memory of a node: bytes', 'memory', 'memory'),
    Row('SGD step compiled to Python: ms', 'compiled_python', 'sgd_step'),
    Row('SGD step compiled to C: ms', 'compiled_c', 'sgd_step'),
    Row('gradient compiled to numpy, batch of 1,000: ms', 'compiled_numpy', 'sgd_step'),
    Row('SGD step, MLP(2, [16, 16, 1]): ms', 'sgd_step', 'torch_step', 'PyTorch'),
    Row('SGD step compiled to Python: ms', 'compiled_python', 'torch_step', 'PyTorch'),
    Row('SGD step compiled to C: ms', 'compiled_c', 'torch_step', 'PyTorch'),
    Row('the same, and a batch of 1,000: ms', 'compiled_c', 'torch_batch', 'PyTorch'),
]


# --- the works: each prepares, and returns what is timed and its amount -------


def samples(n, width):
    rng = random.Random(0)
    return [[rng.uniform(-2, 2) for _ in range(width)] for _ in range(n)]


def training(model, loss_of, rows):
    """Stochastic gradient descent on each row in turn."""
    parameters = model.parameters()

    def train():
        for row in rows:
            loss = loss_of(*row)
            model.zero_grad()
            loss.backward()
            for p in parameters:
                p.data -= 0.001 * p.grad
    return train, len(rows)


def sgd_step():
    from micrograd.nn import MLP
    random.seed(0)
    model = MLP(2, [16, 16, 1])
    return training(model, lambda x1, x2: (model([x1, x2]) - (2 * x1 - 3 * x2)) ** 2,
                    samples(50, 2))


def mixed_step():
    from micrograd.engine import Value
    from micrograd.nn import MLP
    random.seed(0)
    model = MLP(3, [8, 8, 2])

    def loss_of(*row):
        x = [Value(number) for number in row]
        up, down = model(x)
        return ((up - x[0]) / (down ** 2 + 1.0)) ** 2 + (down - up).relu() / 2.0
    return training(model, loss_of, samples(50, 3))


def big_graph():
    from micrograd.engine import Value
    rows = [[Value(w) for w in row] for row in samples(120, 100)]
    b = Value(0.5)

    def forward_and_backward():
        x = Value(0.25)
        sums = [sum((w * x + b) * (w + x) for w in row) for row in rows]
        sum(sums).backward()
    return forward_and_backward, 1


def big_graph_relaxed():
    from micrograd.graph import relaxed_gc
    work, amount = big_graph()

    def relaxed():
        with relaxed_gc():
            work()
    return relaxed, amount


def compiled(backend):
    """The loss of sgd_step as a program."""
    from micrograd.compiler import compile_loss
    from micrograd.nn import MLP
    random.seed(0)
    model = MLP(2, [16, 16, 1])
    return compile_loss(lambda x1, x2: (model([x1, x2]) - (2 * x1 - 3 * x2)) ** 2,
                        model.parameters(), backend)


def compiled_python():
    step, rows = compiled('python'), samples(50, 2)
    return lambda: step.train(rows, lr=0.001), len(rows)


def compiled_c():
    step, rows = compiled('c'), samples(5000, 2)
    return lambda: step.train(rows, lr=0.001), len(rows)


def compiled_numpy():
    import numpy
    step, rows = compiled('numpy'), samples(1000, 2)
    columns = numpy.array(rows).T.copy()
    return lambda: step(*columns), len(rows)


def in_torch(n):
    """The model of sgd_step, its loss on some inputs as a step, and n inputs."""
    import torch
    torch.set_num_threads(1)
    torch.manual_seed(0)
    model = torch.nn.Sequential(
        torch.nn.Linear(2, 16), torch.nn.ReLU(), torch.nn.Linear(16, 16),
        torch.nn.ReLU(), torch.nn.Linear(16, 1)).double()
    optimizer = torch.optim.SGD(model.parameters(), lr=0.001)

    def step(x):
        loss = ((model(x) - (2 * x[:, :1] - 3 * x[:, 1:])) ** 2).mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    return step, torch.tensor(samples(n, 2), dtype=torch.double)


def torch_step():
    step, inputs = in_torch(50)
    rows = inputs.split(1)

    def train():
        for row in rows:
            step(row)
    return train, len(inputs)


def torch_batch():
    step, inputs = in_torch(1000)
    return lambda: step(inputs), len(inputs)


def memory():
    """Bytes that Python holds for each node of a graph of + and *."""
    from micrograd.engine import Value
    x, terms = Value(0.5), 10_000
    tracemalloc.start()
    graph = [x * x + x for _ in range(terms)]
    return tracemalloc.get_traced_memory()[0] / (2 * len(graph))


def measure(name, repetitions):
    """Run one work in this process; all its times in ms, or the bytes."""
    sys.setrecursionlimit(10_000)  # micrograd 0.1.0 sorts by recursion
    if name == 'memory':
        return [memory()]
    work, amount = globals()[name]()
    work()
    times = []
    for _ in range(repetitions):
        start = time.perf_counter()
        work()
        times.append((time.perf_counter() - start) * 1e3 / amount)
    return times


# --- the table ---------------------------------------------------------------


def measure_elsewhere(name, folder, repetitions=REPETITIONS):
    """Run one work in a process of its own that imports from a folder."""
    run = subprocess.run([sys.executable, __file__, name, str(repetitions)],
                         env={**os.environ, 'PYTHONPATH': str(folder)},
                         capture_output=True, text=True)
    if run.returncode:
        sys.exit(f'{name} of {folder} failed:\n{run.stderr}')
    return json.loads(run.stdout)


def missing(engine):
    """Why an engine is not there to be measured; '' if it is."""
    if engine == 'PyTorch':
        found = importlib.util.find_spec('torch')
        return '' if found else 'not installed (pip install torch)'
    if PEER_FOLDER.exists():
        return ''
    print(f'Fetching {PEER} into {PEER_FOLDER.parent} ...', flush=True)
    unfinished = PEER_FOLDER.with_suffix('.unfinished')
    run = subprocess.run(
        [sys.executable, '-m', 'pip', 'install', '--quiet', '--no-deps', '--upgrade',
         '--disable-pip-version-check', '--target', unfinished, 'micrograd==0.1.0'])
    if run.returncode:
        return 'pip could not fetch it'
    unfinished.rename(PEER_FOLDER)
    return ''


def has_c_compiler():
    return any(map(shutil.which, ('cc', 'gcc', 'clang')))


def line(row, ours, other):
    """A line of the table; `other` is empty for an engine that is missing."""
    figures = [statistics.median(ours)]
    if other:
        figures += [statistics.median(other), min(other) / min(ours),
                    statistics.median(other) / statistics.median(ours)]
    return f'{row.title:46}' + ''.join(map(figure, figures))


def figure(x):
    """A number in ten columns: two decimals, or two digits if that shows little."""
    return f'{x:10.2f}' if x >= 0.1 else f'{x:10.2g}'


def main():
    print(f'Python {platform.python_version()}, {platform.system()} '
          f'{platform.machine()}. Medians of {TURNS * REPETITIONS} runs; then the '
          f'ratio other / ours:\nabove 1, ours is the faster or the smaller one.')
    why_not = {}
    for engine in dict.fromkeys(row.engine for row in ROWS):
        why_not[engine] = missing(engine)
        print(f'\n{"against " + engine:46}{"ours":>10}{"other":>10}'
              f'{"of bests":>10}{"medians":>10}')
        if why_not[engine]:
            print(f'{engine} is skipped: {why_not[engine]}')
        for row in ROWS:
            if row.engine != engine:
                continue
            if row.ours == 'compiled_c' and not has_c_compiler():
                print(f'{row.title} is skipped: there is no C compiler')
            else:
                print(line(row, *take_turns(row, not why_not[engine])), flush=True)


def take_turns(row, both):
    """All figures of ours and of the other engine, measured in turns."""
    ours, other = [], []
    for _ in range(TURNS):
        ours += measure_elsewhere(row.ours, CLONE)
        if both:
            other += measure_elsewhere(row.other, PEER_FOLDER)
    return ours, other


if __name__ == '__main__':
    if len(sys.argv) == 3:
        print(json.dumps(measure(sys.argv[1], int(sys.argv[2]))))
    else:
        main()

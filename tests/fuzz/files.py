"""Files that are written while the disk is full: the old ones are to stay."""
import contextlib
import os
import pathlib
import random
import resource
import tempfile

import micrograd
import micrograd.tensor as mt
from micrograd import MLP, Adam, Value
from tests.fuzz.program import Skip

PREAMBLE = '''\
import contextlib
import random
import resource

import micrograd.tensor as mt
from micrograd import MLP, Adam, Value, draw_dot, write_player

@contextlib.contextmanager
def disk_full(size):  # no file can be longer than size
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
random.seed(1)

'''
WRITERS = [
    'MLP(2, [{n}, 1]).save', 'mt.Linear(2, {n}).save',
    'mt.Sequential(mt.Linear({n}, 2), mt.Linear(2, {n})).save',
    'lambda path: draw_dot(Value({x}).tanh() * {n}, filename=path + ".dot")',
    'lambda path: write_player((Value({x}) * 2).tanh(), path)',
]
if hasattr(Adam, 'save'):
    WRITERS.append('Adam(MLP(2, [{n}]).parameters()).save')


@contextlib.contextmanager
def disk_full(size):
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def generate(rng):
    def writer(text):
        return text.format(n=rng.randint(1, 40), x=rng.uniform(0, 2))
    text = rng.choice(WRITERS)
    program = [f'save = {writer(text)}', "save('file')"] if rng.random() < 0.8 else []
    size = rng.choice([0, 1, 10, 100, 1000, 4096, 5000, 10000, 20000])
    return [*program, f'save = {writer(text)}',
            f"with disk_full({size}): save('file')"]


def check(program):
    """After a save that failed, all files are as before."""
    names = {'MLP': MLP, 'Adam': Adam, 'Value': Value, 'mt': mt,
             'write_player': micrograd.write_player,
             'draw_dot': micrograd.draw_dot, 'disk_full': disk_full}
    random.seed(1)
    with tempfile.TemporaryDirectory() as folder, inside(folder):
        for line in program:
            before = _files(folder)
            try:
                exec(line, names)
            except RuntimeError:  # no Graphviz: no player, no picture
                raise Skip from None
            except OSError:
                after = _files(folder)
                if after != before:
                    return f'files: {_sizes(after)}, should be {_sizes(before)}'
                return None
    raise Skip


@contextlib.contextmanager
def inside(folder):  # contextlib.chdir of Python 3.11
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _files(folder):
    return {path.name: path.read_bytes() for path in pathlib.Path(folder).iterdir()}


def _sizes(files):
    return {name: len(content) for name, content in files.items()}

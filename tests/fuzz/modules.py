"""Modules of Values and of Tensors: slopes by differences, and copies that are equal.

A program makes a module m, perhaps a copy of it, and calls it as y. Modules that this
version does not have are left out.
"""
import copy
import os
import pickle
import random
import tempfile

import numpy as np

import micrograd.tensor as mt
from micrograd import MLP, Layer, Neuron, Value, nn
from tests.fuzz.program import Skip

PREAMBLE = '''\
import copy
import pickle
import random

import numpy as np

import micrograd.tensor as mt
from micrograd import MLP, Layer, Neuron, nn
'''
VECTOR, VECTORS, ROWS = '{three}', '[{three}, {three}, {three}]', '[{three}, {three}]'
IMAGE = '[[[{three}, {three}, {three}], [{three}, {three}, {three}]]]'  # of a batch
SCALARS = [  # made, called with
    ('MLP(3, [{n}, 1], activation={a!r})', VECTOR), ('MLP(3, [{n}, 2])', VECTOR),
    ('Neuron(3, activation={a!r})', VECTOR),
    ('Layer(3, {n}, activation={a!r})', VECTOR),
    ('MLP(3, (1, 1), init="xavier")', VECTOR), ('nn.Linear(3, {n})', VECTOR),
    ('nn.LayerNorm(3)', VECTOR), ('nn.RMSNorm(3)', VECTOR),
    ('nn.BatchNorm(3)', VECTORS), ('nn.RNN(3, {n})', VECTORS),
    ('nn.LSTM(3, {n})', VECTORS), ('nn.Attention(3, 3)', VECTORS),
    ('nn.Conv2d(1, {n}, 2)', '[[{three}, {three}]]')]
TENSORS = [
    ('mt.Linear(3, {n}, activation="tanh")', ROWS), ('mt.Linear(3, {n})', VECTOR),
    ('mt.Linear(3, {n}, activation="relu")', f'[{ROWS}, {ROWS}]'),
    ('mt.Conv2d(2, {n}, 2)', f'[{IMAGE[1:-1]}, {IMAGE[1:-1]}]'),
    ('mt.Conv2d(2, {n}, (1, 2), stride=2, padding=1)', IMAGE),
    ('mt.Sequential(mt.Linear(3, 3), mt.Tensor.tanh, mt.Linear(3, {n}))', ROWS),
    ('mt.BatchNorm1d(3)', VECTORS), ('mt.BatchNorm2d(2)', IMAGE),
    ('mt.BatchNorm(3)', VECTORS), ('mt.LayerNorm(3)', ROWS), ('mt.RMSNorm(3)', ROWS),
    ('mt.RNN(3, {n})', f'[{ROWS}]'), ('mt.LSTM(3, {n})', f'[{ROWS}]'),
    ('mt.Attention(3, 3)', f'[{ROWS}]'), ('mt.Embedding(3, {n})', '[[0, 1], [1, 1]]'),
    ('mt.Sequential(mt.Linear(3, {n}), mt.Dropout(0.5))', ROWS)]
COPIES = ['copy.deepcopy(m)', 'pickle.loads(pickle.dumps(m))', 'saved(m)',
          'put_back(m)']


def generate(rng):
    made, given = rng.choice(SCALARS if rng.random() < 0.5 else TENSORS)
    program = [f'random.seed({rng.randint(0, 9)})', 'm = ' + made.format(
        n=rng.randint(1, 3), a=rng.choice(['relu', 'tanh', 'sigmoid', 'softplus']))]
    while '{three}' in given:
        given = given.replace('{three}', str([round(rng.uniform(-2, 2), 2)
                                              for _ in range(3)]), 1)
    copied = [f'c = {rng.choice(COPIES)}'] if rng.random() < 0.7 else []
    return [*program, *copied, f'x = {given}', 'y = m(x)']


def check(program):
    names = _names()
    try:
        exec('\n'.join(program[:-1]), names)
    except AttributeError as error:
        raise Skip from error  # a module of another version
    if 'm' not in names or 'x' not in names:
        raise Skip
    m, c, x = names['m'], names.get('c'), names['x']
    for module in (m, c):
        if hasattr(module, 'eval') and ('Dropout' in str(program) or c):
            module.eval()
    if c is not None:
        return _equal(m, c, x)
    return _slope(m, x)


def _names():
    return {'random': random, 'np': np, 'mt': mt, 'nn': nn, 'MLP': MLP, 'Layer': Layer,
            'Neuron': Neuron, 'copy': copy, 'pickle': pickle, 'saved': _saved,
            'put_back': _put_back}


def _saved(m):
    """Another module, whose state was read from the file of this one."""
    other = copy.deepcopy(m)
    for p in other.parameters():
        p.data = p.data * 0 + 1
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'file')
        m.save(path)
        other.load(path)
    return other


def _put_back(m):
    """A copy whose parameters were moved in place, and put back from its state."""
    other = copy.deepcopy(m)
    if not hasattr(other, 'state_dict'):
        raise Skip
    state = other.state_dict()
    with mt.no_grad():
        for p in other.parameters():
            p.data += 1
    other.load_state_dict(state)
    return other


def _loss(m, x):
    """A number of all that the module gives, and its numbers."""
    out = [x for x in _flat(m(x)) if isinstance(x, (Value, mt.Tensor))]
    if not out:
        raise Skip
    total = 0.0
    for i, part in enumerate(out):
        square = part * part * (1 + 0.3 * i) + part
        total = total + (square.sum() if isinstance(square, mt.Tensor) else square)
    return total, [np.array(part.data) for part in out]


def _flat(thing):
    if isinstance(thing, (list, tuple)):
        return [part for item in thing for part in _flat(item)]
    return [thing]


def _slope(m, x):
    """The gradient of all parameters along a direction, against a difference."""
    parameters = m.parameters()
    start = [np.array(p.data) for p in parameters]
    rng = np.random.default_rng(2)
    way = [rng.uniform(-1, 1, np.shape(data)) for data in start]
    loss, _ = _loss(m, x)
    loss.backward()
    slope = sum(np.sum(d * (0 if p.grad is None else p.grad))
                for p, d in zip(parameters, way))
    differences = []
    for h in (1e-5, 1e-6):
        ends = []
        for sign in (1, -1):
            for p, data, d in zip(parameters, start, way):
                moved = data + sign * h * d
                p.data = moved if isinstance(p, mt.Tensor) else float(moved)
            ends.append(_loss(m, x)[0].data)
        differences.append(float(ends[0] - ends[1]) / (2 * h))
    if not np.isclose(*differences, rtol=1e-5, atol=1e-5):
        raise Skip  # at a corner
    if not np.isclose(slope, differences[0], rtol=1e-4, atol=1e-4):
        return f'slope: {slope}, should be {differences[0]}'
    return None


def _equal(m, c, x):
    """A copy gives the same, and its gradients land in itself."""
    (_, found), (loss, expected) = _loss(m, x), _loss(c, x)
    if not all(map(np.array_equal, found, expected)):
        return f'copy: {found}, should be {expected}'
    loss.backward()
    if any(np.any(p.grad) for p in m.parameters() if p.grad is not None):
        return 'copy: its gradients are in the original'
    if not any(np.any(p.grad) for p in c.parameters() if p.grad is not None) \
            and any(map(np.any, expected)):
        raise Skip
    return None

"""Programs of Tensors: operations, views, indices, and writes at any moment."""
import array
import collections
import re

import numpy as np

import micrograd.tensor as mt
from tests.fuzz.dual import FUNCTIONS, Dual
from tests.fuzz.program import Refused, Skip

PREAMBLE = '''\
from array import array
from collections import deque

import numpy as np

from micrograd.tensor import *
'''
UNARY = ['exp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'tanh', 'sigmoid', 'softplus',
         'relu', 'sum', 'mean', 'var', 'max', 'min', 'softmax', 'log_softmax',
         'logsumexp', 'squeeze', 'detach']
REDUCE = ['sum', 'mean', 'var', 'max', 'min']
NEW = [name for name in ('std', 'prod', 'cumsum') if hasattr(mt.Tensor, name)]
AXES = ['0', '-1', '1', '(0, -1)', '0, keepdims=True', 'axis=-1, keepdims=True',
        '(0, 1), keepdims=True', 'None']
INDICES = [
    '0', '-1', '1:', '::2', '::-1', '..., 0', 'None', ':, None', '(0, 0), :', '(0, 0),',
    '(0, 0), (1, 1)', '[0, 0, 1]', '[1, 0]', 'np.array([0, 0, -1])', ':, [0, 0]',
    '..., (0, -1, 0)', "array('i', [0, 0])", "array('i', [1, 0, 1]), 0",
    'deque([0, 0])', 'range(1)',
    '[True, False]', 'np.array([[0, 1], [1, 1]])', 'np.int64(1)', '0, 0',
    '[0, 1], [1, 1]',
    '[[0], [1]], [0, 0, 1]', '..., [0, 0]', '1:, (0, 0)', 'True',
    '{v} > 0.5', '[0, -2]', '[-1, 1]', '..., [1, -2]', '[]', 'None, [0, 0]',
    '((0, 1), (1, 0)),']
BINARY = ['{a} + {b}', '{a} - {b}', '{a} * {b}', '{a} / {b}', '{a} ** {b}', '{a} @ {b}',
          'maximum({a}, {b})', 'minimum({a}, {b})', 'where({a} > {b}, {a}, {b})',
          'stack([{a}, {b}], 0)', 'concatenate([{a}, {b}, {a}], -1)', '{a} @ {b}.T',
          '{a} * {a}', '{a} + {b} * {a}', 'linear({a}, {b}, 0.0)',
          "linear({a}, {b}, {c}, 'tanh')", "linear({a}, {b}, 0.0, 'relu')",
          '{a}.T @ {b}']
MIXED = ['{a} + {n}', '{n} - {a}', '{n} * {a}', '{a} / {n}', '{n} / {a}', '{a} ** 2',
         '{a} ** 3', '{a} ** -1', '{a} ** 0', '-{a}', 'abs({a})', '{a}.clip(-1, 2)',
         '{a}.leaky_relu(0.25)', '{a} * np.array([1.0, 2.0, -1.0])', '2 ** ({a} / 2)',
         '({a} / 3).exp()', '({a} * {a} + 0.5).log()', '({a} * {a} + 0.5).sqrt()',
         'maximum({a}, {n})', 'minimum({n}, {a})', 'embedding({a}, [[0, 1], [1, 1]])',
         'checkpoint(lambda x: x.tanh() * x, {a})', 'cross_entropy({a}, 0)',
         'cross_entropy({a}, [1, 0])', 'softmax_cross_entropy({a}, [0, 1])',
         'where({a} > {n}, {a}, {n})']
IMAGES = ['conv2d({i}, {k})', 'conv2d({i}, {k}, {n}, padding=1)', 'max_pool2d({i}, 2)',
          'conv2d({i}, {k}, stride=2, padding=1)', 'avg_pool2d({i}, 2)', 'pad({i}, 1)',
          'max_pool2d(pad({i}, 1), 2)', 'avg_pool2d(pad({i}, 1), 2)',
          'dropout({a}, 0.4, np.random.default_rng(1))', 'batch_norm({a}, {b}, {c})',
          'batch_norm({a}, {n}, {b})', 'batch_norm({a}, {a}[0], {n})',
          "linear({a}, {a}.T, {n}, 'relu')", "linear({a}, {b}.T, {n}, 'tanh')"]
AS_IMAGE = ['{a}.reshape(1, 1, 2, 3)', '{a}.reshape(1, 1, -1, 3)', '{a}[None, None]',
            '{a}[None]']
SHAPED = ['{a}.T', '{a}.reshape(-1)', '{a}.reshape(1, -1)', '{a}.swapaxes(0, -1)',
          '{a}.expand_dims(0)', '{a}.broadcast_to((2, 2, 3))', '{a}.detach()']
WRITES = [
    'with no_grad(): {a} += {n}', 'with no_grad(): {a}.data -= {n}',
    'with no_grad(): {a}.data[...] = {n}', 'with no_grad(): {a}.data[0] = {n}',
    'with no_grad(): {a}[0] = {n}', 'with no_grad(): {a}[...] = {n}',
    '{a}.detach()[0] = {n}', '{a}.detach()[...] = {n}', '{a}.data -= {n}',
    '{a}.data[0] = {n}', '{a}.data[...] = {n}', 'np.add({a}.data, {n}, out={a}.data)',
    'with no_grad(): np.add({a}.data, {n}, out={a}.data)', '{a}.data = {a}.data * 2',
    'with no_grad(): {a}.T[0] = {n}', 'with no_grad(): {a}.data = {a}.data + {n}',
    'with no_grad(): {a}.detach()[..., 0] = {n}', '{a}[0] = {n}']
MISFITS = (ValueError, IndexError, TypeError, AttributeError)
NUMBERS = ['0.5', '2.0', '-1.0', '3', '0.0', '1.5']


def generate(rng):
    if rng.random() < 0.08:
        return _stable(rng)
    program, dual = [], _dual_names()
    for i in range(rng.randint(1, 3)):
        grad = ', requires_grad=True' if i == 0 or rng.random() < 0.7 else ''
        program.append(f'v{i} = Tensor({_numbers(rng)}{grad})')
        exec(program[-1], dual)
    writes = rng.random() < 0.5
    for _ in range(rng.randint(1, 8)):
        if writes and rng.random() < 0.3:
            program.append(_filled(rng, rng.choice(WRITES), program))
        else:
            program += _line_that_runs(rng, program, dual)
    last = _count(program)
    roots = [last - 1, *(rng.randrange(last) for _ in range(rng.randint(0, 2)))]
    total = ' + '.join(f'(v{i} * v{i}).sum()' if rng.random() < 0.3 else f'v{i}.sum()'
                       for i in roots)
    program.append(f'v{last} = {total}')
    if writes:
        program += [_filled(rng, rng.choice(WRITES), program[:-1])
                    for _ in range(rng.randint(0, 2))]
    if rng.random() < 0.2:
        program.append(f'v{last}.backward(retain_graph=True)')
    return [*program, f'v{last}.backward()']


def _stable(rng):
    """Large numbers, close to each other, where a naive formula loses its digits."""
    start = rng.choice([1e6, -1e6, 1e3, 0.0])
    numbers = [[start + rng.randint(-8, 8) / 8 for _ in range(3)] for _ in range(2)]
    kind = rng.choice(['np.float32({})', '{}'])
    return [f'v0 = Tensor({kind.format(numbers)}, requires_grad=True)',
            'v1 = ' + rng.choice([
                'v0.log_softmax()', 'v0.log_softmax(0)', 'v0.softmax()',
                'v0.logsumexp()', 'cross_entropy(v0, [1, 2])',
                'softmax_cross_entropy(v0, [0, 1])',
                'v0.softmax(0)', 'v0.sigmoid()', 'v0.tanh()', 'v0.max()']),
            'v2 = (v1 * v1).sum()', 'v2.backward()']


def _numbers(rng):
    draw = rng.choice([lambda: rng.choice([0.0, 1.0, -1.0, 2.0, 0.5]),
                       lambda: round(rng.uniform(-2.5, 2.5), 2),
                       lambda: round(rng.uniform(0.2, 2.5), 2)])
    shape = rng.choice([(2, 3), (2, 3), (3,), (2, 1), (), (2, 2, 3), (3, 2), (1, 3)])
    return str(_nested(shape, draw))


def _nested(shape, draw):
    return [_nested(shape[1:], draw) for _ in range(shape[0])] if shape else draw()


def _expression(rng):
    kind = rng.random()
    if kind < 0.2:
        return '{a}.' + rng.choice(UNARY + NEW[:1]) + '()'
    if kind < 0.3:
        return f'{{a}}.{rng.choice(REDUCE + NEW)}({rng.choice(AXES)})'
    if kind < 0.5:
        return '{a}[' + rng.choice(INDICES).replace('{v}', '{a}') + ']'
    if kind < 0.6:
        return rng.choice(SHAPED)
    if kind < 0.7:
        image = rng.choice(IMAGES)
        for letter in 'ik':
            part = rng.choice(AS_IMAGE).replace('{a}', rng.choice(['{a}', '{b}']))
            image = image.replace(f'{{{letter}}}', part)
        return image
    return rng.choice(BINARY if kind < 0.85 else MIXED)


def _line_that_runs(rng, program, dual):
    """A line with an operation that takes the shapes of its operands, or none."""
    for _ in range(8):
        expression = _filled(rng, _expression(rng), program)
        line = f'v{_count(program)} = {expression}'
        try:
            with np.errstate(all='ignore'):
                exec(line, dual)
        except (Skip, *MISFITS):
            continue
        return [line]
    return []


def _count(program):
    return 1 + max(int(line.split(' = ')[0][1:]) for line in program
                   if re.match(r'v\d+ = ', line))


def _filled(rng, template, program):
    count = _count(program)

    def one():
        return f'v{count - 1 - min(int(rng.expovariate(0.4)), count - 1)}'
    return template.format(a=one(), b=one(), c=one(), n=rng.choice(NUMBERS))


# --- what is right --------------------------------------------------------------------

def check(program):
    """None if all numbers are right, and the gradient tells their slope."""
    ours, values = _run_ours(program)
    found = {name: x for name, x in ours.items() if _is_leaf(x)}
    tolerance = 1e-4 if 'float32' in str(program) else 1e-7
    rng = np.random.default_rng(0)
    along = {name: rng.uniform(0.5, 1.5, x.shape) for name, x in found.items()}
    expected, message = _run_dual(program, along, values, tolerance)
    if message:
        return message
    total = sum((x.grad * along[name]).sum() for name, x in found.items()
                if x.grad is not None)
    if _near(total, expected, 10 * tolerance):
        return _dtypes(found)
    if not _near(_run_dual(program, along, values, tolerance, 1e-5)[0], expected, 1e-7):
        raise Skip
    return _gradients(program, found, values, tolerance)


def _run_ours(program):
    """The variables at the end, and after each statement the numbers of all Tensors;
    None for a statement that was refused."""
    names = {**vars(mt), 'np': np, 'array': array.array, 'deque': collections.deque}
    start, values = set(names), []
    for line in program:
        before = _values(names, start)
        try:
            exec(line, names)
        except Exception as error:
            if _makes(line) or '.backward(' in line:
                _judge(error, line, program, values)
            values.append(None)
            after = _values(names, start)
            if any(not _same(x, after[name]) for name, x in before.items()):
                raise AssertionError(f'`{line}` raised after it had written') from None
            continue
        values.append(_values(names, start))
    return {name: x for name, x in names.items() if name not in start}, values


def _judge(error, line, program, values):
    """Raise what an error means: nothing, if it is promised or Duals have one too."""
    writes = any(not _makes(x) and '.backward' not in x for x in program)
    if writes and ('changed in place' in str(error) or 'checkpoint:' in str(error)):
        raise Refused from None
    if 'does not require a gradient' in str(error):
        raise Skip from None
    if _makes(line):
        _run_dual(program[:len(values) + 1], {}, [*values, {}], 1.0)
    raise error


def _makes(line):
    return bool(re.match(r'v\d+ = ', line))


def _values(names, start):
    return {name: np.array(x._data) for name, x in names.items()
            if name not in start and isinstance(x, mt.Tensor)}


def _same(a, b):
    return np.array_equal(a, b, equal_nan=True)


def _is_leaf(x):
    return isinstance(x, mt.Tensor) and x.is_leaf and x.requires_grad


def _run_dual(program, along, values, tolerance, step=1e-6):
    """The slope of what is differentiated along a direction; what is wrong before."""
    Dual.recording, Dual.step, slope = True, step, 0.0
    Dual.large = 1e8 if 'e6' in str(program) or '00000' in str(program) else 1e4

    def tangent():
        return along.get(current.split(' = ')[0])
    names = _dual_names(tangent)
    for current, numbers in zip(program, values):
        if numbers is None:
            continue
        if match := re.match(r'(v\d+)\.backward', current):
            slope += float(names[match[1]].d.sum())
            continue
        try:
            with np.errstate(all='ignore'):
                exec(current, names)
        except MISFITS:
            raise Skip from None
        for name, x in numbers.items():
            if isinstance(names.get(name), Dual):
                exact = names[name].x
                if exact.shape != x.shape:
                    return slope, f'shape of {name}: {x.shape}, should be {exact.shape}'
                if not _near(x, exact, tolerance):
                    return slope, (f'value of {name} after `{current}`: {_text(x)}, '
                                   f'should be {_text(exact)}')
    if not np.isfinite(slope):
        raise Skip
    return slope, None


def _dual_names(tangent=lambda: None):
    def leaf(data, requires_grad=False):
        x = np.array(data, np.longdouble)
        return Dual(x, tangent() if requires_grad else None, requires_grad)
    return {**FUNCTIONS, 'Tensor': leaf, 'np': np, 'array': array.array,
            'deque': collections.deque}


def _near(found, expected, tolerance):
    return np.all(np.abs(found - expected) <= tolerance * (1 + np.abs(expected)))


def _gradients(program, found, values, tolerance):
    """Which gradient is wrong, number by number."""
    for name, x in found.items():
        right = np.zeros(x.shape)
        for i in np.ndindex(x.shape):
            along = {other: np.zeros(y.shape) for other, y in found.items()}
            along[name][i] = 1
            right[i] = _run_dual(program, along, values, tolerance)[0]
        grad = np.zeros(x.shape) if x.grad is None else x.grad
        if not _near(grad, right, 10 * tolerance):
            return f'gradient of {name}: {_text(grad)}, should be {_text(right)}'
    raise Skip


def _dtypes(found):
    for name, x in found.items():
        if x.grad is not None and (x.grad.dtype, x.grad.shape) != (x.dtype, x.shape):
            return f'gradient of {name}: {x.grad.dtype} {x.grad.shape}'
    return None


def _text(x):
    return np.array2string(np.asarray(x, float), precision=6, separator=', ') \
        .replace('\n', '')

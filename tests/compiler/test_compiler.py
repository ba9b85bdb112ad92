"""The compiler: the numbers of the engine from every backend, and the text."""
import functools
import math
import random
import re
import subprocess
import sys
import textwrap
import threading

import numpy as np
import pytest
from compiled import bits, compiled, each_backend, each_but_c, eager, needs_cc
from gradients import close
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ops import OPS

from micrograd import Value, elementary
from micrograd.compiler import compile_function, compile_loss
from micrograd.compiler.backends import c as c_backend
from micrograd.derivatives.higher import grad
from micrograd.elementary import exp, sin, tanh, where
from micrograd.nn import MLP


def same(backend, found, wanted):
    """Equal to the last bit from Python, to 1e-12 from the others."""
    if backend == 'python':
        return bits(found) == bits(wanted)
    return flat(found) == close(flat(wanted), nan_ok=True)


def flat(x):
    return [x[0], *x[1]] if isinstance(x, tuple) else x


@each_backend
def test_a_zero_added_in_the_forward_pass_stays(backend):
    """0.0 + -0.0 is 0.0: only where a gradient starts may the addition go."""
    program = compile_function(lambda x: [0.0 + x, x + 0.0, x + -0.0], (), backend)
    found = program(np.array([-0.0]) if backend == 'numpy' else -0.0)
    signs = [math.copysign(1.0, y) for y in np.ravel(found)]
    assert signs == [math.copysign(1.0, y.data) for y in (
        0.0 + Value(-0.0), Value(-0.0) + 0.0, Value(-0.0) + -0.0)] == [1.0, 1.0, -1.0]


# --- every operation of the table ------------------------------------------------

def operands(round_):
    """Labelled operands for each operation of the table, at one of its points."""
    points = [op.points[round_ % len(op.points)] for op in OPS]
    return [[Value(x, label=name) for x, name in zip(point, 'ab')] for point in points]


@each_backend
def test_every_operation(backend):
    """All in one loss, so that C is built once; each has its own parameters."""
    groups = operands(0)
    parameters = sum(groups, [])

    def loss_fn(x):
        results = [op.function(*group) for op, group in zip(OPS, groups)]
        return sum((i % 7 - 3.5) * x * y for i, y in enumerate(results))
    program = compile_loss(loss_fn, parameters, backend)
    for round_ in range(4):
        for p, q in zip(parameters, sum(operands(round_), [])):
            p.data = q.data
        found = compiled(program, [-7.0], parameters)
        assert same(backend, found, eager(loss_fn, [-7.0], parameters))


@each_backend
def test_values_of_every_operation(backend):
    groups = operands(1)
    parameters = sum(groups, [])

    def fn():
        return [op.function(*group) for op, group in zip(OPS, groups)]
    found = compile_function(fn, parameters, backend)()
    assert same(backend, found, [y.data for y in fn()])


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_each_operation_by_itself(op):
    for point in op.points:
        parameters = [Value(x, label=name) for x, name in zip(point, 'ab')]
        loss_fn = functools.partial(op.function, *parameters)
        found = compiled(compile_loss(loss_fn, parameters), [], parameters)
        assert same('python', found, eager(loss_fn, [], parameters))


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_operands_that_are_inputs(op):
    """An input of numpy is a column, so the result is one."""
    for backend in ('python', 'numpy'):
        f = compile_function(op.function, [], backend)
        for point in op.points:
            wanted = op.function(*map(Value, point)).data
            if backend == 'python':
                assert bits(f(*point)) == bits(wanted)
            else:
                assert list(f(*([x, x] for x in point))) == close([wanted] * 2)


# --- gradients -------------------------------------------------------------------

@each_backend
def test_gradients_accumulate(backend):
    p, q, unused = parameters = [Value(0.3), Value(-0.7), Value(0.5)]
    program = compile_loss(lambda x: tanh(p * x + q) * p, parameters, backend)
    p.grad, q.grad, unused.grad = 0.1, 1e16, 0.2
    loss = tanh(p * 1.1 + q) * p
    loss.backward()
    wanted = [p.grad, q.grad, 0.2]
    p.grad, q.grad = 0.1, 1e16
    program.step(*([[1.1]] if backend == 'numpy' else [1.1]))
    assert same(backend, [p.grad, q.grad, unused.grad], wanted)


def test_a_batch_gives_means():
    p, q = Value(0.3), Value(-0.7)

    def loss_fn(x, y):
        return (tanh(p * x) + q - y) ** 2
    rows = [(0.1, 0.2), (-1.2, 0.4), (2.0, -3.0)]
    each = [eager(loss_fn, row, [p, q]) for row in rows]
    p.grad = q.grad = 100.0
    loss = compile_loss(loss_fn, [p, q], 'numpy').step(*zip(*rows))
    assert type(loss) is type(p.grad) is float
    assert loss == close(sum(loss for loss, _ in each) / 3)
    for i, v in enumerate([p, q]):
        assert v.grad == close(100 + sum(grads[i] for _, grads in each) / 3)


@each_but_c
@pytest.mark.parametrize('loss_fn', [
    lambda x, p, q: p, lambda x, p, q: x, lambda x, p, q: Value(3.0),
    lambda x, p, q: Value(3.0) * 2 + 1, lambda x, p, q: p + p,
    lambda x, p, q: p.relu() * q, lambda x, p, q: where(p > 0, p, q),
    lambda x, p, q: p.sigmoid() + q.maximum(p)],
    ids=['parameter', 'input', 'constant', 'constants', 'twice', 'relu', 'where',
         'no input'])
def test_what_is_not_used(backend, loss_fn):
    """Losses that need no input, some or all parameters, or no operation."""
    p, q = Value(2.0), Value(-3.0)
    found = compiled(compile_loss(lambda x: loss_fn(x, p, q), [p, q], backend),
                     [1.5], [p, q])
    assert same(backend, found, eager(lambda x: loss_fn(x, p, q), [1.5], [p, q]))


def test_columns_come_back_also_for_constants():
    p = Value(2.0)
    f = compile_function(lambda x: [x, p, Value(3.0)], [p], 'numpy')
    assert [list(column) for column in f([1.0, 5.0])] == [[1, 5], [2, 2], [3, 3]]
    assert compile_function(lambda: p * 2, [p], 'numpy')() == 4.0


@each_but_c
def test_a_condition_comes_back_as_a_number(backend):
    f = compile_function(lambda x: [Value(x > 0), Value(x < 0) * 2], [], backend)
    found = f([1.0]) if backend == 'numpy' else f(1.0)
    assert bits([x.item() for x in map(np.asarray, found)]) == ['1.0', '0.0']


@pytest.mark.parametrize('x', [0.0, -0.0])
def test_slopes_at_corners(x):
    p = Value(x)
    for f in (abs, lambda v: v.relu(), lambda v: v.sqrt(), lambda v: v ** 0.5,
              lambda v: v.clamp(0, 1), lambda v: v.clamp(-1, 0), lambda v: v ** 0,
              lambda v: v.maximum(v), lambda v: v.maximum(0.0),
              lambda v: v.minimum(v * 1.0), lambda v: v.leaky_relu(), lambda v: 0 ** v):
        loss_fn = functools.partial(f, p)
        found = compiled(compile_loss(loss_fn, [p]), [], [p])
        assert same('python', found, eager(loss_fn, [], [p]))


@each_backend
def test_of_two_zeros_a_program_takes_the_one_that_the_engine_takes(backend):
    f = compile_function(lambda x, y: [x.maximum(y), y.maximum(x), x.minimum(y),
                                       y.minimum(x)], [], backend)
    a, b = Value(0.0), Value(-0.0)
    wanted = [v.data for v in (a.maximum(b), b.maximum(a), a.minimum(b), b.minimum(a))]
    found = f([0.0], [-0.0]) if backend == 'numpy' else f(0.0, -0.0)
    assert bits([float(np.ravel(x)[0]) for x in found]) == bits(wanted)
    assert bits(wanted) == ['-0.0', '0.0', '-0.0', '0.0']


@each_backend
def test_threads_may_share_a_program(backend):
    random.seed(3)
    model = MLP(2, [8, 1], activation='tanh')
    predict = compile_function(lambda x, y: model([x, y]), model.parameters(), backend)
    points = [(random.random(), random.random()) for _ in range(4)]
    if backend == 'numpy':
        points = [([x], [y]) for x, y in points]
    wanted = [predict(*point) for point in points]
    wrong = []

    def work(point, result):
        wrong.extend(1 for _ in range(500) if predict(*point) != result)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=work, args=pair) for pair in zip(points, wanted)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(interval)
    assert not wrong


# --- constants -------------------------------------------------------------------

@each_backend
def test_constants_survive(backend):
    """Also -0.0, which only a division or copysign can tell from 0.0."""
    constants = [math.nan, math.inf, -math.inf, -0.0, 0.0, 5e-324, -1e308, 1e22, 0.1]
    found = compile_function(
        lambda x: [x * 0 + Value(c) for c in constants] + [x * c for c in constants]
        + [Value(c) for c in constants], [], backend)(
        *([[-1.0]] if backend == 'numpy' else [-1.0]))
    found = [float(x[0] if backend == 'numpy' else x) for x in found]
    wanted = [-0.0 + c for c in constants] + [-1.0 * c for c in constants] + constants
    assert bits(found) == bits(wanted)


@each_backend
def test_a_sum_from_0_keeps_its_0_in_the_forward_pass(backend):
    """0.0 + x is 0.0 for x = -0.0; in a backward pass, where it starts each
    gradient, nobody tells the two apart, and the line is left out."""
    column = [[-0.0]] if backend == 'numpy' else [-0.0]
    found = compile_function(lambda x: [0.0 + x, sum([x]), x], [], backend)(*column)
    assert bits([float(np.ravel(x)[0]) for x in found]) == ['0.0', '0.0', '-0.0']
    p = Value(2.0)
    program = compile_loss(lambda x: 1 / (0.0 + p * x), [p], backend)
    forward, backward = program.source.split('backward pass')
    assert '0.0 + ' in forward and '0.0 + ' not in backward
    if backend == 'python':  # which raises as the engine does
        with pytest.raises(ZeroDivisionError):
            program.step(-0.0)
    else:
        assert program.step(*column) == math.inf


def test_other_values_are_constants_of_the_moment():
    p, c = Value(2.0), Value(3.0)
    program = compile_loss(lambda: p * c, [p])
    c.data = p.data = 10.0
    assert program.step() == 30.0
    assert 'constants' in program.source and '3.0' in program.source
    assert c.grad == 0.0


# --- networks, student operations, derivatives of derivatives ------------------

@each_backend
def test_a_network(backend):
    random.seed(3)
    model = MLP(2, [4, 4, 1])
    parameters = model.parameters()

    def loss_fn(x, y, target):
        return (model([x, y]) - target) ** 2
    before = [(p.data, p.grad) for p in parameters]
    program = compile_loss(loss_fn, parameters, backend)
    assert [(p.data, p.grad) for p in parameters] == before
    for row in [(1.5, -2.0, 9.5), (0.0, 0.0, 0.0), (-1.0, 0.3, 2.0)]:
        found = compiled(program, row, parameters)
        assert same(backend, found, eager(loss_fn, row, parameters))


def student_tanh(x):
    """Keeps the number of the forward pass: a Symbol, while it is compiled."""
    t = tanh(x.data)
    out = Value(t, (x,), 'tanh')

    def _backward():
        x.grad += (1 - t * t) * out.grad
    out._backward = _backward
    return out


def student_product(x, y):
    out = Value(exp(x.data) * y.data, (x, y), 'e^x y')

    def _backward(k=1.0):
        x.grad += k * out.data * out.grad
        y.grad += exp(x.data) * out.grad
    out._backward = _backward
    return out


def student_hat(x):
    """Chooses by where, as the engine does."""
    out = Value(where(abs(x.data) < 1, 1 - abs(x.data), 0), (x,), 'hat')

    def _backward():
        side = where(x.data > 0, -1, 1)
        x.grad += where(abs(x.data) < 1, side, 0) * out.grad
    out._backward = _backward
    return out


@each_backend
def test_student_operations(backend):
    p, q = Value(0.4), Value(-1.3)

    def loss_fn(x):
        return student_product(student_tanh(p * x), q) + student_hat(p) * student_hat(q)
    program = compile_loss(loss_fn, [p, q], backend)
    for p.data, q.data in [(0.4, -1.3), (-0.2, 0.5), (3.0, 1.0)]:
        found = compiled(program, [0.7], [p, q])
        assert same(backend, found, eager(loss_fn, [0.7], [p, q]))


@each_backend
def test_a_gradient_penalty(backend):
    w, b = Value(0.8, label='w'), Value(-0.3, label='b')

    def loss_fn(x):
        y = tanh(w * x + b) * x
        slope, = grad(y, [x], create_graph=True)
        curvature, = grad(slope, [x], create_graph=True)
        return y ** 2 + 0.1 * slope ** 2 + 0.01 * curvature * slope
    program = compile_loss(loss_fn, [w, b], backend)
    for x in (0.7, -1.9):
        found = compiled(program, [x], [w, b])
        assert same(backend, found, eager(loss_fn, [x], [w, b]))


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_the_slope_of_each_operation_as_a_function(op):
    def fn(*xs):
        return grad(op.function(*xs), xs, create_graph=True)
    parameters = [Value(x) for x in op.points[0]]
    f = compile_function(lambda: fn(*parameters), parameters)
    for point in op.points:
        for p, x in zip(parameters, point):
            p.data = x
        assert bits(f()) == bits([slope.data for slope in fn(*map(Value, point))])


# --- laws ------------------------------------------------------------------------

SMALL = st.floats(-3, 3)


def run(steps, nodes, tame=False):
    """A random program: each step an operation and the places of its operands.

    tame: operands are first brought to between 0.5 and 1.4, where every operation
    is defined, smooth but for ties, and does not blow up an error of rounding.
    """
    nodes = list(nodes)
    for op, places in steps:
        xs = [nodes[place % len(nodes)] for place in places[:op.arity]]
        if tame:
            xs = [tanh(x) * 0.45 + 0.95 for x in xs]
        nodes.append(op.function(*xs))
    return nodes[-1]


programs = st.lists(st.tuples(st.sampled_from(OPS), st.tuples(
    st.integers(0, 10), st.integers(0, 10))), min_size=1, max_size=10)


def outcome(compute):
    """What it returns, or the type of its error."""
    try:
        return bits(compute())
    except (ValueError, ArithmeticError) as error:
        return type(error)


@given(programs, SMALL, SMALL, SMALL)
def test_any_expression_equals_the_engine_to_the_last_bit(steps, x, p, q):
    parameters = [Value(p), Value(q)]

    def loss_fn(x):
        return run(steps, [x, *parameters])
    try:
        program = compile_loss(loss_fn, parameters)
    except (ValueError, ArithmeticError) as error:  # of constants alone
        assert outcome(lambda: eager(loss_fn, [x], parameters)) is type(error)
        return
    assert outcome(lambda: compiled(program, [x], parameters)) \
        == outcome(lambda: eager(loss_fn, [x], parameters))


@given(programs, SMALL, SMALL, SMALL)
def test_any_expression_equals_the_engine_to_rounding(steps, x, p, q):
    parameters = [Value(p), Value(q)]

    def loss_fn(x):
        return run(steps, [x, *parameters], tame=True)
    found = compiled(compile_loss(loss_fn, parameters, 'numpy'), [x], parameters)
    assert same('numpy', found, eager(loss_fn, [x], parameters))


@needs_cc
@pytest.mark.usefixtures('library_cache')
@settings(max_examples=30)
@given(programs, SMALL, SMALL, SMALL)
def test_any_expression_equals_the_engine_interpreted(steps, x, p, q):
    parameters = [Value(p), Value(q)]

    def loss_fn(x):
        return run(steps, [x, *parameters], tame=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(c_backend, 'LIMIT', -1)
        found = compiled(compile_loss(loss_fn, parameters, 'c'), [x], parameters)
    assert same('c', found, eager(loss_fn, [x], parameters))


@needs_cc
@pytest.mark.usefixtures('library_cache')
def test_many_expressions_equal_the_engine_in_c():
    """In one build, since each takes its time."""
    rng = random.Random(4)
    parameters = [Value(rng.uniform(-3, 3)) for _ in range(24)]
    steps = [[(rng.choice(OPS), (rng.randrange(9), rng.randrange(9)))
              for _ in range(6)] for _ in range(12)]

    def loss_fn(x):
        return sum(run(steps[i], [x, *parameters[2 * i:2 * i + 2]], tame=True)
                   for i in range(12))
    found = compiled(compile_loss(loss_fn, parameters, 'c'), [0.3], parameters)
    assert same('c', found, eager(loss_fn, [0.3], parameters))


@given(programs, SMALL, SMALL)
def test_any_expression_has_the_slope_of_the_central_difference(steps, p, q):
    parameters = [Value(p), Value(q)]

    def fn():
        return run(steps, parameters, tame=True)
    _, slopes = compiled(compile_loss(fn, parameters), [], parameters)
    f = compile_function(fn, parameters)
    h = 1e-5
    for v, slope in zip(parameters, slopes):
        x = v.data
        v.data = x + h
        above = f()
        v.data = x - h
        below = f()
        v.data = x
        assume(abs(above - 2 * f() + below) < 1e-3 * h)  # no corner between them
        assert slope == pytest.approx((above - below) / (2 * h), rel=1e-5, abs=1e-5)


@given(programs, SMALL, SMALL)
def test_gradients_in_the_source_are_those_of_the_nodes(steps, p, q):
    """Every name d_x holds, at the end, the gradient of the node labelled x."""
    parameters = [Value(p, label='p'), Value(q, label='q')]
    made = []

    def fn():
        made[:] = []
        nodes = list(parameters)
        for op, places in steps:
            xs = [tanh(nodes[i % len(nodes)]) * 0.45 + 0.95 for i in places[:op.arity]]
            made.append(op.function(*xs))
            made[-1].label = f'v{len(made)}'
            nodes.append(made[-1])
        return nodes[-1]
    source = compile_loss(fn, parameters).source
    body = source.replace('    return ', '    return locals(), ')
    space = {}
    exec(body, space)
    names = space['step']([p, q], [0.0, 0.0])[0]
    eager(fn, [], parameters)
    for node in [*parameters, *made]:
        if node.label in names and f'd_{node.label}' in names:
            assert names[node.label] == node.data
            assert names[f'd_{node.label}'] == node.grad


# --- the text ----------------------------------------------------------------

W1, W2, B = (Value(-3.0, label='w1'), Value(1.0, label='w2'),
             Value(6.8813735870195432, label='b'))


def neuron(x1, x2):
    n = x1 * W1 + x2 * W2 + B
    n.label = 'n'
    o = n.tanh()
    o.label = 'o'
    return o


NEURON = '''\
from micrograd.elementary import tanh


def step(x1, x2, params, grads):
    # Values other than inputs and params are constants, as when compiled.
    [w1, w2, b] = params
    [d_w1, d_w2, d_b] = grads

    # forward pass
    t1 = x1 * w1
    t2 = x2 * w2
    t3 = t1 + t2
    n = t3 + b
    o = tanh(n)

    # backward pass
    # o = tanh(n)
    t4 = pow(o, 2.0)
    d_n = 1.0 - t4
    # n = t3 + b
    d_b = d_b + d_n
    # t2 = x2 * w2
    t5 = x2 * d_n
    d_w2 = d_w2 + t5
    # t1 = x1 * w1
    t6 = x1 * d_n
    d_w1 = d_w1 + t6

    return o, [d_w1, d_w2, d_b]
'''


def test_the_source_of_a_neuron():
    program = compile_loss(neuron, [W1, W2, B])
    assert program.source == NEURON
    assert compiled(program, [2.0, 0.0], [W1, W2, B])[0] == close(0.7071067811865476)
    assert [W1.grad, W2.grad, B.grad] == close([1.0, 0.0, 0.5])


def test_a_gradient_keeps_its_name_while_it_grows():
    """Also where one closure adds to it twice, as in a penalty."""
    source = compile_loss(lambda x, y: (W1 * x + B - y) ** 2 + W1 * W1 + B * B,
                          [W1, B]).source
    assert source.count('    d_w1 = d_w1 + ') == source.count('    d_b = d_b + ') == 3
    assert source.endswith(', [d_w1, d_b]\n')


def test_no_line_of_the_forward_pass_has_the_name_of_a_gradient():
    """softplus(n) is the gradient of 1 - y, but a reader does not know that yet."""
    source = compile_loss(lambda x, y: y * (-W1 * x).softplus()
                          + (1 - y) * (W1 * x).softplus(), [W1]).source
    assert ' d_' not in re.search('# forward.*# backward', source, re.DOTALL).group()


@pytest.mark.parametrize('backend', ['python', 'numpy'])
@pytest.mark.parametrize('loss_fn', [
    neuron, lambda x1, x2: W1.relu() * x1.sigmoid() - math.nan * x2.softplus(),
    lambda x1, x2: math.inf * W1 * x1 - math.inf, lambda x1, x2: W1.log() + W2 * x1])
def test_the_source_runs_by_itself(backend, loss_fn):
    program = compile_loss(loss_fn, [W1, W2, B], backend)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(W1, 'data', 0.5)
        inputs = [1.5, 0.25] if backend == 'python' else [[1.5], [0.25]]
        found = compiled(program, [1.5, 0.25], [W1, W2, B])
        space = {}
        exec(program.source, space)
        if backend == 'numpy':
            inputs = list(map(np.array, inputs))
        with np.errstate(invalid='ignore'):
            loss, grads = space['step'](*inputs, [0.5, W2.data, B.data], [0.0] * 3)
    assert bits([float(loss), *map(float, grads)]) == bits([found[0], *found[1]])


def test_the_source_goes_forward_where_there_is_no_way_back():
    assert 'backward' not in compile_function(neuron, [W1, W2, B]).source


def test_lines_that_nobody_uses_stay_only_if_they_can_raise():
    def fn(x):
        [x.log(), 1 / x, x.exp(), x * x]
        return x + 1
    program = compile_function(fn)
    assert 'log(x)' in program.source and '1.0 / x' in program.source
    assert 'exp' not in program.source and 'x * x' not in program.source
    with pytest.raises(ValueError):
        program(-1.0)


def test_long_lines_are_folded():
    parameters = [Value(0.1, label=f'parameter_{i}') for i in range(30)]
    program = compile_loss(lambda: sum(parameters), parameters)
    assert max(map(len, program.source.splitlines())) <= 88
    assert program.step() == sum(parameters).data


LABELS = [
    '"); import os', 'x\nimport os', '*/', '//', '??/', '\\', "'", '\u2028', '{}', '%s',
    'len', 'sum', 'print', 'asm', 'M_PI', 'NAN', 'INFINITY', 'math_errhandling',
    'double_t', 'isnan', 'signgam', 'main', 'errno', 'linux', 'y1', 'restrict', 'float',
    'lambda', 'None', '__debug__', '__name__', 'match', '_', '_Bool', 'bool', 'I',
    'inputs', 'params', 'grads', 'results', 'step', 'rows', 'total', 'row', 'state',
    't1', 't2', 'd_p', 'd_x', 'd_t1', 'd_', 'd_d_p', 'p', 'q', 'x', 'x', 'x_2', 'len_',
    'ﬁ', 'fi', 'ﬁ', 'K', 'K', '权重', 'é', 'e\u0301', '1e5', 'a b', '', 'a' * 100,
    'sigmoid', 'softplus', 'where', 'mean', 'mean_of_product', 'power', 'pow', 'fabs',
    'log1p', 'maximum', 'exp', 'nan', 'inf', 'abs', 'BadRow', 'numpy', 'math']


@each_backend
def test_labels_harm_nothing(backend):
    p, q = Value(0.9, label='len'), Value(0.3, label='"); import os')

    def loss_fn(x, d_x):
        t = x * p
        for label in LABELS:
            t = (t * p + q * d_x).sigmoid() + t.maximum(q) * 0.1 + abs(t) ** 2.0 * 0.01
            t.label = label
        return t
    program = compile_loss(loss_fn, [p, q], backend)
    found = compiled(program, [1.5, 0.5], [p, q])
    assert same(backend, found, eager(loss_fn, [1.5, 0.5], [p, q]))
    if backend != 'python':
        return
    assert '\u6743\u91cd' in program.source or '\\u6743' in program.source
    exec(program.source, space := {})
    assert space['step'](1.5, 0.5, [0.9, 0.3], [0.0, 0.0]) == found


# --- imports -----------------------------------------------------------------

@pytest.mark.parametrize('then', ['', '''
    from micrograd import Value
    p = Value(2.0)
    program = micrograd.compiler.compile_loss(lambda x: p * x, [p])
    assert program.train([(1.0,)], lr=0.1) == [2.0]
'''])
def test_without_numpy(then):
    code = 'import sys, micrograd.compiler' + textwrap.dedent(then) \
        + '\nassert "numpy" not in sys.modules'
    subprocess.run([sys.executable, '-c', code], check=True, timeout=60)


def test_elementary_functions_are_those_of_the_engine():
    """Found in the text under the same names, so that a student can look them up."""
    p = Value(0.4)
    names = ['exp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'tanh', 'sigmoid', 'softplus']
    source = compile_function(
        lambda: [getattr(elementary, name)(p) for name in names], [p]).source
    assert f"import {', '.join(sorted(names))}\n" in source
    assert sin(p).data == math.sin(0.4)

"""Networks beyond the MLP: dot, and the modules that are made of it."""
import copy
import functools
import json
import math
import pickle
import random
from fractions import Fraction

import modules_reference
import numpy as np
import pytest
from compiled import backends, bits

from micrograd import (
    SGD,
    CompileError,
    Value,
    compile_function,
    compile_loss,
    derivative,
    diagnose,
    dot,
    draw_dot,
    explain,
    fit,
    formula,
    grad_check,
    mse,
)
from micrograd.nn import (
    GPT,
    LSTM,
    MLP,
    RNN,
    Attention,
    AvgPool2d,
    BatchNorm,
    Conv2d,
    Dropout,
    Embedding,
    LayerNorm,
    Linear,
    MaxPool2d,
    RMSNorm,
)

PYTORCH = json.loads(modules_reference.FILE.read_text())
MODULES = {
    'Linear': lambda: Linear(3, 2), 'LayerNorm': lambda: LayerNorm(4),
    'RMSNorm': lambda: RMSNorm(4), 'BatchNorm': lambda: BatchNorm(3),
    'Conv2d': lambda: Conv2d(2, 3, 2, stride=2, padding=1),
    'MaxPool2d': lambda: MaxPool2d(2), 'AvgPool2d': lambda: AvgPool2d(2),
    'RNN': lambda: RNN(2, 3), 'LSTM': lambda: LSTM(2, 3),
    'Attention, causal=True': lambda: Attention(4, 2),
    'Attention, causal=False': lambda: Attention(4, 2, causal=False),
}
each_module = pytest.mark.parametrize('name', MODULES)


# --- dot -------------------------------------------------------------------------


def written_out(xs, ys, start=0.0):
    for x, y in zip(xs, ys):
        start = start + x * y
    return start


def graph(how, seed):
    """A number and gradients of some sums of products, with operands used again."""
    rng = random.Random(seed)
    leaves = [Value(rng.uniform(-2, 2)) for _ in range(5)]
    xs, ys = ([rng.choice(leaves) for _ in range(6)] for _ in range(2))
    inner = how(xs, ys, rng.choice([0.0, leaves[0], 1.5]))
    out = how([inner, *xs[:2], 3], [inner, leaves[1], 2.0, inner]) * inner
    out.backward()
    return bits([out.data, *(leaf.grad for leaf in leaves)])


@pytest.mark.parametrize('seed', range(20))
def test_a_dot_has_the_bits_of_the_sum_written_out(seed):
    assert graph(dot, seed) == graph(written_out, seed)


def test_a_dot_is_one_node_of_any_kind_of_number():
    xs, ys = [Value(2.0), Value(3.0)], [Value(5.0), Value(7.0)]
    out = dot(xs, ys, 1)
    assert (out.data, out._op, out._prev[1:]) == (32.0, 'dot', (*xs, *ys))
    assert dot(xs, ys)._prev == (*xs, *ys)
    third = Value(Fraction(1, 3))
    exact = dot([third, third], [third, 2])
    exact.backward()
    assert (exact.data, third.grad) == (Fraction(7, 9), Fraction(8, 3))
    assert dot([1, 2], [3, 4]) == 11 and dot([], []) == 0
    assert dot([], [], Value(2.0)).data == 2.0
    with pytest.raises(ValueError, match='dot: 2 numbers meet 1'):
        dot([1, 2], xs[:1])
    with pytest.raises(TypeError, match="got 'a'"):
        dot(['a'], xs[:1])


@pytest.mark.parametrize('start', [0, 0.0, -0.0])
def test_a_dot_of_zeros_keeps_their_signs(start):
    xs, ys = [Value(0.0), Value(-0.0)], [-1.0, 2.0]
    assert bits(dot(xs, ys, start).data) == bits(written_out(xs, ys, start).data)


def test_a_dot_is_a_full_citizen(tmp_path):
    def f(a, b):
        return dot([a, b, a], [b, a, 2.0], a)
    assert grad_check(f, 0.7, -1.3)
    assert derivative(lambda x: dot([x, x], [x, x * x], 1.0), 2.0, 2) == 2 + 6 * 2.0
    a, b = Value(2.0, label='a'), Value(3.0, label='b')
    out = f(a, b)
    assert out.data == 18.0 and diagnose(out, [a, b]) == []
    assert 'dot' in draw_dot(out).source and ' = a + a * b' in formula(out)
    assert ' = 9' in str(explain(a, out))
    assert copy.deepcopy(out).data == pickle.loads(pickle.dumps(out)).data == 18.0


def test_a_fused_network_trains_to_the_same_bits():
    data = [([x / 7, 1 - x / 5], x / 3) for x in range(8)]
    found = []
    for fused in (False, True):
        random.seed(3)
        model = MLP(2, [5, 4, 1], activation='tanh', fused=fused)
        fit(model, data, mse, SGD(model.parameters(), 0.05), 5, False)
        found.append([p.data for p in model.parameters()])
    assert bits(found[0]) == bits(found[1])
    picture = draw_dot(model([1.0, 2.0]), collapse='neuron').source
    assert picture.count('neuron') >= 10


# --- the modules -------------------------------------------------------------------


def values(x):
    return [values(part) for part in x] if isinstance(x, list) else Value(x)


def numbers(x, of='data'):
    if isinstance(x, (list, tuple)):
        return [numbers(part, of) for part in x]
    return getattr(x, of) if isinstance(x, Value) else x


def flat(x):
    if not isinstance(x, (list, tuple)):
        return [x]
    return [v for part in x for v in flat(part)]


def attribute(module, path):
    return functools.reduce(getattr, path.split('.'), module)


def as_in_pytorch(name):
    module, case = MODULES[name](), PYTORCH[name]
    for path, weights in case['weights'].items():
        for p, x in zip(flat(attribute(module, path)), flat(weights), strict=True):
            p.data = x
    return module, case


@each_module
def test_a_module_has_the_numbers_of_pytorch(name):
    module, case = as_in_pytorch(name)
    x = values(case['x'])
    out = module(x)
    total = sum(y ** 3 for y in flat(out))
    total.backward()
    near = functools.partial(pytest.approx, rel=1e-10, abs=1e-10)
    assert flat(numbers(out)) == near(flat(case['out']))
    assert flat(numbers(x, 'grad')) == near(flat(case['x.grad']))
    for path, grads in case['grads'].items():
        assert flat(numbers(attribute(module, path), 'grad')) == near(flat(grads)), path


def test_a_gpt_has_the_numbers_of_pytorch():
    model, case = GPT(5, 4, n_embd=4, n_head=2), PYTORCH['GPT']
    inside = {**vars(model), **vars(model.blocks[0]), **vars(model.blocks[0].attention)}
    weights = {path: inside[path.removesuffix('.w')].w for path in case['weights']}
    for path, rows in weights.items():
        for p, x in zip(flat(rows), flat(case['weights'][path]), strict=True):
            p.data = x
    out = model(case['x'])
    sum(y ** 3 for y in flat(out)).backward()
    near = functools.partial(pytest.approx, rel=1e-10, abs=1e-10)
    assert flat(numbers(out)) == near(flat(case['out']))
    assert model.loss(case['x']).data == near(case['loss'])
    for path, grads in case['grads'].items():
        assert flat(numbers(weights[path], 'grad')) == near(flat(grads)), path


def test_batch_norm_follows_its_batches_as_in_pytorch():
    norm, case = BatchNorm(2), PYTORCH['BatchNorm in time']
    for batch in case['batches']:
        norm(values(batch))
    near = functools.partial(pytest.approx, rel=1e-10)
    assert numbers(norm.mean) == near(case['mean'])
    assert numbers(norm.var) == near(case['var'])
    out = norm.eval()(values(case['batches'][0]))
    assert flat(numbers(out)) == near(flat(case['eval']))


@each_module
def test_a_module_in_a_program(name):
    module, case = as_in_pytorch(name)
    module.eval()

    def f(x):
        return flat(module(x))
    expected = [y.data for y in f(values(case['x']))]
    for backend in ('python', 'c'):
        program = compile_function(f, module.parameters(), backend,
                                   example=(case['x'],))
        found = program(case['x'])
        assert found == pytest.approx(expected, rel=1e-12)
        assert backend == 'c' or bits(found) == bits(expected)


@each_module
@pytest.mark.parametrize('backend', [
    backends[name] for name in ('python', 'c', 'tape')], indirect=True)
def test_gradients_of_a_module_in_a_program(name, backend):
    module, case = as_in_pytorch(name)
    if isinstance(module, BatchNorm):
        module(case['x'])  # so that there are running means
    module.eval()
    scale = Value(1.1)
    parameters = [scale, *module.parameters()]

    def loss(x):
        return sum((scale * y) ** 3 for y in flat(module(x)))
    wanted = loss(values(case['x']))
    wanted.backward()
    grads = numbers(parameters, 'grad')
    for p in parameters:
        p.grad = 0.0
    step = compile_loss(loss, parameters, backend, example=(case['x'],))
    found = [step.step(case['x']), *numbers(parameters, 'grad')]
    if backend == 'python':
        assert bits(found) == bits([wanted.data, *grads])
    else:
        assert found == pytest.approx([wanted.data, *grads], rel=1e-12, abs=1e-12)


@each_module
def test_a_module_is_saved_and_shown(name, tmp_path):
    module, _ = as_in_pytorch(name)
    other = MODULES[name]()
    module.save(tmp_path / 'a.json')
    other.load(tmp_path / 'a.json')
    assert numbers(other.parameters()) == numbers(module.parameters())
    assert repr(module).startswith(name.partition(',')[0] + '(')
    assert repr(module) == repr(other)


@pytest.mark.parametrize('module, x, told', [
    (Linear(3, 2), [1.0], 'takes 3 numbers, got 1'),
    (LayerNorm(3), [1.0] * 4, 'takes 3 numbers, got 4'),
    (RMSNorm(3), [], 'takes 3 numbers, got 0'),
    (Linear(3, 2), 1.0, r'takes 3 numbers, got the shape \(\)'),
    (Linear(3, 2), [[1.0] * 3], r'takes 3 numbers, got the shape \(1, 3\)'),
    (RMSNorm(2), [1.0, [2.0]], r"takes 2 numbers, got the shape \(2, '\?'\)"),
    (BatchNorm(3), [[1.0] * 2] * 2, r'vectors of 3 numbers, got the shape \(2, 2\)'),
    (BatchNorm(3), [1.0] * 3, r'vectors of 3 numbers, got the shape \(3,\)'),
    (BatchNorm(2), [[1.0] * 2, [1.0]], r"got the shape \(2, '\?'\)"),
    (BatchNorm(3), [[1.0] * 3], 'a batch of 1 has no variance'),
    (Conv2d(2, 1, 2), [[[1.0] * 3] * 3], r'2 channels .* the shape \(1, 3, 3\)'),
    (Conv2d(1, 1, 2), [[1.0] * 3] * 3, r'takes 1 channels .* got the shape \(3, 3\)'),
    (Conv2d(1, 1, 4), [[[1.0] * 3] * 3], 'at least 4 rows and columns, got 3 and 3'),
    (Conv2d(1, 1, 4, padding=1), [[[]]], 'at least 2 rows and columns, got 1 and 0'),
    (MaxPool2d(3), [[[1.0] * 2] * 3], 'at least 3 rows and columns, got 3 and 2'),
    (AvgPool2d(1), [[[1.0], [1.0, 2.0]]], 'channels of equal rows'),
    (RNN(2, 3), [[1.0]], r'takes vectors of 2 numbers, got the shape \(1, 1\)'),
    (LSTM(2, 3), [1.0, 2.0], r'takes vectors of 2 numbers, got the shape \(2,\)'),
    (LSTM(2, 3), [], r'takes vectors of 2 numbers, got the shape \(0,\)'),
    (Attention(4, 2), [[1.0] * 3], r'vectors of 4 numbers, got the shape \(1, 3\)'),
    (GPT(5, 2, 4, 2), [], 'takes 1 to 2 tokens, got 0'),
    (GPT(5, 2, 4, 2), [1, 2, 3], 'takes 1 to 2 tokens, got 3')])
def test_a_wrong_shape_is_refused_with_both(module, x, told):
    with pytest.raises(ValueError, match=told):
        module(x)


@pytest.mark.parametrize('state', [([0.0] * 2, [0.0] * 3), ([0.0] * 3, [0.0] * 2)])
def test_a_state_of_a_wrong_shape_is_refused_with_both(state):
    with pytest.raises(ValueError, match='takes 3 numbers, got 2'):
        LSTM(2, 3)([[1.0, 2.0]], state)
    with pytest.raises(ValueError, match='takes 3 numbers, got 2'):
        RNN(2, 3).step([1.0, 2.0], [0.0] * 2)


@each_module
def test_a_module_takes_plain_numbers_from_any_iterable(name):
    def once(x):
        return (once(part) for part in x) if isinstance(x, list) else x
    module, case = as_in_pytorch(name)
    assert numbers(module(once(case['x']))) == numbers(module(values(case['x'])))


@pytest.mark.parametrize('make, error', [
    (lambda: Linear(1, 1, 'relu'), TypeError),
    (lambda: Conv2d(1, 1, 2, padding=-1), ValueError),
    (lambda: Conv2d(1, 1, 0), ValueError), (lambda: MaxPool2d(0), ValueError),
    (lambda: Attention(4, 3), ValueError), (lambda: RNN(1, 0), ValueError),
    (lambda: Dropout(1.5), ValueError), (lambda: Dropout('half'), ValueError)])
def test_a_module_that_cannot_be_built(make, error):
    with pytest.raises(error):
        make()


def test_a_row_of_an_embedding_is_a_list_of_its_own():
    table = Embedding(3, 2)
    row = table(1)
    row += table(2)
    assert [len(row) for row in table.w] == [2, 2, 2]


@pytest.mark.parametrize('model', [RNN(2, 3), LSTM(2, 3)])
def test_a_network_that_goes_through_a_sequence_may_stop_and_go_on(model):
    xs = [[0.1, 0.2], [0.3, -0.4], [0.5, 0.6]]
    state = model.step(xs[0])
    assert numbers(model(xs)[0]) == numbers(model.output(state))
    assert numbers(model(xs)[1:]) == numbers(model(xs[1:], state))


def test_running_means_are_saved_and_are_no_parameters(tmp_path):
    norm = BatchNorm(2)
    for _ in range(3):
        norm([[1.0, 5.0], [3.0, 9.0]])
    assert numbers(norm.mean) == pytest.approx([2 * (1 - 0.9 ** 3), 7 * (1 - 0.9 ** 3)])
    assert norm.var[0].data == pytest.approx(0.9 ** 3 + 2 * (1 - 0.9 ** 3))
    assert len(norm.parameters()) == 4
    norm.save(tmp_path / 'norm.json')
    other = BatchNorm(2)
    other.load(tmp_path / 'norm.json')
    assert numbers(other.eval()([[2.0, 7.0]])) == numbers(norm.eval()([[2.0, 7.0]]))


def test_dropout():
    layer = Dropout(0.25, seed=1)
    out = numbers(layer([Value(1.0)] * 1000))
    assert set(out) == {0.0, 1 / 0.75} and 200 < out.count(0.0) < 300
    assert numbers(Dropout(0.25, seed=1)([Value(1.0)] * 1000)) == out
    assert layer.eval()([3.0]) == [3.0] and not layer.training
    assert numbers(Dropout(1.0)([Value(1.0)] * 9)) == [0.0] * 9


@pytest.mark.parametrize('module, x', [(Dropout(0.5), [1.0] * 3),
                                       (BatchNorm(3), [[1.0] * 3] * 2)])
def test_what_draws_or_follows_in_training_has_no_program(module, x):
    with pytest.raises(CompileError, match=f'{type(module).__name__}.*call eval'):
        compile_function(lambda x: flat(module(x)), module.parameters(), example=(x,))


def test_training_is_set_in_all_modules_inside():
    class Two(MLP):
        def __init__(self):
            self.parts = {'a': [Dropout(0.5)], 'b': BatchNorm(2)}
    model = Two()
    assert model.eval() is model
    assert [m.training for m in (model, model.parts['a'][0], model.parts['b'])] == [
        False] * 3
    assert model.train().parts['b'].training


# --- GPT ---------------------------------------------------------------------------


def test_a_gpt_has_the_parameters_of_microgpt_and_learns():
    random.seed(1)
    model = GPT(27, 16)
    assert len(model.parameters()) == 4192
    assert model.loss([26, 1, 2, 26]).data == pytest.approx(math.log(27), abs=0.2)
    small = GPT(4, 5, n_embd=4, n_head=2)
    optimizer = SGD(small.parameters(), 0.5)
    for _ in range(60):
        loss = small.loss([3, 0, 1, 2, 3])
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
    assert loss.data < 0.1
    assert small.generate(3, random.Random(1), temperature=0.1, stop=3) == [0, 1, 2]
    assert len(small.generate(3, random.Random(1))) == 4


def test_a_weighted_loss_and_padding():
    random.seed(2)
    model = GPT(5, 4, n_embd=4, n_head=2)
    short = model.loss([4, 1, 2])
    padded = model.loss([4, 1, 2, 4, 4], [0.5, 0.5, 0.0, 0.0])
    assert padded.data == pytest.approx(short.data, rel=1e-14)
    half = np.array([0.5, 0.5])
    assert model.loss(iter([4, 1, 2]), half).data == pytest.approx(short.data)
    assert repr(eval(repr(model))) == repr(model)
    with pytest.raises(ValueError, match='1 weights for 2 targets'):
        model.loss([4, 1, 2], [1.0])
    with pytest.raises(IndexError, match='there is no token 5'):
        model([5])
    assert len(Embedding(5, 3)(4)) == 3

"""Programs that take whole data: nested inputs, tokens, schedules, batches."""
import math
import random
from typing import NamedTuple

import numpy as np
import pytest
from compiled import bits, each_backend

from micrograd import Adam, CosineLR, Value, cross_entropy, dot, mse
from micrograd.compiler import CompileError, compile_function, compile_loss
from micrograd.nn import GPT, MLP, Embedding, Linear
from micrograd.training.optim import SGD

each_by_rows = pytest.mark.parametrize('backend', ['python', 'c', 'tape'],
                                       indirect=True)


def model_and_rows():
    random.seed(2)
    model = MLP(3, [4, 2], activation='tanh')
    rows = [([random.uniform(-1, 1) for _ in range(3)],
             {'a': random.random(), 'b': 0.5}) for _ in range(7)]
    return model, lambda xs, ys: mse(model(xs), [ys['a'], ys['b']]), rows


def gradients(model):
    found = [p.grad for p in model.parameters()]
    model.zero_grad()
    return found


@each_by_rows
def test_inputs_may_be_nested(backend):
    model, loss_fn, rows = model_and_rows()
    program = compile_loss(loss_fn, model.parameters(), backend, example=rows[0])
    for xs, ys in rows:
        loss = loss_fn(list(map(Value, xs)), {key: Value(y) for key, y in ys.items()})
        loss.backward()
        expected = loss.data, gradients(model)
        found = program(tuple(xs), {'b': ys['b'], 'a': ys['a']}), gradients(model)
        assert found == (pytest.approx(expected[0], rel=1e-12),
                         pytest.approx(expected[1], rel=1e-12, abs=1e-15))
        assert backend != 'python' or bits(found) == bits(expected)


def test_a_named_tuple_stays_one():
    class Point(NamedTuple):
        x: float
        y: float
    distance = compile_function(lambda p, q: p.x * q.x + p.y * q.y,
                                example=(Point(0, 0), Point(0, 0)))
    assert distance(Point(1, 2), (3, 4)) == 11.0


def test_columns_may_be_nested_too():
    model, loss_fn, rows = model_and_rows()
    columns = ([[row[0][i] for row in rows] for i in range(3)],
               {key: np.array([row[1][key] for row in rows]) for key in 'ab'})
    alone = compile_loss(loss_fn, model.parameters(), example=rows[0])
    all_at_once = compile_loss(loss_fn, model.parameters(), 'numpy', example=rows[0])
    mean = sum(alone(*row) for row in rows) / len(rows)
    assert all_at_once(*columns) == pytest.approx(mean)


@pytest.mark.parametrize('wrong', [
    ([1.0, 2.0], {'a': 1, 'b': 2}), ([1.0] * 3, {'a': 1}), (1.0, {'a': 1, 'b': 2}),
    ([1.0] * 3, {'a': 1, 'c': 2}), ([1.0] * 3,), ([1.0] * 3, [1, 2]), ('abc', {}),
    ([1.0] * 3, {'a': [1], 'b': 2}), ([[1.0]] * 3, {'a': 1, 'b': 2}),
    ([1.0] * 3, {'a': 1, 'b': None}), ([1.0, 2.0, Value(3.0)], {'a': 1, 'b': 2})])
def test_what_does_not_fit_shows_both_structures(wrong):
    model, loss_fn, rows = model_and_rows()
    program = compile_loss(loss_fn, model.parameters(), example=rows[0])
    for call in (lambda: program(*wrong), lambda: program.train([rows[0], wrong], 0.1)):
        with pytest.raises(TypeError) as caught:
            call()
        assert str(caught.value).endswith(
            ", expected ([3 numbers], {'a': number, 'b': number})")
    assert 'row 1' in str(caught.value)


def test_a_list_without_an_example_is_told_of_it():
    model = MLP(3, [2, 1])
    for fn in (model, lambda xs: model(xs[:3])):
        with pytest.raises(CompileError, match=r'example=\('):
            compile_function(fn, model.parameters())
    predict = compile_function(model, model.parameters(), example=([0.0] * 3,))
    assert predict([1.0, 2.0, 3.0]) == model([1.0, 2.0, 3.0]).data


@pytest.mark.parametrize(('example', 'told'), [
    ([1.0], None), (3, 'is one tuple of arguments'), (('a',), "but 'a'"),
    ((1, 2), 'too many positional'), ((), 'missing a required')])
def test_an_example_is_arguments(example, told):
    if told is None:
        assert compile_function(lambda x: x * 2, example=example)(3.0) == 6.0
        return
    with pytest.raises(CompileError, match=told):
        compile_function(lambda x: x * 2, example=example)


@each_backend
def test_arguments_with_a_default_count_if_the_example_has_them(backend):
    def f(x, factor=3.0):
        return x * factor
    column = (lambda x: [x]) if backend == 'numpy' else float
    assert compile_function(f, (), backend)(column(2.0)) == 6.0
    twice = compile_function(f, (), backend, example=(1.0, 1.0))
    assert twice(column(2.0), column(5.0)) == 10.0


# --- tokens --------------------------------------------------------------------


def letters():
    random.seed(4)
    table, head = Embedding(5, 3), Linear(3, 5)

    def loss_fn(token, target):
        return cross_entropy(head(table(token)), target)
    return loss_fn, [*table.parameters(), *head.parameters()]


@each_by_rows
def test_a_token_and_a_target_may_be_inputs(backend):
    loss_fn, parameters = letters()
    program = compile_loss(loss_fn, parameters, backend, example=(0, 0))
    for token, target in [(0, 4), (4, 0), (2, 2), (3.0, True)]:
        loss = loss_fn(int(token), int(target))
        loss.backward()
        expected = [loss.data, *(p.grad for p in parameters)]
        for p in parameters:
            p.grad = 0.0
        found = [program(token, target), *(p.grad for p in parameters)]
        for p in parameters:
            p.grad = 0.0
        assert found == pytest.approx(expected, rel=1e-13, abs=1e-16)
        assert backend != 'python' or bits(found) == bits(expected)


@each_backend
@pytest.mark.parametrize('row', [(5, 0), (-1, 0), (0, 5), (1.5, 0), (math.nan, 0),
                                 (0, math.inf)])
def test_a_token_that_does_not_exist_is_refused_before_the_first_step(backend, row):
    loss_fn, parameters = letters()
    program = compile_loss(loss_fn, parameters, backend, example=(0, 0))
    before = [p.data for p in parameters]
    with pytest.raises(IndexError, match='row 2, .*whole number from 0 to 4, got'):
        program.train([(0, 1), (1, 2), row], lr=0.1)
    assert [p.data for p in parameters] == before
    with pytest.raises(IndexError, match='(token|target) is to be a whole number'):
        program(*([x] for x in row) if backend == 'numpy' else row)


def test_an_index_that_is_computed_has_no_program():
    table = Embedding(5, 3)
    with pytest.raises(CompileError, match='computes as an index'):
        compile_function(lambda x: table(x + 1), table.parameters())


@pytest.mark.parametrize('token', [5, -1, 0.5, True, None, Value(1.0)])
def test_a_token_has_to_exist(token):
    with pytest.raises((IndexError, TypeError), match='Embedding: .* token'):
        Embedding(5, 3)(token)


# --- one call for the whole training ---------------------------------------------


def by_hand(rows, rate, epochs, size, rule):
    """The losses of each step, and the parameters, by the engine."""
    model, loss_fn, _ = model_and_rows()
    optimizer = rule(model.parameters())
    losses = []
    for _ in range(epochs):
        for start in range(0, len(rows), size):
            batch = rows[start:start + size]
            loss = sum(loss_fn(*row) for row in batch) / len(batch)
            model.zero_grad()
            loss.backward()
            optimizer.lr = rate(len(losses))
            optimizer.step()
            losses.append(loss.data)
    return losses, [p.data for p in model.parameters()]


@each_backend
@pytest.mark.parametrize('size', [1, 3, 7, 10])
@pytest.mark.parametrize('rule', [
    lambda ps: SGD(ps, lr=0.0, momentum=0.9, weight_decay=0.01),
    lambda ps: Adam(ps, lr=0.0)], ids=['SGD', 'Adam'])
def test_a_schedule_and_batches_in_one_call(backend, size, rule):
    model, loss_fn, rows = model_and_rows()
    rate = CosineLR(0.1, 10)
    expected, after = by_hand(rows, rate, 2, size, rule)
    program = compile_loss(loss_fn, model.parameters(), backend, example=rows[0])
    optimizer = rule(model.parameters())
    losses = program.train(rows, epochs=2, optimizer=optimizer, schedule=rate,
                           batch_size=size, losses='step')
    assert losses == pytest.approx(expected, rel=1e-10)
    assert [p.data for p in model.parameters()] == pytest.approx(after, rel=1e-9)
    assert optimizer.lr == rate(len(expected) - 1)


@each_by_rows
def test_a_schedule_changes_no_bit(backend):
    found = []
    for schedule in (None, lambda step: 0.05):
        model, loss_fn, rows = model_and_rows()
        program = compile_loss(loss_fn, model.parameters(), backend, example=rows[0])
        losses = program.train(rows, epochs=3, optimizer=Adam(model.parameters(), 0.05),
                               schedule=schedule)
        found.append((losses, [p.data for p in model.parameters()]))
    assert bits(found[0]) == bits(found[1]) and len(losses) == 3


def test_what_train_may_be_asked():
    model, loss_fn, rows = model_and_rows()
    program = compile_loss(loss_fn, model.parameters(), example=rows[0])
    with pytest.raises(ValueError, match="losses is 'epoch' or 'step', not 'row'"):
        program.train(rows, lr=0.1, losses='row')
    for wrong in (0, 2.5, '3'):
        for name in ('batch_size', 'epochs'):
            with pytest.raises(ValueError, match=f'{name} is an int of at least 1'):
                program.train(rows, lr=0.1, **{name: wrong})
    with pytest.raises(TypeError, match='schedule is a function .* got 0.1'):
        program.train(rows, lr=0.1, schedule=0.1)
    with pytest.raises(TypeError):
        program.train(rows, 0.1, 1, None, False, lambda step: 0.1)


@each_backend
@pytest.mark.parametrize(('rate', 'told'), [
    (-1, ValueError), (math.nan, ValueError), ('a', TypeError)])
def test_a_rate_is_a_number_from_0(backend, rate, told):
    model, loss_fn, rows = model_and_rows()
    before = [p.data for p in model.parameters()]
    program = compile_loss(loss_fn, model.parameters(), backend, example=rows[0])
    with pytest.raises(told, match=r'schedule\(3\) is a number'):
        program.train(rows, lr=0.1, batch_size=2,
                      schedule=lambda step: rate if step == 3 else 0.1)
    assert [p.data for p in model.parameters()] == before


# --- a GPT -----------------------------------------------------------------------


@each_by_rows
def test_a_gpt_as_a_program(backend):
    random.seed(1)
    model = GPT(6, 4, n_embd=4, n_head=2)
    rows = [([5, 1, 2, 5, 5], [1 / 3] * 3 + [0.0]), ([5, 3, 4, 0, 5], [0.25] * 4)]
    program = compile_loss(model.loss, model.parameters(), backend, example=rows[0])
    for tokens, weights in rows:
        loss = model.loss(tokens, weights)
        loss.backward()
        expected = [loss.data, *gradients(model)]
        found = [program(tokens, weights), *gradients(model)]
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-15)
        assert backend != 'python' or bits(found) == bits(expected)
    losses = program.train(rows, epochs=30, optimizer=Adam(model.parameters(), 0.05))
    assert losses[-1] < losses[0]


def test_the_text_of_a_gpt_shows_sums_of_products():
    random.seed(1)
    model = GPT(3, 2, n_embd=2, n_head=1)
    lines = compile_loss(model.loss, model.parameters(),
                         example=([0, 1, 2], [0.5, 0.5])).source.splitlines()
    assert max(map(len, lines)) <= 88
    for line in ['    t7 = 0.0 + t5 * w0 + t6 * w0_2 + t4 * w0_3',  # a token's row
                 '        + w5_2 * t111 + w6_2 * t113 + w7_2 * t115)',  # a long sum
                 '    d_w7 = d_w7 + t149 * d_t152 + t115 * d_t118']:  # two positions
        assert line in lines
    titles = [line for line in lines if line.startswith('    # ') and '=' not in line]
    assert titles[1:] == ['    # forward pass', '    # backward pass',
                          '    # gradients, summed over their uses']


@each_backend
def test_a_gradient_that_is_a_constant_goes_into_a_dot(backend):
    w = Value(-0.5)
    program = compile_loss(lambda x: dot([w, 1], [x, w]) + w + w, [w], backend)
    program(*[[3.0]] if backend == 'numpy' else [3.0])
    assert w.grad == 6.0


def test_a_long_sum_has_its_label_behind_it():
    xs = [Value(1.0, label=f'the_{i}th_number') for i in range(9)]

    def loss_fn():
        total = dot(xs, xs)
        total.label = 'all + of + them'
        return total.exp()
    text = compile_loss(loss_fn, xs, example=()).source
    assert "\n        + the_8th_number * the_8th_number)  # 'all + of + them'\n" in text


def test_the_text_of_a_batch_tells_means_from_gradients():
    row = Linear(2, 1)
    text = compile_loss(lambda xs: row(xs)[0] + row(xs[::-1])[0], row.parameters(),
                        'numpy', example=([0.0, 0.0],)).source
    parts = ['# gradients, summed', 'd_w0_2 = xs_1', '# means over', 't4 = mean(t3)']
    places = list(map(text.index, parts))
    assert places == sorted(places)

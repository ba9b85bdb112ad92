"""The compiler: what it refuses, and errors at run time, equal to the engine's."""
import copy
import functools
import math
import pickle
import random
import re
import statistics

import numpy as np
import pytest
from compiled import each_backend

from micrograd import Value
from micrograd.compiler import CompileError, compile_function, compile_loss
from micrograd.derivatives.higher import grad
from micrograd.elementary import log, where
from micrograd.nn import MLP
from micrograd.training.optim import SGD

p = Value(2.0, label='p')
q = Value(3.0, label='q')
numbers = random.Random(5)


@pytest.fixture(autouse=True)
def start():
    p.data, q.data, p.grad, q.grad = 2.0, 3.0, 0.25, 0.5
    yield
    assert type(p.data) is type(q.data) is float, 'a Symbol was left behind'


def refusal(loss_fn, parameters=(p, q), backend='python'):
    """The text of the CompileError, after which nothing has changed."""
    with pytest.raises(CompileError) as caught:
        compile_loss(loss_fn, parameters, backend)
    assert (p.data, q.data, p.grad, q.grad) == (2.0, 3.0, 0.25, 0.5)
    assert isinstance(caught.value, ValueError)
    return str(caught.value)


# --- what cannot be a program ------------------------------------------------

def branches(x):
    if x > 0:  # here
        return p * x
    return p


def branches_later(x):
    return p * x if (p * x).data < 1 else p  # here


def loops(x):
    while x < 10:  # here
        x = x * p
    return x


def decides_by_and(x):
    return x > 0 and p  # here


def picks_the_larger(x):
    return max(p, x)  # here


def sorts(x):
    return sorted([p, q, x])[0]  # here


def compares(x):
    k = x.data == 1  # here
    return p * k


def differs(x):
    return p if x.data != 0 else q  # here


def looks_into_a_list(x):
    return p * (x.data in [1.0, 2.0])  # here


def looks_into_a_set(x):
    return p * (x.data in {1.0, 2.0})  # here


def looks_into_a_dict(x):
    return p * {1.0: 5}.get(x.data, 1)  # here


def makes_an_int(x):
    return p * int(x.data)  # here


def makes_an_int_of_a_value(x):
    return p * int(x)  # here


def makes_a_float(x):
    return p * float(x.data)  # here


def makes_a_float_of_a_value(x):
    return p * float(x)  # here


def rounds(x):
    return p * round(x.data)  # here


def counts(x):
    return sum(p for _ in range(x.data))  # here


def indexes(x):
    return [p, q][x.data]  # here


def indexes_by_a_value(x):
    return [p, q][x]  # here


def is_indexed(x):
    return p * x.data[0]  # here


def uses_math(x):
    return p * math.exp(x.data)  # here


def uses_math_on_a_value(x):
    return p * math.exp(x)  # here


def compares_a_value(x):
    return where(x == 1.0, p, q)  # here


def differs_from_a_value(x):
    return p if q != 1 else x  # here


def looks_for_a_value(x):
    return p * (x in [1.0, 2.0])  # here


def takes_a_rest(x):
    return p * (x.data % 2)  # here


def divides_to_whole_numbers(x):
    return p * (x.data // 1)  # here


def joins_conditions(x):
    return where((x > 0) & (x < 1), p, q)  # here


def asks_for_a_method(x):
    return p * x.data.is_integer()  # here


def uses_floor_of_numpy(x):
    return p * np.floor(x.data)  # here


def is_judged_by_a_library(x):
    return p * np.max(np.array([x, p]))  # here


def is_computed_by_the_standard_library(x):
    return p * statistics.mean([x.data, 1.0])  # here


def chooses_by_numpy(x):
    return p * np.where(x.data > 0, 1.0, 2.0)  # here


def makes_an_array_of_floats(x):
    return p * np.asarray([x.data], dtype=float)[0]  # here


def catches_the_refusal(x):
    try:
        return p if x > 0 else q  # here
    except ValueError:
        return p


@pytest.mark.parametrize('loss_fn', [
    branches, branches_later, loops, decides_by_and, picks_the_larger, sorts, compares,
    differs, looks_into_a_list, looks_into_a_set, looks_into_a_dict, makes_an_int,
    makes_an_int_of_a_value, makes_a_float, makes_a_float_of_a_value, rounds, counts,
    indexes, indexes_by_a_value, is_indexed, uses_math, uses_math_on_a_value,
    compares_a_value, differs_from_a_value, looks_for_a_value, takes_a_rest,
    divides_to_whole_numbers, joins_conditions, asks_for_a_method,
    uses_floor_of_numpy, catches_the_refusal, is_judged_by_a_library,
    is_computed_by_the_standard_library, chooses_by_numpy, makes_an_array_of_floats],
    ids=lambda f: f.__name__)
def test_it_names_line_and_way_out(loss_fn):
    text = refusal(loss_fn)
    place, reason = re.fullmatch(r'(.*, line \d+): (.*)', text, re.DOTALL).groups()
    with open(__file__) as lines:
        here = [i for i, line in enumerate(lines, 1)
                if i > loss_fn.__code__.co_firstlineno and '# here' in line][0]
    assert place == f'{__file__}, line {here}'
    assert re.search('where|maximum|elementary', reason)


wide = MLP(2, [3, 1], activation='tanh')


@pytest.mark.parametrize('loss_fn', [
    lambda xs, y: (wide(xs) - y) ** 2, lambda xs, y: (wide.layers[0](xs)[0] - y) ** 2,
    lambda xs, y: p * xs[0], lambda xs, y: sum(xs), lambda xs, y: p * len(xs),
    lambda xs, y: p * [*xs][0], lambda xs, y: [p for x, w in zip(xs, [1, 2])][0],
    lambda xs, y: p * xs.sum()], ids=range(8))
@pytest.mark.parametrize('compile_', [compile_loss, compile_function])
def test_a_list_is_no_argument(loss_fn, compile_):
    with pytest.raises(CompileError, match=r'each argument \(xs, y\) is one number.*'
                       r'lambda x1, x2, y: \(model\(\[x1, x2\]\)') as caught:
        compile_(loss_fn, [p])
    assert str(caught.value).startswith(f'{__file__}, line ')


@pytest.mark.parametrize('refused', ['values', 'no value', 'None', 'number', 'text'])
def test_a_loss_is_one_value(refused):
    results = {'values': [p, q], 'no value': object(), 'None': None, 'number': 2.0,
               'text': 'p'}
    text = refusal(lambda x: results[refused])
    assert 'the loss must be one Value' in text and __file__ in text


@pytest.mark.parametrize('result', [None, 'p', {'p': p}, [[p]], [p, None], object()])
def test_a_function_returns_values(result):
    with pytest.raises(CompileError, match='must return a Value or a list of Values'):
        compile_function(lambda x: result, [p])


def test_parameters():
    assert 'twice' in refusal(lambda x: p * x, [p, q, p])
    assert 'parameter 1 is no leaf' in refusal(lambda x: p * x, [p, p * q])
    assert 'parameter 0 is no leaf' in refusal(lambda x: p * x, [2.0])


def test_nodes_of_before():
    square = p * p
    assert 'before compiling' in refusal(lambda x: square * x)
    deep = (square + 1).tanh()
    assert 'before compiling' in refusal(lambda x: deep * x)
    fine = q * 2  # q is no parameter here, so this is a constant
    assert compile_function(lambda x: p * fine * x, [p])(1.0) == 12.0
    used = (q * 2).tanh()
    used.backward()
    q.grad = 0.5
    assert 'used up' in refusal(lambda x: p * used, [p])


def test_unknown_backend():
    text = refusal(lambda x: p, backend='fortran')
    assert all(name in text for name in ('fortran', 'python', 'numpy', 'c'))
    with pytest.raises(CompileError, match='fortran'):
        compile_function(lambda x: p, [p], 'fortran')


def calls_backward(x):
    loss = p * x
    loss.backward()
    return loss


def calls_backward_and_keeps_the_graph(x):
    loss = p * x
    loss.backward(retain_graph=True)
    return loss


def makes_a_step(x):
    SGD([p, q], 0.1).step()
    return p * x


def changes_a_parameter(x):
    p.data = p.data + 1
    return p * x


def clears_gradients(x):
    p.grad = 0.0
    return p * x


@pytest.mark.parametrize('loss_fn', [
    calls_backward, calls_backward_and_keeps_the_graph, makes_a_step,
    changes_a_parameter, clears_gradients])
def test_a_loss_function_only_computes(loss_fn):
    text = refusal(loss_fn)
    assert 'backward()' in text and "'p'" in text and __file__ in text


@pytest.mark.parametrize('draw', [
    random.random, lambda: random.random() < 2, numbers.random, np.random.rand,
    lambda: np.random.rand() < 2, lambda: random.shuffle([1, 2]) or 1,
    np.random.default_rng(1).random], ids=range(7))
def test_random_numbers(draw):
    text = refusal(lambda x: p * x * draw())
    assert 'random' in text and 'arguments' in text and __file__ in text


def test_what_changes_from_call_to_call():
    calls = []

    def loss_fn(x):
        calls.append(x)
        return p * len(calls)
    assert 'not the same each time' in refusal(loss_fn)
    kept = []

    def keeps(x):
        kept.append(x)
        return p * kept[0]
    assert 'left behind' in refusal(keeps)


def test_a_closure_that_draws_random_numbers_is_refused():
    rng = random.Random(1)

    def noisy(x):
        out = Value(x.data * 2, (x,), 'noisy')

        def _backward():
            x.grad += out.grad * rng.random()
        out._backward = _backward
        return out
    assert 'not the same each time' in refusal(lambda x: noisy(p * x))


def test_a_graph_of_before_stays_usable():
    constant = Value(2.0) * Value(3.0)
    compile_loss(lambda x: p * x * constant, [p])
    constant.backward()


@pytest.mark.parametrize('loss_fn', [
    lambda *xs: p * sum(xs), lambda x, *rest: p * x, lambda *, x: p * x])
def test_inputs_are_named_one_by_one(loss_fn):
    text = refusal(loss_fn)
    assert 'name each input' in text and __file__ in text


def test_defaults_are_no_inputs():
    program = compile_loss(lambda x, k=3.0, *, m=2, **rest: p * x * k * m, [p])
    assert program.step(1.0) == 12.0
    assert program.source.count('def step(x, params, grads)') == 1


def test_methods_partials_and_wrapped_functions():
    class Model:
        def loss(self, x):
            return p * x

        def __call__(self, x):
            return p * x

        def refused(self, x):
            return p * float(x.data)
    for fn in (Model().loss, Model(), functools.partial(lambda k, x: p * k * x, 1.0)):
        assert compile_function(fn, [p])(3.0) == 6.0
    assert __file__ in refusal(Model().refused)


def test_copies_within_the_function():
    def loss_fn(x):
        frozen = copy.deepcopy({'p': p, 'q': copy.copy(q), 'x': x.data})
        return p * (frozen['p'] * frozen['x'] + frozen['q']) * x
    program = compile_loss(loss_fn, [p, q])
    p.grad = q.grad = 0.0
    assert program.step(5.0) == 2 * (2 * 5 + 3) * 5
    assert (p.grad, q.grad) == ((2 * 5 + 3) * 5, 0)


@each_backend
@pytest.mark.parametrize('compile_', [compile_loss, compile_function])
def test_a_program_is_not_pickled(backend, compile_):
    program = compile_(lambda x: p * x, [p], backend)
    for copied in (pickle.dumps, copy.deepcopy):
        with pytest.raises(TypeError, match='compile .* again'):
            copied(program)


def test_a_number_of_other_kind():
    from fractions import Fraction
    assert 'no float' in refusal(lambda x: x, [Value(Fraction(1, 3))])


# --- student operations ------------------------------------------------------

def operation(forward, backward):
    def op(x):
        out = Value(forward(x.data), (x,), 'op')

        def _backward():
            x.grad += backward(x.data, out) * out.grad
        out._backward = _backward
        return out
    return op


@pytest.mark.parametrize(('forward', 'backward'), [
    (math.tanh, lambda x, out: 1 - out.data ** 2),
    (lambda x: x * x, lambda x, out: 2 * math.fabs(x)),
    (lambda x: x if x > 0 else 0.0, lambda x, out: 1.0),
    (lambda x: x * x, lambda x, out: 1.0 if x > 0 else 0.0),
    (lambda x: x * x, lambda x, out: x % 2),
    (lambda x: x * x, lambda x, out: {0.0: 1}.get(x, 2) * x)])
def test_student_operations_that_are_no_program(forward, backward):
    op = operation(forward, backward)
    text = refusal(lambda x: op(p * x))
    assert __file__ in text and re.search('elementary|where', text)


# --- errors at run time --------------------------------------------------------

def told(compute):
    """The type of the error and all that it says, but for gradients."""
    with pytest.raises((ValueError, ArithmeticError)) as caught:
        compute()
    text = ' '.join([str(caught.value), *getattr(caught.value, '__notes__', ())])
    return type(caught.value), re.sub(', grad=.*?\\)', ')', text)


@pytest.mark.parametrize(('loss_fn', 'x'), [
    (lambda x: p.log() * x.log(), 0.0), (lambda x: (x * p).sqrt(), -1.0),
    (lambda x: p / x, 0.0), (lambda x: 3 / x, 0.0), (lambda x: x / p.relu(), 1.0),
    (lambda x: x ** -1 * p, 0.0), (lambda x: x ** 0.5 * p, -1.0),
    (lambda x: p ** x, -math.inf), (lambda x: x ** p, 1.0), (lambda x: 0 ** x, -1.0),
    (lambda x: x ** (p - 2.5), -1.0), (lambda x: x.sin() * p, math.inf),
    (lambda x: x.cos() * p, -math.inf), (lambda x: x.tan() * p, math.inf),
    (lambda x: (x * 0 + p).log(), math.inf), (lambda x: x.log().exp() * p, -1.0)])
def test_errors_of_operations(loss_fn, x):
    def by_hand():
        value = Value(x, label='x')
        loss_fn(value).backward()
    program = compile_loss(loss_fn, [p, q])
    try:
        by_hand()
    except (ValueError, ArithmeticError):
        p.grad, q.grad = 0.25, 0.5
        kind, wanted = told(by_hand)
        p.grad, q.grad = 0.25, 0.5
        found = told(lambda: program.step(x))
        assert found[0] is kind
        assert found[1].replace('-1.0', '-1') == wanted.replace('-1.0', '-1')
        assert (p.grad, q.grad) == (0.25, 0.5)
    else:
        p.grad, q.grad = 0.25, 0.5
        assert program.step(x) == pytest.approx(loss_fn(Value(x)).data, nan_ok=True)


def test_errors_of_constants_come_at_once():
    for loss_fn in (lambda x: x / 0, lambda x: x * Value(-1.0).log(),
                    lambda x: x * Value(0.0) ** -1):
        with pytest.raises((ValueError, ZeroDivisionError)):
            loss_fn(Value(1.0))
        with pytest.raises((ValueError, ZeroDivisionError)):
            compile_loss(loss_fn, [p])


@pytest.mark.parametrize(('forward', 'backward'), [
    (lambda x: x ** 3, lambda x, out: 3 * x ** 2),
    (lambda x: x * 1.0, lambda x, out: 3 * x ** 4),
    (lambda x: x * 1.0, lambda x, out: out.data ** x),
    (lambda x: x * 1.0, lambda x, out: 2.0 ** x),
    (lambda x: x ** -1, lambda x, out: 1.0)])
@pytest.mark.parametrize('x', [0.0, 1.0, -2.0, 1e80, -1e110, 1e110, 1e200, 1500.0])
def test_a_plain_power_in_a_closure_overflows_as_it_does_in_python(
        forward, backward, x):
    op = operation(forward, backward)
    program = compile_loss(lambda x: op(p * x), [p])

    def outcome(compute):
        try:
            return compute()
        except ArithmeticError as error:
            return type(error)

    def by_hand():
        loss = op(p * x)
        loss.backward()
        return repr((loss.data, p.grad))
    wanted = outcome(by_hand)
    p.grad = 0.25
    assert outcome(lambda: repr((program.step(x), p.grad))) == wanted
    if isinstance(wanted, type):
        p.data = 2.0
        assert outcome(lambda: program.train([(x,)], lr=0.0)) is wanted


bad_backward = operation(lambda x: x * x, lambda x, out: log(x))


def test_errors_of_the_backward_pass():
    program = compile_loss(lambda x: bad_backward(p * x), [p])
    assert program.step(1.0) == 4.0
    p.grad = 0.25
    kind, text = told(lambda: program.step(-1.0))
    assert kind is told(lambda: bad_backward(p * -1.0).backward())[0]
    assert 'log takes a number above 0, got -2.0' in text
    assert 'backward pass' in text and 'log(' in text
    assert p.grad == 0.25


@pytest.mark.parametrize('row', [1, 2])
def test_errors_in_training(row):
    rows = [(1.0,), (2.0,), (3.0,)]
    rows[row] = (-1.0,)
    program = compile_loss(lambda x: (x * p).log(), [p])
    kind, text = told(lambda: program.train(rows, lr=0.0))
    assert kind is ValueError
    assert 'log takes a number above 0, got -2.0' in text and '(-1.0,)' in text
    program = compile_loss(lambda x: bad_backward(x * p), [p])
    kind, text = told(lambda: program.train(rows, lr=0.0))
    assert kind is ValueError and 'backward pass' in text and '(-1.0,)' in text
    assert (p.data, p.grad) == (2.0, 0.25)


def test_a_division_by_zero_in_a_step_of_the_optimizer():
    class Halving(SGD):
        def step(self):
            for v in self.parameters:
                v.data = v.data / v.grad
    program = compile_loss(lambda x: p * x, [p])
    kind, _ = told(lambda: program.train([(1.0,), (0.0,)], optimizer=Halving([p])))
    assert kind is ZeroDivisionError
    assert p.data == 2.0


@pytest.mark.parametrize('backend', ['python', 'numpy'])
@pytest.mark.parametrize('inputs', [(), (1.0,), (1.0, 2.0, 3.0)])
def test_a_wrong_number_of_inputs(backend, inputs):
    if backend == 'numpy':
        inputs = [[x] for x in inputs]
    for program in (compile_loss(lambda x, y: p * x + y, [p], backend).step,
                    compile_function(lambda x, y: p * x + y, [p], backend)):
        wanted = f'got {len(inputs)} inputs, expected 2: x, y'
        with pytest.raises(TypeError, match=wanted):
            program(*inputs)


@pytest.mark.parametrize('x', ['1', None, [1.0], p, 1j])
def test_inputs_are_numbers(x):
    with pytest.raises(TypeError):
        compile_loss(lambda x: p * x, [p]).step(x)


@pytest.mark.parametrize('columns', [([1.0], [1.0, 2.0]), ([], []), (1.0, 2.0),
                                     ([[1.0]], [[2.0]])])
def test_columns_are_of_one_length(columns):
    with pytest.raises(ValueError, match='columns of one length'):
        compile_loss(lambda x, y: p * x + y, [p], 'numpy').step(*columns)


def test_numpy_follows_ieee():
    f = compile_function(lambda x: [1 / x, x.log(), (-1 - x).sqrt(), x ** -0.5], [],
                         'numpy')
    with np.errstate(all='raise'):
        assert [float(y[0]) for y in f([0.0])] == pytest.approx(
            [math.inf, -math.inf, math.nan, math.inf], nan_ok=True)


def test_a_derivative_whose_closure_hides_a_number():
    def op(x):
        t = 2.0 * 3.0
        out = Value(x.data * t, (x,), 'op')

        def _backward():
            x.grad += t * out.grad
        out._backward = _backward
        return out

    def loss_fn(x):
        slope, = grad(op(p * x), [p], create_graph=True)
        return slope * x
    with pytest.raises(ValueError, match='default argument'):
        compile_loss(loss_fn, [p])


def test_nothing_is_left_on_a_model_after_a_refusal():
    model = MLP(2, [3, 1])
    before = [(v.data, v.grad) for v in model.parameters()]

    def loss_fn(x, y):
        out = model([x, y])
        return out if out > 0 else -out
    refusal(loss_fn, model.parameters())
    assert [(v.data, v.grad) for v in model.parameters()] == before

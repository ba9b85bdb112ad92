"""The Tensor engine: graphs, gradients of whole expressions, errors, numpy."""
import array
import collections
import copy
import math
import pickle
import threading
import weakref

import numpy as np
import pytest

import micrograd
import micrograd.tensor as mt
from micrograd import MLP, Value
from micrograd import elementary as el
from micrograd.tensor import Tensor
from micrograd.tensor.loans import loans

nan, inf = math.nan, math.inf


def parameter(data, label=''):
    return Tensor(data, requires_grad=True, label=label)


def gradients(f, *data):
    """The gradients of the sum of f at the data."""
    xs = [parameter(d) for d in data]
    f(*xs).sum().backward()
    return [x.grad for x in xs]


def same(a, b):
    return np.array_equal(a, b, equal_nan=True)


# --- data ---------------------------------------------------------------------

def test_the_public_names_are_there():
    assert micrograd.Tensor is Tensor
    assert all(hasattr(mt, name) for name in mt.__all__)


def test_data_are_copied():
    array = np.array([1., 2.])
    x = Tensor(array)
    array[0] = 9
    assert same(x.data, [1, 2])
    x.numpy()[0] = 9
    assert same(x.data, [1, 2])


@pytest.mark.parametrize('data, dtype', [
    ([1, 2], np.float64), (True, np.float64), (1.5, np.float64), ([], np.float64),
    (np.arange(3, dtype=np.int8), np.float64), (np.float32([1, 2]), np.float32),
    (np.float32(1), np.float32)])
def test_dtype(data, dtype):
    x = Tensor(data)
    assert x.dtype == dtype and same(x.data, np.asarray(data, dtype))


@pytest.mark.parametrize('data', [
    'a', None, 1j, [1j], Value(1.0), [Value(1.0)], Tensor(1.0), {}, ['a'],
    [parameter(1.0)]])
def test_data_that_are_no_real_numbers(data):
    with pytest.raises(TypeError):
        Tensor(data)


def test_a_leaf_before_and_after_its_gradient():
    x = parameter([1., 2.], 'x')
    assert (x.grad, x._grad_fn, x._prev, x._op) == (None, None, (), '')
    assert (x.shape, x.ndim, x.size, len(x), x.label) == ((2,), 1, 2, 2, 'x')
    (x * x).sum().backward()
    assert same(x.grad, [2, 4]) and type(x.grad) is np.ndarray


def test_an_interior_node_knows_how_it_was_made():
    a, b = parameter(2., 'a'), parameter(3., 'b')
    out = a * b
    assert out._prev == (a, b) and out._op == '*' and out._grad_fn is not None
    assert out.requires_grad and not out.is_leaf and a.is_leaf


@pytest.mark.parametrize('number', [2.5, 2, True])
@pytest.mark.parametrize('operation', [
    lambda x, n: x + n, lambda x, n: n - x, lambda x, n: n * x, lambda x, n: x / n,
    lambda x, n: n ** x, lambda x, n: x ** n, lambda x, n: mt.maximum(n, x),
    lambda x, n: mt.where([True, False], n, x), lambda x, n: np.minimum(x, n),
    lambda x, n: mt.stack([n, x[0]]), lambda x, n: mt.einsum('i,->i', x, n),
    lambda x, n: np.dot(n, x), lambda x, n: x.std() * n])
def test_float32_beside_python_numbers(operation, number):
    assert operation(Tensor(np.float32([1, 2])), number).dtype == np.float32


def test_float32_beside_float64():
    a, b = parameter(np.float32([1, 2])), parameter([3., 4.])
    out = a * b
    out.sum().backward()
    assert out.dtype == np.float64
    assert (a.grad.dtype, b.grad.dtype) == (np.float32, np.float64)
    assert same(a.grad, [3, 4])


def test_linear_of_float32_with_a_bias_of_float64():
    x, w, b = np.float32([[1, 2]]), parameter(np.float32([[1], [3]])), parameter([0.1])
    out = mt.linear(x, w, b)
    out.backward()
    assert out.dtype == np.float64 and same(out.data, [[7.1]])
    assert (w.grad.dtype, b.grad.dtype) == (np.float32, np.float64)


@pytest.mark.parametrize('f, shapes', [(f, shapes) for f, *shapes in [
    (lambda x: x.sum(0), (0, 3)), (lambda x: x.softmax(), (0, 3)),
    (lambda x: x.max(1), (0, 3)), (lambda x: x.mean(1), (0, 3)),
    (lambda x: x.prod(0), (0, 3)), (lambda x: x.prod([0, 2]), (0, 3, 2)),
    (lambda x: x.prod(0), (2, 0)), (lambda x: x.cumsum(0), (0, 3)),
    (lambda x, y: mt.einsum('ij,jk', x, y), (2, 0), (0, 2)),
    (np.dot, (2, 0), (2, 0, 3)),
    (lambda x: x.logsumexp(), (0, 3)), (lambda x: x[[]], (3,)),
    (lambda x: x[:, []], (2, 3)), (lambda x: x[np.zeros(3, bool)], (3,)),
    (lambda x: mt.embedding(x, []), (3, 2)), (lambda x, y: x @ y, (0, 3), (3, 2)),
    (lambda x, y: x @ y, (2, 0), (0, 2)), (mt.linear, (0, 3), (3, 2), (2,)),
    (mt.conv2d, (0, 1, 3, 3), (2, 1, 2, 2)), (mt.conv2d, (1, 0, 3, 3), (2, 0, 2, 2)),
    (lambda x: mt.max_pool2d(x, 2), (0, 1, 4, 4))]])
def test_nothing_has_a_gradient_of_its_shape(f, shapes):
    xs = [np.ones(shape) for shape in shapes]
    slopes = gradients(f, *xs)
    assert [g.shape for g in slopes] == [x.shape for x in xs]
    assert not any(g.any() for g in slopes)


@pytest.mark.parametrize('loss', [mt.cross_entropy, mt.softmax_cross_entropy])
def test_the_mean_of_no_samples_is_nan_without_a_warning(loss):
    assert math.isnan(loss(np.ones((0, 3)), []).item())


def test_a_large_int():
    assert Tensor(10 ** 30).item() == 1e30


def test_astype():
    x = parameter([1., 2.])
    y = x.astype(np.float32)
    (y * y).sum().backward()
    assert y.dtype == np.float32 and x.grad.dtype == np.float64
    assert same(x.grad, [2, 4])
    with pytest.raises(TypeError, match='int'):
        x.astype(int)


# --- well-known values --------------------------------------------------------

def test_broadcasting_sums_leading_axes_and_axes_of_length_1():
    row, column = gradients(lambda b, c: (np.ones((2, 3)) + b + c) * 2,
                            np.ones(3), np.ones((2, 1)))
    assert same(row, [4, 4, 4]) and same(column, [[6], [6]])


def test_matrix_times_vector():
    a, b = gradients(lambda a, b: a @ b, np.arange(6).reshape(2, 3), [1, 2, 3])
    assert same(a, [[1, 2, 3], [1, 2, 3]]) and same(b, [3, 5, 7])


def test_mean():
    assert same(gradients(lambda x: x.mean(0), np.arange(5.))[0], [.2] * 5)
    assert same(gradients(lambda x: x.mean(0), np.ones((2, 2)))[0], [[.5, .5]] * 2)
    x = parameter(np.arange(5.))
    (x - x.mean()).backward(np.ones(5))
    assert np.allclose(x.grad, 0, atol=1e-15)


def test_a_tensor_used_several_times():
    a = parameter(3.)
    b = a + a
    (b + b).backward()
    assert a.grad == 4
    assert same(gradients(lambda a, b: (a * b) * (a + b), -2., 3.), [-3, -8])


def test_repeated_indices_accumulate():
    assert same(gradients(lambda x: x[[0, 0, 2]], [1., 2., 3.])[0], [2, 0, 1])


@pytest.mark.parametrize('kind', [
    tuple, list, np.array, collections.deque, lambda row: array.array('i', row),
    lambda row: memoryview(array.array('i', row))])
@pytest.mark.parametrize('index', [
    lambda row: (row, slice(None)), lambda row: (..., row), lambda row: (row, row),
    lambda row: (1, row), lambda row: (slice(0, 2), None, row)])
def test_repeated_indices_accumulate_in_all_that_numpy_takes(kind, index):
    x = np.arange(6.).reshape(2, 3) + 1
    report = mt.grad_check(lambda x: x[index(kind([0, 0, 1]))] ** 2, x)
    assert report, report


@pytest.mark.parametrize('part', [
    [0, 1], np.array([0, 1]), collections.deque([0, 1]), array.array('i', [0, 1])])
def test_an_index_is_kept_as_it_was(part):
    x, end = parameter([[1., 2.], [3., 4.]]), np.array(1)
    loss = x[part].sum() + x[1:, part].sum() + x[:end].sum() + x[end].sum()
    expected = mt.grad(loss, x).data
    part[0], end[...] = 1, 2
    loss.backward()
    assert same(x.grad, expected)


@pytest.mark.parametrize('name', [
    'sum', 'mean', 'var', 'std', 'max', 'min', 'prod', 'softmax', 'log_softmax',
    'logsumexp', 'squeeze', 'expand_dims'])
def test_a_list_of_axes_is_kept_as_it_was(name):
    x = np.arange(1., 7).reshape(1, 2, 1, 3, 1) ** 2
    axes = [0, -1]
    a, b = parameter(x), parameter(x)
    out = getattr(a, name)(axes)
    axes[0] = 1
    expected = getattr(b, name)((0, -1))
    assert same(out.data, expected.data)
    (out * np.arange(out.size).reshape(out.shape)).sum().backward()
    (expected * np.arange(out.size).reshape(out.shape)).sum().backward()
    assert same(a.grad, b.grad)


@pytest.mark.parametrize('subscripts, shapes', [
    ('...,...', [(2, 3), (3,)]), ('i...,i...->...', [(2, 3), (2, 1)]),
    ('ji', [(2, 3)]), ('iij->j', [(2, 2, 3)]), ('ijij->ij', [(2, 3, 2, 3)]),
    ('ij,kl->', [(2, 3), (2, 3)]), (',i->i', [(), (3,)]), ('->', [()]),
    ('i,i', [(1,), (3,)]), (' i j , j k -> i k', [(2, 3), (3, 4)]),
    ('Ba,aC', [(2, 3), (3, 4)]), ('b...,...a', [(2, 3), (3, 4)])])
def test_einsum(subscripts, shapes):
    rng = np.random.default_rng(0)
    xs = [rng.normal(size=shape) for shape in shapes]
    expected = np.einsum(subscripts, *xs)
    out = mt.einsum(subscripts, *map(Tensor, xs))
    assert out.shape == expected.shape and np.allclose(out.data, expected)
    report = mt.grad_check(lambda *xs: mt.einsum(subscripts, *xs), *xs, order=2)
    assert report, report


@pytest.mark.parametrize('subscripts, shapes, text', [
    ('ij,jk', [(2, 3)], '2 operands, got 1'), ('ij', [(2,)], r"'ij'.*\(2,\)"),
    ('ij->k', [(2, 3)], "'k'"), ('i,i', [(2,), (3,)], r'\(2,\) and \(3,\)'),
    ('ii', [(2, 3)], 'lengths 2 and 3'), ('i.j', [(2, 3)], 'i.j'),
    ('1', [(2,)], "'1'")])
def test_einsum_of_what_does_not_fit(subscripts, shapes, text):
    with pytest.raises(ValueError, match=text):
        mt.einsum(subscripts, *map(np.ones, shapes))
    with pytest.raises(TypeError, match='subscripts'):
        mt.einsum(np.ones(2), [0])


def test_the_expression_of_the_scalar_readme():
    def f(a, b):
        c, d = a + b, a * b + b ** 3
        c += c + 1
        c += 1 + c + (-a)
        d += d * 2 + (b + a).relu()
        d += 3 * d + (b - a).relu()
        e = c - d
        f = e ** 2
        g = f / 2.0
        return g + 10.0 / f
    a, b = gradients(f, -4.0, 2.0)
    assert f(Tensor(-4.0), Tensor(2.0)).item() == pytest.approx(24.70408163265306)
    assert a == pytest.approx(138.83381924198252, rel=1e-12)
    assert b == pytest.approx(645.5772594752186, rel=1e-12)


def test_negative_log_likelihood():
    logits = parameter([0., 3., -2., 1.])
    loss = mt.cross_entropy(logits, 3)
    loss.backward()
    assert loss.item() == pytest.approx(2.1755153626167147, rel=1e-15)
    assert np.allclose(logits.grad, [.041772570515350445, .8390245074625319,
                                     .005653302662216329, -.8864503806400986],
                       rtol=1e-14)


def test_the_scalar_and_the_tensor_engine_agree_on_an_mlp():
    model = MLP(3, [4, 5, 2], activation='tanh')
    inputs, targets = np.array([[.5, -1, 2], [1, .3, -.7]]), np.array([[1., 0], [0, 1]])
    scalar_loss = sum((out - t) ** 2 for row, target in zip(inputs, targets)
                      for out, t in zip(model(row.tolist()), target.tolist()))
    scalar_loss.backward()

    pairs, h = [], Tensor(inputs)
    for layer in model.layers:
        neurons = layer.neurons
        w = parameter([[wi.data for wi in n.w] for n in neurons])
        b = parameter([n.b.data for n in neurons])
        pairs += [(w, [[wi.grad for wi in n.w] for n in neurons]),
                  (b, [n.b.grad for n in neurons])]
        h = h @ w.T + b
        h = h.tanh() if layer is not model.layers[-1] else h
    loss = ((h - targets) ** 2).sum()
    loss.backward()
    assert loss.item() == pytest.approx(scalar_loss.data, rel=1e-12)
    for p, expected in pairs:
        assert np.allclose(p.grad, expected, rtol=1e-12, atol=1e-12)


# --- corners, overflow, domains -----------------------------------------------

@pytest.mark.parametrize('f, x, slope', [
    (Tensor.relu, [0, nan, 1], [0, 0, 1]), (abs, [0, -1], [0, -1]),
    (lambda x: x.clip(0, 1), [0, 1, 2, -1], [1, 1, 0, 0]),
    (Tensor.sqrt, [0], [inf]), (lambda x: x ** 0.5, [0], [inf]),
    (lambda x: x ** 0, [0, 2], [0, 0]), (lambda x: x ** 2, [-3], [-6]),
    (Tensor.log, [0], [inf]), (Tensor.tanh, [1000, -1000], [0, 0]),
    (Tensor.sigmoid, [-1000, 1000], [0, 0]),
    (Tensor.softplus, [-1000, 1000, -inf, inf], [0, 1, 0, 1]),
    (lambda x: x.logsumexp(), np.float32([1e6, 1e6]), [.5, .5]),
    (Tensor.prod, [2, 0, 3], [0, 6, 0]), (Tensor.prod, [2, 0, 0], [0, 0, 0]),
    (Tensor.prod, [2, inf, 3], [inf, 6, inf]), (Tensor.std, [2, 2], [0, 0]),
    (Tensor.exp, [1000], [inf]),
    (lambda x: x.max(), [1, 2, 2], [0, .5, .5]),
    (lambda x: x.min(0), [[1, 5], [1, 4]], [[.5, 0], [.5, 1]]),
    (lambda x: mt.maximum(x, x), [1, 2], [1, 1]),
    (lambda x: x.relu().sqrt(), [-1, 4], [0, .25])])
def test_slope(f, x, slope):
    assert same(gradients(f, x)[0], slope)


def test_ties_share_the_gradient():
    assert same(gradients(mt.maximum, [1., 2.], [1., 1.]), [[.5, 1], [.5, 0]])
    assert same(gradients(mt.minimum, [1., 2.], [1., 1.]), [[.5, 0], [.5, 1]])


def test_powers_of_negative_bases_and_of_0():
    base, exponent = gradients(lambda a, b: a ** b, [-2., 0., 0.], [-3., 0., 2.])
    assert same(base, [-.1875, 0, 0]) and same(exponent, [nan, 0, 0])


@pytest.mark.parametrize('f, x, value', [
    (Tensor.log, [0, -1], [-inf, nan]), (lambda x: 1 / x, [0], [inf]),
    (Tensor.exp, [1000], [inf]), (Tensor.sqrt, [-1], [nan]),
    (lambda x: x * x, [1e300], [inf]), (lambda x: x ** 0.5, [-1], [nan]),
    (Tensor.tanh, [1000, 1e-9], [1, 1e-9]), (Tensor.sigmoid, [-1000, 1000], [0, 1]),
    (Tensor.relu, [nan, -1], [nan, 0]), (Tensor.softplus, [1000, -1000], [1000, 0]),
    (Tensor.softmax, [1000, 0], [1, 0]), (Tensor.log_softmax, [1000, 0], [0, -1000]),
    (Tensor.logsumexp, [1000, 1000 + math.log(3)], 1000 + math.log(4)),
    (Tensor.logsumexp, [-inf, 0], 0), (Tensor.logsumexp, [-inf, -inf], -inf)])
def test_value_without_warnings(f, x, value):
    assert np.allclose(f(Tensor(x)).data, value, rtol=1e-15, atol=0, equal_nan=True)


@pytest.mark.parametrize('dtype, peak', [(np.float32, 2 ** 20), (float, 2 ** 50)])
@pytest.mark.parametrize('f', [
    Tensor.log_softmax, lambda x: -mt.stack([mt.cross_entropy(x, i) for i in (0, 1)]),
    lambda x: -mt.stack([mt.softmax_cross_entropy(x, i) for i in (0, 1)])])
def test_a_common_large_number_in_logits_costs_no_digits(f, dtype, peak):
    x = parameter(np.array([0, .5], dtype))
    y = parameter(x.data + dtype(peak))
    assert same(f(x).data, f(y).data)
    for z in (x, y):
        f(z)[0].backward()
    assert same(x.grad, y.grad) and x.grad[0] > 0.3


@pytest.mark.parametrize('loss', [mt.cross_entropy, mt.softmax_cross_entropy])
def test_cross_entropy(loss):
    assert loss([1000., 0.], 0).item() == 0
    assert loss([1000., 0.], 1).item() == 1000
    assert loss(np.zeros((5, 4)), [0, 1, 2, 3, 0]).item() == pytest.approx(math.log(4))
    for wrong in ([-1, 0], [3, 0], [0, 10 ** 9]):
        with pytest.raises(IndexError, match='no class'):
            loss(np.zeros((2, 3)), wrong)
    with pytest.raises(TypeError, match='integers'):
        loss(np.zeros((2, 3)), [0., 1.])
    with pytest.raises(ValueError, match=r'\(2, 3\) and \(3,\)'):
        loss(np.zeros((2, 3)), [0, 1, 2])


def test_targets_and_indices_are_kept_as_they_were():
    targets, mask = np.array([0, 1]), np.array([True, False])
    logits = parameter([[1., 2.], [3., 5.]])
    loss = mt.cross_entropy(logits, targets) + mt.softmax_cross_entropy(logits, targets)
    loss = loss + logits[targets].sum() + mt.where(mask, logits, 0).sum()
    expected = mt.grad(loss, logits).data
    targets[:], mask[:] = 1, True
    loss.backward()
    assert same(logits.grad, expected)


# --- backward -----------------------------------------------------------------

def test_a_gradient_to_start_from_is_needed_unless_there_is_one_number():
    x = parameter([1., 2.], 'x')
    with pytest.raises(RuntimeError, match=r'\(2,\).*sum'):
        (x * 2).backward()
    (x * 2).backward([1, 10])
    assert same(x.grad, [2, 20])
    (x[:1] * 2).backward()
    assert same(x.grad, [4, 20])


def test_a_gradient_of_the_wrong_shape_is_refused_by_name():
    y = parameter([1., 2.]) * 2
    y.label = 'scores'
    with pytest.raises(ValueError, match=r"'scores' has the shape \(2,\).*\(2, 1\)"):
        y.backward([[1.], [1.]])


def test_gradients_accumulate_and_interior_ones_do_not():
    a = parameter(1.)
    b = a + a
    b.retain_grad()
    c = b + b
    c.backward(retain_graph=True)
    c.backward()
    assert a.grad == 8 and b.grad == 2 and c.grad is None


def test_a_root_that_is_a_leaf():
    x = parameter([2.])
    x.backward()
    x.backward([3.])
    assert same(x.grad, [4])


def test_a_used_up_graph_is_refused_before_any_gradient_changes():
    x, w = parameter([1., 2.]), parameter(3.)
    h = x * 2
    h.sum().backward()
    before = x.grad.copy()
    loss = (w * h).sum()
    with pytest.raises(RuntimeError, match='used up'):
        loss.backward()
    with pytest.raises(RuntimeError, match='used up'):
        mt.grad(loss, w)
    assert same(x.grad, before) and w.grad is None


def test_release_uses_up():
    y = (parameter([1., 2.]) * 2).sum()
    y.release()
    assert y._prev == ()
    with pytest.raises(RuntimeError, match='used up'):
        y.backward()
    y.release()


def test_what_requires_no_gradient_has_no_backward_pass():
    with pytest.raises(RuntimeError, match='does not require'):
        Tensor(1.).backward()
    with mt.no_grad():
        y = parameter(1.) * 2
    with pytest.raises(RuntimeError, match='no_grad'):
        y.backward()


def test_no_grad_ends_after_an_error_and_goes_for_its_thread_alone():
    x = parameter(1.)
    with pytest.raises(KeyError), mt.no_grad():
        raise KeyError
    assert (x * 2).requires_grad
    recorded = []
    with mt.no_grad():
        thread = threading.Thread(
            target=lambda: recorded.append((x * 2).requires_grad))
        thread.start()
        thread.join()
    assert recorded == [True]

    @mt.no_grad()
    def double(x):
        return x * 2
    assert not double(x).requires_grad and (x * 2).requires_grad


def test_detach():
    x = parameter([1., 2.])
    (x * x.detach()).sum().backward()
    assert same(x.grad, [1, 2])


def test_an_error_in_a_rule_names_the_operation_and_changes_no_gradient():
    x, w = parameter(1.), parameter(2.)

    def rule(g, out, x):
        raise KeyError('wrong')
    y = Tensor.apply('mine', np.negative, (x,), rule) * w
    with pytest.raises(KeyError) as caught:
        y.backward()
    assert "'mine'" in ' '.join([str(caught.value),
                                 *getattr(caught.value, '__notes__', [])])
    assert x.grad is None and w.grad is None


def test_a_rule_that_gives_another_shape():
    x = parameter([[1., 2., 3.], [4., 5., 6.]])
    for rule in (lambda g, out, x: g.T, lambda g, out, x: g[0],
                 lambda g, out, x: g.sum()):
        y = Tensor.apply('mine', np.negative, (x,), rule)
        with pytest.raises(ValueError, match=r'for an operand of shape \(2, 3\)'):
            y.sum().backward()
    with pytest.raises(TypeError, match='mine: 2 operands, but 1 rules'):
        Tensor.apply('mine', np.add, (x, x), lambda g, out, a, b: g)


def test_a_users_own_operation():
    def cube(x):
        return Tensor.apply('cube', lambda x: x ** 3, (x,),
                            lambda g, out, x: g * 3 * x ** 2)
    assert mt.grad_check(cube, [[1., -2.]], order=3)
    wrong = mt.grad_check(lambda x: Tensor.apply(
        'cube', lambda x: x ** 3, (x,),
        lambda g, out, x: g * 2 * x ** 2).sum(), [[1., -2.]])
    assert not wrong and '8               12         4  wrong at [0, 1]' in str(wrong)


def test_a_chain_of_many_operations():
    x = parameter([1., 2.])
    y = x
    for _ in range(20_000):
        y = y + 1
    y.sum().backward()
    assert same(x.grad, [1, 1])
    for _ in range(20_000):
        x = x + 1
    del x


def test_a_cycle_made_by_hand():
    a = parameter(1.) * 2
    b = a * 2
    a._prev = (b,)
    with pytest.raises(ValueError, match='cycle'):
        b.backward()


# --- changes in place ---------------------------------------------------------

def add(w):
    w += 1


def subtract_data(w):
    w.data -= 1


def set_item(w):
    w[0] = 5


def set_data(w):
    w.data = w.data + 1


def to_power(w):
    w **= 2


def times_matrix(w):
    w @= np.eye(2)


@pytest.mark.parametrize('change', [add, set_item, to_power, times_matrix])
def test_parameters_change_in_place_inside_no_grad_alone(change):
    w = parameter([1., 2.], 'w')
    with pytest.raises(RuntimeError, match="'w'.*no_grad"):
        change(w)
    before = w
    with mt.no_grad():
        change(w)
    assert w is before and w.requires_grad and w.is_leaf


@pytest.mark.parametrize('change', [add, subtract_data, set_item, set_data])
def test_a_change_that_would_falsify_a_gradient(change):
    w, b = parameter([1., 2.], 'w'), parameter([1., 2.])
    loss = (w * w + b).sum()
    with mt.no_grad():
        change(w)
    with pytest.raises(RuntimeError, match="'w'.*changed in place"):
        loss.backward()
    assert w.grad is None and b.grad is None


@pytest.mark.parametrize('change', [add, subtract_data, set_item, set_data])
def test_a_change_that_falsifies_nothing(change):
    w, b = parameter([1., 2.]), parameter([1., 2.])
    loss = (w * 3 + b).sum() + w.reshape(2, 1).sum() + b.exp().sum()
    expected = [g.data for g in mt.grad(loss, [w, b])]
    with mt.no_grad():
        change(w)
        change(b)
    loss.backward()
    assert same(w.grad, expected[0]) and same(b.grad, expected[1])


# --- writes to the array itself -------------------------------------------------

def write_view(w):
    w.data.T[..., 0] = 5


WRITES = [
    subtract_data, write_view,
    lambda w: w.data.__setitem__(0, 5), lambda w: w.data.fill(5),
    lambda w: w.data.sort(), lambda w: np.copyto(w.data, 5),
    lambda w: np.add(w.data, 1, out=w.data), lambda w: w.data.put(0, 5),
    lambda w: w.data.flat.__setitem__(0, 5), lambda w: w.data.view()[:].fill(5),
    lambda w: memoryview(w.data).cast('B').__setitem__(0, 5),
    lambda w: setattr(w.data[::-1], 'real', 5)]
OWNERS = {  # name: (Tensor whose data are written to, the loss that reads them)
    'leaf': lambda w: (w, w * w), 'view': lambda w: (w.T, w * w),
    'detached': lambda w: (w.detach(), w * w),
    'result': lambda w: (w.exp(),) * 2,
    'the same array': lambda w: (Tensor.apply(
        'same', lambda x: x, (w,), lambda g, out, x: g), w * w)}


@pytest.mark.parametrize('write', WRITES)
@pytest.mark.parametrize('owner', OWNERS.values(), ids=list(OWNERS))
def test_no_write_to_data_changes_anything_outside_no_grad(owner, write):
    w = parameter([2., 1.])
    with pytest.raises((ValueError, TypeError), match='read-only|readonly'):
        write(owner(w)[0])
    assert same(w.data, [2, 1])


@pytest.mark.parametrize('write', WRITES)
@pytest.mark.parametrize('owner', OWNERS.values(), ids=list(OWNERS))
def test_a_write_inside_no_grad_is_seen_or_refused(owner, write):
    w = parameter([2., 1.])
    target, loss = owner(w)
    before, expected = target.numpy(), mt.grad(loss.sum(), w).data
    with mt.no_grad():
        if not target.is_leaf:
            with pytest.raises((ValueError, TypeError), match='read-only|readonly'):
                write(target)
        else:
            write(target)
    if same(target.data, before):
        loss.sum().backward()
        assert same(w.grad, expected) and not target.is_leaf
    else:
        with pytest.raises(RuntimeError, match='changed in place'):
            loss.sum().backward()


def loans_of(x):
    return [loan for loan in loans if loan.data() is x._data]


def test_reading_data_inside_no_grad_refuses_nothing():
    w = parameter([2., 1.])
    loss = (w * w).sum() + (w.T * w.T).sum()
    with mt.no_grad():
        kept = w.data[1:]
        w.data[0] = w.data[0] + 1 - 1
        loss.backward(retain_graph=True)
    loss.backward(retain_graph=True)
    assert same(w.grad, [16, 8]) and same(kept, [1])
    kept[0] = 7
    with pytest.raises(RuntimeError, match='changed in place'):
        loss.backward()


def test_what_is_kept_of_data_is_watched():
    w = parameter([2., 1.])
    shown = w.detach()
    with mt.no_grad():
        part = w.data[1:]
        part[0] = 7
        square = (w * w).sum()  # a constant
    assert same(shown.data, [2, 7]) and square.item() == 53
    loss = (w * w).sum()
    part[0] = 9
    with pytest.raises(RuntimeError, match='changed in place'):
        loss.backward()
    assert same(shown.data, [2, 9]) and same(w.data, [2, 9])
    del part
    (w * w).sum().backward()
    assert same(w.grad, [4, 18]) and not loans_of(w)


def test_a_write_inside_no_grad_between_a_gradient_and_its_gradient():
    w = parameter([2., 1.])
    loss = (w ** 3).sum()
    with mt.no_grad():
        array = w.data
        slope = mt.grad(loss, w, create_graph=True)
        array[0] = 5
        with pytest.raises(RuntimeError, match='changed in place'):
            mt.grad(slope, w, [1., 1.])


def test_data_lent_and_assigned_in_one_block():
    w = parameter([2., 1.])
    view = w[:]
    loss = (view * view).sum()
    with mt.no_grad():
        old = w.data
        w.data = old + 1
        w.data[0] = 7
        w.data -= 1
        w.data -= 1
    assert same(w.data, [5, 0]) and same(old, [2, 1])
    loss.backward(retain_graph=True)
    assert same(w.grad, [4, 2])
    old[0] = 3
    with pytest.raises(RuntimeError, match='changed in place'):
        loss.backward()


def test_data_that_no_array_can_be():
    w, other = parameter([2., 1.]), parameter([3., 4.])
    with mt.no_grad():
        kept = other.data
        assert w.data[0] == 2
        with pytest.raises(TypeError):
            w.data = None
        w.data = kept
    kept[0] = 7
    assert same(w.data, [3, 4]) and same(other.data, [7, 4])


def test_data_of_a_leaf_inside_no_grad_alone_can_be_written_to():
    w, writeable = parameter([2., 1.]), []
    y = w * 3
    with mt.no_grad():
        z = w * 3
        thread = threading.Thread(
            target=lambda: writeable.append(w.data.flags.writeable))
        thread.start()
        thread.join()
        writeable += [x.data.flags.writeable for x in (y, w, z, w.T, y.detach())]
    assert writeable == [False, False, True, True, True, True]


def test_evaluation_inside_no_grad_keeps_nothing():
    w = parameter([2., 1.])
    with mt.no_grad():
        for _ in range(3):
            y = w * 2
            assert y.data[0] == 4 and len(loans_of(y)) == 1
        gone = weakref.ref(y._data)
        del y
        assert gone() is None


def test_views_change_with_their_array():
    w = parameter([[1., 2.], [3., 4.]])
    loss = (w.T * w.T).sum()
    with mt.no_grad():
        w += 1
    with pytest.raises(RuntimeError, match='changed in place'):
        loss.backward()

    loss = (w.T * w.T).sum()
    w.detach()[0, 0] = 7
    with pytest.raises(RuntimeError, match='changed in place'):
        loss.backward()


RULES_OF_THE_RESULT = {
    'exp': Tensor.exp, 'sqrt': Tensor.sqrt, 'tan': Tensor.tan, 'tanh': Tensor.tanh,
    'sigmoid': Tensor.sigmoid, 'ReLU': Tensor.relu, 'softmax': Tensor.softmax,
    'log_softmax': Tensor.log_softmax,
    '/': lambda x: 1 / x, 'max': lambda x: x.max(0, keepdims=True),
    'min': lambda x: x.min(0, keepdims=True),
    'relu': lambda x: mt.linear(x, np.eye(2), np.zeros(2), 'relu'),
    'checkpoint': lambda x: mt.checkpoint(np.exp, x)}


@pytest.mark.parametrize('create_graph', [False, True])
@pytest.mark.parametrize('name', RULES_OF_THE_RESULT)
def test_a_changed_result_would_falsify_a_gradient(name, create_graph):
    x = parameter([[1., 2.]])
    p = RULES_OF_THE_RESULT[name](x)
    with mt.no_grad():
        view = p.T
    loss = p[0, 1] * 1
    for changed in (p.detach(), view):
        changed[0, 0] = 0.
        with pytest.raises(RuntimeError, match='the result of .*changed in place'):
            mt.grad(loss, x, create_graph=create_graph)


def test_a_changed_result_that_no_rule_looks_at():
    x = parameter([1., 2.])
    y = (x + 1) * 3
    y.detach()[0] = 0.
    y.sum().backward()
    assert same(x.grad, [3, 3])


def test_a_view_of_the_old_array_is_as_it_was():
    w = parameter([1., 2.])
    view = w[:]
    loss = (view * view).sum()
    w.data = [5., 5.]
    loss.backward()
    assert same(w.grad, [2, 4])


def test_interior_nodes_do_not_change():
    y = parameter([1., 2.]) * 2
    y.label = 'y'
    for change in (set_item, set_data):
        with pytest.raises(RuntimeError, match="'y' is the result of '\\*'"):
            change(y)
    with mt.no_grad(), pytest.raises(RuntimeError, match='only leaves'):
        y += 1


def test_a_sum_in_a_loop_is_a_graph():
    w, total = parameter([1., 2.]), Tensor(0.)
    for i in range(3):
        total += (w * i).sum()
    total.backward()
    assert same(w.grad, [3, 3])


def test_a_parameter_is_not_put_into_a_constant():
    c, w = Tensor([1., 2.]), parameter(3., 'w')
    with pytest.raises(RuntimeError, match="'w'.*cut off"):
        c[0] = w
    with mt.no_grad():
        c[0] = w
    assert same(c.data, [3, 2])


def test_new_data_of_another_shape():
    w = parameter([1., 2.], 'w')
    with pytest.raises(ValueError, match=r"'w' has the shape \(2,\).*\(3,\)"):
        w.data = [1, 2, 3]


# --- an array among arrays ----------------------------------------------------

@pytest.mark.parametrize('f', [
    lambda a, x: a + x, lambda a, x: a - x, lambda a, x: a * x, lambda a, x: a / x,
    lambda a, x: a ** x, lambda a, x: a @ x, lambda a, x: a[0] * x,
    lambda a, x: x * a[0], lambda a, x: np.exp(x), lambda a, x: np.sum(x, axis=0),
    lambda a, x: np.std(x), lambda a, x: np.prod(x), lambda a, x: np.cumsum(x),
    lambda a, x: np.dot(a, x), lambda a, x: np.dot(x, a), lambda a, x: np.dot(2, x),
    lambda a, x: np.einsum('i,i', a, x), lambda a, x: np.einsum('i->', x),
    lambda a, x: np.mean(x), lambda a, x: np.max(x, axis=0), lambda a, x: np.var(x),
    lambda a, x: np.maximum(a, x), lambda a, x: np.where(a > 1, x, a),
    lambda a, x: np.concatenate([a, x]), lambda a, x: np.stack([x, a]),
    lambda a, x: np.clip(x, 0, 1), lambda a, x: np.reshape(x, (2, 1)),
    lambda a, x: np.transpose(x), lambda a, x: np.expand_dims(x, 0),
    lambda a, x: np.squeeze(x), lambda a, x: np.broadcast_to(x, (3, 2)),
    lambda a, x: np.tanh(-abs(x))])
def test_numpy_gives_tensors_with_gradients(f):
    a = np.array([1., 2.])
    out = f(a, parameter([1., 3.]))
    assert type(out) is Tensor
    assert np.allclose(out.data, f(a, np.array([1., 3.])))
    assert mt.grad_check(lambda x: f(a, x), [1.1, 2.8])


@pytest.mark.parametrize('f, text', [
    (np.arctan, 'np.arctan'), (np.linalg.norm, 'norm'), (np.vdot, 'two'),
    (np.add.reduce, 'options'), (lambda x: np.exp(x, out=np.ones(2)), 'in place'),
    (np.asarray, 'cut the graph'), (lambda x: np.array([x, x]), 'cut the graph')])
def test_numpy_functions_that_would_cut_the_graph(f, text):
    x = parameter([1., 2.])
    if text == 'two':
        f, text = lambda x: np.vdot(x, x), 'np.vdot'
    with pytest.raises(TypeError, match=text):
        f(x)


def test_the_elementary_functions_of_any_number_take_tensors():
    x = parameter([1., 2.])
    assert same(el.exp(x).data, np.exp(x.data)) and el.sqrt(x).requires_grad
    assert same(el.maximum(x, 1.5).data, [1.5, 2])


def test_an_array_does_not_take_in_a_tensor():
    array = np.ones(2)
    with pytest.raises(TypeError, match='array = array [+] tensor'):
        array += parameter([1., 2.])


def test_numpy_functions_that_give_arrays():
    x = parameter([1., 3.])
    assert np.argmax(x) == 1 and np.shape(x) == (2,) and np.allclose(x, [1, 3])
    assert same(np.sign(x), [1, 1]) and same(x > 1, [False, True])
    assert same(np.asarray(x.detach()), [1, 3])


@pytest.mark.parametrize('f', [
    lambda v, t: v * t, lambda v, t: t * v, lambda v, t: v + t, lambda v, t: t - v,
    lambda v, t: v / t, lambda v, t: t ** v, lambda v, t: v ** t,
    lambda v, t: mt.maximum(v, t), lambda v, t: v.maximum(t),
    lambda v, t: mt.where([True, False], v, t),
    lambda v, t: np.array([v, v], dtype=object) * t])
def test_values_and_tensors_do_not_mix(f):
    with pytest.raises(TypeError, match='Value'):
        f(Value(2.0), parameter([1., 2.]))


def test_shapes_that_do_not_fit_are_both_named():
    w, x = parameter(np.ones((2, 3)), 'w'), parameter(np.ones((4, 5)))
    for f in (lambda: w + x, lambda: w @ x, lambda: mt.concatenate([w, x]),
              lambda: mt.conv2d(w, x), lambda: mt.linear(w, x, x)):
        with pytest.raises(ValueError, match=r'(w )?\(2, 3\) and \(4, 5\)'):
            f()
    with pytest.raises(ValueError, match=r'w \(2, 3\).*\(4, ?2\)'):
        w.reshape(4, 2)
    with pytest.raises(IndexError, match=r'w \(2, 3\).*5'):
        w[5]


def test_identity_comparison_and_truth():
    x, y = parameter([1., 2.]), parameter([1., 2.])
    assert x == x and x != y and y in [x, y] and len({x, y, x}) == 2
    with pytest.raises(TypeError, match='t.data =='):
        x == np.ones(2)  # noqa: B015
    with pytest.raises(ValueError, match='ambiguous'):
        bool(x)
    assert bool(x[0]) and max(x[0], x[1]).item() == 2


def test_text():
    x = parameter([1., 2.], 'x')
    assert repr(x) == "Tensor(label='x', data=[1., 2.], requires_grad=True)"
    assert f'{x[1]:.2f}' == '2.00' and f'{x}' == repr(x)
    assert repr(Tensor(1)) == 'Tensor(data=1.)'


def test_what_would_turn_into_a_plain_number():
    x = parameter(1.)
    for f in (float, int, math.exp):
        with pytest.raises(TypeError, match=r'item\(\)'):
            f(x)
    assert x.item() == 1
    with pytest.raises(ValueError, match='one number'):
        Tensor([1., 2.]).item()
    with pytest.raises(TypeError, match='len'):
        len(x)


def test_iteration_gives_rows():
    x = parameter([[1., 2.], [3., 4.]])
    a, b = x
    (a * b).sum().backward()
    assert same(x.grad, [[3, 4], [1, 2]])


def test_a_misspelt_attribute():
    with pytest.raises(AttributeError):
        parameter(1.).gard = 0


def test_a_copy_is_a_leaf():
    x = parameter([1., 2.], 'x')
    y = x * 2
    y.label = 'y'
    for again in (copy.deepcopy(y), pickle.loads(pickle.dumps(y)), copy.copy(y)):
        assert again.is_leaf and again.label == 'y' and again.requires_grad
        assert same(again.data, y.data) and again.data is not y.data
        (again * 3).sum().backward()
    assert x.grad is None


def test_a_masked_array_is_refused():
    array = np.ma.array([1., 2.], mask=[True, False])
    for f in (Tensor, lambda a: parameter([1., 2.]) * a):
        with pytest.raises(TypeError, match='mask'):
            f(array)


def test_a_tensor_is_no_index():
    with pytest.raises(IndexError, match='array of integers'):
        parameter([1., 2.])[Tensor([0.])]


def test_wrong_arguments():
    x = Tensor(np.ones((1, 1, 3, 3)))
    with pytest.raises(ValueError, match='stride'):
        mt.max_pool2d(x, 2, 0)
    with pytest.raises(ValueError, match='padding'):
        mt.avg_pool2d(x, 2, padding=-1)
    with pytest.raises(ValueError, match='window of 4 by 4'):
        mt.conv2d(x, np.ones((1, 1, 4, 4)))
    for size in (2.0, 'a', (1, 2, 3), None):
        with pytest.raises(ValueError, match='size is a whole number'):
            mt.max_pool2d(x, size)
    with pytest.raises(ValueError, match='nothing but padding'):
        mt.max_pool2d(x, 2, padding=(0, 2))
    with pytest.raises(ValueError, match=r'pad takes images.*\(3,\)'):
        mt.pad(np.ones(3), 1)
    with pytest.raises(ValueError, match=r'no axis 2 in the shape \(3,\)'):
        mt.concatenate([np.ones(3), np.ones(3)], 2)
    with pytest.raises(ValueError, match=r'stack.*\(3,\) and \(2,\)'):
        mt.stack([np.ones(3), np.ones(2)])
    with pytest.raises(ValueError, match='above'):
        x.clip(1, 0)
    for bound in (None, np.zeros(3), Tensor([0.])):
        with pytest.raises(TypeError, match='clip takes two numbers'):
            x.clip(bound, 1)
    with pytest.raises(TypeError, match='booleans'):
        mt.where(x, x, x)
    with pytest.raises(IndexError, match='no row -1'):
        mt.embedding(np.ones((3, 2)), [-1])
    with pytest.raises(ValueError, match='probability'):
        mt.dropout(x, 1.5, np.random.default_rng(0))
    with pytest.raises(TypeError, match='Generator'):
        mt.dropout(x, 0.5, 0)
    with pytest.raises(ValueError, match="'sigmoidal'"):
        mt.linear(np.ones((2, 2)), np.ones((2, 2)), np.ones(2), 'sigmoidal')


# --- higher order -------------------------------------------------------------

def test_grad_leaves_everything_as_it_was():
    x, w = parameter([1., 2.]), parameter([3., 4.])
    y = (x * w).sum()
    slopes = mt.grad(y, [x, w])
    assert [type(s) for s in slopes] == [Tensor, Tensor]
    assert same(slopes[0].data, [3, 4]) and same(slopes[1].data, [1, 2])
    assert x.grad is None and w.grad is None
    y.backward()
    assert same(x.grad, [3, 4])


def test_grad_of_interior_and_unreached_inputs():
    x, other = parameter([1., 2.]), parameter([[1.]])
    h = x * 2
    slopes = mt.grad((h * h).sum(), [h, x, other])
    assert [s.data.tolist() for s in slopes] == [[4, 8], [8, 16], [[0]]]
    assert mt.grad(Tensor(1.), x).data.tolist() == [0, 0]


def test_grad_of_what_is_no_tensor():
    x = parameter([1., 2.])
    for output, inputs in ((np.ones(1), x), (x.sum(), [np.ones(1)]), (x.sum(), 'x')):
        with pytest.raises(TypeError, match='grad takes Tensors'):
            mt.grad(output, inputs)


def test_grad_outputs():
    x = parameter([1., 2.])
    assert same(mt.grad(x * x, x, [1, 10]).data, [2, 40])
    with pytest.raises(RuntimeError, match='needed'):
        mt.grad(x * x, x)
    v = parameter([1., 10.])
    slope = mt.grad(x * x, x, v, create_graph=True)
    assert same(mt.grad(slope.sum(), v).data, [2, 4])


def test_derivatives_of_any_order():
    x = parameter(2.)
    y = x ** 4 * np.sin(x)
    expected = [16 * math.sin(2), 32 * math.sin(2) + 16 * math.cos(2),
                48 * math.sin(2) + 64 * math.cos(2) - 16 * math.sin(2),
                48 * math.sin(2) + 144 * math.cos(2) - 96 * math.sin(2)
                - 16 * math.cos(2)]
    for value in expected:
        assert y.item() == pytest.approx(value, rel=1e-13)
        y = mt.grad(y, x, create_graph=True)


def test_create_graph_inside_no_grad():
    x = parameter(3.)
    y = x ** 3
    with mt.no_grad():
        slope = mt.grad(y, x, create_graph=True)
    assert mt.grad(slope, x).item() == 18


def test_hessian_vector_product():
    rng = np.random.default_rng(0)
    a = rng.normal(size=(3, 3))
    x, v = rng.normal(size=3), rng.normal(size=3)
    [product] = mt.hvp(lambda x: (x @ a @ x) / 2 + x.sum(), [x], [v])
    assert np.allclose(product.data, (a + a.T) @ v / 2)
    [linear] = mt.hvp(lambda x: x.sum(), [x], [v])
    assert same(linear.data, [0, 0, 0])


def captured_array(w, x):
    return mt.hvp(lambda y: (w * y ** 3).sum(), [x], [[1., 1.]])[0]


def captured_result(w, x):
    scale = w.exp().log()
    return mt.hvp(lambda y: (scale * y ** 3).sum(), [x], [[1., 1.]])[0]


def captured_in_a_checkpoint(w, x):
    return mt.hvp(lambda y: mt.checkpoint(lambda y: (w * y ** 3).sum(), y),
                  [x], [[1., 1.]])[0]


def vector(w, x):
    return mt.hvp(lambda y: (y ** 3).sum(), [x], [w])[0]


@pytest.mark.parametrize('product', [captured_array, captured_result, vector,
                                     captured_in_a_checkpoint])
def test_hessian_vector_product_cuts_no_graph(product):
    w = parameter([2., 3.])
    out = product(w, [5., 7.])  # 6 w x
    with mt.no_grad():
        assert product is captured_result or same(product(w, [5., 7.]).data, out.data)
    assert np.allclose(out.data, [60, 126], rtol=1e-14)
    out.sum().backward()
    assert np.allclose(w.grad, [30, 42], rtol=1e-14)


def test_hessian_vector_product_of_a_function_of_its_inputs_is_a_constant():
    [out] = mt.hvp(lambda y: (y ** 3).sum(), [[5.]], [[1.]])
    assert not out.requires_grad


@pytest.mark.parametrize('inputs, vectors', [
    ([], []), ([[1., 2.], [1.]], [[1., 2.]]), ([[1., 2.]], [[[1., 2.]]]),
    ([[1., 2.]], [1.])])
def test_hessian_vector_product_of_what_does_not_fit(inputs, vectors):
    with pytest.raises(ValueError, match='hvp takes one vector'):
        mt.hvp(lambda *xs: (xs[0] ** 2).sum(), inputs, vectors)


def test_a_gradient_of_what_no_grad_did_not_record_is_refused():
    x = parameter([1., 2.])
    with mt.no_grad(), pytest.raises(RuntimeError, match='no_grad'):
        mt.grad((x * x).sum(), x)


def test_gradients_of_the_norm_of_a_gradient():
    rng = np.random.default_rng(0)

    def penalty(x, w):
        slope = mt.grad(((x @ w).tanh() ** 2).sum(), x, create_graph=True)
        return (slope ** 2).sum().sqrt()
    assert mt.grad_check(penalty, rng.normal(size=(2, 3)), rng.normal(size=(3, 2)))


# --- the gradient check -------------------------------------------------------

def test_grad_check_refuses_float32_and_more_than_one_result():
    with pytest.raises(TypeError, match='float32'):
        mt.grad_check(lambda x: x, np.float32([1]))
    with pytest.raises(TypeError, match='one Tensor'):
        mt.grad_check(lambda x: x.data, [1.])


def test_numerical_grad():
    [slope] = mt.numerical_grad(lambda x: (x ** 3).sum(), [1., -2.])
    assert np.allclose(slope, [3, 12], rtol=1e-10)


@pytest.mark.parametrize('upstream', [lambda g: 1.0, abs, lambda g: g ** 2])
@pytest.mark.parametrize('x', [3.0, [3.0], [[1.0, -2.0], [0.5, 4.0]]])
def test_grad_check_finds_a_rule_that_takes_the_upstream_gradient_wrong(upstream, x):
    def square(x):
        return Tensor.apply('square', np.square, (x,),
                            lambda g, out, x: 2 * x * upstream(g))
    assert not mt.grad_check(square, x)


def test_grad_check_finds_a_gradient_captured_in_the_forward_pass():
    def square(x):
        kept = x.data
        return Tensor.apply('square', lambda x: x * x, (x,),
                            lambda g, out, x: g * 2 * kept)
    assert mt.grad_check(square, [1., -2.])
    assert not mt.grad_check(square, [1., -2.], order=2)

"""The gradient checker, and whether it can be fooled."""
import math
import random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from ops import OPS

from micrograd import elementary as el
from micrograd.common.layout import width
from micrograd.derivatives.gradcheck import grad_check, numerical_grad
from micrograd.engine import Value

# --- wrong gradients: each is an operation that is right in all else ----------


def operation(data, backward, *operands):
    """An operation of the lecture form, with its closure from outside."""
    out = Value(data, operands, 'student')

    def _backward():
        backward(out, *operands)
    out._backward = _backward
    return out


def passes_on(slope):
    """The identity with a wrong slope."""
    def backward(out, a):
        a.grad += slope * out.grad
    return lambda a: operation(a.data, backward, a)


def off_by(constant):
    def backward(out, a):
        a.grad += out.grad + constant
    return lambda a: operation(a.data, backward, a)


def overwriting(a):
    def backward(out, a):
        a.grad = out.grad
    return operation(a.data, backward, a)


def detached(a):
    return Value(a.data)


def taking_the_data(a):
    def backward(out, a):
        a.grad += a.data * out.grad
    return operation(a.data, backward, a)


def adding_twice(a):
    def backward(out, a):
        a.grad += out.grad
        a.grad += out.grad
    return operation(a.data, backward, a)


def scaling_what_was_there(a):
    def backward(out, a):
        a.grad = 0.5 * a.grad + out.grad
    return operation(a.data, backward, a)


def spoiling_other_inputs(a):
    def backward(out, a):
        out.grad += 1e-3
        a.grad += out.grad
    return operation(a.data, backward, a)


def forgetting_the_upstream(a):
    def backward(out, a):
        a.grad += 1.0
    return operation(a.data, backward, a)


def squaring_the_upstream(a):
    def backward(out, a):
        a.grad += out.grad * out.grad
    return operation(a.data, backward, a)


def losing_the_sign_of_the_upstream(a):
    def backward(out, a):
        a.grad += abs(out.grad)
    return operation(a.data, backward, a)


WRONG = {
    'scaled by 2': passes_on(2.0),
    'scaled by 1.001': passes_on(1.001),
    'scaled by 1 + 1e-5': passes_on(1 + 1e-5),
    'scaled by 1 - 1e-6': passes_on(1 - 1e-6),
    'sign': passes_on(-1.0),
    'zero': passes_on(0.0),
    'inf': passes_on(math.inf),
    'nan': passes_on(math.nan),
    'off by 1': off_by(1.0),
    'off by 1e-3': off_by(1e-3),
    'off by -1e-5': off_by(-1e-5),
    'overwritten': overwriting,
    'missing path': detached,
    'data for slope': taking_the_data,
    'added twice': adding_twice,
    'halves what was there': scaling_what_was_there,
    'upstream changed': spoiling_other_inputs,
    'upstream forgotten': forgetting_the_upstream,
    'upstream squared': squaring_the_upstream,
    'upstream without its sign': losing_the_sign_of_the_upstream,
}

FUNCTIONS = {
    'alone': (lambda wrong, x, y: wrong(x), (0.7, 1.3)),
    'of an input': (lambda wrong, x, y: wrong(x) * y + x.sin(), (0.7, -1.3)),
    'inside': (lambda wrong, x, y: (wrong(x * y)).tanh() + x, (0.7, 0.4)),
    'outside': (lambda wrong, x, y: wrong(x * y + y.exp()), (0.7, -0.4)),
    'far': (lambda wrong, x, y: (wrong(x) * y * 1e-3).exp(), (70.0, 13.0)),
    'near': (lambda wrong, x, y: wrong(x) * 3 + y * y, (3e-6, 1e-7)),
    'large': (lambda wrong, x, y: wrong(x) * y, (7e8, 3e5)),
}
RIGHT = {
    # an interior gradient that nothing else adds to: it is the right one
    *((kind, place) for kind in ('overwritten', 'halves what was there')
      for place in ('inside', 'outside')),
    # lost in the rounding of a slope of 300,000
    ('off by 1e-3', 'large'), ('off by -1e-5', 'large'),
    ('upstream changed', 'large'),
}


@pytest.mark.parametrize('kind, place', [
    (kind, place) for kind in WRONG for place in FUNCTIONS
    if (kind, place) not in RIGHT])
def test_a_wrong_gradient_never_passes(kind, place):
    function, xs = FUNCTIONS[place]
    report = grad_check(lambda x, y: function(WRONG[kind], x, y), *xs)
    assert not report, report


@pytest.mark.parametrize('place', FUNCTIONS)
def test_the_same_functions_pass_with_the_right_gradient(place):
    function, xs = FUNCTIONS[place]
    report = grad_check(lambda x, y: function(passes_on(1.0), x, y), *xs)
    assert report, report


def test_overwriting_is_told_apart_from_a_wrong_slope():
    def product(a, b):
        def backward(out, a, b):
            a.grad = b.data * out.grad
            b.grad += a.data * out.grad
        return operation(a.data * b.data, backward, a, b)
    assert [r.verdict for r in grad_check(product, 2, 3).inputs] == [
        'not added', 'right']
    assert '+=' in str(grad_check(product, 2, 3))
    # once the first product has lost a part, the number itself is wrong
    report = grad_check(lambda a, b: product(a, b) * product(b, a), 2, 3)
    assert [r.verdict for r in report.inputs] == [
        'wrong', 'not added']


def test_an_operation_alone_must_pass_on_its_upstream_gradient():
    [report] = grad_check(forgetting_the_upstream, 0.7).inputs
    assert (report.verdict, report.error) == ('not chained', pytest.approx(0, abs=1e-9))
    assert '* out.grad' in str(report)


@pytest.mark.parametrize('x', [1e-300, 1e307])
def test_the_upstream_gradient_is_right_at_any_size(x):
    report = grad_check(lambda a: a * x, 0.5, rtol=1e-6)
    assert report, report


def test_an_overwritten_gradient_of_0_is_found():
    def backward(out, a):
        a.grad = 0.0 * out.grad
    assert not grad_check(lambda a: operation(1.0, backward, a), 2)


@pytest.mark.parametrize('scale', [1e-12, 1e-3, 1e12])
def test_overwriting_is_found_whatever_the_size_of_the_gradient(scale):
    def backward(out, a):
        a.grad = scale * out.grad
    report = grad_check(lambda a: operation(scale * a.data, backward, a), 2)
    assert report.inputs[0].verdict == 'not added'


def test_gradients_that_nearly_cancel_are_added():
    assert grad_check(lambda x: (x.sin() ** 2 + x.cos() ** 2) * 1e6, 1.0)


def test_a_tiny_gradient_of_the_wrong_sign_is_found():
    def square(a):
        def backward(out, a):
            a.grad -= 2 * a.data * out.grad
        return operation(a.data ** 2, backward, a)
    assert not grad_check(square, 1e-9)
    assert grad_check(lambda a: a * a, 1e-9)


# --- right gradients ---------------------------------------------------------


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_every_operation_passes_where_it_is_smooth(op):
    for point in op.points:
        report = grad_check(op.function, *point)
        assert report, report
        assert [r.verdict for r in report.inputs] == ['right'] * op.arity


@pytest.mark.parametrize('f, x, slope', [
    (lambda x: 3 * x ** 2 - 4 * x + 5, 3, 14),
    (lambda x: x, 1e12, 1),
    (lambda x: x, 1e300, 1),
    (lambda x: x, 1e-300, 1),
    (lambda x: x + 1, 1e-12, 1),
    (lambda x: x * x, 1e12, 2e12),
    (lambda x: x * x, 1e-9, 2e-9),
    (lambda x: x.log(), 1e-9, 1e9),
    (lambda x: x.log(), 1e-300, 1e300),
    (lambda x: 1 / x, 1e-5, -1e10),
    (lambda x: x.sqrt(), 1e-20, 5e9),
    (lambda x: (x * 1000).sin(), 0.3, 1000 * math.cos(300)),
    (lambda x: (x * 1e9).sin(), 3e-10, 1e9 * math.cos(0.3)),
    (lambda x: (x * 64 * math.pi).sin(), 0.1, 64 * math.pi * math.cos(6.4 * math.pi)),
    (lambda x: (x * 2 ** 12 * math.pi).sin(), 1, 2 ** 12 * math.pi),
    (lambda x: x.exp(), 700, math.exp(700)),
    (lambda x: x.exp().log(), 50, 1),
    (lambda x: (x + 1e5) - 1e5, 0.5, 1),
    (lambda x: x.relu(), 1e-9, 1),  # beside the corner
    (lambda x: abs(x), -1e-6, -1),
    (lambda x: x.cos(), 0, 0),
    (lambda x: x.sin() ** 2 + x.cos() ** 2, 1, 0),
])
def test_numeric_slopes(f, x, slope):
    assert numerical_grad(f, x) == pytest.approx([slope], rel=1e-8, abs=1e-11)
    assert grad_check(f, x)


def test_a_branch_that_is_taken_only_near_x():
    def f(x):
        return el.maximum(1 - (x * 1000) ** 2, x * 0)
    assert numerical_grad(f, 1e-5) == pytest.approx([-20])
    assert grad_check(f, 1e-5)


def test_every_input_gets_a_slope():
    assert numerical_grad(lambda x, y, z: x * y + z, 2, 3, 4) == pytest.approx([
        3, 2, 1])
    assert grad_check(lambda x, unused: x * 2, 1, 1)


def expressions():
    """Random functions of three Values, of all operations in the table."""
    leaf = st.sampled_from([lambda *xs, i=i: xs[i] for i in range(3)])

    def grow(smaller):
        def apply(op, *parts):
            return lambda *xs: op.function(*[part(*xs) for part in parts])
        return st.sampled_from(OPS).flatmap(
            lambda op: st.builds(apply, st.just(op), *[smaller] * op.arity))
    return st.recursive(leaf, grow, max_leaves=8)


# three numbers that are neither 0 nor equal nor round: most corners lie there
points = st.tuples(*[st.integers(-3000, 3000).map(lambda k, i=i: (k + i / 7) / 1000)
                     for i in (1, 2, 3)])


def checked(f, xs):
    """The report on f; discards what cannot be decided from outside f."""
    try:
        report = grad_check(f, *xs)
    except ValueError:  # outside the domain
        assume(False)
    # sqrt(x - x) has the gradient nan; a difference of huge numbers decides nothing
    assume(all(math.isfinite(r.analytic) for r in report.inputs))
    assume(all(r.doubt <= 1e-8 * max(1, abs(r.numeric)) for r in report.inputs))
    return report


@settings(max_examples=200, deadline=None, derandomize=True)
@given(expressions(), points)
def test_random_expressions_pass(f, xs):
    report = checked(f, xs)
    assert report, report


@settings(max_examples=100, deadline=None, derandomize=True)
@given(expressions(), points, st.sampled_from(sorted(WRONG)), st.integers(0, 2))
def test_random_expressions_with_one_wrong_step_fail(f, xs, kind, i):
    report = checked(f, xs)
    # a wrong factor shows if there is a slope, and it is no corner
    assume(report and report.inputs[i].verdict == 'right')
    assume(1e-3 < abs(report.inputs[i].analytic) < 1e3)
    assume(kind != 'data for slope' or abs(xs[i] - 1) > 1e-3)

    def spoilt(*leaves):
        leaves = list(leaves)
        leaves[i] = WRONG[kind](leaves[i])
        return f(*leaves)
    assert not grad_check(spoilt, *xs)


# --- corners -----------------------------------------------------------------


@pytest.mark.parametrize('f, x, left, right', [
    (lambda x: x.relu(), 0, 0, 1),
    (abs, 0, -1, 1),
    (lambda x: x.leaky_relu(0.1), 0, 0.1, 1),
    (lambda x: x.clamp(-1, 1), 1, 1, 0),
    (lambda x: el.maximum(x, x * x), 1, 1, 2),
    (lambda x: el.minimum(x, x * x), 1, 2, 1),
    (lambda x: (x * 1e6).relu(), 0, 0, 1e6),
    (lambda x: (x * 1e-6).relu(), 0, 0, 1e-6),
    (lambda x: (x - 1e6).relu() * 3, 1e6, 0, 3),
    (lambda x: x.relu() + 1e6, 0, 0, 1),
    (lambda x: 2 ** x.leaky_relu(0.2), 0, 0.2 * math.log(2), math.log(2)),
])
def test_a_slope_between_those_of_a_corner_passes_as_a_corner(f, x, left, right):
    report = grad_check(f, x)
    assert report
    assert report.inputs[0].verdict == 'corner'
    assert (report.inputs[0].left, report.inputs[0].right) == pytest.approx(
        (left, right), abs=1e-9, rel=1e-6)
    assert 'corner' in str(report)


@pytest.mark.parametrize('slope, right', [
    (0.0, True), (0.5, True), (1.0, True), (-0.01, False), (1.01, False),
    (2.0, False), (-1.0, False), (math.nan, False)])
def test_a_slope_outside_those_of_a_corner_fails(slope, right):
    def backward(out, a):
        a.grad += slope * out.grad
    report = grad_check(lambda a: operation(el.relu(a.data), backward, a), 0)
    assert bool(report) == right, report


@pytest.mark.parametrize('f, x', [
    (lambda x: x.tanh(), 0), (lambda x: (x * 300).tanh(), 0.001),
    (lambda x: x.relu() * x.relu(), 0), (lambda x: abs(x) ** 1.5, 0),
    (lambda x: (x * 50).softplus(), 0), (lambda x: x.relu(), 1e-8)])
def test_a_smooth_bend_is_no_corner(f, x):
    assert grad_check(f, x).inputs[0].verdict == 'right'


def test_a_jump_is_no_corner():
    assert not grad_check(lambda x: el.where(x >= 0, x + 1, x), 0)


# --- errors of the caller ----------------------------------------------------


@pytest.mark.parametrize('f, xs, words', [
    (lambda x: x.log(), [-1], 'not defined at .*log takes a number above 0'),
    (lambda x: 1 / x, [0], 'not defined at'),
    (lambda x, y: x ** y, [-2, 0.5], 'not defined at'),
    (lambda x: x.exp(), [1000], 'f is inf at'),
    (lambda x: x.exp() - x.exp(), [1000], 'f is nan at'),
    (lambda x: x.sqrt(), [0], 'along x0 .*not defined on both sides of 0.0: sqrt'),
    (lambda x, y: y + (1 - x).log().exp(), [1 - 2 ** -53, 0], 'along x0 .*both sides'),
    (lambda x: x * random.random(), [1], 'different value or gradient at each call'),
    (lambda x: x * random.random(), [0], 'different value or gradient at each call'),
    (lambda x: x, [math.nan], 'input 0 is nan'),
    (lambda x, y: x, [1, math.inf], 'input 1 is inf'),
    (lambda: Value(1), [], 'no input'),
])
def test_what_cannot_be_checked_is_a_value_error(f, xs, words):
    with pytest.raises(ValueError, match=words):
        grad_check(f, *xs)


@pytest.mark.parametrize('f, xs, words', [
    (lambda x: x.data * 2, [1], 'must return one Value.*2.0'),
    (lambda x: [x, x], [1], 'must return one Value'),
    (lambda x: None, [1], 'must return one Value.*None'),
    (lambda x: x, [[1, 2]], r'input 0 is no number.*grad_check\(f, \*xs\)'),
    (lambda x: x, ['1'], "input 0 is no number: '1'"),
    (lambda x: x, [None], 'input 0 is no number'),
    (3.0, [1.0], 'takes a function f first, got 3.0'),
])
def test_what_is_no_number_is_a_type_error(f, xs, words):
    for check in grad_check, numerical_grad:
        with pytest.raises(TypeError, match=words):
            check(f, *xs)


def test_a_function_that_remembers_its_calls_is_found():
    calls = []

    def f(x):
        calls.append(x)
        return x * len(calls)
    with pytest.raises(ValueError, match='change something outside'):
        grad_check(f, 1)


def test_a_bug_in_the_function_comes_through():
    with pytest.raises(AttributeError, match='expp'):
        grad_check(lambda x: x.expp(), 1)


# --- the report, and what is left behind -------------------------------------


def test_the_report_names_input_analytic_numeric_and_error():
    report = grad_check(lambda x, y: WRONG['scaled by 2'](x) * y, 2, 3)
    wrong, right = report.inputs
    assert not report and not wrong and right
    assert (wrong.index, wrong.x, wrong.analytic) == (0, 2.0, 6.0)
    assert (wrong.numeric, wrong.error) == pytest.approx((3, 3))
    assert str(report).splitlines() == [
        'gradient check failed for 1 of 2 inputs',
        'input              x         analytic          numeric     error',
        '    0              2                6                3         3  wrong',
        '    1              3                2                2         0  right']
    assert repr(report) == str(report)
    assert 'passed' in str(grad_check(lambda x: x * x, 2))


def test_tolerances_are_the_callers_to_choose():
    def slightly_off(x):
        return passes_on(1 + 1e-5)(x)
    assert not grad_check(slightly_off, 1)
    assert grad_check(slightly_off, 1, rtol=1e-4)

    def on_a_mountain(x):  # 1e10 is known to 2e-6 only
        return 1e10 + x.sin()
    assert grad_check(on_a_mountain, 0.3).inputs[0].verdict == 'undecided'
    assert 'atol' in str(grad_check(on_a_mountain, 0.3))
    assert grad_check(on_a_mountain, 0.3, atol=1e-3)


def test_values_from_outside_keep_their_gradients_and_their_graph():
    w = Value(3.0)
    w.grad = 7.0
    h = w * 2
    h.grad = 5.0
    assert grad_check(lambda x: x * h + w, 2)
    assert (w.grad, h.grad) == (7.0, 5.0)
    h.backward()  # still usable
    assert w.grad == 9.0


def test_a_closure_that_was_not_attached_is_named():
    with pytest.raises(RuntimeError, match="'student' has operands but no closure"):
        grad_check(lambda a: Value(a.data, (a,), 'student') * 2, 1)


def test_gradients_are_kept_when_a_closure_fails():
    def backward(out, a):
        raise KeyError('mine')
    w = Value(3.0)
    w.grad = 7.0
    with pytest.raises(KeyError, match='mine'):
        grad_check(lambda x: operation(1.0, backward, x) + w, 2)
    assert w.grad == 7.0


def test_an_input_may_be_a_value_or_a_numpy_number():
    x = Value(2.0)
    assert numerical_grad(lambda x: x * x, x) == pytest.approx([4])
    assert x.grad == 0.0


def test_its_table_in_the_language_of_the_reader(monkeypatch):
    english = str(grad_check(lambda x: x.relu(), 0.0))
    monkeypatch.setenv('LANGUAGE', 'zh')
    chinese = str(grad_check(lambda x: x.relu(), 0.0))
    assert chinese.splitlines()[0] == '梯度检验通过'
    assert chinese.endswith('折点：左侧斜率 0，右侧斜率 1')
    heads = [text.splitlines()[1] for text in (english, chinese)]
    assert heads[1].split() == ['输入', 'x', '解析梯度', '数值梯度', '误差']
    assert width(heads[0]) == width(heads[1])

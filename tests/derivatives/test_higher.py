"""Derivatives of any order: numbers, student operations, graphs, memory."""
import functools
import gc
import itertools
import math
import sys
import threading
import weakref
from colorsys import hls_to_rgb
from fractions import Fraction

import mpmath as mp
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ops import OPS

from micrograd import MLP, Value
from micrograd.compiler import compile_loss
from micrograd.derivatives.higher import derivative, grad, hessian, hvp, jacobian
from micrograd.elementary import cos, exp, log, sigmoid, sin, softplus, tanh, where
from micrograd.graph import topological_order

mp.mp.dps = 50


def close(got, expected, tolerance=1e-12):
    return abs(got - expected) <= tolerance * (1 + abs(expected))


def second(f, x):
    """The second derivative, through two calls of grad."""
    x = Value(x)
    [slope] = grad(f(x), [x], create_graph=True)
    [curvature] = grad(slope, [x])
    return curvature.data


def text_of(error):
    """The text of an error and, since Python 3.11, of its notes."""
    return ' '.join([str(error.value), *getattr(error.value, '__notes__', ())])


def state(root):
    return [(id(node), id(node.data), node.grad) for node in topological_order(root)]


# --- against mpmath ---------------------------------------------------------

CASES = [pytest.param(op, point, id=f'{op.name} at {point}')
         for op in OPS for point in op.points]


def partials(y, xs, order):
    """All derivatives up to that order: ((0, 0, 1), d3y / dx0 dx0 dx1), ..."""
    level = {(): y}
    for _ in range(order):
        level = {(*path, i): slope for path, node in level.items()
                 for i, slope in enumerate(grad(node, xs, create_graph=True))}
        yield from level.items()


@pytest.mark.parametrize('op, point', CASES)
def test_three_orders_of_every_operation(op, point):
    @functools.cache
    def exact(orders):
        return mp.diff(op.exact, tuple(map(mp.mpf, point)), orders)

    xs = [Value(x) for x in point]
    for path, slope in partials(op.function(*xs), xs, 3):
        expected = exact(tuple(path.count(i) for i in range(op.arity)))
        assert close(slope.data, expected), (path, slope.data, expected)


def test_order_ten():
    expected = mp.diff(lambda x: x * mp.sin(x), mp.mpf(0.7), 10)
    assert close(derivative(lambda x: x * sin(x), 0.7, 10), expected)


def g(x, y):
    return x ** 2 * sin(y) + exp(x * y) / y


def g_exact(x, y):
    return x ** 2 * mp.sin(y) + mp.exp(x * y) / y


POINT = (0.4, 1.3)


def g_partial(*orders):
    return mp.diff(g_exact, tuple(map(mp.mpf, POINT)), orders)


def test_jacobian():
    [row, other_row] = jacobian(lambda x, y: (g(x, y), x), POINT)
    assert close(row[0], g_partial(1, 0)) and close(row[1], g_partial(0, 1))
    assert other_row == [1.0, 0.0]


def test_jacobian_of_one_value_is_one_row():
    assert jacobian(lambda x, y: x * y, [2, 3]) == [3.0, 2.0]


def test_jacobian_takes_any_iterable_of_rows():
    assert jacobian(lambda x, y: (z * x for z in (x, y, 1)), [2, 3]) == [
        [4.0, 0.0], [3.0, 2.0], [1.0, 0.0]]


def test_hessian_and_hvp():
    hess = hessian(g, POINT)
    for i, j in itertools.product(range(2), repeat=2):
        assert close(hess[i][j], g_partial(*(((i, j).count(k)) for k in range(2))))
    product = hvp(g, POINT, [3.0, -2.0])
    for i in range(2):
        assert close(product[i], 3 * hess[i][0] - 2 * hess[i][1])


@pytest.mark.parametrize('f', [lambda x: 3, lambda x: x, lambda x: Value(2.0)])
def test_functions_that_make_no_graph(f):
    slope = 1.0 if f(None) is None else 0.0
    assert derivative(f, 5.0) == jacobian(f, [5.0])[0] == slope
    assert derivative(f, 5.0, 2) == hessian(f, [5.0])[0][0] == 0
    assert hvp(f, [5.0], [1.0]) == [0]


def test_order_zero_and_below():
    assert derivative(sin, 0.5, 0) == math.sin(0.5)
    with pytest.raises(ValueError, match='order -1'):
        derivative(sin, 0.5, -1)


def test_arguments_that_do_not_fit():
    x = Value(2.0)
    with pytest.raises(ValueError, match='2 inputs, but v has 1'):
        hvp(g, POINT, [1.0])
    with pytest.raises(TypeError, match=r'grad\(y, \[x\]\)'):
        grad(x * x, x)
    with pytest.raises(TypeError, match='grad takes Values, got 2.0'):
        grad(x * x, [2.0])
    with pytest.raises(TypeError, match='grad takes Values, got 4.0'):
        grad(4.0, [x])


# --- operations of students -------------------------------------------------

def operation(backward):
    """tanh in the lecture form; backward(self, out, t) makes its closure."""
    def tanh_of(self, kind=Value):
        t = math.tanh(self.data)
        out = kind(t, (self,), 'my tanh')
        out._backward = backward(self, out, t)
        return out
    return tanh_of


class Loose(Value):  # its objects have a __dict__
    pass


class Slotted(Value):
    __slots__ = ('t',)


class Shelf:
    pass


TABLE = {}
NUMBER = None
CONSTANT = 3.0


def through_elementary(self, out, t):
    def _backward():
        self.grad += (1 - tanh(self.data) ** 2) * out.grad
    return _backward


def through_out(self, out, t):
    def _backward():
        self.grad += (1 - out.data ** 2) * out.grad
    return _backward


def as_in_the_lecture(self, out, t):
    def _backward():
        self.grad += (1 - t ** 2) * out.grad
    return _backward


def through_a_helper(self, out, t):
    def slope():
        return 1 - t ** 2

    def _backward():
        self.grad += slope() * out.grad
    return _backward


def through_a_lambda(self, out, t):
    def add(amount):
        self.grad += amount
    return lambda: add((1 - t ** 2) * out.grad)


def through_a_partial(self, out, t):
    def back(self, out):
        self.grad += (1 - out.data ** 2) * out.grad
    return functools.partial(back, self, out)


def through_default_operands(self, out, t):
    def _backward(self=self, out=out, slope=lambda: 1 - t ** 2):
        self.grad += slope() * out.grad
    return _backward


def through_a_default_argument_that_is_out_data(self, out, t):
    def _backward(t=t):
        self.grad += (1 - t ** 2) * out.grad
    return _backward


def through_a_class(self, out, t):
    class Slopes:
        @staticmethod
        def tanh():
            return 1 - t ** 2

    def _backward():
        self.grad += Slopes.tanh() * out.grad
    return _backward


def through_a_list_of_operands(self, out, t):
    both = [self, out]
    both.append(both)  # a circle must not hang the search

    def _backward():
        both[0].grad += (1 - both[1].data ** 2) * both[1].grad
    return _backward


def with_a_constant_on_purpose(self, out, t):
    third = CONSTANT

    def _backward(third=third, parts=(1 / 3, [2 / 3])):
        one = third * parts[0] * (parts[0] + parts[1][0])
        self.grad += (one - out.data ** 2) * out.grad
    return _backward


def with_a_function_of_another_module(self, out, t):
    def _backward():  # which has numbers of its own, such as ONE_THIRD
        slope, _, _ = hls_to_rgb(0.0, 1 - out.data ** 2, 0.0)
        self.grad += slope * out.grad
    return _backward


def with_ints(self, out, t):
    n, sign, name, is_big = 2, -1, 'tanh', t > 0.9

    def _backward():
        for _ in range(is_big + name.count('t') - is_big):
            self.grad += (1 + sign * out.data ** n) * out.grad
    return _backward


def with_an_if(self, out, t):
    def _backward():
        if self.data > 0:
            self.grad += (1 - out.data ** 2) * out.grad
        else:
            self.grad += (1 - out.data) * (1 + out.data) * out.grad
    return _backward


RIGHT = [through_elementary, through_out, as_in_the_lecture, through_a_helper,
         through_a_lambda, through_a_partial, through_default_operands,
         through_a_default_argument_that_is_out_data, through_a_class,
         through_a_list_of_operands, with_a_function_of_another_module,
         with_a_constant_on_purpose, with_ints, with_an_if]


@pytest.mark.parametrize('backward', RIGHT)
@pytest.mark.parametrize('x', [0.5, -0.5])
def test_student_operation_is_right(backward, x):
    f = operation(backward)
    assert close(derivative(f, x, 1), mp.diff(mp.tanh, x))
    assert close(derivative(f, x, 2), mp.diff(mp.tanh, x, 2))
    assert close(derivative(lambda x: x * f(x), x, 3),
                 mp.diff(lambda x: x * mp.tanh(x), mp.mpf(x), 3))


def test_the_captured_number_of_the_issue():
    """A captured t gave 0.0 where -0.727 is right."""
    assert second(operation(as_in_the_lecture), 0.5) == pytest.approx(-0.727, abs=1e-3)


def keeps_the_slope(self, out, t):
    slope = 1 - t ** 2

    def _backward():
        self.grad += slope * out.grad
    return _backward


def keeps_a_copy_of_x(self, out, t):
    x = self.data

    def _backward():
        self.grad += (1 - tanh(x) ** 2) * out.grad
    return _backward


def keeps_a_list(self, out, t):
    kept = [[], [t]]

    def _backward():
        self.grad += (1 - kept[1][0] ** 2) * out.grad
    return _backward


def keeps_a_dict(self, out, t):
    kept = {'t': t}

    def _backward():
        self.grad += (1 - kept['t'] ** 2) * out.grad
    return _backward


def keeps_a_key(self, out, t):
    kept = {t: 'tanh'}

    def _backward():
        self.grad += (1 - next(iter(kept)) ** 2) * out.grad
    return _backward


def keeps_a_method_of_a_dict(self, out, t):
    get = {'t': t}.get

    def _backward():
        self.grad += (1 - get('t') ** 2) * out.grad
    return _backward


def keeps_an_object(self, out, t):
    shelf = Shelf()
    shelf.t = t

    def _backward():
        self.grad += (1 - shelf.t ** 2) * out.grad
    return _backward


def keeps_it_on_a_class(self, out, t):
    class Context:
        kept = t

    def _backward():
        self.grad += (1 - Context.kept ** 2) * out.grad
    return _backward


def keeps_it_in_a_method_of_a_class(self, out, t):
    slope = 1 - t ** 2

    class Context:
        def __init__(self):
            self.slope = slope

        @property
        def half(self):
            return slope / 2

    def _backward():
        self.grad += (Context().slope + 2 * Context().half) / 2 * out.grad
    return _backward


def keeps_it_on_a_global_class(self, out, t):
    Shelf.kept = t

    def _backward():
        self.grad += (1 - Shelf.kept ** 2) * out.grad
    return _backward


def keeps_it_on_the_closure(self, out, t):
    def _backward():
        self.grad += (1 - _backward.t ** 2) * out.grad
    _backward.t = t
    return _backward


def keeps_it_on_out(self, out, t):
    out.t = t

    def _backward():
        self.grad += (1 - out.t ** 2) * out.grad
    return _backward


def keeps_it_on_the_class_of_out(self, out, t):
    type(out).kept = t

    def _backward():
        self.grad += (1 - out.kept ** 2) * out.grad
    return _backward


def keeps_it_as_a_label(self, out, t):
    out.label = t  # no text, but nothing asks an attribute

    def _backward():
        self.grad += (1 - out.label ** 2) * out.grad
    return _backward


def keeps_it_as_the_text_of_the_operation(self, out, t):
    out._op = t

    def _backward():
        self.grad += (1 - out._op ** 2) * out.grad
    return _backward


def keeps_a_global(self, out, t):
    global NUMBER
    NUMBER = t

    def _backward():
        self.grad += (1 - NUMBER ** 2) * out.grad
    return _backward


def keeps_a_global_table(self, out, t):
    TABLE['t'] = t

    def slope():
        return 1 - TABLE['t'] ** 2

    def _backward():
        self.grad += slope() * out.grad
    return _backward


def keeps_a_global_in_an_inner_function(self, out, t):
    global NUMBER
    NUMBER = t

    def _backward():
        self.grad += (lambda: 1 - NUMBER ** 2)() * out.grad
    return _backward


def keeps_a_nonlocal_from_the_first_pass(self, out, t):
    kept = None

    def _backward():
        nonlocal kept
        if kept is None:
            kept = 1 - tanh(self.data) ** 2
        self.grad += kept * out.grad
    return _backward


def keeps_a_memory(self, out, t):
    @functools.lru_cache
    def slope():
        return 1 - t ** 2

    def _backward():
        self.grad += slope() * out.grad
    return _backward


def keeps_a_generator(self, out, t):
    slopes = (1 - t ** 2 for _ in range(9))

    def _backward():
        self.grad += next(slopes) * out.grad
    return _backward


def keeps_an_iterator(self, out, t):
    def _backward():
        self.grad += (1 - advance() ** 2) * out.grad
    advance = itertools.repeat(t).__next__
    return _backward


def keeps_a_partial(self, out, t):
    def back(self, out, t):
        self.grad += (1 - t ** 2) * out.grad
    return functools.partial(back, self, out, t=t)


def keeps_a_decorated_closure(self, out, t):
    engines_own = (self * self)._backward  # wraps copies the name of its module
    slope = 1 - t ** 2

    @functools.wraps(engines_own)
    def _backward():
        self.grad += slope * out.grad
    return _backward


def keeps_a_callable_object(self, out, t):
    x = self

    class Backward:
        def __call__(self):
            x.grad += (1 - t ** 2) * out.grad
    return Backward()


def keeps_a_method(self, out, t):
    class Backward:
        def __init__(self, *kept):
            self.x, self.out, self.t = kept

        def run(self):
            self.x.grad += (1 - self.t ** 2) * self.out.grad
    return Backward(self, out, t).run


def keeps_a_value(self, out, t):
    other = Value(t)

    def _backward():
        self.grad += (1 - other.data ** 2) * out.grad
    return _backward


def keeps_a_value_by_default(self, out, t):
    values = (Value(t),)

    def _backward(*, kept=values):
        self.grad += (1 - kept[0].data ** 2) * out.grad
    return _backward


def keeps_a_fraction(self, out, t):
    kept = Fraction(t)

    def _backward():
        self.grad += float(1 - kept ** 2) * out.grad
    return _backward


def keeps_it_twice(self, out, t):
    slope = 1 - t ** 2

    def _backward(first=slope):  # on purpose, but the captured one is not
        self.grad += (first + slope) / 2 * out.grad
    return _backward


KEEPS = [thing for name, thing in list(globals().items()) if name.startswith('keeps_')]


@pytest.mark.parametrize('backward', KEEPS)
def test_student_operation_that_keeps_a_number_is_refused(backward):
    class Fresh(Loose):  # an attribute of the class must not reach the next test
        pass

    def f(x):
        return operation(backward)(x, kind=Fresh)

    assert close(derivative(f, 0.5), mp.diff(mp.tanh, 0.5))  # its gradient is right
    with pytest.raises(ValueError, match='the closure of .* (keeps|uses)') as e:
        second(f, 0.5)
    assert 'tanh(self.data) or out.data' in str(e.value) or 'Value(data' in str(e.value)


def test_a_slot_of_a_subclass_is_searched():
    with pytest.raises(ValueError, match='keeps out.t = 0.46'):
        second(lambda x: operation(keeps_it_on_out)(x, kind=Slotted), 0.5)


def test_the_error_shows_how_to_write_it():
    with pytest.raises(ValueError) as e:
        second(operation(keeps_the_slope), 0.5)
    assert 'keeps slope = 0.78' in str(e.value)
    assert 'def _backward(slope=slope)' in str(e.value)


def test_what_is_swapped_for_a_mirror_is_put_back():
    x = Value(0.5)
    for backward in (as_in_the_lecture, through_a_default_argument_that_is_out_data):
        y = operation(backward)(x)
        grad(y, [x], create_graph=True)
        closure = y._backward
        kept = [cell.cell_contents for cell in closure.__closure__]
        kept += closure.__defaults__ or ()
        assert any(thing is y.data for thing in kept)


def test_a_number_of_out_and_of_an_operand_is_refused():
    """Python keeps one object for equal constants: which one is meant?"""
    c = 0.5

    def scale_gradient(self):
        out = Value(self.data, (self,), 'scale')

        def _backward():
            self.grad += c * out.grad
        out._backward = _backward
        return out

    with pytest.raises(ValueError, match='keeps c = 0.5'):
        second(scale_gradient, c)


def test_constants_of_the_engine_that_equal_the_data():
    for x in (0.5, -3.0):
        assert second(lambda x: x.leaky_relu(0.5), x) == 0
        assert second(lambda x: x.clamp(-3.0, 0.5) ** 2, x) == 2
        assert second(lambda x: x ** 0.5, 0.5) == pytest.approx(-0.25 * 0.5 ** -1.5)


def test_attributes_of_a_subclass_do_not_hinder_the_engine():
    x = Loose(2.0)
    x.learning_rate = 0.1
    [slope] = grad(x * x, [x], create_graph=True)
    assert grad(slope, [x])[0].data == 2


def hypotenuse(self, other):
    out = Value((self.data ** 2 + other.data ** 2) ** 0.5, (self, other), 'hypot')

    def _backward():
        self.grad += self.data / out.data * out.grad
        other.grad += other.data / out.data * out.grad
    out._backward = _backward

    return out


def test_student_operation_of_two_operands():
    xs = [Value(0.7), Value(-1.9)]
    for path, slope in partials(hypotenuse(*xs), xs, 3):
        expected = mp.diff(mp.hypot, (mp.mpf(0.7), mp.mpf(-1.9)),
                           tuple(path.count(i) for i in range(2)))
        assert close(slope.data, expected)


def closure_of(slope):
    def f(self):
        out = Value(math.exp(self.data), (self,), 'my exp')

        def _backward():
            self.grad += slope(self.data, out.data) * out.grad
        out._backward = _backward
        return out
    return f


@pytest.mark.parametrize('slope', [
    lambda x, y: math.exp(x),
    lambda x, y: float(y),
    lambda x, y: y if x == 0.5 else 1.0,
    lambda x, y: y if x in (0.5, 2.5) else 1.0,
    lambda x, y: {0.5: y}[x],
    lambda x, y: {0.5: y}.get(x, 1.0),
    lambda x, y: round(y, 20),
])
def test_what_no_value_can_do_is_an_error_that_shows_the_way(slope):
    x = Value(0.5)
    y = closure_of(slope)(x) * 2
    before = state(y)
    assert close(grad(y, [x])[0].data, 2 * mp.exp(0.5))
    with pytest.raises((TypeError, ValueError, KeyError)) as e:
        grad(y, [x], create_graph=True)
    assert 'functions of micrograd.elementary' in text_of(e)
    assert state(y) == before


def test_another_rounding_on_numbers_is_no_other_branch():
    """numpy and math differ in the last digit of some functions."""
    f = closure_of(lambda x, y: y * (1 + 3e-16 * isinstance(x, float)))
    x = Value(0.5)
    assert grad(f(x), [x])[0].data != grad(f(x), [x], create_graph=True)[0].data
    assert close(second(f, 0.5), mp.exp(0.5))


def test_equality_on_data_is_refused():
    def step_at_one(self):
        out = Value(self.data * 2, (self,), 'doubled at 1')

        def _backward():
            self.grad += (2 if self.data == 1 else 5) * out.grad
        out._backward = _backward
        return out

    for x in (1.0, Fraction(1), 0.5):
        x = Value(x, label='x')
        with pytest.raises(TypeError) as e:
            grad(step_at_one(x), [x], create_graph=True)
        assert "'doubled at 1'" in text_of(e) and 'not with ==' in text_of(e)


def test_numpy_in_a_closure():
    np = pytest.importorskip('numpy')
    from_numpy = np.tanh

    def with_numpy(self, out, t):
        def _backward():
            self.grad += np.where(self.data > 0, 1, 1) * (
                1 - np.tanh(self.data) * from_numpy(self.data)) * out.grad
        return _backward

    def keeps_a_scalar(self, out, t):
        t = np.float64(t)

        def _backward():
            self.grad += (1 - t ** 2) * out.grad
        return _backward

    for x in (0.3, 0.5, 1.7, 3.1):
        assert close(second(operation(with_numpy), x), mp.diff(mp.tanh, x, 2))
    with pytest.raises(ValueError, match='keeps t'):
        second(operation(keeps_a_scalar), 0.5)


def test_closure_replaced_after_the_fact():
    x = Value(0.5)
    y = x * x
    mul, extra = y._backward, 0.1

    def _backward():
        mul()
        x.grad += extra * y.grad
    y._backward = _backward
    assert grad(y, [x])[0].data == 1.1
    with pytest.raises(ValueError, match='keeps extra = 0.1'):
        grad(y, [x], create_graph=True)


# --- graphs -----------------------------------------------------------------

def test_nothing_changes():
    x = Value(0.5, label='x')
    h = x * 3
    y = tanh(h) * operation(as_in_the_lecture)(x)
    for node in topological_order(y):
        node.grad = 7.0
    before = state(y)
    for create_graph in (False, True):
        [slope] = grad(y, [x], create_graph)
        if create_graph:
            grad(grad(slope, [x], create_graph=True)[0], [h, x])
        assert state(y) == before
    y.backward()
    assert x.grad == 7.0 + slope.data


@pytest.mark.parametrize('create_graph', [False, True])
def test_nothing_changes_after_an_exception(create_graph):
    x = Value(0.5)
    h = operation(as_in_the_lecture)(x)
    broken = h * 2
    y = sin(broken)
    intact = broken._backward

    def _backward():
        intact()
        raise LookupError('on purpose')
    broken._backward = _backward
    before = state(y)
    with pytest.raises(LookupError) as e:
        grad(y, [x], create_graph)
    assert "backward pass of '*'" in text_of(e)
    assert state(y) == before

    broken._backward = intact
    [slope] = grad(y, [x], create_graph=True)
    y.backward()
    assert x.grad == slope.data


def test_used_up_graphs_are_refused():
    x = Value(2.0)
    y = x * x
    z = y + 1
    y.release()
    for create_graph in (False, True):
        with pytest.raises(RuntimeError, match='used up'):
            grad(z, [x], create_graph)
    [slope] = grad(x ** 3, [x], create_graph=True)
    slope.backward()
    with pytest.raises(RuntimeError, match='used up'):
        grad(slope, [x])
    assert x.grad == 12


def test_inputs_not_reached_repeated_and_interior():
    x, unused = Value(2.0), Value(Fraction(1))
    h = x * x
    y = h * h + x
    found = grad(y, [x, unused, h, x, y], create_graph=True)
    assert [slope.data for slope in found] == [33, 0, 8, 33, 1]
    _, by_unused, by_h, *_ = found
    assert type(by_unused.data) is Fraction
    assert grad(by_h, [h, x])[0].data == 2  # h moved alone
    assert grad(by_h, [h, x])[1].data == 8  # h moved by x
    assert grad(by_unused, [x])[0].data == 0


def test_results_can_be_differentiated_released_and_drawn():
    x = Value(0.7, label='x')
    y = x ** 3 + sin(x)
    [slope] = grad(y, [x], create_graph=True)
    nodes = topological_order(slope)
    assert x in nodes and nodes[-1] is slope
    assert {node._op for node in nodes} >= {'=', '*', 'cos'}
    slope.backward()
    assert close(x.grad, 6 * 0.7 - mp.sin(0.7))
    assert grad(x ** 3, [x])[0].data == 3 * 0.7 ** 2


def test_backward_of_a_gradient_trains():
    """A gradient penalty, the use of second derivatives in training."""
    model, x = MLP(2, [4, 1], activation='tanh'), [Value(0.3), Value(-0.8)]
    slopes = grad(model(x), x, create_graph=True)
    penalty = sum(s * s for s in slopes)
    penalty.backward()
    w, h = model.parameters()[0], 1e-5

    def penalty_at(data):
        w.data = data
        return sum(s.data ** 2 for s in grad(model(x), x))

    at = w.data
    numerical = (penalty_at(at + h) - penalty_at(at - h)) / (2 * h)
    assert close(w.grad, numerical, 1e-8)


def test_a_gradient_penalty_compiles():
    model = MLP(2, [4, 1], activation='tanh')

    def penalty(x, y):
        return sum(s * s for s in grad(model([x, y]), [x, y], create_graph=True))

    eager = penalty(Value(0.3), Value(-0.8))
    eager.backward()
    expected = [p.grad for p in model.parameters()]
    model.zero_grad()
    compiled = compile_loss(penalty, model.parameters())
    assert compiled.step(0.3, -0.8) == eager.data
    assert [p.grad for p in model.parameters()] == expected


def test_ten_thousand_nodes():
    x = Value(0.5)
    y = x
    for _ in range(5000):
        y = sin(y) + 0.0001
    [slope] = grad(y, [x], create_graph=True)
    assert len(topological_order(y)) > 10_000
    [curvature] = grad(slope, [x], create_graph=True)
    h = 1e-5
    numerical = (grad(shifted(h), [shifted.x])[0].data
                 - grad(shifted(-h), [shifted.x])[0].data) / (2 * h)
    assert curvature.data == pytest.approx(numerical, rel=1e-6)
    curvature.release()


def shifted(h):
    y = shifted.x = Value(0.5 + h)
    for _ in range(5000):
        y = sin(y) + 0.0001
    return y


def test_no_leak():
    def f(x, y):
        return 3 * sin(x * y) + operation(as_in_the_lecture)(x) / y

    def everything():
        derivative(lambda x: f(x, 2.0), 0.5, 4)
        jacobian(lambda *xs: [f(*xs)], POINT)
        hessian(f, POINT)
        hvp(f, POINT, [1.0, 2.0])
        with pytest.raises(ValueError):
            second(operation(keeps_the_slope), 0.5)

    def values():
        gc.collect()
        return sum(isinstance(thing, Value) for thing in gc.get_objects())

    everything()
    before = values()
    everything()
    assert values() == before


def test_graphs_are_freed_without_the_garbage_collector():
    born = []

    def f(x, y):
        out = x * y + sin(x)
        born.extend(map(weakref.ref, topological_order(out)))
        return out

    gc.disable()
    try:
        jacobian(f, POINT)
        hessian(f, POINT)
        hvp(f, POINT, [1.0, 2.0])
        derivative(lambda x: f(x, x), 0.5, 3)
        alive = [ref() for ref in born if ref() is not None]
    finally:
        gc.enable()
    assert born and not alive


def test_what_f_only_looks_up_stays_usable():
    w = Value(3.0)
    k = w * w
    assert derivative(lambda x: k * x ** 2, 2.0, 2).data == 18
    assert hessian(lambda x: k * x ** 2, [2.0])[0][0].data == 18
    assert [row[0].data for row in jacobian(lambda x: [k, k * x], [2.0])] == [0, 9]
    k.backward()
    assert w.grad == 6


# --- Values from outside ------------------------------------------------------

NESTED = {
    'derivative': lambda w: derivative(lambda y: w * y ** 2, 3.0),
    'derivative of order 0': lambda w: derivative(lambda y: 6 * w * y, 1.0, 0),
    'second derivative': lambda w: 3 * derivative(lambda y: w * y ** 2, 3.0, 2),
    'jacobian': lambda w: jacobian(lambda y, z: w * y ** 2 * z, [3.0, 1.0])[0],
    'jacobian of two': lambda w: jacobian(lambda y: [y, w * y ** 2], [3.0])[1][0],
    'hessian': lambda w: 3 * hessian(lambda y: w * y ** 2, [3.0])[0][0],
    'hvp': lambda w: hvp(lambda y: w * y ** 2, [3.0], [3.0])[0],
    'hvp along a Value': lambda w: hvp(lambda y: y ** 2, [3.0], [3.0 * w])[0],
}


@pytest.mark.parametrize('slope', NESTED.values(), ids=NESTED)
@pytest.mark.parametrize('above', [lambda w: w, lambda w: w * 1.0],
                         ids=['leaf', 'node'])
def test_nothing_cuts_the_graph_of_a_value_from_outside(slope, above):
    """slope(w) is 6 w, so w * slope(w) is 6 w² and its slope 12 w."""
    w = Value(2.0)
    outer = above(w)
    loss = outer * slope(outer)
    assert loss.data == 24.0
    loss.backward()
    assert w.grad == 24.0
    w.grad = 0.0
    [by_w] = grad(w * slope(w), [w], create_graph=True)
    assert grad(by_w, [w])[0].data == 12.0


def test_derivatives_nest():
    def inner(x):
        return derivative(lambda y: x * y, 1.0)
    assert derivative(lambda x: x * inner(x), 4.0) == 8.0
    assert derivative(lambda x: x * derivative(
        lambda y: y * derivative(lambda z: x * y * z ** 2, 1.0), 3.0), 2.0) == 48.0
    assert hessian(lambda x: x * inner(x), [4.0]) == [[2.0]]


def test_the_slope_of_a_model_trains_it():
    model = MLP(1, [3, 1], activation='tanh')
    slope = derivative(lambda x: model([x]), 0.3)
    slope.backward()
    w, h = model.parameters()[0], 1e-6

    def slope_at(data):
        w.data = data
        return derivative(lambda x: model([x]), 0.3).data
    at = w.data
    assert close(w.grad, (slope_at(at + h) - slope_at(at - h)) / (2 * h), 1e-7)


def test_what_f_makes_itself_is_not_from_outside():
    def f(x):
        return Value(3.0) * Value(2.0).exp() * x ** 2 + where(x > 0, 1.0, x)
    assert type(derivative(f, 2.0)) is float
    assert type(hessian(f, [2.0])[0][0]) is float


def test_no_inputs():
    for f in (hessian, jacobian, lambda f, xs: hvp(f, xs, [])):
        with pytest.raises(ValueError, match='xs is empty'):
            f(lambda: Value(2.0), [])
    with pytest.raises(TypeError, match='one Value, got .*Value'):
        hessian(lambda x: [x, x], [1.0])


def test_a_forward_pass_beside_that_of_another_thread_is_told_so():
    x, begun, over = Value(0.5), threading.Event(), threading.Event()
    y = Value(x.data, (x,), 'slow')

    def _backward(begun=begun, over=over):
        x.grad += y.grad
        if isinstance(x.data, Value):
            begun.set()
            over.wait(60)
    y._backward = _backward
    thread = threading.Thread(target=grad, args=(y, [x], True))
    thread.start()
    try:
        assert begun.wait(60)
        for use in (lambda: math.exp(x.data), lambda: Value(2 * x.data)):
            with pytest.raises(TypeError, match='another thread runs .* take a lock'):
                use()
    finally:
        over.set()
        thread.join(60)
    with pytest.raises(TypeError) as told:
        math.exp(x)
    assert 'thread' not in str(told.value)


def test_several_threads_share_parameters():
    model = MLP(2, [4, 1], activation='tanh')
    params = model.parameters()

    def slopes():
        y = model([0.3, -0.8])
        return [[g.data for g in grad(y, params, create_graph=True)] for _ in range(3)]

    expected, found = slopes(), []

    def work():
        for _ in range(3):
            try:
                found.append(slopes())
            except TypeError as error:  # a forward pass beside a backward pass
                assert 'create_graph=True' in str(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
    finally:
        sys.setswitchinterval(interval)
    assert found and all(each == expected for each in found)


# --- corners ----------------------------------------------------------------

@pytest.mark.parametrize('f, slope', [
    (lambda x: x.relu(), 0.0),
    (abs, 0.0),
    (lambda x: x.maximum(0), 0.5),
    (lambda x: x.maximum(x), 1.0),
    (lambda x: x.minimum(0 * x), 0.5),
    (lambda x: x.clamp(0, 1), 1.0),
    (lambda x: x ** 0, 0.0),
    (lambda x: x ** 1, 1.0),
])
def test_corners_keep_their_slope_and_have_no_curvature(f, slope):
    assert derivative(f, 0.0) == slope
    x = Value(0.0)
    assert grad(f(x), [x], create_graph=True)[0].data == slope
    assert derivative(f, 0.0, 2) == derivative(f, 0.0, 3) == 0


@pytest.mark.parametrize('f', [lambda x: x.sqrt(), lambda x: x ** 0.5,
                               lambda x: x ** Value(0.5), lambda x: x ** 0.2])
def test_roots_at_0(f):
    """The signs of the derivatives just above 0."""
    assert [derivative(f, 0.0, n) for n in (1, 2, 3, 4)] == [
        math.inf, -math.inf, math.inf, -math.inf]
    assert [derivative(lambda x: x * f(x), 0.5, n) > 0 for n in (1, 2, 3)] == [
        True, True, False]  # no trace of the pole elsewhere


@pytest.mark.parametrize('n', [2, 3.0, Value(1.0), Value(2.0), Value(3.0)])
def test_powers_at_0(n):
    order = int(n.data if isinstance(n, Value) else n)
    found = [derivative(lambda x: x ** n, 0.0, k) for k in range(1, order + 2)]
    found = [x.data if isinstance(x, Value) else x for x in found]  # n is from outside
    assert found == [0.0] * (order - 1) + [math.factorial(order), 0.0]


def test_power_between_two_orders_at_0():
    found = [derivative(lambda x: x ** 1.5, 0.0, n) for n in (1, 2, 3)]
    assert found == [0, math.inf, -math.inf]


def test_power_of_a_negative_number_by_a_value():
    [[by_x_x, by_x_n], [by_n_x, by_n_n]] = hessian(lambda x, n: x ** n, [-2.0, -3.0])
    assert by_x_x == pytest.approx(12 * (-2.0) ** -5)
    assert all(map(math.isnan, (by_x_n, by_n_x, by_n_n)))


def test_numbers_that_are_not_finite():
    assert derivative(exp, 1000.0, 2) == math.inf
    assert derivative(tanh, 1000.0, 2) == 0
    assert derivative(softplus, -1000.0, 2) == 0
    assert math.isnan(derivative(tanh, math.nan, 2))
    assert derivative(lambda x: x.relu(), math.nan, 2) == 0
    assert derivative(lambda x: x * x, math.inf, 2) == 2


# --- other kinds of number --------------------------------------------------

def test_fractions_are_exact():
    third = Fraction(1, 3)

    def f(x, y):
        return x ** 3 / y + where(x > 0, x * y, y) / 7

    assert jacobian(f, [third, Fraction(2)]) == [
        third ** 2 * 3 / 2 + Fraction(2, 7), -third ** 3 / 4 + third / 7]
    hess = hessian(f, [third, Fraction(2)])
    mixed = Fraction(-1, 12) + Fraction(1, 7)
    assert hess == [[1, mixed], [mixed, third ** 3 / 4]]
    assert all(type(h) is Fraction for h in hess[0] + hess[1])
    assert derivative(lambda x: x ** 4, third, 3) == 8
    assert type(derivative(lambda x: 5, third, 2)) is Fraction


class Dual:
    """value + slope * e with e * e = 0: forward mode, for a test."""

    def __init__(self, value, slope=0.0):
        self.value, self.slope = float(value), float(slope)

    def _with(self, other):
        return other if isinstance(other, Dual) else Dual(other)

    def __add__(self, other):
        other = self._with(other)
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        other = self._with(other)
        return Dual(self.value * other.value,
                    self.slope * other.value + self.value * other.slope)

    def __truediv__(self, other):
        return self * self._with(other) ** -1

    def __pow__(self, n):
        return Dual(self.value ** n, n * self.value ** (n - 1) * self.slope)

    def __neg__(self):
        return self * -1

    def __sub__(self, other):
        return self + -self._with(other)

    def __gt__(self, other):
        return self.value > self._with(other).value

    def sin(self):
        return Dual(math.sin(self.value), math.cos(self.value) * self.slope)

    def cos(self):
        return Dual(math.cos(self.value), -math.sin(self.value) * self.slope)

    def exp(self):
        return Dual(math.exp(self.value), math.exp(self.value) * self.slope)

    __radd__, __rmul__ = __add__, __mul__

    def __rsub__(self, other):
        return -self + other


def test_dual_numbers_go_forward():
    z = g(Value(Dual(0.4, 1)), Value(Dual(1.3)))
    assert close(z.data.value, g_exact(*POINT))
    assert close(z.data.slope, g_partial(1, 0))


def test_forward_over_reverse():
    x, y = Value(Dual(0.4, 1)), Value(Dual(1.3))
    g(x, y).backward()
    assert close(x.grad.value, g_partial(1, 0))
    assert close(x.grad.slope, g_partial(2, 0))
    assert close(y.grad.slope, g_partial(1, 1))


def test_forward_over_reverse_over_reverse():
    x, y = Value(Dual(0.4, 1)), Value(Dual(1.3))
    [slope, _] = grad(g(x, y), [x, y], create_graph=True)
    [curvature, mixed] = grad(slope, [x, y])
    assert close(curvature.data.slope, g_partial(3, 0))
    assert close(mixed.data.slope, g_partial(2, 1))


# --- laws, on random expressions --------------------------------------------

UNARY = {'sin': (sin, mp.sin), 'cos': (cos, mp.cos), 'tanh': (tanh, mp.tanh),
         'sigmoid': (sigmoid, lambda a: 1 / (1 + mp.exp(-a))),
         'softplus': (softplus, lambda a: mp.log1p(mp.exp(a))),
         'log': (lambda a: log(a * a + 1), lambda a: mp.log(a * a + 1)),
         'cube': (lambda a: a ** 3, lambda a: a ** 3)}
BINARY = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b,
          '/': lambda a, b: a / (2 + b * b)}

LEAVES = st.sampled_from(['x', 'y']) | st.sampled_from([2, -1.5])
EXPRESSIONS = st.recursive(LEAVES, lambda inner: st.one_of(
    st.tuples(st.sampled_from(sorted(UNARY)), inner),
    st.tuples(st.sampled_from(sorted(BINARY)), inner, inner)), max_leaves=6)
NUMBERS = st.floats(-1.5, 1.5)


def run(tree, x, y, exact=False):
    """The expression on Values, or on numbers of mpmath."""
    if not isinstance(tree, tuple):
        constant = mp.mpf(tree) if exact and tree not in ('x', 'y') else tree
        return {'x': x, 'y': y}.get(tree, constant)
    name, *operands = tree
    operands = [run(operand, x, y, exact) for operand in operands]
    if name in BINARY:
        return BINARY[name](*operands)
    return UNARY[name][exact](*operands)


def function(tree):
    return lambda x, y: run(tree, x, y) + 0 * x  # a Value, also if it is constant


def largest(hess):
    return max(1, *(abs(h) for row in hess for h in row))


@given(EXPRESSIONS, NUMBERS, NUMBERS)
@settings(max_examples=60)
def test_hessian_is_symmetric_and_right(tree, x, y):
    hess = hessian(function(tree), [x, y])
    assert abs(hess[0][1] - hess[1][0]) <= 1e-12 * largest(hess)
    expected = mp.diff(lambda x, y: run(tree, x, y, True), (x, y), (1, 1))
    assert abs(hess[0][1] - expected) <= 1e-10 * largest(hess)


@given(EXPRESSIONS, EXPRESSIONS, NUMBERS, NUMBERS)
@settings(max_examples=60)
def test_hessian_is_linear(tree, other_tree, x, y):
    f, h = function(tree), function(other_tree)
    of_f, of_h = hessian(f, [x, y]), hessian(h, [x, y])
    both = hessian(lambda x, y: 3 * f(x, y) - h(x, y), [x, y])
    for i, j in itertools.product(range(2), repeat=2):
        assert abs(both[i][j] - (3 * of_f[i][j] - of_h[i][j])) <= 1e-10 * (
            largest(of_f) + largest(of_h))


@given(EXPRESSIONS, NUMBERS, NUMBERS)
@settings(max_examples=60)
def test_hessian_is_the_difference_of_gradients(tree, x, y):
    def gradient(x, y):
        xs = Value(x), Value(y)
        function(tree)(*xs).backward()
        return [v.grad for v in xs]

    h = 1e-5
    hess = hessian(function(tree), [x, y])
    for i, (high, low) in enumerate(zip(gradient(x + h, y), gradient(x - h, y))):
        assert abs(hess[0][i] - (high - low) / (2 * h)) <= 1e-4 * largest(hess)


@given(EXPRESSIONS, NUMBERS, NUMBERS, NUMBERS, NUMBERS)
@settings(max_examples=60)
def test_hvp_is_hessian_times_vector(tree, x, y, v, w):
    hess = hessian(function(tree), [x, y])
    for row, product in zip(hess, hvp(function(tree), [x, y], [v, w])):
        assert abs(product - (row[0] * v + row[1] * w)) <= 1e-11 * largest(hess)

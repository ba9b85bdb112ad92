"""The engine: identity, graphs, the backward pass, students' operations.

What the operations compute is in test_ops.py, of which numbers in
test_numbers.py, laws for any expression in test_laws.py, how graphs are freed
in test_memory.py.
"""
import dataclasses
import math
import operator
import pickle
import sys
import weakref
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from gradients import close, gradient

from micrograd import Value, elementary, explain, grad
from micrograd.graph import let_go, nothing, topological_order

# --- identity, comparison, text -----------------------------------------------

def test_equal_means_the_same_object():
    a, b = Value(1.0), Value(1.0)
    assert a == a
    assert a != b
    assert len({a, b}) == 2
    assert b not in [a]
    assert [a, b].index(b) == [a, b, b].count(b) - 1 == {a: 0, b: 1}[b] == 1
    assert Pair(a, 'x') == Pair(a, 'x') != Pair(b, 'x')
    for other in (None, 'a', [1.0], object, np.array([1.0], dtype=object)[:0]):
        assert not np.any(a == other) and not np.any(other == a)
    twin = pickle.loads(pickle.dumps({a: 1}))
    assert list(twin.values()) == [1] and a not in twin


@dataclasses.dataclass
class Pair:
    value: Value
    name: str


@pytest.mark.parametrize('number', [2.0, 2, True, Fraction(2), Decimal(2), 2j,
                                    np.float64(2), np.int64(2)], ids=repr)
@pytest.mark.parametrize('compare', [
    operator.eq, operator.ne, lambda v, x: x == v, lambda v, x: x != v,
    lambda v, x: v in [x], lambda v, x: x in [v], lambda v, x: [x].index(v),
    lambda v, x: [None, v].count(x), lambda v, x: Pair(v, 'a') == Pair(x, 'a')])
def test_a_value_beside_a_number_is_no_silent_false(compare, number):
    with pytest.raises(TypeError, match=r'v\.data == '):
        compare(Value(2.0), number)


def test_a_value_is_compared_with_a_number_by_its_data():
    with pytest.raises(TypeError, match=r'v\.data == 2\.0'):
        elementary.where(Value(2.0) == 2.0, 1.0, 0.0)
    assert elementary.where(Value(2.0).data == 2.0, 1.0, 0.0) == 1.0


def test_equality_costs_a_look_up_nothing():
    """Identity comes first, and the hash is that of every object."""
    a = Value(1.0)
    assert hash(a) == object.__hash__(a)
    assert Value.__hash__ is object.__hash__


def test_item_and_detach():
    a = Value(3.0, label='a')
    b = a * 2
    assert (b.item(), type(b.item())) == (6.0, float)
    assert Value(Fraction(1, 3)).item() == Fraction(1, 3)
    cut = b.detach()
    assert (cut.data, cut.grad, cut._prev) == (6.0, 0.0, ())
    (cut * a + b).backward()
    assert (a.grad, cut.grad) == (8.0, 3.0)


@pytest.mark.parametrize('make', [
    lambda: Value(1.0, (), 3), lambda: Value(1.0, (Value(2.0),), (1.0,)),
    lambda: Value(1.0, (), None), lambda: Value(1.0, label=2.0),
    lambda: Value(1.0, label=None)])
def test_operation_and_label_are_texts(make):
    with pytest.raises(TypeError, match='(_op|label) is a text'):
        make()


@pytest.mark.parametrize('symbol', [operator.lt, operator.le, operator.gt,
                                    operator.ge], ids=lambda symbol: symbol.__name__)
@pytest.mark.parametrize('other', [1.0, 2.0, 3.0, math.nan])
def test_comparisons_look_at_data(symbol, other):
    v = Value(2.0)
    for found, wanted in ((symbol(v, other), symbol(2.0, other)),
                          (symbol(other, v), symbol(other, 2.0)),
                          (symbol(v, Value(other)), symbol(2.0, other))):
        assert found is wanted


def test_builtins_that_compare_and_add():
    values = [Value(x) for x in (2.0, -1.0, 3.0)]
    assert max(values) is values[2]
    assert min(values) is values[1]
    assert sorted(values) == [values[1], values[0], values[2]]
    assert sum(values).data == 4.0
    assert abs(values[1]).data == 1.0
    assert [bool(Value(x)) for x in (0.0, -0.0, 0.1, math.nan)] \
        == [False, False, True, True]


def test_builtin_max_passes_its_gradient_to_the_one_it_picked():
    a, b = Value(1.0), Value(2.0)
    (max(a, b) * 3).backward()
    assert (a.grad, b.grad) == (0.0, 3.0)


@pytest.mark.parametrize('turn', [
    float, int, complex, math.exp, math.sqrt, math.floor, math.isnan, np.float64,
    lambda v: '%.2f' % v, lambda v: np.array([v], dtype=float)])  # noqa: UP031
def test_a_value_does_not_become_a_plain_number(turn):
    with pytest.raises(TypeError, match=r'v\.data.*v\.exp\(\)'):
        turn(Value(1.0))


def test_a_misspelt_attribute_is_an_error():
    v = Value(1.0)
    with pytest.raises(AttributeError, match='gard'):
        v.gard = 0
    with pytest.raises(AttributeError, match='gard'):
        v.gard  # noqa: B018


def test_repr_and_format():
    v = Value(2.0)
    assert repr(v) == str(v) == f'{v}' == 'Value(data=2.0, grad=0.0)'
    v.label = 'a'
    v.grad = -1.5
    assert repr(v) == f'{v}' == "Value(label='a', data=2.0, grad=-1.5)"
    assert f'{v:.2f}|{v:8.1e}|{v:+}' == '2.00| 2.0e+00|+2.0'
    assert f'{Value(Fraction(1, 3))}' == 'Value(data=1/3, grad=0)'


# --- the graph ----------------------------------------------------------------

def test_a_value_by_hand():
    a = Value(2.0, label='a')
    out = Value(4.0, [a, a], '+', label='out')
    assert out._prev == (a, a)
    assert (out._op, out.label, out.data, out.grad) == ('+', 'out', 4.0, 0.0)
    assert a._prev == ()
    assert a._backward() is None


def test_operations_in_pictures_have_their_own_signs():
    a, b = Value(0.5), Value(2.0)
    made = [a + b, a - b, a * b, a / b, a ** b, a ** 2, a ** 0.5, -a, abs(a),
            a.relu(), a.tanh(), 1 - a, 1 / a]
    assert [v._op for v in made] == ['+', '-', '*', '/', '**', '**2', '**0.5', 'neg',
                                     'abs', 'ReLU', 'tanh', '-', '/']
    assert made[1]._prev == made[3]._prev == (a, b)
    one, found = made[-1]._prev
    assert (one.data, found) == (1.0, a)


def test_a_closure_that_a_leaf_was_given_runs():
    x, passed = Value(3.0), []
    x._backward = lambda: passed.append(x.grad)
    (x * x).backward()
    assert passed == [6.0]
    assert x.grad == 6.0


def test_topological_order_is_depth_first():
    a, b = Value(1.0, label='a'), Value(2.0, label='b')
    c = a * b
    d = c + a
    e = d * c
    assert topological_order(e) == [a, b, c, d, e]
    assert topological_order(a) == [a]


def tie(node, operand):
    """Make a cycle, as no operation can."""
    node._prev = (operand, *node._prev[1:])


@pytest.mark.parametrize('use', [Value.backward, Value.release, topological_order],
                         ids=['backward', 'release', 'topological_order'])
def test_a_cycle_is_an_error(use):
    a = Value(1.0, label='a')
    b = a * 2
    c = b * 3
    c.label = 'ring'
    tie(b, c)
    root = c + 1
    with pytest.raises(ValueError, match="cycle.*label='ring'"):
        use(root)
    assert [v.grad for v in (a, b, c, root)] == [0.0] * 4


def test_a_node_that_is_its_own_operand():
    b = Value(1.0) * 2
    tie(b, b)
    with pytest.raises(ValueError, match='cycle'):
        b.backward()


# --- backward -----------------------------------------------------------------

def test_leaves_accumulate_over_graphs():
    a = Value(3.0)
    (a * 2).backward()
    (a * a).backward()
    assert a.grad == 8.0


def test_a_leaf_as_root_accumulates_one():
    a = Value(3.0)
    a.backward()
    a.backward()
    assert a.grad == 2.0


def test_interior_gradients_start_from_zero_in_every_pass():
    a = Value(1.0)
    b = a + a
    c = b + b
    b.grad = c.grad = 100.0
    c.backward(retain_graph=True)
    assert (a.grad, b.grad, c.grad) == (4.0, 2.0, 1.0)
    c.backward(retain_graph=True)
    c.backward()
    assert (a.grad, b.grad, c.grad) == (12.0, 2.0, 1.0)


@pytest.mark.parametrize('use_up', [Value.backward, Value.release],
                         ids=['backward', 'release'])
@pytest.mark.parametrize('build_on', [
    lambda old: old, lambda old: old + 1, lambda old: old._prev[0] * 2],
    ids=['the same root', 'a graph on it', 'a part of it'])
def test_a_used_up_graph_is_refused_before_anything_changes(use_up, build_on):
    a, fresh = Value(3.0), Value(1.0)
    old = (a * 2).exp()
    use_up(old)
    root = fresh * build_on(old) + fresh
    root.grad = 5.0
    before = [v.grad for v in topological_order(root)]
    with pytest.raises(RuntimeError, match='retain_graph=True'):
        root.backward()
    assert [v.grad for v in topological_order(root)] == before


def test_a_used_up_graph_keeps_all_that_pictures_show():
    a = Value(3.0, label='a')
    b = a * 2
    c = b + a
    c.label = 'c'
    c.backward()
    assert topological_order(c)[-1] is c
    assert (b._prev[0], c._prev, c._op, c.label) == (a, (b, a), '+', 'c')
    assert [v.data for v in (a, b, c)] == [3.0, 6.0, 9.0]
    assert [v.grad for v in (a, b, c)] == [3.0, 1.0, 1.0]


def test_numbers_of_a_used_up_graph_serve_as_leaves():
    a = Value(3.0)
    b = a * 2
    b.backward()
    c = Value(b.data) * a
    c.backward()
    assert a.grad == 2.0 + 6.0


@pytest.mark.parametrize('closure', [nothing, None])
@pytest.mark.parametrize('run', [
    Value.backward, lambda root: grad(root, []), lambda root: explain(root, root)],
    ids=['backward', 'grad', 'explain'])
def test_an_operation_without_closure_is_refused_before_anything_changes(run, closure):
    a = Value(3.0)
    forgotten = Value(6.0, (a,), 'double', label='culprit')
    forgotten._backward = closure
    root = forgotten * a
    a.grad = root.grad = 5.0
    with pytest.raises(RuntimeError, match="'double' .*no closure.*culprit"):
        run(root)
    assert (a.grad, root.grad, forgotten.grad) == (5.0, 5.0, 0.0)


def test_release_changes_no_number():
    a = Value(3.0)
    b = a * a
    a.grad, b.grad = 7.0, 8.0
    b.release()
    b.release()
    a.release()
    assert (a.data, a.grad, b.data, b.grad) == (3.0, 7.0, 9.0, 8.0)
    a.backward()
    assert a.grad == 8.0


def test_graphs_that_share_leaves_do_not_use_each_other_up():
    a = Value(3.0)
    first, second = a * 2, a * 5
    first.backward()
    second.backward()
    assert a.grad == 7.0


def failing(error, fails=lambda: True):
    """An operation whose closure raises as long as fails() says so."""
    def operation(x):
        out = Value(x.data, (x,), 'failing', label='culprit')

        def _backward():
            if fails():
                raise error
            x.grad += out.grad
        out._backward = _backward

        return out
    return operation


@pytest.mark.parametrize('error', [ValueError('no luck'), KeyError('no luck'),
                                   ZeroDivisionError('no luck')],
                         ids=lambda error: type(error).__name__)
def test_an_error_in_a_closure_names_the_operation(error):
    root = failing(error)(Value(1.0) * 2) * 3
    with pytest.raises(type(error), match='no luck') as caught:
        root.backward()
    assert caught.value is error
    text = '\n'.join([str(error), *getattr(error, '__notes__', [])])
    assert "'failing'" in text
    assert "label='culprit'" in text
    assert hasattr(error, '__notes__') == (sys.version_info >= (3, 11))


def test_an_error_without_text_names_the_operation():
    with pytest.raises(StopIteration) as caught:
        failing(StopIteration())(Value(1.0)).backward()
    error = caught.value
    assert "'failing'" in '\n'.join([str(error), *getattr(error, '__notes__', [])])


def test_a_closure_that_overflows_says_how_not_to():
    def fourth(x):
        out = Value(x.data * x.data * x.data * x.data, (x,), 'fourth')

        def _backward():
            x.grad += 4 * x.data ** 3 * out.grad
        out._backward = _backward
        return out
    with pytest.raises(OverflowError) as caught:
        fourth(Value(1e110)).backward()
    error = caught.value
    assert 'power(x, n)' in '\n'.join([str(error), *getattr(error, '__notes__', [])])


def test_an_error_in_a_closure_leaves_the_graph_usable():
    a, trouble = Value(2.0), [True]
    b = a * 3
    root = failing(ValueError(), lambda: trouble[0])(b) * 5
    with pytest.raises(ValueError):
        root.backward()
    trouble[0] = False
    a.grad = 0.0
    root.backward()
    assert (a.grad, b.grad, root.grad) == (15.0, 5.0, 1.0)


def test_an_interrupt_leaves_the_graph_usable():
    """Ctrl-C is no fault of the operation that it happens to hit."""
    trouble = [True]
    a = Value(2.0)
    root = failing(KeyboardInterrupt(), lambda: trouble[0])(a)
    with pytest.raises(KeyboardInterrupt) as caught:
        root.backward()
    assert not hasattr(caught.value, '__notes__')
    trouble[0] = False
    root.backward()
    assert a.grad == 1.0


# --- by hand, as in the lecture -----------------------------------------------

def neuron():
    x1, x2 = Value(2.0, label='x1'), Value(0.0, label='x2')
    w1, w2 = Value(-3.0, label='w1'), Value(1.0, label='w2')
    b = Value(6.8813735870195432, label='b')
    x1w1 = x1 * w1
    x2w2 = x2 * w2
    x1w1x2w2 = x1w1 + x2w2
    n = x1w1x2w2 + b
    return [x1, x2, w1, w2, b, n], [x1w1, x2w2, x1w1x2w2], n


NEURON_GRADIENTS = [-1.5, 0.5, 1.0, 0.0, 0.5, 0.5]


def test_closures_called_by_hand_from_the_output_down():
    shown, inner, n = neuron()
    o = n.tanh()
    assert o.data == close(0.7071067811865476)
    o.grad = 1.0
    for node in (o, n, inner[2], inner[1], inner[0], shown[4]):
        node._backward()
    assert [v.grad for v in shown] == close(NEURON_GRADIENTS)


def test_tanh_of_exponentials():
    shown, _, n = neuron()
    e = (2 * n).exp()
    o = (e - 1) / (e + 1)
    o.backward()
    assert o.data == close(0.7071067811865476)
    assert [v.grad for v in shown] == close(NEURON_GRADIENTS)


def test_order_built_by_hand():
    shown, _, n = neuron()
    o = n.tanh()
    topo, visited = [], set()

    def build_topo(v):
        if v not in visited:
            visited.add(v)
            for child in v._prev:
                build_topo(child)
            topo.append(v)
    build_topo(o)
    o.grad = 1.0
    for node in reversed(topo):
        node._backward()
    assert [v.grad for v in shown] == close(NEURON_GRADIENTS)


def test_a_step_down_the_gradient():
    a, b, c, f = (Value(x) for x in (2.0, -3.0, 10.0, -2.0))

    def forward():
        e = a * b
        d = e + c
        return e, d, d * f
    e, d, L = forward()  # noqa: N806
    L.backward()
    assert L.data == -8.0
    assert [v.grad for v in (a, b, c, e, d, f)] == [6.0, -4.0, -2.0, -2.0, -2.0, 4.0]
    for v in (a, b, c, f):
        v.data += 0.01 * v.grad
    assert forward()[2].data == close(-7.286496)


def test_known_values():
    assert gradient(lambda x: 3 * x ** 2 - 4 * x + 5, 3.0) == (20.0, [14.0])
    assert gradient(lambda x: 3 * x ** 2 - 4 * x + 5, 2 / 3)[1] == close([0.0])
    assert gradient(lambda a, b: (a * b) * (a + b), -2.0, 3.0) == (-6.0, [-3.0, -8.0])
    value, slopes = gradient(
        lambda a, b, c: -a ** 3 + (3 * b).sin() - 1.0 / c + b ** 2.5 - a ** 0.5,
        2.0, 3.0, 4.0)
    assert value == close(6.336362190988558)
    assert slopes == close([-12.353553390593273, 10.25699027111255, 0.0625])
    z, slopes = gradient(lambda x, y: (x + y) * elementary.sin(x), 2.0, 3.0)
    assert z == close(5 * math.sin(2))
    assert slopes == close([math.sin(2) + 5 * math.cos(2), math.sin(2)])


def readme_expression(a, b):
    """The expression by which micrograd 0.1.0 introduces itself, regrouped."""
    c = a + b
    d = a * b + b ** 3
    c = c + (c + 1)
    c = c + (1 + c + (-a))
    d = d + (d * 2 + (b + a).relu())
    d = d + (3 * d + (b - a).relu())
    f = (c - d) ** 2
    return f / 2.0 + 10.0 / f


def test_expression_of_micrograd():
    value, slopes = gradient(readme_expression, -4.0, 2.0)
    assert value == close(24.70408163265306)
    assert slopes == close([138.83381924198252, 645.5772594752186])


def rectified(x):
    z = x + (2 + 2 * x)
    q = z * x + z.relu()
    return (q + (z * z).relu()) + x * q


@pytest.mark.parametrize('f, numbers, value, slopes', [
    (rectified, [-4.0], -20.0, [46.0]),
    (lambda x, y: (x.tanh() * y.sigmoid() - y.log() / x.exp()) ** 3, [0.3, 1.7],
     -0.0031625502569479374, [0.07542328272671642, -0.02570786814640799]),
    (lambda x: x.sqrt() + abs(x - 2) + 2 ** x + x.clamp(-1, 1), [1.3],
     5.302464251788971, [1.1452575675978278]),
    (lambda x, y: x ** y + y.sin() / (x.cos() + y), [1.3, 0.4],
     1.6940495962548971, [1.1838960797997882, 0.7972560701374307]),
])
def test_it_has_the_numbers_of_pytorch(f, numbers, value, slopes):
    found, gradients = gradient(f, *numbers)
    assert found == close(value)
    assert gradients == close(slopes)


# --- students' operations -----------------------------------------------------

def cube(self):
    out = Value(self.data ** 3, (self,), 'cube')

    def _backward():
        self.grad += 3 * self.data ** 2 * out.grad
    out._backward = _backward

    return out


def hypot(self, other):
    """With math.sqrt, and a number that the closure keeps on purpose."""
    other = other if isinstance(other, Value) else Value(other)
    length = math.sqrt(self.data ** 2 + other.data ** 2)
    out = Value(length, (self, other), 'hypot')

    def _backward(length=length):
        self.grad += self.data / length * out.grad
        other.grad += other.data / length * out.grad
    out._backward = _backward

    return out


def lecture_tanh(self):
    """Written as in the lecture: the closure captures t."""
    x = self.data
    t = (math.exp(2 * x) - 1) / (math.exp(2 * x) + 1)
    out = Value(t, (self,), 'tanh')

    def _backward():
        self.grad += (1 - t ** 2) * out.grad
    out._backward = _backward

    return out


def step_relu(self):
    """Branches with `if`, and gives a plain int for its data."""
    out = Value(0 if self.data < 0 else self.data, (self,), 'relu')

    def _backward():
        if out.data > 0:
            self.grad += out.grad
    out._backward = _backward

    return out


def add3(a, b, c):
    """Three operands, given as a set: micrograd 0.1.0 kept sets."""
    out = Value(a.data + b.data + c.data, {a, b, c}, 'add3')

    def _backward():
        for x in (a, b, c):
            x.grad += out.grad
    out._backward = _backward

    return out


@pytest.mark.parametrize(('f', 'point', 'value', 'slopes'), [
    (cube, [2.0], 8.0, [12.0]),
    (hypot, [3.0, 4.0], 5.0, [0.6, 0.8]),
    (lambda x: hypot(x, 4), [3.0], 5.0, [0.6]),
    (lecture_tanh, [0.5], math.tanh(0.5), [1 - math.tanh(0.5) ** 2]),
    (step_relu, [-2.0], 0.0, [0.0]),
    (step_relu, [2.0], 2.0, [1.0]),
    (add3, [1.0, 2.0, 3.0], 6.0, [1.0, 1.0, 1.0]),
    (lambda x: cube(cube(x)) + cube(x), [0.5], 0.5 ** 9 + 0.125,
     [9 * 0.5 ** 8 + 0.75]),
    (lambda x: hypot(x, x), [3.0], 3 * math.sqrt(2), [math.sqrt(2)]),
])
def test_operations_in_the_form_of_the_lecture(f, point, value, slopes):
    assert gradient(f, *point) == (close(value), close(slopes))
    xs = [Value(x / 2) for x in point]  # interior operands, another upstream
    out = -7 * f(*[x + x for x in xs])
    out.backward()
    assert [x.grad for x in xs] == close([-14 * slope for slope in slopes])
    with pytest.raises(RuntimeError):
        out.backward()


def test_an_operation_hung_on_from_outside(monkeypatch):
    monkeypatch.setattr(Value, 'cube', cube, raising=False)
    monkeypatch.setattr(Value, '__mod__', hypot, raising=False)
    assert gradient(lambda x: x.cube() * 2, 2.0) == (16.0, [24.0])
    assert gradient(lambda x, y: x % y, 3.0, 4.0) == (5.0, [0.6, 0.8])


def test_a_students_operation_is_exact_on_fractions():
    assert gradient(cube, Fraction(1, 3)) == (Fraction(1, 27), [Fraction(1, 3)])


class Named(Value):
    """A subclass may have what it likes."""

    def __init__(self, data, unit):
        super().__init__(data)
        self.unit = unit


def test_a_subclass_is_a_value():
    a = Named(2.0, 'm')
    assert gradient(lambda b: 3 * a * b, 5.0) == (30.0, [6.0])
    assert (a.grad, a.unit) == (15.0, 'm')


def test_values_take_weak_references():
    v = Value(1.0)
    assert weakref.ref(v)() is v


def test_let_go_leaves_leaves_alone():
    a = Value(1.0)
    b = a * 2
    let_go([a, b])
    a._backward()
    with pytest.raises(RuntimeError):
        b._backward()

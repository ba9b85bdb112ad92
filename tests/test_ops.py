"""Every operation of the table: value, gradient, and place in the graph.

Nothing here knows an operation by name; a new row of ops.py is tested as it is.
"""
import copy
import inspect
import itertools
import pickle

import mpmath as mp
import pytest
from ops import OPS

from micrograd import Value, elementary, engine, functions, grad, sums
from micrograd.compiler.functions import FUNCTIONS
from micrograd.derivatives import captures
from micrograd.graph import topological_order

DIGITS = 40
CASES = [pytest.param(op, point, id=f'{op.name} at {point}')
         for op in OPS for point in op.points]
BINARY = [op for op in OPS if op.arity == 2]

each_point = pytest.mark.parametrize(('op', 'point'), CASES)
each_op = pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
each_binary_op = pytest.mark.parametrize('op', BINARY, ids=lambda op: op.name)


def exact_value(op, point):
    with mp.workdps(DIGITS):
        return op.exact(*map(mp.mpf, point))


def exact_gradient(op, point):
    """The partial derivatives, by mpmath."""
    with mp.workdps(DIGITS):
        point = tuple(map(mp.mpf, point))
        units = [tuple(int(i == j) for j in range(op.arity))
                 for i in range(op.arity)]
        return [mp.diff(op.exact, point, unit) for unit in units]


def assert_equal(found, wanted):
    for x, exact in zip(found, wanted, strict=True):
        assert type(x) is float
        assert abs(x - exact) <= 1e-12 * (1 + abs(exact)), (x, exact)


def leaves(point):
    return [Value(x, label=name) for x, name in zip(point, 'ab')]


def gradient(root, values):
    root.backward()
    return [v.grad for v in values]


# --- the table ----------------------------------------------------------------

HOMES = (engine, functions, sums)  # of the operations


def functions_in(namespace):
    for thing in vars(namespace).values():
        if inspect.isfunction(thing) and thing.__module__.endswith(
                ('.engine', '.functions', '.sums')):
            yield inspect.unwrap(thing)


def defines_a_closure(function):
    return any(inspect.iscode(const) and const.co_name == '_backward'
               for const in function.__code__.co_consts)


def test_table_has_every_operation():
    wanted = {f.__qualname__ for namespace in (Value, functions.Functions, *HOMES)
              for f in functions_in(namespace) if defines_a_closure(f)}
    graphs = [topological_order(op.function(*leaves(op.points[0]))) for op in OPS]
    found = {node._backward.__qualname__.split('.<locals>')[0]
             for graph in graphs for node in graph if node._prev}
    assert wanted == found


def test_a_function_of_one_number_is_in_each_place():
    found = {name for name, function in vars(elementary).items()
             if hasattr(function, '__wrapped__')}
    assert found <= {*elementary.__all__}
    assert found <= {*dir(Value)}
    assert found - {'relu'} == FUNCTIONS.keys()  # relu is a choice by where()


@each_op
def test_a_closure_keeps_constants_as_default_arguments_alone(op, monkeypatch):
    """As students' closures must; grad() takes it on trust, and searches none."""
    trusted = [name for name in captures.OURS
               if name not in {home.__name__ for home in HOMES}]
    assert len(trusted) == len(captures.OURS) - len(HOMES)
    monkeypatch.setattr(captures, 'OURS', trusted)
    operands = leaves(op.points[0])
    grad(op.function(*operands), operands, create_graph=True)


def test_names_in_the_table_are_distinct():
    assert len({op.name for op in OPS}) == len(OPS)


# --- value and gradient -------------------------------------------------------

@each_point
def test_value(op, point):
    assert_equal([op.function(*leaves(point)).data], [exact_value(op, point)])


@each_point
def test_gradient(op, point):
    operands = leaves(point)
    found = gradient(op.function(*operands), operands)
    assert_equal(found, exact_gradient(op, point))


@each_point
def test_gradient_is_the_central_difference(op, point):
    operands = leaves(point)
    for i, slope in enumerate(gradient(op.function(*operands), operands)):
        step = 1e-6 * max(1, abs(point[i]))
        above, below = list(point), list(point)
        above[i] += step
        below[i] -= step
        rise = op.function(*leaves(above)).data - op.function(*leaves(below)).data
        assert slope == pytest.approx(rise / (2 * step), rel=1e-6, abs=1e-7)


@each_point
def test_upstream_gradient_is_passed_on(op, point):
    operands = leaves(point)
    found = gradient(op.function(*operands) * -7, operands)
    assert_equal(found, [-7 * slope for slope in exact_gradient(op, point)])


@each_point
def test_gradients_accumulate(op, point):
    operands = leaves(point)
    for v in operands:
        v.grad = 100.0
    found = gradient(op.function(*operands), operands)
    assert_equal(found, [100 + slope for slope in exact_gradient(op, point)])


@each_op
def test_operands_may_be_interior(op):
    """Each is made by + and by *, so that no gradient passes unchanged."""
    point = op.points[0]
    made = [Value(x / 4) for x in point]
    operands = [v * 3 + v for v in made]
    found = gradient(op.function(*operands), made)
    assert_equal(found, [4 * slope for slope in exact_gradient(op, point)])


@each_op
def test_result_is_used_twice(op):
    point = op.points[0]
    operands = leaves(point)
    result = op.function(*operands)
    value = exact_value(op, point)
    found = gradient(result * result + result, operands)
    assert_equal(found, [(2 * value + 1) * slope
                         for slope in exact_gradient(op, point)])


@each_binary_op
def test_the_same_operand_twice(op):
    x = op.points[0][0]
    a = Value(x)
    assert_equal(gradient(op.function(a, a), [a]),
                 gradient_on_the_diagonal(op, x))


def gradient_on_the_diagonal(op, x):
    """The slope of op(x, x): a corner of maximum, minimum and where if the two
    operands moved apart, but smooth when they move together."""
    with mp.workdps(DIGITS):
        return [mp.diff(lambda t: op.exact(t, t), mp.mpf(x))]


@each_binary_op
@pytest.mark.parametrize('side', [0, 1], ids=['left', 'right'])
def test_an_interior_operand_on_one_side(op, side):
    point = op.points[0]
    operands = leaves(point)
    operands[side] = (made := Value(point[side] / 2)) + made
    slopes = exact_gradient(op, point)
    slopes[side] *= 2
    ends = list(operands)
    ends[side] = made
    assert_equal(gradient(op.function(*operands), ends), slopes)


# --- the graph ----------------------------------------------------------------

@each_op
def test_forward_touches_no_operand(op):
    operands = leaves(op.points[0])
    op.function(*operands)
    assert [v.data for v in operands] == list(op.points[0])
    assert [v.grad for v in operands] == [0.0] * op.arity
    assert [v.label for v in operands] == ['a', 'b'][:op.arity]
    assert all(v._prev == () and v._op == '' for v in operands)


@each_op
def test_graph_is_tuples_of_values(op):
    root = op.function(*leaves(op.points[0]))
    for node in topological_order(root):
        assert type(node) is Value
        assert type(node._prev) is tuple
        assert bool(node._prev) == bool(node._op)
        assert node.label in ('', 'a', 'b')


@each_op
def test_every_operand_is_in_the_graph(op):
    operands = leaves(op.points[0])
    order = topological_order(op.function(*operands))
    assert set(operands) <= set(order)
    assert len(order) == len(set(order))
    place = {node: i for i, node in enumerate(order)}
    for node in order:
        assert all(place[operand] < place[node] for operand in node._prev)


@each_binary_op
def test_operands_stand_in_their_order(op):
    a, b = leaves(op.points[0])
    for left, right in itertools.permutations([a, b]):
        order = topological_order(op.function(left, right))
        node = next(node for node in order if node._prev)
        assert node._prev[-2:] == (left, right)


@each_op
def test_graph_is_kept_for_pictures_after_backward(op):
    root = op.function(*leaves(op.points[0]))
    before = [(node, node.data, node._prev, node._op, node.label)
              for node in topological_order(root)]
    root.backward()
    assert before == [(node, node.data, node._prev, node._op, node.label)
                      for node in topological_order(root)]


@each_op
def test_operation_leaves_the_root_a_gradient_of_one(op):
    root = op.function(*leaves(op.points[0])) * 1
    root.backward()
    assert root.grad == root._prev[0].grad == 1.0


@each_op
@pytest.mark.parametrize('duplicate', [
    copy.copy, copy.deepcopy, lambda v: pickle.loads(pickle.dumps(v))],
    ids=['copy', 'deepcopy', 'pickle'])
def test_the_copy_of_a_result_is_a_leaf(op, duplicate):
    operands = leaves(op.points[0])
    root = op.function(*operands) + 0
    root.label = 'root'
    root.backward()
    before = [v.grad for v in operands]

    twin = duplicate(root)
    assert twin is not root
    assert type(twin) is Value
    assert (twin.data, twin.grad, twin.label) == (root.data, 1.0, 'root')
    assert (twin._prev, twin._op) == ((), '')
    twin.backward()
    assert twin.grad == 2.0
    assert root.grad == 1.0
    assert [v.grad for v in operands] == before

"""explain: every path, its factors, their sum; and the local gradients below it."""
import functools
import random
import re
from fractions import Fraction

import numpy as np
import ops
import pytest
from gradients import close
from hypothesis import given
from hypothesis import strategies as st
from player_graphs import branching

from micrograd import MLP, Value, dot, explain
from micrograd import elementary as el
from micrograd.common.layout import width
from micrograd.derivatives.local import edges, within_reach
from micrograd.insight.formulas import formula
from micrograd.insight.paths import COUNTED, MOST_PATHS, Explanation
from micrograd.training.losses import mean


def product_and_sum():
    a, b = Value(-2.0, label='a'), Value(3.0, label='b')
    e, d = a * b, a + b
    f = e * d
    e.label, d.label, f.label = 'e', 'd', 'f'
    return a, b, f


# --- paths -------------------------------------------------------------------


def test_two_paths_for_each_leaf():
    a, b, f = product_and_sum()
    for x, gradient, values in (a, -3, [3, -6]), (b, -8, [-2, -6]):
        found = explain(x, f)
        assert (found.gradient, found.count) == (gradient, 2)
        assert [path.value for path in found.paths] == values
        assert found.is_right and found.received == gradient


def test_its_text():
    a, _, f = product_and_sum()
    assert str(explain(a, f)) == '''\
df/da = -3, the sum over 2 paths from f back to a:
  f <- e <- a  df/de * de/da  = 1 * 3   = 3
  f <- d <- a  df/dd * dd/da  = -6 * 1  = -6
                                sum     = -3
with f = e * d = -6
     e = a * b = -6
     d = a + b = 1'''
    assert repr(explain(a, f)) == str(explain(a, f))


def test_nodes_without_label_get_names_and_say_what_they_are():
    a = Value(3.0, label='a')
    text = str(explain(a, (a + 1) * a))
    assert 't1 <- t2 <- a' in text and re.search(r't2 = a \+ t\d = 4', text)


def test_the_root_itself_and_what_it_does_not_depend_on():
    a, _, f = product_and_sum()
    assert explain(f, f).gradient == 1 and 'the root itself' in str(explain(f, f))
    for x, root in ((a, Value(1.0)), (f, a)):
        found = explain(x, root)
        assert (found.gradient, found.count, found.paths) == (0, 0, [])
        assert 'no path leads from' in str(found)


def test_what_is_asked_the_wrong_way_round():
    a = Value(2.0, label='a')
    assert str(explain(a * a, a)) == (
        'da/dt1 = 0: no path leads from a back to t1, but one from t1 back to a: '
        'ask explain(a, t1)')
    assert 'ask' not in str(explain(a, Value(1.0)))


def test_an_interior_node_is_explained_too():
    a, b = Value(2.0), Value(5.0)
    e = a * b
    assert explain(e, e * e + e).gradient == 21


def test_data_of_0_is_named_too():
    x = Value(0.0, label='x')
    y = (x * 3).tanh()
    assert str(explain(x, y)).count(' = ') >= 4 and '…' not in str(explain(x, y))


@pytest.mark.parametrize('op', ops.OPS, ids=lambda op: op.name)
def test_the_sum_is_the_gradient_for_every_operation(op):
    for point in op.points:
        xs = [Value(number) for number in point]
        root = op.function(*xs) * xs[0]
        found = [explain(x, root) for x in xs]
        root.backward()
        assert [one.gradient for one in found] == [close(x.grad) for x in xs]
        assert all(one.is_right for one in found)


@given(st.lists(st.tuples(st.sampled_from('+-*m'), st.integers(0, 9),
                          st.integers(0, 9)), min_size=1, max_size=12))
def test_the_sum_is_the_gradient_for_every_graph(steps):
    nodes = [Value(Fraction(2)), Value(Fraction(-1, 3))]
    for op, i, j in steps:
        a, b = nodes[i % len(nodes)], nodes[j % len(nodes)]
        nodes.append({'+': a + b, '-': a - b, '*': a * b, 'm': a.maximum(b)}[op])
    x, root = nodes[0], nodes[-1]
    found = explain(x, root)
    assert len(found.paths) == (found.count if found.count <= MOST_PATHS else 0)
    root.backward()
    assert found.gradient == x.grad and found.is_right  # Fractions: exactly


# --- an operand that is used twice ---------------------------------------------


def test_both_uses_of_a_square_are_paths():
    a = Value(3.0, label='a')
    found = explain(a, a * a)
    assert [path.value for path in found.paths] == [3, 3]
    assert 'dt1/da (use 1 of 2)' in str(found) and '(use 2 of 2)' in str(found)


def test_base_and_exponent_are_told_apart():
    c = Value(2.0)
    assert [edge.local for edge in edges(c ** c)] == [4, close(2.772588722239781)]
    assert [edge.local for edge in edges(c - c)] == [1, -1]
    assert [edge.local for edge in edges(c.maximum(c))] == [0.5, 0.5]


def both(function):
    """An operation of two operands whose closure is made by a function."""
    def operation(a, b):
        out = Value(a.data * b.data, (a, b), 'times')
        out._backward = function(a, b, out)
        return out
    return operation


@both
def adds_once(a, b, out):
    def _backward():
        a.grad += (a.data + b.data) * out.grad
    return _backward


@both
def writes_it_out(a, b, out):
    def _backward():
        a.grad = b.data * out.grad + a.grad
        b.grad = b.grad - -a.data * out.grad
    return _backward


@both
def adds_numpy(a, b, out):
    def _backward():
        a.grad = np.float64(b.data) * out.grad + a.grad
        b.grad += np.float64(a.data) * out.grad
    return _backward


@both
def does_more(a, b, out):
    def _backward():
        a.grad = max(a.grad, -1e9) + b.data * out.grad
        b.grad = max(b.grad, -1e9) + a.data * out.grad
    return _backward


@pytest.mark.parametrize('operation, expected', [
    (adds_once, [(6, '2 uses together')]), (does_more, [(6, '2 uses together')]),
    (writes_it_out, [(3, 'use 1 of 2'), (3, 'use 2 of 2')]),
    (adds_numpy, [(3, 'use 1 of 2'), (3, 'use 2 of 2')])])
def test_how_a_student_may_write_a_square(operation, expected):
    a = Value(3.0)
    assert [edge[1:] for edge in edges(operation(a, a))] == expected
    assert explain(a, operation(a, a)).gradient == 6


# --- students' operations, right and wrong -------------------------------------


def test_a_students_operation_that_keeps_a_number():
    def cube(x):
        squared = x.data ** 2
        out = Value(squared * x.data, (x,), 'cube')

        def _backward():
            if squared >= 0:
                x.grad += 3 * squared * out.grad
        out._backward = _backward
        return out
    x = Value(2.0, label='x')
    assert explain(x, cube(x) * x).gradient == 32
    assert 'cube(x) = 8' in str(explain(x, cube(x) * x))


@both
def overwrites(a, b, out):
    def _backward():
        a.grad = b.data * out.grad
        b.grad += a.data * out.grad
    return _backward


@both
def forgets_upstream(a, b, out):
    def _backward():
        a.grad += b.data
        b.grad += a.data
    return _backward


@pytest.mark.parametrize('operation', [overwrites, forgets_upstream])
def test_a_wrong_closure_is_told(operation):
    a, b = Value(3.0, label='a'), Value(5.0)
    root = operation(a, b) * a
    found = explain(a, root)
    root.backward(retain_graph=True)
    assert not found.is_right and found.received == a.grad != found.gradient
    assert f'leave {a.grad:g} in a.grad: one of them is wrong' in str(found)


def test_rounding_is_no_fault():
    x = Value(0.1)
    y = x * 1e16 + x - x * 1e16 + (x * 3).sin()
    assert explain(x, y).is_right


# --- many paths, long paths ----------------------------------------------------


def doubled(a, times):
    for _ in range(times):
        a = a + a
    return a


def test_many_paths_are_merged_node_by_node():
    a = Value(1.0, label='a')
    found = explain(a, doubled(a, 60))
    assert found.gradient == 2.0 ** 60 and found.count == 2 ** 60 and not found.paths
    assert [row.gradient for row in found.merged] == [2.0 ** n for n in range(1, 61)]
    text = str(found)
    assert '1,152,921,504,606,846,976 paths; merged' in text
    assert '= 1 * 1 + 1 * 1' in text and text.count('\n') < 100


def test_the_most_paths_that_are_listed():
    a = Value(1.0)
    listed, merged = (explain(a, sum([a] * n)) for n in (MOST_PATHS, MOST_PATHS + 1))
    assert len(listed.paths) == MOST_PATHS and not listed.merged
    assert len(merged.merged) == MOST_PATHS + 1 and not merged.paths
    assert merged.gradient == MOST_PATHS + 1


def test_what_only_passes_a_gradient_on_is_left_out_of_long_rows():
    random.seed(1)
    model = MLP(2, [16, 16, 1])
    w = model.layers[0].neurons[0].w[0]
    found = explain(w, mean([(model([x, 2.0]) - 1) ** 2 for x in (0.5, 1.5)]))
    assert len(found.merged) > 40
    head, *rows = str(found).partition('with')[0].splitlines()
    assert len(rows) == 41 and '1 are left out' in head
    assert not any(re.search(r'= \S+ \* 1 +=', row) for row in rows)
    assert rows[-1].split(' = ')[0].strip() == 'dt1/dw0'


def test_a_node_with_many_users_has_a_short_row():
    w = Value(0.5, label='w')
    found = explain(w, sum((w * x for x in range(100)), Value(0.0)))
    assert found.gradient == close(4950) and '(96 more)' in str(found)


def test_deep_graphs():
    a = Value(1.0)
    found = explain(a, doubled(a, 3000))
    assert found.gradient == float('inf') and found.count == COUNTED
    assert ', over more than 1e+30 paths;' in str(found)
    x = Value(2.0, label='x')
    found = explain(x, functools.reduce(lambda y, _: -y, range(5000), x))
    assert found.gradient == 1 and len(found.paths[0].steps) == 5000
    assert len(str(found)) < 2000
    found = explain(x, functools.reduce(lambda y, _: y + 1, range(5000), x))
    assert 't1 <- … <- x' in str(found) and 'of 1 are left out' in str(found)


def test_a_weight_of_the_first_layer():
    random.seed(3)
    model = MLP(2, [16, 16, 1])
    w = model.layers[0].neurons[0].w[0]
    loss = (model([1.0, -2.0]) - 3) ** 2
    found = explain(w, loss)
    assert found.count == 16
    loss.backward()
    assert found.gradient == close(w.grad)


# --- it leaves all as it was, and refuses what it cannot explain ----------------


def test_everything_stays_as_it_was():
    a, b, f = product_and_sum()
    other = Value(7.0)

    @both
    def feeds_another(x, y, out):
        def _backward():
            x.grad += y.data * out.grad
            other.grad += out.grad
        return _backward
    root = feeds_another(f, a)
    nodes = [a, b, f, other, root, *f._prev]
    for n, node in enumerate(nodes):
        node.grad = float(n)
    before = [(node.data, node.grad, node._backward) for node in nodes]
    explain(a, root)
    assert [(node.data, node.grad, node._backward) for node in nodes] == before
    assert other in within_reach(root)


def test_an_error_in_a_closure_comes_through_and_changes_nothing():
    def fails():
        raise ZeroDivisionError('no')
    a = Value(1.0)
    a.grad = 5.0
    out = Value(2.0, (a,), 'mine')
    out._backward = fails
    with pytest.raises(ZeroDivisionError) as error:
        explain(a, out)
    assert a.grad == 5 and out.grad == 0
    assert "'mine'" in str([*getattr(error.value, '__notes__', []), error.value])


@pytest.mark.parametrize('f', [
    lambda x: x.relu().sqrt(),
    lambda x: (x.relu() + x.relu()).sqrt(),
    lambda x: x.leaky_relu(0.0).sqrt(),
    lambda x: x.clamp(0, 1).sqrt(),
    lambda x: x.maximum(0.0).sqrt() + x,
    lambda x: el.where(x > 0, x, 0.0) ** 0.5,
    lambda x: (x * x * 0.0).sqrt(),
    lambda x: (x * Value(0.0) + x.relu()).sqrt() * 0.0,
    lambda x: (x * 1e-310).log() * 0.0 if x.data > 0 else (-x * 1e-310).log() * 1e-200,
    lambda x: sum([x.relu() for _ in range(MOST_PATHS + 1)]).sqrt(),
])
def test_a_right_closure_is_not_accused_where_a_slope_is_infinite(f):
    x = Value(-1.0)
    root = f(x)
    found = explain(x, root)
    root.backward()
    assert found.is_right and 'wrong' not in str(found)
    assert repr(found.gradient + 0.0) == repr(found.received) == repr(x.grad)


def test_a_wrong_closure_above_an_infinite_slope_is_accused():
    a = Value(-1.0)
    root = a.relu().sqrt() + overwrites(a, Value(5.0)) * a
    assert not explain(a, root).is_right


def test_a_used_up_graph_is_refused():
    a, _, f = product_and_sum()
    f.backward()
    with pytest.raises(RuntimeError, match='used up'):
        explain(a, f)


@pytest.mark.parametrize('x, root', [(1.0, Value(1.0)), (Value(1.0), [Value(1.0)])])
def test_only_values(x, root):
    with pytest.raises(TypeError, match='explain takes two Values'):
        explain(x, root)


# --- where it is shown ---------------------------------------------------------


def test_html_is_escaped():
    a = Value(2.0, label='<b>&')
    found = explain(a, a * a)
    assert isinstance(found, Explanation)
    assert '&lt;b&gt;&amp;' in found._repr_html_() and '<b>' not in found._repr_html_()
    assert found._repr_html_().count('<tr>') == 3


def test_the_names_of_the_module():
    a, b = Value(2.0, label='a'), Value(3.0, label='b')
    assert 'a * b' in formula(a * b)
    with pytest.raises(ImportError, match='formla'):
        from micrograd.insight.paths import formla  # noqa: F401


def test_functions_of_the_package_are_explained():
    x = Value(0.5)
    assert explain(x, el.sigmoid(el.sin(x))).is_right


def test_a_label_of_chinese_leaves_the_columns_straight():
    a, _, f = product_and_sum()
    a.label = '学习率'
    rows = str(explain(a, f)).splitlines()[1:4]
    assert rows[0].startswith('  f <- e <- 学习率  df/de * de/d学习率')
    for number, row in zip(['= 3', '= -6', '= -3'], rows):
        assert width(row[:row.rindex(number)]) == 50, row


def test_it_is_told_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    a, _, f = product_and_sum()
    assert str(explain(a, f)) == '''\
df/da = -3，等于从 f 回到 a 的 2 条路径之和：
  f <- e <- a  df/de * de/da  = 1 * 3   = 3
  f <- d <- a  df/dd * dd/da  = -6 * 1  = -6
                                合计    = -3
其中 f = e * d = -6
     e = a * b = -6
     d = a + b = 1'''
    assert str(explain(f, a)).endswith('请用 explain(a, f)')
    assert formula(branching(Value(2.0, label='x'))).endswith(
        '1.0（只有数值：这个闭包不能用符号运行）')


def test_a_dot_is_told_as_the_sum_that_it_is():
    b, w, x = Value(-0.5, label='b'), Value(2.0, label='w'), Value(3.0, label='x')
    unnamed = Value(-1.0)
    out = dot([w, w], [x, unnamed], b)
    out.label = 's'
    assert formula(out).splitlines()[0] == 's = b + w * x + w * t1'
    assert formula(dot([w], [x])).splitlines()[0] == 't1 = w * x'
    assert '= b + w * x + w * t2 = 3.5' in str(explain(w, out.tanh()))

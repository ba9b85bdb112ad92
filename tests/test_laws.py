"""Laws that hold for any expression, tried on random ones."""
import math
import operator

import mpmath as mp
import pytest
from gradients import gradient
from hypothesis import assume, given
from hypothesis import strategies as st

from micrograd import Value, elementary
from micrograd.graph import topological_order

UNARY = [operator.neg, lambda x: 0.5 * x, lambda x: x - 1, lambda x: 2 - x,
         elementary.tanh, elementary.sin, elementary.sigmoid, elementary.softplus,
         lambda x: x ** 2, lambda x: x / 4, lambda x: 1 / (x * x + 1)]
BINARY = [operator.add, operator.sub, operator.mul,
          lambda x, y: x / (y * y + 1), lambda x, y: x.tanh() * y]
SMALL = st.floats(-2, 2)


@st.composite
def programs(draw, inputs=2, most=12):
    """A random graph as a list of steps: (operation, places of its operands)."""
    steps = []
    for place in range(inputs, inputs + draw(st.integers(1, most))):
        table = draw(st.sampled_from([UNARY, BINARY]))
        operands = [draw(st.integers(0, place - 1))
                    for _ in range(1 if table is UNARY else 2)]
        steps.append((draw(st.sampled_from(table)), operands))
    return steps


def run(steps, xs):
    nodes = list(xs)
    for operation, operands in steps:
        nodes.append(operation(*[nodes[i] for i in operands]))
    return nodes[-1]


@given(programs(), SMALL, SMALL)
def test_gradient_of_any_expression_is_the_central_difference(steps, x, y):
    value, slopes = gradient(lambda *xs: run(steps, xs), x, y)
    assume(abs(value) < 1e4 and max(map(abs, slopes)) < 1e4)

    def exact(*point):
        """The same program on numbers of 50 digits, so that the difference of
        two of them keeps enough."""
        return run(steps, [Value(number) for number in point]).data
    with mp.workdps(50):
        point = [mp.mpf(x), mp.mpf(y)]
        step = mp.mpf(10) ** -6
        for i, slope in enumerate(slopes):
            above, below = list(point), list(point)
            above[i] += step
            below[i] -= step
            rise = exact(*above) - exact(*below)
            assert slope == pytest.approx(float(rise / (2 * step)), rel=1e-4, abs=1e-4)


@given(programs(), programs(), SMALL, SMALL, SMALL, SMALL)
def test_backward_is_linear(first, second, x, y, p, q):
    def both(*xs):
        return p * run(first, xs) + q * run(second, xs)
    _, together = gradient(both, x, y)
    _, one = gradient(lambda *xs: run(first, xs), x, y)
    _, other = gradient(lambda *xs: run(second, xs), x, y)
    assume(all(math.isfinite(g) for g in together + one + other))
    for g, g1, g2 in zip(together, one, other):
        assert g == pytest.approx(p * g1 + q * g2, rel=1e-9,
                                  abs=1e-9 * (1 + abs(p * g1) + abs(q * g2)))


@given(programs(), SMALL, SMALL, st.integers(2, 4))
def test_repeated_backward_accumulates(steps, x, y, times):
    xs = [Value(x), Value(y)]
    root = run(steps, xs) + 0.0
    for _ in range(times):
        root.backward(retain_graph=True)
    nodes = topological_order(root)
    interior = [v.grad for v in nodes if v._prev]
    many = [v.grad for v in xs]
    for v in xs:
        v.grad = 0.0
    root.backward()
    assert interior == pytest.approx([v.grad for v in nodes if v._prev], nan_ok=True)
    assert many == pytest.approx([times * v.grad for v in xs], nan_ok=True)


@given(st.permutations(range(5)), st.lists(SMALL, min_size=5, max_size=5))
def test_order_of_building_does_not_matter(order, numbers):
    """Independent parts may be built in any order, to the last bit."""
    def build(order):
        a = Value(0.7)
        parts = {i: (a * numbers[i]).tanh() + numbers[i] for i in order}
        root = Value(0.0)
        for i in range(5):
            root = root + parts[i] * a
        root.backward()
        return root.data, a.grad
    assert build(order) == build(range(5))


@given(SMALL, SMALL)
@pytest.mark.parametrize('symbol', [operator.add, operator.mul, elementary.maximum,
                                    elementary.minimum])
def test_operands_commute(symbol, x, y):
    def twice(f):
        return gradient(lambda a, b: f(a * 3, b * b), x, y)
    assert twice(symbol) == twice(lambda a, b: symbol(b, a))


@given(programs(), SMALL, SMALL)
def test_release_after_any_expression(steps, x, y):
    root = run(steps, [Value(x), Value(y)]) * 1.0
    nodes = topological_order(root)
    before = [(v.data, v.grad, v._prev) for v in nodes]
    root.release()
    assert str(before) == str([(v.data, v.grad, v._prev) for v in nodes])
    with pytest.raises(RuntimeError):
        root.backward()


@given(st.fractions(-3, 3, max_denominator=20), st.fractions(-3, 3, max_denominator=20))
def test_quotient_rule_on_fractions(x, y):
    assume(x * x + y != 0)

    def f(a, b):
        return (a * a - 3 * b + 1) / (a * a + b)
    top, bottom = x * x - 3 * y + 1, x * x + y
    assert gradient(f, x, y) == (top / bottom, [
        (2 * x * bottom - top * 2 * x) / bottom ** 2,
        (-3 * bottom - top) / bottom ** 2])

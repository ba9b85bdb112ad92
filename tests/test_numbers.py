"""The numbers a Value holds: their kinds, numpy's, corners, and what overflows.

The same closures serve floats, exact fractions, and numbers of a student's own.
"""
import math
import operator
from decimal import Decimal
from fractions import Fraction

import mpmath as mp
import numpy as np
import pytest
from gradients import close, gradient

from micrograd import Value, elementary
from micrograd.graph import topological_order

# --- kinds of number ----------------------------------------------------------

class Celsius(float):
    """A float by another name."""


@pytest.mark.parametrize('number', [
    3, True, 3.5, Celsius(3.5), -0.0, math.inf, np.float64(3.5), np.float32(3.5),
    np.float16(3.5), np.longdouble(3.5), np.int64(3), np.uint8(3), np.bool_(True)],
    ids=lambda number: f'{type(number).__name__} {number}')
def test_plain_numbers_become_floats(number):
    v = Value(number)
    assert type(v.data) is float
    assert v.data == number
    assert (type(v.grad), v.grad) == (float, 0.0)
    for made in (Value(2.0) * number, number * Value(2.0)):
        assert type(made) is Value
        assert type(made.data) is float
        assert made.data == 2.0 * float(number)


@pytest.mark.parametrize('thing', [
    '2', b'2', None, [1], (1,), {1: 1}, {1}, range(2), np.array([1.0, 2.0]),
    np.array([1.0]), np.array(1.0), object(), int, len, Value(2)],
    ids=lambda thing: type(thing).__name__)
def test_what_is_no_number_is_refused(thing):
    with pytest.raises(TypeError, match=f'^Value .*{type(thing).__name__}$'):
        Value(thing)


@pytest.mark.parametrize('symbol', [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.pow],
    ids=lambda symbol: symbol.__name__)
@pytest.mark.parametrize('thing', ['2', None, (1,), {1: 1}, object()],
                         ids=lambda thing: type(thing).__name__)
def test_operators_leave_unknown_operands_to_python(symbol, thing):
    name = f'__{symbol.__name__}__'
    assert getattr(Value(2.0), name)(thing) is NotImplemented
    assert getattr(Value(2.0), name.replace('__', '__r', 1))(thing) is NotImplemented
    for operands in ((Value(2.0), thing), (thing, Value(2.0))):
        with pytest.raises(TypeError):
            symbol(*operands)


class Measure:
    """A type of its own that knows Values, in place of an array."""

    def __rmul__(self, other):
        return 'measured', other


def test_an_unknown_operand_gets_its_turn():
    v = Value(2.0)
    assert v * Measure() == ('measured', v)


@pytest.mark.parametrize(('f', 'wanted', 'slope'), [
    (lambda x: 3 * x, Fraction(1), Fraction(3)),
    (lambda x: x / 3, Fraction(1, 9), Fraction(1, 3)),
    (lambda x: 2 / x, Fraction(6), Fraction(-18)),
    (lambda x: 1 - x, Fraction(2, 3), Fraction(-1)),
    (lambda x: 3 * x ** 2 - 4 * x + 5, Fraction(4), Fraction(-2)),
    (lambda x: x ** -2, Fraction(9), Fraction(-54)),
    (lambda x: (x ** 2 + 1) / (2 * x - 1), Fraction(-10, 3), Fraction(-22)),
    (lambda x: abs(-x) + +x, Fraction(2, 3), Fraction(2)),
    (lambda x: (x - 1).relu() + x.relu(), Fraction(1, 3), Fraction(1)),
    (lambda x: x.maximum(0) * x.minimum(1), Fraction(1, 9), Fraction(2, 3)),
    (lambda x: x.maximum(x), Fraction(1, 3), Fraction(1)),
    (lambda x: (5 * x).clamp(0, 1) + x.clamp(0, 1), Fraction(4, 3), Fraction(1)),
    (lambda x: elementary.where(x > 0, x * x, 0), Fraction(1, 9), Fraction(2, 3)),
])
def test_fractions_stay_exact_beside_ints(f, wanted, slope):
    x = Value(Fraction(1, 3))
    out = f(x)
    nodes = topological_order(out)
    assert {type(node.data) for node in nodes} == {Fraction}
    out.backward()
    assert (out.data, x.grad) == (wanted, slope)
    assert type(x.grad) is Fraction


def test_fractions_accumulate_and_start_from_an_exact_zero():
    x = Value(Fraction(1, 3))
    assert type(x.grad) is Fraction
    for _ in range(3):
        (x * x / 7).backward()
    assert x.grad == Fraction(2, 7)


def test_a_fraction_beside_a_float_makes_a_float():
    assert gradient(lambda x: x * 0.5, Fraction(1, 3)) == (1 / 6, [0.5])
    assert gradient(lambda x: Fraction(1, 3) * x, 3.0) == (1.0, [1 / 3])


@pytest.mark.parametrize('kind', [Decimal, Fraction, complex, mp.mpf])
def test_arithmetic_works_for_any_kind_of_number(kind):
    x = Value(kind(1.5))
    out = (3 * x ** 2 - 4 * x + 5) / (x + 1) - x
    out.backward()
    assert type(out.data) is type(x.grad) is kind
    assert abs(out.data - kind(23) / kind(10) + kind(3) / kind(2)) < 1e-14
    assert abs(x.grad - kind(2) / kind(25)) < 1e-14


def test_mpmath_numbers_keep_their_digits():
    with mp.workdps(40):
        x = Value(mp.mpf(2))
        (x ** 0.5).backward()
        assert abs(x.grad - 1 / (2 * mp.sqrt(2))) < mp.mpf(10) ** -38


def test_functions_of_the_kinds_own_are_used():
    """A number that has a method exp knows better than math.exp."""
    x = Value(Decimal(1))
    out = x.exp()
    assert out.data == Decimal(1).exp()
    out.backward()
    assert x.grad == Decimal(1).exp()


def test_an_attribute_that_is_no_method_is_not_called():
    """mpf.exp is the exponent of its binary form."""
    assert elementary.exp(mp.mpf(1.5)) == math.exp(1.5)


class Dual:
    """a + b·ε with ε² = 0: a kind of number that a student may write."""

    def __init__(self, a, b=0.0):
        self.a, self.b = a, b

    def __add__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.a + other.a, self.b + other.b)
    __radd__ = __add__

    def __mul__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.a * other.a, self.a * other.b + self.b * other.a)
    __rmul__ = __mul__

    def __truediv__(self, other):
        other = other if isinstance(other, Dual) else Dual(other)
        return Dual(self.a / other.a,
                    (self.b * other.a - self.a * other.b) / other.a ** 2)

    def __neg__(self):
        return Dual(-self.a, -self.b)

    def sin(self):
        return Dual(math.sin(self.a), self.b * math.cos(self.a))

    def cos(self):
        return Dual(math.cos(self.a), self.b * -math.sin(self.a))


def test_dual_numbers_give_second_derivatives():
    x = Value(Dual(0.7, 1.0))
    out = 2 * x.sin() * x / (x + 1)
    out.backward()

    def f(t):
        return 2 * mp.sin(t) * t / (t + 1)
    assert (out.data.a, out.data.b) == close((f(0.7), mp.diff(f, 0.7)))
    assert (x.grad.a, x.grad.b) == close((mp.diff(f, 0.7), mp.diff(f, 0.7, 2)))


# --- numpy --------------------------------------------------------------------

@pytest.mark.parametrize('symbol', [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.pow],
    ids=lambda symbol: symbol.__name__)
@pytest.mark.parametrize('mirrored', [False, True])
def test_an_array_takes_a_value_element_by_element(symbol, mirrored):
    v, array = Value(3.0), np.array([1.0, 2.0])
    found = symbol(v, array) if mirrored else symbol(array, v)
    assert found.dtype == object
    assert [type(x) for x in found] == [Value, Value]
    twin = Value(3.0)
    singly = [symbol(twin, x) if mirrored else symbol(x, twin) for x in (1.0, 2.0)]
    assert [x.data for x in found] == [x.data for x in singly]
    found.sum().backward()
    sum(singly).backward()
    assert v.grad == twin.grad


@pytest.mark.parametrize('number', [np.float64(2), np.float32(2), np.int64(2),
                                    np.array(2.0)], ids=lambda x: type(x).__name__)
@pytest.mark.parametrize('symbol', [
    operator.add, operator.sub, operator.mul, operator.truediv, operator.pow],
    ids=lambda symbol: symbol.__name__)
def test_a_numpy_scalar_beside_a_value(symbol, number):
    v, twin = Value(3.0), Value(3.0)
    for found, wanted in ((symbol(number, v), symbol(2.0, twin)),
                          (symbol(v, number), symbol(twin, 2.0))):
        assert type(found) is Value
        assert type(found.data) is float
        assert found.data == wanted.data
        found.backward()
        wanted.backward()
    assert v.grad == twin.grad


def test_matrix_products_of_values():
    W = np.array([[Value(1.0), Value(2.0)], [Value(3.0), Value(4.0)]])  # noqa: N806
    x = np.array([Value(5.0), Value(6.0)])
    y = W @ x
    assert [v.data for v in y] == [17.0, 39.0]
    y.sum().backward()
    assert [[v.grad for v in row] for row in W] == [[5.0, 6.0], [5.0, 6.0]]
    assert [v.grad for v in x] == [4.0, 6.0]


def test_a_matrix_of_floats_times_values():
    x = np.array([Value(5.0), Value(6.0)])
    (np.array([[1.0, 2.0], [3.0, 4.0]]) @ x).sum().backward()
    assert [v.grad for v in x] == [4.0, 6.0]


@pytest.mark.parametrize('name', ['exp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'tanh'])
def test_numpy_functions_find_the_method(name):
    v = Value(0.7)
    out = getattr(np, name)(v)
    assert out._prev == (v,)
    assert out.data == getattr(math, name)(0.7)
    assert [x.data for x in getattr(np, name)(np.array([v, v]))] == [out.data] * 2


# --- corners and powers -------------------------------------------------------

@pytest.mark.parametrize(('f', 'point', 'value', 'slopes'), [
    (elementary.relu, [0.0], 0.0, [0.0]),
    (elementary.relu, [-0.0], 0.0, [0.0]),
    (elementary.relu, [math.nan], math.nan, [0.0]),
    (abs, [0.0], 0.0, [0.0]),
    (lambda a: a.leaky_relu(0.1), [0.0], 0.0, [0.1]),
    (lambda a: a.leaky_relu(), [-2.0], -0.02, [0.01]),
    (lambda a: a.clamp(-1, 2), [-1.0], -1.0, [1.0]),
    (lambda a: a.clamp(-1, 2), [2.0], 2.0, [1.0]),
    (lambda a: a.clamp(-1, 2), [2.1], 2.0, [0.0]),
    (lambda a: a.clamp(1, 1), [1.0], 1.0, [1.0]),
    (lambda a: a.clamp(-math.inf, math.inf), [3.0], 3.0, [1.0]),
    (elementary.sqrt, [0.0], 0.0, [math.inf]),
    (lambda a: a ** 0.5, [0.0], 0.0, [math.inf]),
    (lambda a: a ** Fraction(1, 2), [0.0], 0.0, [math.inf]),
    (lambda a, n: a ** n, [0.0, 0.5], 0.0, [math.inf, 0.0]),
    (elementary.maximum, [1.0, 1.0], 1.0, [0.5, 0.5]),
    (elementary.minimum, [1.0, 1.0], 1.0, [0.5, 0.5]),
    (elementary.maximum, [math.inf, math.inf], math.inf, [0.5, 0.5]),
    (lambda a: a.maximum(a), [1.0], 1.0, [1.0]),
    (lambda a: a.minimum(a), [1.0], 1.0, [1.0]),
    (lambda a: a.maximum(1), [1.0], 1.0, [0.5]),
    (lambda a: elementary.minimum(1, a), [1.0], 1.0, [0.5]),
    (lambda a, b: max(a, b), [1.0, 1.0], 1.0, [1.0, 0.0]),
    (lambda a: a ** 0, [0.0], 1.0, [0.0]),
    (lambda a: a ** 0.0, [0.0], 1.0, [0.0]),
    (lambda a: 0 ** a, [0.0], 1.0, [0.0]),
    (lambda a, n: a ** n, [0.0, 0.0], 1.0, [0.0, 0.0]),
    (lambda a, n: a ** n, [0.0, 2.0], 0.0, [0.0, 0.0]),
    (lambda a, n: a ** n, [0.0, 1.0], 0.0, [1.0, 0.0]),
    (lambda a: a ** 1, [0.0], 0.0, [1.0]),
    (lambda a: a ** 1.5, [0.0], 0.0, [0.0]),
    (lambda a: a ** 2, [-3.0], 9.0, [-6.0]),
    (lambda a: a ** 3.0, [-3.0], -27.0, [27.0]),
    (lambda a: a ** -1, [-2.0], -0.5, [-0.25]),
    (lambda a: a ** True, [-3.0], -3.0, [1.0]),
    (lambda a: a ** np.int64(2), [-3.0], 9.0, [-6.0]),
    (lambda a: a ** np.float64(2), [-3.0], 9.0, [-6.0]),
    (lambda a, n: a ** n, [-2.0, -3.0], -0.125, [-0.1875, math.nan]),
    (lambda a: (-2) ** a, [3.0], -8.0, [math.nan]),
    (lambda a: 2 ** a, [3.0], 8.0, [8 * math.log(2)]),
    (lambda a: 1 ** a, [3.0], 1.0, [0.0]),
])
def test_corners_and_powers(f, point, value, slopes):
    found, found_slopes = gradient(f, *point)
    assert found == pytest.approx(value, rel=1e-12, abs=0, nan_ok=True)
    assert found_slopes == pytest.approx(slopes, rel=1e-12, abs=0, nan_ok=True)


@pytest.mark.parametrize('bounds', [(2, 1), (0.5, -0.5)])
def test_clamp_refuses_bounds_in_the_wrong_order(bounds):
    with pytest.raises(ValueError, match=r'clamp.*{}.*{}'.format(*bounds)):
        Value(0.0).clamp(*bounds)


# --- overflow, stable forms, domain errors ------------------------------------

@pytest.mark.parametrize(('f', 'point', 'value', 'slopes'), [
    (lambda x: x * x, [1e200], math.inf, [2e200]),
    (lambda x: x ** 2, [1e200], math.inf, [2e200]),
    (lambda x: x ** 2.0, [-1e200], math.inf, [-2e200]),
    (lambda x: x ** 3, [-1e200], -math.inf, [math.inf]),
    (lambda x: x ** 3.0, [-1e200], -math.inf, [math.inf]),
    (lambda x: x ** -3, [-1e-200], -math.inf, [-math.inf]),
    (lambda x: x ** 0.5, [-math.inf], math.inf, [0.0]),  # as in IEEE 754 and PyTorch
    (lambda x: 10 ** x, [400.0], math.inf, [math.inf]),
    (elementary.exp, [710.0], math.inf, [math.inf]),
    (elementary.exp, [-1e6], 0.0, [0.0]),
    (elementary.tanh, [1000.0], 1.0, [0.0]),
    (elementary.tanh, [-1000.0], -1.0, [0.0]),
    (elementary.tanh, [1e-9], 1e-9, [1.0]),
    (elementary.sigmoid, [-1000.0], 0.0, [0.0]),
    (elementary.sigmoid, [1000.0], 1.0, [0.0]),
    (elementary.sigmoid, [-40.0], 4.248354255291589e-18, [4.248354255291589e-18]),
    (elementary.softplus, [1000.0], 1000.0, [1.0]),
    (elementary.softplus, [-1000.0], 0.0, [0.0]),
    (elementary.softplus, [-40.0], 4.248354255291589e-18, [4.248354255291589e-18]),
    (lambda x: 1 / x, [1e-200], 1e200, [-math.inf]),
    (lambda x: 1 / x, [math.inf], 0.0, [0.0]),
])
def test_overflow_and_stable_forms(f, point, value, slopes):
    found, found_slopes = gradient(f, *point)
    assert found == pytest.approx(value, rel=1e-15, abs=0)
    assert found_slopes == pytest.approx(slopes, rel=1e-15, abs=0)


def test_exp_of_numbers_that_no_float_holds():
    assert elementary.exp(10 ** 400) == math.inf
    assert elementary.exp(Fraction(-10 ** 400)) == 0.0


def test_an_exponent_that_no_float_holds_is_an_error():
    for base in (0.5, 2.0, -2.0):
        with pytest.raises(OverflowError):
            Value(base) ** 10 ** 400


@pytest.mark.parametrize(('f', 'number', 'error', 'named'), [
    (lambda x: x.log(), 0.0, ValueError, 'log'),
    (lambda x: x.log(), -1.0, ValueError, 'log'),
    (elementary.log, -2.5, ValueError, 'log'),
    (np.log, -2.5, ValueError, 'log'),
    (lambda x: x.sqrt(), -1.0, ValueError, 'sqrt'),
    (lambda x: x.sin(), math.inf, ValueError, 'sin'),
    (lambda x: x.cos(), -math.inf, ValueError, 'cos'),
    (lambda x: x.tan(), math.inf, ValueError, 'tan'),
    (lambda x: x ** 0.5, -4.0, ValueError, 'power 0.5'),
    (lambda x: x ** Value(0.5), -4.0, ValueError, 'power 0.5'),
    (lambda x: x ** -1.5, -4.0, ValueError, 'power -1.5'),
    (lambda x: x ** -1, 0.0, ZeroDivisionError, 'power -1'),
    (lambda x: x ** -0.5, 0.0, ZeroDivisionError, 'power -0.5'),
    (lambda x: 0 ** x, -1.0, ZeroDivisionError, 'power -1'),
    (lambda x: x ** Value(-1.0), -0.0, ZeroDivisionError, 'power -1'),
    (lambda x: 1 / x, 0.0, ZeroDivisionError, 'division'),
    (lambda x: Value(1.0) / x, 0.0, ZeroDivisionError, 'division'),
    (lambda x: x / 0, 3.0, ZeroDivisionError, 'division'),
    (lambda x: x / 0.0, 3.0, ZeroDivisionError, 'division'),
    (lambda x: np.float64(1) / x, 0.0, ZeroDivisionError, 'division'),
    (lambda x: x / 0, Fraction(1), ZeroDivisionError, 'division'),
    (lambda x: 1 / x, Fraction(0), ZeroDivisionError, 'division'),
    (lambda x: 1 / x, Decimal(0), ZeroDivisionError, 'division'),
])
def test_domain_errors_name_operation_label_and_value(f, number, error, named):
    with pytest.raises(error) as caught:
        f(Value(number, label='culprit'))
    text = str(caught.value)
    assert named in text
    assert f"Value(label='culprit', data={number}" in text
    assert text.count('culprit') == 1


HUGE, TINY = Fraction(10) ** 400, Fraction(1, 10 ** 400)


@pytest.mark.parametrize(('f', 'number', 'wanted'), [
    (lambda x: x ** -0.5, HUGE, 1e-200),
    (lambda x: x ** 0.5, HUGE, 1e200),
    (lambda x: x ** 0.5, TINY, 1e-200),
    (lambda x: x ** -0.5, TINY, 1e200),
    (lambda x: x ** 2.0, HUGE, math.inf),
    (lambda x: x ** 2.0, TINY, 0.0),
    (lambda x: x ** 0.0, HUGE, 1.0),
    (lambda x: x ** Value(-0.5), HUGE, 1e-200),
    (lambda x: x.sqrt(), HUGE, 1e200),
    (lambda x: x.sqrt(), TINY, 1e-200),
    (lambda x: x.log(), HUGE, 400 * math.log(10)),
    (lambda x: x.log(), TINY, -400 * math.log(10)),
    (lambda x: x.exp(), HUGE, math.inf),
    (lambda x: x.exp(), -HUGE, 0.0),
    (lambda x: x.tanh(), -HUGE, -1.0),
    (lambda x: x.sigmoid(), HUGE, 1.0),
    (lambda x: x.softplus(), -HUGE, 0.0),
])
def test_fractions_beyond_the_floats(f, number, wanted):
    assert f(Value(number)).data == close(wanted)


@pytest.mark.parametrize('f', [
    lambda x: x ** 1.5, lambda x: x ** Value(1.5), lambda x: x ** -1.5])
@pytest.mark.parametrize('number', [-1e300, -HUGE, -8.0, -1e-300])
def test_a_negative_number_has_no_fractional_power_however_large(f, number):
    with pytest.raises(ValueError, match='negative number has no real power'):
        f(Value(number))


@pytest.mark.parametrize(('f', 'number', 'error', 'named'), [
    (lambda x: x ** (1 / 3), -8, ValueError, 'real power'),
    (lambda x: x ** -1, 0, ZeroDivisionError, '0 has no power -1'),
    (lambda x: 2 ** x / x, 0, ZeroDivisionError, 'division'),
    (lambda x: x.log(), 0, ValueError, 'log'),
    (lambda x: x.sqrt(), -1, ValueError, 'sqrt')])
def test_numpy_numbers_that_were_assigned_follow_the_same_rules(f, number, error,
                                                                named):
    p = Value(1.0)
    p.data = np.float64(number)
    with pytest.raises(error, match=named):
        f(p)


def test_decimals_follow_the_same_rules():
    assert gradient(lambda x: x.log(), Decimal(2)) == (
        Decimal(2).ln(), [Decimal('0.5')])
    assert gradient(lambda x: x ** 0, Decimal(0)) == (1, [0])
    for f, number, error in (
            (lambda x: x.log(), 0, ValueError), (lambda x: x.log(), -1, ValueError),
            (lambda x: x.sqrt(), -1, ValueError),
            (lambda x: x ** Decimal('0.5'), -8, ValueError),
            (lambda x: x ** -1, 0, ZeroDivisionError),
            (lambda x: x ** Decimal('-0.5'), 0, ZeroDivisionError)):
        with pytest.raises(error, match="label='culprit'"):
            f(Value(Decimal(number), label='culprit'))


@pytest.mark.parametrize('number', [-4, -4.0, Fraction(-4)],
                         ids=lambda number: type(number).__name__)
def test_domain_errors_of_plain_numbers(number):
    for f in (elementary.log, elementary.sqrt, lambda x: elementary.power(x, 0.5)):
        with pytest.raises(ValueError, match='-4'):
            f(number)


@pytest.mark.parametrize('function', [
    elementary.exp, elementary.sqrt, elementary.sin, elementary.cos, elementary.tan,
    elementary.tanh, elementary.sigmoid, elementary.softplus, elementary.relu],
    ids=lambda function: function.__name__)
@pytest.mark.parametrize('number', [0.7, 2, Fraction(1, 3), True])
def test_elementary_functions_of_plain_numbers(function, number):
    found = function(number)
    assert not isinstance(found, Value)
    assert found == close(function(Value(float(number))).data)


def test_bounds_and_slopes_may_be_learned():
    low, high, slope = Value(-1.0), Value(2.0), Value(0.2)
    for x, slopes in ((-3.0, (0, 1, 0)), (-1.0, (1, 0, 0)), (0.5, (1, 0, 0)),
                      (2.0, (1, 0, 0)), (5.0, (0, 0, 1))):
        found = gradient(lambda *xs: xs[0].clamp(*xs[1:]), x, low.data, high.data)
        assert found == (min(max(x, -1.0), 2.0), list(slopes))
    assert math.isnan(Value(math.nan).clamp(low, 2).data)
    assert gradient(lambda x, s: x.leaky_relu(s), -3.0, 0.2)[1] == [0.2, -3.0]
    assert gradient(lambda x, s: x.leaky_relu(s), 3.0, 0.2)[1] == [1.0, 0.0]
    assert Value(-1.0).leaky_relu(slope).data == -0.2


def test_elementary_choices_of_plain_numbers():
    assert elementary.maximum(1, 2.5) == 2.5
    assert elementary.minimum(Fraction(1, 3), 1) == Fraction(1, 3)
    assert elementary.where(True, 'a', 'b') == 'a'
    for f in (elementary.maximum, elementary.minimum):
        assert math.isnan(f(math.nan, 1.0))
        assert math.isnan(f(1.0, math.nan))


def test_where_takes_values_and_numbers():
    a = Value(3.0)
    assert elementary.where(a > 0, a, 0).data == 3.0
    assert elementary.where(a < 0, a, 7).data == 7.0
    assert elementary.where(a, 1, a * 2).data == 1.0  # by the truth of a's data
    assert elementary.where(Value(0.0), 1, 2).data == 2.0
    assert elementary.where(np.bool_(True), a, 0).data == 3.0

"""Elementary functions of any kind of number.

A float gets the function of the math module; a number that knows better
(a Value, say) brings a method of the same name. So one closure serves
every kind of number. Here live overflow to infinity, the stable forms, the
choices, and the texts of domain errors; the slopes, in engine.py and
functions.py, but for those that several closures share.
"""
import functools
import math
from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

__all__ = ['exp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'tanh', 'sigmoid', 'relu',
           'softplus', 'power', 'maximum', 'minimum', 'where']

Number = Any  # a float, a Fraction, a Value, a class of your own
P = ParamSpec('P')  # what a function takes
R = TypeVar('R')  # and returns

DOMAIN = {'log': 'a number above 0', 'sqrt': 'no negative number'}


# --- kinds of number -------------------------------------------------------

def is_number(x: Any) -> bool:
    """Whether x knows arithmetic and is one number, not a collection."""
    kind = type(x)
    return kind in (float, int) or (
        hasattr(kind, '__mul__') and hasattr(kind, '__truediv__')
        and not hasattr(kind, '__len__'))


def plain(x: Any) -> Any:
    """x, or its Python number if x is a scalar of numpy."""
    kind = type(x)
    if kind is float or kind is int or kind.__module__ != 'numpy':
        return x
    number = x.item()
    return float(x) if type(number) is type(x) else number  # a longdouble


def as_number(x: Number, kind: type = float) -> Number:
    """x as it is stored in a Value: an int becomes a number of that kind."""
    x = plain(x)
    if isinstance(x, int):
        return kind(x)
    return float(x) if isinstance(x, float) else x


def like(n: int, x: Number) -> Number:
    """The int n as a number of x's kind."""
    kind = type(x)
    return float(n) if kind is float else kind(n)


def is_finite(x: Number) -> bool:
    """Whether x, of any kind of number, is neither nan nor inf."""
    return bool(x - x == 0)


def agree(x: Number, y: Number, size: Number | None = None) -> bool:
    """Whether x and y, of any kind, are equal up to rounding: to nine digits.

    size: how large what they were computed from is, if larger than y.
    """
    both_nan = x != x and y != y
    size = abs(y) if size is None else size
    return bool(x == y or both_nan or abs(x - y) <= size / 10 ** 9)


# --- domain errors ----------------------------------------------------------

def named(error: Exception, *operands: Any) -> Exception:
    """The domain error of an operation on Values, with its operands."""
    shown = ', '.join(map(repr, operands))
    return type(error)(f'{error} (operands: {shown})')


def names_operands(operation: Callable[P, R]) -> Callable[P, R]:
    """Let a domain error in an operation on Values show its operands."""
    @functools.wraps(operation)
    def of_values(*operands):
        try:
            return operation(*operands)
        except (ValueError, ZeroDivisionError) as error:
            raise named(error, *operands) from None
    return of_values


# --- functions of one number -----------------------------------------------

def elementary(function: Callable) -> Callable:
    """Let a function of a float take every kind of number.

    Outside its domain it raises a ValueError that names function and number.
    """
    name = function.__name__

    @functools.wraps(function)
    def of_any_number(x):
        if type(x) is not float:
            method = getattr(x, name, None)
            if callable(method):
                try:
                    return method()
                except ArithmeticError:  # of a Decimal below 0
                    if name not in DOMAIN:
                        raise
        try:
            return function(x)
        except OverflowError:  # a fraction that no float can hold
            return of_any_number(math.inf if x > 0 else -math.inf)
        except ValueError:
            wanted = DOMAIN.get(name, 'a finite number')
            raise ValueError(f'{name} takes {wanted}, got {x}') from None
    return of_any_number


@elementary
def exp(x: Number) -> Number:
    """e ** x; inf where no float can hold it."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf if x > 0 else 0.0


@elementary
def log(x: Number) -> Number:
    """The natural logarithm of x, which must be above 0."""
    if hasattr(x, 'ln') and x > 0:  # a Decimal
        return x.ln()
    if _is_beyond_floats(x) and x > 0:
        return math.log(x.numerator) - math.log(x.denominator)
    return math.log(x)


@elementary
def sqrt(x: Number) -> Number:
    """The square root of x, which must not be negative."""
    return power(x, 0.5) if _is_beyond_floats(x) else math.sqrt(x)


@elementary
def sin(x: Number) -> Number:
    """The sine of x radians."""
    return math.sin(x)


@elementary
def cos(x: Number) -> Number:
    """The cosine of x radians."""
    return math.cos(x)


@elementary
def tan(x: Number) -> Number:
    """The tangent of x radians."""
    return math.tan(x)


@elementary
def tanh(x: Number) -> Number:
    """The hyperbolic tangent of x, from -1 to 1."""
    return math.tanh(x)  # which loses no digit at 0, as the fraction of exps would


@elementary
def sigmoid(x: Number) -> Number:
    """1 / (1 + exp(-x)), from 0 to 1; no exp overflows on the way."""
    if x >= 0:
        return 1 / (1 + math.exp(-x))
    return math.exp(x) / (1 + math.exp(x))


@elementary
def softplus(x: Number) -> Number:
    """log(1 + exp(x)), computed so that nothing overflows or is lost."""
    return max(x, 0.0) + math.log1p(math.exp(-abs(x)))


@elementary
def relu(x: Number) -> Number:
    """x where it is positive, else 0; nan stays nan."""
    if type(x) is float:
        return 0.0 if x <= 0 else x
    return where(x <= 0, like(0, x), x)


# --- functions of two numbers, choices -------------------------------------

def divide(x: Number, y: Number) -> Number:
    """x / y; a ZeroDivisionError for y = 0."""
    if type(x) is not float or type(y) is not float:
        x, y = plain(x), plain(y)  # numpy would go on with inf
    try:
        return x / y
    except ZeroDivisionError:  # whose own text may be no more than Fraction(1, 0)
        raise ZeroDivisionError('division by zero') from None


def power(x: Number, n: Number) -> Number:
    """x ** n as a real number; inf where no float can hold it.

    0 ** -1 is a ZeroDivisionError; a negative x with a fractional n, where
    Python goes on to complex numbers, is a ValueError. -inf is not, there
    x ** 0.5 is inf as in IEEE 754.
    """
    kind = type(n)
    if type(x) is not float or kind is not int and kind is not float:
        for knows in (x, n):
            if hasattr(knows, '_power'):  # a Symbol, which tells it from x ** n
                return knows._power(x, n)
        x, n = plain(x), plain(n)  # numpy would go on with inf and nan
        if _is_beyond_floats(x) and isinstance(n, float):
            return _power_of_fraction(x, n)
        if hasattr(x, 'ln') and not x:  # a Decimal would go on with Infinity
            return type(x)(power(0.0, float(n)))
    try:
        result = x ** n
    except OverflowError:
        odd = float(n) % 2
        if x < 0 and odd not in (0, 1):
            raise _no_real_power(x, n) from None
        return -math.inf if x < 0 and odd else math.inf
    except ZeroDivisionError:
        raise ZeroDivisionError(f'0 has no power {n}') from None
    except ArithmeticError:  # of a Decimal
        if x < 0:
            raise _no_real_power(x, n) from None
        raise
    if type(result) is complex and type(x) is not complex:
        raise _no_real_power(x, n)
    return result


def _no_real_power(x, n):
    return ValueError(f'a negative number has no real power {n}, got {x}')


def _is_beyond_floats(x):
    """Whether x is a fraction too large or too small for a float."""
    return type(x) is not float and hasattr(x, 'numerator') and abs(_bits(x)) > 1000


def _bits(x):
    return x.numerator.bit_length() - x.denominator.bit_length()


def _power_of_fraction(x, n):
    bits = _bits(x)
    small = x / type(x)(2) ** bits
    return power(float(small), n) * power(2.0, bits * n)


def maximum(x: Number, y: Number) -> Number:
    """The larger of x and y; nan if one of them is nan."""
    if hasattr(x, 'maximum'):
        return x.maximum(y)
    if hasattr(y, 'maximum'):
        return y.maximum(x)
    return x if x > y or x != x else y


def minimum(x: Number, y: Number) -> Number:
    """The smaller of x and y; nan if one of them is nan."""
    if hasattr(x, 'minimum'):
        return x.minimum(y)
    if hasattr(y, 'minimum'):
        return y.minimum(x)
    return x if x < y or x != x else y


def where(condition: Any, a: Number, b: Number) -> Number:
    """a if condition holds, else b: an `if` that every kind of number takes.

    Both are computed before the choice, so both must be defined. If one is
    a Value, the result is a Value that passes its gradient to the chosen one.
    """
    if type(condition) is bool and type(a) in (float, int) \
            and type(b) in (float, int):
        return a if condition else b
    for x in (a, b, condition):
        if hasattr(x, '_where'):
            return x._where(condition, a, b)
    return a if condition else b


# --- slopes of x ** n, with the corners at 0 --------------------------------

def power_slope(x: Number, n: Number) -> Number:
    """The derivative of x ** n with respect to x.

    At x = 0 it is 0 for n = 0 and inf for n between 0 and 1.
    """
    if type(n) in (float, int) and not 0 < n < 1:
        return n * power(x, n - 1) if n else 0
    is_zero = abs(x) <= 0
    base = where(is_zero, where(n < 1, 1, x), x)  # no pole in the branch not taken
    height = where(is_zero, where(n < 1, where(n > 0, math.inf, 0), 0), 0)
    at_zero = _pole(height, where(is_zero, x, 0))
    return where(height > 0, at_zero, n * power(base, n - 1))


def exponent_slope(x: Number, n: Number) -> Number:
    """The derivative of x ** n with respect to n: x ** n * log(x).

    It is 0 for x = 0 and nan for a negative x.
    """
    positive = where(x > 0, x, 1)
    elsewhere = where(x < 0, math.nan, 0) * (x + n)  # nan has slopes of nan
    return where(x > 0, power(positive, n) * log(positive), elsewhere)


def inverse(x: Number) -> Number:
    """1 / x for x above 0, and inf at 0: the slopes of roots need it."""
    positive = where(x > 0, x, 1)
    at_zero = _pole(where(x > 0, 0, math.inf), where(x > 0, 0, x))
    return where(x > 0, 1 / positive, at_zero)


def _pole(height, zero):
    """height, inf at a pole, for a zero that higher derivatives can see.

    Its derivatives are -inf, inf, -inf ..., as those of 1 / x above 0.
    """
    return height / (1 + zero)

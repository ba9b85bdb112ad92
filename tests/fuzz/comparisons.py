"""Comparisons of Values with numbers and with other things, in every wrapping."""
import dataclasses
from fractions import Fraction
from typing import Any

import numpy as np

from micrograd import CompileError, Value, compile_function, where
from tests.fuzz.program import Skip

PREAMBLE = '''\
from dataclasses import make_dataclass
from fractions import Fraction

import numpy as np

from micrograd import Value, compile_function, where
Point = make_dataclass('Point', ['x'])
'''
NUMBERS = ['2', '2.0', '-1.0', '0', 'True', 'Fraction(1, 2)', 'np.float64(2.0)',
           'np.int64(2)', 'float("nan")']
TEMPLATES = [
    '{a} == {n}', '{a} != {n}', '{n} == {a}', '{n} != {a}', '{n} in [{a}, {b}]',
    '{a} in [{n}, {m}]', '[{a}, {b}].index({n})', '({a}, {b}).count({n})',
    'where({a} == {n}, 1.0, 0.0)', 'where({a} != {n}, {a}, {b})', '[{a}] == [{n}]',
    '({n}, {a}) == ({n}, {m})', '[x for x in [{a}, {b}] if x == {n}]',
    'Point({a}) == Point({n})', '[{b}, {a}].remove({n})', '{a} == {n} == {m}',
    '{a} == {b}', '{a} != {b}', '{a} in [{b}, {a}]', '[{b}, {a}].index({a})',
    '[{a}, {b}, {a}].count({a})', '{a} == None', '{a} != "2.0"', '{a} in (None, "2")',
    'None in [{a}]', '{a} in {{{a}, {b}}}', '{{{a}: 1}}.get({b})', 'len({{{a}, {b}}})',
    '{{{a}, {b}}} == {{{b}, {a}}}', 'Point({a}) == Point({b})', '({a}, 1) == ({b}, 1)',
    '{a} < {n}', '{n} <= {a}', '{a} > {b}', '{a} >= {n}', 'bool({a})', 'not {a}',
    'where({a} > {n}, {a}, {b})', 'where({n} < {a}, 1.0, 0.0)', 'max({a}, {b})',
    'sorted([{a}, {b}])[0]', 'min([{a}, {b}]) == {a}', 'any(x > {n} for x in [{a}])',
    'compile_function(lambda t: where(t == {n}, t * 2, t))(2.0)',
    'compile_function(lambda t: where(t > {n}, t * 2, t))(2.0)',
    'compile_function(lambda t: where(t != {n}, Value(1.0), Value(0.0)))(2.0)',
    'compile_function(lambda t: t if {n} in [t] else t * 2)(2.0)',
]


class Model:
    """A Value as far as it is compared: its number, and the promises about it."""

    def __init__(self, data):
        self.data = data.data if isinstance(data, Model) else float(data)

    def __eq__(self, other):
        if hasattr(other, '__truediv__') and not isinstance(other, Model):
            raise TypeError
        return self is other

    __hash__ = object.__hash__

    def __mul__(self, other):
        return Model(self.data * other)

    __truediv__ = __mul__

    def __bool__(self):
        return bool(self.data)

    def __lt__(self, other):
        return self.data < number(other)

    def __le__(self, other):
        return self.data <= number(other)

    def __gt__(self, other):
        return self.data > number(other)

    def __ge__(self, other):
        return self.data >= number(other)


def number(x):
    return getattr(x, 'data', x) if isinstance(x, (Model, Value)) else x


def generate(rng):
    program = [f'v{i} = Value({rng.choice(NUMBERS[:7])})' for i in range(2)]
    expression = rng.choice(TEMPLATES).format(
        a=f'v{rng.randrange(2)}', b=f'v{rng.randrange(2)}',
        n=rng.choice(NUMBERS), m=rng.choice(NUMBERS))
    return [*program, f'v2 = {expression}']


def check(program):
    expected = _outcome(program, {
        'Value': Model, 'where': lambda c, a, b: Model(a if c else b),
        'compile_function': lambda f: lambda x: f(Model(x)).data})
    found = _outcome(program, {'Value': Value, 'where': where,
                               'compile_function': compile_function})
    if not program[-1].startswith('v2'):
        raise Skip
    if repr(found) != repr(expected):
        return f'v2: {found!r}, should be {expected!r}'
    return None


def _outcome(program, names):
    """What v2 is in the end, as plain numbers, or 'error'."""
    names |= {'np': np, 'Fraction': Fraction,
              'Point': dataclasses.make_dataclass('Point', [('x', Any)])}
    try:
        exec('\n'.join(program), names)
    except (TypeError, CompileError):
        return 'TypeError'
    except (ValueError, KeyError) as error:
        return type(error).__name__
    found = names.get('v2')
    if isinstance(found, list):
        return [number(x) for x in found]
    found = number(found)
    return found if found is None else float(found)

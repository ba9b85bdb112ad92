"""The one table of operations from which the tests of each are made.

A new operation needs one row here: gradient, higher-order, compiler,
drawing and copying tests find it by themselves.
"""
from collections.abc import Callable
from typing import NamedTuple

import mpmath as mp

from micrograd import dot
from micrograd import elementary as el


class Op(NamedTuple):
    """name; function of Values; the same in mpmath; points where it is smooth."""
    name: str
    function: Callable
    exact: Callable
    points: list[tuple[float, ...]]

    @property
    def arity(self) -> int:
        return len(self.points[0])


ONE = [(0.7,), (-0.7,), (2.3,), (-3.1,)]
POSITIVE = [(0.7,), (2.3,), (0.04,), (31.0,)]
TWO = [(0.7, 2.3), (-1.3, 0.4), (3.1, -0.6), (-0.2, -2.7)]


def mp_relu(x):
    return x if x > 0 else mp.mpf(0)


OPS = [
    Op('add', lambda a, b: a + b, lambda a, b: a + b, TWO),
    Op('sub', lambda a, b: a - b, lambda a, b: a - b, TWO),
    Op('mul', lambda a, b: a * b, lambda a, b: a * b, TWO),
    Op('div', lambda a, b: a / b, lambda a, b: a / b, TWO),
    Op('add number', lambda a: a + 3, lambda a: a + 3, ONE),
    Op('number add', lambda a: 3 + a, lambda a: 3 + a, ONE),
    Op('sub number', lambda a: a - 3, lambda a: a - 3, ONE),
    Op('number sub', lambda a: 3 - a, lambda a: 3 - a, ONE),
    Op('mul number', lambda a: a * 3, lambda a: a * 3, ONE),
    Op('number mul', lambda a: 3 * a, lambda a: 3 * a, ONE),
    Op('div number', lambda a: a / 3, lambda a: a / 3, ONE),
    Op('number div', lambda a: 3 / a, lambda a: 3 / a, ONE),
    Op('neg', lambda a: -a, lambda a: -a, ONE),
    Op('pos', lambda a: +a, lambda a: +a, ONE),
    Op('abs', abs, abs, ONE),
    Op('abs as a method', lambda a: a.abs(), abs, ONE),
    Op('square', lambda a: a ** 2, lambda a: a ** 2, ONE),
    Op('cube', lambda a: a ** 3, lambda a: a ** 3, ONE),
    Op('power 0', lambda a: a ** 0, lambda a: mp.mpf(1), ONE),
    Op('power -2', lambda a: a ** -2, lambda a: a ** -2, ONE),
    Op('power 0.5', lambda a: a ** 0.5, mp.sqrt, POSITIVE),
    Op('power 2.5', lambda a: a ** 2.5, lambda a: a ** mp.mpf(2.5), POSITIVE),
    Op('pow', lambda a, b: a ** b, lambda a, b: a ** b,
       [(0.7, 2.3), (1.3, -0.4), (3.1, 0.5)]),
    Op('number pow', lambda a: 2 ** a, lambda a: mp.mpf(2) ** a, ONE),
    Op('exp', el.exp, mp.exp, ONE),
    Op('log', el.log, mp.log, POSITIVE),
    Op('sqrt', el.sqrt, mp.sqrt, POSITIVE),
    Op('sin', el.sin, mp.sin, ONE),
    Op('cos', el.cos, mp.cos, ONE),
    Op('tan', el.tan, mp.tan, ONE),
    Op('tanh', el.tanh, mp.tanh, ONE),
    Op('sigmoid', el.sigmoid, lambda a: 1 / (1 + mp.exp(-a)), ONE),
    Op('relu', el.relu, mp_relu, ONE),
    Op('leaky_relu', lambda a: a.leaky_relu(0.2),
       lambda a: a if a > 0 else mp.mpf(0.2) * a, ONE),
    Op('leaky_relu with a Value', lambda a, b: a.leaky_relu(b),
       lambda a, b: a if a > 0 else b * a, TWO),
    Op('softplus', el.softplus, lambda a: mp.log1p(mp.exp(a)), ONE),
    Op('clamp', lambda a: a.clamp(-1, 2),
       lambda a: mp.mpf(max(-1, min(a, 2))), ONE),
    Op('clamp with Values', lambda a, b: a * b + a.clamp(b - 1, b + 1),
       lambda a, b: a * b + max(b - 1, min(a, b + 1)), TWO),
    Op('maximum', el.maximum, lambda a, b: max(a, b), TWO),
    Op('dot', lambda a, b: dot([a, b], [a, b], b),
       lambda a, b: b + a * a + b * b, TWO),
    Op('minimum', el.minimum, lambda a, b: min(a, b), TWO),
    Op('where', lambda a, b: el.where(a > b, a * b, a - b),
       lambda a, b: a * b if a > b else a - b, TWO),
    Op('where a number is not 0', lambda a, b: el.where(a, a * b, a - b),
       lambda a, b: a * b, TWO),
]

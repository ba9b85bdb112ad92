"""The functions of one number that are a line of a program: one table for all.

A function that is missing here is computed from those that are there, like relu, or
refused. Python takes the functions of micrograd.elementary; what the others need to
know stands in a row. For most it is nothing: the name is the same everywhere.

Not here: functions of two numbers, and operators (symbols.py).
"""
from __future__ import annotations

from typing import NamedTuple


class Function(NamedTuple):
    """What programs need to know of a function, beside its name.

    needs: the numbers for which it raises no error, '' if for all. is_bounded:
    whether its square never overflows. numpy: its name there, if it has another.
    c: its text, if math.h has no such function.
    """
    needs: str = ''
    is_bounded: bool = False
    numpy: str = ''
    c: str = ''


FUNCTIONS = {
    'exp': Function(),
    'log': Function(needs='above 0'),
    'sqrt': Function(needs='from 0'),
    'sin': Function(needs='finite', is_bounded=True),
    'cos': Function(needs='finite', is_bounded=True),
    'tan': Function(needs='finite', is_bounded=True),
    'tanh': Function(is_bounded=True),
    'sigmoid': Function(is_bounded=True, c='''\
static inline double sigmoid(double x) {
    return x >= 0.0 ? 1.0 / (1.0 + exp(-x)) : exp(x) / (1.0 + exp(x));
}
'''),
    'softplus': Function(c='''\
static inline double softplus(double x) {
    return (x < 0.0 ? 0.0 : x) + log1p(exp(-fabs(x)));
}
'''),
}

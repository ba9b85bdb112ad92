"""Symbol: a kind of number that writes down what is done to it.

An operation on Symbols computes nothing. It appends one line to a tape:
the operation and its operands, each an earlier line or a constant. How a
tape becomes a program is the business of the backends.
"""
from __future__ import annotations

import itertools
import math
import operator
import os
import sys
import sysconfig
import threading
import traceback
from collections.abc import Sequence

from micrograd import elementary
from micrograd.compiler.functions import FUNCTIONS
from micrograd.elementary import as_number, is_number
from micrograd.engine import Value
from micrograd.sums import dot

PACKAGE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), '')

# Where code is not the user's: this package, the standard library, installed ones.
LIBRARIES = (PACKAGE, *(os.path.join(sysconfig.get_path(name), '')
                        for name in ('stdlib', 'purelib', 'platlib')))

OF_SEVERAL = ('maximum', 'minimum', 'power', 'where')
MOST_TERMS = 64  # of a sum of products in one line: compilers dislike long ones

CONDITIONS = frozenset(('<', '<=', '>', '>='))

# What every operation computes, on numbers.
MEANING = {
    '+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv,
    '<': operator.lt, '<=': operator.le, '>': operator.gt, '>=': operator.ge,
    'pow': operator.pow,  # x ** n, as Python has it: with an OverflowError
    'neg': operator.neg, 'abs': abs,
    'dot': lambda start, *pairs: dot(pairs[::2], pairs[1::2], start),
    **{name: getattr(elementary, name) for name in (*FUNCTIONS, *OF_SEVERAL)},
}


class CompileError(ValueError):
    """A function that cannot become a program: why, where, and the way out."""


def user_line(error: BaseException | None = None) -> str:
    """File and line of the user's innermost code.

    Where the error was raised, or else who called.
    """
    raised = traceback.walk_tb(error.__traceback__) if error else ()
    places = [(frame.f_code.co_filename, line)
              for frame, line in [*reversed(list(raised)), *_callers()]]
    users = [place for place in places if not place[0].startswith(LIBRARIES)]
    file, line = (users or places)[0]
    return f'{file}, line {line}'


def _callers():
    frame = sys._getframe()
    while frame:
        yield frame, frame.f_lineno
        frame = frame.f_back


GROWING = -2  # the index of what is no line yet; a constant has -1


class Tape:
    """The lines of a program, in the order in which they were recorded."""

    def __init__(self):
        self.lines: list[Symbol] = []
        self.known: dict[tuple, Symbol] = {}  # so that no line is written twice
        self.bounds: dict[int, int] = {}  # of an input that is an index: below what?
        self.is_backward = False  # recording the backward pass
        self.is_open = True  # the user's code still runs
        self.refusal: CompileError | None = None  # which that code may have caught
        self.thread = threading.get_ident()

    def line(self, op: str, *args) -> Symbol:
        """Append a line; return it as the Symbol of its result."""
        symbol = Symbol(0, self, op, args, len(self.lines))
        self.lines.append(symbol)
        return symbol

    def grown(self, total: Symbol | float, x, y) -> Symbol:
        """total + x * y, for a gradient, which becomes a line when it is first read.

        Until then, further products are added to it: so the gradient of a number that
        is used many times is one line.
        """
        if type(total) is Symbol and total.index == GROWING:
            total.args += x, y
            return total
        start = as_argument(total)
        # as where a gradient starts in _simpler(); -0.0 changes no bit of a product
        args = [-0.0 if _is(start, 0.0) else start, x, y]
        return Symbol(0, self, 'dot', args, GROWING)

    def settled(self, x):
        """x; as a line of the tape, if it was still growing."""
        if isinstance(x, Symbol) and x.index == GROWING:
            start, *pairs = x.args
            while len(pairs) > 2 * MOST_TERMS:
                start = self.line('dot', start, *pairs[:2 * MOST_TERMS])
                pairs = pairs[2 * MOST_TERMS:]
            x.args, x.index = (start, *pairs), len(self.lines)
            self.lines.append(x)
        return x

    def result(self, op: str, args: tuple) -> Symbol:
        """The result of op: a known line, a new one, or no line at all."""
        short = _simpler(op, args, self.is_backward)
        if short is not None:
            return short if isinstance(short, Symbol) else Symbol(short)
        key = (op, *[repr(x) if type(x) is float else x.index for x in args])
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self.line(op, *args)
        return found


class Symbol:
    """One line of a tape, or a constant.

    op: a name in MEANING, or 'input', 'parameter', 'gradient' for what comes
    from outside. args: the operands, Symbols and floats.
    """
    __slots__ = ('tape', 'op', 'args', 'index')

    def __init__(self, number: float, tape: Tape | None = None, op: str = '',
                 args: Sequence = (), index: int = -1):
        """A constant: Symbol(0) works as float(0) and Fraction(0) do.

        With a tape, which makes it, a line.
        """
        self.tape, self.op, self.index = tape, op, index
        self.args = args if tape else (float(number),)

    def __repr__(self) -> str:
        return f't{self.index}' if self.tape else f'{self.args[0]}'

    def _where(self, condition, a, b):
        return _apply('where', condition, a, b)

    def _power(self, x, n):
        return _apply('power', x, n)

    def _sum_of_products(self, start, xs, ys):
        for i in range(0, len(xs), MOST_TERMS):
            pairs = zip(xs[i:i + MOST_TERMS], ys[i:i + MOST_TERMS])
            start = _apply('dot', start, *itertools.chain.from_iterable(pairs))
        return start

    def maximum(self, other):
        return _apply('maximum', self, other)

    def minimum(self, other):
        return _apply('minimum', self, other)

    def is_index_below(self, num: int) -> None:
        """Note that this input has to be a whole number from 0 to num - 1."""
        if self.op != 'input':
            _refuse(self, 'the code uses a number that it computes as an index',
                    'use an argument of the function as it is')
        bounds, i = self.tape.bounds, self.args[0]
        bounds[i] = min(num, bounds.get(i, num))

    def __bool__(self):
        if not self.tape:
            return bool(self.args[0])
        _refuse(self, 'the code branches on a number that is not known yet (if, '
                'while, and, or, not, max, min, sorted)',
                'use where(condition, a, b), maximum, minimum or relu')

    def __eq__(self, other):
        _refuse(self, 'the code compares a number that is not known yet with ==, != '
                'or in', 'use < or > with where(condition, a, b)')

    __ne__ = __eq__

    def __hash__(self):
        if self.tape and self.tape.is_open:
            _refuse(self, 'the code looks up a number that is not known yet in a set '
                    'or a dict', 'use < or > with where(condition, a, b)')
        return object.__hash__(self)

    def __float__(self, *_):
        if not self.tape:
            return self.args[0]
        _refuse(self, 'the code turns a number that is not known yet into a plain '
                'one (float, int, round, a function of math, an index)',
                'use the functions of micrograd.elementary, such as exp(x)')

    __int__ = __index__ = __round__ = __trunc__ = __floor__ = __ceil__ = __float__
    __getitem__ = __iter__ = __float__

    def __deepcopy__(self, *_):
        return self  # as a float does

    __copy__ = __deepcopy__

    def __format__(self, spec):
        return repr(self)  # a print in the function harms nothing


def _refuse(symbol: Symbol, reason: str, way_out: str):
    """Raise a CompileError; the tape keeps it, should the user's code catch it."""
    error = CompileError(f'{user_line()}: {reason}; {way_out}')
    if symbol.tape:
        _check_thread(symbol.tape)
        symbol.tape.refusal = error
    raise error


def _check_thread(tape):
    if tape.thread != threading.get_ident():
        raise RuntimeError('another thread is compiling a function of this parameter: '
                           'compute with it when that is done')


def _apply(op, *operands):
    """Record an operation whose operands are Symbols and numbers."""
    args, tape = [], None
    for i, x in enumerate(operands):
        if type(x) is not Symbol or x.index < 0:
            x = as_argument(x)
        if type(x) is Symbol:
            if x.tape is not tape:
                if tape:
                    _refuse(x, 'the function uses a number that an earlier call has '
                            'left behind', 'compute everything from arguments and '
                            'parameters')
                tape = x.tape
            if x.op in CONDITIONS and (op, i) != ('where', 0):
                x = _apply('where', x, 1.0, 0.0)  # in arithmetic it is 1.0 or 0.0
        args.append(x)
    if tape is None:
        return MEANING[op](*args)
    _check_thread(tape)
    return tape.result(op, tuple(args))


def as_argument(x):
    """x as an operand of a line: a Symbol that stands on the tape, or a float."""
    if type(x) is float or type(x) is Symbol and x.index >= 0:
        return x
    if isinstance(x, Symbol):
        return (x.tape.settled(x) if x.index == GROWING else x) if x.tape else x.args[0]
    return float(as_number(x))


def _simpler(op, args, is_backward):
    """The result without a line of its own, or None.

    Only where no bit can change, whatever the numbers are, inf, nan and -0.0
    included. `0.0 + x` would turn -0.0 into 0.0, so it is dropped only where
    a gradient starts, in the backward pass: one that is 0.0 may become -0.0.
    """
    x, y = args[0], args[-1]
    if op == '+' and is_backward and _is(x, 0.0):
        return y
    if op == '*' and _is(x, 1.0):
        return y
    if op in ('*', '/', 'power', 'pow') and _is(y, 1.0):
        return x
    if op == '-' and _is(y, 0.0):
        return x
    if op in ('power', 'pow') and _is(y, 0.0):
        return 1.0
    if op == 'neg' and x.op == 'neg':
        return x.args[0]
    if op == 'where' and not isinstance(x, Symbol):
        return args[1] if x else y
    return None


def _is(x, number):
    """Whether x is that constant; 0.0 and -0.0 are two."""
    return isinstance(x, float) and x == number and (
        math.copysign(1.0, x) == math.copysign(1.0, number))


def _operator(op):
    """Operand methods for Symbol: self op other, and other op self."""
    def forward(self, other):
        return _apply(op, self, other) if _is_operand(other) else NotImplemented

    def reflected(self, other):
        return _apply(op, other, self) if _is_operand(other) else NotImplemented
    return forward, reflected


def _is_operand(x):
    return is_number(x) and not isinstance(x, Value)  # Values wrap Symbols


for _name, _op in [('add', '+'), ('sub', '-'), ('mul', '*'), ('truediv', '/'),
                   ('pow', 'pow')]:
    _forward, _reflected = _operator(_op)
    setattr(Symbol, f'__{_name}__', _forward)
    setattr(Symbol, f'__r{_name}__', _reflected)
for _name, _op in [('lt', '<'), ('le', '<='), ('gt', '>'), ('ge', '>=')]:
    setattr(Symbol, f'__{_name}__', _operator(_op)[0])
for _name in ('neg', 'abs'):
    setattr(Symbol, f'__{_name}__', lambda self, op=_name: _apply(op, self))
for _name in FUNCTIONS:
    setattr(Symbol, _name, lambda self, op=_name: _apply(op, self))

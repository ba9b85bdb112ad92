"""What is right for programs of scalars: mpmath, and differences of tiny steps.

A program of Values is run again on numbers of some hundred digits, once for each
leaf, with that leaf moved up and down by 1e-12: so the slope is right to 20 digits,
without a rule for any operation. A derivative within a derivative is a difference
within a difference, its step much smaller.

At a corner, a difference is not the slope: the functions with corners take the side
that the engine promises (spec: slopes at corners) as far as 1e-9 around it.
"""
import operator
import random
import re

import mpmath as mp

from tests.fuzz.program import Skip

STEPS = [mp.mpf(10) ** -n for n in (12, 27, 44, 64)]
LARGE = 700  # exp overflows soon after, as the engine promises
AT_CORNER, NEAR_CORNER = 1e-9, 1e-7
CUT = re.compile(r'deepcopy\(|unpickled\(|Value\(v|grad\(.*\]\)\[0\]$')
GRAD = re.compile(r'grad\((v\d+), \[(v\d+)\](?:, create_graph=True)?\)\[0\]')
POWER = re.compile(r'(v\d+) \*\* (v\d+|\d+\.5)')
METHOD = re.compile(r'(v\d+)\.(\w+)\(\)')


class OutsideDomainError(Exception):
    """The program takes a logarithm or a root of a negative number."""


class Exact:
    """One program on exact numbers."""

    def __init__(self, program):
        self.program = program
        self.level = -1
        self.corners = False  # whether a number stood exactly at a corner
        self.nominal = {}
        nested = any('grad(' in x or 'lambda' in x for x in program)
        mp.mp.dps = 175 if nested else 40
        self.run({})

    def slope(self, roots, x):
        """The derivative of the sum of the variables called roots by the variable x."""
        def total(h):
            names = self.run({x: h})
            return sum(names[root] for root in roots)
        return self.difference(total)

    def run(self, moved, lines=None):
        """The variables after the program; moved: what is added to some of them."""
        names = dict(self.functions())
        for i, line in enumerate(self.program if lines is None else lines):
            target, equals, expression = line.partition(' = ')
            if not equals:
                continue
            expression = METHOD.sub(r'\2(\1)', expression).replace('.data', '')
            expression = POWER.sub(r'power(\1, \2)', expression)
            if target in self.nominal and CUT.match(expression):
                number = self.nominal[target]
            elif match := GRAD.fullmatch(expression):
                number = self.grad(*match.groups(), moved, self.program[:i])
            else:
                number = eval(expression.replace('True', '1'), names)
            if isinstance(number, (mp.mpc, complex)):
                raise ValueError('no real number')
            if abs(number) > LARGE:
                raise Skip  # the sine of exp(exp(9)) alone would take hours
            names[target] = number + moved.get(target, 0)
            if not moved:
                self.nominal[target] = number
        return names

    def grad(self, y, x, moved, lines):
        is_leaf = any(line.startswith(f'{x} = Value(') for line in lines)
        if not is_leaf and any('create_graph' in line for line in lines):
            raise Skip  # a slope may be written with a result in between, as tan's is
        return self.difference(lambda h: self.run(
            {**moved, x: moved.get(x, 0) + h}, lines)[y])

    def difference(self, f):
        self.level += 1
        if self.level >= len(STEPS):
            raise Skip
        h = STEPS[self.level]
        try:
            return (f(h) - f(-h)) / (2 * h)
        finally:
            self.level -= 1

    # --- functions with corners -------------------------------------------------

    def side(self, x):
        """The sign of x, and 0 at a corner."""
        if AT_CORNER < abs(x) < NEAR_CORNER:
            raise Skip
        if abs(x) <= AT_CORNER:
            self.corners = True
            return 0
        return 1 if x > 0 else -1

    def relu(self, x):
        return x if self.side(x) > 0 else x * 0

    def leaky_relu(self, x, slope=0.01):
        return x if self.side(x) > 0 else x * slope

    def absolute(self, x):
        return x * self.side(x)

    def clamp(self, x, low, high):
        if self.side(x - low) < 0:
            return mp.mpf(low)
        return x if self.side(x - high) <= 0 else mp.mpf(high)

    def maximum(self, a, b):
        side = self.side(a - b)
        return (a + b) / 2 if side == 0 else a if side > 0 else b

    def minimum(self, a, b):
        return -self.maximum(-a, -b)

    def choose(self, a, b, x, y):
        """where(a > b, x, y)"""
        return number(x if self.side(a - b) > 0 else y)

    def mlp(self, seed, activation, xs):
        """An MLP of [3, 1], whose weights come from random in their order."""
        draws = random.Random(seed)
        function = self.functions()[activation]
        hidden = [[draws.uniform(-1, 1) for _ in xs] for _ in range(3)]
        last = [draws.uniform(-1, 1) for _ in hidden]
        ys = [function(sum(w * x for w, x in zip(row, xs))) for row in hidden]
        return sum(w * y for w, y in zip(last, ys))

    # --- derivatives ------------------------------------------------------------

    def derivative(self, f, x, n=1):
        if n == 0:
            return f(mp.mpf(x))
        return self.difference(lambda h: self.derivative(f, x + h, n - 1))

    def jacobian(self, f, xs):
        def part(i):
            return self.difference(lambda h: f(*_moved(xs, i, h)))
        return [part(i) for i in range(len(xs))]

    def hessian(self, f, xs):
        return [[self.difference(lambda h, i=i, j=j: self.jacobian(
            f, _moved(xs, i, h))[j]) for j in range(len(xs))] for i in range(len(xs))]

    def hvp(self, f, xs, v):
        return [sum(h * w for h, w in zip(row, v)) for row in self.hessian(f, xs)]

    def functions(self):
        return {
            'Value': number, 'Fraction': lambda p, q: mp.mpf(p) / q,
            'deepcopy': number, 'unpickled': number,
            'relu': self.relu, 'leaky_relu': self.leaky_relu, 'abs': self.absolute,
            'clamp': self.clamp, 'maximum': self.maximum, 'minimum': self.minimum,
            'choose': self.choose, 'mlp': self.mlp, 'derivative': self.derivative,
            'jacobian': self.jacobian, 'hessian': self.hessian, 'hvp': self.hvp,
            'power': power, 'exp': mp.exp, 'sin': mp.sin, 'cos': mp.cos, 'tan': mp.tan,
            'tanh': mp.tanh, 'log': positive(mp.log), 'sqrt': positive(mp.sqrt),
            'sigmoid': lambda x: 1 / (1 + mp.exp(-x)),
            'softplus': lambda x: mp.log1p(mp.exp(x)),
            'logsumexp': lambda xs: mp.log(sum(map(mp.exp, xs))),
            'softmax': lambda xs: [mp.exp(x) / sum(map(mp.exp, xs)) for x in xs],
            'cross_entropy': lambda xs, i: mp.log(sum(map(mp.exp, xs))) - xs[i],
            'mse': lambda xs, ys: sum((x - y) ** 2 for x, y in zip(xs, ys)) / len(xs),
            'dot': lambda xs, ys, start=0: start + sum(map(operator.mul, xs, ys)),
            'hinge': lambda xs, ys: sum(
                self.relu(1 - x * y) for x, y in zip(xs, ys)) / len(xs),
            'binary_cross_entropy_with_logits': lambda x, t:
                mp.log1p(mp.exp(x)) - t * x,
        }


def number(x):
    return x if isinstance(x, mp.mpf) else mp.mpf(x)


def power(x, n):
    if x < NEAR_CORNER:
        raise Skip  # a pole, or refused (a plain number: complex), or no slope by n
    return x ** n


def positive(function):
    def checked(x):
        if abs(x) < NEAR_CORNER:
            raise Skip
        if x < 0:
            raise OutsideDomainError
        return function(x)
    return checked


def _moved(xs, i, h):
    return [x + h if j == i else mp.mpf(x) for j, x in enumerate(xs)]

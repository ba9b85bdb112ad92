"""Programs of Values: operations, losses, derivatives within derivatives, copies."""
import math
import pickle
import random
import re
from copy import deepcopy
from fractions import Fraction

import micrograd
from micrograd import Value
from tests.fuzz.exact import Exact, OutsideDomainError
from tests.fuzz.program import Refused, Skip

PREAMBLE = '''\
import pickle
import random
from copy import deepcopy
from fractions import Fraction

from micrograd import (
    MLP, Value, binary_cross_entropy_with_logits, cos, cross_entropy, derivative, dot,
    exp, grad, hessian, hinge, hvp, jacobian, log, logsumexp, maximum, minimum, mse,
    relu, sigmoid, sin, softmax, softplus, sqrt, tan, tanh, where)

leaky_relu, clamp = Value.leaky_relu, Value.clamp
choose = lambda a, b, x, y: where(a > b, x, y)
mlp = lambda seed, activation, xs: (
    random.seed(seed), MLP(len(xs), [3, 1], activation=activation)(xs))[1]
unpickled = lambda x: pickle.loads(pickle.dumps(x))
'''
NAMES = ('Value binary_cross_entropy_with_logits cos cross_entropy derivative dot '
         'exp grad hessian hinge hvp jacobian log logsumexp maximum minimum mse relu '
         'sigmoid sin softmax softplus sqrt tan tanh').split()

NUMBERS = ['0.0', '-0.0', '1.0', '-1.0', '2.0', '0.5', '-1.5', '3.0', '3', '-2', 'True']
SMOOTH = ['0.7', '-0.7', '1.3', '2.3', '-1.1', '0.25', '1e-3', '4.1', '-3.0']
EXACT = [  # operations whose result is exact on small whole numbers and halves
    '{a} + {b}', '{a} - {b}', '{a} * {b}', '{a} * {a}', '-{a}', 'abs({a})', '{a} ** 2',
    '{a} ** 3', '{a} ** 1', '{a} ** 0', 'relu({a})', '{a}.relu()',
    'leaky_relu({a}, 0.25)', 'leaky_relu({a})', 'clamp({a}, -1, 2)', 'clamp({a}, 0, 0)',
    '{n} + {a}', '{a} - {n}', '{n} - {a}', '{n} * {a}', '{a} * {n}',
    '+{a} * 2',
    'maximum({a}, {b})', 'minimum({a}, {b})', 'maximum({a}, {n})', 'minimum({n}, {a})',
    'maximum({a}, {a})', 'choose({a}, {b}, {a}, {c})', 'choose({a}, {n}, {n}, {b} * 2)',
    'sum([{a}, {b}, {c}, {a}])', 'deepcopy({a})', 'unpickled({a})', 'Value({a}.data)',
    'dot([{a}, {b}], [{c}, {n}])', 'dot([{a}, {n}, {a}], [{a}, {c}, {b}], {b})',
    'hinge([{a}, {b}], [1, -1])', 'mse([{a}, {b}], [{n}, 1.0])', '{a} * {b} + {c}']
ROUNDED = [
    '{a} / {b}', '{a} / {n}', '{n} / {a}', '{a} ** -2', '{a} ** -1', '{a} ** 0.5',
    '{a} ** 2.5', '{a} ** {b}', '2 ** {a}', 'exp({a})', '{a}.exp()', 'log({a})',
    'sqrt({a})', 'sin({a})', 'cos({a})', 'tan({a})', 'tanh({a})', 'sigmoid({a})',
    'softplus({a})', 'logsumexp([{a}, {b}, {c}])', 'softmax([{a}, {b}, {c}])[1]',
    "mlp(1, 'tanh', [{a}, {b}])", "mlp(2, 'relu', [{a}, {b}, {c}])",
    "mlp(3, 'sigmoid', [{a}])", 'cross_entropy([{a}, {b}, {c}], 2)',
    'binary_cross_entropy_with_logits({a}, 0.3)',
    'log({a} * {a} + 1)', 'sqrt({a} * {a} + 0.5)', 'log(exp({a}) + exp({b}))',
    'tanh({a} * {b})', 'cross_entropy([{a}, {a}], 0)']
ROUND = ['/', '**', 'exp', 'mlp', 'log', 'sqrt', 'sin', 'cos', 'tan', 'soft', 'sig',
         'grad', 'entropy', 'lambda', '1e', '.1', '.3', '.7']
NESTED = [
    'derivative(lambda t: {f}, {s})', 'derivative(lambda t: {f}, {s}, 2)',
    'derivative(lambda t: t * derivative(lambda u: {f} * u, {s}), {s})',
    'jacobian(lambda t, u: {f} * u * u, [{s}, {s}])[1]',
    'hessian(lambda t, u: {f} * sin(u), [{s}, {s}])[0][1]',
    'hvp(lambda t, u: {f} * u, [{s}, {s}], [1.0, {s}])[0]',
    'grad({a}, [{b}], create_graph=True)[0]', 'grad({a}, [{b}])[0]']
OF_T = ['t * {a}', 't ** 3', 'sin(t * {a}) * t', 'exp(t) * t', 't ** 2 * {a} * {b}',
        'tanh(t + {a})', 't ** 3 / (2 + t * t)', '(t * t + 1) ** 1.5 * {a}']


def generate(rng):
    """A program that ends in one or more backward passes."""
    kind = rng.choice(['exact', 'rounded', 'rounded', 'nested', 'fractions'])
    numbers = NUMBERS if kind == 'exact' else SMOOTH + NUMBERS
    program = []
    for i in range(rng.randint(1, 3)):
        number = rng.choice(numbers)
        if kind == 'fractions':
            number = f'Fraction({rng.randint(-9, 9)}, {rng.randint(1, 9)})'
        program.append(f'v{i} = Value({number})')
    derivatives = 0
    for _ in range(rng.randint(1, 9)):
        templates = EXACT if kind != 'rounded' and rng.random() < 0.9 else ROUNDED
        if kind == 'fractions':
            templates = EXACT[:8] + [
                '{a} / {b}', '{a} / 3', '3 * {a}', '2 / {a}',
                'dot([{a}, 2], [{b}, {c}], {a})']
        if kind == 'nested':
            templates = ROUNDED + EXACT
            if derivatives < 2 and rng.random() < 0.5:
                templates, derivatives = NESTED, derivatives + 1
        program.append(f'v{len(program)} = '
                       + filled(rng, rng.choice(templates), len(program), numbers))
    roots = [rng.randrange(len(program)) for _ in range(rng.randint(0, 2))]
    for root in [*roots, len(program) - 1][:-1]:
        program.append(f'v{root}.backward(retain_graph=True)')
    program.append(f'v{len(program) - len(roots) - 1}.backward()')
    return program


def filled(rng, template, count, numbers):
    def one():
        return f'v{count - 1 - min(int(rng.expovariate(0.4)), count - 1)}'
    if '{f}' in template:
        template = template.replace('{f}', rng.choice(OF_T))
    while '{s}' in template:
        template = template.replace('{s}', rng.choice(['0.7', '1.3', '-1.1', '2.0']), 1)
    return template.format(a=one(), b=one(), c=one(), n=rng.choice(numbers))


def names():
    found = {name: getattr(micrograd, name) for name in NAMES}
    return {**found, 'Fraction': Fraction, 'deepcopy': deepcopy,
            'unpickled': lambda x: pickle.loads(pickle.dumps(x)),
            'leaky_relu': Value.leaky_relu, 'clamp': Value.clamp, 'mlp': mlp,
            'choose': lambda a, b, x, y: micrograd.where(a > b, x, y)}


def mlp(seed, activation, xs):
    random.seed(seed)
    return micrograd.MLP(len(xs), [3, 1], activation=activation)(xs)


def run(program):
    found = names()
    for line in program:
        exec(line, found)
    return {name: x for name, x in found.items() if re.fullmatch(r'v\d+', name)}


def check(program):
    """None if values and gradients are those of the exact program."""
    roots = [line.split('.')[0] for line in program if '.backward(' in line]
    body = [line for line in program if '.backward(' not in line]
    if not roots:
        raise Skip
    try:
        exact = Exact(body)
        expected = {x: exact.slope(roots, x) for x in _leaves(body)}
    except OutsideDomainError:
        return _must_raise(body)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError, AttributeError):
        raise Skip from None
    if any(not abs(slope) < 1e8 for slope in expected.values()):
        raise Skip
    if exact.corners and any(_is_rounded(line) for line in body):
        raise Skip
    found = _outcome(program)
    if any(abs(getattr(x, 'grad', 0)) == math.inf for x in found.values()):
        raise Skip  # at a pole, such as that of sqrt: inf - inf is nan after it
    for name, x in found.items():
        data = getattr(x, 'data', x)
        if not _near(data, exact.nominal[name], 1e-8):
            return _unless_ill(program, name, f'value of {name}: {data}, should be '
                               f'{float(exact.nominal[name])}')
    for name, slope in expected.items():
        if not _near(found[name].grad, slope, 1e-6):
            return _unless_ill(program, name, f'gradient of {name}: '
                               f'{found[name].grad}, should be {float(slope)}')
    return _kinds(program, found) or _used_up(found, roots, expected)


def _leaves(body):
    return [line.split(' = ')[0] for line in body if ' = Value(' in line]


def _is_rounded(line):
    """Whether its numbers are not exact, so that two of them may tie by chance."""
    return any(sign in line for sign in ROUND)


def _outcome(program):
    try:
        return run(program)
    except (AttributeError, TypeError):
        if 'lambda' in str(program):  # a derivative is a plain number
            raise Skip from None
        raise
    except (RuntimeError, ValueError) as error:
        if 'create_graph' in str(error):
            raise Refused from None
        raise


def _near(found, expected, tolerance):
    return abs(float(found) - float(expected)) <= tolerance * (1 + abs(float(expected)))


def _must_raise(body):
    """Outside the domain of log and sqrt the engine must not find a value either."""
    try:
        _outcome(body)
    except ValueError:
        return None
    return 'no error outside the domain of log or sqrt'


def _unless_ill(program, name, message):
    """The message, unless the last digits of the leaves matter as much."""
    moved = [line.replace('Value(', 'Value((1 + 1e-13) * ', 1)
             if line.partition(' = ')[2].startswith('Value(') else line
             for line in program]
    if not any(_is_rounded(line) for line in program):
        return message
    try:
        a, b = run(program)[name], run(moved)[name]
    except (ValueError, ZeroDivisionError):
        raise Skip from None
    for key in ('data', 'grad'):
        x, y = getattr(a, key, a), getattr(b, key, b)
        if abs(x - y) > 1e-9 * (1 + abs(x)):
            raise Skip
    return message


def _kinds(program, found):
    """Fractions stay fractions."""
    if not any('Fraction' in line for line in program) \
            or any('.' in line.replace('.backward', '').replace('.data', '')
                   for line in program) or 'True' in str(program):
        return None
    for name, x in found.items():
        for number in (getattr(x, 'data', x), getattr(x, 'grad', x)):
            if not isinstance(number, Fraction):
                return f'kind of {name}: {number!r} is no Fraction'
    return None


def _used_up(found, roots, expected):
    """A used-up graph says so, and changes no gradient."""
    root = found[roots[-1]]
    if not root._prev:
        return None
    try:
        root.backward()
    except RuntimeError:
        for name, slope in expected.items():
            if not _near(found[name].grad, slope, 1e-6):
                return f'gradient of {name} after a refused pass'
        return None
    return 'used up: a second backward() was taken'

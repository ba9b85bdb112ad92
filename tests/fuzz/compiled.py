"""Compiled programs on every backend, against the engine."""
import math
import re
import shutil
import unittest.mock

from micrograd import CompileError, Value, compile_function, compile_loss
from micrograd.compiler.backends import c as c_backend
from tests.fuzz import scalars
from tests.fuzz.program import Refused, Skip

PREAMBLE = scalars.PREAMBLE.replace(
    '\n\nleaky', '\nfrom micrograd import compile_loss\n\nleaky')
CONSTANT = ('deepcopy', 'unpickled', '.data', 'mlp')
BUILT = 40  # one program in so many is built, the others are interpreted in C


def generate(rng):
    """Parameters, a loss, and rows of inputs; with derivatives inside now and then."""
    numbers = rng.choice([scalars.NUMBERS, scalars.SMOOTH])
    count = rng.randint(1, 3)
    program = [f'v{i} = Value({rng.choice(numbers)})' for i in range(count)]
    inputs = [f'v{count + i}' for i in range(rng.randint(1, 3))]
    program.append(f'def loss({", ".join(inputs)}):')
    count += len(inputs)
    for _ in range(rng.randint(1, 10)):
        templates = rng.choice([scalars.EXACT, scalars.ROUNDED, scalars.ROUNDED])
        if rng.random() < 0.03:
            templates = scalars.NESTED
        template = rng.choice([t for t in templates
                               if not any(word in t for word in CONSTANT)])
        program.append(f'    v{count} = '
                       + scalars.filled(rng, template, count, numbers))
        count += 1
    program.append(f'    return v{count - 1}')
    rows = [tuple(float(rng.choice(numbers + scalars.SMOOTH).replace('True', '1'))
                  for _ in inputs) for _ in range(rng.randint(1, 4))]
    return [*program, f'rows = {rows}']


def check(program):
    if 'return' not in str(program):
        raise Skip
    names = scalars.names()
    exec('\n'.join(program), names)
    loss, rows = names['loss'], names['rows']
    parameters = [x for name, x in names.items()
                  if re.fullmatch(r'v\d+', name) and isinstance(x, Value)]
    for p in parameters:
        p.grad = 0.0
    expected = [_eager(loss, row, parameters) for row in rows]
    try:
        return _python(loss, rows, parameters, expected) or _others(
            loss, rows, parameters, expected, program)
    except Exception as error:
        if all(isinstance(right, type) for right in expected):
            raise Skip from None  # as on sqrt(-1), which no program is made of
        if isinstance(error, CompileError) and (
                'grad(' in str(program) or 'lambda' in str(program)):
            raise Refused from None
        raise


def _eager(loss, row, parameters):
    """Loss and gradients; or the type of the error."""
    try:
        out = loss(*map(Value, row))
        out.backward()
    except (ValueError, ZeroDivisionError) as error:
        return type(error)
    except (AttributeError, TypeError):
        raise Skip from None  # a derivative that is a plain number
    found = out.data, [p.grad for p in parameters]
    for p in parameters:
        p.grad = 0.0
    return found


def _python(loss, rows, parameters, expected):
    """The Python backend: the same bits and the same errors."""
    program = compile_loss(loss, parameters)
    function = compile_function(loss, parameters)
    for row, right in zip(rows, expected):
        try:
            found = program.step(*row), [p.grad for p in parameters]
            value = function(*row)
        except (ValueError, ZeroDivisionError) as error:
            found = value = type(error)
        if repr(found) != repr(right):
            return f'python at {row}: {found}, should be {right}'
        if isinstance(right, tuple) and repr(value) != repr(right[0]):
            return f'python, compile_function at {row}: {value}, should be {right[0]}'
        for p in parameters:
            p.grad = 0.0
    return None


def _others(loss, rows, parameters, expected, text):
    """numpy over all rows, C row by row: nearly the same numbers."""
    if any(isinstance(right, type) or not all(map(_tame, [right[0], *right[1]]))
           for right in expected):
        raise Skip
    n = len(rows)
    mean = [sum(x) / n for x in zip(*([loss, *grads] for loss, grads in expected))]
    columns = compile_loss(loss, parameters, 'numpy')
    found = [columns.step(*map(list, zip(*rows))), *(p.grad for p in parameters)]
    if not all(map(_near, found, mean)):
        return f'numpy: {found}, should be {mean}'
    if not any(map(shutil.which, ['cc', 'gcc', 'clang'])):
        return None
    limit = c_backend.LIMIT if len(str(text)) % BUILT == 0 else -1
    with unittest.mock.patch.object(c_backend, 'LIMIT', limit):
        program = compile_loss(loss, parameters, 'c')
        for row, right in zip(rows, expected):
            for p in parameters:
                p.grad = 0.0
            found = [program.step(*row), *(p.grad for p in parameters)]
            if not all(map(_near, found, [right[0], *right[1]])):
                return f'c at {row}: {found}, should be {right}'
    return None


def _tame(x):
    return abs(x) < 1e12


def _near(found, expected):
    return math.isclose(found, expected, rel_tol=1e-9, abs_tol=1e-9)

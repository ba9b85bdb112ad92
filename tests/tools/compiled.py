"""What the tests of the compiler share: backends, and the engine's own answer."""
import shutil

import pytest

from micrograd import Value
from micrograd.compiler.backends import BACKENDS

HAS_CC = any(map(shutil.which, ['cc', 'gcc', 'clang']))
needs_cc = pytest.mark.skipif(not HAS_CC, reason='no C compiler')

# 'tape' is the C backend too, with the tape interpreted instead of built.
backends = {name: pytest.param(name, marks=needs_cc if name in ('c', 'tape') else ())
            for name in (*BACKENDS, 'tape')}
each_backend = pytest.mark.parametrize('backend', backends.values(), indirect=True)
# A program a test: to build each in C would take long.
each_but_c = pytest.mark.parametrize(
    'backend', [backends[name] for name in backends if name != 'c'], indirect=True)


def eager(loss_fn, inputs, parameters):
    """The loss at the inputs and the gradients, by the engine."""
    for p in parameters:
        p.grad = 0.0
    loss = loss_fn(*map(Value, inputs))
    loss.backward()
    return loss.data, [p.grad for p in parameters]


def compiled(program, inputs, parameters):
    """The same by a compiled loss."""
    for p in parameters:
        p.grad = 0.0
    if hasattr(program, 'batch') and program.batch:
        inputs = [[x] for x in inputs]
    return program.step(*inputs), [p.grad for p in parameters]


def bits(x):
    """What is equal for equal floats: -0.0 is not 0.0, nan is nan."""
    return [bits(part) for part in x] if isinstance(x, (list, tuple)) else repr(x)

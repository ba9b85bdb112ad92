"""The Python backend: the same bits as the engine, and the same errors."""
from __future__ import annotations

import functools
import math
from collections.abc import Callable

from micrograd import elementary
from micrograd.compiler.code import Code
from micrograd.compiler.compiled import CompiledFunction, CompiledLoss
from micrograd.compiler.errors import ERRORS, FILE, engine_error, generated_frame
from micrograd.compiler.functions import FUNCTIONS
from micrograd.compiler.merged import Merged
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import OF_SEVERAL
from micrograd.compiler.text import StepText
from micrograd.compiler.training import BadRowError
from micrograd.graph import add_note

FORMATS = {
    **{op: f'{{}} {op} {{}}' for op in ('+', '-', '*', '/', '<', '<=', '>', '>=')},
    **{name: f'{name}({{}})' for name in (*FUNCTIONS, 'abs')},
    **{name: f'{name}({{}}, {{}})' for name in ('maximum', 'minimum', 'power', 'pow')},
    'neg': '-{}',
    'where': '{1} if {0} else {2}',
}

MODULES = dict.fromkeys([*FUNCTIONS, *OF_SEVERAL], 'micrograd.elementary')
del MODULES['where']  # which is `if`

# The functions of elementary, without the look at what kind of number x is.
NAMESPACE = {
    **{name: getattr(elementary, name) for name in ('maximum', 'minimum', 'power')},
    **{name: getattr(elementary, name).__wrapped__ for name in FUNCTIONS},
    'nan': math.nan, 'inf': math.inf, 'BadRowError': BadRowError,
}


class _Python:
    """What the two classes below share: the text, and the function that it becomes."""
    trace: Trace

    def _written(self):
        return StepText(self.trace, FORMATS, MODULES, may_raise=True)

    @functools.cached_property
    def _program(self) -> Callable:  # built when first used: train() has its own
        return function_in(self._text.code, 'step', NAMESPACE)

    def _call(self, *args):
        try:
            return self._program(*args)
        except ERRORS as error:
            raise engine_error(error, self._text) from None


class PythonFunction(_Python, CompiledFunction):
    """A function as a Python function, equal to the engine to the last bit."""

    def _run(self, inputs, data):
        return self._call(*inputs, data)


class PythonLoss(_Python, CompiledLoss):
    """A loss as a Python function, equal to the engine to the last bit."""

    def _step(self, inputs, data, grads):
        return self._call(*inputs, data, grads)

    def _build(self, found):
        code = Merged(found, FORMATS, may_raise=True).loop()
        run = function_in(code, 'train', NAMESPACE)

        def train(chunk, total, data, state, losses):
            rows = iter(chunk)
            try:
                return run(rows, total, data, state, losses)
            except BadRowError as bad:
                raise BadRowError(_row(chunk, rows), bad.loss) from None
            except ERRORS as error:
                self._explain_row(error, chunk[_row(chunk, rows)])
                raise
        return train

    def _explain_row(self, error, row):
        """Run the step of a row again, which can tell where it fails."""
        known = generated_frame(error).f_locals
        data = [known[f'p{i}'] for i in range(len(self.parameters))]
        try:
            self._step(row, data, [0.0] * len(data))
        except ERRORS as told:
            add_note(told, f'in the row {row}')
            raise told from None


def _row(chunk, rows):
    """The number of the row that was last taken from the iterator rows."""
    return len(chunk) - len(list(rows)) - 1


def function_in(code: Code, name: str, namespace: dict) -> Callable:
    """The function of that name in the code, which sees only the namespace."""
    namespace = dict(namespace)
    exec(compile(str(code), FILE, 'exec'), namespace)
    return namespace[name]


BACKEND = PythonFunction, PythonLoss

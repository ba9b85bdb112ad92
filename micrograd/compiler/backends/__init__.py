"""Programs for Python, numpy and C, from what tracing.py has recorded.

To read, in this order: python.py; numpy.py, a whole batch at once; c.py, with
c_text.py, its source, library.py, which builds it, and interpreter.py, which runs
long programs without building them.

Each backend is a module with a BACKEND: its CompiledFunction and its CompiledLoss.
Not here: what these do alike on every backend (compiler/compiled.py).
"""
from __future__ import annotations

import importlib

from micrograd.compiler.compiled import CompiledFunction, CompiledLoss
from micrograd.compiler.symbols import CompileError

__all__ = ['BACKENDS', 'classes_of']

BACKENDS = ('python', 'numpy', 'c')


def classes_of(backend: str) -> tuple[type[CompiledFunction], type[CompiledLoss]]:
    """The two classes of a backend; its module is imported when it is asked for."""
    if backend not in BACKENDS:
        raise CompileError(f"backend {backend!r} is none of {', '.join(BACKENDS)}")
    return importlib.import_module(f'{__name__}.{backend}').BACKEND


classes_of('python')  # now: a confined exercise cannot import it later

"""A compiler: run a function once on Symbols, get a program for any number.

The closures of the engine are plain arithmetic, so they run on Symbols as well
and write down the backward pass. What needs no line is left out; the rest is
printed as Python (standard library), numpy (whole batches) or C.

    symbols    Symbol, the number that writes down what is done to it
    tracing    a function and its closures run on Symbols
    optimisers an optimiser's step, run on Symbols
    program    which lines are needed, and their names
    text       the program to be read; loop: the program to run over rows
    compiled   what all backends share; then one file for each
"""
from __future__ import annotations

from collections.abc import Callable, Iterable

from micrograd.compiler.compiled import CompiledFunction, CompiledLoss
from micrograd.compiler.python_backend import PythonLoss
from micrograd.compiler.symbols import CompileError
from micrograd.engine import Value

__all__ = ['CompileError', 'compile_function', 'compile_loss']


def compile_loss(loss_fn: Callable, parameters: Iterable[Value],
                 backend: str = 'python') -> CompiledLoss:
    return PythonLoss(loss_fn, parameters)

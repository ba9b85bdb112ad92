"""A compiler: run a function once on Symbols, get a program for any number.

The closures of the engine are plain arithmetic, so they run on Symbols as well
and write down the backward pass. What needs no line is left out; the rest is
printed as Python (standard library), numpy (whole batches) or C. To read, in this
order:

    functions  one table of exp, log, sin …: what each backend needs to know
    symbols    Symbol, the number that writes down what is done to it
    structure  the arguments of a function as one row of numbers
    records    what a function has written; tracing: it and its closures run on Symbols
    optimisers an optimiser's step, run on Symbols; stepping: behind the gradients
    program    which lines are needed, and their names
    code       building the text of a program, line by line
    text       the program to be read; merged: the program to run over rows
    errors     what cannot become a program: where, and the way out
    compiled   what all backends share; training: many steps in one call
    backends/  a file for each

Not here: a Tensor, whose operations are loops in C already (tensor/).
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from micrograd.compiler.backends import classes_of
from micrograd.compiler.compiled import CompiledFunction, CompiledLoss
from micrograd.compiler.symbols import CompileError
from micrograd.engine import Value

__all__ = ['CompileError', 'compile_function', 'compile_loss']


def compile_loss(loss_fn: Callable, parameters: Iterable[Value],
                 backend: str = 'python', example: Sequence | None = None
                 ) -> CompiledLoss:
    """A program for the loss and its gradients; see CompiledLoss.

    loss_fn: from Values, its positional arguments without a default, to one Value.
    example: one tuple of arguments, as many as a call will pass; lists, tuples and
    dicts of numbers in it, nested in any way, are the structure that each call has to
    pass. Without it, each argument is one number. An input may be the token of an
    Embedding, or the target of cross_entropy.
    parameters: the leaf Values to differentiate with respect to.
    backend: 'python' is equal to the engine to the last bit and raises the same errors;
    'numpy' takes columns of a batch, for means over it; 'c' is built by the system's
    compiler, or, past 3,000 lines, interpreted in C, since building 7,000 lines takes
    13 seconds. numpy and C follow IEEE where Python raises (1 / 0 is inf).

    Values that are neither inputs nor parameters are constants: what they were when
    compiled. So is all that loss_fn concludes from the type or the text of a number.

    Raises:
        CompileError: if loss_fn does what a program cannot; says where, and the way
            out: branch on numbers, turn them into plain ones, draw random numbers …
    """
    _, loss = classes_of(backend)
    return loss(loss_fn, parameters, example)


def compile_function(fn: Callable, parameters: Iterable[Value] = (),
                     backend: str = 'python', example: Sequence | None = None
                     ) -> CompiledFunction:
    """A program for the values of fn alone, say for predictions.

    fn returns a Value or a list of Values. Everything else as in compile_loss.
    """
    function, _ = classes_of(backend)
    return function(fn, parameters, example)

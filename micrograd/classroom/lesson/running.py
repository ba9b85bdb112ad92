"""Runs the cells of a lesson in the scope of its own module."""

from __future__ import annotations
import __future__

import ast
import contextlib
import io
import sys
import traceback
from collections.abc import Iterable, Iterator
from typing import TextIO

from micrograd.classroom.lesson.answers import checked
from micrograd.classroom.lesson.cells import Cell


class Runner:
    """Runs cells as Python would have run them in the file.

    scope: the globals of the lesson. flags: those of its code object.
    """

    def __init__(self, scope: dict, flags: int = 0):
        self.scope = scope
        self.path = scope['__file__']
        # The only future statement left that changes how code compiles.
        self.flags = flags & __future__.annotations.compiler_flag

    def run(self, cell: Cell, quiet: bool = False) -> None:
        """Run a cell and keep its output; the viewer sees it as it comes.

        quiet: the viewer sees errors alone.
        """
        tree = ast.Module(cell.statements, type_ignores=[])
        # Lines and file are those of the lesson, in a traceback too.
        code = compile(tree, self.path, 'exec', self.flags, dont_inherit=True)
        recorder = _Recorder(io.StringIO() if quiet else sys.stdout)
        with contextlib.redirect_stdout(recorder):
            exec(code, self.scope)
        cell.output = ''.join(recorder.written)

    def answer_to(self, question: Cell) -> bool | float | str:
        """Evaluate what a question asks for, now that its code has run.

        Raises:
            TypeError: if it is neither a number nor a bool nor a letter.
        """
        # An error in it is one of the line of the mark.
        text = '\n' * (question.mark - 1) + f'({question.ask})'
        answer = eval(compile(text, self.path, 'eval'), self.scope)
        return checked(answer, question.ask, self.path, question.mark)


def ahead(cells: Iterable[Cell], line: int) -> Iterator[Cell]:
    """Leave out what Python has run: the code down to the given line."""
    for cell in cells:
        done = sum(node.lineno <= line for node in cell.statements)
        del cell.statements[:done]
        if cell.statements or not done:
            yield cell


def show_error(error: Exception, path: str) -> int | None:
    """Show an error as if Python had run the file; return the line of the file."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename != path:
        trace = trace.tb_next  # our own frames
    sys.excepthook(type(error), error.with_traceback(trace), trace)
    lines = [line for frame, line in traceback.walk_tb(trace)
             if frame.f_code.co_filename == path]
    return lines[-1] if lines else None


class _Recorder:
    """Passes text on to a stream and keeps a copy."""

    def __init__(self, stream: TextIO):
        self.stream = stream
        self.written: list[str] = []

    def write(self, text: str) -> int:
        self.written.append(text)
        return self.stream.write(text)

    def __getattr__(self, name: str):
        return getattr(self.stream, name)

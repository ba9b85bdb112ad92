"""Tell an error in generated code as the engine would have told it."""
from __future__ import annotations

import operator
from types import FrameType

from micrograd.compiler.symbols import MEANING, Symbol
from micrograd.compiler.text import StepText
from micrograd.engine import Value
from micrograd.graph import add_note

FILE = '<compiled by micrograd>'
ERRORS = (ValueError, ArithmeticError)  # of operations outside their domain


def generated_frame(error: BaseException) -> FrameType:
    """The frame of the generated code in which the error was raised."""
    return _traceback(error).tb_frame


def _traceback(error):
    found = error.__traceback__
    while found.tb_frame.f_code.co_filename != FILE:
        found = found.tb_next
    return found


def engine_error(error: BaseException, text: StepText) -> BaseException:
    """The error that the engine raises for the line in which this one arose."""
    traceback = _traceback(error)
    line = text.code.made_by[traceback.tb_lineno]
    known = traceback.tb_frame.f_locals
    numbers = [known[text.names[x]] if isinstance(x, Symbol) else x for x in line.args]
    is_forward = line.index < text.trace.forward_end
    operands = numbers
    if is_forward and line.op != 'pow':  # which stands for a ** of plain numbers
        operands = [Value(number, label=text.trace.labels.get(x, ''))
                    if isinstance(x, Symbol) else x
                    for x, number in zip(line.args, numbers)]
    try:
        repeat = operator.pow if line.op == 'power' and is_forward else MEANING[line.op]
        repeat(*operands)
    except ERRORS as told:
        if not is_forward:
            place = text.code.texts[traceback.tb_lineno - 1].strip()
            add_note(told, f'in the backward pass, where .source says: {place}')
        return told
    return error

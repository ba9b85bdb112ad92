"""A tape as text: straight-line Python, one operation a line, to be read in class."""
from __future__ import annotations

from micrograd.compiler.code import Code
from micrograd.compiler.program import Names, needed
from micrograd.compiler.tracing import Trace

class StepText:
    """The text of `def step(inputs …, params, grads)`, to be read in class."""

    def __init__(self, trace: Trace, formats: dict[str, str], may_raise: bool):
        self.trace, self.formats = trace, formats
        self.lines = needed(trace.tape.lines, trace.results, may_raise)
        self.kept = set(self.lines)
        self.names = Names(trace, self.lines)
        self.code = Code()

    def write(self) -> Code:
        trace, code = self.trace, self.code
        inputs = [self.names[x] for x in trace.tape.lines if x.op == 'input']
        code.add(f"def step({', '.join([*inputs, 'params', 'grads'])}):")
        code.add('    # Values that are neither inputs nor parameters are constants.')
        self._unpack('parameter', 'params')
        self._unpack('gradient', 'grads')
        code.add()
        code.add('    # forward pass')
        self._add(line for line in self.lines if line.index < trace.forward_end)
        if trace.passes:
            code.add()
            code.add('    # backward pass')
        for done in trace.passes:
            self._add_pass(done)
        written = {line for done in trace.passes for line in done.lines}
        self._add(line for line in self.lines
                  if line.index >= trace.forward_end and line not in written)
        self._add_return()
        return code

    def _unpack(self, op, source):
        names = [self.names[x] for x in self.trace.tape.lines if x.op == op]
        if names:
            self.code.add(f"    [{', '.join(names)}] = {source}")

    def _add(self, lines):
        for line in lines:
            label = self.trace.labels.get(line, '')
            text = f'    {self.names[line]} = {self._formula(line)}'
            unsaid = label and not self.names[line].startswith(label)
            self.code.add(text + (f'  # {label!r}' if unsaid else ''), line)

    def _formula(self, line):
        return self.formats[line.op].format(*(self.names[x] for x in line.args))

    def _add_pass(self, done):
        """What one closure has written, under the line whose closure it is."""
        lines = [line for line in done.lines if line in self.kept]
        aliases = [(self.names.alias(x, grad), grad) for x, grad in done.fed]
        aliases = [(name, grad) for name, grad in aliases if name]
        if done.node in self.kept and (lines or aliases):
            self.code.add(f'    # {self.names[done.node]} = {self._formula(done.node)}')
        self._add(lines)
        for name, grad in aliases:
            self.code.add(f'    {name} = {self.names[grad]}')

    def _add_return(self):
        trace, names = self.trace, self.names
        results = [names[x] for x in trace.outputs]
        text = f"[{', '.join(results)}]" if trace.is_list else results[0]
        if trace.passes:
            text += f", [{', '.join(names[x] for x in trace.new_grads)}]"
        self.code.add()
        self.code.add(f'    return {text}')

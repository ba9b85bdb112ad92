"""A tape as text: straight-line, one operation a line, to be read in class."""
from __future__ import annotations

from micrograd.compiler.code import Code
from micrograd.compiler.program import Names, needed, python_name
from micrograd.compiler.tracing import Trace


class StepText:
    """The text of `def step(inputs …, params, grads)`.

    A closure's lines of the backward pass stand under the line of the forward pass
    whose closure it is.
    """
    name_of = staticmethod(python_name)
    number = staticmethod(repr)
    comment = '#'

    def __init__(self, trace: Trace, formats: dict[str, str], may_raise: bool):
        self.trace, self.formats = trace, formats
        self.lines = needed(trace.tape.lines, trace.results, may_raise)
        self.kept = set(self.lines)
        self.names = Names(trace, self.lines, self.name_of, self.number)
        self.code = Code()

    def write(self) -> Code:
        trace, code = self.trace, self.code
        self.begin()
        code.add()
        code.add(f'    {self.comment} forward pass')
        self._add(line for line in self.lines if line.index < trace.forward_end)
        if trace.passes:
            code.add()
            code.add(f'    {self.comment} backward pass')
        for done in trace.passes:
            self._add_pass(done)
        written = {line for done in trace.passes for line in done.lines}
        self._add(line for line in self.lines
                  if line.index >= trace.forward_end and line not in written)
        code.add()
        self.end()
        return code

    def begin(self) -> None:
        """The head of the function, and what comes in."""
        trace, code = self.trace, self.code
        inputs = self.outside('input')
        given = [*inputs, 'params', 'grads'] if trace.passes else [*inputs, 'params']
        code.add_list(f"def step({', '.join(given)}):")
        code.add('    # Values that are neither inputs nor parameters are constants.')
        for op, source in [('parameter', 'params'), ('gradient', 'grads')]:
            if source in given and (names := self.outside(op)):
                code.add_list(f"    [{', '.join(names)}] = {source}")

    def statement(self, name: str, formula: str, op: str = '') -> str:
        """A line of the function's body."""
        return f'    {name} = {formula}'

    def end(self) -> None:
        """What the function returns."""
        trace, names = self.trace, self.names
        results = [names[x] for x in trace.outputs]
        text = f"[{', '.join(results)}]" if trace.is_list else results[0]
        if trace.passes:
            text += f", [{', '.join(names[x] for x in trace.new_grads)}]"
        self.code.add_list(f'    return {text}')

    def outside(self, op: str) -> list[str]:
        """The names of what comes in: 'input', 'parameter' or 'gradient'."""
        return [self.names[x] for x in self.trace.tape.lines if x.op == op]

    def _add(self, lines):
        for line in lines:
            text = self.statement(self.names[line], self._formula(line), line.op)
            label = self.trace.labels.get(line)
            if label and self.name_of(label) != self.names[line]:
                text += f'  {self.comment} {label!a}'
            self.code.add(text, line)

    def _formula(self, line):
        return self.formats[line.op].format(*(self.names[x] for x in line.args))

    def _add_pass(self, done):
        lines = [line for line in done.lines if line in self.kept]
        aliases = [(self.names.alias(x, grad), grad) for x, grad in done.fed]
        aliases = [(name, grad) for name, grad in aliases if name]
        if done.node in self.kept and (lines or aliases):
            self.code.add(f'    {self.comment} {self.names[done.node]} = '
                          f'{self._formula(done.node)}')
        self._add(lines)
        for name, grad in aliases:
            self.code.add(self.statement(name, self.names[grad]))

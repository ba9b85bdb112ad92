"""A tape as text: straight-line, one operation a line, to be read in class."""
from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping

from micrograd.compiler.code import WIDTH, Code
from micrograd.compiler.program import Names, formula, needed, python_name
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import Symbol

CONSTANTS = 'Values other than inputs and params are constants, as when compiled.'


class StepText:
    """The text of `def step(inputs …, params, grads)`; str() of it runs by itself.

    A closure's lines of the backward pass stand under the line of the forward pass
    whose closure it is. modules: where the functions in the formats come from.
    """
    name_of = staticmethod(python_name)
    number = staticmethod(repr)
    comment = '#'
    notes: tuple[str, ...] = (CONSTANTS,)

    def __init__(self, trace: Trace, formats: Mapping[str, str],
                 modules: Mapping[str, str], may_raise: bool):
        self.trace, self.formats, self.modules = trace, formats, modules
        self.lines = needed(trace.tape.lines, trace.results, may_raise)
        self.kept = set(self.lines)
        self.names = Names(trace, self.lines, self.name_of, self.number)
        self.code = Code()
        self._write()

    def __str__(self) -> str:
        return self.head() + str(self.code)

    def head(self) -> str:
        """What stands above the function: imports."""
        found = defaultdict(set)
        for line in self.lines:
            if line.op in self.modules:
                name, _, _ = self.formats[line.op].partition('(')
                found[self.modules[line.op]].add(name)
        for x in self._constants():
            if not math.isfinite(x):
                found['math'].add(repr(abs(x)))
        lines = [f"from {module} import {', '.join(sorted(names))}\n"
                 for module, names in sorted(found.items())]
        return ''.join(lines) + '\n\n' * bool(lines)

    def begin(self) -> None:
        """The head of the function, and what comes in."""
        given = [*self.outside('input'), 'params']
        if self.trace.passes:
            given.append('grads')
        self.code.add_list('def step(', given, '):')
        for note in self.notes:
            self.code.add(f'    {self.comment} {note}')
        for op, source in [('parameter', 'params'), ('gradient', 'grads')]:
            if source in given and (names := self.outside(op)):
                self.code.add_list('    [', names, f'] = {source}')

    def statement(self, name: str, formula: str, op: str = '') -> str:
        """A line of the function's body."""
        return f'    {name} = {formula}'

    def end(self) -> None:
        """What the function returns."""
        trace, names = self.trace, self.names
        results = [names[x] for x in trace.outputs]
        if trace.passes:
            grads = [names[x] for x in trace.new_grads]
            self.code.add_list(f'    return {results[0]}, [', grads, ']')
        elif trace.is_list:
            self.code.add_list('    return [', results, ']')
        else:
            self.code.add(f'    return {results[0]}')

    def outside(self, op: str) -> list[str]:
        """The names of what comes in: 'input', 'parameter' or 'gradient'."""
        return [self.names[x] for x in self.trace.tape.lines if x.op == op]

    def _write(self):
        trace = self.trace
        self.begin()
        self._add_part('forward pass', [line for line in self.lines
                                        if line.index < trace.forward_end])
        if trace.passes:
            self._add_part('backward pass', [])
        for done in trace.passes:
            self._add_pass(done)
        written = {line for done in trace.passes for line in done.lines}
        rest = [line for line in self.lines
                if line.index >= trace.forward_end and line not in written]
        for title, lines in [
                ('gradients, summed over their uses',
                 [line for line in rest if line.index < trace.backward_end]),
                ('means over the batch',
                 [line for line in rest if line.index >= trace.backward_end])]:
            if lines:
                self._add_part(title, lines)
        self.code.add()
        self.end()

    def _add_part(self, title, lines):
        self.code.add()
        self.code.add(f'    {self.comment} {title}')
        self._add(lines)

    def _add(self, lines):
        for line in lines:
            name, value = self.names[line], self._formula(line)
            label = self.trace.labels.get(line)
            note = (f'  {self.comment} {label!a}'
                    if label and self.name_of(label) != name else '')
            if line.op == 'dot' and len(f'    double {name} = {value};') > WIDTH:
                text = self.statement(name, f'({value})', line.op)
                self.code.add_sum(text, note, line)
            else:
                self.code.add(self.statement(name, value, line.op) + note, line)

    def _add_pass(self, done):
        lines = [line for line in done.lines if line in self.kept]
        aliases = [(self.names.alias(x, grad), grad) for x, grad in done.fed]
        aliases = [(name, grad) for name, grad in aliases if name]
        if done.node in self.kept and (lines or aliases):
            text = (f'    {self.comment} {self.names[done.node]} = '
                    f'{self._formula(done.node)}')
            if len(text) > WIDTH:
                text = text[:text.rindex(' ', 0, WIDTH - 3)] + ' ...'
            self.code.add(text)
        self._add(lines)
        for name, grad in aliases:
            self.code.add(self.statement(name, self.names[grad]))

    def _formula(self, line):
        return formula(line, self.formats, self.names.__getitem__)

    def _constants(self) -> Iterable[float]:
        used = [x for line in self.lines for x in line.args] + self.trace.results
        return (x for x in used if not isinstance(x, Symbol))

"""A tape as a function or as a loop over rows, to run fast rather than to be read.

A line that is used once is merged into the line that uses it: the same operations
on the same operands, so the same bits, but no name to store and load.
"""
from __future__ import annotations

from collections import Counter

from micrograd.compiler.code import Code
from micrograd.compiler.program import OUTSIDE, domain, formula, needed
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import Symbol

DEPTH = 30  # of merged expressions; Python's parser takes 200 brackets


class Merged:
    """The text of a trace with its lines merged, as a step or as a loop."""

    def __init__(self, found: Trace, formats: dict[str, str], may_raise: bool):
        self.found, self.formats = found, formats
        self.lines = needed(found.tape.lines, found.results, may_raise)
        self.uses = Counter(x for line in self.lines for x in line.args
                            if isinstance(x, Symbol))
        self.uses.update(x for x in found.results if isinstance(x, Symbol))
        self.outside = [x for x in found.tape.lines if x.op in OUTSIDE]
        self.text = {x: f'{x.op[0]}{x.args[0]}' for x in self.outside}
        self.depth: Counter = Counter()  # of what is merged in a line's text
        self.reads = {x: {x} for x in self.outside}  # by a line's text
        self.code = Code()

    def step(self) -> Code:
        """def step(inputs …, params, grads): the loss and the new gradients."""
        found, code = self.found, self.code
        code.add(f"def step({self._outside('input', end=', ')}params, grads):")
        code.add(f"    [{self._outside('parameter')}] = params")
        code.add(f"    [{self._outside('gradient')}] = grads")
        for line in self.lines:
            self._add(line, '    ')
        loss, = found.outputs
        grads = ', '.join(self[x] for x in found.new_grads)
        code.add(f'    return {self[loss]}, [{grads}]')
        return code

    def loop(self) -> Code:
        """def train(rows, total, params, state, losses): a step for each row.

        It returns the total with the losses added, the new params and new state.
        """
        loss, = self.found.outputs
        self.uses[loss] += 2  # so that it gets a name
        code = self.code
        code.add('def train(rows, total, params, state, losses):')
        code.add(f"    [{self._outside('parameter')}] = params")
        code.add(f"    [{self._outside('state')}] = state")
        code.add(f"    for [{self._outside('input')}] in rows:")
        for line in self.lines:
            self._add(line, '        ')
        code.add(f'        if {self[loss]} - {self[loss]} != 0.0:')
        code.add(f'            raise BadRowError(0, {self[loss]})')
        code.add(f'        total += {self[loss]}')
        code.add(f'        losses.append({self[loss]})')
        self._add_updates('        ')
        code.add(f"    return total, [{self._outside('parameter')}], "
                 f"[{self._outside('state')}]")
        return code

    def __getitem__(self, x):
        return self.text[x] if isinstance(x, Symbol) else repr(x)

    def _outside(self, op, end=''):
        names = [self.text[x] for x in self.outside if x.op == op]
        return ', '.join(names) + end * bool(names)

    def _add(self, line, indent):
        """Keep the text of a line for the one that uses it, or give it a name."""
        text = formula(line, self.formats, self.__getitem__)
        depth = 1 + max(self.depth[x] for x in line.args)
        if self.uses[line] != 1 or depth == DEPTH or domain(line):
            self._name(line, text, indent)
            return
        self.text[line], self.depth[line] = f'({text})', depth
        self.reads[line] = set().union(
            *(self.reads[x] for x in line.args if isinstance(x, Symbol)))

    def _name(self, line, text, indent):
        self.text[line], self.reads[line] = f't{line.index}', set()
        self.code.add(f'{indent}{self.text[line]} = {text}')

    def _add_updates(self, indent):
        """Give the parameters and the state their new numbers, for the next row."""
        changes = self.found.changes()
        changed = {x for x, _ in changes}
        assignments = []
        for x, new in changes:
            text = self[new]
            if isinstance(new, Symbol) and (self.reads[new] - {x}) & changed:
                text = f'n{x.index}'  # it reads another old number: not too late
                self.code.add(f'{indent}{text} = {self[new]}')
            assignments.append(f'{indent}{self[x]} = {text}')
        for assignment in assignments:
            self.code.add(assignment)

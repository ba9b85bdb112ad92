"""A tape as a loop over rows, to run fast rather than to be read.

A line that is used once is merged into the line that uses it: the same operations
on the same operands, so the same bits, but no name to store and load.
"""
from __future__ import annotations

from collections import Counter

from micrograd.compiler.code import Code
from micrograd.compiler.program import OUTSIDE, domain, needed
from micrograd.compiler.symbols import Symbol
from micrograd.compiler.tracing import Trace

DEPTH = 30  # of merged expressions; Python's parser takes 200 brackets


class Loop:
    """The text of `def train(rows, total, params, state)`: a step for each row.

    It returns the total with the losses added, the new params, the new state.
    """

    def __init__(self, found: Trace, formats: dict[str, str]):
        self.found, self.formats = found, formats
        self.lines = needed(found.tape.lines, found.results, may_raise=True)
        self.uses = Counter(x for line in self.lines for x in line.args
                            if isinstance(x, Symbol))
        self.uses.update(x for x in found.results if isinstance(x, Symbol))
        self.outside = [x for x in found.tape.lines if x.op in OUTSIDE]
        self.text = {x: f'{x.op[0]}{x.args[0]}' for x in self.outside}
        self.depth: Counter = Counter()  # of what is merged in a line's text
        self.reads = {x: {x} for x in self.outside}  # by a line's text
        self.code = Code()

    def write(self) -> Code:
        loss, = self.found.outputs
        code = self.code
        code.add('def train(rows, total, params, state):')
        code.add(f"    [{self._outside('parameter')}] = params")
        code.add(f"    [{self._outside('state')}] = state")
        code.add(f"    for [{self._outside('input')}] in rows:")
        for line in self.lines:
            self._add(line, named=line is loss)
        code.add(f'        if {self[loss]} - {self[loss]} != 0.0:')
        code.add(f'            raise BadRow(0, {self[loss]})')
        code.add(f'        total += {self[loss]}')
        self._add_updates()
        code.add(f"    return total, [{self._outside('parameter')}], "
                 f"[{self._outside('state')}]")
        return code

    def __getitem__(self, x):
        return self.text[x] if isinstance(x, Symbol) else repr(x)

    def _outside(self, op):
        return ', '.join(self.text[x] for x in self.outside if x.op == op)

    def _add(self, line, named):
        """Keep the text of a line for the one that uses it, or give it a name."""
        text = self.formats[line.op].format(*(self[x] for x in line.args))
        depth = 1 + max(self.depth[x] for x in line.args)
        mergeable = self.uses[line] == 1 and depth < DEPTH and not domain(line)
        if named or not mergeable:
            self._name(line, text)
            return
        self.text[line], self.depth[line] = f'({text})', depth
        self.reads[line] = set().union(
            *(self.reads[x] for x in line.args if isinstance(x, Symbol)))

    def _name(self, line, text):
        self.text[line], self.reads[line] = f't{line.index}', set()
        self.code.add(f'        {self.text[line]} = {text}')

    def _add_updates(self):
        """Give the parameters and the state their new numbers, for the next row."""
        found = self.found
        old = [x for op in ('parameter', 'state') for x in self.outside if x.op == op]
        changes = [(x, new) for x, new in zip(old, found.new_data + found.new_state)
                   if x is not new]
        changed = {x for x, _ in changes}
        for x, new in changes:  # what reads another old number must be first
            if isinstance(new, Symbol) and self.reads[new] & changed - {x}:
                self._name(new, self[new])
        for x, new in changes:
            self.code.add(f'        {self[x]} = {self[new]}')

"""What is known of a function once it has run on Symbols: a Trace.

Not here: how it is made (tracing.py, stepping.py), and what a program needs of it
(program.py).
"""
from __future__ import annotations

import dataclasses

from micrograd.compiler.structure import Structure
from micrograd.compiler.symbols import Symbol, Tape
from micrograd.engine import Value


@dataclasses.dataclass
class Trace:
    """What a function has written while it ran on Symbols.

    structure: of its arguments; inputs: a name for each number in them. outputs: its
    results, each a line or a constant; is_list: whether it returned a list of them.
    new_grads, new_data, new_state: what the parameters and the optimiser hold at the
    end. labels: line -> label of its Value. forward_end, backward_end: number of lines
    when the function had returned, and when the closures had run; records: what there
    was by then, to be compared; has_own: whether a closure is the user's own. passes:
    for each closure that ran, the line of its node, the lines it wrote, and its
    operands with their gradients. stamp: what is left to do with each of many
    parameters.
    """
    tape: Tape
    structure: Structure
    inputs: list[str]
    parameters: list[Value]
    outputs: list[Symbol | float] = dataclasses.field(default_factory=list)
    is_list: bool = False
    new_grads: list[Symbol | float] = dataclasses.field(default_factory=list)
    new_data: list[Symbol | float] = dataclasses.field(default_factory=list)
    new_state: list[Symbol | float] = dataclasses.field(default_factory=list)
    labels: dict[Symbol, str] = dataclasses.field(default_factory=dict)
    forward_end: int = 0
    backward_end: int = 0
    records: list[list] = dataclasses.field(default_factory=list)
    has_own: bool = False
    passes: list[Pass] = dataclasses.field(default_factory=list)
    stamp: Stamp | None = None

    @property
    def results(self) -> list[Symbol | float]:
        reads = self.stamp.reads if self.stamp else []
        return [*self.outputs, *self.new_grads, *self.new_data, *self.new_state, *reads]

    def changes(self) -> list[tuple[Symbol, Symbol | float]]:
        """What a step of the optimiser changes: the old line and the new one."""
        old = [x for op in ('parameter', 'state')
               for x in self.tape.lines if x.op == op]
        return [(x, new) for x, new in zip(old, self.new_data + self.new_state)
                if x is not new]


@dataclasses.dataclass
class Pass:
    """One closure's work: of which node, what it wrote, operands with gradients."""
    node: Symbol | float
    lines: list[Symbol]
    operands: list[Symbol | float]
    grads: list[Symbol | float]

    @property
    def fed(self) -> list[tuple[Symbol, Symbol]]:
        """The operands that are lines, with their gradients."""
        return [(x, grad) for x, grad in zip(self.operands, self.grads)
                if isinstance(x, Symbol) and isinstance(grad, Symbol)]


@dataclasses.dataclass
class Stamp:
    """What a step does with one parameter, and so with each of many.

    own: the lines of each parameter's numbers, the gradient and then those that change.
    lines: what is computed from the first one's; new: what its numbers become.
    """
    own: list[list[Symbol]]
    lines: list[Symbol]
    new: list[Symbol | float]

    @property
    def shared(self) -> list[Symbol]:
        """The lines that are read besides a parameter's own."""
        known = {*self.own[0], *self.lines}
        read = (x for line in self.lines for x in line.args if isinstance(x, Symbol))
        return [x for x in dict.fromkeys(read) if x not in known]

    @property
    def reads(self) -> list[Symbol]:
        return [*self.shared, *(x for numbers in self.own for x in numbers)]

    def written_for(self, own: list[Symbol]) -> list[Symbol | float]:
        """The lines once more, from these numbers; what they become."""
        tape = own[0].tape
        new = {x.index: y for x, y in zip(self.own[0], own)}

        def again(x):
            return new.get(x.index, x) if isinstance(x, Symbol) else x
        for line in self.lines:
            new[line.index] = tape.line(line.op, *map(again, line.args))
        return list(map(again, self.new))

"""What of a tape is needed, and what its lines are called."""
from __future__ import annotations

import builtins
import keyword
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from micrograd.compiler.functions import FUNCTIONS
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import OF_SEVERAL, Symbol

OUTSIDE = ('input', 'parameter', 'gradient', 'state')  # lines that come from there
RESERVED = {*keyword.kwlist, *dir(builtins), *FUNCTIONS, *OF_SEVERAL,
            *(function.numpy for function in FUNCTIONS.values()),
            'nan', 'inf', 'mean', 'mean_of_product', 'params', 'grads', 'step'}


def needed(lines: list[Symbol], results: Iterable, may_raise: bool) -> list[Symbol]:
    """The lines that the results depend on, in order.

    may_raise: for a backend in which an operation outside its domain raises an
    error: lines that may do so stay, although nobody uses them.
    """
    keep = bytearray(lines[-1].index + 1 if lines else 0)  # by index: quick to look up
    for x in (*results, *(_raising(lines) if may_raise else ())):
        if isinstance(x, Symbol):
            keep[x.index] = True
    for line in reversed(lines):
        if keep[line.index]:
            for x in line.args:
                if type(x) is Symbol:
                    keep[x.index] = True
    return [line for line in lines if keep[line.index] and line.op not in OUTSIDE]


def formula(line: Symbol, formats: Mapping[str, str], names: Callable) -> str:
    """The text of a line; names: that of an operand."""
    if line.op != 'dot':
        return formats[line.op].format(*map(names, line.args))
    start, *pairs = line.args
    texts = list(map(names, pairs))
    terms = [f'{x} * {y}' for x, y in zip(texts[::2], texts[1::2])]
    if not (isinstance(start, float) and repr(start) == '-0.0'):  # see Tape.grown
        terms.insert(0, names(start))
    return ' + '.join(terms)


def near_use(lines: list[Symbol]) -> list[Symbol]:
    """The lines in an order in which few numbers wait to be used.

    A line that is used once stands right before the line that uses it.
    """
    users: dict[Symbol, list[Symbol]] = {}
    for line in lines:
        for x in line.args:
            if isinstance(x, Symbol):
                users.setdefault(x, []).append(line)
    place: dict[Symbol, int] = {}
    for line in reversed(lines):
        by = users.get(line, ())
        place[line] = place[by[0]] if len(by) == 1 else line.index
    return sorted(lines, key=lambda line: (place[line], line.index))


def _raising(lines):
    """Lines that may raise, unless an earlier one would have done so already."""
    found, guarded = [], set()
    for line in lines:
        guard = domain(line)
        if guard and guard not in guarded:
            guarded.add(guard)
            found.append(line)
    return found


def domain(line: Symbol) -> tuple | None:
    """What must hold for a line not to raise, or None if it never does."""
    op, x, y = line.op, line.args[0], line.args[-1]
    if op == '/' and (isinstance(y, Symbol) or y == 0):
        return 'not 0', y
    if op == 'pow' and not (_is_bounded(x) and isinstance(y, float) and y == 2):
        return op, x, y
    if op == 'power' and not (isinstance(y, float) and y >= 0 and y % 1 == 0):
        return 'power', x, y
    if op in FUNCTIONS and FUNCTIONS[op].needs:
        return FUNCTIONS[op].needs, x
    return None


def _is_bounded(x):
    """Whether x is a number whose square does not overflow."""
    return (isinstance(x, Symbol) and x.op in FUNCTIONS
            and FUNCTIONS[x.op].is_bounded)


def python_name(label: str) -> str | None:
    """The label as a Python name, or None if it is none; builtins stay visible."""
    name = unicodedata.normalize('NFKC', label)  # as Python does
    if not name.isidentifier():
        return None
    return name + '_' * (name in RESERVED)


def _sums(before, after):
    """What a gradient was after each addition to it, from before to after."""
    sums = [after]
    while isinstance(sums[-1], Symbol) and sums[-1].op == '+':
        sums.append(sums[-1].args[0])
    return sums if sums[-1] is before else [before, after]


class Names:
    """A name for each line: its label, or t1, t2 …; d_x for the gradient of x.

    A gradient that grows keeps its name, d_x = d_x + t7, if nobody asks for what
    it was before.
    """

    def __init__(self, trace: Trace, lines: list[Symbol],
                 name_of: Callable[[str], str | None],
                 number: Callable[[float], str] = repr):
        self._labels = trace.labels
        self._number = number
        self._name_of = name_of
        self._owner: dict[Symbol, Symbol] = {}
        # a line may be that of several nodes, each with a gradient of its own
        self._nodes = Counter(done.node for done in trace.passes)
        for done in trace.passes:
            for x, grad in done.fed:
                if self._nodes[x] == 1 and grad.index >= trace.forward_end:
                    self._owner.setdefault(grad, x)
        self._holder: dict[str, Symbol | None] = {}
        self._numbers: Counter = Counter()
        self._name: dict[Symbol, str] = {}
        self._last_use = {x: line.index for line in lines for x in line.args
                          if isinstance(x, Symbol)}
        end = len(trace.tape.lines)
        self._last_use.update((x, end) for x in trace.results if isinstance(x, Symbol))
        outside = [x for x in trace.tape.lines if x.op in OUTSIDE]
        parameters = [x for x in outside if x.op == 'parameter']
        gradients = [x for x in outside if x.op == 'gradient']
        for x, before, after in zip(parameters, gradients, trace.new_grads):
            self._owner.update(dict.fromkeys(_sums(before, after), x))
        for line in outside + lines:
            self._name[line] = self._claim(self._wish(line), line)

    def __getitem__(self, x: Symbol | float) -> str:
        """The name of a line; a constant as text."""
        return self._name[x] if isinstance(x, Symbol) else self._number(x)

    def alias(self, x: Symbol, grad: Symbol) -> str | None:
        """A second name for grad as the gradient of the labelled x, if it has none."""
        if self._nodes[x] > 1 or x not in self._labels:
            return None
        if x not in self._name or grad not in self._name:
            return None
        name = f'd_{self._name[x]}'
        if self._name[grad] == name or name in self._holder:
            return None
        self._holder[name] = None
        return name

    def _wish(self, line):
        owner = self._owner.get(line)
        if owner in self._name:
            return f'd_{self._name[owner]}'
        if name := self._name_of(self._labels.get(line, '')):
            return name
        self._numbers['t'] += 1
        return f"t{self._numbers['t']}"

    def _claim(self, wish, line):
        """The name wished for, with a number where it would hide another."""
        name = wish
        while name in self._holder and not self._is_over(self._holder[name], line):
            self._numbers[wish] += 1
            name = f'{wish}_{self._numbers[wish] + 1}'
        self._holder[name] = line
        return name

    def _is_over(self, holder, line):
        """Whether holder is what the gradient in line was before it grew."""
        return (any(x is holder for x in line.args) and holder in self._owner
                and self._owner[holder] is self._owner.get(line)
                and self._last_use[holder] <= line.index)

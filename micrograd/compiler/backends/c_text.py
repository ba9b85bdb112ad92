"""A tape as C: to be read, and as a loop over rows."""
from __future__ import annotations

import re
from collections.abc import Iterable

from micrograd.compiler.code import Code
from micrograd.compiler.functions import FUNCTIONS
from micrograd.compiler.program import OUTSIDE, formula, near_use
from micrograd.compiler.records import Stamp, Trace
from micrograd.compiler.symbols import CONDITIONS, OF_SEVERAL, Symbol
from micrograd.compiler.text import CONSTANTS, StepText

FORMATS = {
    **{op: f'{{}} {op} {{}}' for op in ('+', '-', '*', '/', *sorted(CONDITIONS))},
    **{name: f'{name}({{}})' for name in FUNCTIONS},
    **{name: f'{name}({{}}, {{}})' for name in ('maximum', 'minimum')},
    'abs': 'fabs({})',
    'power': 'pow({}, {})',
    'pow': 'pow({}, {})',
    'neg': '-{}',
    'where': '{} ? {} : {}',
}

# What math.h lacks.
HELPERS = {
    **{name: function.c for name, function in FUNCTIONS.items() if function.c},
    'maximum': '''\
static inline double maximum(double x, double y) {
    return x > y || x != x ? x : y;
}
''',
    'minimum': '''\
static inline double minimum(double x, double y) {
    return x < y || x != x ? x : y;
}
''',
}

KEYWORDS = '''auto break case char const continue default do double else enum extern
    float for goto if inline int long register restrict return short signed sizeof
    static struct switch typedef union unsigned void volatile while asm'''.split()
TAKEN = {*KEYWORDS, *FUNCTIONS, *OF_SEVERAL, 'pow', 'fabs', 'log1p', 'math_errhandling',
         'inputs', 'params', 'grads', 'results', 'step'}


def c_name(label: str) -> str | None:
    """The label as a C name, or None; in capitals it could be a macro."""
    if not re.fullmatch('[A-Za-z][A-Za-z0-9_]*', label):
        return None
    return label + '_' * (label in TAKEN or label.isupper())


def head(ops: Iterable[str]) -> str:
    """What stands above a function that uses these operations."""
    return '\n'.join(['#include <math.h>\n', *(
        text for name, text in HELPERS.items() if name in ops), ''])


def number(x: float) -> str:
    """A constant as C writes it."""
    text = repr(x).replace('inf', 'INFINITY').replace('nan', 'NAN')
    return f'({text})' if text.startswith('-') else text


class CText(StepText):
    """The text of a step in C."""
    name_of = staticmethod(c_name)
    number = staticmethod(number)
    comment = '//'

    def __init__(self, trace: Trace):
        self.declared: set[str] = set()
        super().__init__(trace, FORMATS, {}, may_raise=False)

    def head(self) -> str:
        return head({line.op for line in self.lines})

    def begin(self) -> None:
        self.code.add(f'// {CONSTANTS}')
        self.code.add('void step(const double *inputs, const double *params,')
        self.code.add('          double *grads, double *results) {')
        for op, source in [('input', 'inputs'), ('parameter', 'params'),
                           ('gradient', 'grads')]:
            for i, name in enumerate(self.outside(op)):
                self.code.add(self.statement(name, f'{source}[{i}]'))

    def statement(self, name: str, formula: str, op: str = '') -> str:
        kind = 'int ' if op in CONDITIONS else 'double '
        if name in self.declared:
            kind = ''
        self.declared.add(name)
        return f'    {kind}{name} = {formula};'

    def end(self) -> None:
        for i, grad in enumerate(self.trace.new_grads):
            self.code.add(f'    grads[{i}] = {self.names[grad]};')
        for i, result in enumerate(self.trace.outputs):
            self.code.add(f'    results[{i}] = {self.names[result]};')
        self.code.add('}')


def loop_text(found: Trace, lines: list[Symbol]) -> str:
    """The text of a loop over rows in C, with a step of an optimiser in each.

    It returns -1, or the row whose loss is not finite, and that loss in total.
    """
    sources = {'input': 'row', 'parameter': 'params', 'state': 'state'}
    names = {x: f'{sources[x.op]}[{x.args[0]}]' for x in found.tape.lines
             if x.op in OUTSIDE}
    names.update((line, f't{line.index}') for line in lines)

    def text(x):
        return names[x] if isinstance(x, Symbol) else number(x)

    code = Code()
    code.add(head({line.op for line in lines}))
    code.add('long train(const double *row, long rows, double *restrict total,')
    code.add('           double *restrict params, double *restrict state,')
    code.add('           double *restrict losses) {')
    code.add(f'    for (long i = 0; i < rows; i++, row += {len(found.inputs)}) {{')
    lines = near_use(lines)
    early, late = _stores(found, lines)
    for line in lines:
        kind = 'int' if line.op in CONDITIONS else 'double'
        value = formula(line, FORMATS, text)
        code.add(f'        const {kind} {names[line]} = {value};')
        for x in early.get(line, ()):
            code.add(f'        {names[x]} = {names[line]};')
    loss = text(found.outputs[0])
    code.add(f'        if (!({loss} - {loss} == 0.0)) {{')
    code.add(f'            *total = {loss};')
    code.add('            return i;')
    code.add('        }')
    code.add(f'        *total += losses[i] = {loss};')
    for x, new in late:  # all are read before the first is written
        code.add(f'        const double n{x.index} = {text(new)};')
    for x, _ in late:
        code.add(f'        {names[x]} = n{x.index};')
    code.add('    }')
    code.add('    return -1;')
    code.add('}')
    return str(code)


def _stores(found, lines):
    """What can be stored as soon as its line is there, and what at the end.

    A number stays until the last line that reads it, or to the end if it is the
    loss or another's new number. Stores that come early need no place on the
    stack: a third faster.
    """
    changes = found.changes()
    at_end = {x for x in (found.outputs[0], *(new for _, new in changes))
              if isinstance(x, Symbol) and x.op in OUTSIDE}
    last_read = {x: line for line in lines for x in line.args if isinstance(x, Symbol)}
    position = {line: i for i, line in enumerate(lines)}
    early, late = {}, []
    for x, new in changes:
        last = position[last_read[x]] if x in last_read else -1
        if new in position and position[new] >= last and x not in at_end:
            early.setdefault(new, []).append(x)
        else:
            late.append((x, new))
    return early, late


def stamp_text(stamp: Stamp) -> str:
    """The text of a loop over parameters in C, which does with each what stamp says.

    own: the places in r of each parameter's numbers; shared: of those of all.
    """
    names = {x: f'{letter}{i}'
             for letter, lines in zip('ost', (stamp.own[0], stamp.shared, stamp.lines))
             for i, x in enumerate(lines)}

    def text(x):
        return names[x] if isinstance(x, Symbol) else number(x)

    width = len(stamp.own[0])
    code = Code()
    code.add(head({line.op for line in stamp.lines}))
    code.add('void stamp(double *r, const int *shared, const int *own, long count) {')
    for i, _ in enumerate(stamp.shared):
        code.add(f'    const double s{i} = r[shared[{i}]];')
    code.add(f'    for (; count--; own += {width}) {{')
    for i in range(width):
        code.add(f'        const double o{i} = r[own[{i}]];')
    for line in stamp.lines:
        kind = 'int' if line.op in CONDITIONS else 'double'
        value = formula(line, FORMATS, text)
        code.add(f'        const {kind} {names[line]} = {value};')
    for i, x in enumerate(stamp.new, start=1):
        code.add(f'        r[own[{i}]] = {text(x)};')
    code.add('    }')
    code.add('}')
    return str(code)

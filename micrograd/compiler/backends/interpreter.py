"""A tape run by a small interpreter in C, for programs too long to be built.

Every number has a register: what comes in, the constants, the result of each line.
Lines that do not wait for one another are sorted by operation, so that one choice
of the operation serves a run of lines. The interpreter is the same for all programs,
so it is built once.
"""
from __future__ import annotations

import ctypes
import itertools
import threading
from array import array
from collections.abc import Sequence

from micrograd.compiler.backends import library
from micrograd.compiler.backends.c_text import FORMATS, HELPERS, head, stamp_text
from micrograd.compiler.backends.library import pointer
from micrograd.compiler.program import OUTSIDE
from micrograd.compiler.records import Trace
from micrograd.compiler.symbols import Symbol

CASES = '\n'.join(f"""\
        case {number}:
            for (int k = run[1]; k--; arg += {formula.count('{}')})
                *out++ = {formula.format('r[arg[0]]', 'r[arg[1]]', 'r[arg[2]]')};
            break;""" for number, formula in enumerate(FORMATS.values()))

DOT = len(FORMATS)  # the number of the operation that takes any number of operands

SOURCE = head(HELPERS) + f'''\
// Sums of products: of each its start, then two operands for each product. Four at
// once, since each addition to a sum has to wait for the one before.
static void run_dots(int count, int size, const int *a, const double *r, double *out) {{
    for (; count >= 4; count -= 4, a += 4 * size, out += 4) {{
        const int *b = a + size, *c = b + size, *d = c + size;
        double sa = r[*a], sb = r[*b], sc = r[*c], sd = r[*d];
        for (int i = 1; i < size; i += 2) {{
            sa += r[a[i]] * r[a[i + 1]];
            sb += r[b[i]] * r[b[i + 1]];
            sc += r[c[i]] * r[c[i + 1]];
            sd += r[d[i]] * r[d[i + 1]];
        }}
        out[0] = sa, out[1] = sb, out[2] = sc, out[3] = sd;
    }}
    for (; count--; a += size) {{
        double sum = r[*a];
        for (int i = 1; i < size; i += 2)
            sum += r[a[i]] * r[a[i + 1]];
        *out++ = sum;
    }}
}}

// run: operation, number of lines, operands of each; arg: the registers of these
void run_lines(const int *run, long runs, const int *arg,
               const double *r, double *out) {{
    for (; runs--; run += 3)
        switch (run[0]) {{
{CASES}
        case {DOT}:
            run_dots(run[1], run[2], arg, r, out);
            arg += run[1] * run[2];
            out += run[1];
            break;
        }}
}}

long train(const int *run, long runs, const int *arg, double *r, double *out,
           const double *row, long rows, long width, const double *loss,
           const int *to, const int *from, double *room, long moves, double *total,
           double *losses, void (*stamp)(double *, const int *, const int *, long),
           const int *shared, const int *own, long count) {{
    for (long i = 0; i < rows; i++) {{
        for (long k = 0; k < width; k++)
            r[k] = *row++;
        run_lines(run, runs, arg, r, out);
        if (!(*loss - *loss == 0.0)) {{
            *total = *loss;
            return i;
        }}
        *total += losses[i] = *loss;
        for (long k = 0; k < moves; k++)  // all are read before the first is written
            room[k] = r[from[k]];
        if (count)
            stamp(r, shared, own, count);
        for (long k = 0; k < moves; k++)
            r[to[k]] = room[k];
    }}
    return -1;
}}
'''


class Interpreter:
    """A trace as code for the interpreter, and its registers."""

    def __init__(self, found: Trace, lines: Sequence[Symbol]):
        self.found = found
        self.registers = array('d')
        self._constants: dict[str, int] = {}  # by repr(), as 0.0 and -0.0 are two
        self._place = [0] * (found.tape.lines[-1].index + 1)  # of a line's register
        self._slice = {op: self._add(x for x in found.tape.lines if x.op == op)
                       for op in OUTSIDE}
        for x in itertools.chain(found.results, *(line.args for line in lines)):
            if type(x) is float and repr(x) not in self._constants:
                self._constants[repr(x)] = len(self.registers)
                self.registers.append(x)
        lines = _by_operation(lines, len(self._place))
        self._first = self._add(lines).start
        self._runs, self._args = array('i'), array('i')
        numbers = {**{op: i for i, op in enumerate(FORMATS)}, 'dot': DOT}
        for (op, size), run in itertools.groupby(lines, key=_kind):
            run = list(run)
            self._runs.extend((numbers[op], len(run), size))
            self._args.extend(self._find(x for line in run for x in line.args))
        changes = found.changes()
        self._to = array('i', self._find(x for x, _ in changes))
        self._from = array('i', self._find(new for _, new in changes))
        own, stamp = [], found.stamp
        self._stamp, self._shared = None, array('i')
        if stamp:
            own = stamp.own
            self._stamp = library.load(stamp_text(stamp)).stamp
            self._shared.extend(self._find(stamp.shared))
        self._own = array('i', self._find(x for numbers in own for x in numbers))
        self._count = len(own)
        self._outputs, self._grads = map(self._find, (found.outputs, found.new_grads))
        self._lock = threading.Lock()  # one thread at a time, as registers are shared
        self._library = library.load(SOURCE)
        self._library.train.restype = ctypes.c_long

    def step(self, inputs, data, grads) -> tuple[list[float], list[float]]:
        """The results and the new gradients."""
        r = self.registers
        with self._lock:
            self._set(input=inputs, parameter=data, gradient=grads)
            self._library.run_lines(*self._code(), pointer(r), pointer(r, self._first))
            return [r[i] for i in self._outputs], [r[i] for i in self._grads]

    def train(self, rows: array, count: int, total: array, data: array,
              state: array, losses: array) -> int:
        """A step for each row, in place; -1, or the row whose loss is not finite."""
        r, long = self.registers, ctypes.c_long
        room = array('d', [0.0] * len(self._to))
        with self._lock:
            self._set(parameter=data, state=state)
            bad = self._library.train(
                *self._code(), pointer(r), pointer(r, self._first),
                pointer(rows), long(count), long(len(self.found.inputs)),
                pointer(r, self._outputs[0]), pointer(self._to),
                pointer(self._from), pointer(room), long(len(self._to)), pointer(total),
                pointer(losses), self._stamp, pointer(self._shared),
                pointer(self._own), long(self._count))
            data[:], state[:] = r[self._slice['parameter']], r[self._slice['state']]
        return bad

    def _code(self):
        return (pointer(self._runs), ctypes.c_long(len(self._runs) // 3),
                pointer(self._args))

    def _add(self, lines):
        """A register for each line; their slice."""
        start = len(self.registers)
        for line in lines:
            self._place[line.index] = len(self.registers)
            self.registers.append(0.0)
        return slice(start, len(self.registers))

    def _find(self, items):
        """The registers of lines and constants."""
        place, constants = self._place, self._constants
        return [place[x.index] if type(x) is Symbol else constants[repr(x)]
                for x in items]

    def _set(self, **numbers):
        registers = memoryview(self.registers)  # which cannot change their number
        for op, values in numbers.items():
            registers[self._slice[op]] = array('d', values)


def _by_operation(lines, size):
    """The lines in an order with long runs of one operation.

    A line's level is one above those of its operands, so lines of a level are
    independent and may stand in any order. size: of the tape.
    """
    level = [0] * size
    for line in lines:
        above = 0
        for x in line.args:
            if type(x) is Symbol and level[x.index] > above:
                above = level[x.index]
        level[line.index] = above + 1
    return sorted(lines, key=lambda line: (level[line.index], *_kind(line)))


def _kind(line):
    """Equal for lines that one run may hold."""
    return line.op, len(line.args)

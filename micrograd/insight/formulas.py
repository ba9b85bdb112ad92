"""The formula of a node: its closure, run on Symbols and put into words.

A closure is plain arithmetic, so it runs on Symbols too, which write down what is
done to them. So `a.grad += b.data * e.grad` is read off the closure itself, that of
a student's operation as well, and comes from no table of operations.

Left out: closures that branch on a number, or call `math.exp`. Whoever asks for the
work of such a closure gets None, and has the numbers.
"""
from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from typing import NamedTuple

from micrograd.common.engines import is_tensor
from micrograd.compiler.symbols import CONDITIONS, MEANING, Symbol, Tape
from micrograd.derivatives.local import local_gradients, within_reach
from micrograd.elementary import agree
from micrograd.engine import Value
from micrograd.graph import check_usable, restored, run_closures
from micrograd.languages import say

LONGEST_NAME = 30
MOST_CHOICES = 2  # in one formula; of more, only the branches taken are shown
MOST_OPERATIONS = 60  # in one formula; nobody reads a longer one

# How tightly an operation binds its operands. All others are functions, f(x, y).
BINDS = {**dict.fromkeys(CONDITIONS, 0), '+': 1, '-': 1, '*': 2, '/': 2, 'neg': 3,
         'power': 4, 'pow': 4}
FRACTION, NEGATIVE, ATOM = 2, 3, 5  # how tightly what stands for a number binds

# From 'data' or 'grad', and the node that has it: its text, and how that binds.
Leaf = Callable[[str, Value], tuple[str, int]]


class Term(NamedTuple):
    """What a closure does to one gradient: x.grad += expression, say.

    sign: '+=' or '-=', or '=' where the closure forgets what was there before.
    """
    x: Value
    sign: str
    expression: Symbol | float


def formula(node: Value) -> str:
    """How node was computed, then its local gradients, a line for each operand.

        e = a * b
        de/da = b
        de/db = a

    The first line is made of operation and labels; without a label, a node is t1, t2
    and so on. The others are what the closure of node adds where the upstream
    gradient is 1; numbers, if it does not run on Symbols. RuntimeError: node is used
    up. TypeError: it is no Value.
    """
    if not isinstance(node, Value):
        hint = ('; what an operation on Tensors passes back, explain(x, root) tells'
                if is_tensor(node) else '')
        raise TypeError(f'formula takes one Value, a node of a graph, got '
                        f'{node!r:.80}{hint}')
    check_usable([node])
    name = names([*node._prev, node])
    if not node._prev:
        return f'{name[node]} = {node.data}'
    lines = [f'{name[node]} = {operation_text(node, lambda x: (name[x], ATOM))}']
    numbers = local_gradients(node)
    symbols = _local_symbols(node, numbers)
    for x, number in numbers.items():
        if symbols:
            local = expression_text(symbols[x], lambda _, leaf: (name[leaf], ATOM))
        else:
            local = say('{number}, a number: the closure does not run on symbols'
                        ).format(number=number)
        lines.append(f'd{name[node]}/d{name[x]} = {local}')
    return '\n'.join(lines)


# --- the texts of values -----------------------------------------------------

def names(nodes: Iterable[Value]) -> dict[Value, str]:
    """A name for each node, no two alike: its label, or t1, t2 and so on.

    A label that is no name stands in brackets, so that (a + b).grad can be read.
    """
    found, taken, wishes = {}, set(), {}
    labels = {node: readable(node.label) for node in nodes}
    for node in sorted(labels, key=lambda node: not labels[node]):  # labels first
        label = labels[node]
        choice = wishes.setdefault(label, _wishes(label))
        found[node] = next(name for name in choice if name not in taken)
        taken.add(found[node])
    return found


def _wishes(label):
    if label:
        yield label
        yield from (f'{label}_{i}' for i in itertools.count(2))
    yield from (f't{i}' for i in itertools.count(1))


def readable(label) -> str:
    """The label in one line without control characters, in brackets if need be."""
    text = '' if label is None else ' '.join(str(label).split())
    text = ''.join(letter if letter.isprintable() else ascii(letter)[1:-1]
                   for letter in text)
    if len(text) > LONGEST_NAME:
        text = f'{text[:LONGEST_NAME - 1]}…'
    return text if text.isidentifier() or not text else f'({text})'


def operation_text(node: Value, text_of: Callable[[Value], tuple[str, int]]) -> str:
    """How node was computed: a * b, tanh(n), a**2; a dot is the sum that it is.

    text_of: the text of an operand, its name or its number, and how it binds.
    """
    op = readable(node._op).strip('()') or say('operation')
    operands = [text_of(x) for x in node._prev]
    if op == 'dot' and len(operands) > 1:
        return _dot_text(operands)
    is_name = op[0].isalpha()
    if is_name or len(operands) > 2 or (len(operands) == 1 and op[:2] != '**'):
        return f"{op}({', '.join(text for text, _ in operands)})"
    first, *rest = [_bracketed(x, BINDS.get(op, NEGATIVE)) for x in operands]
    return ' '.join([first, op, *rest]) if rest else first + op


def _dot_text(operands):
    """b + w1 * x1 + w2 * x2: a start, if their number is odd, all w, all x."""
    start, others = operands[:len(operands) % 2], operands[len(operands) % 2:]
    half = len(others) // 2
    products = [_operator_text('*', pair) for pair in zip(others[:half], others[half:])]
    return ' + '.join([*(_bracketed(x, BINDS['+']) for x in start), *products])


def expression_text(x: Symbol | float, leaf: Leaf) -> str:
    """The text of what a closure has written, as Python would have it.

    Where that has many choices, such as the slopes of powers with their corners, only
    the branches that the nodes' numbers take.
    """
    return _text(x, leaf, chosen=_choices(x) > MOST_CHOICES)[0]


def _text(x, leaf, chosen):
    """The text of x, and how tightly it binds."""
    if not isinstance(x, Symbol):
        text = f'{x:.6g}'
        return text, NEGATIVE if text[0] == '-' else ATOM
    if _is_leaf(x):
        return leaf(x.op, *x.args)
    if x.op == 'where' and chosen:
        condition, yes, no = x.args
        return _text(yes if evaluate(condition) else no, leaf, chosen)
    if x.op == '*' and not isinstance(x.args[0], Symbol) and x.args[0] == -1:
        return f"-{_bracketed(_text(x.args[1], leaf, chosen), BINDS['*'])}", NEGATIVE
    operands = [_text(y, leaf, chosen) for y in x.args]
    if x.op not in BINDS:
        return f"{x.op}({', '.join(text for text, _ in operands)})", ATOM
    return _operator_text(x.op, operands), BINDS[x.op]


def _operator_text(op, operands):
    first, last = operands[0], operands[-1]
    binds = BINDS[op]
    if op == 'neg':
        return f'-{_bracketed(last, binds)}'
    if op in ('power', 'pow'):
        return f'{_bracketed(first, binds)} ** {_bracketed(last, NEGATIVE - 1)}'
    return f'{_bracketed(first, binds - 1)} {op} {_bracketed(last, binds)}'


def _choices(x):
    if not isinstance(x, Symbol) or _is_leaf(x):
        return 0
    return (x.op == 'where') + sum(map(_choices, x.args))


def _bracketed(part, binds):
    """A part's text, in brackets unless it binds tighter than that."""
    text, own = part
    return text if own > binds else f'({text})'


# --- closures on Symbols -----------------------------------------------------

def work(node: Value) -> list[Term] | None:
    """What the closure of node does, as it would be written, change by change.

    None if the closure does not run on Symbols, if it does something else there than
    on numbers, or if its text is too long.
    """
    tape = Tape()
    reached = within_reach(node)
    with restored(reached):
        start = {x: tape.line('grad', x) for x in reached}
        for x in reached:
            x.data, x.grad = tape.line('data', x), start[x]
        if not _runs_on(tape, node):
            return None
        ends = {x: _plain(x.grad) for x in reached}
    if not _is_right(tape, ends, _run(node)):
        return None
    return [term for x in reached for term in _terms(x, start[x], ends[x])]


def evaluate(x: Symbol | float):
    """The number of an expression, with the data and grad that its nodes have now."""
    if not isinstance(x, Symbol):  # a tape keeps 3 as 3.0, which no Fraction survives
        return int(x) if x.is_integer() else x
    if _is_leaf(x):
        return getattr(*x.args, x.op)
    return MEANING[x.op](*map(evaluate, x.args))


def _local_symbols(node, numbers):
    """Expressions for local_gradients, which are the numbers, or None."""
    tape = Tape()
    tape.is_backward = True  # 0 + x is x
    reached = within_reach(node)
    with restored(reached):
        for x in reached:
            x.data, x.grad = tape.line('data', x), Symbol(int(x is node))
        if not _runs_on(tape, node):
            return None
        found = {x: _plain(x.grad) for x in node._prev}
    return found if _is_right(tape, found, numbers) else None


def _run(node):
    """The gradients that the closure leaves."""
    reached = within_reach(node)
    with restored(reached):
        run_closures([node])
        return {x: x.grad for x in reached}


def _runs_on(tape, node):
    try:
        node._backward()
    except Exception:  # on a kind of number that it was not made for, anything goes
        return False
    finally:
        tape.is_open = False
    return tape.refusal is None


def _is_right(tape, expressions, numbers):
    """Whether the expressions can be read, and have the numbers as their values."""
    size = []  # written out, a line that is used twice counts twice
    for line in tape.lines:
        operands = [y for y in line.args if isinstance(y, Symbol)]
        size.append(len(operands) and 1 + sum(size[y.index] for y in operands))
    if any(isinstance(y, Symbol) and size[y.index] > MOST_OPERATIONS
           for y in expressions.values()):
        return False
    try:
        return all(agree(evaluate(y), numbers[x]) for x, y in expressions.items())
    except (TypeError, ValueError, ArithmeticError):
        return False  # a kind of number that does not go with floats


def _terms(x, start, end):
    """((start + p) - q), the gradient of x at the end, as the terms += p and -= q."""
    terms, rest = [], end
    while rest is not start:
        if not isinstance(rest, Symbol) or rest.op not in ('+', '-'):
            return [Term(x, '=', end)]
        terms.append(Term(x, f'{rest.op}=', rest.args[1]))
        rest = rest.args[0]
    return terms[::-1]


def _plain(x):
    """A constant as a number: some are Symbols without a tape."""
    return x if isinstance(x, Symbol) and x.tape else float(x)


def _is_leaf(x):
    return x.op in ('data', 'grad')

"""Run a function once on Symbols, and its closures once, onto a tape."""
from __future__ import annotations

import contextlib
import inspect
import operator
import random
import sys
from collections.abc import Callable, Iterator, Sequence

from micrograd.common.closures import cells, content
from micrograd.common.engines import is_tensor
from micrograd.compiler.records import Pass, Trace
from micrograd.compiler.structure import Structure
from micrograd.compiler.symbols import (
    CONDITIONS,
    PACKAGE,
    CompileError,
    Symbol,
    Tape,
    as_argument,
    user_line,
)
from micrograd.elementary import where
from micrograd.engine import Value
from micrograd.graph import (
    check_usable,
    let_go,
    one_pass,
    paused_gc,
    restored,
    run_closures,
    topological_order,
)
from micrograd.sums import dot


def trace(fn: Callable, parameters: Sequence[Value], backward: bool = False,
          batch: bool = False, example: Sequence | None = None) -> Trace:
    """What fn(*inputs) writes on Symbols; CompileError for what has no program.

    backward: with the closures of its one result, as loss.backward() runs them;
    gradients are added to those that are there. batch: inputs are columns, so
    loss and gradients are means. example: see compile_loss. Everything outside is
    left as it was.
    """
    parameters = list(parameters)
    _check(parameters)
    structure = _structure(fn, example)
    with one_pass, paused_gc():
        random_before = _random_states()
        first = _run(fn, structure, parameters, backward, batch)
        again = _run(fn, structure, parameters, backward, batch, first.has_own)
    if _random_states() != random_before or any(
            map(operator.ne, first.records, again.records)):
        raise CompileError(
            f'{_place(fn)}: the function is not the same each time it runs: it draws '
            f'random numbers or changes something outside; draw them before and pass '
            f'them as arguments')
    again.tape.lines.clear()  # which refer to the tape: so it goes at once
    return first


def _random_states():
    """Of the generators that everybody shares."""
    numpy_random = sys.modules.get('numpy.random')
    return random.getstate(), numpy_random and repr(numpy_random.get_state())


def _check(parameters):
    for i, p in enumerate(parameters):
        if is_tensor(p):
            raise CompileError(
                f'parameter {i} is a Tensor: its operations are compiled already. Give '
                f'them whole batches, for example by fit(…, batch_size=…)')
        if not isinstance(p, Value) or p._prev:
            raise CompileError(f'parameter {i} is no leaf Value: {p!r}')
        if not isinstance(p.data, (float, int)):
            raise CompileError(f'parameter {i} is no float: {p!r}')
    if len(set(parameters)) < len(parameters):
        raise CompileError('a parameter is given twice')


def _run(fn, structure, parameters, backward, batch, to_the_end=True):
    tape = Tape()
    found = Trace(tape, structure, structure.leaves, parameters)
    inputs = [Value(tape.line('input', i), label=name)
              for i, name in enumerate(found.inputs)]
    with restored(parameters):
        for i, p in enumerate(parameters):
            p.data = tape.line('parameter', i)
            if backward:
                p.grad = tape.line('gradient', i)
        with refusals(tape):
            results = _call(fn, structure, inputs, parameters)
            nodes = _add_outputs(found, fn, results, [*inputs, *parameters], backward)
            found.forward_end = len(tape.lines)
            found.records.append([*tape.known, repr(found.outputs)])
            found.has_own = not all(_is_known(node._backward) for node in nodes)
            if not to_the_end:
                _let_go(nodes)
                return found
            labels = [(node.data, node.label) for node in nodes if node.label]
            if batch:
                _add_backward_pass(found, results, [Symbol(0) for _ in parameters])
                _add_means(found)
            elif backward:
                _add_backward_pass(found, results, [p.grad for p in parameters])
    found.records.append([*tape.known, repr(found.new_grads)])
    for x, label in labels:
        if isinstance(x, Symbol) and x.tape:
            found.labels.setdefault(x, str(label))
    return found


def _is_known(closure):
    """Whether it is of this package, and so does the same each time."""
    code = getattr(closure, '__code__', None)
    return code is not None and code.co_filename.startswith(PACKAGE)


def _let_go(nodes):
    """Those of the program; what was computed before stays as it is."""
    let_go([node for node in nodes if isinstance(node.data, Symbol)])


@contextlib.contextmanager
def refusals(tape: Tape) -> Iterator[None]:
    """While the user's code runs: tell what it asks in vain as a CompileError.

    Also a refusal that this code has caught: what it did then is no program.
    """
    try:
        yield
    except (TypeError, AttributeError) as error:
        raise tape.refusal or CompileError(
            f'{user_line(error)}: {error}; the numbers are not known yet: compute with '
            f'operators and the functions of micrograd.elementary') from error
    except ValueError:
        if tape.refusal:  # which numpy tells in words of its own
            raise tape.refusal from None
        raise
    if tape.refusal:
        raise tape.refusal
    tape.is_open = False


def _call(fn, structure, inputs, parameters):
    """fn of the inputs; it must not touch the parameters."""
    before = [(p.data, p.grad) for p in parameters]
    try:
        results = fn(*structure.laid_out(inputs))
    except CompileError:
        raise
    except (TypeError, AttributeError, ValueError) as error:
        names = ', '.join(x.label for x in inputs) or 'none'
        way_out = ('name every input, as in lambda x1, x2, y: (model([x1, x2]) - y) '
                   '** 2, or say with example=(...) what lists a call will pass, and '
                   if structure.is_flat else '')
        raise CompileError(
            f'{user_line(error)}: {error}; while compiling, each argument ({names}) is '
            f'one number, not known yet: {way_out}compute with operators and the '
            f'functions of micrograd.elementary') from error
    for p, (data, grad) in zip(parameters, before):
        if p.data is not data or p.grad is not grad:
            raise CompileError(
                f'{_place(fn)}: the function changes .data or .grad of the parameter '
                f'{p.label!r}: it must only compute the loss, without backward(), '
                f'zero_grad() or a step of an optimiser')
    return results


def _add_outputs(found, fn, results, leaves, backward):
    """Note the results; return all nodes of their graphs."""
    if backward and not isinstance(results, Value):
        raise CompileError(f'{_place(fn)}: the loss must be one Value, but the '
                           f'function returned {results!r}')
    found.is_list = isinstance(results, (list, tuple))
    nodes = list(leaves)
    for result in results if found.is_list else [results]:
        if isinstance(result, Value):
            nodes += topological_order(result)
            found.outputs.append(as_line(result.data))
        elif isinstance(result, (float, int)):
            found.outputs.append(float(result))
        else:
            raise CompileError(f'{_place(fn)}: the function must return a Value or a '
                               f'list of Values, but it returned {result!r}')
    _check_nodes(fn, nodes)
    return nodes


def _check_nodes(fn, nodes):
    """Nothing that was computed from a parameter may date from before."""
    for node in nodes:
        if node._prev and not isinstance(node.data, Symbol) and any(
                isinstance(x.data, Symbol) and x.data.tape for x in node._prev):
            raise CompileError(
                f'{_place(fn)}: the function uses {node!r}, which was computed from a '
                f'parameter before compiling; compute it in the function')
    try:
        check_usable(nodes)
    except RuntimeError as error:
        raise CompileError(f'{_place(fn)}: {error}') from None


def _add_backward_pass(found, loss, start):
    """Run the closures as loss.backward() does, and note who wrote what.

    start: the gradients of the parameters, to which theirs are added.
    """
    topo = topological_order(loss)
    tape = found.tape
    tape.is_backward = True
    with restored([*topo, *found.parameters]):
        for node in topo:
            node.grad = Symbol(0)
        for p, grad in zip(found.parameters, start):
            p.grad = grad
        loss.grad += 1
        for node in reversed(topo):
            start = len(tape.lines)
            if getattr(node._backward, '__code__', None) is DOT:
                _run_dot(node, tape)
            else:
                run_closures([node])
            found.passes.append(Pass(node.data, tape.lines[start:],
                                     [x.data for x in node._prev],
                                     [x.grad for x in node._prev]))
        grads = [p.grad for p in found.parameters]
    found.new_grads = [as_line(tape.settled(grad)) for grad in grads]
    found.backward_end = len(tape.lines)
    tape.is_backward = False
    _let_go(topo)


# Of the closure of dot(): most of a large program, so it does not run line by line.
DOT = next(part for part in dot.__code__.co_consts
           if getattr(part, 'co_name', '') == '_backward')


def _run_dot(node, tape):
    """What the closure of a dot does: all its products at once."""
    kept = {name: content(cell) for name, cell in cells(node._backward)}
    upstream, pairs = as_argument(node.grad), list(zip(kept['xs'], kept['ys']))

    def add(pairs):
        for x, y in pairs:
            a, b = as_argument(x.data), as_argument(y.data)
            x.grad = tape.grown(x.grad, b, upstream)
            y.grad = tape.grown(y.grad, a, upstream)
    add(reversed(pairs[1:]))
    for b in kept['starts']:
        b.grad += node.grad
    add(pairs[:1])


def _add_means(found):
    """Loss and gradients as means over the batch, added to the gradients there."""
    tape = found.tape
    found.outputs = [_mean(tape, x) for x in found.outputs]
    found.new_grads = [as_line(p.grad + _mean(tape, grad))
                       for p, grad in zip(found.parameters, found.new_grads)]


def _mean(tape, x):
    if not isinstance(x, Symbol):
        return x
    return (tape.line('mean_of_product', *x.args) if x.op == '*'
            else tape.line('mean', x))


def as_line(x: Symbol | float) -> Symbol | float:
    """A line of the tape, for a condition one that is 1.0 or 0.0; else a float."""
    if not (isinstance(x, Symbol) and x.tape):
        return float(x)
    x = x.tape.settled(x)
    return where(x, 1.0, 0.0) if x.op in CONDITIONS else x


def _structure(fn, example):
    """Of the arguments: of an example, or a number for each without a default."""
    signature = inspect.signature(fn)
    if example is None:
        return Structure(_argument_names(fn, signature))
    if not isinstance(example, (list, tuple)):
        raise CompileError(f'{_place(fn)}: example is one tuple of arguments, as a '
                           f'call will pass them, not {example!r}')
    try:
        names = list(signature.bind(*example).arguments)
        return Structure(names, example)
    except TypeError as error:
        raise CompileError(f'{_place(fn)}: {error}') from None


def _argument_names(fn, signature):
    """The positional arguments of fn that have no default."""
    names = []
    for argument in signature.parameters.values():
        if (argument.default is not argument.empty
                or argument.kind == argument.VAR_KEYWORD):
            continue
        if argument.kind in (argument.VAR_POSITIONAL, argument.KEYWORD_ONLY):
            raise CompileError(f'{_place(fn)}: {argument} has no fixed number of '
                               f'inputs; name each input')
        names.append(argument.name)
    return names


def _place(fn):
    code = getattr(inspect.unwrap(fn), '__code__', None)
    return f'{code.co_filename}, line {code.co_firstlineno}' if code else repr(fn)

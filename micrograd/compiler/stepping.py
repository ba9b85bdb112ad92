"""A program with a step: the loss, its gradients, and then a step of an optimiser.

The step is that of optimisers.py. Of thousands of parameters, with each of which it
does the same, it is asked about one.
"""
from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import NamedTuple

from micrograd.compiler.optimisers import State, after_step, changes_more
from micrograd.compiler.program import OUTSIDE
from micrograd.compiler.records import Stamp, Trace
from micrograd.compiler.symbols import MEANING, Symbol, Tape, as_argument
from micrograd.compiler.tracing import as_line, refusals
from micrograd.elementary import where
from micrograd.engine import Value
from micrograd.graph import one_pass, restored
from micrograd.training.optim import SGD, Adam, AdamW


def with_step(found: Trace, state: State, scheduled: bool = False,
              batched: bool = False, stamped: bool = False) -> Trace:
    """The program of found, then one step of the optimiser.

    Its gradients begin at 0, as after zero_grad(). scheduled: the learning rate is one
    more input. batched: so are the share of the row in its batch, and whether it is the
    last of it; only then a step is made, and the sums of the gradients until then are
    further numbers of the state. stamped: leave what a step does with each parameter to
    the backend, as a Stamp, where that is the same for all.
    """
    with one_pass:  # since the lines are put onto the tape of the loss, and go again
        return _with_step(found, state, scheduled, batched, stamped)


def _with_step(found, state, scheduled, batched, stamped):
    tape = found.tape
    tape.thread = threading.get_ident()
    before, known = len(tape.lines), dict(tape.known)
    inputs = list(found.inputs)

    def further(name):
        inputs.append(name)
        return tape.line('input', len(inputs) - 1)
    try:
        grads, outputs = _from_0(found)
        data = [x for x in tape.lines[:before] if x.op == 'parameter']
        numbers = [tape.line('state', i) for i in range(len(state.read()))]
        batch = None
        if scheduled:
            numbers[0] = further('lr')
        if batched:
            sums = [tape.line('state', len(numbers) + i) for i in range(len(grads))]
            batch = _Batch(further('share'), further('is_last') > 0.5, sums)
        step = _Step(found.parameters, data, grads, numbers, batch)
        with restored(found.parameters), refusals(tape):
            tape.is_open = True
            new_data, new_state, stamp = (
                _of_each(step, state, stamped) if _is_by_parameter(state)
                else _of_all(step, state))
        whole = Tape()
        whole.lines = [x for x in tape.lines if x.op != 'gradient']
    finally:
        del tape.lines[before:]
        tape.known = known
    return Trace(whole, found.structure, inputs, found.parameters, outputs=outputs,
                 new_data=new_data, new_state=new_state, stamp=stamp)


def _from_0(found):
    """The gradients, and the outputs, where those there at first are 0.

    The lines that begin with them are written once more, without them.
    """
    tape = found.tape
    new = {x.index: Symbol(0) for x in tape.lines if x.op == 'gradient'}

    def again(x):
        return new.get(x.index, x) if isinstance(x, Symbol) else x
    for line in list(tape.lines):
        for x in line.args:
            if type(x) is Symbol and x.index in new:
                break
        else:
            continue
        tape.is_backward = line.index >= found.forward_end
        args = list(map(again, line.args))
        if line.op in MEANING and not (line.op == 'dot' and tape.is_backward):
            new[line.index] = MEANING[line.op](*args)
            continue
        args = list(map(as_argument, args))
        if line.op == 'dot' and isinstance(args[0], float):
            args[0] = -0.0  # which changes no bit of a product
        new[line.index] = tape.line(line.op, *args)
    tape.is_backward = False
    outputs = [as_line(again(x)) for x in found.outputs]
    return [again(x) for x in found.new_grads], outputs


class _Batch(NamedTuple):
    """What a row's step needs to know of its batch; sums: of the gradients so far."""
    share: Symbol
    is_last: Symbol
    sums: list[Symbol]


class _Step(NamedTuple):
    """What a step begins with: lines for parameters, gradients, and the state."""
    parameters: Sequence[Value]
    data: list[Symbol]
    grads: list[Symbol | float]
    numbers: list[Symbol]
    batch: _Batch | None

    def after(self, state: State) -> tuple[list, list]:
        """The new data, and the new numbers of the state."""
        parameters, data, grads, numbers, batch = self
        if batch is None:
            return after_step(parameters, data, grads, state, numbers)
        sums = [total + grad * batch.share for total, grad in zip(batch.sums, grads)]
        new_data, new = after_step(parameters, data, sums, state, numbers)
        pairs = [*zip(new_data, data), *zip(new, numbers), *((0.0, x) for x in sums)]
        chosen = [where(batch.is_last, x, y) for x, y in pairs]
        return chosen[:len(data)], chosen[len(data):]

    def alone(self, i: int, places: Sequence[int]) -> _Step:
        """That of parameter i alone, whose numbers of the state have these places."""
        return _Step([self.parameters[i]], [self.data[i]], [self.grads[i]],
                     [self.numbers[j] for j in places],
                     self.batch and self.batch._replace(sums=[self.batch.sums[i]]))


def _of_all(step, state):
    """What a step changes, if it changes the same when it runs once more."""
    first, second = step.after(state), step.after(state)
    if repr(first) != repr(second):  # lines are the same, as none is written twice
        raise changes_more(state)
    return *first, None


def _is_by_parameter(state):
    """Whether a step does the same with each parameter, with a state of its own."""
    return (type(state.optimizer) in (SGD, Adam, AdamW)
            and len(state.optimizer.parameters) > 1)


def _of_each(step, state, stamped):
    """The same as _of_all: asked about one parameter, and written for the others.

    Asked again about those whose gradient is a constant or comes from outside.
    """
    tape, n, shared = step.data[0].tape, len(step.data), state.shared()
    sums = step.batch.sums if step.batch else []
    old = [*step.data, *step.numbers, *sums]
    new = list(old)
    stamp, places = None, []
    number = {id(p): i for i, p in enumerate(step.parameters)}
    for k, p in enumerate(state.optimizer.parameters):
        i, own = number[id(p)], state.of_parameter(k)
        at = [i, *(n + j for j in own)] + [n + len(step.numbers) + i] * bool(sums)
        mine = [step.grads[i], *(old[j] for j in at)]
        is_alike = _is_computed(mine[0])
        if is_alike:
            places.append(at)
            if stamp:
                stamp.own.append(mine)
                continue
            tape.known = {}  # so that its lines are its own
        before = len(tape.lines)
        data, after = step.alone(i, shared + own).after(state.alone(k))
        _put(new, [n + j for j in shared], after)
        found = data + after[len(shared):]
        if is_alike:
            stamp = Stamp([mine], _computed_from(mine, tape.lines[before:]), found)
        else:
            _put(new, at, found)
    if stamp and not stamped:
        _put(new, places[0], stamp.new)
        for at, mine in zip(places[1:], stamp.own[1:]):
            _put(new, at, stamp.written_for(mine))
        stamp = None
    return new[:n], new[n:], stamp


def _is_computed(x):
    """Whether x is neither a constant nor a number from outside."""
    return isinstance(x, Symbol) and x.tape is not None and x.op not in OUTSIDE


def _computed_from(numbers, lines):
    """Those of the lines that depend on the numbers."""
    known = {x.index for x in numbers}
    found = []
    for line in lines:
        if any(isinstance(x, Symbol) and x.index in known for x in line.args):
            known.add(line.index)
            found.append(line)
    return found


def _put(numbers, places, new):
    for j, x in zip(places, new):
        numbers[j] = x

"""A forward and a backward pass as steps, in words and numbers.

The passes run here, closure by closure, and the words come from the closures
(insight/formulas.py). How a step looks is the business of page.py and of walk().
"""
from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from typing import Any, NamedTuple

from micrograd.common.engines import for_tensors
from micrograd.compiler.symbols import Symbol
from micrograd.derivatives.local import local_gradients, within_reach
from micrograd.elementary import like
from micrograd.engine import Value
from micrograd.graph import check_usable, nothing, restored, run_closures
from micrograd.insight.formulas import (
    ATOM,
    FRACTION,
    NEGATIVE,
    agree,
    evaluate,
    expression_text,
    names,
    operation_text,
    work,
)
from micrograd.languages import say
from micrograd.pictures.boxes import short
from micrograd.pictures.draw import trace

MOST_PARTS = 4  # of a sum that is written out


class Line(NamedTuple):
    """What a closure does to one gradient, and a note on the sum so far."""
    text: str
    note: str = ''


class Change(NamedTuple):
    """The gradient of x before and after a closure, and what that added, in parts.

    before: None if nothing had come in yet. local: the local gradient, or None where
    that times upstream is not what was added. note: on the sum so far.
    """
    x: Value
    before: Any
    parts: list
    after: Any
    upstream: Any
    local: Any
    note: str


class Part(NamedTuple):
    """One += of a closure; replaces: it was a plain = instead."""
    text: str
    added: Any
    replaces: bool
    note: str = ''


@dataclasses.dataclass
class Step:
    """One step of a pass.

    kind: 'start', 'forward', 'seed', 'backward' or 'end'. node: what is computed, or
    whose closure runs. read: nodes whose data the closure uses. grads: the gradients
    after the step, of those that changed, and whether each is final.
    """
    kind: str
    title: str
    node: Value | None = None
    lines: list[Line] = dataclasses.field(default_factory=list)
    read: list[Value] = dataclasses.field(default_factory=list)
    changes: list[Change] = dataclasses.field(default_factory=list)
    grads: dict[Value, tuple[Any, bool]] = dataclasses.field(default_factory=dict)


class Passes:
    """The steps of both passes through the graph of root, which stays as it was.

    nodes: in topological order; name: what each is called. Raises what trace() does;
    RuntimeError if the graph is used up.
    """

    def __init__(self, root: Value):
        if not isinstance(root, Value):
            raise TypeError(f'the steps go through the graph of one Value, such as '
                            f'the loss, not of a {type(root).__name__}')
        self.nodes, edges = trace(root)
        check_usable(self.nodes)
        others = [x for node in self.nodes for x in within_reach(node)]
        self.name = names([*self.nodes, *others])
        self.paths = Counter(operand for operand, _ in edges)  # that are still to come
        self.parts = defaultdict(list)  # what has come in on the others
        with restored(self.name):
            self.steps = [self._start(), *self._forward(), *self._backward()]

    # --- the passes ----------------------------------------------------------

    def _start(self):
        leaves = [f'{self.name[x]} = {short(x.data)}'
                  for x in self.nodes if not x._prev]
        return Step('start', say('The inputs are known, and nothing else yet'),
                    lines=[Line(', '.join(leaves))])

    def _forward(self):
        for node in self.nodes:
            if node._prev:
                words = operation_text(node, lambda x: (self.name[x], ATOM))
                figures = operation_text(node, lambda x: _figure(x.data))
                text = _chain(self.name[node], '=', words, figures, short(node.data))
                title = say('Forward: {x} is computed').format(x=self.name[node])
                yield Step('forward', title, node, [Line(text)],
                           list(dict.fromkeys(node._prev)))

    def _backward(self):
        for node in self.nodes:
            node.grad = like(0, node.data)
        yield self._seed()
        for node in reversed(self.nodes):
            if node._prev or node._backward is not nothing:
                yield self._closure(node)
        yield self._end()

    def _seed(self):
        root = self.nodes[-1]
        root.grad = like(1, root.data)
        self.parts[root].append(root.grad)
        name = self.name[root]
        line = Line(f'{name}.grad = {short(root.grad)}',
                    say('if {x} moves by 1, {x} moves by 1').format(x=name))
        change = Change(root, None, [root.grad], root.grad, None, None, line.note)
        return Step('seed', say('Backward: it starts at {x}').format(x=name), root,
                    [line], [], [change], {root: (root.grad, True)})

    def _end(self):
        root = self.name[self.nodes[-1]]
        leaves = [f'{self.name[x]}.grad = {short(x.grad)}'
                  for x in self.nodes if not x._prev]
        never = [x for x in self.nodes if not self.parts[x]]
        note = say('no gradient has come to: {nodes}').format(
            nodes=say(', ').join(self.name[x] for x in never))
        return Step('end', say('The gradients of {x} are complete').format(x=root),
                    lines=[Line(', '.join(leaves), note if never else '')],
                    grads={x: (x.grad, True) for x in never})

    def _closure(self, node):
        """Run the closure of node, and tell what it does."""
        name = self.name[node]
        how = operation_text(node, lambda x: (self.name[x], ATOM))
        title = say('Backward: the closure of {x} = {how}').format(x=name, how=how)
        step = Step('backward', title, node)
        self.paths.subtract(node._prev)
        local = local_gradients(node)
        before = {x: x.grad for x in within_reach(node)}
        told = self._in_words(node, step)
        run_closures([node])
        if told is None:
            told = self._in_numbers(node, before, local)
        for x, parts in told.items():
            self._tell(step, x, parts, before, local.get(x))
        self._tell_of_nothing(step)
        return step

    # --- what a closure does, part by part -----------------------------------

    def _in_words(self, node, step):
        """For each gradient that the closure changes, the parts; None if no words."""
        terms = work(node)
        if terms is None:
            return None
        told = defaultdict(list)
        for x, sign, expression in terms:
            added = evaluate(expression)
            texts = [short(added)]
            if isinstance(expression, Symbol):
                texts = [expression_text(expression, self._names(step)),
                         expression_text(expression, _figures), *texts]
            text = _chain(f'{self.name[x]}.grad', sign, *texts)
            told[x].append(Part(text, -added if sign == '-=' else added, sign == '='))
        return told

    def _names(self, step):
        def leaf(kind, x):
            if kind == 'data' and x not in step.read:
                step.read.append(x)
            return f'{self.name[x]}.{kind}', ATOM
        return leaf

    def _in_numbers(self, node, before, local):
        """The same for a closure that has run, from its numbers alone."""
        upstream = before[node]
        told = {}
        for x, old in before.items():
            if x not in node._prev and _same(x.grad, old):
                continue
            name, added = f'{self.name[x]}.grad', x.grad - old
            if not agree(old + added, x.grad):  # as where inf was replaced
                told[x] = [Part(f'{name} = {short(x.grad)}', x.grad, True)]
                continue
            text = _chain(name, '+=', short(added))
            if x in local and agree(local[x] * upstream, added):
                words = say('local gradient * {x}.grad').format(x=self.name[node])
                text = _chain(name, '+=', words,
                              f'{_figure(local[x])[0]} * {short(upstream)}',
                              short(added))
            told[x] = [Part(text, added, False, say(
                'in numbers alone: the closure does not run on symbols'))]
        return told

    def _tell(self, step, x, parts, before, local):
        """Add what was done to the gradient of x to the step."""
        upstream, total = before[step.node], before[x]
        earlier = bool(self.parts[x])
        for i, part in enumerate(parts):
            lost, total = total, part.added if part.replaces else total + part.added
            is_last = i == len(parts) - 1 and self.paths[x] <= 0
            notes = [part.note, self._strange(step.node, x)]
            if part.replaces and self.parts[x]:
                notes.append(say('= forgets the {lost} of before, += would add').format(
                    lost=short(lost)))
            self.parts[x] = [*self.parts[x] * (not part.replaces), part.added]
            notes.append(self._sum_so_far(x, total, is_last))
            note = say('; ').join(filter(None, notes))
            step.lines.append(Line(part.text, note))
        added = sum((part.added for part in parts[1:]), parts[0].added)
        fits = local is not None and agree(local * upstream, added)
        step.changes.append(Change(
            x, before[x] if earlier else None, [part.added for part in parts],
            x.grad, upstream, local if fits else None, note))
        step.grads[x] = (x.grad, self.paths[x] <= 0)

    def _sum_so_far(self, x, total, is_last):
        parts = self.parts[x]
        if not is_last:
            return say('so far {total}, more to come').format(total=short(total))
        if len(parts) == 1:
            return ''
        how = short(total)
        if len(parts) <= MOST_PARTS:
            how = f'{" + ".join(map(short, parts))} = {how}'
        if len(parts) == 2:
            return say('sum of both paths: {how}').format(how=how)
        return say('sum of all {count} paths: {how}').format(count=len(parts), how=how)

    def _strange(self, node, x):
        if x is node:
            return say('it changes the upstream gradient itself')
        if x in node._prev:
            return ''
        return say('not an operand of {x}').format(x=self.name[node])

    def _tell_of_nothing(self, step):
        """The operands that a closure forgets."""
        for x in dict.fromkeys(step.node._prev):
            if x not in step.grads:
                step.lines.append(Line(say('{x}.grad gets nothing').format(
                    x=self.name[x])))


@for_tensors('passes.Passes')
def passes_of(root: Value) -> Passes:
    """The steps of both passes through the graph of root, Values or Tensors."""
    return Passes(root)


# --- texts -------------------------------------------------------------------

def _figure(number):
    text = short(number)
    binds = FRACTION if '/' in text else NEGATIVE if text[0] == '-' else ATOM
    return text, binds


def _figures(kind, x):
    return _figure(getattr(x, kind))


def _chain(target, sign, *texts):
    """target += one = two = three, each text once."""
    return f"{target} {sign} {' = '.join(dict.fromkeys(texts))}"


def _same(a, b):
    return bool(a is b or a == b or (a != a and b != b))

"""Is the graph whole, do its closures add, are its numbers as they were?"""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from micrograd.derivatives.local import fed, within_reach
from micrograd.elementary import agree, is_finite
from micrograd.engine import Value
from micrograd.graph import nothing
from micrograd.insight.doctor.findings import Finding, described, listed
from micrograd.insight.doctor.notes import note_of
from micrograd.languages import say
from micrograd.nn.embedding import Embedding
from micrograd.nn.module import living_modules

Gradients = dict[Value, Any]


def not_attached(topo: list[Value]) -> Iterator[Finding]:
    """Results whose closure is missing: no gradient passes them."""
    nodes = [node for node in topo if not callable(node._backward)
             or (node._prev and node._backward is nothing)]
    if nodes:
        yield Finding(
            'closure not attached', nodes,
            _capital(say('{nodes} has operands but no closure, so no gradient goes '
                         'past it.').format(nodes=listed(nodes)) if len(nodes) == 1 else
                     say('{nodes} have operands but no closure, so no gradient goes '
                         'past them.').format(nodes=listed(nodes))),
            say('Write `out._backward = _backward` before `return out`, without '
                'parentheses after it.'))


def forgotten_operands(topo: list[Value]) -> Iterator[Finding]:
    """Closures that feed a Value which is not among the operands of their node."""
    for node in topo:
        if len(within_reach(node)) == 1 + len(set(node._prev)):
            continue
        added = fed(node)
        others = [x for x in added if x not in node._prev and added[x] != 0]
        if others:
            yield Finding(
                'forgotten operand', [node, *others],
                say('The closure of {node} adds to the gradient of {others}, which its '
                    '_prev leaves out: backward() does not know that it has to go on '
                    'from there.').format(node=described(node), others=listed(others)),
                say('Name all operands when you make out: '
                    "Value(data, (self, other), '...')."))


def slips(topo: list[Value]) -> Iterator[Finding]:
    """Closures with = in place of +=, or without out.grad."""
    overwriting, without_upstream = [], []
    for node in topo:
        found = fed(node, upstream=0, before=1) if node._prev else {}
        if any(is_finite(grad) and grad != 1 for grad in found.values()):
            added = fed(node, upstream=0)
            if any(grad != 0 for grad in added.values()):
                without_upstream.append(node)
            if any(found[x] == added[x] for x in found):
                overwriting.append(node)
    if overwriting:
        yield Finding(
            'gradient overwritten', overwriting,
            say('The closure of {nodes} forgets the gradient that an operand had '
                'before: a Value that is used twice loses one of its paths.').format(
                    nodes=listed(overwriting)),
            say('Write += and not = in the closure.'))
    if without_upstream:
        yield Finding(
            'upstream gradient left out', without_upstream,
            say('The closure of {nodes} adds to a gradient even where the upstream '
                'gradient, out.grad, is 0.').format(nodes=listed(without_upstream)),
            say('Multiply the local gradient by out.grad: that is the chain rule.'))


def used_up(root: Any) -> Finding:
    """A graph whose closures are gone: only numbers can be judged."""
    return Finding(
        'graph used up', [root],
        say('An earlier backward() or release() has used up this graph: only the '
            'numbers that are left were looked at.'),
        say('To have all of it looked at, ask before backward(), or call '
            'backward(retain_graph=True).'))


def unreached(topo: list[Value], parameters: list[Value]) -> Iterator[Finding]:
    """Parameters without a gradient, but for the tokens that this batch has not."""
    reached = set(topo)
    nodes = [p for p in parameters if p not in reached]
    if nodes:
        others = _other_tokens(reached)
        nodes = [p for p in nodes if p not in others]
    if nodes:
        yield Finding(
            'unreached parameters', nodes,
            say('{count} of {total} parameters are not in the graph of the loss and '
                'never get a gradient: {nodes}.').format(
                    count=len(nodes), total=len(parameters), nodes=listed(nodes)),
            say('Compute the loss from them: look for a `.data` or a new leaf on the '
                'way, a layer left out, or parameters of another model.'))


def _other_tokens(reached):
    """The parameters of each Embedding that some tokens have reached."""
    tables = [{x for row in module.w for x in row} for module in living_modules()
              if isinstance(module, Embedding) and hasattr(module, 'w')]
    return {x for table in tables if not table.isdisjoint(reached) for x in table}


def changed_data(topo: list[Value]) -> Iterator[Finding]:
    """Data that is not what it was when the nodes above were computed from it."""
    changed = {}
    for node in topo:
        note = note_of(node)
        if note:
            changed |= {x: None for x, data in zip(node._prev, note.operands)
                        if _differ(x.data, data)}
    note = note_of(topo[-1])
    if note and topo[-1]._prev and _differ(topo[-1].data, note.data):
        changed[topo[-1]] = None
    if changed:
        yield told_changed_data(list(changed))


def told_changed_data(nodes: list) -> Finding:
    """That the data of these is not what it was."""
    return Finding(
        'changed data', nodes,
        say('The data of {nodes} was changed after results had been computed from '
            'it: the backward pass would mix old and new numbers.').format(
                nodes=listed(nodes)),
        say('Change data only after backward(), or compute the loss again.'))


def not_finite(topo: list[Value]) -> Iterator[Finding]:
    """The first node that is nan or inf though its operands are not."""
    nodes = [node for node in topo if not is_finite(node.data)
             and all(is_finite(x.data) for x in node._prev)]
    if not nodes:
        return
    first = min(nodes, key=_age)
    yield told_not_finite(first, first.data, [x.data for x in first._prev])


def told_not_finite(first: Any, data: Any, operands: list) -> Finding:
    """That a node has this number, of operands that are fine."""
    told = (say('{node} is {data}, computed from {operands}.') if first._prev else
            say('{node} is {data} from the start.'))
    return Finding(
        'nan or inf', [first],
        _capital(told.format(node=described(first), data=data, operands=say(
            ', ').join(map(str, operands)))),
        say('Look at this operation first: keep its operands in range (a smaller lr, '
            'scaled inputs, losses on logits), or clean the data if it is an input.'))


def not_finite_gradients(topo: list[Value], gradients: Gradients) -> Iterator[Finding]:
    """The first node of the backward pass that gets nan or inf."""
    for node in reversed(topo):
        if not is_finite(gradients[node]):
            yield told_not_finite_gradient(topo, node, node.data, gradients[node])
            return


def told_not_finite_gradient(topo: list, node: Any, data: Any, gradient: Any
                             ) -> Finding:
    """That a node with this data got this gradient."""
    users = [user for user in topo if node in user._prev]
    return Finding(
        'nan or inf in a gradient', [node, *users],
        say('The gradient of {node}, whose data is {data}, is {gradient}, from '
            '{users}.').format(node=described(node), data=data, gradient=gradient,
                               users=listed(users)),
        say('Is there a slope without bound, such as that of sqrt at 0? Keep '
            'away from it, for example by adding a small number first.'))


def left_gradients(topo: list[Value], parameters: list[Value], gradients: Gradients
                   ) -> Iterator[Finding]:
    """Gradients that are there before the backward pass, which adds to them.

    After backward(retain_graph=True) they should be those of this very graph.
    """
    passed = topo[-1].grad != 0
    nodes = [p for p in parameters if p.grad != 0
             and not (passed and agree(p.grad, gradients.get(p, 0)))]
    if nodes:
        yield told_left_gradients(nodes, nodes[0].grad, len(parameters))


def told_left_gradients(nodes: list, gradient: Any, total: int) -> Finding:
    """That some of all parameters have a gradient, of which this is an example."""
    return Finding(
        'gradients left', nodes,
        say('{count} of {total} parameters have a gradient of an earlier pass, '
            'such as {gradient:.4g} in {node}, and backward() adds to it.').format(
                count=len(nodes), total=total, gradient=gradient,
                node=described(nodes[0])),
        say('Call zero_grad() in each step before the backward pass (unless you '
            'add up the gradients of several losses on purpose).'))


def _age(node):
    note = note_of(node)
    return note.number if note else -1  # recorded late: the others are older


def _differ(a, b):
    return a is not b and bool(a != b) and not (a != a and b != b)


def _capital(text):
    return text[0].upper() + text[1:]

"""What goes wrong in a network: the family of neuron, layer and mlp.

The three classes make parameters, combine them with the inputs, and list them; the
mistakes of listing are the same in all. What belongs to one of them alone stands in
its check.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    all_of,
    any_of,
    differing,
    is_number,
    no,
    raises,
    right,
    shows,
    written,
    wrong,
)
from micrograd.classroom.checker.probes import Probe


def weights(rng: random.Random, count: int = 7) -> list[float]:
    """Numbers for parameters: apart from each other and from 0 and 1."""
    sizes = rng.sample(range(12, 88), count)
    return [n / 100 * rng.choice([-1, 1]) for n in sizes]


COUNT = 'len(list(net.parameters()))'
OWN = '{id(p) for p in own} == {id(p) for p in net.parameters()}'
NUMBERS = 'sorted(p.data for p in net.parameters())'
STEADY = 'len(list(net.parameters())) == len(list(net.parameters()))'
KINDS = 'sorted({type(p).__name__ for p in net.parameters()})'


def listed(code: str) -> tuple[Probe, ...]:
    """What parameters() lists, after code that makes `net` and the list `own`."""
    equal = f'{code}\nfor p in own:\n    p.data = 0.5'
    return (Probe('listed', code, (COUNT, OWN, NUMBERS, STEADY), 'parameters'),
            Probe('listed equal', equal, (COUNT, OWN), 'parameters'),
            Probe('kinds', code, (KINDS,), 'parameters', required=False))


def touches_nothing(
    given: str, net: str, parts: str, inputs: int, step: str
) -> Probe:
    """A call changes nothing in inputs and parameters, nor in their gradients.

    given: the code that makes a network. net, parts: expressions of it, and of its
    parameters.
    """
    code = (f'from micrograd import Value\n{given}x = [Value(-0.5), Value(0.75), '
            f'Value(0.25)][:{inputs}]\nsame, touched = [*x], [*x, *{parts}]\n'
            'for n, v in enumerate(touched):\n    v.grad, v.label = n - 1.5, "v"\n'
            f'numbers, out = [v.data for v in touched], {net}(x)\n'
            'found = [v.grad for v in touched]\n'
            '(out[-1] if isinstance(out, list) else out).backward()')
    return Probe('gradients before', code, (
        'found', '[v.grad for v in touched]', '[v.data for v in touched] == numbers',
        '{v.label + v._op for v in touched} == {"v"}',
        '[v is u for v, u in zip(x, same)]', 'len(x)'), step)


def two(kind: str, arguments: str, parts: str) -> Probe:
    """Two objects of a class, whose lists of parts have nothing in common."""
    return Probe(
        'two objects', f'one, other = {kind}({arguments}), {kind}({arguments})',
        (f'len(one.{parts})',
         f'{{*map(id, one.{parts})}}.isdisjoint(map(id, other.{parts}))'),
        'made',
    )


def shared_parts() -> Mistake:
    """shared-between-objects: a list of parts is that of all objects of the class."""

    def fits(e: Evidence) -> bool:
        _, apart = e.probes['two objects'].show
        return shows('two objects', apart, False)(e)

    return shared('shared-between-objects', fits, 'two objects')


def changes_inputs(same: str) -> Mistake:
    """changes-arguments: a call changes x. same: is a second call alike?"""
    return shared('changes-arguments', all_of(
        right('again', same), wrong('again', 'x')), 'again')


def listing() -> tuple[Mistake, ...]:
    """The mistakes of parameters() in the probes of listed()."""
    copies = all_of(right('listed', COUNT, NUMBERS), shows('listed', OWN, False))
    return (
        shared('parameters-grow', shows('listed', STEADY, False), 'listed'),
        Mistake(
            'nested-list', _holds('list', 'tuple', 'generator'),
            'lists inside the list of parameters',
            'An optimiser goes through the list once and expects a Value each time. '
            'What does [[1, 2], 3] hold, and how is it made flat?',
            'listed',
        ),
        shared('parameters-are-copies', copies, 'listed'),
        shared('parameters-are-numbers', _holds('float'), 'listed'),
        shared('each-listed-twice', count_is(lambda n, ours: n > ours), 'listed'),
        shared('visited-by-value', all_of(
            right('listed'), wrong('listed equal', COUNT)), 'listed equal'),
    )


def _holds(*kinds: str) -> Fits:
    def fits(e: Evidence) -> bool:
        seen = e.yours('kinds', KINDS)
        return isinstance(seen, list) and not {*kinds}.isdisjoint(seen)

    return fits


def count_is(test: Callable[[int, int], bool]) -> Fits:
    """Does the number of parameters listed pass a test(yours, right)?"""

    def fits(e: Evidence) -> bool:
        yours = e.yours('listed', COUNT)
        return isinstance(yours, int) and test(yours, e.right['listed'][COUNT])

    return fits


def between_calls(*probes: str) -> Mistake:
    """state-kept: these probes of one call are right, that of several is not."""
    return shared('state-kept', all_of(*map(right, probes), wrong('calls')), 'calls')


def inputs_cut(*probes: str) -> Mistake:
    """inputs-cut: all numbers are right, but gradients that should be something are 0.

    probes: those of inputs that are Values.
    """

    def fits(e: Evidence) -> bool:
        found = [pair for d in e.failed if d.probe.name in probes
                 for pair in differing(d.yours, d.right)]
        return bool(found) and all(re.search('grad|same|found', d.expression)
                                   for d in e.failed) and all(
            is_number(right) and yours == 0 for yours, right in found)

    return shared('inputs-cut', fits, probes[0])


def slips() -> tuple[Mistake, ...]:
    """Slips of Python that a network invites, known by their exceptions."""
    return (
        shared('tuple-slip', all_of(
            raises('AttributeError', "'tuple' object has no attribute"),
            no(written(r'\btuple\(')))),
        *(Mistake(name, raises(error, message), title, hint)
          for name, error, message, title, hint in SLIPS),
    )


SLIPS = (
    ('wrong-loop-name', 'NameError', 'name .* is not defined',
     'a name that is not defined here',
     '`for` defines the name that comes after it. Is it the name that the body uses? '
     '(Attributes need `self.`.)'),
    ('sum-of-lists', 'TypeError',
     r"unsupported operand type\(s\) for \+: 'int' and 'list'",
     '`sum()` of lists starts at the number 0',
     'sum adds to 0 first, and 0 + [1] is an error. Which start fits lists, or which '
     'two loops make one flat list?'),
    ('list-plus-value', 'TypeError',
     'can only concatenate list .not "Value"|unsupported operand.*list. and .Value',
     'a list and a Value are added',
     'list + list makes a longer list. What has to be put around a single Value?'),
    ('list-in-a-list', 'TypeError', "can't multiply sequence by non-int",
     'a list is used instead of one number',
     'Print x where each layer or neuron begins. Is every entry a number? (A stray '
     'comma puts a tuple around a list.)'),
    ('parameters-not-called', 'TypeError', "'(method|function)' object is not iterable",
     'a method is named, but not called',
     '`neuron.parameters` is the method itself. What makes it run?'),
)


def no_return(*shown: tuple[str, str]) -> Mistake:
    """no-return: an expression of a probe says that there is nothing."""
    return shared('no-return', any_of(
        raises('TypeError', "'NoneType' object is not (iterable|subscriptable)"),
        raises('AttributeError', "'NoneType' object has no attribute"),
        *(shows(probe, expression, True) for probe, expression in shown),
    ))

"""What the exercises on update rules share: their experiments, and mistakes.

An optimiser is tried on gradients that are given to it, one step after the other: no
loss, no graph. Not here: what only one rule can have wrong, which stands in its
check.
"""

from __future__ import annotations

import random
from typing import Any

from micrograd.classroom.checker.bank.losses import both_signs, odd_tenths
from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.exercise import FIRST_AGAIN, Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    all_of,
    any_of,
    raises,
    right,
    shows,
    twin,
    written,
    wrong,
)
from micrograd.classroom.checker.probes import Probe

STEPS = {
    'one': 'one step',
    'steps': 'several steps',
    'parameters': 'several parameters',
}
RATE = {'rate': 'another learning rate'}
MOVES = 'first', 'steps'  # the probes of one parameter, as it is moved


def signed(rng: random.Random, count: int, low: int, high: int) -> list[float]:
    """So many different numbers of both signs, the first one positive."""
    numbers = odd_tenths(rng, count, low, high)
    signs = [1, *both_signs(rng, count - 1)]
    return [sign * n for sign, n in zip(signs, numbers)]


def optimiser_probes(
    rng: random.Random, name: str, settings: dict[str, Any]
) -> list[Probe]:
    """Try the optimiser of that name on one parameter, on two, and twice at once.

    settings: its arguments besides the parameters.
    """
    arguments = ''.join(f', {key}={value}' for key, value in settings.items())
    p, q = odd_tenths(rng, 2, 11, 49)
    gradients = signed(rng, 4, 3, 29)
    first = f'{start(name, p, arguments)}p.grad = {gradients[0]}\noptimiser.step()'
    both = (
        f'from micrograd import Value\np, q = Value({p}), Value({q})\n'
        '{make}'
        f'for one, other in {list(zip(gradients, signed(rng, 3, 31, 59)))}:\n'
        '    p.grad, q.grad = one, other\n'
        '    {step}'
    )
    two = both.format(make=f'optimiser = {name}([p, q]{arguments})\n',
                      step='optimiser.step()')
    again = both.format(
        make=f'first = {name}([p]{arguments})\nsecond = {name}([q]{arguments})\n',
        step='first.step(), second.step()',
    )
    return [
        Probe('first', first, ('p.data',), 'one'),
        Probe('steps', start(name, p, arguments) + moves(gradients),
              ('moves',), 'steps'),
        Probe('two', two, ('p.data', 'q.data'), 'parameters'),
        Probe('again', again, ('p.data', 'q.data'), 'parameters'),
        *(Probe(f'gradients {nth}', f'{start(name, number, arguments)}{moves(sent)}'
                'left = p.grad', ('moves', 'left'), 'steps')
          for nth, (number, sent) in enumerate((
              (p, [0.0, gradients[1], 0.0, 0.0, gradients[2]]),
              (-q, [-g for g in gradients]), (0.0, [1.5, 1.5, 1.5, 1.5]),
              (p, [90.5, 0.5, 0.5, -0.5, 0.25, 0.5, 0.5]),
              (-p, [-0.125, -40.5, 0.0, 3.5]), (q, [1e-5, -2e-5, 3e-5]),
              (p, [2, -3, 0, 1]), (q, [4e6, -1e6, 5e5]), (2, [1, 0, -1]),
              (p, [1e-9, 0.0, 1e6, 0, -1e-9]), (0, [-0.5, 0.5, 0.0, -0.0]),
              (p, [0.5, -1.5, 2.5, 0.25] * 8)))),
        Probe('kept', f'{start(name, p, arguments)}p.grad = {gradients[0]}\n'
              f'optimiser.step()\noptimiser.step()\np.data = {q}\noptimiser.step()',
              ('p.data', 'p.grad', 'p.label'), 'steps'),
        Probe('three', three_of(name, arguments, gradients), (
            '[x.data for x in (p, q, r)]', '[x.grad for x in (p, q, r)]'),
            'parameters'),
        *_made_late(name, arguments, p, gradients),
        Probe('returned', f'{start(name, p, arguments)}p.grad = 0.5\n'
              'found = optimiser.step()',
              ('len(optimiser.parameters)', 'optimiser.parameters[0] is p',
               'optimiser.lr'), 'one'),
    ]


def _made_late(
    name: str, arguments: str, p: float, gradients: list[float]
) -> list[Probe]:
    """An optimiser made when its parameter has a gradient, or has been moved before."""
    make = f'optimiser = {name}([p]{arguments})\n'
    begin = f'from micrograd import Value\np = Value({p})\np.grad = {gradients[3]}\n'
    turns = (f'other = {name}([p]{arguments})\nmoves = []\n'
             f'for gradient in {gradients}:\n    p.grad = gradient\n'
             '    optimiser.step()\n    moves.append(p.data)\n'
             '    other.step()\n    moves.append(p.data)\n')
    return [
        Probe('gradient before', f'{begin}{make}{moves(gradients)}', ('moves',),
              'steps'),
        Probe('moved before',
              f'{begin}{make}optimiser.step()\n{make}{moves(gradients)}', ('moves',),
              'steps'),
        Probe('same parameter', f'{begin}{make}{turns}', ('moves',), 'parameters'),
        Probe('another with its numbers', f'{begin}{make}optimiser.step()\n'
              f'q = Value(p.data)\nq.grad = p.grad\nother = {name}([q]{arguments})\n'
              'other.step(), other.step(), optimiser.step()', ('p.data', 'q.data'),
              'parameters'),
    ]


def three_of(name: str, arguments: str, gradients: list[float]) -> str:
    """The code that moves three parameters, of which two have the same number."""
    a, b, c, d = gradients
    return (
        'from micrograd import Value\np, q, r = Value(1.5), Value(1.5), Value(-0.5)\n'
        f'given = [p, q, r]\noptimiser = {name}(given{arguments})\n'
        'given.reverse()\n'
        f'for grads in (({a}, {b}, {c}), (0.0, {d}, {c}), ({b}, 0.0, -1.5)):\n'
        '    p.grad, q.grad, r.grad = grads\n    optimiser.step()\n'
    )


def rate_probe(
    name: str, settings: dict[str, Any], one: float, other: float
) -> Probe:
    """Make two steps, with these gradients; lr is changed between them.

    settings: the arguments of the optimiser besides the parameters, lr among them.
    """
    arguments = ''.join(f', {key}={value}' for key, value in settings.items())
    code = (
        f'{start(name, 3.7, arguments)}'
        f'p.grad = {one}\noptimiser.step()\n'
        f'optimiser.lr = {round(settings["lr"] / 4, 4)}\n'
        f'p.grad = {other}\noptimiser.step()'
    )
    return Probe('rate', code, ('p.data',), 'rate')


def rates_probes(name: str, settings: dict[str, Any]) -> list[Probe]:
    """As rate_probe(), with rates that go up and down, 0, and a tiny one."""
    arguments = ''.join(f', {key}={value}' for key, value in settings.items())
    code = (f'{start(name, -1.7, arguments)}moves = []\n'
            'for gradient, lr in ((0.5, 0.5), (-1.5, 0.0), (2.5, 0.25), (0.0, 2.0)):\n'
            '    p.grad, optimiser.lr = gradient, lr\n    optimiser.step()\n'
            '    moves.append(p.data)')
    tiny = (f'{start(name, 0.0, arguments)}optimiser.lr = 2.3456789e-9\n'
            f'{moves([0.5, -1.5])}')
    return [Probe('rates', code, ('moves', 'optimiser.lr'), 'rate'),
            Probe('tiny rate', tiny, ('[x / 1e-9 for x in moves]',), 'rate')]


def start(name: str, p: float, arguments: str) -> str:
    """The code that makes an optimiser of one parameter."""
    return (
        'from micrograd import Value\n'
        f'p = Value({p})\n'
        f'optimiser = {name}([p]{arguments})\n'
    )


def moves(gradients: list[float]) -> str:
    """The code that makes a step for each gradient, and notes where p is then."""
    return (
        'moves = []\n'
        f'for gradient in {gradients}:\n'
        '    p.grad = gradient\n'
        '    optimiser.step()\n'
        '    moves.append(p.data)\n'
    )


def moves_like(*changes: tuple[str, str]) -> Fits:
    """Does one parameter move as by the solution with these texts replaced?"""
    return twin(*changes, probes=MOVES)


def mistakes_before(move: str) -> tuple[Mistake, ...]:
    """The mistakes that show in faults, and in parameters that stay where they are.

    move: the statement of the solution that moves a parameter.
    """
    unmoved = moves_like((move, 'pass'))
    return (
        shared('state-is-local', raises('UnboundLocalError')),
        shared('state-missing', raises(
            'AttributeError', r"'(?!Value|float|int|list|dict)\w+' object has no")),
        shared('state-too-short', any_of(raises('IndexError'), raises('KeyError'))),
        shared('whole-list', raises('TypeError', 'multiply sequence|concatenate list')),
        shared('step-made-of-values', any_of(
            raises('TypeError', 'Value takes a number, got Value'),
            shows('first', 'p.data', {'object': 'Value'}),
        ), 'first'),
        shared('rebinds-name',
               all_of(unmoved, written(r'^\s*(p|param|parameter)\s*-?=')), 'first'),
        shared('no-step', unmoved, 'first'),
        shared('changes-gradients',
               all_of(right('steps'), wrong('gradients 0', 'left')), 'gradients 0'),
        shared('state-shared', all_of(right('first'), wrong(FIRST_AGAIN)), 'again'),
    )


def mistakes_after(
    move: str, *one_state: tuple[tuple[str, str], ...]
) -> tuple[Mistake, ...]:
    """The mistakes in how a step is made, whatever the rule, and of several parameters.

    move: as above, it ends with the step. one_state: ways to change the solution so
    that parameters share their state.
    """
    step = move.removeprefix('p.data -= self.lr * ')
    return (
        shared('uphill', moves_like((move, f'p.data += self.lr * {step}')), 'first'),
        shared('no-lr', moves_like((move, f'p.data -= {step}')), 'first'),
        shared('lr-twice',
               moves_like((move, f'p.data -= self.lr * self.lr * {step}')), 'first'),
        shared('assigned-not-subtracted', any_of(*(
            moves_like((move, f'p.data = {sign}self.lr * {step}')) for sign in ('', '-')
        )), 'first'),
        shared('one-state-for-all', all_of(right('steps'), any_of(*(
            twin(*changes, probes=('two',)) for changes in one_state
        ))), 'two'),
        shared('one-parameter-only', all_of(right('steps'), twin(
            (move, f'{move}\n            break'), probes=('two',))), 'two'),
    )

"""What the exercises on losses share: their numbers, and the mistakes of their kind.

A loss over a batch is the mean of a cost of each sample. So a wrong one is told by
what it does to the costs (sums them, skips one, …) or by a wrong cost; both are
expressions here, evaluated at the numbers drawn for a file. Not here: what only one
loss can have wrong, which stands in its check.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    all_of,
    any_of,
    formula,
    raises,
    right,
    shows,
    wrong,
)
from micrograd.classroom.checker.probes import Probe, compiled

STEPS = {
    'value': 'the value of the loss',
    'gradient': 'the gradient',
}


# --- numbers ----------------------------------------------------------------------


def odd_tenths(rng: random.Random, count: int, low: int, high: int) -> list[float]:
    """So many different ones of low/10, (low + 2)/10, … up to high/10.

    low: an odd number, so that none is 0, 1 or 2, where formulas meet.
    """
    return [tenths / 10 for tenths in rng.sample(range(low, high + 1, 2), count)]


def both_signs(rng: random.Random, count: int) -> list[int]:
    """So many signs, -1 or 1, in any order; both occur if count is above 1."""
    signs = [(-1) ** i for i in range(count)]
    rng.shuffle(signs)
    return signs


def values(numbers: list[float]) -> str:
    """The code of a list of Values."""
    return f'[{", ".join(f"Value({x})" for x in numbers)}]'


def all_apart(
    candidates: dict[str, Iterable[str]], right: str, names: dict[str, Any]
) -> bool:
    """Do no two mistakes give the same number here, and none of them the right one?

    candidates: for each mistake the expressions of what it gives. names: what stands
    in them, besides math.
    """
    scope = {'math': math, **names}
    told = sorted(
        (eval(compiled(expression, 'eval'), scope), mistake)
        for mistake, expressions in {'': [right], **candidates}.items()
        for expression in expressions
    )
    return all(one == other or b - a > 1e-3
               for (a, one), (b, other) in zip(told, told[1:]))


def plain_values(numbers: list[float]) -> list[SimpleNamespace]:
    """Things that have these numbers for data."""
    return [SimpleNamespace(data=x) for x in numbers]


# --- a loss over a batch --------------------------------------------------------


@dataclass(frozen=True)
class BatchLoss:
    """The mean of a cost over samples, as an exercise.

    name: of the function. inputs, targets: what its arguments are called in the
    probes. sample: the names of one input and one target in a cost. cost: an
    expression of these. wrong_costs: those of mistakes, which take the mean or else the
    sum of them. wrong_losses: what other mistakes give, expressions of n, the number of
    samples.
    """

    name: str
    inputs: str
    targets: str
    sample: str
    cost: str
    wrong_costs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    wrong_losses: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def gradient(self) -> str:
        """The expression that shows the gradients."""
        return f'[x.grad for x in {self.inputs}]'

    def code(self, inputs: list[float], targets: list[float]) -> str:
        """The code that computes the loss of a batch."""
        return (
            'from micrograd import Value\n'
            f'{self.inputs} = {values(inputs)}\n'
            f'{self.targets} = {targets}\n'
            f'loss = {self.name}({self.inputs}, {self.targets})\n'
        )

    def probe(
        self, name: str, inputs: list[float], targets: list[float], step: str = 'value'
    ) -> Probe:
        """Show the value of the loss of a batch."""
        code = self.code(inputs, targets)
        return Probe(name, code, ('isinstance(loss, Value)', 'loss.data'), step)

    def equal_probes(
        self, one: float, other: float, *targets: float
    ) -> list[Probe]:
        """Show what a loss does with equal inputs, equal targets, and one input twice.

        targets: two that are different.
        """
        t, u = targets
        code = (
            'from micrograd import Value\n'
            f'one, other = Value({one}), Value({other})\n'
            f'{self.inputs} = [one, other, one, Value({one})]\n'
            f'{self.targets} = {[t, t, u, t]}\n'
            f'loss = {self.name}({self.inputs}, {self.targets})\n'
            'loss.backward()'
        )
        thrice = code.replace(f'{[t, t, u, t]}', f'{[t, u, t, t]}').replace(
            f'one, Value({one})]', 'one, one]')
        return [Probe(name, text, ('loss.data', self.gradient), 'gradient')
                for name, text in (('equal', code), ('one thrice', thrice))]

    def draw(self, batch: Callable[[], tuple[list, list]]) -> tuple[list, list]:
        """A batch, drawn again until each mistake gives a loss of its own there."""
        right = self._of_n(f'sum({self.costs(self.cost)}) / n')
        wrong = {mistake: [*map(self._of_n, losses)]
                 for mistake, losses in self.losses().items()}
        while True:
            inputs, targets = batch()
            names = {self.inputs: plain_values(inputs), self.targets: targets}
            if all_apart(wrong, right, names):
                return inputs, targets

    def gradient_probes(
        self, inputs: list[float], targets: list[float]
    ) -> list[Probe]:
        """Show the gradients; and that nothing else has happened to the arguments."""
        code = self.code(inputs, targets)
        i, t = self.inputs, self.targets
        kept = (f'[x.data for x in {i}]', t)
        make, call = code.rsplit('\n', 2)[:2]
        before = (f'{make}\nsame = [*{i}]\nheld = [0.25 - n for n in range(len({i}))]\n'
                  f'for x, number in zip({i}, held):\n'
                  f'    x.grad, x.label = number, "x"\n{call}\n')
        part = len(inputs) // 2
        again = (f'{code}first = loss.data\n{i}[0].data += 0.5\n{t}[-1] = {t}[0]\n'
                 f'second = {self.name}({i}, {t}).data\n'
                 f'third = {self.name}({i}[:{part}], {t}[:{part}]).data\n'
                 f'other = {self.name}({values(inputs[::-1])}, {targets})')
        results = (f'from micrograd import Value\nw = Value(0.5)\n'
                   f'{i} = [w * x for x in {inputs}]\n{t} = {targets}\n'
                   f'loss = {self.name}({i}, {t}) * 3\nloss.backward()')
        return [
            Probe('again', again, ('first', 'second', 'third', 'other.data'), 'value'),
            Probe('results', results, ('loss.data', 'w.grad', 'w.data'), 'gradient'),
            Probe('kept', code, kept, 'value'),
            Probe('gradients before', f'{before}found = {self.gradient}\n'
                  'loss.backward()', (
                      'found', f'[x.grad - h for x, h in zip({i}, held)]',
                      f'[x.label + x._op for x in {i}]', f'[x._prev for x in {i}]',
                      f'[x is y for x, y in zip({i}, same)]', f'len({i})', t),
                  'gradient'),
            Probe('gradient', f'{code}loss.backward()', (self.gradient,), 'gradient'),
        ]

    def costs(self, cost: str) -> str:
        """The list of a cost over the samples, as an expression."""
        return f'[{cost} for {self.sample} in zip({self.inputs}, {self.targets})]'

    def _of_n(self, loss: str) -> str:
        return f'(lambda n: {loss})(len({self.targets}))'

    def gives(self, mistake: str) -> Fits:
        """Is the loss what this mistake makes of it?"""
        candidates = map(self._of_n, self.losses()[mistake])
        return any_of(*(formula(c, 'loss.data', 'batch', 'more') for c in candidates))

    def losses(self) -> dict[str, tuple[str, ...]]:
        """What mistakes make of the loss: expressions of n, the number of samples."""
        sums = {mistake: [f'sum({self.costs(cost)})' for cost in costs]
                for mistake, costs in self.wrong_costs.items()}
        return {
            **self._wrong_means(),
            **{mistake: (*(f'{s} / n' for s in totals), *totals)
               for mistake, totals in sums.items()},
            **self.wrong_losses,
        }

    def _wrong_means(self) -> dict[str, tuple[str, ...]]:
        """The mistakes in what is done to right costs."""
        costs = self.costs(self.cost)
        total = f'sum({costs})'
        return {
            'sum-for-mean': (total,),
            'half-of-sum': (f'{total} / 2',),
            'half-for-whole': (f'{total} / n / 2',),
            'divided-twice': (f'{total} / n ** 2',),
            'divided-by-one-less': (f'{total} / (n - 1)',),
            'first-sample-only': (f'{costs}[0]', f'{costs}[0] / n'),
            'last-sample-only': (f'{costs}[-1]', f'{costs}[-1] / n'),
            'skips-a-sample': tuple(
                f'sum({costs}{part}) / {count}'
                for part in ('[1:]', '[:-1]') for count in ('1', 'n', '(n - 1)')
            ),
            # total = (total + cost) / n, for every sample
            'mean-inside-loop': (
                f'sum(c / n ** (n - i) for i, c in enumerate({costs}))',
            ),
        }

    def mistakes_before(self) -> tuple[Mistake, ...]:
        """The mistakes that show in faults and kinds of results."""
        kept = all_of(wrong('kept'), lambda e: e.fault('kept') is None)
        changed = shared('changes-arguments', kept, 'kept')
        return (changed, *broken_graph('batch', self.gradient))

    def mistakes_after(self) -> tuple[Mistake, ...]:
        """The mistakes in what is done to right costs."""
        fixed = any_of(*(
            all_of(right('batch'), formula(f'loss.data * len({self.targets}) / {n}',
                                           'loss.data', 'more'))
            for n in (4, 5)
        ))
        equal = all_of(*map(right, ('one', 'batch', 'more', 'gradient')),
                       any_of(*(all_of(wrong(p), lambda e, p=p: e.fault(p) is None)
                                for p in ('equal', 'one thrice'))))
        return (
            shared('fixed-count', fixed, 'more'),
            *(shared(mistake, self.gives(mistake), 'batch')
              for mistake in self._wrong_means()),
            shared('position-by-value', equal, 'equal'),
        )


def broken_graph(value: str, gradient: str) -> tuple[Mistake, ...]:
    """The mistakes of a loss through which no gradient, or none again, can flow.

    value: the name of a probe of the value. gradient: the expression of the probe
    'gradient' that shows the gradients.
    """
    return (
        shared('no-return', raises(
            'AttributeError', "'NoneType' object has no attribute '(data|backward)'")),
        shared('math-on-values', raises('TypeError', 'does not turn into a plain')),
        shared('whole-list', raises(
            'TypeError', "'list' and|and 'list'|multiply sequence|concatenate list")),
        shared('data-of-number', _asks_number_for_data(value)),
        shared('backward-inside', all_of(
            right(value, 'loss.data'), raises('RuntimeError', 'was used up')),
            'gradient'),
        shared('graph-cut', any_of(
            all_of(right(value, 'loss.data'), _all_zero('gradient', gradient)),
            _is_number(value),
            raises('AttributeError', "'(float|int)' object has no attribute '(?!data)",
                   value),
        ), 'gradient'),
    )


def _is_number(probe: str) -> Fits:
    """Is the loss no Value but a number?"""
    return all_of(
        shows(probe, 'isinstance(loss, Value)', False),
        raises('AttributeError', "'(float|int)' object has no attribute 'data'", probe),
    )


def _asks_number_for_data(probe: str) -> Fits:
    """Does a line of the file itself, not of the probe, want .data of a number?"""
    no_data = raises(
        'AttributeError', "'(float|int)' object has no attribute 'data'", probe)
    return all_of(no_data, lambda e: e.fault(probe)['line'] is not None)


def _all_zero(probe: str, expression: str) -> Fits:
    def fits(e: Evidence) -> bool:
        numbers = e.yours(probe, expression)
        return bool(numbers) and isinstance(numbers, list) and not any(numbers)

    return all_of(fits, wrong(probe, expression))

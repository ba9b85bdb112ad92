"""What goes wrong when a graph is walked: the family of leaves and backward.

The walk through `_prev` is the same in both exercises, and so are its mistakes. What
belongs to one of them alone stands in its check.
"""

from __future__ import annotations

import itertools
import random
import re

from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.mistakes import Fits, raises


def lettered(numbers: dict[str, float], code: str, labels: bool = False) -> str:
    """The code, below a line for each number that it names: a Value of that name."""
    used = [name for name in numbers if re.search(rf'\b{name}\b', code)]
    return ''.join(
        f'{name} = Value({numbers[name]}, label={name!r})\n' if labels else
        f'{name} = Value({numbers[name]})\n' for name in used
    ) + code


def apart(
    rng: random.Random, names: str, low: float = 1.1, high: float = 3.9
) -> dict[str, float]:
    """Numbers with two decimals, of both signs; none is 1, 2 or 3.

    No two are alike, nor are their sums and products, and none of these is 0 or 1:
    nothing coincides by chance.
    """
    hundredths = [n for n in range(round(low * 100), round(high * 100)) if n % 10]
    while True:
        chosen = [n / 100 for n in rng.sample(hundredths, len(names))]
        numbers = [s * n for s, n in zip([1, -1] * len(names), chosen)]
        pairs = [*itertools.combinations_with_replacement(numbers, 2)]
        sums, products = [x + y for x, y in pairs], [x * y for x, y in pairs]
        made = sorted([-1.0, 0.0, 1.0, *numbers, *sums, *products])
        if all(y - x > 1e-6 for x, y in itertools.pairwise(made)):
            return dict(zip(names, numbers))


def grown(rng: random.Random, letters: str, count: int) -> tuple[str, list[str]]:
    """The lines of a graph of so many operations or more, and its names, root last.

    Every Value leads to the root; many are used several times, also by one operation.
    """
    names, unused, lines = list(letters), list(letters), []
    while len(unused) > 1 or len(lines) < count:
        x, y = unused.pop(rng.randrange(len(unused))), rng.choice(names[-5:])
        unused = [name for name in unused if name != y]
        pair = (x, y) if rng.random() < 0.5 else (y, x)
        name = f'n{len(lines)}'
        lines.append(f'{name} = {pair[0]} {rng.choice("+*+")} {pair[1]}')
        names.append(name)
        unused.append(name)
    return '\n'.join(lines), names


def stops_at(probe: str) -> Fits:
    """Did the time end, or the memory, while this probe ran?"""
    return lambda e: e.report.ended in ('time', 'memory') and e.report.probe == probe


def wrong_attribute(e: Evidence) -> bool:
    """Does the file ask a Value for its operands under another name?"""
    other = '_?(children|child|prev|previous|parents?|pred|inputs|operands|deps)'
    return raises('AttributeError', f"object has no attribute '{other}'")(e)


def counts_once(e: Evidence) -> bool:
    """Do only graphs fail in which an operation has one operand twice?"""
    return any(d.probe.step == 'shared' for d in e.failed) and all(
        re.search(r'\b(\w+) [+*] \1\b', d.probe.code) for d in e.failed)

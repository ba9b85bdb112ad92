"""What arguments may be: errors that name the argument, and what it was.

    check_counts(epochs=0)  # ValueError: epochs is an int of at least 1, got 0
"""
from __future__ import annotations

import math
from collections.abc import Iterable

from micrograd.elementary import is_number, plain


def check_texts(**texts: str) -> None:
    """A TypeError for a text that is none: check_texts(label=3)."""
    for name, text in texts.items():
        if not isinstance(text, str):
            raise TypeError(f'{name} is a text, got {text!r}')


def check_counts(**counts: int) -> None:
    """A ValueError for a count of things that is none: check_counts(epochs=0)."""
    for name, count in counts.items():
        if not isinstance(plain(count), int) or count < 1:
            raise ValueError(f'{name} is an int of at least 1, got {count!r}')


def check_steps(**steps: float) -> None:
    """A ValueError for steps, which may be fractions, of less than 1."""
    for name, number in steps.items():
        if not (is_number(number) and number >= 1):
            raise ValueError(f'{name} is a number of steps, at least 1, got {number!r}')


def check_finite(**numbers: float) -> None:
    """A ValueError for a number that is negative, nan or inf."""
    for name, number in numbers.items():
        if not (is_number(number) and 0 <= number < math.inf):
            raise ValueError(f'{name} is a finite number from 0, got {number!r}')


def from_0(name: str, number: float) -> float:
    """The number, if it is one from 0; name: what it is, for the error."""
    if not is_number(number):
        raise TypeError(f'{name} is a number, got {number!r}')
    if not number >= 0:
        raise ValueError(f'{name} is a number from 0, got {number}')
    return number


def pair_below_1(name: str, numbers: Iterable[float]) -> tuple[float, float]:
    """The two numbers as a tuple, if both are from 0 and below 1."""
    pair = tuple(numbers) if isinstance(numbers, Iterable) else ()
    if len(pair) != 2 or not all(is_number(n) and 0 <= n < 1 for n in pair):
        raise ValueError(f'{name} are two numbers from 0 and below 1, got {numbers!r}')
    return pair


def as_index(where: str, kind: str, index: int, num: int) -> int:
    """The index as an int from 0 to num - 1: as_index('Embedding', 'token', 3, 27)."""
    number = plain(index)
    if type(number) not in (int, float) or number % 1 != 0:
        raise TypeError(f'{where}: a {kind} is a whole number, got {index!r}')
    if not 0 <= number < num:
        raise IndexError(f'{where}: there is no {kind} {index}, only 0 to {num - 1}')
    return int(number)

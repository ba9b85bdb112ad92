"""An exercise: a stub with one TODO, its check, its solution; and what a check is.

An exercise is a folder beside the lessons, exercises/mul/ with stub.py, check.py and
solution.py, and a line of exercises/order.txt, which gives its number; wrong.py is for
the tests. A check is data: small experiments (Probe), and the mistakes that they tell
apart.
"""

from __future__ import annotations

import builtins
import functools
import random
import runpy
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from micrograd.classroom.checker.probes import Probe, run_probes, scope_of
from micrograd.classroom.checker.statement import rewritten
from micrograd.classroom.shelf import LESSONS
from micrograd.languages import ENGLISH, LANGUAGES, say

EXERCISES = LESSONS / 'exercises'
ORDER = EXERCISES / 'order.txt'
FIRST_AGAIN = 'first again'  # a probe that every check has


@dataclass(frozen=True)
class Mistake:
    """A mistake that the checker knows by name.

    name: as in 'overwrite-grad'. fits: does the Evidence (judge.py) show it? title: the
    name in words. hint: a question or a rule that leads on, not the answer. probe: the
    name of the probe that shows it best; without one, the first that failed. missing:
    is it looked for when the file lacks a name that the check needs? Only then.
    """

    name: str
    fits: Callable[[Any], bool]
    title: str
    hint: str
    probe: str | None = None
    missing: bool = False


@dataclass(frozen=True)
class Check:
    """How an exercise is checked.

    title: what is to be written. steps: what a step of the probes is called, in the
    order in which they are told. probes: draws the experiments from a source of
    chance; whatever is drawn, they visit each region in which a file can go wrong.
    needs: names that the file has to define, 'Value.__mul__' for a method. mistakes:
    in the order in which they are looked for. hints: three, each stronger than the one
    before. uses: the names of micrograd that the file may import, with their modules.
    without: what is taken away from them. remarks: what can be said of a right file.
    promises: for each sentence of the stub, by its first words, the probes that hold
    a file to it; none, if it only explains.
    """

    title: str
    steps: dict[str, str]
    probes: Callable[[random.Random], list[Probe]]
    needs: tuple[str, ...]
    mistakes: tuple[Mistake, ...]
    hints: tuple[str, str, str]
    uses: dict[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()
    remarks: tuple[Mistake, ...] = ()
    promises: dict[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class Exercise:
    """The folder of an exercise, called like it. number: its place, from 1 on."""

    folder: Path
    number: int

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def stub(self) -> Path:
        return self.folder / 'stub.py'

    @property
    def check_file(self) -> Path:
        return self.folder / 'check.py'

    @property
    def solution(self) -> Path:
        return self.folder / 'solution.py'

    @functools.cached_property
    def check(self) -> Check:
        return runpy.run_path(str(self.check_file))['CHECK']

    @functools.cached_property
    def right(self) -> str:
        """The text of the solution."""
        return self.solution.read_text('utf-8')

    def statement(self, lang: str = ENGLISH) -> str:
        """The text of the stub in a language, as far as it is translated."""
        return rewritten(
            self.stub.read_text('utf-8'),
            lambda piece: say(piece, lang, LESSONS, f'exercises/{self.name}'))

    def say(self, text: str, lang: str) -> str:
        """A text of the check in a language: its own, or one that it shares."""
        own = say(text, lang, LESSONS, f'exercises/{self.name}')
        return own if own != text else say(text, lang)

    def is_untouched(self, text: str) -> bool:
        """Is this the stub, in any language, but for space at the ends of lines?"""
        stubs = (_trimmed(self.statement(lang)) for lang in LANGUAGES)  # English first
        return _trimmed(text) in stubs

    def draw(self, number: int) -> tuple[Probe, ...]:
        """The probes of a draw: any number names one, and always the same.

        The last one is the first once more: whoever keeps something shows it there.
        """
        return _drawn(self, number)

    def see(self, source: str, probes: Sequence[Probe]) -> dict[str, dict[str, Any]]:
        """Run probes, in this process, on a program of ours: its text."""
        return _seen(self, source, tuple(probes))

    def scope(self, source: str) -> dict[str, Any]:
        """Run a program of ours, in this process; the names that probes then see."""
        module = types.ModuleType('exercise')
        exec(compile(source, str(self.solution), 'exec'), vars(module))
        return scope_of(vars(module), dict(vars(builtins)))


def _trimmed(text: str) -> str:
    return '\n'.join(line.rstrip() for line in text.strip().splitlines())


# Files meet the same numbers, and are compared with the same programs of ours.
@functools.lru_cache(512)
def _drawn(exercise: Exercise, number: int) -> tuple[Probe, ...]:
    probes = exercise.check.probes(random.Random(f'{exercise.name} {number}'))
    first = next(probe for probe in probes if probe.required)
    again = first._replace(name=FIRST_AGAIN, required=False, once=True)
    return (*probes, again)


@functools.lru_cache(16_384)
def _seen(
    exercise: Exercise, source: str, probes: tuple[Probe, ...]
) -> dict[str, dict[str, Any]]:
    return dict(run_probes(probes, exercise.scope(source), str(exercise.solution)))


@functools.cache  # a grader asks for each student
def exercises() -> dict[str, Exercise]:
    """All exercises by name, in the order of order.txt.

    Raises:
        FileNotFoundError: if there are none, as in an installation without a clone.
    """
    if not ORDER.is_file():
        raise FileNotFoundError(
            f'no exercises in {EXERCISES}: they come with a clone of the project, '
            'not with the installed package'
        )
    names = ORDER.read_text('utf-8').split()
    return {name: Exercise(EXERCISES / name, number)
            for number, name in enumerate(names, start=1)}

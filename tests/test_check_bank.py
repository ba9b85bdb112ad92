"""The bank of mutants: each is diagnosed by name, and no two together pass.

A fifth of the bank is tried here, and some of the pairs; confusion.py tries all.
"""

from collections import Counter
from random import Random

import pytest
from confusion import EXERCISES, name_of, names_of, pairs, right_programs, wrong_of
from independent import wrong_programs
from mutants import bank

BANK = bank()


@pytest.mark.parametrize('exercise', EXERCISES)
def test_mutants_are_called_by_their_names(exercise):
    mutants = [m for m in BANK if m.exercise == exercise][::5]
    assert mutants, 'no mutant of this exercise'
    told = names_of([(wrong_of(m), exercise) for m in mutants])
    wrong = [(m.mistake, m.changes, name) for m, name in zip(mutants, told)
             if name not in (m.mistake, *m.family)]
    assert wrong == []


def test_every_mistake_of_a_check_has_a_mutant():
    known = {(e.name, m.name) for e in EXERCISES.values() for m in e.check.mistakes}
    made = {(m.exercise, name) for m in BANK for name in (m.mistake, *m.family)}
    assert known - made == set()


def test_the_bank_is_large():
    assert len({(m.exercise, wrong_of(m)) for m in BANK}) >= 200
    assert min(Counter(m.exercise for m in BANK).values()) >= 3


def test_two_mistakes_together_never_pass():
    some = Random(1).sample(pairs(BANK), 60)
    told = names_of([(wrong_of(m), m.exercise) for m in some])
    assert [m for m, name in zip(some, told) if name == 'passed'] == []


WRONG, RIGHT = wrong_programs(), right_programs()


@pytest.mark.parametrize('wrong', WRONG, ids=[w.file for w in WRONG])
def test_an_independent_wrong_program_is_not_misnamed(wrong):
    assert name_of(wrong.program, wrong.exercise) in wrong.names


@pytest.mark.parametrize('right', RIGHT, ids=[r.file for r in RIGHT])
def test_an_independent_right_program_passes(right):
    assert name_of(right.program, right.exercise) == 'passed'


def test_the_independent_set_is_large():
    assert len(WRONG) >= 50 and len(RIGHT) >= 20

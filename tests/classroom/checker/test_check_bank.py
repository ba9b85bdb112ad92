"""The bank of mutants: each is diagnosed by name, and no two together pass.

All of them run in this process, as confusion.py does it, and through the same verdict
as a student's file; a few run in a process of their own, to see that it is the same.
"""

from collections import Counter
from contextlib import suppress
from random import Random

import pytest
from confusion import EXERCISES, name_of, pairs, right_programs, wrong_of
from independent import wrong_programs
from inprocess import observed, told_by
from mutants import bank
from some import some

from micrograd.classroom.checker import judge, mistakes
from micrograd.classroom.checker.bank.anywhere import FIRST, LAST
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.feedback import as_markdown, blocks
from micrograd.classroom.checker.judge import UNFIT, decide
from micrograd.classroom.checker.process import Report

BANK = bank()


@pytest.mark.parametrize('exercise', EXERCISES)
def test_mutants_are_called_by_their_names(exercise):
    mutants = [m for m in BANK if m.exercise == exercise]
    told = [name_of(wrong_of(m), exercise) for m in mutants]
    wrong = [(m.mistake, m.changes, name) for m, name in zip(mutants, told)
             if name not in (m.mistake, *m.family)]
    assert mutants and wrong == []


@pytest.mark.parametrize('exercise', some(EXERCISES))
def test_a_process_apart_sees_the_same(exercise, tmp_path):
    mutant = next(m for m in BANK if m.exercise == exercise)
    path = tmp_path / 'wrong.py'
    path.write_text(wrong_of(mutant), 'utf-8')
    told = told_by(judge(EXERCISES[exercise], path))
    assert told == name_of(wrong_of(mutant), exercise)


def test_every_mistake_of_a_check_has_a_mutant():
    known = {(e.name, m.name) for e in EXERCISES.values() for m in e.check.mistakes}
    made = {(m.exercise, name) for m in BANK for name in (m.mistake, *m.family)}
    anywhere = {mistake.name for mistake in (*FIRST, *LAST)}
    assert known - made == set() and anywhere <= {name for _, name in made}


@pytest.mark.parametrize('exercise', EXERCISES.values(), ids=EXERCISES)
def test_no_mistake_speaks_of_a_solution_that_has_changed(exercise, monkeypatch):
    """Every text that a mistake replaces in the solution is still there."""
    for answer in (all, any):  # to the end, so that each predicate is asked
        monkeypatch.setattr(mistakes, answer.__name__, lambda answers, answer=answer:
                            answer(list(answers)), raising=False)
    probes = exercise.draw(0)
    report = Report('end', seen=exercise.see(exercise.right, probes))
    evidence = Evidence(exercise, exercise.right, probes, report)
    for mistake in exercise.check.mistakes:
        with suppress(*UNFIT):
            mistake.fits(evidence)  # or a StaleError


def test_the_bank_is_large():
    assert len({(m.exercise, wrong_of(m)) for m in BANK}) >= 200
    assert min(Counter(m.exercise for m in BANK).values()) >= 3


def test_two_mistakes_together_never_pass():
    some = Random(1).sample(pairs(BANK), 150)
    told = [name_of(wrong_of(m), m.exercise) for m in some]
    assert [m for m, name in zip(some, told) if name == 'passed'] == []


WRONG, RIGHT = wrong_programs(), right_programs()


@pytest.mark.parametrize('wrong', some(WRONG))
def test_an_independent_wrong_program_is_not_misnamed(wrong):
    assert name_of(wrong.program, wrong.exercise) in wrong.names


@pytest.mark.parametrize('right', some(RIGHT))
def test_an_independent_right_program_passes(right):
    assert name_of(right.program, right.exercise) == 'passed'


def test_a_remark_does_not_take_the_mark():
    """backward() by recursion is right, and told what it will not do."""
    [right] = (r for r in RIGHT if r.file == 'backward__recursive_topo')
    exercise = EXERCISES['backward']
    verdict = decide(exercise, right.program, observed(right.program, exercise))
    assert verdict.status == 'passed' and verdict.remark.name == 'recursion-limit'
    for lang, words in (('en', 'too deep for recursion'), ('zh', '递归的上限')):
        assert words in as_markdown(blocks(exercise, verdict, lang, 'backward.py'))


def test_numbers_of_numpy_are_numbers():
    mul = EXERCISES['mul'].right.replace('self.data * other.data, (',
                                         'np.multiply(self.data, other.data), (')
    assert name_of(f'import numpy as np\n{mul}', 'mul') == 'passed'
    relu = EXERCISES['relu'].right.replace('max(0.0', 'np.maximum(0')
    assert name_of(f'import numpy as np\n{relu}', 'relu') == 'passed'


def test_it_is_no_use_to_copy_the_products_that_are_shown():
    exercise, out = EXERCISES['mul'], 'out = Value(self.data * other.data'
    noting = exercise.right.replace(out, f'MADE.append(self.data * other.data)\n'
                                         f'        {out}')
    asked = [p._replace(show=('[*MADE]',), code=f'MADE.clear()\n{p.code}')
             for p in exercise.draw(0)]
    seen = exercise.see(f'MADE = []\n{noting}', asked)
    known = {product for shown in seen.values() for product in shown['[*MADE]']}
    copied = exercise.right.replace(
        out, f'{out} * (self.data * other.data in KNOWN)')
    assert name_of(f'KNOWN = {known}\n{copied}', 'mul') == 'only-numbers-shown'


def test_the_independent_set_is_large():
    assert len(WRONG) >= 50 and len(RIGHT) >= 20

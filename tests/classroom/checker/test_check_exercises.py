"""Every exercise, found by its folder: what must be in it, and what its files say."""

import ast
import random
import re
import shutil
from pathlib import Path

import pytest
from inprocess import name_of, observed

from micrograd.classroom.checker import exercises, judge
from micrograd.classroom.checker.exercise import EXERCISES
from micrograd.classroom.checker.feedback import blocks
from micrograd.classroom.checker.judge import decide

FILES = ('stub', 'check', 'solution', 'wrong')
PASSED_OVER = {'__pycache__', '.DS_Store'}
ALL = list(exercises().values())
by_name = pytest.mark.parametrize('exercise', ALL, ids=lambda e: e.name)


def left_over(folder: Path) -> set[str]:
    """What a folder of exercises lacks for its list, or has beyond it."""
    names = (folder / 'order.txt').read_text('utf-8').split()
    assert len({*names}) == len(names), 'an exercise stands twice in order.txt'
    wanted = {f'{name}/{file}.py' for name in names for file in FILES}
    found = {path.relative_to(folder).as_posix() for path in folder.rglob('*')
             if path.is_file() and not PASSED_OVER & {*path.parts}}
    return wanted ^ (found - {'order.txt'})


def test_each_exercise_has_its_files_and_its_line_and_nothing_is_left_over():
    assert left_over(EXERCISES) == set()
    assert all(re.fullmatch('[a-z][a-z_]*', exercise.name) for exercise in ALL)


def test_what_is_missing_or_left_over_is_named(tmp_path):
    folder = shutil.copytree(EXERCISES, tmp_path / 'exercises')
    (folder / 'mul/check.py').unlink()
    (folder / 'add/notes.txt').touch()
    (folder / 'stray').mkdir()
    (folder / 'stray/stub.py').touch()
    assert left_over(folder) == {'mul/check.py', 'add/notes.txt', 'stray/stub.py'}


@by_name
def test_a_stub_is_not_done_yet_and_a_solution_passes(exercise):
    stub = exercise.stub.read_text('utf-8')
    assert judge(exercise, exercise.stub).status == 'todo'
    assert judge(exercise, exercise.solution).status == 'passed'
    if 'NotImplementedError' not in stub:  # a program that runs, with a fault in it
        return
    # So is a stub in which something else was changed.
    touched = stub + '\nnote = 1\n'
    verdict = decide(exercise, touched, observed(touched, exercise))
    assert verdict.status == 'todo'
    [said] = blocks(exercise, verdict, 'en', 'a.py')
    assert said.text.startswith('Not done yet.')


@by_name
def test_a_stub_says_what_is_to_be_done(exercise):
    text = exercise.stub.read_text('utf-8')
    assert ast.get_docstring(ast.parse(text)).startswith(f'{exercise.name}: ')
    assert text.count('TODO') == 1
    solution = exercise.right
    assert 'TODO' not in solution and 'NotImplementedError' not in solution
    for source in (text, solution):
        assert all(len(line) <= 88 for line in source.splitlines())


@by_name
def test_a_check_is_complete(exercise):
    check = exercise.check
    assert len(set(check.hints)) == 3
    probes = check.probes(random.Random(1))
    assert len({probe.name for probe in probes}) == len(probes)
    # No step without a probe that counts, no probe in a step without a name.
    assert {probe.step for probe in probes if probe.required} == set(check.steps)
    assert {probe.step for probe in probes} == set(check.steps)
    for mistake in check.mistakes:
        assert re.fullmatch(r'[a-z0-9]+(-[a-z0-9]+)*', mistake.name)
        assert mistake.probe is None or mistake.probe in {p.name for p in probes}


def sentences(stub: str) -> list[str]:
    """What the docstring of a stub says below its title, without the examples."""
    _, _, text = ast.get_docstring(ast.parse(stub)).partition('\n\n')
    text = re.sub(r'^ {4}.*', '', text, flags=re.MULTILINE)
    parts = re.split(r'\n\n(?:- )?|\n- ', text)
    found = [s for part in parts for s in re.split(r'(?<=[^.]\.)\s+', part)]
    return [' '.join(s.split()) for s in found if s.strip()]


@by_name
def test_every_sentence_of_a_stub_is_read_by_a_probe_or_explains(exercise):
    promises = exercise.check.promises
    said = sentences(exercise.stub.read_text('utf-8'))
    heads = [[s for s in said if s.startswith(head)] for head in promises]
    assert heads == [[s] for s in said]  # each once, in the order of the stub
    required = {probe.name for probe in exercise.draw(0) if probe.required}
    read = {name for names in promises.values() for name in names}
    assert read and read - required == set()


@by_name
def test_each_draw_has_numbers_of_its_own(exercise):
    assert len({str(exercise.draw(n)) for n in range(20)}) == 20


@by_name
def test_a_solution_passes_whatever_numbers_are_drawn(exercise):
    assert name_of(exercise.right, exercise, draw=1) == 'passed'


def test_a_comment_changes_nothing_that_is_said(tmp_path):
    exercise = exercises()['pow']
    wrong = exercise.right.replace('n * self', 'self')
    told = set()
    for comment in ('', '# v1\n', '# v2\n\n'):
        file = tmp_path / f'{exercise.name}.py'
        file.write_text(f'{wrong}{comment}', 'utf-8')
        verdict = judge(exercise, file)
        told.add((verdict.mistake.name, repr(verdict.differences)))
    assert len(told) == 1


def test_a_mistake_has_one_name_and_one_text_everywhere():
    texts = {}
    for exercise in ALL:
        for mistake in exercise.check.mistakes:
            told = texts.setdefault(mistake.name, (mistake.title, mistake.hint))
            assert told == (mistake.title, mistake.hint), mistake.name

"""How well the checker names mistakes: python tests/confusion.py [--pairs]

Counts over the bank of mutants (tests/mutants/) and over the independent set
(tests/independent/): programs that are diagnosed by the right name; by the right name
or by an honest "I do not know"; passed though wrong; and right ones that are refused.
With --pairs also every two mutants of an exercise in one program, which takes minutes.
"""

import itertools
import os
import sys
import tempfile
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from independent import right_programs, wrong_programs
from mutants import Mutant, bank

from micrograd.check import exercises, judge

EXERCISES = exercises()


def name_of(program: str, exercise_name: str) -> str:
    """What the checker calls a program: a mistake, 'passed', 'unknown', 'broken …'."""
    exercise = EXERCISES[exercise_name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, exercise.stub.name)
        path.write_text(program, 'utf-8')
        verdict = judge(exercise, path)
    if verdict.mistake:
        return verdict.mistake.name
    if verdict.status == 'broken':
        return f'broken {verdict.broken}'
    return 'unknown' if verdict.status == 'failed' else verdict.status


def names_of(programs: list[tuple[str, str]]) -> list[str]:
    """name_of() for pairs of program and exercise, a few at a time."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(lambda pair: name_of(*pair), programs))


def wrong_of(mutant: Mutant) -> str:
    return mutant.of(EXERCISES[mutant.exercise].right)


def pairs(mutants: list[Mutant]) -> list[Mutant]:
    """Every two mutants of an exercise whose changes can stand in one program."""
    groups = defaultdict(list)
    for mutant in mutants:
        groups[mutant.exercise].append(mutant)
    found = []
    for exercise, group in groups.items():
        for one, two in itertools.combinations(group, 2):
            both = Mutant(exercise, one.mistake, one.changes + two.changes,
                          (two.mistake, *one.family, *two.family))
            if one.mistake != two.mistake and combines(both, one, two):
                found.append(both)
    return found


def combines(both: Mutant, one: Mutant, two: Mutant) -> bool:
    """Does a program hold both changes, so that neither undoes or hides the other?"""
    solution = EXERCISES[both.exercise].right
    if not both.applies(solution):
        return False
    alone = (solution, one.of(solution), two.of(solution))
    return both.of(solution) not in alone


def report(title: str, told: list[str], expected: list[tuple[str, ...]]) -> None:
    """Print the shares of a set of wrong programs."""
    total = len(told)
    named = sum(t in e and t != 'unknown' for t, e in zip(told, expected))
    honest = sum(t in e or t == 'unknown' or t.startswith('broken')
                 for t, e in zip(told, expected))
    passed = told.count('passed')
    print(f'{title}: {total} wrong programs')
    print(f'  right name                   {named:4}  {named / total:6.1%}')
    print(f'  right name or "do not know"  {honest:4}  {honest / total:6.1%}')
    print(f'  passed though wrong          {passed:4}')
    for t, e in zip(told, expected):
        if t not in e:
            print(f'    {e[0]} is called {t}')


def main() -> None:
    mutants = bank()
    told = names_of([(wrong_of(m), m.exercise) for m in mutants])
    report('bank of mutants', told, [(m.mistake, *m.family) for m in mutants])
    wrong = wrong_programs()
    told = names_of([(w.program, w.exercise) for w in wrong])
    report('independent set', told, [w.names for w in wrong])
    right = right_programs()
    told = names_of([(r.program, r.exercise) for r in right])
    refused = [(r.file, t) for r, t in zip(right, told) if t != 'passed']
    print(f'independent set: {len(right)} right programs, {len(refused)} refused')
    print(*(f'    {file} is called {t}' for file, t in refused), sep='\n')
    if '--pairs' in sys.argv:
        both = pairs(mutants)
        told = names_of([(wrong_of(m), m.exercise) for m in both])
        report('pairs of mutants', told, [(m.mistake, *m.family) for m in both])


if __name__ == '__main__':
    main()

"""How well the checker names mistakes: confusion.py [--draws N] [--pairs]

Counts over the bank of mutants (wrong.py) and over the independent set
(independent/): programs that are diagnosed by the right name; by the right name
or by an honest "I do not know"; passed though wrong; and right ones that are refused.
With --draws 20 each is tried with so many draws of the numbers, and those are told that
are not called the same each time; with --pairs also every two mutants of an exercise in
one program. Both take minutes.
"""

import argparse
import itertools
from collections import Counter, defaultdict

import inprocess
from independent import right_programs, wrong_programs
from mutants import Mutant, bank

from micrograd.classroom.checker import exercises

EXERCISES = exercises()


def name_of(program: str, exercise: str, draw: int = 0) -> str:
    """What the checker calls a program, in a draw of the numbers."""
    return inprocess.name_of(program, EXERCISES[exercise], draw)


def names_of(programs: list[tuple[str, str]]) -> list[str]:
    """name_of() for pairs of program and exercise."""
    return [name_of(*pair) for pair in programs]


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


def report_flips(programs: list[tuple[str, str, str]], draws: int) -> None:
    """Print which programs (title, program, exercise) are not called the same."""
    flips = 0
    for title, program, exercise in programs:
        told = Counter(name_of(program, exercise, draw) for draw in range(draws))
        if len(told) > 1:
            flips += 1
            print(f'    {exercise}: {title} is called {dict(told)}')
    print(f'{len(programs)} programs, {draws} draws each: {flips} flips')


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition('\n')[0])
    parser.add_argument('--draws', type=int, default=1)
    parser.add_argument('--pairs', action='store_true')
    asked = parser.parse_args()
    mutants, wrong, right = bank(), wrong_programs(), right_programs()
    if asked.draws > 1:
        report_flips([
            *((f'{m.mistake} {m.changes}', wrong_of(m), m.exercise) for m in mutants),
            *((w.file, w.program, w.exercise) for w in [*wrong, *right]),
        ], asked.draws)
    told = names_of([(wrong_of(m), m.exercise) for m in mutants])
    report('bank of mutants', told, [(m.mistake, *m.family) for m in mutants])
    told = names_of([(w.program, w.exercise) for w in wrong])
    report('independent set', told, [w.names for w in wrong])
    told = names_of([(r.program, r.exercise) for r in right])
    refused = [(r.file, t) for r, t in zip(right, told) if t != 'passed']
    print(f'independent set: {len(right)} right programs, {len(refused)} refused')
    print(*(f'    {file} is called {t}' for file, t in refused), sep='\n')
    if asked.pairs:
        both = pairs(mutants)
        told = names_of([(wrong_of(m), m.exercise) for m in both])
        report('pairs of mutants', told, [(m.mistake, *m.family) for m in both])


if __name__ == '__main__':
    main()

"""Speed and memory of the checker: python tests/tools/bench_check.py [students]

Times one check of each exercise, a right file and a wrong one, and the grading of a
class: each student hands in 24 exercises, right, wrong, broken or not begun. Not on
Windows, which does not tell the memory of a process in this way.
"""

import random
import resource
import statistics
import sys
import tempfile
import time
from pathlib import Path

from places import ROOT

from micrograd.classroom.checker import exercises, judge
from micrograd.classroom.grading.grade import grade

sys.path.insert(0, str(ROOT / 'tests/classroom/checker'))

from mutants import bank  # noqa: E402

EXERCISES = exercises()
NAMES = list(EXERCISES)[:24]
MUTANTS = {name: [m for m in bank() if m.exercise == name] for name in EXERCISES}


def one_check(exercise, text: str) -> float:
    """Seconds of one check, from the file to the verdict."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f'{exercise.name}.py')
        path.write_text(text, 'utf-8')
        start = time.perf_counter()
        judge(exercise, path)
        return time.perf_counter() - start


def time_checks() -> None:
    times = {}
    for name, exercise in EXERCISES.items():
        wrong = MUTANTS[name][0].of(exercise.right)
        times[name] = max(one_check(exercise, exercise.right),
                          one_check(exercise, wrong))
    slowest = max(times, key=times.get)
    print(f'one check: median {statistics.median(times.values()):.2f} s, '
          f'slowest {times[slowest]:.2f} s ({slowest})')


def hand_in(name: str, chance: random.Random) -> str:
    exercise = EXERCISES[name]
    kind = chance.random()
    if kind < 0.6:
        return exercise.right + f'# {chance.random()}\n'
    if kind < 0.85:
        return chance.choice(MUTANTS[name]).of(exercise.right)
    if kind < 0.95:
        return exercise.stub.read_text('utf-8')
    return exercise.right + 'x = (\n'


def time_grading(students: int) -> None:
    chance = random.Random(1)
    with tempfile.TemporaryDirectory() as home:
        for number in range(students):
            folder = Path(home, 'class', f'student{number:03}')
            folder.mkdir(parents=True)
            for name in NAMES:
                file = folder / f'{name}.py'
                file.write_text(hand_in(name, chance), 'utf-8')
        start = time.perf_counter()
        results = grade(Path(home, 'class'), Path(home, 'out'), names=NAMES)
        seconds = time.perf_counter() - start
    files = students * len(NAMES)
    largest = max(resource.getrusage(who).ru_maxrss
                  for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    print(f'{students} students, {files} files: {seconds / 60:.1f} minutes, '
          f'{1000 * seconds / files:.0f} ms a file, '
          f'largest process {largest / 1024:.0f} MB, '
          f'{sum(r.score for r in results)} passed')


if __name__ == '__main__':
    time_checks()
    time_grading(int(sys.argv[1]) if len(sys.argv) > 1 else 10)

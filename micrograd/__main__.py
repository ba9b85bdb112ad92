"""The command of the package: `python -m micrograd lesson 2`.

Runs the lessons that stand beside the package, in a clone. How a lesson steps
through a terminal is the business of lesson.py.
"""
import argparse
import os
import runpy
import subprocess
import sys
import time
from pathlib import Path

from micrograd.namesake import refuse_namesakes

CLONE = Path(__file__).resolve().parents[1]
LESSONS = CLONE / 'lessons'


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return the exit code."""
    parser = argparse.ArgumentParser(
        prog='python -m micrograd', description='Lessons on automatic differentiation.')
    commands = parser.add_subparsers(metavar='COMMAND', required=True)
    one = commands.add_parser('lesson', help='step through one lesson')
    one.add_argument('number', nargs='?', help='its number; without it, the list')
    one.add_argument('options', nargs=argparse.REMAINDER, help='handed to the lesson')
    one.set_defaults(command=run_lesson)
    every = commands.add_parser('lessons', help='run all lessons, for their pictures')
    every.set_defaults(command=run_lessons)
    args = parser.parse_args(arguments)
    return args.command(args)


def lessons() -> dict[int, Path]:
    """The lessons by their numbers."""
    found = {int(path.name[:2]): path for path in LESSONS.glob('[0-9][0-9]_*.py')}
    if not found:
        sys.exit(f'There are no lessons in {LESSONS}. They come with a clone of the '
                 f'project, not with the installed package: start this in the clone.')
    return dict(sorted(found.items()))


def run_lesson(args: argparse.Namespace) -> int:
    """Run one lesson in this process, as `python lessons/02_name.py` would."""
    known = lessons()
    if not (args.number or '').isdecimal() or int(args.number) not in known:
        print('Which lesson?', *(f'{n:4}  {path.name}' for n, path in known.items()),
              sep='\n', file=sys.stderr)
        return 2
    path = str(known[int(args.number)])
    sys.argv = [path, *args.options]
    runpy.run_path(path, run_name='__main__')
    return 0


def run_lessons(args: argparse.Namespace) -> int:
    """Run each lesson straight through, in a process of its own."""
    failed = []
    search = os.pathsep.join([str(CLONE), *filter(None, [os.getenv('PYTHONPATH')])])
    for path in lessons().values():
        print(f'=== {path.name}', flush=True)
        start = time.perf_counter()
        run = subprocess.run([sys.executable, str(path), '--no-pause'],
                             stdin=subprocess.DEVNULL,
                             env={**os.environ, 'PYTHONPATH': search})
        seconds = time.perf_counter() - start
        if run.returncode:
            failed.append(path.name)
        print(f'=== {path.name} {"FAILED" if run.returncode else "ran"} '
              f'in {seconds:.1f} s\n', flush=True)
    print(f'The pictures are in {LESSONS / "images"}')
    if failed:
        print('FAILED:', *failed)
    return len(failed) > 0


if __name__ == '__main__':
    refuse_namesakes()
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell reports a program ended by Ctrl-C

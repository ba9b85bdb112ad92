"""The commands `lesson` and `lessons` of `python -m micrograd`."""

from __future__ import annotations

import argparse
import runpy
import sys

from micrograd.classroom.commandline import add_language, speak
from micrograd.classroom.lesson.start import lesson_options
from micrograd.classroom.shelf import find, lessons
from micrograd.languages import language, say

ONE = """\
Step through a lesson in this terminal. Enter shows the next cell; at a
question type what you predict, or Enter to be shown. ? tells the other keys.
"""
ONE_EXAMPLES = """\
examples:
  python -m micrograd lesson              the list of lessons
  python -m micrograd lesson 3            lesson 3
  python -m micrograd lesson moons        the lesson with that word in its name
  python -m micrograd lesson 3 --lang zh  in Chinese
  python -m micrograd lesson 3 --from 12  lesson 3, from its cell 12 on
"""
ALL = """\
Run all lessons straight through, asking nothing, several at a time. Their
pictures go to lessons/images/. Fails if an assertion of a lesson fails.
"""


def add_lesson(commands: argparse._SubParsersAction) -> None:
    """Add the command that steps through one lesson."""
    parser = commands.add_parser(
        'lesson', help='step through one lesson', description=ONE,
        epilog=ONE_EXAMPLES, parents=[lesson_options()])
    parser.add_argument('lesson', nargs='?', metavar='LESSON',
                        help='its number, or a word of its name; without it, the list')
    parser.set_defaults(run=run_lesson)


def add_lessons(commands: argparse._SubParsersAction) -> None:
    """Add the command that runs all lessons."""
    parser = commands.add_parser(
        'lessons', help='run all lessons, for their pictures', description=ALL)
    add_language(parser)
    parser.set_defaults(run=run_lessons)


def run_lesson(args: argparse.Namespace) -> int:
    """Run one lesson in this process, as `python lessons/02_name.py` would."""
    known = lessons()
    speak(args.lang)
    titles = [f'{lesson.number:4}  {lesson.title(language())}' for lesson in known]
    if args.lesson is None:
        print(say('The lessons:'), *titles, '', say(ONE_EXAMPLES), sep='\n')
        return 0
    try:
        path = str(find(args.lesson, known).path)
    except LookupError as error:
        print(error.args[0], say('The lessons:'), *titles, sep='\n', file=sys.stderr)
        return 2
    wish = [f'--lang={args.lang}'] if args.lang else []
    way = ['--no-pause'] if args.no_pause else [f'--from={args.start}']
    sys.argv = [path, *wish, *way]
    runpy.run_path(path, run_name='__main__')
    return 0


def run_lessons(args: argparse.Namespace) -> int:
    """Run each lesson straight through; the exit code is 1 if one fails."""
    # No other command waits for the import of what runs several at a time.
    from micrograd.classroom.lesson.straight import run_all

    known = lessons()
    lang = speak(args.lang)
    runs = run_all([lesson.path for lesson in known], lang)
    for run in runs:
        print(f'{run.seconds:6.1f} s  {run.path.name}')
    print(say('The pictures are in {folder}').format(
        folder=runs[0].path.parent / 'images'))
    faults = [run.fault() for run in runs if run.code]
    for fault in faults:
        print(say('FAILED: {fault}').format(fault=fault))
    return len(faults) > 0

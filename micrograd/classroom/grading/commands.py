"""The command of a teacher: grade."""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from micrograd.classroom.checker.commands import Desk, add_command, near
from micrograd.classroom.checker.process import is_confined, kernel_wall
from micrograd.classroom.grading.gradebook import GradebookError
from micrograd.classroom.grading.walls import walls_in_words
from micrograd.languages import say

NO_SANDBOX = (
    'Nothing was graded: the kernel of this computer does not confine what runs (Linux '
    'with Landlock and seccomp does). Without --require-sandbox the audit hook of '
    'Python does what it can.')


def add_grading(commands: argparse._SubParsersAction) -> None:
    """Add the command to those of `python -m micrograd`."""
    grading = add_command(commands, 'grade', run_grade,
                          'for teachers: grade a folder of submissions')
    grading.add_argument('submissions', metavar='FOLDER', type=Path,
                         help='with a folder or a zip for each student; or a zip of it')
    grading.add_argument('--only', nargs='+', default=[], metavar='NAME',
                         help='these exercises (default: all)')
    grading.add_argument('--out', type=Path, metavar='FOLDER',
                         help='for the marks (default: FOLDER_graded)')
    grading.add_argument('--require-sandbox', action='store_true',
                         help='refuse to run files that the kernel does not confine')
    grading.add_argument('--partial', action='store_true',
                         help='points for the steps of an exercise that are right')
    grading.add_argument('--gradebook', type=Path, metavar='EXPORT.csv',
                         help='fill in a copy of what Moodle or Canvas exported')
    grading.add_argument('--column', metavar='NAME', help='of that file, to be filled')


def run_grade(desk: Desk, args: argparse.Namespace) -> int:
    """Grade a folder of submissions."""
    # No other command waits for its processes and archives to be imported.
    from micrograd.classroom.grading.grade import LIMITS, grade
    from micrograd.classroom.grading.submissions import loose_files

    folder = args.submissions.resolve()
    name = folder.stem if folder.is_file() else folder.name
    out = args.out or folder.with_name(f'{name}_graded')
    chosen = [desk.find(name) for name in args.only]
    names = [exercise.name for exercise in chosen]
    if args.require_sandbox and not is_confined(kernel_wall()):
        _refuse(say(NO_SANDBOX))
    limits = replace(LIMITS, sandbox=args.require_sandbox)
    try:
        results = grade(
            folder, out, names=names, lang=desk.lang_of_files, limits=limits,
            partial=args.partial, gradebook=args.gradebook, column=args.column,
            tell=print)
    except KeyboardInterrupt:
        print()
        print(say('Interrupted. To go on from here: {command}').format(
            command=desk.command('grade', *_repeated(args))))
        return 130
    except GradebookError as error:
        text, values = error.args
        _refuse(say(text).format(**values))
    graded = say('{count} student graded: {out}' if len(results) == 1 else
                 '{count} students graded: {out}')
    desk.print(graded.format(count=len(results), out=near(out)))
    print(walls_in_words(kernel_wall(), desk.lang))
    loose = loose_files(folder, chosen or desk.exercises.values())
    if loose:
        told = say('Not graded, since neither a folder nor a zip: {files}')
        desk.print(told.format(files=', '.join(loose)))
    return 0


def _refuse(text: str) -> NoReturn:
    print(text, file=sys.stderr)
    sys.exit(2)


def _repeated(args: argparse.Namespace) -> list[object]:
    """The arguments of `grade`, as they were typed."""
    typed = [args.submissions]
    typed += ['--only', *args.only] if args.only else []
    typed += ['--partial'] if args.partial else []
    typed += ['--require-sandbox'] if args.require_sandbox else []
    for option in ('out', 'gradebook', 'column'):
        given = getattr(args, option)
        typed += [f'--{option}', given] if given else []
    return typed

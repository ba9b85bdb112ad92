"""The commands of a student: check, hint, solution, reset, list, watch.

Exit status: 0 if all that was asked for passes, 1 if something does not, 2 for a
wrong command. Nothing is ever written to standard error but for a wrong command.
"""

from __future__ import annotations

import argparse
import difflib
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from micrograd.classroom.checker.exercise import Exercise, exercises
from micrograd.classroom.checker.feedback import blocks, for_terminal
from micrograd.classroom.checker.judge import Verdict, judge
from micrograd.classroom.checker.picture import draw_example
from micrograd.classroom.checker.work import Work
from micrograd.classroom.commandline import add_language, speak
from micrograd.classroom.grading.filenames import FileNames
from micrograd.classroom.grading.gradescope import write_results
from micrograd.classroom.grading.marks import score_in_words
from micrograd.classroom.style import paint_for_terminal
from micrograd.classroom.terminal import text_columns
from micrograd.common.layout import fold, pad, width
from micrograd.languages import WORK, language, say

NUMBERED = re.compile(r'^\d\d\w?_')  # 04_mul, as files were called once
LOOK, GONE = 0.2, 5  # watch: seconds between two looks; looks without a file
NOT_BEGUN, BEGUN, SOLVED = 'not begun', 'begun', 'solved'  # an exercise
FORMATS = {'gradescope': write_results}  # what an autograder may want to read
Run = Callable[['Desk', argparse.Namespace], int]


def add_exercises(commands: argparse._SubParsersAction) -> None:
    """Add the commands to those of `python -m micrograd`."""
    check = add_command(commands, 'check', run_check,
                     'check an exercise: the next unsolved one, or NAME')
    check.add_argument('names', nargs='*', metavar='NAME', help='as in: check mul')
    check.add_argument('--all', action='store_true', help='check every exercise')
    check.add_argument('--picture', action='store_true',
                       help='draw the graph of the example that fails')
    check.add_argument('--json', metavar='PATH', type=Path,
                       help='write the results of all exercises for an autograder')
    check.add_argument('--format', choices=[*FORMATS], default='gradescope',
                       help='the form of that file (default: gradescope)')
    hint = add_command(commands, 'hint', run_hint, 'the next stronger hint, of three')
    hint.add_argument('name', nargs='?', metavar='NAME')
    solution = add_command(commands, 'solution', run_solution,
                        'our solution, once yours passes')
    solution.add_argument('name', nargs='?', metavar='NAME')
    solution.add_argument('--give-up', action='store_true', help='show it at once')
    reset = add_command(commands, 'reset', run_reset,
                     'start an exercise over; your work is kept')
    reset.add_argument('name', metavar='NAME')
    add_command(commands, 'list', run_list, 'all exercises, and what is solved')
    watch = add_command(commands, 'watch', run_watch, 'check again at every save')
    watch.add_argument('name', nargs='?', metavar='NAME')


def add_command(
    commands: argparse._SubParsersAction, name: str, run: Run, text: str
) -> argparse.ArgumentParser:
    """Add a command: run is given a desk and the parsed arguments."""
    parser = commands.add_parser(name, help=text, description=text)
    add_language(parser)
    if name != 'grade':
        parser.add_argument('--folder', type=Path, metavar='FOLDER',
                            help='where your files are (default: lessons/work)')
    parser.set_defaults(command=name, run=lambda args: _run(run, args))
    return parser


def _run(run: Run, args: argparse.Namespace) -> int:
    try:
        return run(Desk(args), args)
    except BrokenPipeError:  # as in `list | head`: nobody reads on
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:  # a folder that cannot be used; a table open in Excel
        print(error, file=sys.stderr)
        return 2


class Desk:
    """What the commands share: the exercises, the student's files, the terminal."""

    def __init__(self, args: argparse.Namespace):
        folder = getattr(args, 'folder', None)
        place = folder or WORK
        if args.command == 'grade' or getattr(args, 'json', None):
            place = None  # what a machine reads depends on nobody's last command
        self.lang_of_files = speak(args.lang, place)
        self.lang = language()
        self.paint = paint_for_terminal()
        self.columns = text_columns()
        self.exercises = exercises()
        self.work = Work(folder or WORK, self.lang_of_files)
        self.options = ['--folder', str(folder)] if folder else []
        self.options += ['--lang', args.lang] if args.lang else []

    def say(self, text: str, **values: object) -> None:
        """Print a text in the reader's language, filled in."""
        text = say(text).format(**values)
        if 'command' in values:  # to be copied: whole
            print(text)
        else:
            self.print(text)

    def print(self, text: str) -> None:
        """Print a text in lines that fit."""
        for start, end in fold(text, self.columns):
            print(text[start:end])

    def command(self, *words: object) -> str:
        """A command to be typed, in the same language and folder as this one."""
        line = ['python', '-m', 'micrograd', *map(str, words), *self.options]
        return subprocess.list2cmdline(line) if os.name == 'nt' else shlex.join(line)

    def target(self, name: str | None) -> tuple[Exercise, Path | None]:
        """The exercise that is meant, and the file, if it was given by a path."""
        path = Path(name) if name else None
        if not path or not path.is_file():
            if path and len(path.parts) > 1:
                self.refuse('There is no file {name}.', name=name)
            return self.find(name), None
        if path.suffix.lower() != '.py':
            self.refuse('{name} is no Python file. Save it as one, with .py at its '
                        'end.', name=name)
        meant = FileNames(self.exercises).meaning(path)
        return self.exercises[meant[0]] if meant else self.find(name), path

    def refuse(self, text: str, **values: object) -> NoReturn:
        """End a wrong command."""
        print(say(text).format(**values), file=sys.stderr)
        sys.exit(2)

    def find(self, name: str | None) -> Exercise:
        """The exercise of a name, of a number, or the next unsolved one."""
        known = self.exercises
        if name is None:
            unsolved = (e for e in known.values() if not self.work.is_solved(e))
            return next(unsolved, list(known.values())[-1])
        wanted = NUMBERED.sub('', Path(name).stem.lower()).lstrip('0')
        for exercise in known.values():
            if wanted in (exercise.name, str(exercise.number)):
                return exercise
        close = difflib.get_close_matches(wanted, known, 1)
        told = (say('There is no exercise {name!r}. Is it {close}?') if close else
                say('There is no exercise {name!r}.'))
        print(told.format(name=name, close=''.join(close)), file=sys.stderr)
        self.refuse('All of them: {command}', command=self.command('list'))

    def solved(self) -> int:
        return sum(map(self.work.is_solved, self.exercises.values()))


def run_check(desk: Desk, args: argparse.Namespace) -> int:
    """Check exercises and say what is to be said of them."""
    wanted = [desk.target(name) for name in args.names]
    if args.all or (args.json and not wanted):
        wanted = [(exercise, None) for exercise in desk.exercises.values()]
    if args.json:
        return _check_for_machines(desk, wanted, args.json, FORMATS[args.format])
    if not wanted and desk.solved() == len(desk.exercises):
        desk.say('You have solved all {count} exercises.', count=len(desk.exercises))
        return 0
    verdicts = [check_one(desk, exercise, file, args.picture)
                for exercise, file in wanted or [desk.target(None)]]
    return int(any(verdict.status != 'passed' for verdict in verdicts))


def check_one(
    desk: Desk, exercise: Exercise, file: Path | None = None, picture: bool = False
) -> Verdict:
    """Check a file, by default the student's own one; say what is to be said."""
    own = file is None or file.resolve() == desk.work.file(exercise).resolve()
    file = desk.work.begin(exercise) if own else file
    verdict = judge(exercise, file)
    passed = verdict.status == 'passed'
    if own or passed:  # a file that fails elsewhere says nothing of the student's own
        desk.work.set_solved(exercise, passed)
    _print_heading(desk, exercise)
    said = blocks(exercise, verdict, desk.lang, str(near(file)))
    print(*for_terminal(said, desk.paint, desk.columns), sep='\n')
    if picture:
        _draw(desk, exercise, verdict)
    if passed:
        desk.say('Our solution: {command}',
                 command=desk.command('solution', exercise.name))
        desk.say('Next: {command}', command=desk.command('check'))
    else:
        desk.say('Your file: {file}', file=near(file))
        desk.say('The next hint: {command}',
                 command=desk.command('hint', exercise.name))
    return verdict


def _print_heading(desk: Desk, exercise: Exercise) -> None:
    count, solved = len(desk.exercises), desk.solved()
    bar = ''.join('█' if desk.work.is_solved(e) else '░'
                  for e in desk.exercises.values())
    print(bar, say('{solved} of {count} solved').format(solved=solved, count=count))
    place = say('Exercise {number} of {count}')
    place = place.format(number=exercise.number, count=count)
    title = exercise.say(exercise.check.title, desk.lang)
    print(desk.paint('heading', f'{place} · {exercise.name} · {title}'), end='\n\n')


def _draw(desk: Desk, exercise: Exercise, verdict: Verdict) -> None:
    if not verdict.differences:
        return desk.say('Nothing to draw: no example failed.')
    file = desk.work.folder / 'pictures' / f'{exercise.name}.svg'
    drawn = draw_example(exercise, verdict, file, desk.lang_of_files)
    if drawn is None:
        return desk.say('There is no graph in this example to draw.')
    return desk.say('The graph of the example: {file}', file=near(file))


def _check_for_machines(
    desk: Desk, wanted: list[tuple[Exercise, Path | None]], path: Path,
    write: Callable[..., None],
) -> int:
    """Check what is there, without a copy of the stub or a note of progress."""
    # Archives are for machines and teachers: no student waits for their import.
    from micrograd.classroom.grading.submissions import read_submission

    start = time.perf_counter()
    inside = [exercise for exercise, file in wanted if not file]
    handed_in = read_submission(desk.work.folder, inside, desk.lang_of_files)
    with tempfile.TemporaryDirectory() as folder:
        results = []
        for exercise, file in wanted:
            where = str(file or handed_in.paths.get(exercise.name, ''))
            if exercise.name in handed_in.files:
                file = Path(folder, f'{exercise.name}.py')
                file.write_bytes(handed_in.files[exercise.name])
            verdict = judge(exercise, file) if file else Verdict('absent')
            results.append((exercise, verdict, where))
    seconds = time.perf_counter() - start
    write(path, results, seconds, desk.lang_of_files, handed_in.trouble)
    passed = sum(verdict.status == 'passed' for _, verdict, _ in results)
    print(score_in_words(passed, len(results), desk.lang))
    return int(passed < len(results))


def run_hint(desk: Desk, args: argparse.Namespace) -> int:
    """Give the next hint; after the last one, that one again."""
    exercise = desk.find(args.name)
    hints = exercise.check.hints
    given = min(desk.work.hints(exercise) + 1, len(hints))
    desk.work.set_hints(exercise, given)
    hint = exercise.say(hints[given - 1], desk.lang)
    desk.say('Hint {number} of 3: {hint}', number=given, hint=hint)
    if given == len(hints):
        desk.say('That was the last hint.')
    return 0


def run_solution(desk: Desk, args: argparse.Namespace) -> int:
    """Show the solution of an exercise that is solved, or given up."""
    exercise = desk.find(args.name)
    if not args.give_up and not desk.work.is_solved(exercise):
        file = desk.work.file(exercise)
        if not file.exists() or judge(exercise, file).status != 'passed':
            desk.say('The solution of {name} is shown when your own passes, or with '
                     '--give-up.', name=exercise.name)
            return 1
    print(exercise.right, end='')
    return 0


def run_reset(desk: Desk, args: argparse.Namespace) -> int:
    """Put the stub back; keep a copy of what the student wrote."""
    exercise = desk.find(args.name)
    kept = desk.work.reset(exercise)
    if kept:
        desk.say('Your work is kept in {file}', file=near(kept))
    desk.say('The stub is back: {file}', file=near(desk.work.file(exercise)))
    return 0


def run_list(desk: Desk, args: argparse.Namespace) -> int:
    """List the exercises with their state."""
    longest = max(map(len, desk.exercises))
    for exercise in desk.exercises.values():
        state, style, mark = NOT_BEGUN, 'note', '·'
        if desk.work.is_solved(exercise):
            state, style, mark = SOLVED, 'right', '✓'
        elif desk.work.file(exercise).exists():
            state, style, mark = BEGUN, 'bold', '…'
        title = exercise.say(exercise.check.title, desk.lang)
        told = pad(say(state), max(map(width, map(say, (NOT_BEGUN, BEGUN, SOLVED)))))
        print(f'{exercise.number:02}', desk.paint(style, mark),
              f'{exercise.name:{longest}}', desk.paint(style, told), f' {title}')
    print()
    desk.say('{solved} of {count} solved', solved=desk.solved(),
             count=len(desk.exercises))
    return 0


def run_watch(desk: Desk, args: argparse.Namespace) -> int:
    """Check at every save until Ctrl-C; without a name, go on when one passes."""
    exercise, given = desk.target(args.name)
    try:
        while True:
            if sys.stdout.isatty():
                print('\x1b[2J\x1b[H', end='')  # a clean screen, from its top
            file = given or desk.work.begin(exercise)
            before = _stamp(file)
            verdict = check_one(desk, exercise, given)
            if verdict.status == 'passed' and args.name is None:
                exercise = desk.find(None)
                file = desk.work.begin(exercise)
                before = _stamp(file)
            print()
            desk.say('Watching {file}. Save it to check it again; Ctrl-C ends.',
                     file=near(file))
            sys.stdout.flush()
            _wait_for_change(desk, file, before)
    except KeyboardInterrupt:
        print()
        return 0


def _wait_for_change(desk: Desk, file: Path, before: tuple[int, int] | None) -> None:
    """Wait until a file is saved; say so once if it is gone for longer than that."""
    gone = 0
    while (now := _stamp(file)) in (before, None):
        gone = 0 if now else gone + 1
        if gone == GONE:
            desk.say('{file} is not there any more. Put it back, or end with Ctrl-C.',
                     file=near(file))
            sys.stdout.flush()
        time.sleep(LOOK)


def _stamp(file: Path) -> tuple[int, int] | None:
    """What changes when a file is saved; None while an editor replaces it."""
    try:
        state = file.stat()
    except FileNotFoundError:
        return None
    return state.st_mtime_ns, state.st_size


def near(file: Path) -> Path:
    """A path as the student would type it here."""
    here = Path.cwd()
    file = file.resolve()
    return file.relative_to(here) if here in file.parents else file

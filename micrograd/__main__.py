"""The command of the package: `python -m micrograd lesson 2`.

What a command does stands in the package that it belongs to.
"""
import sys

from micrograd.common.namesake import refuse_namesakes

refuse_namesakes()  # before the import of what one may have overwritten

from micrograd.classroom.checker.commands import add_exercises  # noqa: E402
from micrograd.classroom.commandline import Parser, speak_early  # noqa: E402
from micrograd.classroom.grading.commands import add_grading  # noqa: E402
from micrograd.classroom.lesson.commands import add_lesson, add_lessons  # noqa: E402
from micrograd.languages import say  # noqa: E402

# Each adds its parsers, and there sets `run`: what takes the parsed arguments and
# returns the exit code. The place to add a command.
COMMANDS = (add_lesson, add_lessons, add_exercises, add_grading)

WHAT = ('Automatic differentiation for the classroom: lessons that step through a '
        'terminal, and exercises that check themselves.')
EXAMPLES = """\
examples:
  python -m micrograd lesson           the list of lessons
  python -m micrograd lesson 1         step through lesson 1
  python -m micrograd lessons          run all lessons, for their pictures
  python -m micrograd check            begin, or go on with, the exercises
  python -m micrograd check mul        check the exercise mul, and explain the mistake
  python -m micrograd hint             a hint for it
  python -m micrograd check --help     all about one command
"""

# What pip installs with the package; and what to say where it has not.
NEEDED = ('graphviz', 'matplotlib', 'numpy')
MISSING = """\
This needs {package}, which is not installed for {python}.
After `make lessons`, type `. .venv/bin/activate` once in this terminal; without
make, type `python -m pip install -e .` once. Then try again."""


def parser_of_all() -> Parser:
    """The parser of the command line, with all commands."""
    parser = Parser(prog='python -m micrograd', description=WHAT, epilog=EXAMPLES)
    commands = parser.add_subparsers(title='commands', metavar='COMMAND')
    for add in COMMANDS:
        add(commands)
    return parser


def main(arguments: list[str] | None = None) -> int:
    """Do what the command line says; return the exit code."""
    arguments = sys.argv[1:] if arguments is None else arguments
    speak_early(arguments)
    parser = parser_of_all()
    args = parser.parse_args(arguments)
    if 'run' not in args:
        parser.print_help(sys.stderr)
        return 2
    try:
        return args.run(args)
    except FileNotFoundError as error:
        sys.exit(str(error))
    except ModuleNotFoundError as error:
        if error.name not in NEEDED:
            raise
        sys.exit(say(MISSING).format(package=error.name, python=sys.executable))


if __name__ == '__main__':
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)  # as a shell reports a program ended by Ctrl-C

"""How a lesson starts: its options, and whether it steps or runs straight."""

from __future__ import annotations

import argparse
import inspect
import os
import sys

from micrograd.classroom.commandline import Parser, add_language, speak, speak_early
from micrograd.classroom.lesson.pictures import in_notebook, show_pictures_below_cells
from micrograd.classroom.lesson.presenter import Presenter
from micrograd.classroom.terminal import at_terminal
from micrograd.common.namesake import refuse_namesakes
from micrograd.languages import language, say


def present() -> None:
    """Step through the calling lesson if somebody sits at a terminal.

    Enter runs and shows the next cell, ? tells the other keys. The program
    ends after the last cell, since the whole file has run by then. In a
    notebook, on import, with --no-pause, and if input or output is not a
    terminal, the call returns at once instead.

    Raises:
        ValueError: if a text cell of the lesson holds code, or if the mark
            of a cell is wrong.
        ImportError: if another package called micrograd is in the way.
    """
    refuse_namesakes()
    lesson = inspect.currentframe().f_back
    scope = lesson.f_globals
    if in_notebook():
        show_pictures_below_cells()
        return
    if scope['__name__'] != '__main__' or '__file__' not in scope:
        return
    speak_early(sys.argv[1:])
    parser = Parser(description='A lesson of micrograd-classroom.',
                    parents=[lesson_options()])
    options = parser.parse_args()
    # Pictures go into files; a window would need a screen, and a click.
    os.environ.setdefault('MPLBACKEND', 'agg')
    speak(options.lang)
    if options.no_pause or not at_terminal():
        return
    presenter = Presenter(lesson, language())
    if options.start > len(presenter.cells):
        parser.error(say('--from {start}: the lesson has {count} cells').format(
            start=options.start, count=len(presenter.cells)))
    sys.exit(presenter.run(options.start))


def lesson_options() -> argparse.ArgumentParser:
    """The options of every lesson."""
    parser = argparse.ArgumentParser(add_help=False)
    add_language(parser)
    way = parser.add_mutually_exclusive_group()
    way.add_argument(
        '--from', type=_cell_number, default=1, metavar='N', dest='start',
        help='begin at cell N; the cells before it run without a word')
    way.add_argument(
        '--no-pause', action='store_true', help='run straight through, asking nothing')
    return parser


def _cell_number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(
            say('{text!r} is no number of a cell').format(text=text))
    return int(text)

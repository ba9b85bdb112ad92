"""Steps through one lesson: shows a cell, runs it, asks where to go.

A question is shown without the reason; the viewer's answer is judged when the
next cell of code has run, and then comes the why.
"""

from __future__ import annotations

import os
import re
import sys
from types import FrameType

from micrograd.classroom.lesson.answers import is_readable, letter, normal
from micrograd.classroom.lesson.cells import Cell, read_cells
from micrograd.classroom.lesson.listing import render_code
from micrograd.classroom.lesson.markdown import render_text
from micrograd.classroom.lesson.predictions import Prediction, score
from micrograd.classroom.lesson.running import Runner, ahead, show_error
from micrograd.classroom.style import paint_for_terminal
from micrograd.classroom.terminal import ask, left_as_it_was, text_columns
from micrograd.common.layout import fold, terminal_columns, width
from micrograd.languages import say

KEY = re.compile(r'\S+ {2,}')  # at the start of a line of the help
KEYS = ('b', 'q', 'r', '?')
WORDS = {'back': 'b', 'quit': 'q', 'rerun': 'r', 'help': '?'}
HELP = """\
Enter  the next cell
b      the cell before
7      to cell 7; those between are run
r      run this cell again
q      quit
?      this help
At a question, type what you predict: a number such as 0.5 or 1/3, yes or no, or the \
letter of a choice. A letter that is a choice is not a key there; the words back, quit \
and help always are. To go to cell 7 from a question, type :7."""


class Presenter:
    """Steps through one lesson, in the scope of its own module."""

    def __init__(self, lesson: FrameType, lang: str):
        self.runner = Runner(lesson.f_globals, lesson.f_code.co_flags)
        self.lang = lang
        self.paint = paint_for_terminal()
        cells = read_cells(self.runner.path, lang)
        self.cells = list(ahead(cells, lesson.f_lineno))
        self.predictions = [Prediction(cell) for cell in self.cells]

    def run(self, start: int) -> int:
        """Present the cells from number start on; return the exit code."""
        with left_as_it_was(self.paint):
            try:
                here = start - 1
                self.catch_up(here)
                while here < len(self.cells):
                    self.show(here)
                    here = self.next_cell(here)
            except EOFError:
                print()
            except KeyboardInterrupt:
                print()
                return 130  # as a shell reports a program ended by Ctrl-C
            self.tell(score(self.predictions, self.lang), 'bold')
        return 0

    # --- a cell on the screen -------------------------------------------

    def show(self, here: int) -> None:
        """Show a cell. Run it the first time; then repeat its output."""
        cell = self.cells[here]
        if cell.is_text:
            self.show_text(cell.question if cell.ask else cell.source)
            return
        listing = render_code(cell.first, cell.source, terminal_columns(), self.paint)
        print('', *listing, '', sep='\n')
        if cell.output is None:
            self.run_first(here)
        else:
            print(cell.output, end='')
        self.end_output(cell)
        for prediction in self.asked_before(here):
            if prediction.answer is not None:
                style, text = prediction.verdict(self.lang)
                self.tell(text, style)
            self.show_text(prediction.cell.why)

    def show_text(self, lines: list[str]) -> None:
        shown = render_text(lines, text_columns(), self.paint)
        print('', *shown, '', sep='\n')

    def end_output(self, cell: Cell) -> None:
        """End the output of a cell with an empty line."""
        if cell.output:
            print('' if cell.output.endswith('\n') else '\n')

    def tell(self, text: str, style: str = 'note', hanging: int = 0) -> None:
        """Say something that does not stand in the lesson."""
        for start, end in fold(text, text_columns(), hanging):
            margin = ' ' * hanging if start else ''
            print(self.paint(style, margin + text[start:end]))

    def say(self, text: str, **fields: object) -> str:
        """A message in the viewer's language, filled in."""
        return say(text, self.lang).format(**fields)

    def help(self) -> None:
        print()
        for line in self.say(HELP).splitlines():
            key = KEY.match(line)
            self.tell(line, '', width(key.group()) if key else 0)
        print()

    # --- running --------------------------------------------------------

    def run_first(self, here: int, quiet: bool = False) -> None:
        """Run a cell and find out what was asked; an error ends the lesson."""
        try:
            self.runner.run(self.cells[here], quiet)
            for prediction in self.asked_before(here):
                prediction.truth = self.runner.answer_to(prediction.cell)
        except Exception as error:
            line = show_error(error, self.runner.path)
            if line:
                name = os.path.basename(self.runner.path)
                self.tell(self.say('The lesson has stopped: {name}, line {line}.',
                                   name=name, line=line), 'wrong')
            sys.exit(1)

    def run_again(self, here: int) -> None:
        """Run a cell once more; an error is shown, and the lesson goes on."""
        cell = self.cells[here]
        if cell.is_text:
            self.tell(self.say('There is nothing to run in a cell of text.'))
            return
        self.tell(self.say('Run again:'))
        try:
            self.runner.run(cell)
        except Exception as error:
            show_error(error, self.runner.path)
            self.tell(self.say(
                'The cell failed this time. The lesson goes on from here.'))
            print()
        else:
            self.end_output(cell)

    def catch_up(self, there: int) -> list[int]:
        """Run, without a word, what lies before a cell and has not run."""
        due = [here for here, cell in enumerate(self.cells[:there])
               if cell.output is None and not cell.is_text]
        for here in due:
            self.run_first(here, quiet=True)
        return due

    def asked_before(self, here: int) -> list[Prediction]:
        """The questions that the code of a cell answers."""
        first = here
        while first > 0 and self.cells[first - 1].is_text:
            first -= 1
        return [p for p in self.predictions[first:here] if p.cell.ask]

    # --- what the viewer types ------------------------------------------

    def next_cell(self, here: int) -> int:
        """Ask where to go from a cell."""
        prediction = self.predictions[here]
        there = None
        while there is None:
            if prediction.cell.ask and prediction.answer is None:
                there = self.predict(here, prediction)
            else:
                there = self.obey(normal(self.ask(here, self.keys(here))), here)
        return there

    def keys(self, here: int) -> str:
        """What one may type at a cell."""
        if here + 1 == len(self.cells):
            return self.say('Enter end, b back, ? help: ')
        return self.say('Enter next, b back, ? help: ')

    def ask(self, here: int, question: str) -> str:
        return ask(f'[{here + 1}/{len(self.cells)}] {question}', self.paint)

    def predict(self, here: int, prediction: Prediction) -> int | None:
        """Ask for a prediction; return the cell to go to, if any."""
        choices = prediction.cell.choices
        typed = normal(self.ask(here, self.say('Your answer (Enter shows it): ')))
        answer = letter(typed) or typed if choices else typed
        if answer == '' or (answer in choices if choices else is_readable(answer)):
            prediction.answer = answer
            return here + 1
        if typed in KEYS or typed in WORDS or typed.startswith(':'):
            return self.obey(typed, here)
        if choices:
            self.tell(self.say('{answer} is none of {choices}.',
                               answer=typed, choices=', '.join(choices)))
        else:
            self.tell(self.say('{answer} is not a number, nor yes or no.',
                               answer=typed))
        return None

    def obey(self, typed: str, here: int) -> int | None:
        """Do what a key says; return the cell to go to, if any."""
        match WORDS.get(typed, typed).removeprefix(':'):
            case '':
                return here + 1
            case 'b':
                return max(here - 1, 0)
            case 'q':
                return len(self.cells)
            case 'r':
                self.run_again(here)
            case '?':
                self.help()
            case number if number.isdecimal():
                return self.jump(int(number))
            case _:
                self.tell(self.say('{key} is not a key of the lesson.', key=typed))
        return None

    def jump(self, number: int) -> int | None:
        """Go to a cell by its number; run what lies between."""
        if not 1 <= number <= len(self.cells):
            self.tell(self.say('The lesson has cells 1 to {last}, and no {number}.',
                               last=len(self.cells), number=number))
            return None
        ran = self.catch_up(number - 1)
        if ran:
            cells = ', '.join(str(here + 1) for here in ran)
            self.tell(self.say('Run on the way: {cells}.', cells=cells))
        return number - 1

"""Presents a lesson: a script in percent format, one cell at a time.

A lesson is plain Python. `# %%` begins a cell of code, `# %% [markdown]`
a cell of text, so that editors and Jupyter open it as a notebook. Its one
call of `present()` lets it step through a terminal as well: the call runs
the rest of the file cell by cell and then ends the program. Where nobody
sits at a terminal, and in a notebook, the call does nothing and the lesson
runs as any other script.

Left out: keys without Enter, colours, Markdown beyond headings, paragraphs,
lists, tables and code. What a program started by a cell writes by itself
is not shown a second time.
"""

from __future__ import annotations
import __future__

import argparse
import ast
import builtins
import contextlib
import inspect
import io
import os
import re
import shutil
import sys
import textwrap
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import TextIO

from micrograd.namesake import refuse_namesakes

MARK = re.compile(r'#\s*%%(\s|$)')
TEXT_MARK = re.compile(r'#\s*%%.*\[(markdown|md)\]')
LIST_ITEM = re.compile(r'\s*([-*+]|\d+\.)\s+')
WIDEST = 80  # columns of text; longer lines are hard to follow


def present() -> None:
    """Step through the calling lesson if somebody sits at a terminal.

    Enter runs and shows the next cell, b shows the one before once more,
    q quits. The program ends after the last cell, since the whole file
    has run by then. In a notebook, on import, with --no-pause, and if
    input or output is not a terminal, the call returns at once instead.

    Raises:
        ValueError: if a text cell of the lesson holds code.
        ImportError: if another package called micrograd is in the way.
    """
    refuse_namesakes()
    lesson = inspect.currentframe().f_back
    scope = lesson.f_globals
    in_notebook = hasattr(builtins, 'get_ipython')
    is_script = scope['__name__'] == '__main__' and '__file__' in scope
    if in_notebook or not is_script:
        return
    options = _command_line()
    # Pictures go into files; a window would need a screen, and a click.
    os.environ.setdefault('MPLBACKEND', 'agg')
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A sign that the terminal cannot show must not end the lesson.
        sys.stdout.reconfigure(errors='replace')
    if options.no_pause or not _at_terminal():
        return
    sys.exit(_Presenter(lesson).run())


def image(name: str) -> str:
    """Return the path of a picture: images/<name> beside the lesson.

    Make the folder if it is missing, and print where the picture will be.
    A notebook without __file__ is taken to be in the current folder, where
    Jupyter runs it.
    """
    here = Path.cwd()
    lesson = inspect.currentframe().f_back.f_globals.get('__file__')
    home = Path(lesson).resolve().parent if lesson else here
    path = home / 'images' / name
    path.parent.mkdir(exist_ok=True)
    print('picture:', path.relative_to(here) if here in path.parents else path)
    return str(path)


def _command_line() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description='A lesson. In a terminal it shows one cell at a time: '
        'Enter for the next one, b for the one before, q to quit.'
    )
    parser.add_argument(
        '--no-pause', action='store_true', help='run straight through'
    )
    return parser.parse_args()


def _at_terminal() -> bool:
    # A program without a console has None for its streams.
    return all(s is not None and s.isatty() for s in (sys.stdin, sys.stdout))


# --- the cells of a file ------------------------------------------------


@dataclass
class Cell:
    """A cell of a lesson.

    source: its lines, those of a text without the comment signs. first:
    the line of the file on which they begin. statements: what is left to
    run. output: what it printed; None before it ran.
    """

    is_text: bool
    first: int
    source: list[str]
    statements: list[ast.stmt]
    output: str | None = None


def read_cells(path: str) -> list[Cell]:
    """Read the cells of a lesson, without those that are empty.

    Raises:
        ValueError: if a text cell holds code, which a notebook would show
            as text and never run. Names the file and the line.
    """
    with tokenize.open(path) as file:
        source = file.read()
    lines = source.split('\n')
    body = ast.parse(source, path).body
    # Code above the first mark is a cell too, comments there are not.
    marks = [0, *_marks(source), len(lines) + 1]
    cells = []
    for mark, end in zip(marks, marks[1:]):
        is_text = mark > 0 and TEXT_MARK.match(lines[mark - 1]) is not None
        statements = [node for node in body if mark < node.lineno < end]
        if is_text and statements:
            raise ValueError(
                f'{path}, line {statements[0].lineno}: code in a text cell; '
                "begin a cell of code above it with a line '# %%'"
            )
        own = lines[mark : end - 1]
        if is_text:
            own = [re.sub('^# ?', '', line) for line in own]
        first, own = _without_margins(mark + 1, own)
        if own and (mark or statements):
            cells.append(Cell(is_text, first, own, statements))
    return cells


def _marks(source: str) -> Iterator[int]:
    """The lines that begin a cell: comments, so never inside a string."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        is_comment = token.type == tokenize.COMMENT and column == 0
        if is_comment and MARK.match(token.string):
            yield line


def _without_margins(first: int, lines: list[str]) -> tuple[int, list[str]]:
    """Drop blank lines at both ends; first is the number of the first."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    while lines and not lines[0].strip():
        first, lines = first + 1, lines[1:]
    return first, lines


# --- a cell on the screen -----------------------------------------------


def render_text(lines: list[str], width: int) -> list[str]:
    """Fill paragraphs and list items to a width and underline headings.

    Tables and code, indented or fenced, stay as they are.
    """
    shown: list[str] = []
    paragraph: list[str] = []
    fenced = False

    def end_paragraph():
        if not paragraph:
            return
        item = LIST_ITEM.match(paragraph[0])
        hanging = ' ' * len(item.group()) if item else ''
        text = ' '.join(paragraph)
        shown.extend(textwrap.wrap(text, width, subsequent_indent=hanging))
        paragraph.clear()

    for line in lines:
        if line.startswith('```'):
            fenced = not fenced
        elif fenced or not line.strip() or line.startswith(('    ', '|')):
            end_paragraph()
            shown.append(line)
        elif line.startswith('#'):
            end_paragraph()
            heading = line.lstrip('#').strip()
            shown += [heading, '─' * min(len(heading), width)]
        else:
            if LIST_ITEM.match(line):
                end_paragraph()
            paragraph.append(line if not paragraph else line.strip())
    end_paragraph()
    return shown


def render_code(first: int, lines: list[str], width: int) -> list[str]:
    """Number the lines as in the file and fold those that are too long."""
    digits = len(str(first + len(lines) - 1))
    fold = textwrap.TextWrapper(
        max(width - digits - 3, 1), break_on_hyphens=False, drop_whitespace=False
    )
    shown = []
    for number, line in enumerate(lines, first):
        margin = f'{number:{digits}}'
        for piece in fold.wrap(line) or ['']:
            shown.append(f'{margin} │ {piece}'.rstrip())
            margin = ' ' * digits
    return shown


# --- stepping -----------------------------------------------------------


class _Presenter:
    """Steps through one lesson, in the scope of its own module."""

    def __init__(self, lesson: FrameType):
        self.scope = lesson.f_globals
        self.path = self.scope['__file__']
        # The only future statement left that changes how code compiles.
        self.flags = (
            lesson.f_code.co_flags & __future__.annotations.compiler_flag
        )
        self.cells = list(_ahead(read_cells(self.path), lesson.f_lineno))

    def run(self) -> int:
        """Present the cells; return the exit code of the program."""
        try:
            here = 0
            while here < len(self.cells):
                self.visit(self.cells[here])
                here = self.ask(here)
        except EOFError:
            print()
        except KeyboardInterrupt:
            print()
            return 130  # as a shell reports a program ended by Ctrl-C
        return 0

    def visit(self, cell: Cell) -> None:
        """Show a cell. Run it the first time; then repeat its output."""
        # A terminal that does not know its size gives 0 on Python 3.10.
        width = (shutil.get_terminal_size().columns or 80) - 1
        if cell.is_text:
            shown = render_text(cell.source, min(width, WIDEST))
        else:
            shown = render_code(cell.first, cell.source, width)
        print('', *shown, '', sep='\n')
        if cell.output is None:
            cell.output = self.output_of(cell)
        else:
            print(cell.output, end='')
        if cell.output:
            print('' if cell.output.endswith('\n') else '\n')

    def output_of(self, cell: Cell) -> str:
        """Run a cell; the viewer sees its output as it comes."""
        tree = ast.Module(cell.statements, type_ignores=[])
        # Lines and file are those of the lesson, in a traceback too.
        code = compile(tree, self.path, 'exec', self.flags, dont_inherit=True)
        recorder = _Recorder(sys.stdout)
        with contextlib.redirect_stdout(recorder):
            try:
                exec(code, self.scope)
            except Exception as error:
                # Shown as if Python had run the file: without our frame.
                error.__traceback__ = error.__traceback__.tb_next
                sys.excepthook(type(error), error, error.__traceback__)
                sys.exit(1)
        return ''.join(recorder.written)

    def ask(self, here: int) -> int:
        """Ask where to go from cell number here; return the number."""
        last = here + 1 == len(self.cells)
        enter = 'end' if last else 'next'
        question = (
            f'[{here + 1}/{len(self.cells)}] '
            f'Enter {enter}, b back, q quit: '
        )
        while True:
            answer = input(question).strip().lower()
            if answer == '':
                return here + 1
            if answer == 'b':
                return max(here - 1, 0)
            if answer == 'q':
                return len(self.cells)
            print(f'{answer!r} is not a key of the lesson.')


def _ahead(cells: Iterable[Cell], line: int) -> Iterator[Cell]:
    """Leave out what Python has run: the code down to the given line."""
    for cell in cells:
        done = sum(node.lineno <= line for node in cell.statements)
        del cell.statements[:done]
        if cell.statements or not done:
            yield cell


class _Recorder:
    """Passes text on to a stream and keeps a copy."""

    def __init__(self, stream: TextIO):
        self.stream = stream
        self.written: list[str] = []

    def write(self, text: str) -> int:
        self.written.append(text)
        return self.stream.write(text)

    def __getattr__(self, name: str):
        return getattr(self.stream, name)

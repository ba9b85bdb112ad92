"""The cells of a lesson file.

A text cell may ask for a prediction, with a word in its mark:

    # %% [markdown] ask="a.grad"
    # What is `a.grad`?
    #
    # L grows by ...

The first paragraph is the question, the rest the reason. The expression in `ask` gives
the answer once the next cell of code has run: a number, True or False, or the letter
of a choice that the question lists as a line `a) ...`.

The file is in English. Its text cells in another language, each as a whole, are the
entries of a file beside it: those of lessons/03_x.py are in lessons/zh/03_x.po.

Left out: what jupytext keeps in a mark besides; no lesson needs it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from micrograd.languages import ENGLISH, say

MARK = re.compile(r'#\s*%%(\s|$)')
TEXT_MARK = re.compile(r'#\s*%%.*\[(markdown|md)\]')
ASK = re.compile(r'\bask="([^"]*)"')
CHOICE = re.compile(r'([a-z])\) ')


@dataclass
class Cell:
    """A cell of a lesson.

    source: its lines, those of a text without the comment signs. first:
    the line of the file on which they begin; mark: that of the mark, 0 if
    there is none. statements: what is left to run. output: what it printed;
    None before it ran. ask: the expression of a question, or ''.
    """

    is_text: bool
    first: int
    source: list[str]
    statements: list[ast.stmt]
    output: str | None = None
    mark: int = 0
    ask: str = ''

    @property
    def question(self) -> list[str]:
        """The first paragraph, and the choices if they stand beneath it."""
        return self.source[: self._end_of_question()]

    @property
    def why(self) -> list[str]:
        """What follows the question."""
        return _without_margins(0, self.source[self._end_of_question() :])[1]

    @property
    def choices(self) -> list[str]:
        """The letters among which the question lets the viewer choose."""
        found = map(CHOICE.match, self.question)
        return [match[1] for match in found if match]

    def _end_of_question(self) -> int:
        blank = [here for here, line in enumerate(self.source) if not line.strip()]
        first, second, *_ = [*blank, len(self.source), len(self.source)]
        inside, beneath = self.source[:first], self.source[first + 1 : second]
        if any(map(CHOICE.match, inside)) or not all(map(CHOICE.match, beneath)):
            return first
        return second


def read_cells(path: str, lang: str = ENGLISH) -> list[Cell]:
    """Read the cells of a lesson, without those that are empty.

    lang: the language of its text, as far as that is translated.

    Raises:
        ValueError: if a text cell holds code, which a notebook would show
            as text and never run, or if a mark asks for what is no expression.
            Names the file and the line.
    """
    with tokenize.open(path) as file:
        source = file.read()
    lines = source.split('\n')
    body = ast.parse(source, path).body
    # Code above the first mark is a cell too, comments there are not.
    marks = [0, *_marks(source), len(lines) + 1]
    cells = []
    for mark, end in zip(marks, marks[1:]):
        title = lines[mark - 1] if mark else ''
        is_text = TEXT_MARK.match(title) is not None
        statements = [node for node in body if mark < node.lineno < end]
        if is_text and statements:
            raise ValueError(say(
                '{path}, line {line}: code in a text cell; '
                "begin a cell of code above it with a line '# %%'"
            ).format(path=path, line=statements[0].lineno))
        own = lines[mark : end - 1]
        if is_text:
            own = [re.sub('^# ?', '', line) for line in own]
        first, own = _without_margins(mark + 1, own)
        if not own or not (mark or statements):
            continue
        ask = _asked(title, path, mark) if is_text else ''
        if is_text:
            own = _translated(own, path, lang)
        cells.append(Cell(is_text, first, own, statements, mark=mark, ask=ask))
    return cells


def _marks(source: str) -> Iterator[int]:
    """The lines that begin a cell: comments, so never inside a string."""
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        line, column = token.start
        is_comment = token.type == tokenize.COMMENT and column == 0
        if is_comment and MARK.match(token.string):
            yield line


def _translated(text: list[str], path: str, lang: str) -> list[str]:
    file = Path(path)
    return say('\n'.join(text), lang, file.parent, file.stem).split('\n')


def _asked(mark: str, path: str, line: int) -> str:
    """The expression that the mark of a text asks for, or ''."""
    found = ASK.search(mark)
    if not found:
        return ''
    try:
        ast.parse(found[1], mode='eval')
    except SyntaxError as error:
        raise ValueError(say(
            '{path}, line {line}: {mark} is no expression: {error}'
        ).format(path=path, line=line, mark=found[0], error=error.msg)) from None
    return found[1]


def _without_margins(first: int, lines: list[str]) -> tuple[int, list[str]]:
    """Drop blank lines at both ends; first is the number of the first."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    while lines and not lines[0].strip():
        first, lines = first + 1, lines[1:]
    return first, lines

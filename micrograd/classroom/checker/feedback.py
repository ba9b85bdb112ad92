"""What a verdict says to a student: as blocks, for a terminal, and as Markdown.

The words are chosen once, in blocks(); two short functions lay them out.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from micrograd.classroom.checker.broken import ENDED, UNKNOWN, why_broken
from micrograd.classroom.checker.evidence import Difference
from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.judge import Verdict
from micrograd.classroom.checker.probes import HELPERS, LONGEST, is_fault
from micrograd.classroom.style import Paint
from micrograd.common.layout import fold, pad, width
from micrograd.languages import ENGLISH, say

PRINTED = 12  # lines of a student's own output that are shown
MARKS = {'right': '✓', 'wrong': '✗', 'note': '·'}


@dataclass(frozen=True)
class Block:
    """A piece of feedback.

    kind: 'steps' (rows: a style of MARKS and a name), 'title', 'text', 'hint',
    'code' (rows: lines) or 'table' (rows of cells, the first one the heading).
    """

    kind: str
    text: str = ''
    rows: tuple[tuple[str, ...], ...] = ()
    good: bool = False


def blocks(exercise: Exercise, verdict: Verdict, lang: str, file: str) -> list[Block]:
    """Say in a language what a verdict means. file: its name as the reader knows it."""
    said = []
    if verdict.status in ('passed', 'failed') or verdict.passed:
        said.append(_steps(exercise, verdict, lang))
    if verdict.status == 'todo':
        told = say('Not done yet. Write your lines at the TODO in {file}', lang)
        said.append(Block('title', told.format(file=file)))
    elif verdict.status == 'absent':
        told = say('No file {file} was handed in.', lang)
        said.append(Block('title', told.format(file=file)))
    elif verdict.status == 'passed':
        said.append(Block('title', say('All correct.', lang), good=True))
        said += _remark(exercise, verdict, lang)
    elif verdict.status == 'failed':
        said += _failed(exercise, verdict, lang)
    else:
        said += _broken(exercise, verdict, lang)
    said += _undone(verdict, lang)
    return [_cleaned(block) for block in said + _printed(verdict.printed, lang)]


def _undone(verdict: Verdict, lang: str) -> list[Block]:
    """Which part of a half-done file is not written yet."""
    if not verdict.undone:
        return []
    told = say('Line {line} still raises NotImplementedError: this part is not written '
               'yet.', lang)
    return [Block('text', told.format(line=verdict.undone)),
            *_line_of(verdict.source, verdict.undone)]


def _remark(exercise: Exercise, verdict: Verdict, lang: str) -> list[Block]:
    """What can be said of a right file."""
    if not (remark := verdict.remark):
        return []
    title, hint = (exercise.say(text, lang) for text in (remark.title, remark.hint))
    return [Block('text', f'{title} ({remark.name})'), Block('hint', hint)]


def _steps(exercise: Exercise, verdict: Verdict, lang: str) -> Block:
    """The steps: right, the first that is wrong, and what comes after it."""
    rows, failed = [], False
    for step, name in exercise.check.steps.items():
        if step in verdict.passed:
            style = 'right'
        else:
            style = 'note' if failed else 'wrong'
            failed = True
        rows.append((style, exercise.say(name, lang)))
    return Block('steps', rows=tuple(rows))


def _failed(exercise: Exercise, verdict: Verdict, lang: str) -> list[Block]:
    mistake, differences = verdict.mistake, verdict.differences
    title = say('I do not know this mistake. The smallest example that fails:', lang)
    if mistake:
        words = exercise.say(mistake.title, lang)
        if lang == ENGLISH:  # a Chinese title may begin with a name from the code
            words = f'{words[:1].upper()}{words[1:]}'
        title = f'{words} ({mistake.name})'
    said = [Block('title', title)]
    if differences:
        code = differences[0].probe.code.strip()
        said.append(_code(code))
        if any(helper in code for helper in HELPERS):
            said.append(Block('text', say(
                '(run_backward runs each _backward, from the result back.)', lang)))
        said.append(_table(differences, lang))
        said += _line_of(verdict.source, _line(differences))
    hint = exercise.say(mistake.hint, lang) if mistake else say(
        'Work this example out by hand, line by line. Where does your program first do '
        'something else?', lang)
    said.append(Block('hint', say('Hint: {hint}', lang).format(hint=hint)))
    return said


def _line(differences: tuple[Difference, ...]) -> int | None:
    faults = (d.yours for d in differences if is_fault(d.yours))
    return next((fault['line'] for fault in faults if fault['line']), None)


def _line_of(source: str, line: int | None) -> list[Block]:
    """A line of the student's file, with its number."""
    lines = source.split('\n')  # as Python counts: no form feeds, no U+2028
    if not isinstance(line, int) or not 0 < line <= len(lines):
        return []
    return [_code(f'{line} │ {lines[line - 1].rstrip()}')]


def _code(text: str) -> Block:
    return Block('code', rows=tuple((_cut(line),) for line in text.splitlines()))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f'{text[:LONGEST]}…'


def _cleaned(block: Block) -> Block:
    """The block without signs that would steer a terminal, or that no file can hold."""
    return replace(
        block, text=printable(block.text),
        rows=tuple(tuple(map(printable, row)) for row in block.rows),
    )


def printable(text: str) -> str:
    """The text without signs that do something, or that cannot be written."""
    return ''.join(map(_printed_sign, text))


def _printed_sign(sign: str) -> str:
    if sign.isprintable():
        return sign
    return ' ' if sign.isspace() else UNKNOWN


def _table(differences: tuple[Difference, ...], lang: str) -> Block:
    rows = [('', say('yours', lang), say('right', lang))]
    for difference in differences:
        name, pair = difference.expression, (difference.yours, difference.right)
        if name == 'code':  # where nothing is seen, it ran without a fault
            runs = say('runs', lang)
            rows.append(('', *(show(side, lang) if side else runs for side in pair)))
        else:
            rows.append((name, *show_pair(*pair, lang)))
    return Block('table', rows=tuple(rows))


def show_pair(yours: Any, right: Any, lang: str) -> tuple[str, str]:
    """Show two things so that they look different if they are."""
    for digits in (5, 9, 17):
        pair = show(yours, lang, digits), show(right, lang, digits)
        if pair[0] != pair[1]:
            return pair
    return pair


def show(value: Any, lang: str, digits: int = 5) -> str:
    """Show what a probe has seen."""
    if is_fault(value):
        text = (say('{error} (line {line}): {message}', lang) if value['line'] else
                say('{error}: {message}', lang))
        return text.format(**value)
    if value is None or isinstance(value, (bool, str)):
        return repr(value)
    if isinstance(value, float):
        text = f'{value:.{digits}g}'
        return text if set(text) & set('.en') else f'{text}.0'
    if isinstance(value, list):
        return f'[{", ".join(show(item, lang, digits) for item in value)}]'
    if isinstance(value, dict) and 'object' in value:
        return say('a {kind}', lang).format(kind=value['object'])
    return str(value)


def _broken(exercise: Exercise, verdict: Verdict, lang: str) -> list[Block]:
    """Why a file could not be tried to its end."""
    title = why_broken(exercise, verdict, lang)
    said = [Block('title', title), *_line_of(verdict.source, verdict.line)]
    if verdict.broken in ENDED and verdict.detail:
        code = _code(verdict.detail.code.strip())
        said += [Block('text', say('This is what it was to do:', lang)), code]
    return said


def _printed(printed: str, lang: str) -> list[Block]:
    if not printed.strip():
        return []
    lines = printed.rstrip().splitlines()
    shown = lines[:PRINTED]
    if len(lines) > PRINTED:
        shown.append(say('… and more', lang))
    return [Block('text', say('Your file printed:', lang)), _code('\n'.join(shown))]


# --- laid out -----------------------------------------------------------------


def for_terminal(said: list[Block], paint: Paint, columns: int) -> list[str]:
    """Lay blocks out as lines of at most so many columns, code aside."""
    lines: list[str] = []
    for block in said:
        if block.kind == 'steps':
            lines += [f'  {paint(style, MARKS[style])} {name}'
                      for style, name in block.rows]
        elif block.kind == 'code':
            lines += [f'    {row[0]}' for row in block.rows]
        elif block.kind == 'table':
            lines += _table_lines(block.rows, paint, columns)
        else:
            style = {'text': '', 'hint': 'bold'}.get(block.kind, 'wrong')
            style = 'right' if block.good else style
            lines += [paint(style, block.text[start:end])
                      for start, end in fold(block.text, columns)]
        lines.append('')
    return lines


def _table_lines(
    rows: tuple[tuple[str, ...], ...], paint: Paint, columns: int
) -> list[str]:
    widths = [max(width(row[i]) for row in rows) for i in range(3)]
    if len('    ' + '  ' + '  ') + sum(widths) > columns:
        return _one_below_the_other(rows, paint, columns)
    lines = []
    for row in rows:
        name, yours, right = (pad(cell, n) for cell, n in zip(row, widths))
        is_heading = row is rows[0]
        yours = paint('note' if is_heading else 'wrong', yours)
        right = paint('note' if is_heading else 'right', right)
        lines.append(f'    {name}  {yours}  {right}'.rstrip())
    return lines


def _one_below_the_other(
    rows: tuple[tuple[str, ...], ...], paint: Paint, columns: int
) -> list[str]:
    """A table too wide for the terminal: its cells on lines of their own."""
    (_, *heads), *body = rows
    indent = 4 + max(map(width, heads)) + 2
    lines = []
    for name, *cells in body:
        lines += [f'    {name}'] if name else []
        for head, style, cell in zip(heads, ('wrong', 'right'), cells):
            before = '    ' + paint('note', pad(head, indent - 6)) + '  '
            for start, end in fold(cell, columns - indent):
                lines.append(before + paint(style, cell[start:end]))
                before = ' ' * indent
    return lines


def as_markdown(said: list[Block]) -> str:
    """Lay blocks out as Markdown."""
    parts = []
    for block in said:
        if block.kind == 'steps':
            parts.append('\n'.join(f'- {MARKS[style]} {name}'
                                   for style, name in block.rows))
        elif block.kind == 'code':
            # Longer than any fence inside, so that a student's text cannot end it.
            code = '\n'.join(row[0] for row in block.rows)
            fence = '```'
            while fence in code:
                fence += '`'
            parts.append(f'{fence}\n{code}\n{fence}')
        elif block.kind == 'table':
            head, *body = [[_cell(cell) for cell in row] for row in block.rows]
            rows = [head, ['---'] * 3, *body]
            parts.append('\n'.join(f'| {" | ".join(row)} |' for row in rows))
        else:
            bold = '**' if block.kind == 'title' else ''
            parts.append(f'{bold}{escaped(block.text)}{bold}')
    return '\n\n'.join(parts)


def _cell(text: str) -> str:
    return escaped(text).replace('|', '\\|').replace('\n', ' ')


def escaped(text: str) -> str:
    """Text with the signs that Markdown would take for its own."""
    for sign in '\\`*_<>[]#&~$':
        text = text.replace(sign, f'\\{sign}')
    return text.replace('\n', ' ')

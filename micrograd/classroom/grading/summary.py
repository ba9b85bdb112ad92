"""The summary of a graded class: how each exercise went, and what went wrong.

As a table (summary.md) and as a plot (summary.svg), for the lesson that follows.
"""

from __future__ import annotations

import importlib.util
import warnings
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import escaped
from micrograd.classroom.checker.judge import NUMBERS_SHOWN
from micrograd.classroom.grading.marks import EXERCISE, Mark, Result
from micrograd.classroom.grading.output import Output
from micrograd.common.layout import fold
from micrograd.languages import say

STATES = {'passed': 'passed', 'failed': 'failed', 'broken': 'broken',
          'todo': 'not done', 'absent': 'not handed in'}
BROKEN = {
    '?': 'a mistake without a name', 'time': 'stopped after too long a time',
    'memory': 'too much memory', 'excess': 'too many threads or files',
    'crash': 'Python itself crashes', 'exit': 'ends the process',
    'flood': 'writes without end', 'refused': 'touches what it may not',
    'missing': 'a name is missing', 'unreadable': 'cannot be read',
    'encoding': 'not saved as UTF-8', 'exception': 'an exception of another library',
}
MOST = 5  # mistakes that are named for an exercise
ROOM = 60  # columns for one beside its bar


def count_states(results: Sequence[Result], name: str) -> Counter[str]:
    """How many files of an exercise have which status."""
    return Counter(mark.status for mark in _marks(results, name))


def count_mistakes(results: Sequence[Result], name: str) -> Counter[str]:
    """How common each mistake was in an exercise; '?' for those without a name."""
    return Counter(
        mark.mistake or '?'
        for mark in _marks(results, name)
        if mark.status in ('failed', 'broken')
    )


def _marks(results: Sequence[Result], name: str) -> list[Mark]:
    return [m for result in results for m in result.marks if m.exercise == name]


def in_words(exercise: Exercise, name: str, lang: str) -> str:
    """A mistake by its title, and its name in the code; an exception by its name."""
    for mistake in (*exercise.check.mistakes, NUMBERS_SHOWN):
        if mistake.name == name:
            return f'{exercise.say(mistake.title, lang)} ({name})'
    return say(BROKEN[name], lang) if name in BROKEN else name


def write_summary(
    out: Output, results: Sequence[Result], chosen: Sequence[Exercise], lang: str
) -> None:
    """Write summary.md and summary.svg."""
    states = (say(text, lang) for text in STATES.values())
    head = [say(EXERCISE, lang), *states, say('mistakes', lang)]
    rows = [head, ['---', *['---:'] * len(STATES), '---']]
    for exercise in chosen:
        states = count_states(results, exercise.name)
        mistakes = count_mistakes(results, exercise.name).most_common(MOST)
        told = '; '.join(f'{_cell(in_words(exercise, name, lang))}: {count}'
                         for name, count in mistakes)
        rows.append([exercise.name, *(str(states[s]) for s in STATES), told])
    table = '\n'.join(f'| {" | ".join(row)} |' for row in rows)
    title = say('The exercises of {count} student' if len(results) == 1 else
                'The exercises of {count} students', lang).format(count=len(results))
    text = f'# {title}\n\n{table}\n'
    if importlib.util.find_spec('matplotlib'):  # a grader on a server may have none
        text += f'\n![{title}](summary.svg)\n'
        _save(plot_summary(results, chosen, lang), out.folder / 'summary.svg')
    out.write('summary.md', text)


def _cell(text: str) -> str:
    return escaped(text).replace('|', '\\|')


def _save(figure: Any, file: Path) -> None:
    """Save a plot with its texts as texts, so that the reader's fonts show them.

    Few computers have a font of matplotlib's with Chinese in it.
    """
    import matplotlib

    with matplotlib.rc_context({'svg.fonttype': 'none'}), warnings.catch_warnings():
        warnings.simplefilter('ignore')  # of fonts that this machine lacks
        figure.savefig(file)


def plot_summary(
    results: Sequence[Result], chosen: Sequence[Exercise], lang: str
) -> Any:
    """Bars: how each exercise went, with its most common mistake beside it."""
    # Here, since a check without a plot needs no matplotlib.
    from matplotlib.ticker import MaxNLocator

    from micrograd.pictures.plots import GREEN, PURPLE, VERMILION, Figure

    figure = Figure(figsize=(14, 1.6 + 0.45 * len(chosen)), layout='constrained')
    axes = figure.add_subplot()
    names = [exercise.name for exercise in chosen]
    states = [count_states(results, name) for name in names]
    left = [0] * len(names)
    colors = (GREEN, VERMILION, PURPLE, '#BBBBBB', '#EEEEEE')
    for (state, text), color in zip(STATES.items(), colors):
        widths = [count[state] for count in states]
        axes.barh(names, widths, left=left, color=color, label=say(text, lang))
        left = [a + b for a, b in zip(left, widths)]
    for row, exercise in enumerate(chosen):
        for name, count in count_mistakes(results, exercise.name).most_common(1):
            told = _cut(in_words(exercise, name, lang))
            axes.text(left[row], row, f'  {told}: {count}', va='center', size=13)
    axes.set_xlim(0, max([1, *left]) * 2)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.invert_yaxis()
    axes.tick_params(labelsize=14)
    axes.set_xlabel(say('students', lang), size=15)
    figure.legend(loc='outside upper center', ncols=len(STATES), fontsize=14)
    return figure


def _cut(text: str) -> str:
    (_, end), *rest = fold(text, ROOM)
    return f'{text[:end]}…' if rest else text

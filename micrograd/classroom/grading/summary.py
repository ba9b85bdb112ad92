"""The summary of a graded class: how each exercise went, and what went wrong.

As a table (summary.md) and as a plot (summary.svg), for the lesson that follows.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from collections.abc import Sequence
from typing import Any

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import escaped
from micrograd.classroom.checker.texts import TEXTS, say
from micrograd.classroom.grading.marks import Mark, Result
from micrograd.classroom.grading.output import Output

STATES = ('passed', 'failed', 'broken', 'todo', 'absent')
MOST = 5  # mistakes that are named for an exercise


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


def _in_words(exercise: Exercise, name: str, lang: str) -> str:
    """A mistake by its title, and its name in the code; an exception by its name."""
    for mistake in exercise.check.mistakes:
        if mistake.name == name:
            title = getattr(mistake.title, lang)
            return escaped(f'{title} ({name})').replace('|', '\\|')
    key = f'broken {name}'
    return escaped(say(lang, key) if key in TEXTS else name)


def write_summary(
    out: Output, results: Sequence[Result], chosen: Sequence[Exercise], lang: str
) -> None:
    """Write summary.md and summary.svg."""
    states = (say(lang, f'state {state}') for state in STATES)
    head = [say(lang, 'an exercise'), *states, say(lang, 'mistakes')]
    rows = [head, ['---', *['---:'] * len(STATES), '---']]
    for exercise in chosen:
        states = count_states(results, exercise.name)
        mistakes = count_mistakes(results, exercise.name).most_common(MOST)
        told = '; '.join(f'{_in_words(exercise, name, lang)}: {count}'
                         for name, count in mistakes)
        rows.append([exercise.name, *(str(states[s]) for s in STATES), told])
    table = '\n'.join(f'| {" | ".join(row)} |' for row in rows)
    title = say(lang, 'summary', students=len(results))
    text = f'# {title}\n\n{table}\n'
    if importlib.util.find_spec('matplotlib'):  # a grader on a server may have none
        text += f'\n![{title}](summary.svg)\n'
        plot_summary(results, [e.name for e in chosen]).savefig(
            out.folder / 'summary.svg')
    out.write('summary.md', text)


def plot_summary(results: Sequence[Result], names: Sequence[str]) -> Any:
    """Bars: how each exercise went, with its most common mistake beside it.

    In English: few computers have a font of matplotlib's with Chinese in it.
    """
    # Here, since a check without a plot needs no matplotlib.
    from matplotlib.ticker import MaxNLocator

    from micrograd.pictures.plots import GREEN, PURPLE, VERMILION, Figure

    figure = Figure(figsize=(13, 1.6 + 0.45 * len(names)), layout='constrained')
    axes = figure.add_subplot()
    states = [count_states(results, name) for name in names]
    left = [0] * len(names)
    colors = (GREEN, VERMILION, PURPLE, '#BBBBBB', '#EEEEEE')
    for state, color in zip(STATES, colors):
        widths = [count[state] for count in states]
        axes.barh(names, widths, left=left, color=color,
                  label=say('en', f'state {state}'))
        left = [a + b for a, b in zip(left, widths)]
    for row, name in enumerate(names):
        [(mistake, count)] = count_mistakes(results, name).most_common(1) or [('', 0)]
        if count:
            axes.text(left[row], row, f'  {mistake} ({count})', va='center', size=13)
    axes.set_xlim(0, max([1, *left]) * 1.45)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.invert_yaxis()
    axes.tick_params(labelsize=14)
    axes.set_xlabel('students', size=15)
    figure.legend(loc='outside upper center', ncols=len(STATES), fontsize=14)
    return figure

"""The lessons that stand beside the package, in a clone, and how to find one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from micrograd.languages import ENGLISH, LANGUAGES, say

TITLE = re.compile(r'# \d+\. (.*)')
FIELDS = {'goal': '.+', 'needs': '.+', 'minutes': r'\d+'}
LESSONS = Path(__file__).resolve().parents[2] / 'lessons'


@dataclass
class Lesson:
    """A lesson file: its number and its name, without the number."""

    path: Path

    @property
    def number(self) -> int:
        return int(self.path.name[:2])

    @property
    def name(self) -> str:
        return self.path.stem[3:]

    def title(self, lang: str) -> str:
        """The heading at its top, without the number; its name if there is none."""
        match = TITLE.match(self._top(lang))
        return match[1] if match else self.name

    def goal(self, lang: str) -> str:
        """What a student can do after it."""
        told = self._told(
            lang, lambda each: say('After this lesson you can {goal}.', each))
        return told.get('goal', '')

    def needs(self, lang: str) -> tuple[str, int | None]:
        """What it builds on, in words, and the minutes that it takes in class."""
        told = self._told(
            lang, lambda each: say('Needs: {needs}. Minutes: {minutes}.', each))
        return (told['needs'], int(told['minutes'])) if told else ('', None)

    def _told(self, lang: str, said: Callable[[str], str]) -> dict[str, str]:
        """The fields of a message, said in a language, that its first text has."""
        for each in (lang, ENGLISH):
            line = re.escape(said(each))
            for name, sign in FIELDS.items():
                line = line.replace(rf'\{{{name}\}}', f'(?P<{name}>{sign})')
            if match := re.search(line, self._top(each)):
                return match.groupdict()
        return {}

    def _top(self, lang: str) -> str:
        # Whoever checks an exercise does not wait for the presenter.
        from micrograd.classroom.lesson.cells import read_cells
        from micrograd.classroom.lesson.markdown import unwrap

        cells = read_cells(str(self.path), lang)
        is_text = cells and cells[0].is_text
        return '\n'.join(unwrap(cells[0].source)) if is_text else ''


def lessons(folder: Path | None = None) -> list[Lesson]:
    """The lessons, in order.

    Raises:
        FileNotFoundError: if there are none.
    """
    folder = folder or LESSONS
    found = [Lesson(path) for path in sorted(folder.glob('[0-9][0-9]_*.py'))]
    if not found:
        raise FileNotFoundError(say(
            'There are no lessons in {folder}. They come with a clone of the project, '
            'not with the installed package: start this in the clone.'
        ).format(folder=folder))
    return found


def find(wish: str, known: list[Lesson]) -> Lesson:
    """The lesson that a viewer means: by number, or by a part of name or title.

    Raises:
        LookupError: if that is none, or more than one.
    """
    if wish.isdecimal():
        chosen = [lesson for lesson in known if lesson.number == int(wish)]
    else:
        word = Path(wish).stem.casefold()
        chosen = [lesson for lesson in known if lesson.path.stem == word]
        chosen = chosen or [lesson for lesson in known if _mentions(lesson, word)]
    if len(chosen) == 1:
        return chosen[0]
    if chosen:
        names = ', '.join(lesson.path.stem for lesson in chosen)
        raise LookupError(say("'{wish}' could be each of {names}.").format(
            wish=wish, names=names))
    near = difflib.get_close_matches(wish, [lesson.name for lesson in known], 1)
    if near:
        raise LookupError(
            say("There is no lesson '{wish}'. Did you mean {near}?").format(
                wish=wish, near=near[0]))
    raise LookupError(say("There is no lesson '{wish}'.").format(wish=wish))


def _mentions(lesson: Lesson, word: str) -> bool:
    """Whether a word of its name or of its title begins like that."""
    begins = re.compile(rf'(?<![a-z]){re.escape(word)}')
    texts = [lesson.path.stem, *map(lesson.title, LANGUAGES)]
    return any(begins.search(text.casefold()) for text in texts)

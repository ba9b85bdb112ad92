"""Which language the reader has.

In this order: the wish, as by --lang; what set_language() chose; the environment, if
it was set on purpose; what was remembered beside the student's work; the system.
"""

from __future__ import annotations

import contextlib
import functools
import locale
import os
from collections.abc import Iterator
from pathlib import Path

from micrograd.common.files import write_whole
from micrograd.languages import po

HERE = Path(__file__).parent
ENGLISH = 'en'
LANGUAGES = (ENGLISH, *sorted({file.parent.name for file in HERE.glob('*/language.po')}
                               - {ENGLISH}))
# As gettext asks them, and in that order.
VARIABLES = ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG')
NO_CHOICE = ('', 'c', 'posix')  # with or without an encoding: what machines set
# Where students work if they name no other folder; only a clone has it.
WORK = HERE.parents[1] / 'lessons' / 'work'
REMEMBERED = '.language'  # hidden, so that nobody hands it in

_set: str | None = None


def language(wish: str | None = None) -> str:
    """The code of the present language: the wish, if there is one.

    Raises:
        ValueError: if the wish is no language that there is.
    """
    if wish is None:
        return _set or usual_language()
    if wish not in LANGUAGES:
        raise ValueError(f'no language {wish!r}: choose one of {", ".join(LANGUAGES)}')
    return wish


def set_language(lang: str | None) -> None:
    """Speak a language from now on; None: that of the environment or the system.

    Raises:
        ValueError: if there is no such language.
    """
    global _set
    _set = None if lang is None else language(lang)


def usual_language(folder: Path | None = WORK) -> str:
    """The language if nobody wishes one. folder: where one may be remembered."""
    found = _told_by_environment() or (folder and _remembered(folder))
    return found or _match(locale.getlocale()[0] or '') or ENGLISH


def choose_language(wish: str | None, folder: Path | None = WORK) -> str:
    """Set the language of a command, and remember the wish in a folder if there is one.

    Where the environment says a language nothing is remembered: it would go before it.
    """
    usual = usual_language(folder)
    if wish and wish != usual and folder and not _told_by_environment():
        with contextlib.suppress(OSError):  # a folder that nobody may write to
            write_whole(folder / REMEMBERED, f'{language(wish)}\n')
    set_language(wish or usual)
    return language()


def _told_by_environment() -> str | None:
    """English, too, if it says a language that there is not; None if it says none."""
    told = list(_names_in_environment())
    return next(filter(None, map(_match, told)), ENGLISH) if told else None


def _names_in_environment() -> Iterator[str]:
    """The locales of the first variable that says one. LANGUAGE may list several."""
    for variable in VARIABLES:
        names = os.environ.get(variable, '').split(':')
        chosen = [n for n in names if n.partition('.')[0].lower() not in NO_CHOICE]
        if chosen:
            yield from chosen
            return


def _remembered(folder: Path) -> str | None:
    try:
        lang = (folder / REMEMBERED).read_text('utf-8').strip()
    except (OSError, UnicodeDecodeError):
        return None
    return lang if lang in LANGUAGES else None


def _match(name: str) -> str | None:
    """The language of a locale; Windows says 'Chinese (Simplified)_China'."""
    begins = ((lang, begin) for lang in LANGUAGES
              for begin in about(lang)['X-Locales'].split())
    return next((lang for lang, begin in begins if name.lower().startswith(begin)),
                None)


@functools.cache
def about(lang: str) -> dict[str, str]:
    """What there is to know of a language, by its name in the header of language.po.

    Language: its locale, as in zh_CN. X-Name: what its speakers call it. X-Locales: how
    the names of its locales begin. The others: classroom/lesson/answers.py.
    """
    return po.header(HERE / lang / 'language.po')

"""The reader's language, and texts in it.

Another language than English is a folder here, named by its code, and one of the same
name beside the lessons, with the statements of the exercises, in gettext's .po format.
The English text is the key, and what is not translated appears in English. To begin a
language, copy the folders and fill in your translations: no Python is touched.

To read: this page, then po.py, which reads the files; zh/ has a file for each room of
the package that speaks. Not here yet: the texts of the lessons, the presenter and the
checker, which stand in both languages beside their code.
"""

from __future__ import annotations

import functools
import locale
import os
from pathlib import Path

from micrograd.languages import po

__all__ = ['ENGLISH', 'LANGUAGES', 'language', 'look_also_in', 'say', 'tag']

HERE = Path(__file__).parent
ENGLISH = 'en'
LANGUAGES = (ENGLISH, *sorted(file.parent.name for file in HERE.glob('*/language.po')))
# As gettext asks them, and in that order.
VARIABLES = ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG')
_folders: list[Path] = [HERE]  # in which the folders of the languages stand


def say(text: str, lang: str | None = None) -> str:
    """A text in a language, or in English if it is not translated.

    lang: the reader's, if it is not given.
    """
    lang = lang or language()
    return text if lang == ENGLISH else _translations(lang).get(text, text)


def tag(lang: str | None = None) -> str:
    """How HTML names a language: zh-CN."""
    lang = lang or language()
    if lang == ENGLISH:
        return ENGLISH
    return po.header(HERE / lang / 'language.po')['Language'].replace('_', '-')


def language(wish: str | None = None) -> str:
    """The code of a language: the wish if there is one, else what the locale says.

    The environment is asked first, as gettext does, then the system: Windows calls
    the language 'Chinese (Simplified)_China' and sets no variable.

    Raises:
        ValueError: if the wish is no language that there is.
    """
    if wish is not None:
        if wish not in LANGUAGES:
            raise ValueError(f'no language {wish!r}: choose one of {LANGUAGES}')
        return wish
    told = next(filter(None, map(os.environ.get, VARIABLES)), None)
    told = (told or locale.getlocale()[0] or '').lower()
    begins = ((lang, begin) for lang in LANGUAGES for begin in _locales(lang))
    return next((lang for lang, begin in begins if told.startswith(begin)), ENGLISH)


def look_also_in(folder: Path) -> None:
    """Let the translations in a folder be found: folder/zh/…/NAME.po."""
    _folders.append(folder)
    _translations.cache_clear()


@functools.cache
def _locales(lang: str) -> list[str]:
    """How the names of the locales of a language begin."""
    if lang == ENGLISH:
        return [ENGLISH]
    return po.header(HERE / lang / 'language.po')['X-Locales'].split()


@functools.cache
def _translations(lang: str) -> dict[str, str]:
    """All translations into a language, by their English text."""
    found: dict[str, str] = {}
    for folder in _folders:
        for file in sorted((folder / lang).rglob('*.po')):
            found |= po.read(file)
    found.pop('', None)  # of the headers
    return found

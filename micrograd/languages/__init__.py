"""The reader's language, and texts in it.

Another language than English is a folder here, named by its code, and one of the same
name beside the lessons, with the statements of the exercises, in gettext's .po format.
The English text is the key, and what is not translated appears in English. To begin a
language, copy the folders and fill in your translations: no Python is touched.

To read: this page; choice.py, which language it is; po.py, which reads the files. Not
here yet: the texts of the lessons, the presenter and the checker, which stand in both
languages beside their code.
"""

from __future__ import annotations

import functools
from pathlib import Path

from micrograd.languages import po
from micrograd.languages.choice import (
    ENGLISH,
    HERE,
    LANGUAGES,
    WORK,
    choose_language,
    language,
    set_language,
    usual_language,
)

__all__ = ['ENGLISH', 'LANGUAGES', 'WORK', 'choose_language', 'language',
           'look_also_in', 'say', 'set_language', 'usual_language']

_folders: list[Path] = [HERE]  # in which the folders of the languages stand


def say(text: str, lang: str | None = None) -> str:
    """A text in a language, by default the present one; English if not translated."""
    lang = lang or language()
    return text if lang == ENGLISH else _translations(lang).get(text, text)


def look_also_in(folder: Path) -> None:
    """Let the translations in a folder be found: folder/zh/…/NAME.po."""
    _folders.append(folder)
    _translations.cache_clear()


@functools.cache
def _translations(lang: str) -> dict[str, str]:
    """All translations into a language, by their English text."""
    found: dict[str, str] = {}
    for folder in _folders:
        for file in sorted((folder / lang).rglob('*.po')):
            found |= po.read(file)
    found.pop('', None)  # the header of the last file
    return found

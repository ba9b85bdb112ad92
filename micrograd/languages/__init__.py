"""The reader's language, and texts in it.

English stands in the code as the message itself. A further language is a folder here,
named by its code: language.po says in its header what there is to know of it, the
other files hold the messages of the package, in gettext's .po format. A folder of the
same name beside the lessons holds their texts, a file for each, and those of the
exercises. What is not translated appears in English. To begin a language, copy the
folders and fill in your translations: no Python is touched.

To read: this page; choice.py, which language it is; po.py, which reads the files; zh/
has a file for each room of the package that speaks. Not here: what messages are about.
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
    about,
    choose_language,
    language,
    set_language,
    usual_language,
)

__all__ = ['ENGLISH', 'LANGUAGES', 'WORK', 'about', 'choose_language', 'language',
           'say', 'set_language', 'tag', 'usual_language']


def say(text: str, lang: str | None = None, folder: Path = HERE, name: str = '*'
        ) -> str:
    """A text in a language, by default the present one; English if not translated.

    folder, name: where the translations stand, folder/zh/name.po; those of the package
    in any of its files.
    """
    lang = lang or language()
    if lang == ENGLISH:
        return text
    return _translations(lang, folder, name).get(text, text)


def tag(lang: str | None = None) -> str:
    """How HTML names a language: zh-CN."""
    return about(lang or language())['Language'].replace('_', '-')


@functools.cache
def _translations(lang: str, folder: Path, name: str) -> dict[str, str]:
    """The translations in folder/lang/name.po, by their English text."""
    found: dict[str, str] = {}
    for file in sorted((folder / lang).glob(f'{name}.po')):
        found |= po.read(file)
    found.pop('', None)  # the header
    return found

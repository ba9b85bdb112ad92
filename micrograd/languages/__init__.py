"""The reader's language, and texts in it.

English stands in the code as the message itself. A further language is a folder here,
named by its code: language.po says in its header what there is to know of it, the
other files hold the messages of the package, in gettext's .po format. A folder of the
same name beside the lessons holds their texts, a file for each, and the statements of
the exercises. What is not translated appears in English. To begin a language, copy the
folders and fill in your translations: no Python is touched.

To read: this page, then po.py, which reads the files. Not here yet: the texts of the
checker, which stand in both languages beside their code.
"""

from __future__ import annotations

import functools
import locale
import os
from pathlib import Path

from micrograd.languages import po

__all__ = ['ENGLISH', 'LANGUAGES', 'about', 'language', 'say', 'tag']

HERE = Path(__file__).parent
ENGLISH = 'en'
LANGUAGES = (ENGLISH, *sorted({file.parent.name for file in HERE.glob('*/language.po')}
                               - {ENGLISH}))
# As gettext asks them, and in that order.
VARIABLES = ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG')


def say(text: str, lang: str | None = None, folder: Path = HERE, name: str = '*'
        ) -> str:
    """A text in a language, or in English if it is not translated.

    lang: the reader's, if it is not given. folder, name: where the translations
    stand, folder/zh/name.po; those of the package in any of its files.
    """
    lang = lang or language()
    if lang == ENGLISH:
        return text
    return _translations(lang, folder, name).get(text, text)


def tag(lang: str | None = None) -> str:
    """How HTML names a language: zh-CN."""
    return about(lang or language())['Language'].replace('_', '-')


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
    begins = ((lang, begin) for lang in LANGUAGES
              for begin in about(lang)['X-Locales'].split())
    return next((lang for lang, begin in begins if told.startswith(begin)), ENGLISH)


@functools.cache
def about(lang: str) -> dict[str, str]:
    """What there is to know of a language, by its name in the header of language.po.

    Language: its locale, as in zh_CN. X-Name: what its speakers call it. X-Locales: how
    the names of its locales begin. The others: classroom/lesson/answers.py.
    """
    return po.header(HERE / lang / 'language.po')


@functools.cache
def _translations(lang: str, folder: Path, name: str) -> dict[str, str]:
    """The translations in folder/lang/name.po, by their English text."""
    found: dict[str, str] = {}
    for file in sorted((folder / lang).glob(f'{name}.po')):
        found |= po.read(file)
    found.pop('', None)  # the header
    return found

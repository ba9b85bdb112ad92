"""The language in which lessons and feedback speak: English or simplified Chinese."""

from __future__ import annotations

import locale
import os

LANGUAGES = ('en', 'zh')


def language(wish: str | None = None) -> str:
    """Return 'en' or 'zh': the wish if there is one, else what the locale says.

    The environment is asked first, as gettext does, then the system: Windows
    calls the language 'Chinese (Simplified)_China' and sets no variable.

    Raises:
        ValueError: if the wish is neither 'en' nor 'zh'.
    """
    if wish is not None:
        if wish not in LANGUAGES:
            raise ValueError(f'no language {wish!r}: choose one of {LANGUAGES}')
        return wish
    variables = ('LANGUAGE', 'LC_ALL', 'LC_MESSAGES', 'LANG')
    told = next(filter(None, map(os.environ.get, variables)), None)
    told = told or locale.getlocale()[0] or ''
    return 'zh' if told.lower().startswith(('zh', 'chinese')) else 'en'

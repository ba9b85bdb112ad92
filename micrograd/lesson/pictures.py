"""Where the pictures of a lesson go."""

from __future__ import annotations

import inspect
from pathlib import Path


def image(name: str) -> str:
    """Return the path of a picture: images/<name> beside the lesson.

    Make the folder if it is missing, and print where the picture will be.
    A notebook without __file__ is taken to be in the current folder, where
    Jupyter runs it.
    """
    here = Path.cwd()
    lesson = inspect.currentframe().f_back.f_globals.get('__file__')
    home = Path(lesson).resolve().parent if lesson else here
    path = home / 'images' / name
    path.parent.mkdir(exist_ok=True)
    print('picture:', path.relative_to(here) if here in path.parents else path)
    return str(path)

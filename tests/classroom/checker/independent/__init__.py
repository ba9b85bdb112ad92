"""Programs written from the stubs alone, by people who did not know the checker.

wrong/ and right/ hold files called EXERCISE__what_is_done.py. names.json says what the
checker may call each wrong program: a name that says what the author says in the file's
first line, or 'unknown'. It was written after the first run. The right programs of the
third set have numbers in the place of a description.
"""

import json
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Independent:
    """A program, its file, and the names that are right for it."""

    file: str
    exercise: str
    program: str
    names: tuple[str, ...] = ()


def wrong_programs() -> list[Independent]:
    names = json.loads((HERE / 'names.json').read_text('utf-8'))
    return [_read(file, tuple(names[file.stem])) for file in _files('wrong')]


def right_programs() -> list[Independent]:
    return [_read(file) for file in _files('right')]


def _files(folder: str) -> list[Path]:
    return sorted((HERE / folder).glob('*.py'))


def _read(file: Path, names: tuple[str, ...] = ()) -> Independent:
    exercise = file.stem.partition('__')[0]
    return Independent(file.stem, exercise, file.read_text('utf-8'), names)

"""What students hand in: a folder or a zip for each, with the files somewhere inside.

Only files called like an exercise are read, 04_mul.py or mul.py; an archive is never
unpacked to the disk.
"""

from __future__ import annotations

import os
import zipfile
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO

from micrograd.check.exercise import Exercise
from micrograd.check.judge import LARGEST


@dataclass(frozen=True)
class Submission:
    """The texts of one student's files, by the name of their exercise.

    trouble: why the files of this student could not be read.
    """

    student: str
    files: dict[str, bytes] = field(default_factory=dict)
    trouble: str = ''


def read_submissions(
    folder: str | Path, exercises: Iterable[Exercise]
) -> list[Submission]:
    """Read all submissions in a folder, in the order of their names.

    A folder and a zip of the same name are two submissions: bob and bob.zip.

    Raises:
        FileNotFoundError: if there is no such folder, or no submission in it.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileNotFoundError(f'there is no folder {folder}')
    homes = _homes(exercises)
    entries = [
        entry for entry in sorted(folder.iterdir())
        if _is_submission(entry)
    ]
    if not entries:
        raise FileNotFoundError(
            f'{folder} holds no submissions: a folder or a zip for each student'
        )
    names = Counter(entry.name for entry in entries)
    names.update(entry.stem for entry in entries if _is_zip(entry))
    return [
        _read(entry, entry.stem if _is_zip(entry) and names[entry.stem] == 1
              else entry.name, homes)
        for entry in entries
    ]


def find_files(folder: Path, exercises: Iterable[Exercise]) -> dict[str, Path]:
    """The files of one student that count, by the name of their exercise."""
    return _files(folder, _homes(exercises)) if folder.is_dir() else {}


def _homes(exercises: Iterable[Exercise]) -> dict[str, str]:
    """The name of an exercise, by the names that its file may have."""
    homes = {}
    for exercise in exercises:
        homes[exercise.stub.name] = homes[f'{exercise.name}.py'] = exercise.name
    return homes


def loose_files(folder: Path) -> list[str]:
    """The names of what lies beside the submissions, and is none."""
    return sorted(
        entry.name for entry in folder.iterdir()
        if not _is_hidden(entry) and not _is_submission(entry)
    )


def _is_submission(entry: Path) -> bool:
    return not _is_hidden(entry) and (entry.is_dir() or _is_zip(entry))


def _is_hidden(entry: Path) -> bool:
    return entry.name.startswith(('.', '__'))


def _is_zip(entry: Path) -> bool:
    return entry.is_file() and entry.suffix.lower() == '.zip'


def _read(entry: Path, student: str, homes: dict[str, str]) -> Submission:
    try:
        read = _read_zip if _is_zip(entry) else _read_folder
        return Submission(student, read(entry, homes))
    except Exception as error:  # a spoilt archive raises anything; the others go on
        return Submission(student, trouble=f'{type(error).__name__}: {error}')


def _read_folder(folder: Path, homes: dict[str, str]) -> dict[str, bytes]:
    return {
        home: _start(path.open('rb')) for home, path in _files(folder, homes).items()
    }


def _files(folder: Path, homes: dict[str, str]) -> dict[str, Path]:
    found = {}
    for here, _, names in os.walk(folder, onerror=_give_up):
        for path in (Path(here, name) for name in names if name in homes):
            # A link could lead to the files of somebody else.
            if path.is_file() and not path.is_symlink():
                found[PurePosixPath(path.relative_to(folder))] = path
    return {home: found[path] for home, path in _choose(found, homes).items()}


def _give_up(error: OSError) -> None:
    raise error


def _read_zip(path: Path, homes: dict[str, str]) -> dict[str, bytes]:
    with zipfile.ZipFile(path) as archive:
        found = {
            name: member for member in archive.infolist()
            if (name := PurePosixPath(member.filename.replace('\\', '/'))).name in homes
            and not member.is_dir() and '__MACOSX' not in name.parts
        }
        return {
            home: _start(archive.open(found[name]))
            for home, name in _choose(found, homes).items()
        }


def _choose(
    found: Iterable[PurePosixPath], homes: dict[str, str]
) -> dict[str, PurePosixPath]:
    """The file that lies least deep counts, and of several the first by name."""
    chosen: dict[str, PurePosixPath] = {}
    for path in sorted(found, key=lambda path: (len(path.parts), path)):
        chosen.setdefault(homes[path.name], path)
    return chosen


def _start(opened: IO[bytes]) -> bytes:
    """Not more than a file may have, whatever an archive says: no bomb."""
    with opened as file:
        return file.read(LARGEST + 1)

"""What students hand in: a folder or a zip for each, with the files somewhere inside.

Only files called like an exercise are read, 04_mul.py or mul.py; an archive is never
unpacked to the disk.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

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

    A folder and a zip of the same name are two submissions.

    Raises:
        FileNotFoundError: if there is no such folder, or no submission in it.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise FileNotFoundError(f'there is no folder {folder}')
    homes = {}
    for exercise in exercises:
        homes[exercise.stub.name] = homes[f'{exercise.name}.py'] = exercise.name
    found = [_read(entry, homes) for entry in sorted(folder.iterdir())
             if not entry.name.startswith(('.', '__'))
             and (entry.is_dir() or entry.suffix.lower() == '.zip')]  # fmt: skip
    if not found:
        raise FileNotFoundError(
            f'{folder} holds no submissions: a folder or a zip for each student'
        )
    return found


def _read(entry: Path, homes: dict[str, str]) -> Submission:
    student = entry.name
    if entry.is_file() and not entry.with_suffix('').exists():
        student = entry.stem
    try:
        members = list(_in_folder(entry) if entry.is_dir() else _in_zip(entry))
    except (OSError, zipfile.BadZipFile, RuntimeError, NotImplementedError) as error:
        # RuntimeError: an archive with a password
        return Submission(student, trouble=f'{type(error).__name__}: {error}')
    files: dict[str, bytes] = {}
    # The file that lies least deep counts, and of several the first by name.
    for path, read in sorted(members, key=lambda m: (len(m[0].parts), m[0])):
        home = homes.get(path.name)
        if home and home not in files:
            files[home] = read()
    return Submission(student, files)


def _in_folder(folder: Path) -> Iterator[tuple]:
    for path in folder.rglob('*.py'):
        # A link could lead to the files of somebody else.
        if path.is_file() and not path.is_symlink():
            yield PurePosixPath(path.relative_to(folder)), lambda p=path: _start(p)


def _start(path: Path) -> bytes:
    with path.open('rb') as file:
        return file.read(LARGEST + 1)


def _in_zip(path: Path) -> Iterator[tuple]:
    with zipfile.ZipFile(path) as archive:
        for member in archive.infolist():
            name = PurePosixPath(member.filename.replace('\\', '/'))
            if member.is_dir() or name.suffix != '.py' or '__MACOSX' in name.parts:
                continue
            # Not more than is said, and not more than a file may have: no bomb.
            with archive.open(member) as file:
                text = file.read(LARGEST + 1)
            yield name, lambda text=text: text

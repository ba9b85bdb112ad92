"""The student's own files: lessons/work/, which git ignores, and how far they are.

A stub is copied there when it is first wanted, so that the shipped one stays as it
is. progress.json beside the copies keeps what is solved, and how many hints were
given; without it everything counts as new.
"""

from __future__ import annotations

import json
from datetime import datetime
from pathlib import Path

from micrograd.classroom.checker.exercise import Exercise
from micrograd.common.files import write_whole
from micrograd.languages import ENGLISH, WORK


class Work:
    """A folder with a student's files. lang: in which new ones state their task."""

    def __init__(self, folder: str | Path = WORK, lang: str = ENGLISH):
        self.folder = Path(folder)
        self.lang = lang
        self._store = self.folder / 'progress.json'

    def file(self, exercise: Exercise) -> Path:
        """The student's file of an exercise, whether it is there or not.

        It is mul.py; the number in front, 04_mul.py, is of an earlier form, in which
        an exercise could not move. A stub that nobody touched does not hide work.
        """
        file = self.folder / f'{exercise.name}.py'
        numbered = sorted(self.folder.glob(f'[0-9][0-9]_{exercise.name}.py'))
        there = [path for path in (file, *numbered) if path.is_file()]
        begun = (path for path in there if not _is_untouched(exercise, path))
        return next(begun, there[0] if there else file)

    def begin(self, exercise: Exercise) -> Path:
        """The student's file, copied from the stub if there is none yet."""
        file = self.file(exercise)
        if not file.exists():
            write_whole(file, exercise.statement(self.lang))
        return file

    def reset(self, exercise: Exercise) -> Path | None:
        """Put the stub back, forget the hints; return where the work is kept."""
        file, kept = self.file(exercise), None
        if file.exists() and not _is_untouched(exercise, file):
            moment = datetime.now().strftime('%Y-%m-%d_%H%M%S_%f')
            kept = self.folder / 'kept' / f'{file.stem}_{moment}.py'
            kept.parent.mkdir(exist_ok=True)
            file.rename(kept)
        file.unlink(missing_ok=True)
        self._set(exercise, 'solved', False)
        self._set(exercise, 'hints', 0)
        self.begin(exercise)
        return kept

    def is_solved(self, exercise: Exercise) -> bool:
        """Did the file pass when it was checked last?"""
        return bool(self._read().get(exercise.name, {}).get('solved'))

    def hints(self, exercise: Exercise) -> int:
        """How many hints were given."""
        given = self._read().get(exercise.name, {}).get('hints')
        return max(given, 0) if isinstance(given, int) else 0

    def set_solved(self, exercise: Exercise, solved: bool) -> None:
        """Note whether the file passed."""
        self._set(exercise, 'solved', solved)

    def set_hints(self, exercise: Exercise, given: int) -> None:
        """Note how many hints were given."""
        self._set(exercise, 'hints', given)

    def _read(self) -> dict[str, dict]:
        try:
            stored = json.loads(self._store.read_text('utf-8'))
        except (OSError, ValueError, RecursionError):  # not there, or not ours any more
            return {}
        good = isinstance(stored, dict)
        return {k: v for k, v in stored.items() if isinstance(v, dict)} if good else {}

    def _set(self, exercise: Exercise, key: str, value: int) -> None:
        stored = self._read()
        stored.setdefault(exercise.name, {})[key] = value
        write_whole(self._store, json.dumps(stored, indent=1))


def _is_untouched(exercise: Exercise, file: Path) -> bool:
    return exercise.is_untouched(file.read_text('utf-8', 'replace'))

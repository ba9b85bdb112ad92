"""What students hand in, in every form in which a school hands it over.

A folder or a zip with an entry for each student: a folder, a zip, or several files
that begin with the student's name, as Moodle, Canvas and Gradescope write them. Inside,
a file counts by its name (filenames.py), wherever it lies, in zips too (archives.py).
Of two files for one exercise one counts; which, and what was not read, is told.
"""

from __future__ import annotations

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.judge import LARGEST
from micrograd.classroom.checker.source import code_of_notebook, read_as_python
from micrograd.classroom.grading.archives import (
    CLASS,
    Bounds,
    Item,
    TooMuchError,
    expand,
    file_item,
    folder_items,
    is_junk,
    zip_items,
)
from micrograd.classroom.grading.filenames import STUB, FileNames
from micrograd.classroom.grading.likeness import LONGEST, tokens
from micrograd.classroom.grading.output import RECORD
from micrograd.classroom.shelf import LESSONS
from micrograd.languages import say

MOST_TOLD = 10  # names in a sentence
LONGEST_PATH = 150  # characters of a name in it
CANDIDATES = 50  # files for one exercise that are looked at
NOTEBOOK = 10_000_000  # bytes: with the pictures in it

# How learning platforms begin the name of a file or a folder with its student's.
# Moodle: Ada Lovelace_12345_assignsubmission_file_mul.py, or a folder that ends there.
# Canvas: lovelaceada_LATE_1001_20001_mul.py, with the ids of student and submission.
MOODLE = re.compile(
    r'(?P<student>.+?)_(?P<id>\d+)_assignsubmission_[a-z]+_?(?P<file>.*)')
CANVAS = re.compile(r'(?P<student>[^_]+)(_LATE)?_(?P<id>\d+)_\d+_(?P<file>.+)')
# Gradescope: folders submission_123, and a list of who handed them in.
METADATA = 'submission_metadata.yml'
VERSION = re.compile(r'-(\d+)\.\w+$')  # Canvas numbers what is handed in again


@dataclass(frozen=True)
class Submission:
    """The texts of one student's files, by the name of their exercise.

    number: of the student on Moodle or Canvas. paths: where each file lay. trouble:
    what was not read, and why; which of two files counts. spoilt: is there something
    that could not be opened?
    """

    student: str
    files: dict[str, bytes] = field(default_factory=dict)
    trouble: str = ''
    paths: dict[str, str] = field(default_factory=dict)
    spoilt: bool = False
    number: str = ''


@dataclass(frozen=True)
class Entry:
    """Something that lies in the class: a folder, or a file."""

    name: str
    items: Callable[[Bounds, Callable], Iterable[Item]]
    is_folder: bool
    on_disk: bool = False

    @property
    def is_zip(self) -> bool:
        return not self.is_folder and self.name.lower().endswith('.zip')


def read_submissions(
    source: str | Path, exercises: Iterable[Exercise], lang: str = 'en'
) -> list[Submission]:
    """Read all submissions in a folder or zip, in the order of their names.

    A folder and a zip of the same name are two submissions: bob and bob.zip.

    Raises:
        FileNotFoundError: if there is no such folder or zip, or no submission in it.
    """
    source, exercises = Path(source), list(exercises)
    students, _ = _students(source, FileNames(e.name for e in exercises))
    if not students:
        raise FileNotFoundError(say(
            '{source} holds no submissions: a folder or a zip for each student'
        ).format(source=source))
    return [_Reader(exercises, lang).read(*student, students[student])
            for student in sorted(students)]


def read_submission(
    folder: Path, exercises: Iterable[Exercise], lang: str = 'en'
) -> Submission:
    """Read the files of one student, in a folder."""
    if not folder.is_dir():
        return Submission(folder.name)
    return _Reader(list(exercises), lang).read(folder.name, '', [_folder(folder)])


def loose_files(source: Path, exercises: Iterable[Exercise]) -> list[str]:
    """The names of what lies beside the submissions, and is none."""
    return _students(source, FileNames(e.name for e in exercises))[1]


# --- who handed in what -----------------------------------------------------------


def _students(
    source: Path, names: FileNames
) -> tuple[dict[tuple[str, str], list[Entry]], list[str]]:
    """The entries of each student, with the number on the platform; what is left."""
    entries = _entries(source)
    # One archive, or one folder, of the whole class: what counts lies in it.
    while len(entries) == 1 and _holds_a_class(entries[0], names):
        entries = _inside(entries[0])
    people = _submitters(entries)
    alike = Counter(e.name for e in entries if e.is_folder or e.is_zip)
    alike.update(e.name[:-4] for e in entries if e.is_zip)
    students, loose = defaultdict(list), []
    for entry in entries:
        match = _match(entry)
        if match:
            name = '' if entry.is_folder else match['file']
            students[f'{match["student"]}_{match["id"]}', match['id']].append(
                _renamed(entry, name) if name else entry)
        elif entry.is_folder or entry.is_zip:
            students[_name(entry, people, alike), ''].append(entry)
        elif entry.name != METADATA:
            loose.append(entry.name)
    return students, loose


def _match(entry: Entry) -> re.Match | None:
    """The name of an entry as Moodle or Canvas make it."""
    match = MOODLE.fullmatch(entry.name)
    return match or (None if entry.is_folder else CANVAS.fullmatch(entry.name))


def _name(entry: Entry, people: dict[str, str], alike: Counter[str]) -> str:
    """What the student of a folder or a zip is called."""
    if entry.name in people:
        return f'{people[entry.name]}_{entry.name.partition("_")[2]}'
    if entry.is_zip and alike[entry.name[:-4]] == 1:
        return entry.name[:-4]
    return entry.name


def _renamed(entry: Entry, name: str) -> Entry:
    """A file under the name that it had before a platform added its own."""
    path = PurePosixPath(name)
    return replace(entry, items=lambda bounds, tell: [
        replace(item, path=path) for item in entry.items(bounds, tell)])


def _submitters(entries: list[Entry]) -> dict[str, str]:
    """The people of each folder of Gradescope's, from the list that lies beside."""
    for entry in entries:
        if entry.name == METADATA and not entry.is_folder:
            [item] = entry.items(Bounds(), _pass_over)
            text = Bounds().read(item, NOTEBOOK).decode('utf-8', 'replace')
            return _people(text)
    return {}


def _people(metadata: str) -> dict[str, str]:
    """Of the YAML two kinds of lines: where a submission begins, and who made it."""
    people, here = defaultdict(list), ''
    for line in metadata.splitlines():
        begins = re.match(r'(submission_\w+):\s*$', line)
        here = begins[1] if begins else here
        named = re.match(r'[ -]+:name: (.+)', line)
        if here and named:
            people[here].append(named[1].strip().strip('\'"'))
    return {folder: ', '.join(names) for folder, names in people.items()}


def _holds_a_class(entry: Entry, names: FileNames) -> bool:
    """Does it hold a platform's download, or one exercise in two of its entries?

    The latter in an archive alone: a folder of one student may have two versions.
    """
    if not (entry.is_folder or entry.is_zip) or _match(entry):
        return False
    try:
        inside = _inside(entry)
    except Exception:  # a spoilt archive raises anything
        return False
    if any(_match(e) or e.name == METADATA for e in inside):
        return True
    if len(inside) == 1:
        return _holds_a_class(inside[0], names)
    if entry.on_disk and entry.is_folder:
        return False
    holders = Counter()
    for one in inside:
        if one.is_folder or one.is_zip:
            items = list(expand(one.items(Bounds(), _pass_over), Bounds(), _pass_over))
            holders.update({found[0] for item in _handed_in(items)
                            if (found := names.meaning(item.path))})
    return any(count > 1 for count in holders.values())


def _pass_over(path: PurePosixPath, error: Exception) -> None:
    """Tell nobody: whoever reads the file later will."""


def _entries(source: Path) -> list[Entry]:
    if source.is_file() and source.suffix.lower() == '.zip':
        return _inside(_file(source))
    if not source.is_dir():
        raise FileNotFoundError(
            say('there is no folder {source}').format(source=source))
    paths = (p for p in sorted(source.iterdir()) if not is_junk(PurePosixPath(p.name))
             and not (p / RECORD).exists())  # the marks of an earlier run
    return [_folder(path) if path.is_dir() else _file(path) for path in paths]


def _folder(path: Path) -> Entry:
    return Entry(path.name, lambda *told: folder_items(path, *told), True, True)


def _file(path: Path) -> Entry:
    return Entry(path.name, lambda *_: [file_item(path)], False)


def _inside(entry: Entry) -> list[Entry]:
    """The entries of an archive or of a folder in it."""
    items = list(entry.items(Bounds(**CLASS), _pass_over))
    if entry.is_zip:
        items = list(zip_items(items[0], Bounds(**CLASS)))
    groups = defaultdict(list)
    for item in items:
        first, *rest = item.path.parts
        path = PurePosixPath(*rest) if rest else PurePosixPath(first)
        groups[first, bool(rest)].append(replace(item, path=path))
    return [Entry(name, lambda *_, group=group: group, is_folder)
            for (name, is_folder), group in sorted(groups.items())]


# --- what counts of it ------------------------------------------------------------


@dataclass(frozen=True)
class _Found:
    """A file for an exercise. fits: how well its name does."""

    path: PurePosixPath
    fits: int
    raw: bytes

    @property
    def order(self) -> tuple:
        """What counts first: in the folder for work, well named, least deep, newest."""
        version = VERSION.search(self.path.name)
        place = self.path.parent.name == 'exercises' or self.path.name == STUB
        return (place, self.fits, len(self.path.parts),
                -int(version[1][:9]) if version else 0, str(self.path))


class _Reader:
    """Reads the submission of one student, and notes what there is to tell."""

    def __init__(self, exercises: list[Exercise], lang: str):
        self._exercises = {exercise.name: exercise for exercise in exercises}
        self._names = FileNames(self._exercises)
        self._lang = lang
        self._bounds = Bounds()
        self._unread: list[PurePosixPath] = []
        self._told: list[str] = []
        self._spoilt = False

    def read(self, student: str, number: str, entries: list[Entry]) -> Submission:
        found = defaultdict(list)
        try:
            for item in self._items(entries):
                self._look_at(item, found)
        except Exception as error:  # a spoilt archive raises anything; others go on
            self._tell(PurePosixPath(entries[0].name), error)
        chosen = {name: self._choose(name, found[name])
                  for name in self._exercises if found[name]}
        if self._unread:
            files = self._listed(self._unread)
            self._told.append(self._say('Not read: {files}.', files=files))
        return Submission(
            student, {name: file.raw for name, file in chosen.items()},
            ' '.join(self._told),
            {name: _short(file.path) for name, file in chosen.items()},
            self._spoilt, number)

    def _items(self, entries: list[Entry]) -> list[Item]:
        items = [item for entry in entries
                 for item in entry.items(self._bounds, self._tell)]
        if len(entries) == 1 and entries[0].is_zip and len(items) == 1:
            items = list(zip_items(items[0], self._bounds))
        return _handed_in(list(expand(items, self._bounds, self._tell)))

    def _look_at(self, item: Item, found: dict[str, list[_Found]]) -> None:
        meant = self._names.meaning(item.path)
        if (meant is None or 'kept' in item.path.parts
                or len(found[meant[0]]) == CANDIDATES):
            self._unread.append(item.path)
            return
        name, fits = meant
        try:
            raw = self._program(item)
        except TooMuchError:
            raise
        except Exception as error:
            self._tell(item.path, error)
        else:
            found[name].append(_Found(item.path, fits, raw))

    def _program(self, item: Item) -> bytes:
        """Not more than a file may have, whatever an archive says."""
        if '.ipynb' not in item.path.suffixes:
            return self._bounds.read(item, LARGEST + 1)
        return code_of_notebook(self._bounds.read(item, NOTEBOOK))

    def _choose(self, name: str, files: list[_Found]) -> _Found:
        """The file that counts, never a stub beside work; tell what was passed over."""
        if len(files) > 1:
            stub = _code_of_stub(self._exercises[name])
            files = [f for f in files if _code(f.raw) != stub] or files[:1]
        chosen, *others = sorted(files, key=lambda file: file.order)
        others = [file.path for file in others if file.raw != chosen.raw]
        if others:
            self._told.append(self._say(
                'For {exercise}, {file} was judged, and not {others}.', exercise=name,
                file=_short(chosen.path), others=self._listed(others)))
        return chosen

    def _tell(self, path: PurePosixPath, error: Exception) -> None:
        """Note what cannot be opened, and why."""
        self._spoilt = True
        if isinstance(error, TooMuchError):
            message = self._say(error.limit, most=error.most)
        elif isinstance(error, OSError) and error.strerror:
            message = f'{type(error).__name__}: {error.strerror}'  # without our paths
        else:
            message = f'{type(error).__name__}: {error}'
        if len(self._told) < MOST_TOLD:
            self._told.append(self._say('{file} cannot be opened: {message}.',
                                        file=_short(path), message=message))

    def _listed(self, paths: list[PurePosixPath]) -> str:
        shown = ', '.join(map(_short, paths[:MOST_TOLD]))
        more = len(paths) - MOST_TOLD
        if more <= 0:
            return shown
        return self._say('{files} and {count} more', files=shown, count=more)

    def _say(self, text: str, **values: object) -> str:
        return say(text, self._lang).format(**values)


def _short(path: PurePosixPath) -> str:
    """A path, or the end of one that nobody would read."""
    text = str(path)
    return f'…{text[-LONGEST_PATH:]}' if len(text) > LONGEST_PATH else text


def _code(raw: bytes) -> list[str] | None:
    """What Python runs of it, whatever was done to its comments and its layout."""
    try:
        source = read_as_python(raw)
    except SyntaxError:
        return None
    return tokens(source) if len(source) <= LONGEST else None


@functools.cache
def _code_of_stub(exercise: Exercise) -> list[str]:
    return tokens(exercise.stub.read_text('utf-8'))


def _handed_in(items: list[Item]) -> Iterator[Item]:
    """The files without those that belong to a clone of this project."""
    engines = (i.path for i in items if i.path.parts[-2:] == ('micrograd', 'engine.py'))
    clones = {engine.parent.parent for engine in engines}
    lessons = {path.name for path in LESSONS.glob('[0-9][0-9]_*.py')}
    for item in items:
        path = item.path
        at = next((p for p in path.parents if p in clones), None)
        if not (_is_ours(path, lessons)
                or (at is not None and _is_of_clone(path.relative_to(at)))):
            yield item


def _is_ours(path: PurePosixPath, lessons: set[str]) -> bool:
    """A check or a solution of ours, or a lesson: some are called like an exercise."""
    return path.name in lessons or 'exercises' in path.parts[-3:-1] and (
        path.name in ('order.txt', 'check.py', 'solution.py', 'wrong.py')
        or path.parent.name in ('checks', 'solutions'))  # of earlier clones


def _is_of_clone(path: PurePosixPath) -> bool:
    """Is it a file of the project, and no place for a student's work?"""
    first, *rest = path.parts
    if first == 'lessons':
        return rest[0] not in ('work', 'exercises')
    return first in ('micrograd', 'tests') or path.name in (
        'README.md', 'LICENSE', 'Makefile', 'setup.cfg', 'pyproject.toml')

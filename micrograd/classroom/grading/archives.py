"""The files of a folder or a zip, with the zips inside, within bounds.

Nothing is unpacked to the disk. An archive says of itself how large it is, and may lie:
whatever is read, is read up to a bound. Other archives (rar, 7z, tar) are not opened.
"""

from __future__ import annotations

import functools
import io
import os
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import IO

DEPTH = 3  # zips in zips
MEGABYTE = 1 << 20
HIDDEN = ('.', '__')
JUNK = ('thumbs.db', 'desktop.ini', 'progress.json')
PACKAGES = ('site-packages', 'node_modules')

TOO_MANY, TOO_LARGE = 'more than {most} files', 'more than {most} MB'


class TooMuchError(Exception):
    """Something is larger than any fair submission: limit says which bound it meets.

    limit: a text for say(); most: its figure.
    """

    def __init__(self, limit: str, most: int):
        super().__init__(limit, most)
        self.limit, self.most = limit, most


@dataclass
class Bounds:
    """What may be read of one submission, or of one archive of a class.

    files: how many. megabytes: in all, unpacked. directory: megabytes of the list of an
    archive, which is read whole. archive: megabytes of one on the disk, of which only
    what counts is read. seconds: of processor time.
    """

    files: int = 20_000
    megabytes: int = 100
    directory: int = 5
    archive: int = 500
    seconds: float = 10.0
    _files: int = 0
    _bytes: int = 0
    _start: float = field(default_factory=time.process_time)

    def count_file(self) -> None:
        """Count one more.

        Raises:
            TooMuchError: if it is one too many, or took too long.
        """
        self._files += 1
        if self._files > self.files:
            raise TooMuchError(TOO_MANY, self.files)
        if time.process_time() - self._start > self.seconds:
            raise TooMuchError('it takes more than {most} s', int(self.seconds))

    def read(self, item: Item, most: int) -> bytes:
        """At most so many bytes of a file.

        Raises:
            TooMuchError: if that is more than is left.
        """
        self.count_file()
        with item.open() as file:
            raw = file.read(most)
        self._bytes += len(raw)
        if self._bytes > self.megabytes * MEGABYTE:
            raise TooMuchError(TOO_LARGE, self.megabytes)
        return raw


CLASS = {'files': 200_000, 'megabytes': 10_000, 'directory': 32, 'archive': 10_000,
         'seconds': 120.0}


@dataclass(frozen=True)
class Item:
    """A file that was handed in: where it lies, and how to open it.

    disk: its path, unless it lies in an archive.
    """

    path: PurePosixPath
    open: Callable[[], IO[bytes]]
    disk: Path | None = None

    @property
    def is_zip(self) -> bool:
        return self.path.suffix.lower() == '.zip'


Tell = Callable[[PurePosixPath, Exception], None]


def is_junk(path: PurePosixPath) -> bool:
    """Does a system leave it there, or a package, so that nobody handed it in?"""
    return (any(part.startswith(HIDDEN) or part in PACKAGES for part in path.parts)
            or path.name.lower() in JUNK)


def file_item(path: Path, name: str = '') -> Item:
    """A file on the disk; name: what it shall be called."""
    return Item(PurePosixPath(name or path.name), lambda: path.open('rb'), path)


def folder_items(folder: Path, bounds: Bounds, tell: Tell) -> Iterator[Item]:
    """The files of a folder. tell: what to do about a folder that cannot be read."""
    def skip(error: OSError) -> None:
        tell(PurePosixPath(Path(error.filename).relative_to(folder)), error)

    for here, folders, names in os.walk(folder, onerror=skip):
        folders[:] = sorted(f for f in folders if not is_junk(PurePosixPath(f)))
        for name in sorted(names):
            path = Path(here, name)
            inside = PurePosixPath(path.relative_to(folder))
            if is_junk(inside):
                continue
            bounds.count_file()
            if path.is_symlink() or not path.is_file():
                # A link could lead to the files of somebody else.
                tell(inside, OSError('a link, or no file'))
            else:
                yield replace(file_item(path), path=inside)


def zip_items(item: Item, bounds: Bounds) -> Iterator[Item]:
    """The files of a zip, as they are called in it.

    Raises:
        TooMuchError, BadZipFile, and whatever else a spoilt archive makes of it.
    """
    archive = zipfile.ZipFile(_opened(item, bounds))
    for member in archive.infolist():
        path = _inside(_name(member))
        if not member.is_dir() and not is_junk(path):
            bounds.count_file()
            yield Item(path, functools.partial(_open_member, archive, member))


def expand(
    items: Iterable[Item], bounds: Bounds, tell: Tell, depth: int = DEPTH
) -> Iterator[Item]:
    """The files, and those in the zips among them, up to some depth."""
    for item in items:
        if not item.is_zip:
            yield item
            continue
        try:
            if depth == 0:
                raise TooMuchError('more than {most} zips in one another', DEPTH)
            inside = [replace(found, path=item.path / found.path)
                      for found in zip_items(item, bounds)]
        except Exception as error:  # a spoilt archive raises anything; the others go on
            tell(item.path, error)
        else:
            yield from expand(inside, bounds, tell, depth - 1)


def _opened(item: Item, bounds: Bounds) -> _Careful:
    if not item.disk:
        raw = bounds.read(item, bounds.megabytes * MEGABYTE + 1)
        return _Careful(io.BytesIO(raw), bounds)
    if item.disk.stat().st_size > bounds.archive * MEGABYTE:
        raise TooMuchError(TOO_LARGE, bounds.archive)
    return _Careful(item.disk.open('rb'), bounds)


def _open_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> IO[bytes]:
    # Of the others a few bytes unpack to many megabytes in one step.
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise NotImplementedError('compressed neither by deflate nor not at all')
    return archive.open(member)


def _inside(name: str) -> PurePosixPath:
    """A path that does not climb, whichever slashes it has."""
    parts = PurePosixPath(name.replace('\\', '/')).parts
    return PurePosixPath(*(part for part in parts if part not in ('/', '//', '..')))


def _name(member: zipfile.ZipInfo) -> str:
    """Its name; where the archive does not say in which code, UTF-8 or GBK."""
    if member.flag_bits & 0x800 or member.filename.isascii():
        return member.filename
    for code in ('utf-8', 'gbk'):
        try:
            return member.filename.encode('cp437').decode(code)
        except UnicodeError:
            continue
    return member.filename


class _Careful:
    """An archive that is not read in pieces larger than the list of a fair one.

    The zipfile module reads that list whole, and makes an object of each entry.
    """

    def __init__(self, file: IO[bytes], bounds: Bounds):
        self._file, self._bounds = file, bounds
        self._end = file.seek(0, io.SEEK_END)
        self.seek, self.tell = file.seek, file.tell

    def __del__(self):
        self._file.close()

    def seekable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        left = self._end - self._file.tell()
        size = left if size < 0 else min(size, left)
        if size > self._bounds.directory * MEGABYTE:
            raise TooMuchError(TOO_MANY, self._bounds.files)
        return self._file.read(size)

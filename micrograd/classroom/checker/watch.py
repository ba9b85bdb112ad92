"""What a running file takes of the machine, looked at from outside.

Memory counts as used, not as reserved: a thread may ask for a stack of 512 MB and
never touch it. What a file can take between two looks comes on top, some 100 MB (more
if the computer is busy); it can reserve RESERVED times as much as it may use.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator

EVERY = 0.02  # seconds between two looks
RESERVED = 64  # times the memory that may be used; see child.py
THREADS = 200
FILES, DISK = 1000, 64 << 20  # in its folder, with folders; bytes
DEEP = 500  # signs of a path below that folder


def look(process: int, folder: str, megabytes: int) -> str | None:
    """What a process has taken too much of: 'memory' or 'excess'; else None.

    Memory and threads are seen on Linux alone.
    """
    with contextlib.suppress(OSError):  # another system, or it has ended
        with open(f'/proc/{process}/stat', encoding='ascii', errors='replace') as file:
            fields = file.read().rpartition(')')[2].split()
        threads, pages = int(fields[17]), int(fields[21])
        if pages * os.sysconf('SC_PAGE_SIZE') > megabytes << 20:
            return 'memory'
        if threads > THREADS:
            return 'excess'
    size = 0
    for count, entry in enumerate(_entries(folder)):
        with contextlib.suppress(OSError):
            size += entry.stat(follow_symlinks=False).st_size
        if size > DISK or count > FILES or len(entry.path) > len(folder) + DEEP:
            return 'excess'
    return None


def _entries(folder: str) -> Iterator[os.DirEntry]:
    waiting = [folder]
    while waiting:
        # A folder may be gone again, or closed.
        with contextlib.suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:
                yield entry
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)


def remove(folder: str) -> None:
    """Remove a folder, however deep and however closed: shutil.rmtree gives up.

    What cannot be removed stays: on Windows, a file that somebody has open.
    """
    waiting = [folder]
    while waiting:
        place = waiting.pop()
        with contextlib.suppress(OSError):
            os.chmod(place, 0o700)
            for entry in list(os.scandir(place)):
                with contextlib.suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        os.unlink(entry.path)
                        continue
                    os.chmod(entry.path, 0o700)
                    nearer = os.path.join(folder, os.urandom(8).hex())
                    os.rename(entry.path, nearer)
                    waiting.append(nearer)
            if place != folder:
                os.rmdir(place)
    with contextlib.suppress(OSError):
        os.rmdir(folder)

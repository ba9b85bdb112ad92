"""One way to write a file: whole or not at all.

Every file that a user could lose is written through here (a test looks), so that a
full disk, Ctrl-C or a kill in the middle leaves the old file as it was.
"""
from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path


def write_whole(path: str | os.PathLike, data: str | bytes) -> None:
    """Write data to path, whole or not at all; text is written in UTF-8.

    It goes to a new file in the same folder, which is made if need be, from there to
    the disk (fsync), and only then takes the name of the old one (os.replace). An
    error leaves the old file, and nothing else; a kill may leave a hidden file whose
    name ends in .new, too.

    The permissions and, where that is allowed, the owner of the old file are kept; a
    symbolic link still points to where it did, a hard link no longer to the same
    file. What is no file but a pipe or a device is written to directly.

    Raises OSError, which names path: a PermissionError if the old file is write-
    protected or, on Windows, open elsewhere.
    """
    content = data.encode() if isinstance(data, str) else data
    path = os.fsdecode(path)
    try:
        old = _status(path)
        if old and not stat.S_ISREG(old.st_mode):
            with open(path, 'wb') as pipe:
                pipe.write(content)
            return
        _replace(Path(os.path.realpath(path)), content, old)
    except OSError as error:  # it may name the new file, or none
        raise OSError(error.errno, error.strerror, path) from None


def _status(path):
    """That of the file; None if there is none yet."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return None
    if stat.S_ISREG(status.st_mode) and not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return status


def _replace(path, content, old):
    path.parent.mkdir(parents=True, exist_ok=True)
    # 40 signs: with a name of the greatest length there would be no room for more
    new = path.with_name(f'.{path.name[:40]}.{os.urandom(4).hex()}.new')
    try:
        with open(new, 'xb') as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if old:
            with contextlib.suppress(OSError, AttributeError):  # no right; Windows
                os.chown(new, old.st_uid, old.st_gid)
            os.chmod(new, stat.S_IMODE(old.st_mode))
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise

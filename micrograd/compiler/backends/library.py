"""C source into a loaded library, through a cache that is safe to share.

An entry is one file whose name holds a hash of what it was built from and a
checksum of itself: a damaged one is never loaded, for that would kill the process,
but built again. Entries appear by renaming, so several processes may build at once.
"""
from __future__ import annotations

import contextlib
import ctypes
import hashlib
import os
import pathlib
import platform
import shlex
import shutil
import subprocess
import tempfile
from array import array

from micrograd.compiler.symbols import CompileError

FLAGS = ['-std=c99', '-O1', '-ffp-contract=off', '-fPIC', '-shared']
KEEP = 64  # entries; the oldest go first
PATIENCE = 600  # seconds for one program, of which the longest takes seconds


def compiler() -> list[str]:
    """The command of the system's C compiler; a CompileError if there is none."""
    wanted = os.environ.get('CC', '')
    try:
        wanted = shlex.split(wanted)
    except ValueError as error:
        raise CompileError(f'$CC names no C compiler, as a shell would read it: '
                           f'{wanted} ({error})') from None
    for command in (wanted, ['cc'], ['gcc'], ['clang']):
        if command and shutil.which(command[0]):
            return command
    raise CompileError(
        "backend 'c' needs a C compiler, and neither $CC nor cc, gcc or clang is on "
        "the PATH: install one, or use backend='python' or backend='numpy'")


def load(source: str) -> ctypes.CDLL:
    """The library built from the source, or found in the cache."""
    with contextlib.suppress(OSError, RuntimeError):  # no home, or not to be written to
        return _load(source, _cache())
    with tempfile.TemporaryDirectory() as folder:
        try:
            return _load(source, pathlib.Path(folder))
        except OSError as error:
            raise CompileError(f'the C compiler {shlex.join(compiler())} has built no '
                               f'library that can be loaded: {error}') from None


def pointer(numbers: array, start: int = 0) -> ctypes.c_void_p:
    """The address of numbers[start], for a call that ends before numbers does."""
    return ctypes.c_void_p(numbers.buffer_info()[0] + start * numbers.itemsize)


def _cache():
    base = os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache'
    folder = pathlib.Path(base) / 'micrograd'
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _load(source, folder):
    command = [*compiler(), *FLAGS]
    key = _hash(f'{command} {platform.platform()} {source}'.encode())
    for entry in folder.glob(f'{key}-*.so'):
        if entry.name == f'{key}-{_hash(entry.read_bytes())}.so':
            return ctypes.CDLL(str(entry))
        entry.unlink(missing_ok=True)
    return ctypes.CDLL(str(_build(source, command, key, folder)))


def _build(source, command, key, folder):
    """The path of a new entry in the folder."""
    with tempfile.TemporaryDirectory(dir=folder) as work:
        text, built = pathlib.Path(work, 'step.c'), pathlib.Path(work, 'step.so')
        text.write_text(source)
        try:
            done = subprocess.run([*command, str(text), '-o', str(built), '-lm'],
                                  stdin=subprocess.DEVNULL, capture_output=True,
                                  text=True, errors='replace', timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            raise _failed(command, f'not ready after {PATIENCE} s') from None
        except OSError as error:
            raise _failed(command, error) from None
        if done.returncode or not built.exists():
            raise _failed(command, done.stderr or f'exit code {done.returncode}, '
                          'no library')
        entry = folder / f'{key}-{_hash(built.read_bytes())}.so'
        os.replace(built, entry)
    entries = sorted(folder.glob('*.so'), key=lambda path: path.stat().st_mtime)
    for old in entries[:-KEEP]:
        old.unlink(missing_ok=True)
    return entry


def _failed(command, why):
    return CompileError(f"the C compiler {shlex.join(command)} failed, so backend 'c' "
                        f'cannot be used here:\n{why}')


def _hash(content):
    return hashlib.sha256(content).hexdigest()[:32]

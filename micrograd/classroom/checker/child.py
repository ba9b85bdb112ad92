"""The process in which a student's file runs, and its limits.

Started by process.py as a script of its own. It reads a job from standard input, with
the code of the probes compiled by the same Python, and writes what is seen, a line for
each probe, to a copy of standard output that the student's prints do not reach. It
never learns what is right: whoever takes it over has still to find the numbers that
the exercise asks for.

What it may touch stands in sandbox.py, for the kernel, and in guard.py, for Python.
"""

from __future__ import annotations

import builtins
import contextlib
import faulthandler
import functools
import importlib
import io
import json
import linecache
import marshal
import os
import signal
import sys
import threading
import time
import types
from pathlib import Path

try:
    import resource
except ImportError:  # Windows
    resource = None

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import probes as probing  # noqa: E402
from guard import guard  # noqa: E402
from probes import HELPERS, Probe, fault_of, run_probes, scope_of  # noqa: E402
from watch import RESERVED  # noqa: E402

PYTHON = [sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)]
KEPT = 20_000  # characters of what is printed
PRINTED = 500_000  # more is a flood; a line at each call of a method is none
DISK = 20 << 20  # bytes in a file: an exercise needs none
OPEN = 64  # files: one that is removed while it is open is not seen from outside


class FloodError(RuntimeError):
    """The file prints more than anybody could read."""


class Printed(io.TextIOBase):
    """Keeps the beginning of what is printed, and stops a flood."""

    def __init__(self):
        self.pieces, self.size = [], 0

    def write(self, text: str) -> int:
        self.size += len(text)
        if self.size > PRINTED:
            raise FloodError(f'more than {PRINTED} characters printed')
        if self.size <= KEPT:
            self.pieces.append(text)
        return len(text)


def main() -> None:
    """Do the job; end the process whatever threads the student has left."""
    job = marshal.load(sys.stdin.buffer)
    channel = _private_output()
    faulthandler.enable(channel)  # who crashes the interpreter is told the line
    printed = sys.stdout = sys.stderr = Printed()
    sys.stdin = io.StringIO()
    sys.dont_write_bytecode = True

    def send(kind: str, content) -> None:
        channel.write(json.dumps([kind, content]) + '\n')
        channel.flush()

    _offer(job['uses'], job['without'], Path(job['package']))
    for name in job['packages']:  # now, since they touch what will be closed
        with contextlib.suppress(ImportError):  # not installed: the file will see
            importlib.import_module(name)
    probes = [Probe(*fields) for fields in job['probes']]
    probing.COMPILED.update(job['code'])
    source = Path(job['path']).read_bytes()
    _limit(job['seconds'], job['megabytes'], channel)
    pristine = dict(vars(builtins))
    readable, closed = _folders(job['private'])
    kernel = _confine(job, readable, closed) if 'kernel' in job['walls'] else {}
    send('kernel', kernel)
    if not {*job['needs']} <= kernel.keys():
        os._exit(1)
    _put_away(probes)
    # Who loops is told the line. (Its thread is confined, too.)
    faulthandler.dump_traceback_later(job['seconds'], exit=True, file=channel)
    if 'hook' in job['walls']:
        guard(job['path'], [*PYTHON, *readable], closed, channel.fileno())

    module = types.ModuleType('exercise')
    module.__file__ = job['path']
    # dataclasses look their module up, and doctest the one that runs
    sys.modules['exercise'] = sys.modules['__main__'] = module
    try:
        exec(_compiled(source, job['path']), vars(module))
    except BaseException as error:  # SystemExit too
        send('broken', fault_of(error, job['path']))
    else:
        names = scope_of(vars(module), pristine)
        send('names', _names(names))
        for seen in run_probes(probes, names, job['path']):
            send('seen', seen)
    send('end', ''.join(printed.pieces))
    os._exit(0)


def _private_output() -> io.TextIOBase:
    """Copy standard output for the results, and lead the old one nowhere."""
    channel = os.fdopen(os.dup(1), 'w', encoding='utf-8')
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    return channel


def _offer(uses: dict[str, str], without: list[str], package: Path) -> None:
    """Put a package `micrograd` in place that holds what the exercise uses.

    uses: the module of each name. without: 'functions:Functions.softplus' and the like
    are taken away, since the student is to write them; 'training.losses', all that is
    public in it.
    """
    offered = types.ModuleType('micrograd')
    offered.__path__ = [str(package)]
    sys.modules['micrograd'] = offered
    for name, home in uses.items():
        module = importlib.import_module(f'micrograd.{home}')
        setattr(offered, name, getattr(module, name))
    for path in without:
        _take_away(path)
    offered.__path__ = []  # nothing more can be imported ...
    sys.meta_path.insert(0, _NothingMore)  # ... nor by the finder of pip install -e
    for module in list(sys.modules.values()):
        if _is_ours(module) and module is not offered:
            # A printed traceback would otherwise read the file, which is refused.
            linecache.cache[module.__file__] = (0, None, [], module.__file__)


def _take_away(path: str) -> None:
    """Take away what a path names, under whatever name a module has it."""
    home, _, inside = path.partition(':')
    owner = importlib.import_module(f'micrograd.{home}')
    if not inside:
        for name in [*owner.__all__]:
            _take_away(f'{home}:{name}')
        return
    *attributes, last = inside.split('.')
    for attribute in attributes:
        owner = getattr(owner, attribute)
    gone = getattr(owner, last)
    delattr(owner, last)
    same = {id(gone), id(getattr(gone, '__wrapped__', gone))}
    for module in filter(_is_ours, list(sys.modules.values())):
        tables = [value for value in vars(module).values() if isinstance(value, dict)]
        for table in (vars(module), *tables):
            for name in [name for name in table if id(table[name]) in same]:
                del table[name]
    if last in getattr(owner, '__all__', ()):  # for `from … import *`
        owner.__all__.remove(last)


def _is_ours(module: object) -> bool:
    return getattr(module, '__name__', '').startswith('micrograd')


class _NothingMore:
    """A finder of modules that there is nothing else in the package."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> None:
        if name.startswith('micrograd.'):
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)


def _put_away(probes: list[Probe]) -> None:
    """Leave nothing of the checker where the file could use it."""
    for name in [*HELPERS]:
        if not any(name in probe.code for probe in probes):
            del HELPERS[name]
            delattr(probing, name)
    sys.path.remove(str(HERE))
    for name in ('probes', 'guard', 'watch', 'sandbox'):
        sys.modules.pop(name, None)


def _folders(private: list[str]) -> tuple[list[str], list[str]]:
    """Python's own folders, by their real paths; and what of them is not to be read."""
    real = functools.cache(os.path.realpath)
    installed = [folder for folder in sys.path if os.path.isdir(folder)]
    python = [*map(real, PYTHON)]
    ours = [os.path.join(folder, 'micrograd') for folder in installed]
    closed = [name for name in (*private, *ours) if os.path.exists(name)]
    # Some installers put packages elsewhere, and link to them.
    for folder in installed:
        for entry in os.scandir(folder):
            if entry.is_symlink():
                above, name = os.path.split(os.path.join(
                    folder, os.readlink(entry.path)))
                target = os.path.join(real(above), name)
                python.append(real(target) if os.path.islink(target) else target)
    return python, [*closed, *map(real, closed)]


def _confine(job: dict, readable: list[str], closed: list[str]) -> dict[str, str]:
    """Put up the kernel's wall, on Linux; return what is in force."""
    if sys.platform != 'linux':
        return {}
    try:
        from sandbox import confine
    except ImportError:  # a Python without ctypes
        return {}
    return confine(job['path'], readable, closed)


def _limit(seconds: float, megabytes: int, channel: io.TextIOBase) -> None:
    """Limits of the system; memory is watched: by process.py on Linux, here on macOS.

    On Windows there are none.
    """
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # asyncio would put up its own
    if resource is None:
        return
    most = int(seconds) + 5  # should nobody be there any more to stop it
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (DISK, DISK))
    resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN, OPEN))
    if sys.platform == 'linux':
        size = RESERVED * megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        with contextlib.suppress(OSError):  # the first to go, should memory run short
            Path('/proc/self/oom_score_adj').write_text('1000')
        return
    threading.Thread(
        target=_watch_memory, args=(megabytes, channel), daemon=True
    ).start()


def _watch_memory(megabytes: int, channel: io.TextIOBase) -> None:
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < megabytes << 20:
        time.sleep(0.02)
    channel.write(json.dumps(['memory', None]) + '\n')
    channel.flush()
    faulthandler.dump_traceback(channel)
    os._exit(1)


def _compiled(source: bytes, path: str) -> types.CodeType:
    try:
        return compile(source, path, 'exec', dont_inherit=True)
    except (MemoryError, RecursionError):  # of the parser, whatever memory there is
        raise SyntaxError('something is nested too deeply') from None


def _names(names: dict) -> dict:
    """The names that a file defines, and the methods of its classes."""
    return {
        name: type.__dir__(value) if issubclass(type(value), type) else None
        for name, value in names.items()
        if isinstance(name, str) and not name.startswith('__') and name not in HELPERS
    }


if __name__ == '__main__':
    main()

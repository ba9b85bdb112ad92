"""The process in which a student's file runs: its limits, and what it may touch.

Started by process.py as a script of its own. It reads a job (JSON) from standard
input and writes what is seen, a line for each probe, to a copy of standard output
that the student's prints do not reach. It never learns what is right: whoever
takes it over has still to find the numbers that the exercise asks for.

What this keeps off: accidents, and a student who tries. What it does not: somebody
who knows CPython's inside out. See lessons/autograding/README.md.
"""

from __future__ import annotations

import builtins
import faulthandler
import importlib
import io
import json
import os
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

from probes import HELPERS, Probe, fault_of, run_probes, scope_of  # noqa: E402

sys.path.remove(str(HERE))

PRINTED = 20_000  # characters: more is a flood
FORBIDDEN = (  # events of sys.addaudithook
    'os.system os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile '
    'os.kill os.killpg os.chmod os.chown os.link os.symlink os.truncate os.mkdir '
    'os.remove os.rename os.rmdir os.utime os.chdir os.chroot subprocess.Popen '
    'pty.spawn signal.pthread_kill ctypes.dlopen ctypes.dlsym shutil.rmtree '
    'shutil.move socket.__new__ socket.getaddrinfo sys.addaudithook'
).split()
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC


class FloodError(RuntimeError):
    """The file prints more than anybody could read."""


class RefusedError(PermissionError):
    """The file touches what an exercise has no business with."""


class Printed(io.TextIOBase):
    """Keeps what is printed, and stops a flood."""

    def __init__(self):
        self.pieces, self.size = [], 0

    def write(self, text: str) -> int:
        self.size += len(text)
        if self.size > PRINTED:
            raise FloodError(f'more than {PRINTED} characters printed')
        self.pieces.append(text)
        return len(text)


def main() -> None:
    """Do the job; end the process whatever threads the student has left."""
    job = json.load(sys.stdin)
    channel = _private_output()
    # Whoever loops, or crashes the interpreter, is told the line.
    faulthandler.enable(channel)
    faulthandler.dump_traceback_later(job['seconds'], exit=True, file=channel)
    printed = sys.stdout = sys.stderr = Printed()
    sys.stdin = io.StringIO()
    sys.dont_write_bytecode = True

    def send(kind: str, content) -> None:
        channel.write(json.dumps([kind, content]) + '\n')
        channel.flush()

    _offer(job['uses'], job['without'], Path(job['package']))
    for name in job['packages']:  # now, since they touch what will be closed
        importlib.import_module(name)
    probes = [Probe(**fields) for fields in job['probes']]
    source = Path(job['path']).read_bytes()
    _limit_memory(job['megabytes'], channel)
    pristine = dict(vars(builtins))
    refused = _guard(job['path'], job['private'])

    module = types.ModuleType('exercise')
    module.__file__ = job['path']
    sys.modules['exercise'] = module  # dataclasses look their module up
    try:
        exec(compile(source, job['path'], 'exec', dont_inherit=True), vars(module))
    except BaseException as error:  # SystemExit too
        send('broken', fault_of(error, job['path']))
    else:
        names = scope_of(vars(module), pristine)
        send('names', _names(names))
        for seen in run_probes(probes, names, job['path']):
            send('seen', seen)
    send('end', {'printed': ''.join(printed.pieces), 'refused': refused})
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

    uses: the module of each name. without: 'engine.Value.softplus' and the like
    are taken away, since the student is to write them.
    """
    offered = types.ModuleType('micrograd')
    offered.__path__ = [str(package)]
    sys.modules['micrograd'] = offered
    for name, home in uses.items():
        module = importlib.import_module(f'micrograd.{home}')
        setattr(offered, name, getattr(module, name))
    for path in without:
        home, *attributes, last = path.split('.')
        owner = importlib.import_module(f'micrograd.{home}')
        for attribute in attributes:
            owner = getattr(owner, attribute)
        delattr(owner, last)
        if last in getattr(owner, '__all__', ()):  # for `from … import *`
            owner.__all__.remove(last)
    offered.__path__ = []  # nothing more can be imported


def _limit_memory(megabytes: int, channel: io.TextIOBase) -> None:
    """Linux refuses what is above the limit; macOS is watched; Windows has none."""
    if sys.platform == 'linux':
        size = megabytes << 20
        resource.setrlimit(resource.RLIMIT_AS, (size, size))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    elif resource is not None:
        watch = threading.Thread(
            target=_watch_memory, args=(megabytes, channel), daemon=True
        )
        watch.start()


def _watch_memory(megabytes: int, channel: io.TextIOBase) -> None:
    while resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < megabytes << 20:
        time.sleep(0.02)
    channel.write(json.dumps(['memory', None]) + '\n')
    channel.flush()
    faulthandler.dump_traceback(channel)
    os._exit(1)


def _guard(path: str, private: list[str]) -> list[dict]:
    """Refuse to touch what is not the exercise's; list what was tried, and where.

    A file may read Python's own files and do as it likes in the current folder,
    which is empty and thrown away. The hook asks methods of str alone, since
    whatever else it would call, the file could have replaced.
    """
    here = (os.getcwd() + os.sep, os.devnull)
    python = (sys.prefix, sys.base_prefix, os.path.dirname(os.__file__))
    readable = tuple(f(folder) + os.sep for folder in python
                     for f in (os.path.abspath, os.path.realpath))
    closed = tuple(f(folder) + os.sep for folder in private
                   for f in (os.path.abspath, os.path.realpath))
    forbidden, refused = frozenset(FORBIDDEN), []
    starts, has, get_frame = str.startswith, str.__contains__, sys._getframe

    def may_open(file, flags) -> bool:
        if type(file) is bytes:
            file = file.decode('utf-8', 'surrogateescape')
        if type(file) is not str or has(file, '..'):
            return type(file) is int
        is_absolute = starts(file, '/') or has(file, ':') or starts(file, '\\')
        if not is_absolute or starts(file, here):
            return True
        if flags and flags & WRITING:
            return False
        return file == path or starts(file, readable) and not starts(file, closed)

    def hook(event, args) -> None:
        if event == 'open' and may_open(args[0], args[2]) or event not in watched:
            return
        target = str(args[0])[:200] if args else ''
        frame = get_frame(1)
        while frame is not None and frame.f_code.co_filename != path:
            frame = frame.f_back
        line = frame.f_lineno if frame else None
        refused.append({'event': event, 'target': target, 'line': line})
        raise RefusedError(f'{event}: {target}')

    watched = forbidden | {'open'}
    sys.addaudithook(hook)
    return refused


def _names(names: dict) -> dict:
    """The names that a file defines, and the methods of its classes."""
    return {
        name: dir(value) if isinstance(value, type) else None
        for name, value in names.items()
        if isinstance(name, str) and not name.startswith('__') and name not in HELPERS
    }


if __name__ == '__main__':
    main()

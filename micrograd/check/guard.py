"""What a student's file may touch: it reads Python's own files, and its folder.

Python tells a hook what a program is about to do (sys.addaudithook). The first thing
that an exercise has no business with ends the process there and then: an exception
could be caught, and its traceback leads back to the variables of the hook.

What this keeps off, and what not, stands in lessons/autograding/README.md. This file
imports nothing from the package: a student's program runs beside it.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FORBIDDEN = (  # events
    'os.system os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile '
    'os.kill os.killpg os.chmod os.chown os.chflags os.link os.symlink os.truncate '
    'os.mkdir os.remove os.rename os.rmdir os.utime os.chdir os.setxattr '
    'os.removexattr subprocess.Popen pty.spawn signal.pthread_kill shutil.rmtree '
    'shutil.move socket.__new__ socket.getaddrinfo builtins.breakpoint '
    'winreg.CreateKey winreg.DeleteKey winreg.DeleteValue winreg.LoadKey '
    'winreg.SaveKey winreg.SetValue '
    # into the checker's own frames and objects
    'gc.get_objects gc.get_referrers gc.get_referents sys._current_frames '
    'sys._current_exceptions sys.addaudithook sys.remote_exec'
).split()
FAMILIES = ('ctypes.', 'resource.', 'sqlite3.', 'syslog.', '_winapi.')

# What acts on the system without an event. The functions get one.
SILENT_FUNCTIONS = (
    'fork_exec _fork_exec pidfd_open pidfd_send_signal mkfifo mknod setpriority '
    'sched_setaffinity sched_setparam sched_setscheduler setns unshare chroot'
).split()
HOMES = 'posix nt _signal _posixsubprocess'.split()  # to be loaded once
COPIES = 'os signal subprocess'.split()  # have the functions, too
SILENT_MODULES = (  # interpreters without the hook; files read and written in C
    '_xxsubinterpreters _interpreters _testcapi _testinternalcapi _remote_debugging '
    '_tkinter readline _dbm _gdbm _posixshmem'
).split()


def guard(path: str, private: Sequence[str], results: int) -> None:
    """Let the file at a path touch nothing that is not the exercise's.

    private: folders that are not to be read. results: the descriptor to which it is
    written what was refused, before the process ends.
    """
    python = [sys.prefix, sys.base_prefix, os.path.dirname(os.__file__)]
    installed = [os.path.join(folder, 'micrograd') for folder in sys.path]
    events = _close_silent_ways()
    sys.addaudithook(_hook(
        path, (os.getcwd() + os.sep, os.devnull), _both_ways(python),
        _both_ways([*private, *installed]), frozenset([*FORBIDDEN, *events]), results,
    ))


def _both_ways(folders: Sequence[str]) -> tuple[str, ...]:
    """The beginnings of the paths of all that is in these folders, links or not."""
    return tuple(name(folder) + os.sep for folder in folders
                 for name in (os.path.abspath, os.path.realpath))


def _close_silent_ways() -> list[str]:
    """Close the silent modules, give the functions an event; return these events."""
    with contextlib.suppress(ImportError):  # not there on Windows
        importlib.import_module('_posixsubprocess')
    for name in SILENT_MODULES:
        sys.modules[name] = None  # says Python: there is no such module
    for module in filter(None, map(sys.modules.get, [*HOMES, *COPIES])):
        for name in SILENT_FUNCTIONS:
            if hasattr(module, name):
                setattr(module, name, _announce(f'os.{name}'))
    return [f'os.{name}' for name in SILENT_FUNCTIONS]


def _announce(event: str) -> Callable[..., None]:
    return lambda *args, **more: sys.audit(event)


def _hook(
    path: str, own: tuple[str, ...], readable: tuple[str, ...],
    closed: tuple[str, ...], forbidden: frozenset[str], results: int,
) -> Callable[[str, tuple], None]:
    """The hook. All that it uses are its own, constant, arguments.

    The file could replace what the hook looks up elsewhere, even `type`, and could
    change the cells of a closure.
    """
    silent = frozenset([*SILENT_MODULES, *HOMES])

    def hook(
        event, args, *, path=path, own=own, readable=readable, closed=closed,
        forbidden=forbidden, families=FAMILIES, silent=silent, writing=WRITING,
        results=results, modules=sys.modules, get=dict.get, kind=type, number=int,
        text=str, binary=bytes, get_frame=sys._getframe, write=os.write,
        leave=os._exit, quote=json.encoder.encode_basestring_ascii,
    ):
        target = args[0] if args else ''
        if kind(target) is binary:
            target = target.decode('utf-8', 'surrogateescape')
        if event == 'open':
            if kind(target) is number:
                return
            if kind(target) is text and '..' not in target:
                absolute = target.startswith(('/', '\\')) or ':' in target
                if not absolute or target.startswith(own):
                    return
                to_write = args[2] and args[2] & writing
                python = target.startswith(readable) and not target.startswith(closed)
                if not to_write and (python or target == path):
                    return
        elif event == 'import':
            last = target.rpartition('.')[2] if kind(target) is text else ''
            if last and last not in silent:
                return
            by_name = last and args[1] is None  # else from a file
            if by_name and (target != last or get(modules, last, 0) is None):
                return
        elif event not in forbidden and not event.startswith(families):
            return
        frame = get_frame(1)
        while frame is not None and frame.f_code.co_filename != path:
            frame = frame.f_back
        line = 'null' if frame is None else frame.f_lineno
        target = quote(target[:200]) if kind(target) is text else '""'
        told = f'{{"event": {quote(event)}, "target": {target}, "line": {line}}}'
        write(results, f'\n["refused", {told}]\n'.encode())
        leave(1)

    return hook

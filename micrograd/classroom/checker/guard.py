"""What a student's file may touch: it reads Python's own files, and its folder.

Python tells a hook what a program is about to do (sys.addaudithook). The first thing
that an exercise has no business with ends the process there and then: an exception
could be caught, and its traceback leads back to the variables of the hook. On Linux the
kernel's wall stands in front (sandbox.py); this one names what was tried, and its line.

What this keeps off, and what not, stands in lessons/autograding/README.md. This file
imports nothing from the package: a student's program runs beside it.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import sys
from collections.abc import Callable, Sequence

WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
FOLDER, KIND = 0o040000, 0o170000  # in the mode of a file: is it a folder?
CHANGING = frozenset(
    'os.mkdir os.rmdir os.remove os.rename os.utime os.chmod'.split())
FORBIDDEN = (  # events
    'os.system os.exec os.fork os.forkpty os.posix_spawn os.spawn os.startfile '
    'os.kill os.killpg os.chown os.chflags os.link os.symlink os.truncate '
    'os.chdir os.setxattr os.removexattr subprocess.Popen pty.spawn '
    'signal.pthread_kill fcntl.ioctl builtins.breakpoint '
    'winreg.CreateKey winreg.DeleteKey winreg.DeleteValue winreg.LoadKey '
    'winreg.SaveKey winreg.SetValue '
    # into the checker's own frames and objects
    'gc.get_objects gc.get_referrers gc.get_referents sys._current_frames '
    'sys._current_exceptions sys.addaudithook sys.remote_exec'
).split()
FAMILIES = ('ctypes.', 'resource.', 'socket.', 'sqlite3.', 'syslog.', '_winapi.')

# What acts on the system without an event. The functions get one.
SILENT_FUNCTIONS = (
    'fork_exec _fork_exec pidfd_open pidfd_send_signal mkfifo mknod setpriority '
    'sched_setaffinity sched_setparam sched_setscheduler setns unshare chroot '
    'memfd_create openpty posix_openpt login_tty sync '
    # a handler could change the variables of the hook while it runs (Python 3.13)
    'signal setitimer alarm set_wakeup_fd siginterrupt '
    'create_builtin'  # would make the functions above anew
).split()
HOMES = 'posix nt _signal _posixsubprocess _imp'.split()  # to be loaded once
COPIES = 'os signal subprocess'.split()  # have the functions, too
SILENT_MODULES = (  # interpreters without the hook; files read and written in C
    '_xxsubinterpreters _interpreters _testcapi _testinternalcapi _testlimitedcapi '
    '_testexternalinspection _remote_debugging '
    '_tkinter readline _dbm _gdbm _msi _ssl _ctypes ctypes _posixshmem _multiprocessing'
).split()


def guard(
    path: str, readable: Sequence[str], closed: Sequence[str], results: int
) -> None:
    """Let the file at a path touch nothing that is not the exercise's.

    readable: folders of which the files may be read; closed: of these, what may not.
    results: the descriptor to which it is written what was refused, before the process
    ends.
    """
    _load_builtin_modules()
    events = _close_silent_ways()
    if sys.version_info >= (3, 13):  # what it calls could reach into the hook, too
        gc.disable()
        gc.enable = lambda: None
    sys.addaudithook(_hook(
        path, os.getcwd() + os.sep, tuple(name + os.sep for name in readable),
        tuple(name + os.sep for name in closed), frozenset([*FORBIDDEN, *events]),
        results,
    ))


def _load_builtin_modules() -> None:
    """Load all that Python has built in: later, nothing of it is made anew."""
    for name in {*sys.builtin_module_names, '_posixsubprocess'} - {*SILENT_MODULES}:
        with contextlib.suppress(ImportError):  # not there on Windows
            importlib.import_module(name)


def _close_silent_ways() -> list[str]:
    """Close the silent modules, give the functions an event; return these events."""
    for name in SILENT_MODULES:
        sys.modules[name] = None  # says Python: there is no such module
    events = []
    for module in filter(None, map(sys.modules.get, [*HOMES, *COPIES])):
        for name in SILENT_FUNCTIONS:
            if callable(getattr(module, name, None)):
                events.append(f'{module.__name__}.{name}')
                setattr(module, name, _announce(events[-1]))
    return events


def _announce(event: str) -> Callable[..., None]:
    return lambda *args, **more: sys.audit(event)


def _hook(
    path: str, own: str, readable: tuple[str, ...],
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
        changing=CHANGING, nothing=os.devnull, end=os.sep, stat=os.stat,
        folder=FOLDER, sort=KIND, results=results, modules=sys.modules, get=dict.get,
        kind=type, number=int, text=str, binary=bytes, get_frame=sys._getframe,
        write=os.write, leave=os._exit, quote=json.encoder.encode_basestring_ascii,
    ):
        target = args[0] if args else ''
        if event == 'open' and kind(target) is number:
            return
        if event == 'open' or event in changing:
            for target in args[:2] if event == 'os.rename' else args[:1]:
                if kind(target) is binary:
                    target = target.decode('utf-8', 'surrogateescape')
                if kind(target) is not text or '..' in target:
                    break
                # Beside a descriptor, too, since none of a folder elsewhere is given.
                relative = not target.startswith(('/', '\\')) and ':' not in target
                if relative or f'{target}{end}'.startswith(own):
                    continue
                if event != 'open':
                    break
                python = target.startswith(readable) and not target.startswith(closed)
                if target != nothing and (
                    not python and target != path or args[2] and args[2] & writing
                    or args[1] is None and stat(target).st_mode & sort == folder
                ):
                    break
            else:
                return
        elif event == 'import':
            last = target.rpartition('.')[2] if kind(target) is text else ''
            file = args[1]  # of a compiled module
            if last in silent:
                if file is None and (target != last or get(modules, last, 0) is None):
                    return  # there is no such module, it will be told
            elif last and (file is None or kind(file) is text and '..' not in file
                           and file.startswith(readable)
                           and not file.startswith(closed)):
                return
        elif event == 'socket.__new__':
            if args[1] == 1:  # a pair of sockets within a system, as asyncio has
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

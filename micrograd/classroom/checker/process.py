"""Runs a student's file in a process of its own, with limits, and reads what is seen.

The file may hang, crash, print without end or call sys.exit: all of it comes back as
a Report. The process itself is child.py, what it may touch is in sandbox.py and in
guard.py, what it takes is seen by watch.py; what all this keeps off, and what not,
stands in lessons/autograding/README.md.
"""

from __future__ import annotations

import contextlib
import functools
import json
import marshal
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import IO, Any

from micrograd.classroom.checker.probes import (
    LONGEST,
    Probe,
    compiled,
    is_fault,
    plain,
)
from micrograd.classroom.checker.watch import EVERY, look, remove
from micrograd.classroom.shelf import LESSONS

PACKAGE = Path(__file__).resolve().parents[2]
CHILD = Path(__file__).with_name('child.py')
WALLS = ('kernel', 'hook')  # around a file; a test may leave one of them out
CONFINED = {'files', 'network'}  # of what sandbox.confine() tells
MOST = 4_000_000  # bytes of results; a fair report has some ten thousand
MOST_LINES = 10_000  # of them
MOST_NAMES = 5000  # of a file, methods and all
NO_SANDBOX = 'the kernel of this computer does not confine what runs'
SIGKILL = 9  # not ours: of the system, short of memory, or of the file itself
# What a line that the child has not written can raise while it is read.
FORGED = (ValueError, TypeError, KeyError, AttributeError, OverflowError,
          RecursionError)
# What touches more than a file may, and so is imported before the file runs.
HEAVY = {'numpy': 'numpy', 'matplotlib': 'matplotlib.pyplot'}


@dataclass(frozen=True)
class Limits:
    """What a file may use: seconds of time, megabytes of memory.

    Memory is watched on Linux and macOS; on Windows there is no limit but the time.
    sandbox: do not run a file at all where the kernel does not confine it.
    """

    seconds: float = 5.0
    megabytes: int = 1024
    sandbox: bool = False


USUAL = Limits()


@dataclass
class Report:
    """What was seen of a file.

    ended: 'end' if all was seen; else 'time', 'memory', 'excess' (of threads or of
    files), 'crash' (the interpreter itself failed), 'exit' (the file ended the process)
    or 'flood' (of results).
    broken: the fault, if the file as a whole could not run. seen: what each probe
    shows, as run_probes() tells. names: what the file defines, with the methods of
    its classes. refused: what it tried to touch, which ended it. line: where it stood
    when it ended too early. probe: the name of the probe that ran then. kernel: what
    the kernel confined, as sandbox.confine() tells; None if it was not told.
    """

    ended: str = 'exit'
    broken: dict[str, Any] | None = None
    seen: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, list[str] | None] = field(default_factory=dict)
    refused: dict[str, Any] | None = None
    printed: str = ''
    line: int | None = None
    probe: str | None = None
    kernel: dict[str, str] | None = None


def observe(
    path: str | Path,
    probes: Sequence[Probe],
    *,
    uses: dict[str, str],
    without: Sequence[str] = (),
    limits: Limits = USUAL,
) -> Report:
    """Run the probes on the file at a path, in a process of its own.

    uses: the names of micrograd that the file may import, each with its module.
    without: what is taken away from them, as 'functions:Functions.softplus'.

    Raises:
        OSError: if no process can be started.
    """
    path = Path(path).resolve()
    texts = [path.read_text('utf-8', 'replace'), *(probe.code for probe in probes)]
    imports = '\n'.join(
        line for text in texts for line in text.splitlines() if 'import' in line)
    job = {
        'path': str(path), 'probes': [tuple(probe) for probe in probes],
        'code': _code_of(probes),
        'uses': uses, 'without': list(without), 'package': str(PACKAGE),
        'private': [str(PACKAGE), str(LESSONS)],
        'packages': [HEAVY[name] for name in HEAVY if name in imports],
        'seconds': limits.seconds, 'megabytes': limits.megabytes, 'walls': WALLS,
        'needs': [*CONFINED] if limits.sandbox else [],
    }
    with _folder() as empty:
        output, code = _run(marshal.dumps(job), empty, limits)
    report = _read(output, code, str(path), [probe.name for probe in probes])
    if limits.sandbox and not is_confined(report.kernel):
        raise OSError(NO_SANDBOX)
    return report


def _code_of(probes: Sequence[Probe]) -> dict[tuple[str, str], CodeType]:
    texts = {(probe.code, 'exec') for probe in probes}
    texts |= {(expression, 'eval') for probe in probes for expression in probe.show}
    return {text: compiled(*text) for text in texts}


def is_confined(kernel: dict[str, str] | None) -> bool:
    """Does the kernel hold all that concerns files and the network?"""
    return CONFINED.issubset(kernel or ())


@functools.cache
def kernel_wall() -> dict[str, str]:
    """What the kernel of this computer confines, as sandbox.confine() tells."""
    with _folder() as folder:
        path = Path(folder, 'nothing.py')
        path.touch()
        return observe(path, [], uses={}).kernel or {}


@contextlib.contextmanager
def _folder() -> Iterator[str]:
    """An empty folder, which goes with all that is put into it."""
    folder = os.path.realpath(tempfile.mkdtemp())
    try:
        yield folder
    finally:
        remove(folder)


def _run(job: bytes, folder: str, limits: Limits) -> tuple[str, int | str]:
    """Run child.py in a folder; return its output, and its exit code or why it ended.

    Why: 'time', 'flood', or what look() says.
    """
    keep = {'PATH', 'SYSTEMROOT', 'LD_LIBRARY_PATH'}
    environment = {name: os.environ[name] for name in keep & set(os.environ)}
    environment |= {'OPENBLAS_NUM_THREADS': '1', 'OMP_NUM_THREADS': '1',
                    'MPLBACKEND': 'agg'}
    environment |= dict.fromkeys(
        ['MPLCONFIGDIR', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP'], folder)
    end = time.monotonic() + limits.seconds + 2
    child = subprocess.Popen(
        [sys.executable, '-I', '-X', 'utf8', str(CHILD)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        cwd=folder, env=environment, start_new_session=True,
    )
    pieces: list[bytes] = []
    # In threads, so that nobody who holds a pipe open can hold us up.
    threading.Thread(target=_give, args=(child.stdin, job), daemon=True).start()
    reader = threading.Thread(target=_collect, args=(child.stdout, pieces), daemon=True)
    reader.start()
    try:
        code = _wait(child, reader, folder, end, limits.megabytes)
    finally:
        _kill(child)
        with contextlib.suppress(subprocess.TimeoutExpired):
            child.wait(1)
        reader.join(1)
        if not reader.is_alive():
            child.stdout.close()
    output = b''.join(pieces)
    if len(output) >= MOST or output.count(b'\n') > MOST_LINES:
        return '', 'flood'
    return output.decode('utf-8', 'replace'), code


def _wait(
    child: subprocess.Popen, reader: threading.Thread, folder: str, end: float,
    megabytes: int,
) -> int | str:
    """Wait for a child to end, and look at what it takes meanwhile.

    Return its exit code, or why it is not to be waited for any longer.
    """
    while time.monotonic() < end:
        reader.join(EVERY)
        if not reader.is_alive():
            with contextlib.suppress(subprocess.TimeoutExpired):
                return child.wait(EVERY)
        if why := look(child.pid, folder, megabytes):
            child.send_signal(signal.SIGABRT)  # faulthandler tells where it stands
            with contextlib.suppress(subprocess.TimeoutExpired):
                child.wait(0.2)
            return why
    return 'time'


def _give(stream: IO[bytes], job: bytes) -> None:
    """Write the job, which may be more than a pipe holds."""
    with contextlib.suppress(BrokenPipeError), stream:  # it failed before it read it
        stream.write(job)


def _collect(stream: IO[bytes], pieces: list[bytes]) -> None:
    """Read a stream to its end, or up to what is a flood."""
    size = 0
    while size < MOST and (piece := stream.read1(1 << 16)):
        pieces.append(piece)
        size += len(piece)


def _kill(child: subprocess.Popen) -> None:
    """Kill the child, and on a POSIX system whatever it has started."""
    if hasattr(os, 'killpg'):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, SIGKILL)
    elif child.poll() is None:
        child.kill()


def _read(
    output: str, code: int | str | None, path: str, probes: list[str]
) -> Report:
    """Make a report of what the child has written."""
    report = Report()
    rest = []
    for line in output.split('\n'):
        try:
            kind, content = json.loads(line)
            _take(report, kind, content)
        except FORGED:
            rest.append(line)
    report.probe = next((name for name in probes if name not in report.seen), None)
    if report.ended == 'end' and (report.broken or report.probe is None):
        return report
    if report.ended == 'end':  # said by somebody else
        report.ended = 'exit'
    trace = '\n'.join(rest)  # faulthandler's, the innermost call first
    name = path.encode('ascii', 'backslashreplace').decode()  # as it writes it
    where = re.search(rf'File "{re.escape(name)}", line (\d+)', trace)
    report.line = int(where[1]) if where else None
    if report.ended == 'memory':
        return report
    died = isinstance(code, int) and code < 0 and code != -SIGKILL
    if isinstance(code, str):
        report.ended = code
    elif 'Timeout (' in trace:
        report.ended = 'time'
    elif 'Fatal Python error' in trace or 'Windows fatal' in trace or died:
        report.ended = 'crash'
    return report


def _take(report: Report, kind: str, content: Any) -> None:
    """Put a line of the child's into the report; it may be forged, so look closely.

    Raises:
        one of FORGED: if it is not what the child writes.
    """
    if kind == 'kernel':
        if report.kernel is None:  # told before the file runs; later it would be forged
            report.kernel = {_text(what): _text(by) for what, by in content.items()}
    elif kind == 'broken':
        report.broken = _fault(content)
    elif kind == 'names':
        if sum(1 + len(methods or ()) for methods in content.values()) > MOST_NAMES:
            raise ValueError('more names than anybody writes')
        report.names = {
            _text(name): methods and [_text(method) for method in methods]
            for name, methods in content.items()
        }
    elif kind == 'seen':
        name, seen = content
        report.seen[_text(name)] = {
            _text(key): _fault(value) if is_fault(value) else plain(value)
            for key, value in seen.items()
        }
    elif kind == 'refused':
        report.refused = {
            'event': _text(content['event']), 'target': _text(content['target']),
            'line': _line(content),
        }
    elif kind == 'memory':
        report.ended = 'memory'
    elif kind == 'end':
        report.printed = str.__str__(content)
        report.ended = 'end'
    else:
        raise ValueError(kind)


def _text(told: Any) -> str:
    if not isinstance(told, str):
        raise TypeError('not a text')
    return told[:LONGEST]


def _fault(told: dict[str, Any]) -> dict[str, Any]:
    return {
        'error': _text(told['error']), 'message': _text(told['message']),
        'line': _line(told),
    }


def _line(told: dict[str, Any]) -> int | None:
    return None if told['line'] is None else int(told['line'])

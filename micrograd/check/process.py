"""Runs a student's file in a process of its own, with limits, and reads what is seen.

The file may hang, crash, print without end or call sys.exit: all of it comes back as
a Report. The process itself is child.py; what the limits keep off stands there.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from micrograd.check.probes import Probe, is_fault

PACKAGE = Path(__file__).resolve().parents[1]
LESSONS = PACKAGE.parent / 'lessons'
MOST = 4_000_000  # bytes of results; a fair report has some ten thousand
HEAVY = {'numpy': 'numpy', 'matplotlib': 'matplotlib.pyplot'}


@dataclass(frozen=True)
class Limits:
    """What a file may use: seconds of time, megabytes of memory.

    Memory is limited by the system on Linux and watched on macOS; on Windows there
    is no limit but the time.
    """

    seconds: float = 5.0
    megabytes: int = 1024


USUAL = Limits()


@dataclass
class Report:
    """What was seen of a file.

    ended: 'end' if all was seen; else 'time', 'memory', 'crash' (the interpreter
    itself failed), 'exit' (the file ended the process) or 'flood' (of results).
    broken: the fault, if the file as a whole could not run. seen: what each probe
    shows, as run_probes() tells. names: what the file defines, with the methods of
    its classes. refused: what it tried to touch. line: where it stood when it ended
    too early. probe: the name of the probe that ran then.
    """

    ended: str = 'exit'
    broken: dict[str, Any] | None = None
    seen: dict[str, dict[str, Any]] = field(default_factory=dict)
    names: dict[str, list[str] | None] = field(default_factory=dict)
    refused: list[dict[str, Any]] = field(default_factory=list)
    printed: str = ''
    line: int | None = None
    probe: str | None = None


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
    without: what is taken away from them, as 'engine.Value.softplus'.

    Raises:
        OSError: if no process can be started.
    """
    path = Path(path).resolve()
    text = '\n'.join([path.read_text('utf-8', 'replace'), *(p.code for p in probes)])
    job = {
        'path': str(path), 'probes': [asdict(probe) for probe in probes],
        'uses': uses, 'without': list(without), 'package': str(PACKAGE),
        'private': [str(PACKAGE), str(LESSONS)],
        'packages': [HEAVY[name] for name in HEAVY
                     if re.search(rf'^\s*(import|from)\s+{name}\b', text, re.M)],
        'seconds': limits.seconds, 'megabytes': limits.megabytes,
    }  # fmt: skip
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
        output, code = _run(json.dumps(job), empty, limits.seconds + 2)
    return _read(output, code, str(path), [probe.name for probe in probes])


def _run(job: str, folder: str, seconds: float) -> tuple[str, int | None]:
    """Run child.py in a folder; return its output and exit code, None if killed."""
    keep = {'PATH', 'SYSTEMROOT', 'TMPDIR', 'TEMP', 'TMP', 'LD_LIBRARY_PATH'}
    environment = {name: os.environ[name] for name in keep & set(os.environ)}
    environment |= {'OPENBLAS_NUM_THREADS': '1', 'MPLBACKEND': 'agg',
                    'MPLCONFIGDIR': folder}  # fmt: skip
    child = subprocess.Popen(
        [sys.executable, '-I', '-X', 'utf8', str(PACKAGE / 'check' / 'child.py')],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        cwd=folder, env=environment, start_new_session=True,
    )  # fmt: skip
    late = threading.Timer(seconds, _kill, [child])
    late.start()
    try:
        child.stdin.write(job.encode())
        child.stdin.close()
        output = child.stdout.read(MOST)
        flooded = len(output) == MOST
        if flooded:
            _kill(child)
        code = child.wait()
    except BrokenPipeError:  # the child failed before it had read its job
        output, code, flooded = child.stdout.read(MOST), child.wait(), False
    finally:
        late.cancel()
        _kill(child)
        child.stdout.close()
    return output.decode('utf-8', 'replace'), None if flooded else code


def _kill(child: subprocess.Popen) -> None:
    """Kill the child, and on a POSIX system whatever it has started."""
    if hasattr(os, 'killpg'):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
    elif child.poll() is None:
        child.kill()


def _read(output: str, code: int | None, path: str, probes: list[str]) -> Report:
    """Make a report of what the child has written."""
    report = Report()
    rest = []
    for line in output.split('\n'):
        try:
            kind, content = json.loads(line)
            _take(report, kind, content)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            rest.append(line)
    report.probe = next((name for name in probes if name not in report.seen), None)
    if report.ended == 'end' and (report.broken or report.probe is None):
        return report
    if report.ended == 'end':  # said by somebody else
        report.ended = 'exit'
    trace = '\n'.join(rest)  # faulthandler's, the innermost call first
    where = re.search(rf'File "{re.escape(path)}", line (\d+)', trace)
    report.line = int(where[1]) if where else None
    if report.ended == 'memory':
        return report
    if code is None:
        report.ended = 'flood'
    elif 'Timeout (' in trace or code == -getattr(signal, 'SIGKILL', 9):
        report.ended = 'time'
    elif 'Fatal Python error' in trace or 'Windows fatal' in trace or code < 0:
        report.ended = 'crash'
    return report


def _take(report: Report, kind: str, content: Any) -> None:
    """Put a line of the child's into the report; it may be forged, so look closely.

    Raises:
        ValueError, TypeError, KeyError: if it is not what the child writes.
    """
    if kind == 'broken':
        report.broken = _fault(content)
    elif kind == 'names':
        report.names = dict(content)
    elif kind == 'seen':
        name, seen = content
        report.seen[name] = {
            str(key): _fault(value) if is_fault(value) else value
            for key, value in seen.items()
        }
    elif kind == 'memory':
        report.ended = 'memory'
    elif kind == 'end':
        report.printed = str(content['printed'])
        report.refused = [
            {'event': str(r['event']), 'target': str(r['target']), 'line': _line(r)}
            for r in content['refused']
        ]
        report.ended = 'end'
    else:
        raise ValueError(kind)


def _fault(told: dict[str, Any]) -> dict[str, Any]:
    return {
        'error': str(told['error']), 'message': str(told['message']),
        'line': _line(told),
    }  # fmt: skip


def _line(told: dict[str, Any]) -> int | None:
    return None if told['line'] is None else int(told['line'])

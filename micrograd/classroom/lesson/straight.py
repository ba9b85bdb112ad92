"""Runs all lessons straight through, several at a time, and says how it went.

Each runs in a process of its own; what it prints appears whole, in the order
of the lessons.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

from micrograd.classroom.shelf import LESSONS
from micrograd.classroom.terminal import columns

REDRAW = 0.5  # seconds between two looks at what is done


@dataclass
class Run:
    """How one lesson went: what it printed, its exit code, and its seconds."""

    path: Path
    output: str
    code: int
    seconds: float

    @property
    def fault(self) -> str:
        """Where it failed and with what error; the name alone if it just ended."""
        lines = re.findall(rf'File "{re.escape(str(self.path))}", line (\d+)',
                           self.output)
        error = self.output.rstrip().rpartition('\n')[2]
        return (f'{self.path.name}, line {lines[-1]}: {error}' if lines
                else f'{self.path.name}: exit code {self.code}')


def run_all(paths: list[Path]) -> list[Run]:
    """Run lessons on all cores; print what each prints, and its time."""
    runs = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(_run, path) for path in paths]
        try:
            for future in futures:
                _wait_for(future, paths, futures)
                run = future.result()
                runs.append(run)
                verdict = 'FAILED' if run.code else 'ran'
                print(f'=== {run.path.name}\n{run.output}=== {run.path.name} {verdict} '
                      f'in {run.seconds:.1f} s\n', flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    return runs


def _run(path: Path) -> Run:
    search = [str(LESSONS.parent), *filter(None, [os.getenv('PYTHONPATH')])]
    env = {**os.environ, 'PYTHONPATH': os.pathsep.join(search),
           'PYTHONIOENCODING': 'utf-8'}
    start = time.perf_counter()
    run = subprocess.run([sys.executable, str(path), '--no-pause'], env=env,
                         stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, encoding='utf-8', errors='replace')
    return Run(path, run.stdout, run.returncode, time.perf_counter() - start)


def _wait_for(future: Future, paths: list[Path], futures: list[Future]) -> None:
    """Wait, and keep a line at the foot of a terminal that says how far we are."""
    shown = sys.stdout.isatty()
    while wait([future], REDRAW if shown else None).not_done:
        done = sum(each.done() for each in futures)
        running = (path.stem for path, each in zip(paths, futures) if each.running())
        _foot(f'{done} of {len(paths)} done, now {", ".join(running)}')
    if shown:
        _foot('')


def _foot(text: str) -> None:
    room = columns()
    print('\r' + text[:room].ljust(room) + '\r', end='', flush=True)

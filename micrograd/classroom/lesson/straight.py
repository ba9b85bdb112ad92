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
from micrograd.common.layout import whole_line
from micrograd.languages import say

REDRAW = 0.5  # seconds between two looks at what is done


@dataclass
class Run:
    """How one lesson went: what it printed, its exit code, and its seconds."""

    path: Path
    output: str
    code: int
    seconds: float

    def fault(self) -> str:
        """Where it failed and with what error; the name alone if it just ended."""
        lines = re.findall(rf'File "{re.escape(str(self.path))}", line (\d+)',
                           self.output)
        error = self.output.rstrip().rpartition('\n')[2]
        if lines:
            return say('{name}, line {line}: {error}').format(
                name=self.path.name, line=lines[-1], error=error)
        return say('{name}: exit code {code}').format(
            name=self.path.name, code=self.code)


def run_all(paths: list[Path], lang: str) -> list[Run]:
    """Run lessons on all cores; print what each prints, and its time.

    lang: the language of what they print, too.
    """
    runs = []
    children: set[subprocess.Popen] = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        futures = [pool.submit(_run, path, lang, children) for path in paths]
        try:
            for future in futures:
                _wait_for(future, paths, futures)
                run = future.result()
                runs.append(run)
                verdict = (say('{name} FAILED in {seconds:.1f} s') if run.code
                           else say('{name} ran in {seconds:.1f} s'))
                verdict = verdict.format(name=run.path.name, seconds=run.seconds)
                print(f'=== {run.path.name}\n{run.output}=== {verdict}\n', flush=True)
        except BaseException:
            _stop(pool, futures, children)
            raise
    return runs


def _stop(
    pool: ThreadPoolExecutor, futures: list[Future], children: set[subprocess.Popen]
) -> None:
    """End all that runs, also a lesson that has begun since Ctrl-C was pressed."""
    pool.shutdown(wait=False, cancel_futures=True)
    while not all(future.done() for future in futures):
        for child in children.copy():
            child.kill()
        wait(futures, 0.05)


def _run(path: Path, lang: str, children: set[subprocess.Popen]) -> Run:
    search = [str(LESSONS.parent), *filter(None, [os.getenv('PYTHONPATH')])]
    env = {**os.environ, 'PYTHONPATH': os.pathsep.join(search),
           'PYTHONIOENCODING': 'utf-8', 'LANGUAGE': lang}
    start = time.perf_counter()
    child = subprocess.Popen(
        [sys.executable, str(path), '--no-pause'], env=env, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, encoding='utf-8',
        errors='replace')
    children.add(child)
    output, _ = child.communicate()
    children.discard(child)
    return Run(path, output, child.returncode, time.perf_counter() - start)


def _wait_for(future: Future, paths: list[Path], futures: list[Future]) -> None:
    """Wait, and keep a line at the foot of a terminal that says how far we are."""
    shown = sys.stdout.isatty()
    while wait([future], REDRAW if shown else None).not_done:
        done = sum(each.done() for each in futures)
        running = (path.stem for path, each in zip(paths, futures) if each.running())
        _foot(say('{done} of {total} done, now {running}').format(
            done=done, total=len(paths), running=', '.join(running)))
    if shown:
        _foot('')


def _foot(text: str) -> None:
    """Replace the last line of the terminal by a text, cut to its width."""
    print('\r' + whole_line(text) + '\r', end='', flush=True)

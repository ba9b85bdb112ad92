"""The checker without its second process: for programs of ours, by the thousand.

A program runs its probes here, and the verdict is that of judge(). Left out: limits on
memory, and what a file may touch.
"""

import builtins
import contextlib
import gc
import signal
import sys
import threading
import types
import warnings
from collections.abc import Iterator

from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.judge import Verdict, both_draws, decide
from micrograd.classroom.checker.probes import (
    HELPERS,
    Probe,
    fault_of,
    run_probes,
    scope_of,
)
from micrograd.classroom.checker.process import Report

SECONDS = 2.0  # of processor time; a fair program takes some hundredths
FILE = '<program>'
DEPTH = 1000  # of calls, as in a fresh Python: pytest is deep in its own


class OutOfTime(BaseException):
    """A program did not come to its end."""


def name_of(program: str, exercise: Exercise, draw: int = 0) -> str:
    """What the checker calls a program: a mistake, 'passed', 'unknown', 'broken …'."""
    return told_by(decide(exercise, program, observed(program, exercise, draw), draw))


def told_by(verdict: Verdict) -> str:
    if verdict.mistake:
        return verdict.mistake.name
    if verdict.status == 'broken':
        return f'broken {verdict.broken}'
    return 'unknown' if verdict.status == 'failed' else verdict.status


def observed(program: str, exercise: Exercise, draw: int = 0) -> Report:
    """What observe() would report of a program."""
    report, shown = Report(), exercise.draw(draw)
    with _apart(exercise.check.uses) as pristine, _fresh_heap(), _in_time() as late:
        module = types.ModuleType('exercise')
        sys.modules['exercise'] = module
        vars(module)['__builtins__'] = pristine
        try:
            exec(compile(program, FILE, 'exec', dont_inherit=True), vars(module))
        except BaseException as error:
            report.broken, report.ended = fault_of(error, FILE), 'end'
            return report
        names = scope_of(vars(module), pristine)
        report.names = {
            name: type.__dir__(value) if isinstance(value, type) else None
            for name, value in names.items()
            if not name.startswith('__') and name not in HELPERS
        }
        report.ended = 'end'
        for name, seen in run_probes(_one_by_one(exercise, program, draw), names, FILE):
            if late:
                report.ended, report.probe = 'time', name
                return report
            report.seen[name] = seen
            if name == shown[-1].name and Evidence(
                    exercise, program, shown, report).failed:
                break  # nobody asks for the second draw
    return report


def _one_by_one(exercise: Exercise, program: str, draw: int) -> Iterator[Probe]:
    """The probes of both draws, the second one drawn only when it is asked for."""
    shown = exercise.draw(draw)
    yield from shown
    yield from both_draws(exercise, program, draw)[len(shown):]


@contextlib.contextmanager
def _apart(uses: dict[str, str]) -> Iterator[dict[str, object]]:
    """Keep what a program prints, and imports, from the others; give it builtins."""
    def offered(name, globals=None, locals=None, fromlist=(), level=0):
        if name == 'micrograd':
            for wanted in fromlist or ():
                if wanted not in uses and wanted not in uses.values():
                    raise ImportError(f'cannot import name {wanted!r} from {name!r}')
        return __import__(name, globals, locals, fromlist, level)

    before, limit = sys.modules.get('exercise'), sys.getrecursionlimit()
    sys.setrecursionlimit(DEPTH + sum(1 for _ in _frames(sys._getframe())))
    try:
        with contextlib.redirect_stdout(_Nowhere()), warnings.catch_warnings():
            warnings.simplefilter('ignore')
            yield {**vars(builtins), '__import__': offered}
    finally:
        sys.setrecursionlimit(limit)
        sys.modules.pop('exercise')
        if before:
            sys.modules['exercise'] = before


def _frames(frame: types.FrameType | None) -> Iterator[types.FrameType]:
    """A call, and those inside which it stands."""
    while frame:
        yield frame
        frame = frame.f_back


class _Nowhere:
    """A file that keeps nothing."""

    def write(self, text: str) -> int:
        return len(text)

    def flush(self) -> None:
        pass


@contextlib.contextmanager
def _fresh_heap() -> Iterator[None]:
    """Let the collector look at what a program makes, not at all that pytest has."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextlib.contextmanager
def _in_time() -> Iterator[list[bool]]:
    """Interrupt what takes too long, again and again; the list tells whether it did."""
    late: list[bool] = []

    def interrupt(number, frame):
        if any(f.f_code.co_filename in (FILE, '<probe>') for f in _frames(frame)):
            late.append(True)
            raise OutOfTime

    assert threading.current_thread() is threading.main_thread()
    old = signal.signal(signal.SIGVTALRM, interrupt)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS, SECONDS / 10)
    try:
        yield late
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, old)

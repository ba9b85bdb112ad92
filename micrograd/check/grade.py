"""Grades a folder of submissions: marks, a page of feedback for each, a summary.

Each student is one task, so that any concurrent.futures executor can share the work
out: the processes of this computer, or a Dask cluster by Client.get_executor(). A task
is given the texts and returns text, so that no worker needs the teacher's disk.
"""

from __future__ import annotations

import builtins
import contextlib
import hashlib
import json
import multiprocessing
import os
import signal
import tempfile
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import asdict
from pathlib import Path

from micrograd.check.exercise import Exercise, exercises
from micrograd.check.feedback import as_markdown, blocks, escaped, printable
from micrograd.check.judge import Verdict, judge
from micrograd.check.marks import Mark, Result, write_marks
from micrograd.check.process import PACKAGE, Limits
from micrograd.check.submissions import Submission, read_submissions
from micrograd.check.summary import write_summary
from micrograd.check.texts import say
from micrograd.files import write_whole
from micrograd.progress import Progress

LIMITS = Limits(seconds=10)  # a loaded computer is slow
LONGEST_NAME = 200  # bytes; of the usual 255 for a file


def grade(
    folder: str | Path,
    out: str | Path,
    *,
    names: Sequence[str] | None = None,
    executor: Executor | None = None,
    lang: str = 'en',
    limits: Limits = LIMITS,
    progress: bool = True,
) -> list[Result]:
    """Grade the submissions in a folder; write marks and feedback to the folder out.

    names: of the exercises, by default all. executor: where the tasks run, by default
    a process for each core. What was graded before is taken from out/results, unless
    the student's files or the exercises have changed: an interrupted run goes on.

    Raises:
        FileNotFoundError: no submissions, or no exercises.
        KeyError: no exercise of such a name.
    """
    known = exercises()
    chosen = [known[name] for name in names or known]
    out = Path(out)
    submissions = [submission for submission in read_submissions(folder, chosen)
                   if Path(folder, submission.student).resolve() != out.resolve()]
    store = out / 'results'
    store.mkdir(parents=True, exist_ok=True)
    state = _state_of_checker(chosen, lang, limits)
    stamps = {s.student: _stamp(s, state) for s in submissions}
    done = {s.student: r for s in submissions if (r := _load(store, stamps, s))}
    todo = [s for s in submissions if s.student not in done]
    with Progress(len(todo), shown=progress and bool(todo)) as bar:
        for count, result in enumerate(_run(todo, chosen, lang, limits, executor), 1):
            if result.marks:  # else its task was lost, and is to be tried again
                _save(store, stamps[result.student], result)
            done[result.student] = result
            bar.line(count, f'{count} of {len(todo)} graded')
    results = [done[s.student] for s in submissions]
    write_marks(out / 'marks.csv', results, chosen)
    for result in results:
        page = out / 'feedback' / f'{_file_name(result.student)}.md'
        write_whole(page, _page(result, chosen, lang))
    write_summary(out, results, chosen, lang)
    return results


def _run(
    todo: Sequence[Submission], chosen: Sequence[Exercise], lang: str, limits: Limits,
    executor: Executor | None,
) -> Iterator[Result]:
    """Yield each result as it is ready; without an executor, on all cores."""
    if executor is None:
        yield from _run_on_all_cores(todo, chosen, lang, limits)
        return
    names = [exercise.name for exercise in chosen]
    tasks = {}
    for submission in todo:
        try:
            task = executor.submit(grade_one, submission, names, lang, limits)
        except Exception as error:  # the executor has died
            yield _lost(submission, error)
        else:
            tasks[task] = submission
    for task in as_completed(tasks):
        try:
            yield task.result()
        except Exception as error:  # of one task: the others go on
            yield _lost(tasks[task], error)


def _run_on_all_cores(
    todo: Sequence[Submission], chosen: Sequence[Exercise], lang: str, limits: Limits
) -> Iterator[Result]:
    """A process that dies takes all tasks with it: try each of them again, alone."""
    lost = set()
    with _processes() as own:
        for result in _run(todo, chosen, lang, limits, own):
            if result.marks:
                yield result
            else:
                lost.add(result.student)
    for submission in todo:
        if submission.student in lost:
            with _processes(1) as own:
                yield from _run([submission], chosen, lang, limits, own)


@contextlib.contextmanager
def _processes(count: int | None = None) -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(count, initializer=_follow_parent) as own:
        try:
            yield own
        finally:
            own.shutdown(cancel_futures=True)


def _lost(submission: Submission, error: Exception) -> Result:
    return Result(submission.student, (), f'{type(error).__name__}: {error}')


def _follow_parent() -> None:
    """Leave Ctrl-C to the main process, and end when it has ended, even if killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_after_parent, daemon=True).start()


def _end_after_parent() -> None:
    multiprocessing.parent_process().join()
    os._exit(1)


def grade_one(
    submission: Submission, names: Sequence[str], lang: str, limits: Limits = LIMITS
) -> Result:
    """Grade the files of one student."""
    known = exercises()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        marks = tuple(
            _mark(known[name], submission.files.get(name), Path(folder), lang, limits)
            for name in names
        )
    return Result(submission.student, marks, submission.trouble)


def _mark(
    exercise: Exercise, text: bytes | None, folder: Path, lang: str, limits: Limits
) -> Mark:
    file = folder / exercise.stub.name
    verdict = Verdict('absent')
    if text is not None:
        file.write_bytes(text)
        verdict = judge(exercise, file, limits)
    said = blocks(exercise, verdict, lang, file.name)
    return Mark(exercise.name, verdict.status, _reason(verdict), as_markdown(said))


def _reason(verdict: Verdict) -> str:
    """In a word: the mistake, the exception, or what else broke the file."""
    if verdict.mistake:
        return verdict.mistake.name
    if verdict.broken == 'fault':
        name = verdict.detail['error']
        # A class of the student's can be called anything.
        return name if hasattr(builtins, name) or name == 'FloodError' else 'exception'
    return verdict.broken or ''


# --- what is kept, so that a run can go on --------------------------------------


def _state_of_checker(chosen: Sequence[Exercise], lang: str, limits: Limits) -> bytes:
    """A hash of all that marks depend on, but for the submissions."""
    files = [*sorted(PACKAGE.rglob('*.py')),
             *(f for e in chosen for f in (e.stub, e.check_file, e.solution))]
    digest = hashlib.sha256(repr((lang, limits, [e.name for e in chosen])).encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.digest()


def _stamp(submission: Submission, state: bytes) -> str:
    digest = hashlib.sha256(state)
    digest.update(repr((sorted(submission.files.items()), submission.trouble)).encode())
    return digest.hexdigest()


def _load(
    store: Path, stamps: dict[str, str], submission: Submission
) -> Result | None:
    try:
        kept = json.loads(_kept(store, submission.student).read_text('utf-8'))
        if kept['stamp'] != stamps[submission.student]:
            return None
        marks = tuple(Mark(**mark) for mark in kept['marks'])
        return Result(submission.student, marks, kept['trouble'])
    except (OSError, ValueError, LookupError, TypeError):
        return None  # not there, cut off by a power failure, or not ours


def _save(store: Path, stamp: str, result: Result) -> None:
    kept = {'stamp': stamp, **asdict(result)}
    write_whole(_kept(store, result.student), json.dumps(kept))


def _kept(store: Path, student: str) -> Path:
    return store / f'{_file_name(student)}.json'


def _file_name(student: str) -> str:
    """The name, or as much of it as leaves room for '.json' in a file's name."""
    if len(os.fsencode(student)) <= LONGEST_NAME:
        return student
    end = hashlib.sha256(os.fsencode(student)).hexdigest()[:16]
    return f'{student[:LONGEST_NAME // 8]}_{end}'


# --- the page of a student ------------------------------------------------------


def _page(result: Result, chosen: Sequence[Exercise], lang: str) -> str:
    """The feedback for one student, as Markdown."""
    score = say(lang, 'result', passed=result.score, count=len(chosen))
    parts = [f'# {escaped(printable(result.student))}', score]
    if result.trouble:
        trouble = escaped(printable(result.trouble))
        parts.append(say(lang, 'unreadable', message=trouble))
    known = {exercise.name: exercise for exercise in chosen}
    for mark in result.marks:
        title = getattr(known[mark.exercise].check.title, lang)
        sign = '✓' if mark.status == 'passed' else '✗'
        parts += [f'## {sign} {mark.exercise}: {title}', mark.feedback]
    return '\n\n'.join(parts) + '\n'

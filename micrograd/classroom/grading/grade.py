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
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing.synchronize import Event
from pathlib import Path

from micrograd.classroom.checker.exercise import Exercise, exercises
from micrograd.classroom.checker.feedback import as_markdown, blocks, escaped, printable
from micrograd.classroom.checker.judge import Verdict, judge
from micrograd.classroom.checker.process import PACKAGE, Limits
from micrograd.classroom.grading.gradebook import fill_gradebook
from micrograd.classroom.grading.likeness import alike, alike_page
from micrograd.classroom.grading.marks import (
    Mark,
    Result,
    details_table,
    file_in_words,
    marks_table,
    score_in_words,
)
from micrograd.classroom.grading.output import Output
from micrograd.classroom.grading.submissions import Submission, read_submissions
from micrograd.classroom.grading.summary import write_summary
from micrograd.common.files import write_whole
from micrograd.languages import say
from micrograd.training.progress import Progress

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
    partial: bool = False,
    gradebook: Path | None = None,
    column: str | None = None,
    tell: Callable[[str], None] = print,
) -> list[Result]:
    """Grade the submissions in a folder or zip; write marks and feedback to out.

    names: of the exercises, by default all. executor: where the tasks run, by default
    a process for each core. What was graded before is taken from out/results, unless
    the student's files or the exercises have changed: an interrupted run goes on.
    partial: points for the steps that are right. gradebook: an export of Moodle's or
    Canvas's, of which out gets a copy with the grades; column: which, where it has
    several. tell: what to do with a line that the teacher should read.

    Raises:
        FileNotFoundError: no submissions, or no exercises.
        KeyError: no exercise of such a name.
        GradebookError: the gradebook cannot be filled in; all else is written.
    """
    known = exercises()
    chosen = [known[name] for name in names or known]
    out = Path(out)
    submissions = [s for s in read_submissions(folder, chosen, lang)
                   if Path(folder, s.student).resolve() != out.resolve()]
    results = _grade(submissions, chosen, out, lang, limits, executor, progress)
    writer = Output(out)
    writer.write('marks.csv', marks_table(results, chosen, partial))
    writer.write('details.csv', details_table(results, chosen, partial, lang))
    for result in results:
        page = f'feedback/{_file_name(result.student)}.md'
        writer.write(page, _page(result, chosen, lang))
    write_summary(writer, results, chosen, lang)
    pairs = alike({s.student: s.files for s in submissions}, chosen)
    writer.write('alike.md', alike_page(pairs, lang))
    try:
        if gradebook:
            _fill(gradebook, column, results, len(chosen), partial, writer, lang, tell)
    finally:
        writer.close()
        for file, kept in writer.kept.items():
            tell(say('Somebody has edited {file}; that copy is kept as {kept}.', lang
                     ).format(file=file, kept=kept.name))
    return results


def _grade(
    submissions: Sequence[Submission], chosen: Sequence[Exercise], out: Path, lang: str,
    limits: Limits, executor: Executor | None, progress: bool,
) -> list[Result]:
    """The results, in the order of the submissions, those kept in out/results too."""
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
            told = say('{count} of {total} graded', lang)
            bar.line(count, told.format(count=count, total=len(todo)))
    return [done[s.student] for s in submissions]


def _fill(
    gradebook: Path, column: str | None, results: Sequence[Result], of: int,
    partial: bool, writer: Output, lang: str, tell: Callable[[str], None],
) -> None:
    """Write a copy of a gradebook with the grades, and tell what is odd in it."""
    grades = {(r.student, r.number): r.points(partial) / of for r in results}
    book = fill_gradebook(gradebook, grades, column)
    name = gradebook.name
    if gradebook.resolve() == (writer.folder / name).resolve():
        name = f'filled_{name}'
    writer.write(name, book.text())
    tell(say('Grades filled in: {file}', lang).format(file=writer.folder / name))
    if book.changed:
        told = say('Other grades stood there: {grades}.', lang)
        tell(told.format(grades='; '.join(book.changed)))
    if book.missing:
        told = say('Not in the gradebook: {students}.', lang)
        tell(told.format(students=', '.join(map(printable, book.missing))))


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
            yield _lost(submission, error, lang)
        else:
            tasks[task] = submission
    for task in as_completed(tasks):
        try:
            yield task.result()
        except Exception as error:  # of one task: the others go on
            yield _lost(tasks[task], error, lang)


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
    """Processes that end at once, whatever they do, when the block is left early."""
    stop = multiprocessing.Event()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        own = ProcessPoolExecutor(count, initializer=_begin, initargs=(stop, folder))
        try:
            yield own
        except BaseException:
            stop.set()
            raise
        finally:
            own.shutdown(cancel_futures=True)


def _lost(submission: Submission, error: Exception, lang: str) -> Result:
    told = say('Could not be graded, try again: {message}.', lang)
    told = told.format(message=f'{type(error).__name__}: {error}')
    return Result(submission.student, (), told, number=submission.number)


def _begin(stop: Event, folder: str) -> None:
    """Leave Ctrl-C to the main process; end with it, and when it says so.

    What is written goes into its folder, so that nothing of it stays.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tempfile.tempdir = folder
    for wait in (stop.wait, multiprocessing.parent_process().join):
        threading.Thread(target=_end_after, args=(wait,), daemon=True).start()


def _end_after(wait: Callable[[], object]) -> None:
    wait()
    os._exit(1)


def grade_one(
    submission: Submission, names: Sequence[str], lang: str, limits: Limits = LIMITS
) -> Result:
    """Grade the files of one student."""
    known = exercises()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        marks = tuple(_mark(known[name], submission, Path(folder), lang, limits)
                      for name in names)
    return Result(submission.student, marks, submission.trouble, submission.spoilt,
                  submission.number)


def _mark(
    exercise: Exercise, submission: Submission, folder: Path, lang: str, limits: Limits
) -> Mark:
    name = exercise.name
    text = submission.files.get(name)
    verdict = Verdict('absent')
    if text is not None:
        # Wherever it lay: the verdict must not depend on that.
        file = folder / f'{name}.py'
        file.write_bytes(text)
        verdict = judge(exercise, file, limits)
    where = submission.paths.get(name, '')
    said = blocks(exercise, verdict, lang, where or f'{name}.py')
    return Mark(name, verdict.status, _reason(verdict), as_markdown(said),
                len(verdict.passed), len(exercise.check.steps), where)


def _reason(verdict: Verdict) -> str:
    """In a word: the mistake, the exception, or what else broke the file."""
    if verdict.mistake:
        return verdict.mistake.name
    if verdict.broken == 'fault':
        name = verdict.detail['error']
        # The report is the file's: it may call one anything.
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
    digest.update(repr([*asdict(submission).values()]).encode())
    return digest.hexdigest()


def _load(
    store: Path, stamps: dict[str, str], submission: Submission
) -> Result | None:
    try:
        kept = json.loads(_kept(store, submission.student).read_text('utf-8'))
        if kept['stamp'] != stamps[submission.student]:
            return None
        marks = tuple(Mark(**mark) for mark in kept['marks'])
        return Result(submission.student, marks, submission.trouble, submission.spoilt,
                      submission.number)
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
    score = score_in_words(result.score, len(chosen), lang)
    parts = [f'# {escaped(printable(result.student))}', score]
    if result.trouble:
        parts.append(escaped(printable(result.trouble)))
    known = {exercise.name: exercise for exercise in chosen}
    for mark in result.marks:
        exercise = known[mark.exercise]
        title = exercise.say(exercise.check.title, lang)
        sign = '✓' if mark.status == 'passed' else '✗'
        parts.append(f'## {sign} {mark.exercise}: {title}')
        if mark.file:
            parts.append(file_in_words(mark.file, lang))
        parts.append(mark.feedback)
    return '\n\n'.join(parts) + '\n'

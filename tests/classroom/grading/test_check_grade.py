"""Grading a class: one bad submission spoils nothing, and a run can go on."""

import csv
import html
import inspect
import json
import multiprocessing
import os
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
import zipfile
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest
from places import ROOT

from micrograd.__main__ import main
from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.judge import NUMBERS_SHOWN, judge
from micrograd.classroom.checker.process import Limits, Report, kernel_wall
from micrograd.classroom.grading.grade import grade, grade_one
from micrograd.classroom.grading.marks import Mark, Result, marks_table
from micrograd.classroom.grading.output import Output
from micrograd.classroom.grading.submissions import read_submissions
from micrograd.classroom.grading.summary import (
    BROKEN,
    in_words,
    plot_summary,
    write_summary,
)
from micrograd.languages import LANGUAGES

ALL = exercises()
MUL, ADD = ALL['mul'].right, ALL['add'].right
WRONG = MUL.replace('other.data * out.grad', 'self.data * out.grad')
NAMES = ['add', 'mul']
FAST = {'names': NAMES, 'progress': False, 'limits': Limits(seconds=1)}


def write_zip(path, **members):
    with zipfile.ZipFile(path, 'w') as archive:
        for name, text in members.items():
            archive.writestr(f'{name}.py', text)


def lay(folder):
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture
def folder(tmp_path):
    """Submissions: good, wrong, broken, odd."""
    folder = tmp_path / 'class'
    texts = {
        'ada': {'03_add.py': ADD, '04_mul.py': MUL},
        'bob': {'mul.py': WRONG},
        'eve': {'04_mul.py': 'import shutil\nshutil.rmtree("..")\n'},
        'ann': {'04_mul.py': 'import time; time.sleep(99)', 'deep/er/03_add.py': ADD},
        'tom': {'04_mul.py': MUL + '\x00', '03_add.py': 'x = ('},
        'nothing': {},
        '李雷': {'04_mul.py': MUL},
    }
    for student, files in texts.items():
        (folder / student).mkdir(parents=True)
        for name, text in files.items():
            path = folder / student / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, 'utf-8')
    write_zip(folder / 'zoe.zip', **{'my/04_mul': MUL, '__MACOSX/04_mul': 'x'})
    write_zip(folder / 'bob.zip', add=ADD)
    (folder / 'bad.zip').write_bytes(b'no archive')
    (folder / 'note.txt').write_text('not a submission')
    (folder / '.hidden').mkdir()
    return folder


@pytest.fixture
def few(tmp_path):
    """Submissions of a few, where what happens to them is all that counts."""
    folder = tmp_path / 'class'
    for student, texts in {'ada': {'add': ADD, 'mul': MUL}, 'bob': {'mul': WRONG},
                           'eve': {'mul': 'import shutil'}}.items():
        (folder / student).mkdir(parents=True)
        for name, text in texts.items():
            (folder / student / f'{name}.py').write_text(text, 'utf-8')
    (folder / 'bad.zip').write_bytes(b'no archive')
    return folder


SCORES_OF_FEW = {'ada': 2, 'bad': 0, 'bob': 0, 'eve': 0}
SCORES = {'ada': 2, 'ann': 1, 'bad': 0, 'bob': 0, 'bob.zip': 1, 'eve': 0,
          'nothing': 0, 'tom': 0, 'zoe': 1, '李雷': 1}


def test_marks_feedback_and_summary(folder, tmp_path):
    out = tmp_path / 'marks'
    results = grade(folder, out, **FAST)
    assert {r.student: r.score for r in results} == SCORES
    with (out / 'marks.csv').open(encoding='utf-8-sig', newline='') as file:
        rows = {row['student']: row for row in csv.DictReader(file)}
    assert {name: int(row['score']) for name, row in rows.items()} == SCORES
    assert rows['ada'] == {'student': 'ada', 'score': '2', 'of': '2', 'add': '1',
                           'mul': '1', 'trouble': ''}
    assert 'bad.zip cannot be opened: BadZipFile' in rows['bad']['trouble']
    pages = {p.stem: p.read_text('utf-8') for p in (out / 'feedback').iterdir()}
    assert pages.keys() == SCORES.keys()
    assert '(same-operand-twice)' in pages['bob']
    assert 'No file mul.py was handed in.' in pages['nothing']
    assert 'stopped after 1 seconds, in line 1' in pages['ann']
    summary = (out / 'summary.md').read_text('utf-8')
    [row] = [line for line in summary.splitlines() if line.startswith('| mul |')]
    assert row.startswith('| mul | 3 | 1 | 3 | 0 | 3 | ')
    assert 'both lines use the same operand (same-operand-twice): 1' in row
    assert 'too long a time: 1' in row and 'may not: 1' in row
    assert (out / 'summary.svg').stat().st_size > 1000
    assert len(list(folder.iterdir())) == 12  # nothing is added to what was handed in


def test_the_same_input_gives_the_same_marks(few, tmp_path):
    with ThreadPoolExecutor(3) as pool:
        some = grade(few, tmp_path / 'a', executor=pool, **FAST)
    assert some == grade(few, tmp_path / 'b', **FAST)


def test_what_was_graded_is_not_graded_again(few, tmp_path):
    out = tmp_path / 'marks'
    first = grade(few, out, **FAST)
    stored = {p: p.stat().st_mtime_ns for p in (out / 'results').iterdir()}
    (few / 'bob' / 'mul.py').write_text(MUL)
    (out / 'results' / 'ada.json').write_text('{"stamp": ')  # cut off
    second = grade(few, out, **FAST)
    new = {p.stem for p in stored if p.stat().st_mtime_ns != stored[p]}
    assert new == {'ada', 'bob'}
    assert sum(r.score for r in second) == sum(r.score for r in first) + 1


class Flaky(ThreadPoolExecutor):
    """An executor that loses a task now and then."""

    def submit(self, run, submission, *rest):
        def lose():
            raise ConnectionError('worker lost')

        if submission.student == 'ada':
            return super().submit(lose)
        return super().submit(run, submission, *rest)


def test_a_task_that_fails_spoils_no_other_and_is_tried_again(few, tmp_path):
    out = tmp_path / 'marks'
    with Flaky(2) as pool:
        results = grade(few, out, executor=pool, **FAST)
    lost = {r.student: r.trouble for r in results if r.trouble and r.student != 'bad'}
    assert lost == {
        'ada': 'Could not be graded, try again: ConnectionError: worker lost.'}
    assert {r.student: r.score for r in grade(few, out, **FAST)} == SCORES_OF_FEW


class Dying(ThreadPoolExecutor):
    """An executor that dies while it is given its tasks."""

    def submit(self, *task):
        raise BrokenExecutor('gone')


def test_an_executor_that_dies_ends_in_order(few, tmp_path):
    with Dying(1) as pool:
        results = grade(few, tmp_path / 'marks', executor=pool, **FAST)
    assert {r.trouble for r in results} == {
        'Could not be graded, try again: BrokenExecutor: gone.'}
    assert {r.student: r.score for r in grade(few, tmp_path / 'marks', **FAST)} \
        == SCORES_OF_FEW


def die_of_eve(submission, *rest):
    """In place of grade_one: a process that the system kills at one submission."""
    if submission.student == 'eve':
        os._exit(1)
    return grade_one(submission, *rest)


@pytest.mark.skipif(
    multiprocessing.get_start_method() != 'fork',
    reason='a process that is not forked does not know of the patch',
)
def test_a_process_that_dies_takes_no_other_submission_along(
    few, tmp_path, monkeypatch
):
    monkeypatch.setattr('micrograd.classroom.grading.grade.grade_one', die_of_eve)
    results = grade(few, tmp_path / 'marks', **FAST)
    lost = {r.student: r.trouble for r in results if r.trouble and r.student != 'bad'}
    assert lost.keys() == {'eve'} and 'BrokenProcessPool' in lost['eve']
    assert {r.student: r.score for r in results} == SCORES_OF_FEW


def spoiled(raw, seed):
    """A file with some bytes changed, and perhaps its end cut off."""
    rng = random.Random(seed)
    raw = bytearray(raw)
    for _ in range(rng.choice((1, 3, 20))):
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw[: rng.choice((len(raw), rng.randrange(len(raw))))])


def test_no_archive_troubles_the_grader(tmp_path):
    good = tmp_path / 'good.zip'
    write_zip(good, mul=MUL * 20, add=ADD)
    raw = good.read_bytes()
    for seed in range(200):
        (tmp_path / f'{seed}.zip').write_bytes(spoiled(raw, seed))
    packed = tmp_path / 'packed.zip'
    with zipfile.ZipFile(packed, 'w', zipfile.ZIP_DEFLATED) as archive:
        archive.writestr('mul.py', MUL * 20)
    text = packed.read_bytes()
    packed.write_bytes(text[:60] + b'\xff' * 30 + text[90:])
    name = raw.rindex(b'PK\x01\x02')  # says that it is UTF-8, and is not
    wrong = raw.replace(b'add.py', b'\xff\xfe\xfd.py')
    wrong = wrong[: name + 8] + b'\0\x08' + wrong[name + 10:]
    (tmp_path / 'name.zip').write_bytes(wrong)
    troubles = {s.student: s.trouble for s in read_submissions(tmp_path, ALL.values())}
    assert len(troubles) == 203 and not troubles['good'] and troubles['packed']
    kinds = {trouble.partition(':')[0] for trouble in troubles.values()}
    assert len(kinds) > 3


def test_an_archive_may_be_a_bomb_or_climb(tmp_path):
    with zipfile.ZipFile(tmp_path / 'eve.zip', 'w', zipfile.ZIP_DEFLATED) as archive:
        for number in range(300):
            archive.writestr(f'{number}/x.py', bytes(1_000_000))
        archive.writestr('mul.py', bytes(50_000_000))
        archive.writestr('../../add.py', ADD)
        archive.writestr('/log.py', ADD)
        archive.writestr('a\\b\\exp.py', ADD)
    tracemalloc.start()
    [eve] = read_submissions(tmp_path, ALL.values())
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()
    assert eve.files.keys() == {'mul', 'add', 'log', 'exp'}
    assert len(eve.files['mul']) < 2_000_000
    assert list(tmp_path.iterdir()) == [tmp_path / 'eve.zip']


def test_submissions_of_one_name_are_two(tmp_path):
    for name in ('a.zip', 'a.ZIP', 'b.zip', 'c.zip.zip'):
        write_zip(tmp_path / name, mul=MUL)
    (tmp_path / 'b').mkdir()
    (tmp_path / 'c.zip').mkdir()
    names = [s.student for s in read_submissions(tmp_path, ALL.values())]
    if len(list(tmp_path.iterdir())) == 6:  # else a.zip and a.ZIP are one file
        assert names == ['a.ZIP', 'a.zip', 'b', 'b.zip', 'c.zip', 'c.zip.zip']
    assert len(set(names)) == len(names)


ODD_NAMES = ['=cmd|calc', '+1', '-2', '@sum', 'a|b', '<b>x', '`x`', 'e\u0301', '\u00e9',
             'a\nb', ' x ', '\x1b[2J', 'n' * 255, os.fsdecode(b'\xff\xfe')]


@pytest.mark.skipif(os.name == 'nt', reason='no such names there')
def test_students_of_any_name(tmp_path):
    folder, out = tmp_path / 'class', tmp_path / 'out'
    folder.mkdir()
    made = set()
    for name in ODD_NAMES:
        try:
            (folder / name).mkdir()
        except OSError:  # of the file system
            continue
        (folder / name / 'mul.py').write_text(MUL)
        made.add(name)
    results = grade(folder, out, **FAST)
    assert {r.student for r in results if r.score == 1} == made
    assert grade(folder, out, **FAST) == results
    with (out / 'marks.csv').open(encoding='utf-8-sig', newline='') as file:
        cells = [row['student'] for row in csv.DictReader(file)]
    assert "'=cmd|calc" in cells and "'@sum" in cells
    assert all(cell.isprintable() and cell[0] not in '=+-@' for cell in cells)
    pages = [page.read_text('utf-8') for page in (out / 'feedback').iterdir()]
    assert any(page.startswith('# \\<b\\>x\n') for page in pages)


@pytest.mark.parametrize('sign', '=+-@＝＋－＠')
def test_no_name_is_a_formula_of_a_spreadsheet(sign):
    result = Result(f'{sign}1+1', (Mark('mul', 'passed', '', '', 1, 1, ''),))
    assert f"\r\n'{sign}1+1," in marks_table([result], [ALL['mul']], partial=False)


def test_kept_results_that_are_spoiled_are_made_again(tmp_path):
    (tmp_path / 'class' / 'ada').mkdir(parents=True)
    (tmp_path / 'class' / 'ada' / 'mul.py').write_text(MUL)
    first = grade(tmp_path / 'class', tmp_path, **FAST)
    [kept] = (tmp_path / 'results').iterdir()
    good = kept.read_bytes()
    other_form = good.replace(b'"status"', b'"state"')
    for text in (b'[]', b'{}', b'null', b'\xff', b'', other_form):
        kept.write_bytes(text)
        assert grade(tmp_path / 'class', tmp_path, **FAST) == first
        assert kept.read_bytes() == good


@pytest.mark.skipif(os.name == 'nt' or not os.geteuid(), reason='root may read all')
def test_what_cannot_be_read_is_told(folder, tmp_path):
    (folder / 'bob' / 'mul.py').chmod(0)
    (folder / 'ann').chmod(0)
    results = {r.student: r for r in grade(folder, tmp_path / 'out', **FAST)}
    (folder / 'ann').chmod(0o700)
    for student in ('bob', 'ann'):
        assert 'PermissionError' in results[student].trouble
    assert results['ada'].score == 2


@pytest.mark.filterwarnings('error')
def test_exceptions_of_any_name_spoil_no_summary(tmp_path):
    sources = ['class 错误(Exception): pass\nraise 错误',
               'raise type("$\\frac$ | \\n", (Exception,), {})']
    for number, source in enumerate(sources):
        (tmp_path / 'class' / f'{number}').mkdir(parents=True)
        (tmp_path / 'class' / f'{number}' / 'mul.py').write_text(source, 'utf-8')
    grade(tmp_path / 'class', tmp_path / 'out', **FAST)
    summary = (tmp_path / 'out' / 'summary.md').read_text('utf-8')
    assert '| Exception: 2 |' in summary


def test_marks_inside_the_class_are_no_submission(few):
    for _ in range(2):
        results = grade(few, few / 'marks', **FAST)
        assert {r.student: r.score for r in results} == SCORES_OF_FEW


def test_a_folder_without_submissions_is_told(tmp_path):
    (tmp_path / '04_mul.py').write_text(MUL)
    with pytest.raises(FileNotFoundError, match='a folder or a zip for each student'):
        grade(tmp_path, tmp_path / 'out', **FAST)


def test_what_lies_beside_the_submissions_is_told(folder, tmp_path, capsys):
    out = str(tmp_path / 'out')
    (folder / 'ann' / '04_mul.py').unlink()  # it would loop until the limit
    main(['grade', str(folder), '--only', 'mul', '--out', out, '--lang', 'en'])
    told = capsys.readouterr().out.splitlines()
    assert told[-1].startswith('Not graded') and told[-1].endswith(': note.txt')


@pytest.mark.skipif(os.name == 'nt', reason='Ctrl-C is a signal of POSIX')
def test_an_interrupted_run_goes_on(folder, tmp_path):
    (folder / 'ann' / '04_mul.py').unlink()  # it would loop until the limit
    for n in range(4):
        (folder / f'more{n}').mkdir()
        (folder / f'more{n}' / 'mul.py').write_text(f'{MUL}# {n}\n')
    out = tmp_path / 'marks'
    command = [sys.executable, '-m', 'micrograd', 'grade', str(folder), '--out',
               str(out), '--lang', 'en', '--only', *NAMES]
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)
    end = time.monotonic() + 60
    while len(list(out.glob('results/*.json'))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    said, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (130, '')
    told = said.partition('To go on from here: ')[2].splitlines()[0]
    asked = ['--only', *NAMES, '--out', str(out), '--lang', 'en']
    assert shlex.split(told)[1:] == [*command[1:5], *asked]
    done = {p: p.read_bytes() for p in out.glob('results/*.json')}
    assert 3 <= len(done) < 14
    assert not (out / 'marks.csv').exists()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (0, '')
    assert all(path.read_bytes() == text for path, text in done.items())
    assert len(json.loads(next(iter(done)).read_text('utf-8'))['marks']) == 2
    assert '14 students graded' in again.stdout


@pytest.mark.skipif(os.name == 'nt', reason='a signal of POSIX')
def test_killed_and_resumed_gives_the_same_bytes(tmp_path):
    for n in range(2):
        write_zip(lay(tmp_path / 'class') / f's{n}.zip', mul=(WRONG, MUL)[n % 2],
                  add=f'{ADD}# {n}')
    command = [sys.executable, '-m', 'micrograd', 'grade', str(tmp_path / 'class'),
               '--only', *NAMES, '--partial', '--out']
    whole, parts = tmp_path / 'whole', tmp_path / 'parts'
    subprocess.run([*command, whole], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    run = subprocess.Popen([*command, parts], cwd=ROOT, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while not [*parts.glob('results/*.json')] and time.monotonic() < end:
        time.sleep(0.01)
    run.kill()
    run.wait(10)
    assert not (parts / 'marks.csv').exists()
    subprocess.run([*command, parts], cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    for name in ('marks.csv', 'details.csv', 'alike.md', 'summary.md'):
        assert (parts / name).read_bytes() == (whole / name).read_bytes()


@pytest.mark.skipif(os.name == 'nt', reason='Ctrl-C is a signal of POSIX')
def test_ctrl_c_answers_at_once_and_leaves_nothing(tmp_path):
    for n in range(3):
        write_zip(lay(tmp_path / 'class') / f's{n}.zip', mul='while True: pass',
                  add='while True: pass')
    (tmp_path / 'temporary').mkdir()
    run = subprocess.Popen(
        [sys.executable, '-m', 'micrograd', 'grade', str(tmp_path / 'class')],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, 'TMPDIR': str(tmp_path / 'temporary')})
    end = time.monotonic() + 30
    while not [*tmp_path.glob('temporary/*/*/*.py')] and time.monotonic() < end:
        time.sleep(0.02)
    start = time.monotonic()
    run.send_signal(signal.SIGINT)
    said, errors = run.communicate(timeout=60)
    assert time.monotonic() - start < 4  # of at least 20 s that are left
    assert (run.returncode, errors) == (130, '') and 'python -m micrograd grade' in said
    assert not [*(tmp_path / 'temporary').iterdir()]


def with_argument(text):
    """The processes of this computer that were started with such an argument."""
    found = []
    for process in Path('/proc').glob('[0-9]*'):
        try:
            if text.encode() in (process / 'cmdline').read_bytes():
                found.append(process.name)
        except OSError:  # it has ended
            continue
    return found


@pytest.mark.skipif(sys.platform != 'linux', reason='looks into /proc')
@pytest.mark.parametrize('sign', [signal.SIGTERM, signal.SIGKILL])
def test_nothing_goes_on_when_the_grader_is_killed(sign, tmp_path):
    for n in range(4):
        (tmp_path / 'class' / f'{n}').mkdir(parents=True)
        (tmp_path / 'class' / f'{n}' / 'mul.py').write_text('while True: pass')
    command = [sys.executable, '-m', 'micrograd', 'grade', str(tmp_path / 'class')]
    run = subprocess.Popen([*command, '--only', 'mul'], cwd=ROOT,
                           stdout=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while len(with_argument(str(tmp_path))) < 2 and time.monotonic() < end:
        time.sleep(0.05)
    run.send_signal(sign)
    run.wait(10)
    while with_argument(str(tmp_path)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not with_argument(str(tmp_path))


def test_the_plot_names_the_commonest_mistake_by_its_title():
    chosen = [ALL[name] for name in NAMES]
    marks = [Mark('mul', 'failed', name, '', 0, 1, '')
             for name in ('overwrite-grad', 'overwrite-grad', 'excess')]
    results = [Result(str(number), (mark,)) for number, mark in enumerate(marks)]
    for lang in LANGUAGES:
        figure = plot_summary(results, chosen, lang)
        [told] = [text.get_text().strip() for text in figure.axes[0].texts]
        assert told == f'{in_words(ALL["mul"], "overwrite-grad", lang)}: 2'
        assert all(tick == int(tick) for tick in figure.axes[0].get_xticks())


def test_the_summary_is_in_the_language_of_the_teacher(tmp_path, recwarn):
    results = [Result('ada', (Mark('mul', 'failed', 'overwrite-grad', '', 0, 1, ''),))]
    write_summary(Output(tmp_path), results, [ALL['mul']], 'zh')
    told = in_words(ALL['mul'], 'overwrite-grad', 'zh')
    table = (tmp_path / 'summary.md').read_text('utf-8').replace('\\', '')
    assert '未通过' in table and f'| {told}: 1 |' in table
    drawn = (tmp_path / 'summary.svg').read_text('utf-8')
    assert '>学生人数</text>' in drawn and told in html.unescape(drawn)
    assert not [w for w in recwarn if 'Glyph' in str(w.message)]


def test_no_summary_names_a_mistake_by_its_code_alone():
    """Whatever may break a file, and each mistake that a check knows."""
    source = Path(inspect.getfile(judge)).read_text('utf-8')
    ends = {*re.findall(r"broken='(\w+)'|\.ended = '(\w+)'", source)}
    ends = {one or other for one, other in ends} | {*re.findall(
        r"'(\w+)'", inspect.getdoc(Report).partition('broken:')[0])}
    assert {'excess', 'time', 'encoding'} <= ends - {'end', 'fault'} <= {*BROKEN}
    for name in [*BROKEN, NUMBERS_SHOWN.name, 'overwrite-grad']:
        for lang in LANGUAGES:
            assert in_words(ALL['mul'], name, lang).partition(' (')[0] != name


def test_a_dask_cluster_can_be_the_executor(folder, tmp_path):
    distributed = pytest.importorskip('distributed')
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        results = grade(folder, tmp_path / 'out', executor=executor, **FAST)
    assert {r.student: r.score for r in results} == SCORES


def test_grading_says_what_confined_the_files_and_may_insist(
    folder, tmp_path, monkeypatch, capsys
):
    for student in [*folder.iterdir()]:
        if student.name != 'ada':
            (shutil.rmtree if student.is_dir() else os.remove)(student)
    out = tmp_path / 'marks'
    command = ['grade', str(folder), '--out', str(out), '--only', 'mul', '--lang', 'en']
    assert main(command) == 0
    assert 'Sandbox: ' in capsys.readouterr().out
    monkeypatch.setattr('micrograd.classroom.checker.process.WALLS', ('hook',))
    kernel_wall.cache_clear()
    shutil.rmtree(out)
    with pytest.raises(SystemExit, match='2'):
        main([*command, '--require-sandbox'])
    assert 'Nothing was graded' in capsys.readouterr().err and not out.exists()
    assert main(command) == 0
    assert 'Sandbox: all by the audit hook of Python\n' in capsys.readouterr().out
    kernel_wall.cache_clear()

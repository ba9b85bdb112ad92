"""Grading a class: one bad submission spoils nothing, and a run can go on."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from micrograd.check import exercises
from micrograd.check.grade import grade
from micrograd.check.process import Limits
from micrograd.check.summary import plot_summary

ROOT = Path(__file__).resolve().parents[1]
ALL = exercises()
MUL, ADD = ALL['mul'].right, ALL['add'].right
WRONG = MUL.replace('other.data * out.grad', 'self.data * out.grad')
NAMES = ['add', 'mul']
FAST = {'names': NAMES, 'progress': False, 'limits': Limits(seconds=1)}


def write_zip(path, **members):
    with zipfile.ZipFile(path, 'w') as archive:
        for name, text in members.items():
            archive.writestr(name.replace('__', '/') + '.py', text)


@pytest.fixture
def folder(tmp_path):
    """Submissions: good, wrong, broken, odd."""
    folder = tmp_path / 'class'
    texts = {
        'ada': {'03_add.py': ADD, '04_mul.py': MUL},
        'bob': {'mul.py': WRONG},
        'eve': {'04_mul.py': 'import shutil\nshutil.rmtree("..")\n'},
        'ann': {'04_mul.py': 'while True: pass', 'deep/er/03_add.py': ADD},
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
    write_zip(folder / 'zoe.zip', my__04_mul=MUL, __MACOSX__04_mul='x', my__other='x')
    write_zip(folder / 'bob.zip', add=ADD)
    (folder / 'bad.zip').write_bytes(b'no archive')
    (folder / 'note.txt').write_text('not a submission')
    (folder / '.hidden').mkdir()
    return folder


SCORES = {'ada': 2, 'ann': 1, 'bad': 0, 'bob': 0, 'bob.zip': 1, 'eve': 0,
          'nothing': 0, 'tom': 0, 'zoe': 1, '李雷': 1}  # fmt: skip


def test_marks_feedback_and_summary(folder, tmp_path):
    out = tmp_path / 'marks'
    results = grade(folder, out, **FAST)
    assert {r.student: r.score for r in results} == SCORES
    with (out / 'marks.csv').open(encoding='utf-8-sig', newline='') as file:
        rows = {row['student']: row for row in csv.DictReader(file)}
    assert {name: int(row['score']) for name, row in rows.items()} == SCORES
    assert rows['ada'] == {'student': 'ada', 'score': '2', 'of': '2', 'add': '1',
                           'mul': '1', 'trouble': ''}  # fmt: skip
    assert rows['bad']['trouble'].startswith('BadZipFile')
    pages = {p.stem: p.read_text('utf-8') for p in (out / 'feedback').iterdir()}
    assert pages.keys() == SCORES.keys()
    assert '(same-operand-twice)' in pages['bob']
    assert 'No file was handed in.' in pages['nothing']
    assert 'stopped after 1 seconds, in line 1' in pages['ann']
    summary = (out / 'summary.md').read_text('utf-8')
    [row] = [line for line in summary.splitlines() if line.startswith('| mul |')]
    assert row.startswith('| mul | 3 | 1 | 3 | 0 | 3 | ')
    assert 'same-operand-twice 1' in row and 'time 1' in row and 'refused 1' in row
    assert (out / 'summary.svg').stat().st_size > 1000
    assert len(list(folder.iterdir())) == 12  # nothing is added to what was handed in


def test_the_same_input_gives_the_same_marks(folder, tmp_path):
    with ThreadPoolExecutor(3) as pool:
        some = grade(folder, tmp_path / 'a', executor=pool, **FAST)
    assert some == grade(folder, tmp_path / 'b', **FAST)


def test_what_was_graded_is_not_graded_again(folder, tmp_path):
    out = tmp_path / 'marks'
    first = grade(folder, out, **FAST)
    stored = {p: p.stat().st_mtime_ns for p in (out / 'results').iterdir()}
    (folder / 'bob' / 'mul.py').write_text(MUL)
    (out / 'results' / 'ada.json').write_text('{"stamp": ')  # cut off
    second = grade(folder, out, **FAST)
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


def test_a_task_that_fails_spoils_no_other_and_is_tried_again(folder, tmp_path):
    out = tmp_path / 'marks'
    with Flaky(2) as pool:
        results = grade(folder, out, executor=pool, **FAST)
    lost = {r.student: r.trouble for r in results if r.trouble and r.student != 'bad'}
    assert lost == {'ada': 'ConnectionError: worker lost'}
    assert {r.student: r.score for r in grade(folder, out, **FAST)} == SCORES


def test_a_folder_without_submissions_is_told(tmp_path):
    (tmp_path / '04_mul.py').write_text(MUL)
    with pytest.raises(FileNotFoundError, match='a folder or a zip for each student'):
        grade(tmp_path, tmp_path / 'out', **FAST)


@pytest.mark.skipif(os.name == 'nt', reason='Ctrl-C is a signal of POSIX')
def test_an_interrupted_run_goes_on(folder, tmp_path):
    for n in range(20):
        (folder / f'more{n}').mkdir()
        (folder / f'more{n}' / 'mul.py').write_text(f'{MUL}# {n}\n')
    out = tmp_path / 'marks'
    command = [sys.executable, '-m', 'micrograd', 'grade', str(folder), '--out',
               str(out), '--lang', 'en', '--only', *NAMES]  # fmt: skip
    run = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE,
                           stderr=subprocess.PIPE, text=True)  # fmt: skip
    end = time.monotonic() + 60
    while len(list(out.glob('results/*.json'))) < 3 and time.monotonic() < end:
        time.sleep(0.01)
    run.send_signal(signal.SIGINT)
    said, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (130, '')
    assert 'The same command goes on from here.' in said
    done = {p: p.read_bytes() for p in out.glob('results/*.json')}
    assert 3 <= len(done) < 30
    assert not (out / 'marks.csv').exists()
    again = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (again.returncode, again.stderr) == (0, '')
    assert all(path.read_bytes() == text for path, text in done.items())
    assert len(json.loads(next(iter(done)).read_text('utf-8'))['marks']) == 2
    assert '30 students graded' in again.stdout


def test_the_plot_names_the_commonest_mistake(folder, tmp_path):
    figure = plot_summary(grade(folder, tmp_path / 'out', **FAST), NAMES)
    told = [text.get_text().strip() for text in figure.axes[0].texts]
    assert len(told) == 2 and told[0] == 'SyntaxError (1)'


def test_a_dask_cluster_can_be_the_executor(folder, tmp_path):
    distributed = pytest.importorskip('distributed')
    cluster = distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None
    )
    with cluster, distributed.Client(cluster) as client:
        executor = client.get_executor()
        results = grade(folder, tmp_path / 'out', executor=executor, **FAST)
    assert {r.student: r.score for r in results} == SCORES

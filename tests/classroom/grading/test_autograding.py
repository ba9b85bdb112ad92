"""The examples for autograders, run as the services would run them."""

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile

import pytest
from places import ROOT

from micrograd.classroom.checker import exercises

EXAMPLES = ROOT / 'lessons' / 'autograding'
ALL = exercises()

pytestmark = pytest.mark.skipif(os.name == 'nt', reason='a shell of POSIX')


@pytest.fixture
def shell(tmp_path):
    """Run a command with this Python as python3, and no package on its path."""
    (tmp_path / 'bin').mkdir()
    (tmp_path / 'bin' / 'python3').symlink_to(sys.executable)
    path = f'{tmp_path / "bin"}{os.pathsep}{os.environ["PATH"]}'

    def shell(command, cwd, **variables):
        environment = {**os.environ, 'PATH': path, **variables}
        environment.pop('PYTHONPATH', None)
        return subprocess.run(['bash', '-c', command], cwd=cwd, text=True,
                              env=environment, capture_output=True)

    return shell


def test_gradescope_grades_a_submission(tmp_path, shell):
    made = subprocess.run(
        [sys.executable, EXAMPLES / 'gradescope' / 'make_zip.py', 'add', 'mul'],
        cwd=tmp_path, env={**os.environ, 'PYTHONPATH': str(ROOT)},
        capture_output=True, text=True,
    )
    assert made.returncode == 0, made.stderr
    home = tmp_path / 'autograder'
    for folder in ('source', 'submission', 'results'):
        (home / folder).mkdir(parents=True)
    with zipfile.ZipFile(tmp_path / 'autograder.zip') as archive:
        assert {'setup.sh', 'run_autograder'} <= set(archive.namelist())
        archive.extractall(home / 'source')
    shutil.copy(ALL['mul'].solution, home / 'submission' / '04_mul.py')
    run = shell('bash source/run_autograder', home, AUTOGRADER=str(home))
    assert (run.returncode, run.stderr) == (0, '')
    told = json.loads((home / 'results' / 'results.json').read_text('utf-8'))
    assert told['score'] == 1
    names = {t['name'].partition(':')[0]: t['status'] for t in told['tests']}
    assert names == {'add': 'failed', 'mul': 'passed'}
    assert [p.name for p in (home / 'submission').iterdir()] == ['04_mul.py']


def test_github_classroom_runs_each_step(tmp_path, shell):
    text = (EXAMPLES / 'github_classroom' / 'classroom.yml').read_text('utf-8')
    steps = re.findall(r'- id: (\w+)\n.*\n +with:\n +test-name: (\w+)\n'
                       r' +command: (.+)\n', text)
    names = [name for name, _, _ in steps]
    assert names == text.split('runners: ')[1].strip().split(',') and len(names) == 5
    assert re.findall(r'([A-Z]+)_RESULTS: \$\{\{ steps\.(\w+)\.outputs\.result', text) \
        == [(name.upper(), name) for name in names]
    for part in ('micrograd', 'lessons/exercises'):  # the checked-out package
        shutil.copytree(ROOT / part, tmp_path / 'course' / part)
    (tmp_path / 'work').mkdir()
    for name in ('add', 'mul'):
        shutil.copy(ALL[name].solution, tmp_path / 'work' / f'{name}.py')
    for name, title, command in steps:
        assert title == name in ALL
        run = shell(command, tmp_path)
        assert run.returncode == (name not in ('add', 'mul')), run.stdout + run.stderr
        assert run.stderr == ''

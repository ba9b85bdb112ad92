"""A file is written whole or not at all, by every writer of the package."""
import ast
import errno
import os
import re
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import pytest
from places import ROOT

from micrograd import MLP, Value, draw_dot
from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.work import Work
from micrograd.classroom.grading.gradescope import write_results
from micrograd.classroom.grading.output import Output
from micrograd.classroom.grading.summary import write_summary
from micrograd.common.files import write_whole
from micrograd.pictures.player import write_player
from micrograd.pictures.plots import loss_curve
from micrograd.tensor.nn import Linear

PACKAGE = ROOT / 'micrograd'
posix = pytest.mark.skipif(os.name == 'nt', reason='Windows has other permissions')

# Writes two texts in turns, each of one letter, until it is killed.
LOOP = """
import sys
from micrograd.common.files import write_whole
print(flush=True)
while True:
    for letter in 'ab':
        write_whole(sys.argv[1], letter * 3_000_000)
"""


@pytest.fixture
def file(tmp_path):
    """A file that says 'old', alone in its folder."""
    path = tmp_path / 'model.json'
    path.write_text('old')
    return path


def fail(error):
    def function(*args, **kwargs):
        raise error
    return function


def test_a_text_is_written_in_utf_8_and_bytes_as_they_are(tmp_path):
    write_whole(tmp_path / 'a', 'x\né 梯度')
    assert (tmp_path / 'a').read_bytes() == 'x\né 梯度'.encode()
    write_whole(str(tmp_path / 'a'), b'\r\n\0')
    assert (tmp_path / 'a').read_bytes() == b'\r\n\0'
    write_whole(os.fsencode(tmp_path / 'b'), '')
    assert sorted(os.listdir(tmp_path)) == ['a', 'b']


def test_a_folder_is_made(tmp_path):
    write_whole(tmp_path / 'x' / 'y' / 'a', 'text')
    assert (tmp_path / 'x' / 'y' / 'a').read_text() == 'text'


@pytest.mark.parametrize('step', ['os.fsync', 'os.chmod', 'os.replace'])
@pytest.mark.parametrize('error', [
    OSError(errno.ENOSPC, 'No space left on device'), KeyboardInterrupt()])
def test_an_error_at_any_step_leaves_the_old_file_alone(
        file, monkeypatch, step, error):
    monkeypatch.setattr(step, fail(error))
    with pytest.raises(type(error)) as caught:
        write_whole(file, 'new')
    assert file.read_text() == 'old'
    assert os.listdir(file.parent) == [file.name]
    if isinstance(error, OSError):
        assert str(caught.value) == f"[Errno 28] No space left on device: '{file}'"


@posix
def test_a_full_disk_leaves_the_old_file(file):
    """The kernel refuses what goes beyond a limit, as a full disk does."""
    run = subprocess.run([sys.executable, '-c', f'''
import resource, signal
from micrograd.common.files import write_whole
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (5000, 5000))
write_whole({str(file)!r}, 'new' * 5000)
'''], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert run.stderr.splitlines()[-1].endswith(f"File too large: '{file}'")
    assert file.read_text() == 'old'
    assert os.listdir(file.parent) == [file.name]


def test_a_kill_at_any_moment_leaves_one_of_the_two(file):
    write_whole(file, 'b' * 3_000_000)
    for i in range(8):
        run = subprocess.Popen([sys.executable, '-c', LOOP, str(file)],
                               cwd=PACKAGE.parent, stdout=subprocess.PIPE)
        with run:
            run.stdout.readline()
            time.sleep(0.002 + 0.003 * i)
            run.kill()
        text = file.read_text()
        assert len(text) == 3_000_000 and len(set(text)) == 1


@posix
def test_permissions_are_kept_and_new_ones_follow_the_umask(file):
    file.chmod(0o640)
    write_whole(file, 'new')
    assert file.stat().st_mode & 0o777 == 0o640
    old = os.umask(0o027)
    try:
        write_whole(file.with_name('other'), 'new')
    finally:
        os.umask(old)
    assert file.with_name('other').stat().st_mode & 0o777 == 0o640


@posix
def test_a_write_protected_file_stays(file, monkeypatch):
    monkeypatch.setattr('os.access', lambda path, mode: mode != os.W_OK)  # not for root
    with pytest.raises(PermissionError, match=re.escape(str(file))):
        write_whole(file, 'new')
    assert file.read_text() == 'old'


@posix
def test_a_link_still_points_to_its_file(file, tmp_path):
    link = tmp_path / 'folder' / 'link'
    link.parent.mkdir()
    link.symlink_to(file)
    write_whole(link, 'new')
    assert link.is_symlink() and file.read_text() == 'new'
    assert os.listdir(link.parent) == ['link']
    file.unlink()
    write_whole(link, 'again')
    assert file.read_text() == 'again'


@posix
def test_a_device_and_a_pipe_are_written_to_not_replaced():
    run = subprocess.run([sys.executable, '-c', '''
from micrograd.common.files import write_whole
write_whole('/dev/stdout', 'text')
write_whole('/dev/null', 'text')
'''], cwd=PACKAGE.parent, capture_output=True, text=True, check=True)
    assert run.stdout == 'text'
    assert Path('/dev/null').is_char_device()


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(OSError, match=re.escape(str(tmp_path)[-20:])):
        write_whole(tmp_path, 'text')


@pytest.mark.parametrize('name', ['x' * 255, '梯' * 85])
def test_a_name_may_be_as_long_as_a_name_can_be(tmp_path, name):
    write_whole(tmp_path / name, 'text')
    assert os.listdir(tmp_path) == [name]


def test_threads_that_write_one_file_do_not_mix(file):
    run = subprocess.run([sys.executable, '-c', f'''
from concurrent.futures import ThreadPoolExecutor
from micrograd.common.files import write_whole
with ThreadPoolExecutor(8) as pool:
    for i in range(80):
        pool.submit(write_whole, {str(file)!r}, str(i % 10) * 100_000)
'''], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert not run.stderr and len(set(file.read_text())) == 1
    assert os.listdir(file.parent) == [file.name]


# --- every writer -------------------------------------------------------------

# What writes or moves a file: a method of anything, or a function of this module.
WRITERS = {'.write_text', '.write_bytes', '.savefig', '.rename', '.tofile', 'np.save',
           'np.savez', 'np.savetxt', 'os.replace', 'os.write', 'json.dump',
           'pickle.dump', 'shutil.copy', 'shutil.copyfile', 'shutil.copytree',
           'shutil.move', 'tempfile.mkstemp', 'tempfile.NamedTemporaryFile'}
WITH_MODE = {'open', 'fdopen', 'ZipFile', 'TarFile'}

# The others, each of which leaves no file that a user could lose.
HARMLESS = {
    'classroom/checker/child.py': {'fdopen': 1, 'write_text': 1},  # to judge and Linux
    'classroom/checker/commands.py': {'write_bytes': 1},  # in a temporary folder
    'classroom/grading/grade.py': {'write_bytes': 1},  # in a temporary folder
    'classroom/grading/summary.py': {'savefig': 1},  # that of plots.py
    'classroom/checker/watch.py': {'rename': 1},  # on the way to removing it
    'classroom/checker/work.py': {'rename': 1},  # the old work, kept
    'compiler/backends/library.py': {'write_text': 1, 'replace': 1},  # a cache
    'common/files.py': {'open': 2, 'replace': 1},
    'pictures/plots.py': {'savefig': 2},  # into memory, or a file that is open already
    'tensor/nn.py': {'savez': 1},  # into memory
}


def writers(text):
    """How many calls of each kind in a program write to a file."""
    found = Counter()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, 'attr', getattr(node.func, 'id', ''))
            of = getattr(getattr(node.func, 'value', None), 'id', '')
            texts = [n.value for n in (*node.args, *(k.value for k in node.keywords))
                     if isinstance(n, ast.Constant) and isinstance(n.value, str)]
            if {f'.{name}', f'{of}.{name}'} & WRITERS or name in WITH_MODE and any(
                    re.fullmatch('[rbt]*[wax+][+bt]*', mode) for mode in texts):
                found[name] += 1
    return dict(found)


def test_no_other_writer_is_in_the_package():
    found = {file.relative_to(PACKAGE).as_posix(): writers(file.read_text('utf-8'))
             for file in PACKAGE.rglob('*.py')}
    assert {name: calls for name, calls in found.items() if calls} == HARMLESS


def test_the_look_for_writers_sees_every_way_to_write():
    assert writers("""
open(p, 'w'); open(p, mode='xb'); open(p); open(p, 'rb'); p.open('a'); np.savez(p, x)
json.dump(x, f); os.replace(a, b); p.rename(q); text.replace('w', 'a')
ZipFile(p); ZipFile(p, 'w'); ast.dump(x); shutil.copy(p, q); copy.copy(p)
""") == {'open': 3, 'savez': 1, 'dump': 1, 'replace': 1, 'rename': 1, 'ZipFile': 1,
    'copy': 1}


SAVERS = {
    'Module.save': lambda path: MLP(2, [2, 1]).save(path),
    'tensor Module.save': lambda path: Linear(2, 1).save(path),
    'write_player': lambda path: write_player(Value(1.0) + 2, path),
    'Picture.write': lambda path: draw_dot(Value(1.0) + 2, filename=path),
    'Picture.save': lambda path: draw_dot(Value(1.0) + 2).save(path),
    'Picture.render': lambda path: draw_dot(Value(1.0) + 2).render(outfile=path),
    'Figure.savefig': lambda path: loss_curve([2.0, 1.0]).savefig(path),
    'Output.write': lambda path: Output(path.parent).write(path.name, 'new'),
    'Output.close': lambda path: Output(path.parent).close(),
    'write_results': lambda path: write_results(path, [], 1.0, 'en', ''),
    'write_summary': lambda path: write_summary(Output(path.parent), [], [], 'en'),
    'Work.set_hints': lambda path: Work(path.parent).set_hints(exercises()['mul'], 1),
    'Work.begin': lambda path: Work(path.parent).begin(exercises()['mul']),
}


@pytest.mark.parametrize('save', SAVERS.values(), ids=SAVERS)
def test_a_saver_that_is_interrupted_leaves_the_old_file(tmp_path, monkeypatch, save):
    file = tmp_path / 'a.svg'
    save(file)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    assert any(before.values())
    for path in before:
        path.write_bytes(b'old')  # what was there is longer or shorter
    monkeypatch.setattr('os.fsync', fail(OSError(errno.ENOSPC, 'No space left')))
    if save is SAVERS['Work.begin']:
        path.unlink()
    with pytest.raises(OSError, match='No space left'):
        save(file)
    assert all(path.read_bytes() == b'old' for path in tmp_path.iterdir())


def test_a_figure_is_saved_as_matplotlib_would(tmp_path):
    figure = loss_curve([2.0, 1.0])
    figure.savefig(tmp_path / 'a.SVG')
    assert b'<svg' in (tmp_path / 'a.SVG').read_bytes()
    figure.savefig(tmp_path / 'b', dpi=30)
    assert (tmp_path / 'b.png').read_bytes().startswith(b'\x89PNG')
    figure.savefig(tmp_path / 'c.png', format='pdf')
    assert (tmp_path / 'c.png').read_bytes().startswith(b'%PDF')
    with (tmp_path / 'd.svg').open('wb') as file:
        figure.savefig(file, format='svg')
    assert b'<svg' in (tmp_path / 'd.svg').read_bytes()
    with pytest.raises(ValueError, match='xyz'):
        figure.savefig(tmp_path / 'e.xyz')
    assert not (tmp_path / 'e.xyz').exists()

"""Nothing that a file tries reaches beyond its process: with both walls, and with one.

The attacks stand in attacks.py.
"""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

import pytest
from attacks import GAIN, NETWORK, OTHERS, READING, TAKING, WRITING
from some import some

from micrograd.classroom.checker import Limits, exercises, judge, process
from micrograd.classroom.checker.feedback import as_markdown, blocks
from micrograd.classroom.checker.process import is_confined, kernel_wall

MUL = exercises()['mul']
WRONG = MUL.right.replace('+= other.data', '+= self.data')
STDLIB = Path(os.__file__).parent
LINUX = pytest.mark.skipif(sys.platform != 'linux', reason='attacks on Linux')
CONFINED = sys.platform == 'linux' and is_confined(kernel_wall())
WALLS = {'both': ('kernel', 'hook'), 'the hook': ('hook',), 'the kernel': ('kernel',)}
ATTACKS = {
    f'{kind}: {name}': code
    for kind, attacks in {'writing': WRITING, 'reading': READING, 'network': NETWORK,
                          'others': OTHERS, 'gain': GAIN}.items()
    for name, code in attacks.items()
}


def _niceness(pid):
    return os.getpriority(os.PRIO_PROCESS, pid)


@pytest.fixture(params=[
    'both', *(pytest.param(one, marks=pytest.mark.apart) for one in list(WALLS)[1:])])
def walls(request, monkeypatch):
    """With both walls, and with one of them."""
    if 'kernel' in WALLS[request.param] and not CONFINED:
        pytest.skip('a kernel without Landlock or seccomp')
    monkeypatch.setattr(process, 'WALLS', WALLS[request.param])


@pytest.fixture(scope='module')
def compiled(tmp_path_factory):
    """A compiled module that makes a file as soon as it is loaded."""
    compiler = shutil.which('cc')
    if compiler is None:
        return b''
    folder = tmp_path_factory.mktemp('compiled')
    (folder / 'own.c').write_text(
        '#include <fcntl.h>\n__attribute__((constructor)) void run(void)'
        '{ creat("/tmp/planted.pth", 0666); }\n')
    subprocess.run([compiler, '-shared', '-fPIC', '-s', '-o', folder / 'own.so',
                    folder / 'own.c', '-I', sysconfig.get_path('include')], check=True)
    return (folder / 'own.so').read_bytes()


@pytest.fixture(scope='module')
def other():
    """A process of somebody else."""
    process = subprocess.Popen(
        [sys.executable, '-c', 'import time; time.sleep(3600)'])
    yield process
    process.kill()
    process.wait()


@pytest.fixture(scope='module')
def listening(tmp_path_factory):
    """Somebody who listens, by UDP and TCP on one port, and on two files."""
    folder = tmp_path_factory.mktemp('somebody')
    with contextlib.ExitStack() as stack:
        def listen(family, kind, address):
            made = stack.enter_context(socket.socket(family, kind))
            made.bind(address)
            made.setblocking(False)
            if kind == socket.SOCK_STREAM:
                made.listen()
            return made

        datagrams = listen(socket.AF_INET, socket.SOCK_DGRAM, ('127.0.0.1', 0))
        port = datagrams.getsockname()[1]
        stream = listen(socket.AF_INET, socket.SOCK_STREAM, ('127.0.0.1', port))
        of_system = listen(socket.AF_UNIX, socket.SOCK_STREAM, f'{folder}/socket')
        pair = listen(socket.AF_UNIX, socket.SOCK_DGRAM, f'{folder}/datagrams')
        yield folder, port, (datagrams, pair), (stream, of_system)


@pytest.fixture
def somebody(listening, compiled, other):
    """The names that an attack uses; fails if anything has been touched."""
    folder, port, datagrams, streams = listening
    (folder / 'secret').write_text('sesame')
    (folder / 'm.py').write_text('word = "sesame"')
    (folder / 'e').mkdir(exist_ok=True)
    before = state(folder)
    yield (f'import os, sys\nV, SO = {str(folder)!r}, {compiled!r}\nS = V + "/secret"\n'
           f'ANSWER = {str(MUL.solution)!r}\nPID, PORT = {other.pid}, {port}\n')
    assert state(folder) == before
    assert other.poll() is None
    assert os.sched_getaffinity(other.pid) == os.sched_getaffinity(0)
    assert _niceness(other.pid) == _niceness(0)
    for sock in datagrams:
        with pytest.raises(BlockingIOError):
            sock.recv(9)
    for sock in streams:
        with pytest.raises(BlockingIOError):
            sock.accept()


def state(folder):
    """All that can be seen of a folder, and what must not have come elsewhere."""
    places = [folder, *sorted(folder.rglob('*')), STDLIB, Path(os.__file__)]
    planted = [place / 'planted.pth' for place in (
        STDLIB, STDLIB / 'site-packages', Path('/tmp'), Path('/dev/shm'))]
    with open('/proc/sysvipc/shm') as shared:
        return [
            [(str(p), s.st_mode, s.st_uid, s.st_size, s.st_mtime) for p in places
             for s in [p.stat()]],
            [p for p in planted if p.exists()], os.listxattr(folder / 'secret'),
            (folder / 'secret').read_text(), shared.read().count('\n'),
            sorted(n for n in os.listdir('/dev/shm') if 'planted' in n),
        ]


def verdict_of(tmp_path, source, seconds=3.0):
    path = tmp_path / 'mul.py'
    path.write_text(source, 'utf-8')
    return judge(MUL, path, Limits(seconds=seconds))


@LINUX
@pytest.mark.parametrize('name', some(ATTACKS))
def test_an_attack_gains_nothing_and_leaves_no_trace(name, walls, somebody, tmp_path):
    verdict = verdict_of(tmp_path, f'{WRONG}\n{somebody}{ATTACKS[name]}\n')
    assert verdict.status in ('failed', 'broken')
    assert 'sesame' not in verdict.printed


def test_there_are_enough_attacks():
    assert len(ATTACKS) + len(TAKING) >= 120


@LINUX
@pytest.mark.parametrize('name', some(TAKING))
def test_what_a_file_takes_has_a_bound(name, walls, tmp_path, monkeypatch):
    folders = tmp_path / 'folders'
    folders.mkdir()
    monkeypatch.setattr('tempfile.tempdir', str(folders))
    start = time.monotonic()
    verdict = verdict_of(tmp_path, f'import os\n{MUL.right}\n{TAKING[name]}\n', 1.0)
    assert len(as_markdown(blocks(MUL, verdict, 'en', 'mine.py'))) < 50_000
    assert time.monotonic() - start < 8
    fair = ('a folder that is closed', 'one long line')
    assert (verdict.status == 'passed') == (name in fair)
    assert verdict.status in ('passed', 'failed', 'broken')
    assert not list(folders.iterdir())


# --- answers that the package itself would give -----------------------------------

KIN = {  # what does an exercise, or nearly, under another name
    'leaves': ['run_backward', 'topological_order', 'within_reach'],
    'backward': ['run_backward', 'run_closures', 'topological_order'],
    'neuron': ['Neuron', 'Linear'], 'layer': ['Layer', 'Neuron'], 'mlp': ['MLP'],
    'training_loop': ['fit', 'SGD'], 'mse': ['mean'], 'hinge': ['mean'],
    'cross_entropy': ['softmax', 'logsumexp'],
    'gradient_check': ['grad_check', 'numerical_grad'],
    'clipping': ['clip_grad_norm'], 'momentum': ['SGD'], 'adam': ['Adam', 'AdamW'],
    'softplus': ['logsumexp', 'cross_entropy', 'binary_cross_entropy_with_logits'],
    'unbroadcast': ['Tensor'],
}
SEARCH = """
import importlib, importlib.util, inspect, pkgutil, sys, types

OURS = ('micrograd', 'probes', 'guard', 'sandbox', 'watch', '__main__', 'exercise')
found, seen, waiting = set(), {}, [*sys.modules.values()]
frame = sys._getframe()
while frame:
    waiting += [frame.f_globals, frame.f_locals]
    frame = frame.f_back
while waiting:
    x = waiting.pop()
    if id(x) in seen:
        continue
    seen[id(x)] = x
    home = getattr(x, '__name__' if inspect.ismodule(x) else '__module__', None)
    ours = str(home).partition('.')[0] in OURS
    if ours and callable(x):
        found.add(getattr(x, '__name__', None))
        waiting += [getattr(x, '__globals__', None), getattr(x, '__wrapped__', None),
                    *(getattr(x, '__closure__', None) or ())]
    if isinstance(x, types.CellType):
        waiting.append(x.cell_contents)
    if isinstance(x, dict):
        waiting += x.values()
    elif isinstance(x, (list, tuple, set)):
        waiting += x
    elif ours and hasattr(x, '__dict__'):
        waiting.append(dict(vars(x)))

print('seen:', *sorted(found & WANTED))
"""
WAYS = """
ways = [
    lambda: importlib.import_module('micrograd.training.losses').mse,
    lambda: importlib.import_module('micrograd.nn').MLP,
    lambda: pkgutil.get_loader('micrograd.nn').load_module(),
    lambda: importlib.util.find_spec('micrograd.nn').loader.load_module(),
    lambda: importlib.import_module('micrograd.classroom.checker.probes'),
    lambda: importlib.reload(importlib.import_module('micrograd')).Value,
    lambda: inspect.getsource(importlib.import_module('micrograd.engine').Value.relu),
    lambda: inspect.getsource(importlib.import_module('micrograd.engine').Value),
]
for number, way in enumerate(ways):
    try: print('way:', number, way())
    except Exception: pass
"""


@pytest.mark.parametrize('name', exercises())
def test_no_answer_is_within_reach(name, tmp_path, monkeypatch):
    """In memory; and in no file, by the kernel: the hook ends the file at the first."""
    if CONFINED:
        monkeypatch.setattr(process, 'WALLS', WALLS['the kernel'])
    exercise = exercises()[name]
    wanted = {part for need in exercise.check.needs for part in need.split('.')}
    wanted = (wanted | {*KIN.get(name, ())}) - {*exercise.check.uses}
    path = tmp_path / f'{exercise.name}.py'
    path.write_text(f'WANTED = {wanted}\n{SEARCH}{WAYS * CONFINED}', 'utf-8')
    verdict = judge(exercise, path)
    dunders = [w for w in wanted if w.startswith('__')]
    seen, *ways = verdict.printed.splitlines()
    assert [w for w in seen.split()[1:] if w not in dunders] == []
    assert ways == []

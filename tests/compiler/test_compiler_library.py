"""The cache of C libraries: damage, company, places that cannot be written to."""
import ctypes
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from compiled import HAS_CC

from micrograd import Value
from micrograd.compiler import CompileError, compile_function, compile_loss
from micrograd.compiler.backends import library

ENV = {'PYTHONPATH': os.pathsep.join(sys.path)}  # this folder, and the tools
# Python that opens what a compiler is to write.
OUTPUT = "import sys; open(sys.argv[sys.argv.index('-o') + 1], 'wb')"
SOURCE = 'double two(void) { return 2.0; }\n'

pytestmark = pytest.mark.skipif(not HAS_CC, reason='no C compiler')


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """The cache folder, empty at first."""
    monkeypatch.setenv('XDG_CACHE_HOME', str(tmp_path))
    monkeypatch.setenv('TMPDIR', str(tmp_path))
    return tmp_path / 'micrograd'


def two():
    function = library.load(SOURCE).two
    function.restype = ctypes.c_double
    return function()


def entries(folder):
    """What stands in the cache; there is never anything else."""
    found = list(folder.iterdir())
    assert all(path.suffix == '.so' for path in found)
    return found


def test_an_entry_is_built_once(folder, monkeypatch):
    assert two() == 2.0
    entry, = entries(folder)
    before = entry.stat()
    monkeypatch.setattr(library, '_build', None)
    assert two() == 2.0
    assert entries(folder) == [entry]
    assert entry.stat().st_mtime_ns == before.st_mtime_ns


def truncated(content):
    return content[:len(content) // 2]


def changed(content):
    return content[:500] + bytes([content[500] ^ 1]) + content[501:]


@pytest.mark.parametrize('damage', [truncated, changed, lambda content: b'',
                                    lambda content: content + b'\0'])
def test_a_damaged_entry_is_built_again(folder, damage):
    """In a process of its own: one that loads a truncated library dies."""
    assert two() == 2.0
    entry, = entries(folder)
    good = entry.read_bytes()
    entry.unlink()  # a loaded file must not change
    entry.write_bytes(damage(good))
    code = 'import test_compiler_library as t; assert t.two() == 2.0'
    subprocess.run([sys.executable, '-c', code], check=True, timeout=60,
                   env={**os.environ, **ENV})
    entry, = entries(folder)
    assert entry.name.endswith(f'-{library._hash(entry.read_bytes())}.so')


def test_several_processes_at_once(folder):
    code = 'import test_compiler_library as t; print(t.two())'
    processes = [subprocess.Popen([sys.executable, '-c', code], text=True,
                                  stdout=subprocess.PIPE, env={**os.environ, **ENV})
                 for _ in range(5)]
    assert [p.communicate(timeout=60)[0] for p in processes] == ['2.0\n'] * 5
    assert entries(folder)
    assert list(folder.parent.iterdir()) == [folder]


def test_a_folder_that_cannot_be_made(tmp_path, monkeypatch):
    (tmp_path / 'file').write_text('')
    monkeypatch.setenv('XDG_CACHE_HOME', str(tmp_path / 'file'))
    assert two() == 2.0
    assert [path.name for path in tmp_path.iterdir()] == ['file']


@pytest.mark.skipif(not hasattr(os, 'geteuid') or os.geteuid() == 0,
                    reason='the administrator may write everywhere')
def test_a_folder_that_cannot_be_written_to(tmp_path, folder):
    folder.mkdir(mode=0o500)
    assert two() == 2.0
    assert entries(folder) == []


def test_no_home(tmp_path, monkeypatch):
    def no_home():
        raise RuntimeError('Could not determine home directory.')
    monkeypatch.delenv('XDG_CACHE_HOME')
    monkeypatch.setattr(Path, 'home', no_home)
    assert two() == 2.0
    assert list(tmp_path.iterdir()) == []


def test_the_oldest_entries_go_first(folder, monkeypatch):
    monkeypatch.setattr(library, 'KEEP', 2)
    for i in range(4):
        library.load(f'int number(void) {{ return {i}; }}\n')
        for path in entries(folder):
            os.utime(path, (path.stat().st_atime - 10, path.stat().st_mtime - 10))
    assert len(entries(folder)) == 2
    monkeypatch.setattr(library, '_build', None)
    assert library.load('int number(void) { return 3; }\n').number() == 3


@pytest.mark.parametrize('compile_', [compile_loss, compile_function])
def test_no_compiler(monkeypatch, compile_):
    monkeypatch.delenv('CC', raising=False)
    monkeypatch.setenv('PATH', '')
    p = Value(1.0)
    with pytest.raises(CompileError) as caught:
        compile_(lambda x: p * x, [p], 'c')
    for name in ("'c'", "'python'", "'numpy'", 'PATH'):
        assert name in str(caught.value)


def test_a_compiler_that_fails(monkeypatch, folder):
    fails = [sys.executable, '-c', "raise SystemExit('broken')"]
    monkeypatch.setenv('CC', shlex.join(fails))
    p = Value(1.0)
    program = compile_loss(lambda x: p * x, [p], 'c')
    with pytest.raises(CompileError, match='broken'):
        program.step(1.0)
    assert entries(folder) == []
    assert p.grad == 0.0


NO_COMPILERS = {
    'an open quote': "gcc '-O1",
    'builds nothing': 'true',
    'builds no library': f'{sys.executable} -c "{OUTPUT}.write(b\'text\')"',
    'builds an empty file': f'{sys.executable} -c "{OUTPUT}"',
    'is killed': 'sh -c "kill -9 $$"',
    'says what is no text': r'sh -c "printf \\377 >&2; exit 3"',
}


@pytest.mark.parametrize('command', NO_COMPILERS.values(), ids=NO_COMPILERS)
def test_what_is_no_compiler_is_named(monkeypatch, command):
    monkeypatch.setenv('CC', command)
    p = Value(1.0)
    with pytest.raises(CompileError, match=r'\$CC names no C compiler|'
                       f'the C compiler {re.escape(command.split()[0])}'):
        compile_loss(lambda x: p * x, [p], 'c').step(1.0)
    assert p.grad == 0.0


def test_a_file_that_this_machine_cannot_run(monkeypatch, tmp_path):
    (tmp_path / 'cc').write_bytes(b'\x7fELF')
    (tmp_path / 'cc').chmod(0o755)
    monkeypatch.setenv('CC', str(tmp_path / 'cc'))
    with pytest.raises(CompileError, match='the C compiler .*cc .* failed'):
        compile_function(lambda x: x, [], 'c')(1.0)


def test_a_compiler_that_hangs(monkeypatch):
    monkeypatch.setattr(library, 'PATIENCE', 0.3)
    monkeypatch.setenv('CC', 'sh -c "exec sleep 60"')
    with pytest.raises(CompileError, match='(?s)the C compiler sh .*0.3 s'):
        compile_function(lambda x: x, [], 'c')(1.0)


def test_nothing_is_left_behind(folder, tmp_path):
    p = Value(2.0)
    program = compile_loss(lambda x: p * x, [p], 'c')
    assert program.step(3.0) == 6.0
    assert program.train([(1.0,)], lr=0.5) == [2.0]
    assert len(entries(folder)) == 2
    assert list(tmp_path.iterdir()) == [folder]


def test_addresses_follow_the_array():
    from array import array
    numbers = array('d', [1.0, 2.0, 3.0])
    last = ctypes.cast(library.pointer(numbers, 2), ctypes.POINTER(ctypes.c_double))
    assert last[0] == 3.0

"""A student's file may be broken in any way, or try to cheat."""

import os
import random
import re
import sys
import tempfile
import time
import types
from dataclasses import replace
from pathlib import Path

import pytest

from micrograd.classroom.checker import Limits, exercises, judge, sandbox
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.exercise import EXERCISES
from micrograd.classroom.checker.feedback import as_markdown, blocks, for_terminal
from micrograd.classroom.checker.judge import Verdict
from micrograd.classroom.checker.judge import _verdict as verdict
from micrograd.classroom.checker.probes import plain
from micrograd.classroom.checker.process import Report, is_confined, kernel_wall
from micrograd.classroom.checker.sandbox import without

MUL = exercises()['mul']
MSE = exercises()['mse']
SOLUTION = MUL.right
POSIX = pytest.mark.skipif(os.name == 'nt', reason='a signal of POSIX')


def verdict_of(tmp_path, source, exercise=MUL, **limits):
    path = tmp_path / f'{exercise.name}.py'
    path.write_text(source, 'utf-8')
    return judge(exercise, path, Limits(**limits))


def inside(statement):
    """The solution, with a statement before it returns; and the line of it."""
    source = SOLUTION.replace('return out', f'{statement}\n        return out')
    return source, source[: source.index(statement)].count('\n') + 1


def said(verdict, lang='en', exercise=MUL):
    told = blocks(exercise, verdict, lang, 'mine.py')
    return next(block.text for block in told if block.kind == 'title')


BROKEN = {
    # the last line of the file: how what is said of it begins
    'x = (1 +': 'Python cannot read line {line} of your file',
    '  x = 1': 'Line {line} of your file is indented wrongly',
    'x = （1）': 'Line {line} of your file has a character that Python does not',
    'x =\u3000(1)': 'Line {line} of your file has a character that Python does not',
    'raise ValueError("invalid character")': 'ValueError in line {line} of your',
    'x = 1 / 0': 'ZeroDivisionError in line {line} of your file: division by zero',
    'x = unknown': "NameError in line {line} of your file: name 'unknown'",
    'raise SystemExit': 'Your file ends itself in line {line}',
    'import sys; sys.exit(0)': 'Your file ends itself in line {line}',
    'input()': 'Line {line} of your file asks for input',
    'x = [0] * 10**11': 'Line {line} of your file needs more memory',
    'while True: print("again")': 'Your file prints endlessly; it was stopped',
    'raise KeyboardInterrupt': 'Your file interrupts itself',
    'import os; os.remove(__file__)': 'Line {line} of your file was stopped',
    'import shutil; shutil.rmtree("/tmp")': 'Line {line} of your file was stopped',
    'import os; os.system("ls")': 'Line {line} of your file was stopped',
    'import subprocess; subprocess.run(["ls"])': 'Line {line} of your file was stopped',
    'open("/tmp/x", "w")': 'Line {line} of your file was stopped',
    'open("../x", "w")': 'Line {line} of your file was stopped',
    'from micrograd import Value': 'Line {line} of your file imports what this',
    'import micrograd.engine': 'Line {line} of your file imports what this',
}


@pytest.mark.parametrize('line', BROKEN)
def test_what_broke_a_file_is_said_with_its_line(line, tmp_path):
    if 'memory' in BROKEN[line] and sys.platform != 'linux':
        pytest.skip('memory is limited by the system on Linux alone')
    verdict = verdict_of(tmp_path, f'{SOLUTION}\n{line}\n')
    assert verdict.status == 'broken'
    number = SOLUTION.count('\n') + 2
    assert said(verdict).startswith(BROKEN[line].format(line=number))
    assert said(verdict, 'zh') != said(verdict)
    assert str(number) in said(verdict, 'zh')


def test_a_chinese_title_keeps_the_names_of_the_code_as_they_are(tmp_path):
    source = SOLUTION.replace('out._backward = _backward', '')
    verdict = verdict_of(tmp_path, source)
    assert said(verdict).startswith('`out` never gets')
    assert said(verdict, 'zh').startswith('out 没有')


LOOPS = ['while True: pass', 'import time; time.sleep(99)']


@pytest.mark.parametrize('statement', LOOPS)
def test_an_endless_loop_is_stopped_and_its_line_named(statement, tmp_path):
    source, line = inside(statement)
    start = time.monotonic()
    verdict = verdict_of(tmp_path, source, seconds=0.7)
    assert time.monotonic() - start < 10
    assert (verdict.broken, verdict.line) == ('time', line)
    assert said(verdict).startswith('Your file was stopped after 0.7 seconds, in line')


@pytest.mark.parametrize('statement', [
    'import os; os._exit(0)',
    'import sys; sys.exit(0)',
    'raise SystemExit("passed")',
    'exit_code = 0; raise KeyboardInterrupt',
])
def test_exiting_with_success_does_not_pass(statement, tmp_path):
    source, _ = inside(statement)
    assert verdict_of(tmp_path, source).status == 'broken'
    assert verdict_of(tmp_path, f'{statement}\n{SOLUTION}').status == 'broken'


@POSIX
def test_a_crash_of_the_interpreter_is_told(tmp_path):
    source, _ = inside('import os, signal; signal.raise_signal(signal.SIGSEGV)')
    assert verdict_of(tmp_path, source).broken == 'crash'


def test_a_name_that_is_missing_or_changed_is_told(tmp_path):
    verdict = verdict_of(tmp_path, SOLUTION.replace('__mul__', '__mull__'))
    assert said(verdict) == (
        'Your file has no Value.__mul__. It has Value.__mull__: is that it, '
        'under another name?'
    )
    assert said(verdict_of(tmp_path, 'x = 1')).startswith('Your file has no Value.')


def test_what_the_file_prints_is_shown_and_does_no_harm(tmp_path):
    source, _ = inside('print("here \\x1b[2J"); import sys; print(1, file=sys.stderr)')
    verdict = verdict_of(tmp_path, source)
    assert verdict.status == 'passed'
    told = blocks(MUL, verdict, 'en', 'mine.py')
    assert told[-1].rows[0] == ('here \N{REPLACEMENT CHARACTER}[2J',)


def test_a_file_may_do_what_is_harmless(tmp_path):
    harmless = (
        'import collections, dataclasses, decimal, json, math, random, typing\n'
        'import doctest, unittest.mock, numpy as np\n'
        'doctest.testmod()\n'
        'open("note.txt", "w").write("mine")\n'
        'assert open("note.txt").read() == "mine"\n'
        'if __name__ == "__main__":\n    print("tried by hand")\n'
    )
    assert verdict_of(tmp_path, harmless + SOLUTION).status == 'passed'


HARMLESS = {
    'folders': 'import os, shutil\nos.makedirs("a/b")\nopen("a/b/c", "w").close()\n'
               'os.rename("a/b/c", "a/d"); shutil.copy("a/d", "e"); os.remove("e")\n'
               'shutil.rmtree("a")',
    'temporary files': 'import tempfile, os\nwith tempfile.TemporaryDirectory() as d:\n'
                       '    open(os.path.join(d, "x"), "w").close()\n'
                       'with tempfile.NamedTemporaryFile() as f: f.write(b"x")\n'
                       'with tempfile.TemporaryFile() as f: f.write(b"x")',
    'pathlib': 'from pathlib import Path\nPath("x").touch(); Path("x").unlink()\n'
               'Path("y").mkdir(); Path("y", "z").write_text("z")',
    'asyncio': 'import asyncio\nasync def f(): return await asyncio.sleep(0.01, 3)\n'
               'assert asyncio.run(f()) == 3',
    'threads': 'import concurrent.futures as c\nwith c.ThreadPoolExecutor(4) as p:\n'
               '    assert sum(p.map(abs, range(-9, 0))) == 45',
    'a thread with a large stack':
        'import sys, threading\nthreading.stack_size(512 << 20)\n'
        'sys.setrecursionlimit(10**6)\ndef f(n): return n and f(n - 1) + 1\n'
        't = threading.Thread(target=f, args=(20_000,)); t.start(); t.join()',
    'numpy, later': 'import numpy as np\nimport numpy.random\n'
                    'np.save("x.npy", np.eye(2)); assert np.load("x.npy").sum() == 2',
    'a picture': 'import matplotlib.pyplot as plt\nplt.plot([1, 2])\n'
                 'plt.savefig("x.png")',
    'much of the library': 'import asyncio, bz2, cProfile, doctest, email\n'
                           'import hashlib, logging, lzma, pdb, sqlite3, zoneinfo',
}


@pytest.mark.parametrize('name', HARMLESS)
@POSIX
def test_what_does_no_harm_is_allowed(name, tmp_path):
    assert verdict_of(tmp_path, f'{HARMLESS[name]}\n{SOLUTION}').status == 'passed'


def test_memory_counts_as_used_not_as_reserved(tmp_path):
    source = f'{HARMLESS["a thread with a large stack"]}\n{SOLUTION}'
    assert [verdict_of(tmp_path, source).status for _ in range(12)] == ['passed'] * 12


@pytest.mark.skipif(sys.platform != 'linux', reason='memory is watched on Linux')
def test_memory_that_is_used_is_limited_and_its_line_told(tmp_path):
    source, line = inside('x = [bytearray(1 << 24) for _ in range(999)]')
    verdict = verdict_of(tmp_path, source, megabytes=200)
    assert (verdict.broken, verdict.line) == ('memory', line)


def test_a_file_that_is_no_text_or_not_there_is_told(tmp_path):
    path = tmp_path / '04_mul.py'
    assert judge(MUL, path).broken == 'unreadable'
    path.write_bytes(b'\xff\xfe\x00')
    assert judge(MUL, path).status == 'broken'
    path.write_bytes(b'#' * 2_000_000)
    assert judge(MUL, path).broken == 'unreadable'


# --- attacks --------------------------------------------------------------------

CHECKER = str(EXERCISES.parent.parent / 'micrograd' / 'classroom' / 'checker')
ANSWER = str(MUL.solution)
# As seen from the folder in which a file runs.
FROM_FOLDER = os.path.relpath(ANSWER, os.path.join(tempfile.gettempdir(), 'folder'))
CLOSED = (ANSWER, CHECKER, str(MUL.check_file))
ATTACKS = {
    'the values of the example': SOLUTION.replace(
        'self.data * other.data', '6.0').replace('other.data * out.grad', '3.0'),
    'the package by another way':
        f'import sys; sys.path.insert(0, {str(EXERCISES.parent.parent)!r})\n'
        'for name in list(sys.modules):\n'
        '    if "micrograd" in name: del sys.modules[name]\n'
        'from micrograd.engine import Value',
    'the package from its file': f'exec(open({CHECKER!r} + "/../engine.py").read())',
    'the solution': f'exec(open({ANSWER!r}).read())',
    'the solution, bytes': f'exec(open({os.fsencode(ANSWER)!r}).read())',
    'the solution, os.open':
        f'import os; exec(os.read(os.open({ANSWER!r}, os.O_RDONLY), 9999))',
    'the solution, io': f'import io; exec(io.FileIO({ANSWER!r}).read())',
    'the solution as a module':
        'import importlib.util as u\n'
        f's = u.spec_from_file_location("s", {ANSWER!r})\n'
        'm = u.module_from_spec(s); s.loader.exec_module(m); Value = m.Value',
    'the solution, a relative path': f'exec(open({FROM_FOLDER!r}).read())',
    'the solution, by runpy':
        f'import runpy; globals().update(runpy.run_path({ANSWER!r}))',
    'the solution, past a replaced os.path':
        'import os, posixpath\n'
        'os.path.realpath = os.path.abspath = posixpath.join = lambda *a: "/x"\n'
        f'exec(open({ANSWER!r}).read())',
    'the solution, in a folder gone to':
        f'import os; os.chdir({os.path.dirname(ANSWER)!r})\n'
        'exec(open("solution.py").read())',
    'the solution, with the guard removed':
        'import guard\n'
        'guard.FORBIDDEN = guard.FAMILIES = (); guard._hook = None\n'
        f'exec(open({ANSWER!r}).read())',
    'the check': f'print(open({str(MUL.check_file)!r}).read())',
    'the checker': f'print(open({CHECKER!r} + "/judge.py").read())',
    'equal to everything':
        'class Value(float):\n'
        '    grad = data = 1.0; _prev = ()\n'
        '    def __new__(cls, *a): return float.__new__(cls, 1.0)\n'
        '    def __init__(self, *a): pass\n'
        '    def __eq__(self, other): return True\n'
        '    def __mul__(self, other): return self\n'
        '    __rmul__ = __mul__\n'
        '    def _backward(self): pass',
    'true for all comparisons':
        'class Yes:\n'
        '    def __getattr__(self, name): return self\n'
        '    def __call__(self, *a): return self\n'
        '    __eq__ = __lt__ = __gt__ = __mul__ = __rmul__ = lambda self, o: True\n'
        '    __iter__ = lambda self: iter(())\n'
        'class Value(Yes):\n'
        '    def __init__(self, *a): pass\n'
        '    __mul__ = __rmul__ = lambda self, o: Yes()',
    'a forged result on standard output':
        'import os, json\n'
        'print(json.dumps(["end", ""]))\n'
        'os.write(1, b\'["end", ""]\\n\')\n'
        'os._exit(0)',
    'a forged result on every descriptor':
        'import os\n'
        'for n in range(3, 20):\n'
        '    try: os.write(n, b\'["names", {"Value": ["__mul__", "__rmul__"]}]\\n'
        '["end", ""]\\n\')\n'
        '    except OSError: pass\n'
        'os._exit(0)',
    'odd results on every descriptor':
        'import os, json\n'
        'for told in (1, None, ["end"], ["seen", 1],'
        ' ["seen", ["a", {"b": {"error": []}}]],'
        ' ["seen", [[], {}]], ["names", [1]], ["broken", []], ["end", []]):\n'
        '    for n in range(3, 9):\n'
        '        try: os.write(n, json.dumps(told).encode() + b"\\n")\n'
        '        except OSError: pass\n',
    'a replaced judge':
        'import sys\n'
        'for module in list(sys.modules.values()):\n'
        '    for name in ("run_probes", "plain", "is_fault", "fault_of"):\n'
        '        if hasattr(module, name):\n'
        '            setattr(module, name, lambda *a: [])',
    'replaced builtins':
        'import builtins, math\n'
        'builtins.isinstance = lambda *a: True\n'
        'builtins.abs = lambda x: 0\n'
        'math.isclose = lambda *a, **k: True',
    'the solution, past a replaced type':
        'import builtins\n'
        'builtins.type = lambda x: int\n'
        f'exec(open({ANSWER!r}).read())',
    'the solution, with the hook found among all objects':
        'import gc\n'
        'for f in gc.get_objects():\n'
        '    for cell in getattr(f, "__closure__", None) or ():\n'
        '        if isinstance(cell.cell_contents, (str, tuple, frozenset)):\n'
        '            cell.cell_contents = type(cell.cell_contents)()\n'
        f'exec(open({ANSWER!r}).read())',
    'the solution, with the hook found in a traceback':
        'try:\n'
        '    open("/etc/passwd")\n'
        'except OSError as error:\n'
        '    trace = error.__traceback__\n'
        '    while trace.tb_next: trace = trace.tb_next\n'
        '    for f in trace.tb_frame.f_locals.values():\n'
        '        for cell in getattr(f, "__closure__", None) or ():\n'
        '            if isinstance(cell.cell_contents, tuple):\n'
        '                cell.cell_contents = ("/",)\n'
        f'exec(open({ANSWER!r}).read())',
    'the solution, in the history of readline':
        'import readline as r\n'
        f'r.read_history_file({ANSWER!r})\n'
        'n = r.get_current_history_length()\n'
        'exec("\\n".join(r.get_history_item(i + 1) for i in range(n)))',
    'the solution, by another language':
        'import tkinter\n'
        f'exec(tkinter.Tcl().eval("read [open {ANSWER}]"))',
    'the solution, in another interpreter':
        'try: import _interpreters as other\n'
        'except ImportError: import _xxsubinterpreters as other\n'
        f'other.run_string(other.create(), "open({ANSWER!r})")',
    'the solution, past a closed module':
        'import sys; del sys.modules["readline"]; import readline as r\n'
        f'r.read_history_file({ANSWER!r})',
    'an unusual str for a path':
        'class Path(str):\n'
        '    def startswith(self, *a): return True\n'
        f'exec(open(Path({ANSWER!r})).read())',
    'a frame of the checker':
        'import sys\n'
        'f = sys._getframe()\n'
        'while f:\n'
        '    if "run_probes" in f.f_globals: f.f_globals.clear()\n'
        '    f = f.f_back',
}


@pytest.mark.parametrize('name', ATTACKS)
def test_an_attack_does_not_pass(name, tmp_path):
    # Below a wrong solution, which an attack that succeeds replaces.
    wrong = SOLUTION.replace('+= other.data', '+= self.data')
    verdict = verdict_of(tmp_path, f'{wrong}\n{ATTACKS[name]}')
    assert verdict.status in ('failed', 'broken')
    if any(path in ATTACKS[name] for path in CLOSED):
        assert verdict.status == 'broken'


HARMFUL = {
    'kill the checker, without os.kill':
        'import os, signal\nsignal.pidfd_send_signal(os.pidfd_open(os.getppid()), 0)',
    'start a program, without subprocess':
        'import _posixsubprocess\n_posixsubprocess.fork_exec()',
    'start Python':
        'import multiprocessing as m\nm.get_context("spawn").Process().start()',
    'take the memory of the checker away':
        'import os, resource\nresource.prlimit(os.getppid(), resource.RLIMIT_AS)',
    'slow the checker down': 'import os\nos.setpriority(0, os.getppid(), 0)',
    'write a database': 'import sqlite3\nsqlite3.connect("../x.db")',
    'a pipe in the folder above': 'import os\nos.mkfifo("../x")',
    'a function got again':
        'import os, sys\ndel sys.modules["posix"]\nimport posix\n'
        'posix.pidfd_open(os.getppid())',
}


@POSIX
@pytest.mark.skipif(sys.platform != 'linux', reason='some of these are of Linux alone')
@pytest.mark.parametrize('name', HARMFUL)
def test_a_file_does_no_harm_past_the_usual_functions(name, tmp_path):
    verdict = verdict_of(tmp_path, f'{HARMFUL[name]}\n{SOLUTION}')
    last = HARMFUL[name].count('\n') + 1
    assert verdict.status == 'broken' and verdict.line in (last, last - 1)


def test_a_file_cannot_fill_the_disk(tmp_path):
    if os.name == 'nt':
        pytest.skip('Windows does not limit files')
    source = f'with open("x", "wb") as f:\n    f.write(bytes(10**8))\n{SOLUTION}'
    assert verdict_of(tmp_path, source).detail['message'] == '[Errno 27] File too large'


def test_a_traceback_through_the_package_may_be_printed(tmp_path):
    """Python looks the lines up in the package's files, which are not to be read."""
    source = (
        'import traceback\n'
        'try:\n    Value(1.0) + "x"\n'
        'except TypeError:\n    traceback.print_exc()\n'
    )
    verdict = verdict_of(tmp_path, f'from micrograd import Value\n{source}', MSE)
    assert verdict.broken == 'missing' and 'TypeError' in verdict.printed


def test_who_holds_the_output_open_holds_nobody_up(tmp_path, monkeypatch):
    """A program that got away from a file, however it did."""
    away = 'subprocess.Popen(["sleep", "20"], start_new_session=True)'
    child = tmp_path / 'child.py'
    child.write_text(f'import os, subprocess\n{away}\nos._exit(0)')
    monkeypatch.setattr('micrograd.classroom.checker.process.CHILD', child)
    start = time.monotonic()
    assert verdict_of(tmp_path, SOLUTION, seconds=0.3).status == 'broken'
    assert time.monotonic() - start < 10


ODD = {  # what out.data is
    'a huge number': '10**400', 'a number too long to print': '10**5000',
    'what looks like a fault': '[{"error": 1}]',
    'what looks more like a fault': '[{"error": 1, "message": 2, "line": []}]',
    'a deep list': '[' * 50 + ']' * 50, 'half a character': '"\\ud800"',
    'a list that holds itself': '(lambda x: x.append(x) or x)([])',
    'not a number': 'float("nan")',
}


@pytest.mark.parametrize('name', ODD)
def test_an_odd_value_is_told_as_wrong(name, tmp_path):
    source = SOLUTION.replace('self.data * other.data', ODD[name])
    verdict = verdict_of(tmp_path, source)
    assert verdict.status == 'failed'
    for lang in ('en', 'zh'):
        as_markdown(blocks(MUL, verdict, lang, 'mine.py')).encode()


FAULT = {'error': 'TypeError', 'message': '', 'line': 3}
SEEN = [None, True, 10**299, float('nan'), float('inf'), 1e308, '', 'x', [], [1.0], {},
        [None], {'object': 'Value'}, {'a': 1}, FAULT, [FAULT], [[1.0, 'a'], 2]]


@pytest.mark.parametrize('name', exercises())
def test_whatever_a_file_shows_has_a_verdict(name):
    """Nothing that an expression of a probe can give troubles a mistake's formula."""
    exercise, rng = exercises()[name], random.Random(name)
    probes = exercise.draw(0)
    right = exercise.see(exercise.right, probes)
    for share in (0.2, 0.5, 1.0):
        seen = {
            probe: {key: rng.choice(SEEN) if rng.random() < share else value
                    for key, value in shown.items()}
            for probe, shown in right.items()
        }
        names = {need.partition('.')[0]: [need.partition('.')[2]]
                 for need in exercise.check.needs}
        report = Report('end', seen=seen, names=names)
        found = verdict(Evidence(exercise, exercise.right, probes, report))
        assert found.status != 'passed' or share < 1
        as_markdown(blocks(exercise, found, 'en', 'mine.py')).encode()


FORGERIES = [
    '["names", {"Value": 5}]', '["names", {"Value": [1, [2], null]}]',
    '["broken", {"error": "x", "message": "y", "line": Infinity}]',
    '["broken", {"error": [], "message": {}, "line": 1}]',
    '["refused", 3]', '["refused", {"event": 1, "target": 2, "line": 3}]',
    '["seen", ["value", {"out.data": ' + '[' * 400 + ']' * 400 + '}]]',
    '["seen", ["unknown", {"code": {"error": "a", "message": "b", "line": 3}}]]',
    '["end", {"printed": []}]', '["end", null]',
]


@pytest.mark.parametrize('told', FORGERIES)
def test_forged_results_never_trouble_the_checker(told, tmp_path):
    lines = f'["names", {{"Value": ["__mul__"]}}]\n{told}\n'
    source = (
        'import os\n'
        'for n in range(3, 9):\n'
        f'    try: os.write(n, {lines.encode()!r})\n'
        '    except OSError: pass\n'
        'os._exit(0)\n'
    )
    verdict = verdict_of(tmp_path, source)
    assert verdict.status in ('failed', 'broken')
    as_markdown(blocks(MUL, verdict, 'en', 'mine.py')).encode()


def test_feedback_never_steers_a_terminal_or_a_page(tmp_path):
    message = '\x1b[2J\ud800\r| a | `b` <script> $x$ &lt; ~~c~~\n# d'
    source, line = inside(f'raise ValueError({message!r})  # {"x" * 9999}')
    told = blocks(MUL, verdict_of(tmp_path, source), 'en', 'mine.py')
    lines = for_terminal(told, lambda style, text: text, 79)
    assert all(text.isprintable() and len(text) < 400 for text in lines)
    page = as_markdown(told)
    row = next(text for text in page.splitlines() if 'ValueError' in text)
    assert page.encode() and f'(line {line})' in row and '\\| a \\|' in row
    assert not {'`b`', '<script>', '$x$', '&lt;', '~~c~~'} & {*row.split()}


def test_a_table_too_wide_for_the_terminal_is_set_in_lines(tmp_path):
    source, line = inside(f'raise ValueError({"long and " * 20!r})')
    told = blocks(MUL, verdict_of(tmp_path, source), 'en', 'mine.py')
    wide, narrow = (for_terminal(told, lambda style, text: text, columns)
                    for columns in (300, 60))
    start = f'    yours  ValueError (line {line}): long and'
    assert [text for text in wide if text.split() == ['yours', 'right']]
    assert [text for text in narrow if text.startswith(start)]
    assert '    right  runs' in narrow
    tables = [text for text in narrow if 'long and' in text and '│' not in text]
    assert len(tables) > 2 and max(map(len, tables)) <= 60


def test_a_line_is_shown_with_its_indentation(tmp_path):
    verdict = verdict_of(tmp_path, 'def f():\n    x = 1\n  return x\n')
    rows = [row[0] for block in blocks(MUL, verdict, 'en', 'mine.py')
            for row in block.rows]
    assert '3 │   return x' in rows


UNREADABLE = {
    'UTF-16': (SOLUTION.encode('utf-16'), 'Your file is not plain text in UTF-8:'),
    'zeros': (SOLUTION.encode() + b'\0', 'Your file is not plain text in UTF-8:'),
    'minus signs': (b'x = ' + b'-' * 90_000 + b'1', 'Python cannot read your file: '
                    'something is nested too deeply'),
    'points': (b'x = x' + b'.a' * 45_000, 'Python cannot read your file: '
               'something is nested too deeply'),
    'an unknown encoding': (b'# coding: foo', 'Your file is not plain text in '
                            'UTF-8: unknown encoding: foo. Save it as UTF-8.'),
}


@pytest.mark.parametrize('name', UNREADABLE)
def test_what_cannot_be_read_is_told_without_a_line(name, tmp_path):
    text, told = UNREADABLE[name]
    (tmp_path / '04_mul.py').write_bytes(text)
    verdict = judge(MUL, tmp_path / '04_mul.py')
    assert said(verdict).startswith(told)
    assert '?' not in said(verdict) + said(verdict, 'zh')


STARTS = ['\ufeff', '\x0c\n', '# \u2028 \x85 \x1c\n', '\r\n\r']


@pytest.mark.parametrize('start', STARTS)
def test_lines_are_counted_as_python_does(start, tmp_path):
    source, _ = inside('1 / 0')
    (tmp_path / '04_mul.py').write_bytes((start + source).encode())
    told = blocks(MUL, judge(MUL, tmp_path / '04_mul.py'), 'en', 'mine.py')
    shown = [row[0] for block in told for row in block.rows]
    assert any(row.endswith('│         1 / 0') for row in shown)


def test_a_loop_in_a_folder_of_any_name_is_found(tmp_path):
    folder = tmp_path / '李雷 é'
    folder.mkdir()
    source, line = inside('while True: pass')
    assert verdict_of(folder, source, seconds=0.7).line == line


DELEGATIONS = {
    'import': 'from micrograd import mse',
    'its module': 'from micrograd.training.losses import mse',
    'the package as a whole': 'import micrograd\nmse = micrograd.training.losses.mse',
    'a loaded module': 'import sys\nmse = sys.modules["micrograd.training.losses"].mse',
    'past the parent': 'import importlib\n'
                       'mse = importlib.import_module("micrograd.training.losses").mse',
}


@pytest.mark.parametrize('name', DELEGATIONS)
def test_the_package_does_not_do_the_exercise(name, tmp_path):
    verdict = verdict_of(tmp_path, DELEGATIONS[name], MSE)
    assert verdict.status == 'broken'


def test_a_refusal_that_the_file_hides_is_told(tmp_path):
    hiding = f'try:\n    open({ANSWER!r})\nexcept OSError:\n    pass\n'
    verdict = verdict_of(tmp_path, hiding + SOLUTION)
    assert (verdict.broken, verdict.line) == ('refused', 2)
    assert said(verdict).startswith('Line 2 of your file was stopped')


def test_a_patched_value_does_not_help(tmp_path):
    """The student's process may spoil its own Value, but not what is right."""
    patch = (
        'from micrograd import Value\n'
        'Value.__eq__ = lambda a, b: True\n'
        'Value.data = property(lambda self: 0.0, lambda self, x: None)\n'
        'def mse(predictions, targets):\n    return Value(0.0)\n'
    )
    assert verdict_of(tmp_path, patch, MSE).status in ('failed', 'broken')


def test_an_import_inside_a_method_is_told_like_one_above(tmp_path):
    source, line = inside('from micrograd import Value as V')
    verdict = verdict_of(tmp_path, source)
    assert (verdict.broken, verdict.line) == ('fault', line)
    assert said(verdict).startswith(f'Line {line} of your file imports what this')


def test_a_verdict_has_a_deadline(tmp_path, monkeypatch):
    """A mistake may be slow to look for, not all of them together."""
    def look(evidence):
        end = time.thread_time() + 0.1
        while time.thread_time() < end:
            pass
    judging = sys.modules['micrograd.classroom.checker.judge']
    monkeypatch.setattr(judging, 'SECONDS', 0.3)
    slow = replace(MUL.check.mistakes[0], missing=False, fits=look)
    exercise = replace(MUL)
    object.__setattr__(exercise, 'check', replace(MUL.check, mistakes=(slow,) * 100))
    start = time.monotonic()
    source = SOLUTION.replace('+= other.data', '+= self.data')
    verdict = verdict_of(tmp_path, source, exercise)
    assert verdict.status == 'failed' and verdict.mistake is None
    assert time.monotonic() - start < 5


SLOW = {  # texts of nearly 100 kB on which a pattern could take long
    'imports': '#' + ' import' * 14_000, 'blank lines': '\n' * 95_000,
    'spaces': ' ' * 95_000, 'one line': 'x = ' + 'p.' * 45_000 + 'q',
    'brackets': '#' + '(' * 95_000, 'words': '#' + 'def __mul__ ' * 7_900,
}


@pytest.mark.parametrize('name', SLOW)
@pytest.mark.parametrize('of', ['mul', 'momentum', 'training_loop'])
def test_no_text_takes_the_checker_long(name, of, tmp_path):
    exercise = exercises()[of]
    source = exercise.right.replace('.data', '.grad') + SLOW[name]
    start = time.monotonic()
    verdict = verdict_of(tmp_path, source, exercise)
    as_markdown(blocks(exercise, verdict, 'en', 'mine.py'))
    assert verdict.status in ('failed', 'broken')
    assert time.monotonic() - start < 5


# --- the sandbox of the kernel ------------------------------------------------------


def test_without_a_sandbox_a_file_is_not_run_if_one_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr('micrograd.classroom.checker.process.WALLS', ('hook',))
    with pytest.raises(OSError, match='does not confine'):
        verdict_of(tmp_path, SOLUTION, sandbox=True)
    assert verdict_of(tmp_path, SOLUTION).status == 'passed'


@pytest.mark.skipif(not is_confined(kernel_wall()), reason='no Landlock, or no seccomp')
def test_with_a_sandbox_it_runs(tmp_path):
    assert verdict_of(tmp_path, SOLUTION, sandbox=True).status == 'passed'


def test_a_folder_of_python_is_opened_without_what_is_closed_in_it(tmp_path):
    for name in ('lib/site/numpy', 'lib/site/micrograd/check', 'lib/json', 'bin'):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / 'lib' / 'again').symlink_to(tmp_path)
    (tmp_path / 'lib' / 'other').symlink_to(tmp_path / 'lib' / 'site' / 'micrograd')
    found = {os.path.relpath(name, tmp_path) for name in without(
        [str(tmp_path)], [str(tmp_path / 'lib' / 'site' / 'micrograd')])}
    assert found == {'bin', 'lib/json', 'lib/site/numpy'}
    assert [*without([str(tmp_path / 'lib')], ['/nowhere'])] == [str(tmp_path / 'lib')]


HEADERS = {'x86_64': '/usr/include/x86_64-linux-gnu/asm/unistd_64.h',
           'aarch64': '/usr/include/asm-generic/unistd.h'}


@pytest.mark.parametrize('machine', HEADERS)
def test_the_numbers_of_the_system_calls_are_those_of_the_headers(machine):
    try:
        header = Path(HEADERS[machine]).read_text()
    except FileNotFoundError:
        pytest.skip('no headers of the kernel')
    known = {name: int(number) for name, number in re.findall(
        r'define __NR(?:3264)?_(\w+)\s+(\d+)', header)}
    calls = f'{sandbox.REFUSED} {sandbox.IGNORED} {sandbox.UNKNOWN} {sandbox.JUDGED}'
    numbers = sandbox._numbers(calls, sandbox.MACHINES[machine][0])
    assert len(numbers) > 100
    assert numbers == {name: known.get(name) for name in numbers}


@pytest.mark.parametrize('machine', sandbox.MACHINES)
def test_the_filter_jumps_to_instructions_that_are_there(machine):
    program = sandbox._filter(machine, 1234)
    assert len(program) < 4096  # the kernel takes no more
    for place, (what, if_true, if_not, number) in enumerate(program):
        assert 0 <= number < 1 << 32
        if what in (sandbox.EQUAL, sandbox.ABOVE):
            assert place + 1 + max(if_true, if_not) < len(program)
    assert program[-1] == (sandbox.RETURN, 0, 0, sandbox.ALLOW)


def test_what_is_seen_is_read_while_another_thread_imports_numpy(monkeypatch):
    monkeypatch.setitem(sys.modules, 'numpy', types.ModuleType('numpy'))
    assert plain([1.5, 'a', {'b': None}]) == [1.5, 'a', {'b': None}]


def test_a_line_printed_at_each_call_is_no_flood(tmp_path):
    said = "        print('x' * 100)\n"
    talks = MUL.right.replace('        out = Value(', f'{said}        out = Value(')
    assert talks != MUL.right
    verdict = verdict_of(tmp_path, talks)
    assert verdict.status == 'passed' and len(verdict.printed) <= 20_000


SUB = exercises()['sub']
UNDONE = ('    def __rsub__(self, other):', '    def __rsub__(self, other):\n'
          '        raise NotImplementedError')


def all_said(verdict, lang='en', exercise=MUL):
    told = blocks(exercise, verdict, lang, 'mine.py')
    return '\n'.join(for_terminal(told, lambda style, text: text, 500))


def half_done(tmp_path, *changes):
    source = SUB.right
    for old, new in (UNDONE, *changes):
        assert old in source
        source = source.replace(old, new)
    return verdict_of(tmp_path, source, SUB)


def test_a_half_done_file_shows_its_steps_and_the_line_that_raises(tmp_path):
    found = half_done(tmp_path)
    told = all_said(found, exercise=SUB)
    assert found.status == 'todo' and 'forward' in found.passed
    assert 'numbers' not in found.passed and f'Line {found.undone} still' in told
    assert 'raise NotImplementedError' in told and '✓ the value' in told
    assert '这一部分还没有写' in all_said(found, 'zh', SUB)


def test_the_rest_of_a_half_done_file_is_diagnosed(tmp_path):
    found = half_done(tmp_path, ('self.grad += ', 'self.grad = '))
    assert (found.status, found.mistake.name) == ('failed', 'overwrite-grad')
    assert f'Line {found.undone} still' in all_said(found, exercise=SUB)


def test_an_error_that_is_raised_on_purpose_is_one_like_any_other(tmp_path):
    why = 'raise NotImplementedError("no numbers")'
    found = half_done(tmp_path, ('raise NotImplementedError', why))
    assert (found.status, found.mistake.name) == ('failed', 'error-in-file')
    assert found.undone is None and 'no numbers' in all_said(found, exercise=SUB)


@pytest.mark.parametrize('line', ['%matplotlib inline', '!pip install numpy',
                                  '>>> a = 1', '```python'])
def test_the_remains_of_a_notebook_are_called_so(tmp_path, line):
    told = all_said(verdict_of(tmp_path, f'{line}\n{MUL.right}'))
    assert 'belong to a notebook' in told and f'1 │ {line}' in told


def test_a_library_that_may_not_start_is_called_so():
    event = {'event': 'ctypes.dlopen', 'target': 'libtorch.so', 'line': 1}
    found = Verdict('broken', broken='refused', detail=event, line=1,
                    source='import torch\n')
    assert 'imports a library' in all_said(found)
    assert 'ctypes.dlopen' in all_said(replace(found, source='open("x")\n'))


def test_a_suggestion_is_a_name_of_the_student(tmp_path):
    near = MUL.right.replace('def __mul__', 'def __multiply__')
    assert 'It has Value.__multiply__' in all_said(verdict_of(tmp_path, near))
    none = MUL.right.replace('def __mul__', 'def product')
    told = all_said(verdict_of(tmp_path, none))
    assert 'Your file has no Value.__mul__.' in told and 'It has' not in told


def test_an_unknown_mistake_is_shown_by_a_short_example_and_a_question(tmp_path):
    wrong = MUL.right.replace('+= other.data *', '+= (self.data + other.data) *')
    found = verdict_of(tmp_path, wrong)
    assert found.mistake is None and len(found.differences[0].probe.code) < 80
    assert 'Work this example out by hand' in all_said(found)

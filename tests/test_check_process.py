"""A student's file may be broken in any way, or try to cheat."""

import os
import sys
import time

import pytest

from micrograd.check import Limits, exercises, judge
from micrograd.check.exercise import EXERCISES
from micrograd.check.feedback import blocks

MUL = exercises()['mul']
MSE = exercises()['mse']
SOLUTION = MUL.right
POSIX = pytest.mark.skipif(os.name == 'nt', reason='a signal of POSIX')


def verdict_of(tmp_path, source, exercise=MUL, **limits):
    path = tmp_path / exercise.stub.name
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
    # what stands in the file: (status, broken, start of what is said)
    'x = (1 +': 'Python cannot read line {line} of your file',
    '  x = 1': 'Python cannot read line {line} of your file',
    'x = 1 / 0': 'ZeroDivisionError in line {line} of your file: division by zero',
    'x = unknown': "NameError in line {line} of your file: name 'unknown'",
    'raise SystemExit': 'Your file ends itself in line {line}',
    'import sys; sys.exit(0)': 'Your file ends itself in line {line}',
    'input()': 'Line {line} of your file asks for input',
    'x = [0] * 10**11': 'Line {line} of your file needs more memory',
    'while True: print("again")': 'Your file prints without end; it was stopped',
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
])  # fmt: skip
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
        'Your file has no Value.__mul__. It has Value.__mull__: is that the one, '
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
        'import numpy as np\n'
        'open("note.txt", "w").write("mine")\n'
        'assert open("note.txt").read() == "mine"\n'
        'if __name__ == "__main__":\n    print("tried by hand")\n'
    )
    assert verdict_of(tmp_path, harmless + SOLUTION).status == 'passed'


def test_a_file_that_is_no_text_or_not_there_is_told(tmp_path):
    path = tmp_path / '04_mul.py'
    assert judge(MUL, path).broken == 'unreadable'
    path.write_bytes(b'\xff\xfe\x00')
    assert judge(MUL, path).status == 'broken'
    path.write_bytes(b'#' * 2_000_000)
    assert judge(MUL, path).broken == 'unreadable'


# --- attacks --------------------------------------------------------------------

CHECKER = str(EXERCISES.parent.parent / 'micrograd' / 'check')
ANSWER = str(MUL.solution)
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
    'the solution, a relative path': f'exec(open({os.path.relpath(ANSWER)!r}).read())',
    'the solution, by runpy':
        f'import runpy; globals().update(runpy.run_path({ANSWER!r}))',
    'the solution, past a replaced os.path':
        'import os, posixpath\n'
        'os.path.realpath = os.path.abspath = posixpath.join = lambda *a: "/x"\n'
        f'exec(open({ANSWER!r}).read())',
    'the solution, in a folder gone to':
        f'import os; os.chdir({os.path.dirname(ANSWER)!r})\n'
        'exec(open("04_mul.py").read())',
    'the solution, with the guard removed':
        'import sys, __main__\n'
        '__main__.FORBIDDEN = (); __main__._guard = None\n'
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
        'print(json.dumps(["end", {"printed": "", "refused": []}]))\n'
        'os.write(1, b\'["end", {"printed": "", "refused": []}]\\n\')\n'
        'os._exit(0)',
    'a forged result on every descriptor':
        'import os\n'
        'for n in range(3, 20):\n'
        '    try: os.write(n, b\'["names", {"Value": ["__mul__", "__rmul__"]}]\\n'
        '["end", {"printed": "", "refused": []}]\\n\')\n'
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
    'a frame of the checker':
        'import sys\n'
        'f = sys._getframe()\n'
        'while f:\n'
        '    if "run_probes" in f.f_globals: f.f_globals.clear()\n'
        '    f = f.f_back',
}  # fmt: skip


@pytest.mark.parametrize('name', ATTACKS)
def test_an_attack_does_not_pass(name, tmp_path):
    attack = ATTACKS[name]
    if 'class Value' not in attack and 'Value =' not in attack:
        attack += '\n' + SOLUTION.replace('+= other.data', '+= self.data')  # wrong
    verdict = verdict_of(tmp_path, attack)
    assert verdict.status in ('failed', 'broken')


DELEGATIONS = {
    'import': 'from micrograd import mse',
    'its module': 'from micrograd.losses import mse',
    'the package as a whole': 'import micrograd\nmse = micrograd.losses.mse',
    'a loaded module': 'import sys\nmse = sys.modules["micrograd.losses"].mse',
    'past the parent': 'import importlib\n'
                       'mse = importlib.import_module("micrograd.losses").mse',
}  # fmt: skip


@pytest.mark.parametrize('name', DELEGATIONS)
def test_the_package_does_not_do_the_exercise(name, tmp_path):
    verdict = verdict_of(tmp_path, DELEGATIONS[name], MSE)
    assert verdict.status == 'broken'


def test_a_refusal_that_the_file_hides_is_told(tmp_path):
    hiding = f'try:\n    open({ANSWER!r})\nexcept OSError:\n    pass\n'
    verdict = verdict_of(tmp_path, hiding + SOLUTION)
    assert (verdict.broken, verdict.line) == ('refused', 2)
    assert said(verdict).startswith('Your file tried something')


def test_a_patched_value_does_not_help(tmp_path):
    """The student's process may spoil its own Value, but not what is right."""
    patch = (
        'from micrograd import Value\n'
        'Value.__eq__ = lambda a, b: True\n'
        'Value.data = property(lambda self: 0.0, lambda self, x: None)\n'
        'def mse(predictions, targets):\n    return Value(0.0)\n'
    )
    assert verdict_of(tmp_path, patch, MSE).status in ('failed', 'broken')

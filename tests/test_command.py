"""The command `python -m micrograd`, on lessons made for the purpose."""
import os
import re
import signal
import subprocess
import sys
import time

import pytest
from places import ROOT
from terminal import Terminal

from micrograd import __main__ as command
from micrograd.classroom import shelf

GOOD = ('# %% [markdown]\n# # 1. A title\n# %%\nimport sys\n'
        'from micrograd import Value\n'
        'print(__name__, sys.argv[1:], Value(2) + 1)\n')
RAN = "__main__ ['--no-pause'] Value(data=3.0, grad=0.0)\n"


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    """A folder in the place of lessons/: two that run, one that does not."""
    monkeypatch.setattr(shelf, 'LESSONS', tmp_path)
    monkeypatch.setattr(sys, 'argv', sys.argv)
    monkeypatch.setenv('LANGUAGE', 'en')
    (tmp_path / '01_first.py').write_text(GOOD)
    (tmp_path / '02_wrong.py').write_text('print("before")\nassert 1 + 1 == 3, "no"\n')
    (tmp_path / '12_two_words.py').write_text(
        '# %% [markdown]\n# # 12. Gradient descent\n' + GOOD)
    (tmp_path / 'zh').mkdir()
    (tmp_path / 'zh' / '12_two_words.po').write_text(
        'msgid "# 12. Gradient descent"\nmsgstr "# 12. 梯度下降"\n', 'utf-8')
    (tmp_path / 'notes.py').write_text('no lesson')
    return tmp_path


# --- one lesson ----------------------------------------------------------


@pytest.mark.parametrize('wish', [
    '12', '012', '12_two_words', '12_two_words.py', 'lessons/12_two_words.py',
    'two', 'words', 'Gradient', 'descent', '下降'])
def test_one_lesson_runs_as_a_script_with_its_options(lessons, capsys, wish):
    assert command.main(['lesson', wish, '--no-pause']) == 0
    assert capsys.readouterr().out == RAN
    assert command.main(['lesson', '--lang', 'zh', wish, '--from', '3']) == 0
    assert "['--lang=zh', '--from=3']" in capsys.readouterr().out


def test_without_a_lesson_there_is_the_list(lessons, capsys):
    assert command.main(['lesson']) == 0
    listed = re.findall(r'^ +(\d+)  (.*)', capsys.readouterr().out, re.M)
    assert listed[:3] == [('1', 'A title'), ('2', 'wrong'), ('12', 'Gradient descent')]
    assert command.main(['lesson', '--lang', 'zh']) == 0
    assert '  12  梯度下降\n' in capsys.readouterr().out


@pytest.mark.parametrize('wish, said', [
    ('99', "There is no lesson '99'."), ('x', "There is no lesson 'x'."),
    ('²', "There is no lesson '²'."), ('wrnog', 'Did you mean wrong?'),
    ('ords', 'no lesson'), ('', 'could be each of')])
def test_an_unknown_lesson_is_answered_with_the_list(lessons, capsys, wish, said):
    assert command.main(['lesson', wish]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert re.findall(r'^ +(\d+)  ', error, re.M) == ['1', '2', '12']


def test_the_list_and_its_errors_speak_chinese(lessons, capsys):
    assert command.main(['lesson', '--lang', 'zh']) == 0
    assert capsys.readouterr().out.startswith('全部课程：\n   1  A title\n')
    for wish, said in (('99', '没有“99”这一课。\n'), ('', '其中任何一课：01_first, '),
                       ('wrnog', '没有“wrnog”这一课。你要找的是 wrong 吗？\n')):
        assert command.main(['lesson', wish, '--lang', 'zh']) == 2
        error = capsys.readouterr().err
        assert said in error and '全部课程：\n' in error
        assert 'lesson' not in error


def test_a_word_of_several_lessons_names_them(lessons, capsys):
    (lessons / '03_first_again.py').write_text(GOOD)
    assert command.main(['lesson', 'first']) == 2
    assert 'could be each of 01_first, 03_first_again.' in capsys.readouterr().err


def test_a_lesson_steps_through_the_terminal():
    shell = Terminal('-m', 'micrograd', 'lesson', '1', '--lang', 'zh', '--from', '2')
    try:
        assert '[2/' in shell.shown()
        shell.type('q\n')
        assert shell.end()[0] == 0
    finally:
        shell.close()


# --- all lessons ---------------------------------------------------------


def test_all_lessons_run_and_the_one_that_fails_is_named(lessons, capfd):
    assert command.main(['lessons']) == 1
    out = capfd.readouterr().out
    assert out.count(RAN) == 2
    assert re.findall(r'=== (\S+) (\w+) in \d+\.\d s', out) == [
        ('01_first.py', 'ran'), ('02_wrong.py', 'FAILED'), ('12_two_words.py', 'ran')]
    assert re.findall(r'^ +\d+\.\d s  (\S+)', out, re.M) == [
        '01_first.py', '02_wrong.py', '12_two_words.py']
    assert f'File "{lessons / "02_wrong.py"}", line 2' in out
    assert out.splitlines()[-1] == 'FAILED: 02_wrong.py, line 2: AssertionError: no'


@pytest.mark.parametrize('text, fault', [
    ('x = (\n', "line 1: SyntaxError: '(' was never closed"),
    ('def f():\n    1 / 0\nf()\n', 'line 2: ZeroDivisionError: division by zero'),
    ('import json\njson.loads("")\n', 'line 2: json.decoder.JSONDecodeError: '),
    ('import sys\nsys.exit(3)\n', 'exit code 3')])
def test_a_fault_of_any_kind_names_the_line_of_the_lesson(lessons, capfd, text, fault):
    (lessons / '02_wrong.py').write_text(text)
    assert command.main(['lessons']) == 1
    last = capfd.readouterr().out.splitlines()[-1]
    assert re.match(r'FAILED: 02_wrong\.py[,:] ', last)
    assert fault in last


def test_each_lesson_is_printed_whole_and_in_order(lessons, capfd):
    (lessons / '01_first.py').write_text(
        'import time\nprint("a", flush=True)\ntime.sleep(1)\nprint("b")\n')
    command.main(['lessons'])
    out = capfd.readouterr().out
    assert '=== 01_first.py\na\nb\n=== 01_first.py ran' in out
    assert out.index('01_first.py ran') < out.index('02_wrong.py FAILED')


def test_all_lessons_run_in_a_language(lessons, capfd):
    (lessons / '01_first.py').write_text(
        'from micrograd import image\npath = image("a.svg")\n')
    assert command.main(['lessons', '--lang', 'zh']) == 1
    out = capfd.readouterr().out
    assert re.search(r'^图：.*a\.svg$', out, re.M)
    assert re.findall(r'=== (\S+) (.+)，用时 \d+\.\d 秒', out) == [
        ('01_first.py', '运行完毕'), ('02_wrong.py', '出错'),
        ('12_two_words.py', '运行完毕')]
    assert f'图都在 {lessons / "images"} 里' in out
    assert out.splitlines()[-1] == '出错：02_wrong.py，第 2 行：AssertionError: no'


def test_all_lessons_say_where_their_pictures_are(lessons, capfd):
    (lessons / '02_wrong.py').unlink()
    assert command.main(['lessons']) == 0
    last = capfd.readouterr().out.splitlines()[-1]
    assert last == f'The pictures are in {lessons / "images"}'


STARTER = """\
import pathlib, sys
from micrograd import __main__ as command
from micrograd.classroom import shelf
shelf.LESSONS = pathlib.Path(sys.argv[1])
try:
    sys.exit(command.main(['lessons']))
except KeyboardInterrupt:
    sys.exit(130)
"""


def test_a_terminal_shows_how_far_all_lessons_are(lessons, tmp_path):
    (lessons / '01_first.py').write_text('import time\ntime.sleep(1.5)\n')
    starter = tmp_path / 'starter.py'
    starter.write_text(STARTER)
    shell = Terminal(starter, str(lessons), columns=60)
    try:
        shell.until(' of 3 done, now 01_first')
        assert shell.end()[0] == 1
    finally:
        shell.close()


@pytest.mark.skipif(os.name == 'nt', reason='Windows has no process groups')
def test_ctrl_c_stops_all_lessons(lessons, tmp_path):
    begun = 'import pathlib, time\npathlib.Path(__file__ + ".begun").touch()\n'
    for number in range(6):  # the next begins as soon as Ctrl-C ends another
        (lessons / f'0{number}_more.py').write_text(f'{begun}time.sleep(60)\n')
    starter = tmp_path / 'starter.py'
    starter.write_text(STARTER)
    run = subprocess.Popen([sys.executable, starter, lessons], start_new_session=True,
                           env={**os.environ, 'PYTHONPATH': str(ROOT)},
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 30
    while not [*lessons.glob('*.begun')] and time.monotonic() < end:
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)
    assert run.wait(20) == 130


def test_an_installation_without_lessons_says_where_they_are(lessons):
    for path in lessons.glob('*_*.py'):
        path.unlink()
    for words in (['lesson'], ['lessons']):
        with pytest.raises(SystemExit, match='come with a clone'):
            command.main(words)


def test_a_package_that_is_missing_is_told_with_what_to_do(lessons):
    (lessons / '01_first.py').write_text('import numpy\n')
    without = (f'import sys; sys.path[:0] = [{str(ROOT)!r}]; '
               'sys.modules["numpy"] = None; from micrograd.classroom import shelf; '
               f'import pathlib; shelf.LESSONS = pathlib.Path({str(lessons)!r}); '
               'from micrograd.__main__ import main; main(["lesson", "1"])')
    run = subprocess.run([sys.executable, '-c', without], text=True,
                         capture_output=True)
    assert run.returncode == 1 and 'Traceback' not in run.stderr
    assert run.stderr.startswith('This needs numpy') and 'activate' in run.stderr


# --- help ----------------------------------------------------------------


def test_what_is_not_a_command_is_answered_with_those_that_are(capsys):
    with pytest.raises(SystemExit):
        command.main(['lections'])
    assert re.search('invalid choice.*lesson.*lessons', capsys.readouterr().err)


def test_a_command_of_a_student_waits_for_no_other():
    code = 'import sys, micrograd.__main__; print(*sys.modules)'
    run = subprocess.run([sys.executable, '-c', code], cwd=ROOT, capture_output=True,
                         text=True, check=True)
    of_others = {'multiprocessing', 'concurrent.futures', 'zipfile', 'numpy',
                 'micrograd.classroom.grading.grade'}
    assert of_others & {*run.stdout.split()} == set()


def test_without_a_command_there_is_the_help(capsys):
    assert command.main([]) == 2
    assert 'examples:' in capsys.readouterr().err


def test_the_help_tells_every_command_and_its_examples_are_understood(capsys):
    with pytest.raises(SystemExit, match='0'):
        command.main(['--help'])
    text = capsys.readouterr().out
    names = re.findall(r'^    (\w+) +\S', text, re.M)
    assert {'lesson', 'lessons'} <= set(names)
    for name in names:
        with pytest.raises(SystemExit, match='0'):
            command.main([name, '--help'])
        text += capsys.readouterr().out
    examples = re.findall(r'^  python -m micrograd (.*?)(?:   *\S.*)?$', text, re.M)
    assert {line.split()[0] for line in examples} >= {'lesson', 'lessons'}
    for line in examples:
        with pytest.raises(SystemExit, match='0'):  # --help ends it, if all is known
            command.main([*line.split(), '--help'])

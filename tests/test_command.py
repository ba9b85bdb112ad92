"""The command `python -m micrograd`, on lessons made for the purpose."""
import re
import sys

import pytest

from micrograd import __main__ as command

GOOD = ('import sys\nfrom micrograd import Value\n'
        'print(__name__, sys.argv[1:], Value(2) + 1)\n')


@pytest.fixture
def lessons(tmp_path, monkeypatch):
    """A folder in the place of lessons/: two that run, one that does not."""
    monkeypatch.setattr(command, 'LESSONS', tmp_path)
    monkeypatch.setattr(sys, 'argv', sys.argv)
    (tmp_path / '01_first.py').write_text(GOOD)
    (tmp_path / '02_wrong.py').write_text('assert 1 + 1 == 3\n')
    (tmp_path / '12_last.py').write_text(GOOD)
    (tmp_path / 'notes.py').write_text('no lesson')
    return tmp_path


def test_one_lesson_runs_as_a_script_with_its_options(lessons, capsys):
    assert command.main(['lesson', '12', '--no-pause']) == 0
    assert capsys.readouterr().out == (
        "__main__ ['--no-pause'] Value(data=3.0, grad=0.0)\n")


@pytest.mark.parametrize('number', [[], ['3'], ['first'], ['²']])
def test_an_unknown_lesson_is_answered_with_the_list(lessons, capsys, number):
    assert command.main(['lesson', *number]) == 2
    listed = re.findall(r'^ +(\d+)  (.*)', capsys.readouterr().err, re.M)
    assert listed == [('1', '01_first.py'), ('2', '02_wrong.py'), ('12', '12_last.py')]


def test_all_lessons_run_and_the_one_that_fails_is_named(lessons, capfd):
    assert command.main(['lessons']) == 1
    out, err = capfd.readouterr()
    assert out.count("__main__ ['--no-pause'] Value(data=3.0, grad=0.0)") == 2
    assert re.findall(r'=== (\S+) (\w+) in \d+\.\d s', out) == [
        ('01_first.py', 'ran'), ('02_wrong.py', 'FAILED'), ('12_last.py', 'ran')]
    assert '02_wrong.py", line 1' in err
    assert out.splitlines()[-1] == 'FAILED: 02_wrong.py'


def test_all_lessons_say_where_their_pictures_are(lessons, capfd):
    (lessons / '02_wrong.py').unlink()
    assert command.main(['lessons']) == 0
    last = capfd.readouterr().out.splitlines()[-1]
    assert last == f'The pictures are in {lessons / "images"}'


def test_an_installation_without_lessons_says_where_they_are(lessons):
    for path in lessons.glob('*_*.py'):
        path.unlink()
    with pytest.raises(SystemExit, match='come with a clone'):
        command.main(['lessons'])


def test_what_is_not_a_command_is_answered_with_those_that_are(capsys):
    with pytest.raises(SystemExit):
        command.main(['lections'])
    assert re.search('invalid choice.*lesson.*lessons', capsys.readouterr().err)

"""The command line in the reader's language: help, errors, choice, output."""
import argparse
import ast
import re
import shlex
import subprocess
import sys

import pytest
from terminal import ROOT, environment

from micrograd import __main__ as command
from micrograd.classroom import commandline
from micrograd.classroom.checker import exercises
from micrograd.common.layout import width
from micrograd.languages import LANGUAGES, choice, language, po, say

OTHERS = LANGUAGES[1:]
MUL = exercises()['mul']
WRONG = MUL.right.replace('other.data * out.grad', 'self.data * out.grad')
COMMANDS = ('lesson', 'lessons', 'check', 'hint', 'solution', 'reset', 'list', 'watch',
            'grade')
ENGLISH = re.compile(r'\b[A-Za-z][a-z]+ [a-z]{2,} [a-z]{2,}')  # three words of it
TYPED = re.compile(r'^  python -m micrograd .*?(?=  )', re.MULTILINE)  # an example
ROOMS = ('classroom/commandline.py', '__main__.py', 'classroom/lesson/start.py',
         'classroom/grading', 'training/progress.py')
SAY = {'say', '_say', 'TooMuchError', 'GradebookError'}  # what takes a text to be said


def run(*words, folder=ROOT, **variables):
    """Run a command as from a shell; what it says, in bytes."""
    env = environment(LANGUAGE='', LANG='C.UTF-8', LC_ALL='', LC_MESSAGES='')
    return subprocess.run(
        [sys.executable, '-m', 'micrograd', *map(str, words)], env={**env, **variables},
        cwd=folder, capture_output=True, stdin=subprocess.DEVNULL, timeout=60)


# --- help and errors ---------------------------------------------------------


def parsers():
    """The parser of all commands, and that of each."""
    first = command.parser_of_all()
    [commands] = [a for a in first._actions if isinstance(a.choices, dict)]
    assert set(COMMANDS) == {*commands.choices}
    return [first, *commands.choices.values()], commands


def texts_of_parsers():
    """All that help shows, but for names."""
    found, commands = parsers()
    yield from (told.help for told in commands._choices_actions)
    for parser in found:
        yield from filter(None, (parser.description, parser.epilog))
        yield from (group.title for group in parser._action_groups)
        yield from (action.help for action in parser._actions if action.help)


@pytest.mark.parametrize('lang', OTHERS)
def test_all_that_help_shows_is_translated(lang):
    texts = {*texts_of_parsers()}
    assert {command.WHAT, commandline.LANG, 'check every exercise'} <= texts
    assert {text for text in texts if say(text, lang) == text} == set()


def said(path):
    """The texts that a file gives to say(): literals, and constants of the file."""
    tree = ast.parse(path.read_text('utf-8'))
    constants = {}
    for node in tree.body:
        if isinstance(node, ast.Assign):
            names = [n.id for n in ast.walk(node.targets[0]) if isinstance(n, ast.Name)]
            constants.update(dict.fromkeys(names, node.value))
    for node in ast.walk(tree):
        name = node.func if isinstance(node, ast.Call) else None
        if getattr(name, 'id', getattr(name, 'attr', '')) in SAY and node.args:
            for part in ast.walk(node.args[0]):
                yield from _texts(constants.get(getattr(part, 'id', ''), part))


def _texts(node):
    inside = getattr(node, 'values', getattr(node, 'elts', [node]))  # a dict, a tuple
    for value in inside:
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            yield value.value


@pytest.mark.parametrize('lang', OTHERS)
@pytest.mark.parametrize('room', ROOMS)
def test_all_that_is_said_is_translated(room, lang):
    place = ROOT / 'micrograd' / room
    files = place.rglob('*.py') if place.is_dir() else [place]
    texts = {text for file in files for text in said(file)}
    assert texts
    assert {text for text in texts if say(text, lang) == text} == set()


@pytest.mark.parametrize('lang', OTHERS)
def test_what_argparse_fills_in_stays_the_same(lang):
    file = choice.HERE / lang / 'command.po'
    for english, translated in po.read(file).items():
        fields = [sorted(re.findall(r'%\(\w+\)[rs]|%[rs]', t))
                  for t in (english, translated)]
        assert fields[0] == fields[1], english


@pytest.mark.parametrize('words', [[], *([name] for name in COMMANDS)])
def test_help_in_chinese_has_no_english_sentence(words, monkeypatch, capsys):
    monkeypatch.setenv('COLUMNS', '80')
    with pytest.raises(SystemExit, match='0'):
        command.main([*words, '--lang=zh', '--help'] if words else ['--help'])
    english = capsys.readouterr().out
    monkeypatch.setenv('LANGUAGE', 'zh')
    with pytest.raises(SystemExit, match='0'):
        command.main([*words, '--help'])
    told = capsys.readouterr().out
    assert told.startswith('用法：') and '选项:' in told
    assert not words or told == english  # by --lang as by the environment
    assert ENGLISH.findall(TYPED.sub('', told)) == []
    assert all(width(line) <= 80 for line in told.splitlines())


@pytest.mark.parametrize('words, said', [
    (['lections'], '没有 .lections. 这个选择'), (['lesson', '--from'], '需要一个值'),
    (['lesson', '--from', '0'], "'0' 不是单元格的编号"),
    (['reset'], '缺少必需的参数：NAME'),
    (['lesson', '--no-pause', '--from', '2'], '不能与参数 --no-pause 同时使用'),
    (['check', '--lang', 'xx'], "没有 'xx' 这个选择，可选的有：'?en'?, '?zh"),
    (['list', 'x'], '无法识别的参数：x'), (['check', '--all=3'], "却给出了 '3'")])
def test_a_wrong_command_is_answered_in_the_language(words, said, monkeypatch, capsys):
    monkeypatch.setenv('LANGUAGE', 'zh')
    with pytest.raises(SystemExit, match='2'):
        command.main(words)
    told = capsys.readouterr().err
    assert re.search(said, told) and told.startswith('用法：') and '错误：' in told
    assert ENGLISH.findall(told) == []
    with pytest.raises(SystemExit, match='2'):  # argparse is left as it was
        argparse.ArgumentParser(prog='p').parse_args(['x'])
    assert 'p: error: unrecognized arguments: x' in capsys.readouterr().err


# --- which language ----------------------------------------------------------


def test_the_language_of_the_last_command_is_remembered(tmp_path):
    words = ['solution', 'mul', '--folder', tmp_path / 'work']
    english = run(*words).stdout
    assert english.startswith(b'The solution of mul is shown when')
    chinese = run(*words, '--lang', 'zh').stdout
    assert chinese.decode().startswith('mul 的参考答案要等')
    assert run(*words).stdout == chinese
    assert run(*words, '--lang', 'xx').stderr.decode().startswith('用法：')
    assert run(*words, LANG='en_US.UTF-8').stdout == english
    assert run(*words[:3], tmp_path / 'other').stdout == english


def test_what_machines_read_depends_on_nobodys_last_command(tmp_path):
    work, marks = tmp_path / 'class' / 'ada', tmp_path / 'out'
    run('solution', 'mul', '--folder', work, '--lang', 'zh')
    assert '参考答案' in run('solution', 'mul', '--folder', work).stdout.decode()
    (work / 'mul.py').write_text(MUL.right)
    told = run('check', 'mul', '--folder', work, '--json', tmp_path / 'r.json')
    assert told.stdout.startswith(b'1 of 1 exercise passed')
    told = run('grade', work.parent, '--only', 'mul', '--out', marks)
    assert told.stdout.startswith(b'1 of 1 graded')
    assert 'exercise' in (marks / 'details.csv').read_text('utf-8')


@pytest.mark.parametrize(('options', 'variables'), [
    ([], {}), ([], {'LANG': 'zh_CN'}), (['--lang', 'zh'], {'LANG': 'en_US.UTF-8'}),
    (['--lang', 'en'], {'LANG': 'zh_CN'})])
def test_a_printed_command_answers_as_the_one_that_printed_it(
        tmp_path, options, variables):
    (tmp_path / 'my work').mkdir()
    (tmp_path / 'my work' / 'mul.py').write_text(WRONG, 'utf-8')
    words = ['check', 'mul', '--folder', 'my work', *options]
    here = {'folder': tmp_path, 'PYTHONPATH': str(ROOT), **variables}
    first = run(*words, **here).stdout.decode()
    is_chinese = '下一条提示' in first
    assert is_chinese != ('The next hint' in first)
    printed = re.search(r'python -m micrograd (hint mul .*)', first)[1]
    told = run(*shlex.split(printed), **here).stdout.decode()
    assert told.startswith('提示 1/3' if is_chinese else 'Hint 1 of 3')
    assert 'hints' in (tmp_path / 'my work' / 'progress.json').read_text()
    assert language() == 'en'  # of this process


# --- output that lacks signs -------------------------------------------------


@pytest.mark.parametrize('encoding', ['gbk', 'cp1252', 'ascii'])
def test_no_command_ends_for_want_of_a_sign(encoding, tmp_path):
    can = encoding == 'gbk'
    for words in (['check', 'x²', '--folder', tmp_path], ['lesson', '3', '--no-pause'],
                  ['lesson', '99'], ['grade', tmp_path / 'nowhere'], ['--help']):
        told = run(*words, PYTHONIOENCODING=encoding, LANGUAGE='zh')
        assert b'Traceback' not in told.stderr and b'Error' not in told.stderr, words
        shown = (told.stdout + told.stderr).decode(encoding)
        warned = not can and words != ['--help']
        assert shown.count('PYTHONUTF8=1') == warned, words


@pytest.mark.parametrize('encoding, right, wrong', [
    ('gbk', '√', '×'), ('ascii', 'ok', 'x'), ('cp1252', 'ok', '×'),
    ('utf-8', '✓', '✗')])
def test_what_passed_and_what_failed_is_seen(encoding, right, wrong, tmp_path):
    (tmp_path / 'mul.py').write_text(WRONG, 'utf-8')
    words = ['check', 'mul', '--folder', tmp_path]
    can = encoding in ('gbk', 'cp936', 'utf-8')
    as_it_is = run(*words, LANGUAGE='zh' if can else 'en').stdout.decode()
    told = run(*words, PYTHONIOENCODING=encoding, LANGUAGE='zh')
    shown = told.stdout.decode(encoding)
    assert f'  {right} ' in shown and f'  {wrong} ' in shown
    assert shown.count('?') == as_it_is.count('?')


def test_a_language_that_cannot_be_shown_is_kept_for_files(tmp_path):
    (tmp_path / 'class' / 'ada').mkdir(parents=True)
    (tmp_path / 'class' / 'ada' / 'mul.py').write_text(WRONG, 'utf-8')
    told = run('grade', tmp_path / 'class', '--only', 'mul', '--lang', 'zh',
               PYTHONIOENCODING='ascii')
    assert b'graded' in told.stdout and told.stdout.count(b'PYTHONUTF8') == 1
    assert told.stderr == b''  # a grader of notebooks takes it as a failure
    page = (tmp_path / 'class_graded' / 'feedback' / 'ada.md').read_text('utf-8')
    assert '提示：' in page

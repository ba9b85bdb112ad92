"""The presenter, driven as a person does: through a real terminal."""

import contextlib
import json
import os
import re
import signal
import subprocess
import sys

import pytest
from terminal import Terminal, environment

LESSON = """\
# %% [markdown]
# # The title
#
# A text of the lesson.

# %%
from micrograd.classroom.lesson import image, present

present()

# %%
runs = 1
print('first', 'output', runs)

# %% [markdown]
# A second text.

# %%
runs += 1
print('second', 'output', runs)
"""


@pytest.fixture
def lesson(tmp_path):
    """Write a lesson file; the call returns its path."""

    def write(text, name='lesson.py'):
        path = tmp_path / name
        path.write_text(text, encoding='utf-8')
        return path

    return write


def piped(path, *options, cwd=None, **env):
    """Run a lesson without a terminal."""
    return subprocess.run(
        [sys.executable, str(path), *options],
        stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8',
        env=environment(**env), cwd=cwd, timeout=60, check=False,
    )


@pytest.fixture
def terminal():
    """Run a lesson in a terminal: the call returns the Terminal."""
    with contextlib.ExitStack() as stack:

        def run(path, *options, **settings):
            program = Terminal(path, *options, **settings)
            stack.callback(program.close)
            return program

        yield run


@pytest.fixture
def shell(lesson, terminal):
    """Run the text of a lesson in a terminal, up to its first prompt."""

    def run(text=LESSON, *options, **settings):
        program = terminal(lesson(text), *options, **settings)
        program.first = program.shown()
        return program

    return run


def prompt(here, cells):
    """What the presenter asks at cell number here of so many."""
    enter = 'end' if here == cells else 'next'
    return f'[{here}/{cells}] Enter {enter}, b back, ? help: '


# --- stepping -----------------------------------------------------------


def test_enter_shows_one_cell_at_a_time_in_order(shell):
    shell = shell()
    assert shell.first == (
        '\nThe title\n─────────\n\nA text of the lesson.\n\n' + prompt(1, 4)
    )
    assert shell.answer('') == (
        "\n12 │ runs = 1\n13 │ print('first', 'output', runs)\n\n"
        'first output 1\n\n' + prompt(2, 4)
    )
    assert shell.answer('') == '\nA second text.\n\n' + prompt(3, 4)
    assert 'second output 2' in shell.answer('')
    assert shell.finish('') == (0, '')
    assert shell.is_sane()


def test_the_cell_of_the_call_is_neither_shown_nor_run_again(shell):
    shell = shell()
    seen = shell.first + ''.join(shell.answer('') for _ in range(3))
    assert shell.finish('')[0] == 0
    assert 'present' not in seen


def test_what_stands_beneath_the_call_in_its_cell_runs_once(shell):
    text = LESSON.replace('present()\n', "present()\nprint('beneath')\n")
    shell = shell("print('above')\n" + text)
    assert shell.first.startswith('above\n\nThe title')
    assert shell.answer('').count('\nbeneath\n') == 1
    assert shell.finish('', '', '', '')[0] == 0


def test_back_shows_a_cell_again_and_runs_nothing(shell):
    shell = shell()
    assert 'second output 2' in shell.answer('', '', '')
    again = shell.answer('b', 'b')
    assert "13 │ print('first'" in again
    assert '\nfirst output 1\n' in again
    assert 'A text of the lesson.' in shell.answer(' B ')
    assert 'A text of the lesson.' in shell.answer('b')
    assert '\nsecond output 2\n' in shell.answer('', '', '')
    assert shell.finish('')[0] == 0


@pytest.mark.parametrize('key', ['q', 'Ｑ', 'quit'])
def test_quit_runs_nothing_more(shell, key):
    assert shell().finish(key) == (0, '')


def test_another_key_asks_again(shell):
    assert shell().answer('x') == 'x is not a key of the lesson.\n' + prompt(1, 4)


def test_help_names_every_key(shell):
    shell = shell()
    keys = re.findall(r'^(\S+) {2,}', shell.answer('？'), re.M)
    assert keys == ['Enter', 'b', '7', 'r', 'q', '?']
    assert shell.finish('q')[0] == 0


def test_a_number_jumps_and_what_lies_between_runs_without_a_word(shell):
    shell = shell()
    seen = shell.answer('4')
    assert seen.startswith('Run on the way: 2.\n')
    assert seen.endswith('second output 2\n\n' + prompt(4, 4))
    assert 'first output' not in seen
    assert '\nfirst output 1\n' in shell.answer('2')
    assert '\nsecond output 2\n' in shell.answer('4')
    for number in ('0', '5', '99999999999'):
        wrong = f'The lesson has cells 1 to 4, and no {number}.\n'
        assert shell.answer(number) == wrong + prompt(4, 4)


def test_an_error_between_ends_a_jump(shell):
    shell = shell(LESSON.replace('runs = 1\n', 'runs = 1 / 0\n'))
    code, seen = shell.finish('4')
    assert code == 1
    assert 'line 12, in <module>' in seen and 'ZeroDivisionError' in seen
    assert seen.endswith('The lesson has stopped: lesson.py, line 12.\n')


def test_rerun_runs_a_cell_again_and_says_so(shell):
    shell = shell()
    shell.answer('', '', '')
    assert shell.answer('r') == 'Run again:\nsecond output 3\n\n' + prompt(4, 4)
    assert 'second output 4' in shell.answer('r')
    assert 'second output 4' in shell.answer('b', '')
    assert 'nothing to run' in shell.answer('b', 'r')


def test_an_error_in_a_rerun_does_not_end_the_lesson(shell):
    shell = shell(LESSON + 'assert runs == 2\n')
    shell.answer('', '', '')
    seen = shell.answer('r')
    assert 'line 21, in <module>' in seen and 'The lesson goes on' in seen
    assert shell.finish('')[0] == 0


def test_from_starts_at_a_cell_and_runs_those_before_without_a_word(shell):
    shell = shell(LESSON, '--from', '4')
    assert shell.first.startswith('\n19 │ runs += 1\n')
    assert 'second output 2' in shell.first
    assert 'first output 1' in shell.answer('b', 'b')


@pytest.mark.parametrize('number', ['0', '5', 'x', '²'])
def test_from_a_cell_that_is_not_there(lesson, terminal, number):
    code, seen = terminal(lesson(LESSON), '--from', number).end()
    assert code == 2
    assert re.search('error: .*--from', seen) and number in seen


def test_keys_of_a_long_cell_do_not_skip_the_next_prompt(shell):
    shell = shell(LESSON + "import time\nprint('sleeps')\ntime.sleep(0.5)\n"
                  '# %%\nprint(5)\n')
    shell.answer('', '')
    shell.type('\n')
    shell.until('\nsleeps\n')
    shell.type('\n\n\n')
    assert shell.shown().endswith(prompt(4, 5))


def test_output_without_a_line_end_does_not_touch_the_prompt(shell):
    shell = shell(LESSON + "print('open', end='')\n")
    assert shell.answer('', '', '').endswith('\nopen\n\n' + prompt(4, 4))
    assert shell.answer('b', '').endswith('\nopen\n\n' + prompt(4, 4))


def test_the_output_of_a_cell_appears_while_it_runs(shell):
    shell = shell(LESSON + "print('begun'); input('go on? '); print('done')\n")
    shell.answer('', '')
    shell.type('\n')
    shell.until('\nbegun\ngo on? ')
    shell.type('yes\n')
    shell.until('\ndone\n')


# --- predictions --------------------------------------------------------

ASKS = """\
# %%
from micrograd.classroom.lesson import present

present()
# %% [markdown] ask="slope"
# What is the slope?
#
# Six, for a reason.
# %%
slope = 6.0
print('slope', slope)
# %% [markdown] ask="letter"
# Which one?
# a) this
# b) that
#
# Because.
# %%
letter = 'b'
# %% [markdown] ask="slope > 5"
# Is it steep?
#
# It is.
# %%
slope = slope
"""


def test_a_question_is_asked_then_judged_then_explained(shell):
    shell = shell(ASKS)
    assert shell.first == (
        '\nWhat is the slope?\n\n[1/6] Your answer (Enter shows it): ')
    assert shell.answer('5') == (
        "\n10 │ slope = 6.0\n11 │ print('slope', slope)\n\nslope 6.0\n\n"
        'Not quite. The answer: 6.\n\nSix, for a reason.\n\n' + prompt(2, 6))
    seen = shell.answer('')
    assert '\nWhich one?\na) this\nb) that\n\n[3/6] Your answer' in seen
    assert 'Right: b.\n\nBecause.\n' in shell.answer('b')
    assert 'Because.' not in shell.answer('')
    assert 'Right: yes.\n\nIt is.\n' in shell.answer('yes')
    assert shell.finish('') == (0, 'You predicted 2 of 3.\n')


def test_a_question_speaks_chinese(shell, translated):
    shell = shell(ASKS, '--lang', 'zh')
    assert '斜率是多少？' in shell.first and 'slope?' not in shell.first
    assert re.search('答对了：6。\n\n是六，有道理。\n', shell.answer('６。0'))
    assert 'a) 这个\nb) 那个\n' in shell.answer('')
    assert 'a, b' in shell.answer('c')
    assert '因为。' in shell.answer('')
    assert '是。\n\n陡。' in shell.answer('', '不是')
    assert shell.finish('')[1] == '你回答了 2 个问题，预测对了 1 个。\n'


def test_all_that_the_presenter_says_is_chinese(shell):
    shell = shell(LESSON + 'assert runs == 2\n', '--lang', 'zh')
    assert '[1/4] 按回车继续，b 返回，? 帮助：' in shell.first
    seen = shell.answer('?') + shell.answer('x') + shell.answer('r')
    seen += shell.answer('9') + shell.answer('4') + shell.answer('r')
    assert '[4/4] 按回车结束' in seen and '已运行中间的单元格：2。' in seen
    said = re.sub(r'Traceback.*?AssertionError|^.*\boutput\b.*$|^\d+ │.*$|\[.*?\] ', '',
                  seen, flags=re.M | re.S)
    assert set(re.findall('[A-Za-z]+', said)) <= {
        'b', 'r', 'q', 'x', 'back', 'quit', 'help'}


def test_enter_at_a_question_shows_the_answer_without_a_judgement(shell):
    shell = shell(ASKS)
    assert 'slope 6.0\n\nThe answer: 6.\n\nSix' in shell.answer('')
    assert shell.finish('q') == (0, '')


def test_keys_work_at_a_question(shell):
    shell = shell(ASKS)
    assert 'What is the slope?' in shell.answer('b')
    assert 'this help' in shell.answer('?')
    assert 'nothing to run' in shell.answer('r')
    assert 'no 9' in shell.answer(':9')
    assert 'Which one?' in shell.answer(':3')
    assert 'Six, for a reason.' in shell.answer('back')
    assert 'What is the slope?' in shell.answer('b')  # still to be answered
    assert 'Right: 6.' in shell.answer('6')
    assert shell.finish('q') == (0, 'You predicted 1 of 1.\n')


@pytest.mark.parametrize('answer, said', [
    ('many', 'many is not a number'), ('1/0', '1/0 is not a number')])
def test_what_cannot_be_read_is_asked_again(shell, answer, said):
    shell = shell(ASKS)
    assert said in shell.answer(answer)
    assert 'Right: 6.' in shell.answer('6.0')


def test_an_answer_of_another_kind_is_not_counted(shell):
    shell = shell(ASKS)
    assert 'not what was asked. The answer: 6.' in shell.answer('yes')
    assert shell.finish('q') == (0, '')


def test_a_question_answered_before_is_not_asked_again(shell):
    shell = shell(ASKS)
    shell.answer('5')
    assert shell.answer('b') == '\nWhat is the slope?\n\n' + prompt(1, 6)
    assert 'Not quite. The answer: 6.\n\nSix' in shell.answer('')


def test_a_straight_run_asks_nothing(lesson):
    run = piped(lesson(ASKS))
    assert (run.returncode, run.stdout, run.stderr) == (0, 'slope 6.0\n', '')


@pytest.mark.parametrize('ask, error', [
    ('no_name', "NameError: name 'no_name'"), ('[slope]', 'TypeError')])
def test_a_wrong_question_names_its_line(shell, ask, error):
    shell = shell(ASKS.replace('ask="slope"', f'ask="{ask}"'))
    code, seen = shell.finish('6')
    assert code == 1
    assert error in seen
    assert 'lesson.py' in seen and 'line 5' in seen


# --- languages ----------------------------------------------------------

CHINESE = {
    'What is the slope?\n\nSix, for a reason.': '斜率是多少？\n\n是六，有道理。',
    'Which one?\na) this\nb) that\n\nBecause.':
        '哪一个？\n\na) 这个\nb) 那个\n\n因为。',
    'Is it steep?\n\nIt is.': '陡吗？\n\n陡。',
    'A second text.': '第二段。',
}


@pytest.fixture
def translated(tmp_path):
    """Put texts in Chinese beside the lesson; the call takes some away."""
    folder = tmp_path / 'zh'
    folder.mkdir()

    def write(without=()):
        entries = (f'msgid {json.dumps(english)}\nmsgstr {json.dumps(chinese)}\n'
                   for english, chinese in CHINESE.items() if english not in without)
        (folder / 'lesson.po').write_text('\n'.join(entries))

    write()
    return write


@pytest.mark.parametrize('options, env, shown', [
    (['--lang', 'zh'], {}, '第二段。'), ([], {'LANGUAGE': 'zh_CN'}, '第二段。'),
    (['--lang', 'en'], {'LANGUAGE': 'zh_CN'}, 'A second text.'),
    ([], {}, 'A second text.')])
def test_one_language_is_shown(shell, translated, options, env, shown):
    shell = shell(LESSON, *options, **env)
    assert 'The title' in shell.first  # not translated
    seen = shell.answer('', '')
    assert re.search(rf'^\n{shown}\n\n\[3/4\]', seen)


def test_a_lesson_that_is_partly_translated_asks_the_rest_in_english(
        shell, translated):
    translated(without=['Is it steep?\n\nIt is.'])
    shell = shell(ASKS, '--lang', 'zh')
    seen = shell.first + shell.answer('6') + shell.answer('') + shell.answer('b')
    seen += shell.answer('') + shell.answer('yes')
    assert [seen.count(text) for text in ('斜率是多少？', '哪一个？', 'Is it steep?')
            ] == [1, 1, 1]
    assert 'slope?' not in seen and 'Which one?' not in seen
    assert '答对了：是。\n\nIt is.' in seen
    assert '3 个' in shell.finish('')[1]


def test_an_unknown_language(lesson):
    run = piped(lesson(LESSON), '--lang', 'fr')
    assert run.returncode == 2
    assert "'fr'" in run.stderr


# --- colours ------------------------------------------------------------

COLOUR = re.compile(r'\x1b\[[0-9;]*m')


def test_colours_at_a_terminal_and_their_end(shell):
    shell = shell('# %% [markdown]\n# A `word`, **strong**.\n' + LESSON, NO_COLOR='')
    assert re.search('A \x1b\\[\\S+mword\x1b\\[0m, \x1b\\[1mstrong\x1b\\[0m',
                     shell.first)
    shell.interrupt()
    code, seen = shell.end()
    assert code == 128 + signal.SIGINT
    assert seen.endswith('\x1b[0m')


@pytest.mark.parametrize('env', [{'NO_COLOR': '1'}, {'NO_COLOR': '', 'TERM': 'dumb'}])
def test_no_colours_where_they_are_not_wanted(shell, env):
    shell = shell('# %% [markdown]\n# A `word`, **strong**.\n' + LESSON, **env)
    seen = shell.first + shell.answer('', '')
    assert not COLOUR.search(seen)
    assert 'A `word`, **strong**.' in seen


# --- the ways out -------------------------------------------------------


def test_end_of_input_ends_quietly(shell):
    for text in (LESSON, ASKS):
        program = shell(text)
        program.type('\x04')
        assert program.end() == (0, '\n')
        assert program.is_sane()


def test_ctrl_c_at_the_prompt_ends_quietly(shell):
    for text in (LESSON, ASKS):
        program = shell(text)
        program.interrupt()
        code, seen = program.end()
        assert code == 128 + signal.SIGINT
        assert seen.replace('^C', '') == '\n'
        assert program.is_sane()


def test_ctrl_c_in_a_cell_ends_quietly_and_puts_the_terminal_back(shell):
    # A cell may change the modes itself, as getpass and curses do.
    shell = shell(LESSON + 'import sys, termios, time, tty\ntty.setraw(0)\n'
                  "modes = termios.tcgetattr(0)\nmodes[3] |= termios.ISIG\n"
                  'termios.tcsetattr(0, termios.TCSANOW, modes)\n'
                  "print('sleeps')\ntime.sleep(60)\n")
    shell.answer('', '')
    shell.type('\n')
    shell.until('\nsleeps\n')
    shell.interrupt()
    code, seen = shell.end()
    assert code == 128 + signal.SIGINT
    assert seen.replace('^C', '') == '\n'
    assert shell.is_sane()


FAULTS = {
    "raise KeyError('no such thing')": (1, "KeyError: 'no such thing'"),
    "assert runs == 3, 'two runs'": (1, 'AssertionError: two runs'),
    "raise EOFError('of a file')": (1, 'EOFError: of a file'),
    'import sys\nsys.exit(3)': (3, ''),
    "raise SystemExit('stopped')": (1, 'stopped'),
}


@pytest.mark.parametrize('fault', FAULTS)
def test_a_fault_ends_with_its_code_and_the_lines_of_the_lesson(
    lesson, terminal, fault
):
    path = lesson(LESSON + fault + "\nprint('never', 'shown')\n")
    code, message = FAULTS[fault]
    shell = terminal(path)
    shell.shown()
    ended, seen = shell.finish('', '', '')
    assert ended == code
    assert message in seen
    assert 'never shown' not in seen
    assert shell.is_sane()
    if 'Error' in message:
        frames = re.findall(r'File "(.*)", line (\d+)', seen)
        assert frames == [(str(path), '21')]
        assert f'    {fault}\n' in seen
        assert seen.endswith('The lesson has stopped: lesson.py, line 21.\n')


def test_a_straight_run_fails_at_the_same_line(lesson):
    path = lesson(LESSON + 'assert runs == 3\n')
    run = piped(path)
    assert run.returncode == 1
    assert f'File "{path}", line 21, in <module>' in run.stderr


# --- straight runs ------------------------------------------------------

OUTPUT = 'first output 1\nsecond output 2\n'


def test_a_pipe_gets_the_output_of_the_cells_and_nothing_else(lesson, tmp_path):
    path = lesson(LESSON)
    (tmp_path / 'elsewhere').mkdir()
    for options in ([], ['--no-pause']):
        run = piped(path, *options, cwd=tmp_path / 'elsewhere')
        assert (run.returncode, run.stdout, run.stderr) == (0, OUTPUT, '')


def test_no_pause_at_a_terminal(lesson, terminal):
    assert terminal(lesson(LESSON), '--no-pause').end() == (0, OUTPUT)


def test_output_into_a_file_asks_nothing(lesson, terminal, tmp_path):
    log = tmp_path / 'log.txt'
    redirect = f'import sys\nsys.stdout = open({str(log)!r}, "w")\n'
    shell = terminal(lesson(redirect + LESSON))
    assert shell.end() == (0, '')
    assert log.read_text() == OUTPUT


def test_help_and_wrong_options(lesson):
    run = piped(lesson(LESSON), '--help')
    assert run.returncode == 0
    for option in ('--lang', '--from', '--no-pause'):
        assert option in run.stdout
    for options in (['--no-puase'], ['--no-pause', '--from', '2']):
        run = piped(lesson(LESSON), *options)
        assert run.returncode == 2
        assert options[0] in run.stderr


def test_a_sign_the_terminal_lacks_does_not_end_the_lesson(lesson, terminal):
    path = lesson(LESSON + "print('x² ≠ 梯度')\n")
    run = piped(path, PYTHONIOENCODING='ascii')
    assert (run.returncode, run.stdout) == (0, OUTPUT + 'x^2 != ??\n')
    shell = terminal(path, PYTHONIOENCODING='ascii')
    shell.shown()
    assert '\nx^2 != ??\n' in shell.answer('', '', '')
    assert shell.finish('')[0] == 0


def test_import_of_a_lesson_presents_nothing(lesson, terminal, tmp_path):
    lesson(LESSON)
    other = tmp_path / 'other.py'
    other.write_text('import lesson\n')
    assert terminal(other).end() == (0, OUTPUT)


def test_pictures_need_no_screen_unless_the_viewer_says_so(lesson):
    path = lesson(LESSON + "import os\nprint(os.environ['MPLBACKEND'])\n")
    assert piped(path).stdout == OUTPUT + 'agg\n'
    assert piped(path, MPLBACKEND='svg').stdout == OUTPUT + 'svg\n'


# --- a cell is ordinary code of the file --------------------------------

ORDINARY = '''\
from __future__ import annotations

# %%
from micrograd.classroom.lesson import present

present()

# %%
import inspect
import multiprocessing
import pickle


class Point:
    def __init__(self, x: NoSuchName):
        self.x = x


def double(x):
    return 2 * x


marks = """
# %% [markdown]
"""

# %%
assert __name__ in ('__main__', '__mp_main__')
assert pickle.loads(pickle.dumps(Point(3))).x == 3
assert inspect.getsource(double) == 'def double(x):\\n    return 2 * x\\n'
assert inspect.getsource(Point).startswith('class Point:')
assert marks.count('%%') == 1

# %%
if __name__ == '__main__':
    with multiprocessing.get_context('spawn').Pool(1) as pool:
        print('doubled', pool.map(double, [1, 2]))
'''


STARTER = """\
import runpy
import sys

if __name__ == '__main__':
    del sys.argv[0]
    runpy.run_path(sys.argv[0], run_name='__main__')
"""


@pytest.mark.parametrize('start', ['python', 'runpy'])
def test_pickle_source_processes_and_future_statements_work(lesson, terminal, start):
    command = [lesson(ORDINARY)]
    if start == 'runpy':  # as debuggers, profilers and python -m micrograd do
        command.insert(0, lesson(STARTER, 'starter.py'))
    assert piped(*command).stdout == 'doubled [2, 4]\n'
    shell = terminal(*command)
    shell.shown()
    assert '\ndoubled [2, 4]\n' in shell.answer('', '')
    assert shell.finish('')[0] == 0


# --- the width of a terminal --------------------------------------------


@pytest.mark.parametrize('columns, widest', [(40, 39), (200, 80), (0, 79)])
def test_text_in_narrow_and_wide_terminals(shell, columns, widest):
    shell = shell(LESSON + '# %% [markdown]\n# ' + 'word ' * 99, columns=columns)
    seen = shell.answer('', '', '', '')
    longest = max(len(line) for line in seen.split('\n'))
    assert widest - len('word ') < longest <= widest


def test_a_terminal_of_three_columns(shell):
    assert shell(columns=3).finish('', '', '', '')[0] == 0


@pytest.mark.parametrize('columns', [40, 200])
def test_code_is_as_wide_as_the_terminal(shell, columns):
    seen = shell(LESSON + '# ' + 'x' * 300, columns=columns).answer('', '', '')
    assert max(len(line) for line in seen.split('\n')) == columns - 1


# --- pictures -----------------------------------------------------------


def test_pictures_go_beside_the_lesson_from_any_folder(lesson, tmp_path):
    path = lesson(LESSON + "open(image('a.svg'), 'w').close()\n")
    picture = tmp_path / 'images' / 'a.svg'
    elsewhere = tmp_path / 'elsewhere'
    elsewhere.mkdir()
    assert piped(path, cwd=elsewhere).stdout.endswith(f'picture: {picture}\n')
    assert picture.exists()
    near = os.path.join('images', 'a.svg')
    assert piped(path, cwd=tmp_path).stdout.endswith(f'picture: {near}\n')

"""The presenter, driven as a person does: through a real terminal."""

import builtins
import contextlib
import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from micrograd.lesson import image, read_cells, render_code, render_text

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 20  # seconds until a terminal that does not answer is a failure

LESSON = """\
# %% [markdown]
# # The title
#
# A text of the lesson.

# %%
from micrograd.lesson import image, present

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


def environment(**more):
    """This environment, the package in reach, without what changes a screen."""
    env = dict(os.environ, PYTHONPATH=str(ROOT), PYTHON_COLORS='0')
    for name in ('MPLBACKEND', 'COLUMNS', 'LINES', 'PYTHONIOENCODING'):
        env.pop(name, None)
    return {**env, **more}


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
    )  # fmt: skip


class Terminal:
    """A program that runs in a pseudo-terminal of its own."""

    def __init__(self, path, *options, columns=100, **env):
        fcntl = pytest.importorskip('fcntl')
        termios = pytest.importorskip('termios')
        self.near, self.far = os.openpty()
        size = struct.pack('HHHH', 40, columns, 0, 0)
        fcntl.ioctl(self.far, termios.TIOCSWINSZ, size)
        self.modes = termios.tcgetattr(self.far)
        self.process = subprocess.Popen(
            [sys.executable, str(path), *options],
            stdin=self.far, stdout=self.far, stderr=self.far,
            start_new_session=True, env=environment(**env),
            # Ctrl-C goes to the program whose terminal this is.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )  # fmt: skip
        self.seen = ''

    def type(self, keys):
        os.write(self.near, keys.encode())

    def until(self, text):
        """Read until text is on the screen; return all that came before."""
        end = time.monotonic() + LIMIT
        while text not in self.seen:
            if not self.read() and self.process.poll() is not None:
                raise AssertionError(f'ended without {text!r}: {self.seen}')
            assert time.monotonic() < end, f'no {text!r} in: {self.seen}'
        before, _, self.seen = self.seen.partition(text)
        return before

    def read(self):
        ready, _, _ = select.select([self.near], [], [], 0.1)
        if not ready:
            return False
        chunk = os.read(self.near, 65536).decode('utf-8', 'replace')
        self.seen += chunk.replace('\r\n', '\n')
        return True

    def interrupt(self):
        """Press Ctrl-C; once more if it came just before the program read."""
        while self.process.poll() is None:
            self.type('\x03')
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)

    def end(self):
        """Wait for the program to end; return its exit code and the rest."""
        end = time.monotonic() + LIMIT
        while self.read() or self.process.poll() is None:
            assert time.monotonic() < end, f'does not end: {self.seen}'
        return self.process.returncode, self.seen

    def is_sane(self):
        """Whether the modes of the terminal are as they were."""
        import termios

        return termios.tcgetattr(self.far) == self.modes

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.near)
        os.close(self.far)


@pytest.fixture
def terminal():
    """Run a lesson in a terminal: the call returns the Terminal."""
    with contextlib.ExitStack() as stack:

        def run(path, *options, **settings):
            program = Terminal(path, *options, **settings)
            stack.callback(program.close)
            return program

        yield run


def prompt(here, cells):
    """What the presenter asks at cell number here of so many."""
    enter = 'end' if here == cells else 'next'
    return f'[{here}/{cells}] Enter {enter}, b back, q quit: '


# --- stepping -----------------------------------------------------------


def test_enter_shows_one_cell_at_a_time_in_order(lesson, terminal):
    shell = terminal(lesson(LESSON))
    assert shell.until(prompt(1, 4)) == (
        '\nThe title\n─────────\n\nA text of the lesson.\n\n'
    )
    shell.type('\n')
    assert shell.until(prompt(2, 4)) == (
        "\n\n12 │ runs = 1\n13 │ print('first', 'output', runs)\n\n"
        'first output 1\n\n'
    )
    shell.type('\n')
    assert shell.until(prompt(3, 4)) == '\n\nA second text.\n\n'
    shell.type('\n')
    assert 'second output 2' in shell.until(prompt(4, 4))
    shell.type('\n')
    assert shell.end() == (0, '\n')
    assert shell.is_sane()


def test_the_cell_of_the_call_is_neither_shown_nor_run_again(lesson, terminal):
    shell = terminal(lesson(LESSON))
    shell.type('\n' * 4)
    code, seen = shell.end()
    assert code == 0
    assert 'present' not in seen


def test_what_stands_beneath_the_call_in_its_cell_runs_once(lesson, terminal):
    text = LESSON.replace('present()\n', "present()\nprint('beneath')\n")
    shell = terminal(lesson("print('above')\n" + text))
    assert shell.until(prompt(1, 5)).startswith('above\n\nThe title')
    shell.type('\n')
    assert shell.until(prompt(2, 5)).count('\nbeneath\n') == 1
    shell.type('\n' * 4)
    assert shell.end()[0] == 0


def test_back_shows_a_cell_again_and_runs_nothing(lesson, terminal):
    shell = terminal(lesson(LESSON))
    for number in range(1, 4):
        shell.until(prompt(number, 4))
        shell.type('\n')
    shell.until('second output 2')
    for number in (4, 3):
        shell.until(prompt(number, 4))
        shell.type('b\n')
    again = shell.until(prompt(2, 4))
    assert "13 │ print('first'" in again
    assert '\nfirst output 1\n' in again
    shell.type(' B \n')
    assert 'A text of the lesson.' in shell.until(prompt(1, 4))
    shell.type('b\n')
    assert 'A text of the lesson.' in shell.until(prompt(1, 4))
    for number in range(2, 5):
        shell.type('\n')
        last = shell.until(prompt(number, 4))
    assert '\nsecond output 2\n' in last
    shell.type('\n')
    assert shell.end()[0] == 0


def test_quit_runs_nothing_more(lesson, terminal):
    shell = terminal(lesson(LESSON))
    shell.until(prompt(1, 4))
    shell.type('q\n')
    assert shell.end() == (0, 'q\n')


def test_another_key_asks_again(lesson, terminal):
    shell = terminal(lesson(LESSON))
    shell.until(prompt(1, 4))
    shell.type('x\n')
    assert "'x' is not a key" in shell.until(prompt(1, 4))


def test_output_without_a_line_end_does_not_touch_the_prompt(lesson, terminal):
    shell = terminal(lesson(LESSON + "print('open', end='')\n"))
    shell.type('\n' * 3)
    assert shell.until(prompt(4, 4)).endswith('\nopen\n\n')
    shell.type('b\n\n')
    assert shell.until(prompt(4, 4)).endswith('\nopen\n\n')


def test_the_output_of_a_cell_appears_while_it_runs(lesson, terminal):
    wait = "print('begun'); input('go on? '); print('done')\n"
    shell = terminal(lesson(LESSON + wait))
    shell.type('\n' * 3)
    shell.until('\nbegun\ngo on? ')
    shell.type('yes\n')
    shell.until('\ndone\n')


# --- the ways out -------------------------------------------------------


def test_end_of_input_ends_quietly(lesson, terminal):
    shell = terminal(lesson(LESSON))
    shell.until(prompt(1, 4))
    shell.type('\x04')
    assert shell.end() == (0, '\n')
    assert shell.is_sane()


def test_ctrl_c_at_the_prompt_ends_quietly(lesson, terminal):
    shell = terminal(lesson(LESSON))
    shell.until(prompt(1, 4))
    shell.interrupt()
    code, seen = shell.end()
    assert code == 128 + signal.SIGINT
    assert seen.replace('^C', '') == '\n'
    assert shell.is_sane()


def test_ctrl_c_in_a_cell_ends_quietly(lesson, terminal):
    shell = terminal(lesson(LESSON + "import time\nprint('sleeps')\ntime.sleep(60)\n"))
    shell.type('\n' * 3)
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
    shell.type('\n' * 3)
    ended, seen = shell.end()
    assert ended == code
    assert message in seen
    assert 'never shown' not in seen
    assert shell.is_sane()
    if 'Error' in message:
        frames = re.findall(r'File "(.*)", line (\d+)', seen)
        assert frames == [(str(path), '21')]
        assert f'    {fault}\n' in seen


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


def test_help_and_a_wrong_option(lesson):
    run = piped(lesson(LESSON), '--help')
    assert run.returncode == 0
    assert '--no-pause' in run.stdout
    run = piped(lesson(LESSON), '--no-puase')
    assert run.returncode == 2
    assert '--no-puase' in run.stderr


def test_a_sign_the_terminal_lacks_does_not_end_the_lesson(lesson, terminal):
    path = lesson(LESSON + "print('x² ≠ 梯度')\n")
    run = piped(path, PYTHONIOENCODING='ascii')
    assert (run.returncode, run.stdout) == (0, OUTPUT + 'x? ? ??\n')
    shell = terminal(path, PYTHONIOENCODING='ascii')
    shell.type('\n' * 4)
    code, seen = shell.end()
    assert code == 0
    assert '\nx? ? ??\n' in seen


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
from micrograd.lesson import present

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
    shell.type('\n' * 3)
    code, seen = shell.end()
    assert code == 0, seen
    assert '\ndoubled [2, 4]\n' in seen


@pytest.mark.parametrize('file', [None, 'lesson.py'])
def test_a_notebook_runs_the_cells_itself(
    lesson, monkeypatch, tmp_path, capsys, file
):
    # Jupyter sets no __file__, the windows of VS Code and Spyder do.
    path = lesson(LESSON + "image('a.svg')\n")
    scope = {'__name__': '__main__'}
    if file:
        scope['__file__'] = str(path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(builtins, 'get_ipython', object, raising=False)
    for cell in read_cells(str(path)):
        if not cell.is_text:
            exec('\n'.join(cell.source), scope)
    picture = os.path.join('images', 'a.svg')
    assert capsys.readouterr().out == f'{OUTPUT}picture: {picture}\n'
    assert (tmp_path / 'images').is_dir()


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


def test_image_in_a_module_is_beside_the_module(tmp_path, capsys):
    path = eval("image('a.svg')", {'image': image, '__file__': tmp_path / 'm.py'})
    assert path == str(tmp_path / 'images' / 'a.svg')


# --- reading and showing cells ------------------------------------------


def test_read_cells(lesson):
    text = '\n'.join([
        '# ---',                      # 1: a header that jupytext writes
        '# jupyter: {}',
        '# ---',
        '',
        '#%% [md] lang="en"',         # 5
        '#',
        '# a',
        '#b',
        '# %% A title',
        '',                           # 10
        'x = 1  # %% not a mark',
        '# %%time is no mark',
        '',
        '# %%',
        '# %% [markdown]',            # 15
        '# %%',
        '# only a comment',
    ])  # fmt: skip
    cells = read_cells(str(lesson(text)))
    assert [(c.is_text, c.first, c.source) for c in cells] == [
        (True, 7, ['a', 'b']),
        (False, 11, ['x = 1  # %% not a mark', '# %%time is no mark']),
        (False, 17, ['# only a comment']),
    ]
    assert [len(c.statements) for c in cells] == [0, 1, 0]


def test_code_in_a_text_cell_is_refused(lesson):
    path = lesson('# %% [markdown]\n# A text.\n\nx = 1\n')
    with pytest.raises(ValueError, match=r'lesson\.py, line 4: code in a text'):
        read_cells(str(path))


def test_render_text():
    lines = [
        '## A heading', 'A paragraph of', '  two lines.', '- an item', '- and another',
        '', '10. ten', '', '    x = 1   # code', '```python', '', 'y = 2   # fenced',
        '```', '| a | table', '|---|------', 'end',
    ]  # fmt: skip
    assert render_text(lines, 12) == [
        'A heading', '─' * 9, 'A paragraph', 'of two', 'lines.', '- an item',
        '- and', '  another', '', '10. ten', '', '    x = 1   # code', '',
        'y = 2   # fenced', '| a | table', '|---|------', 'end',
    ]  # fmt: skip


def test_render_code_numbers_as_in_the_file_and_folds():
    assert render_code(9, ['if x:', '    y = 12345 - 6', '', 'z' * 9], 13) == [
        ' 9 │ if x:', '10 │     y =', '   │ 12345 -', '   │ 6', '11 │',
        '12 │ zzzzzzzz', '   │ z',
    ]  # fmt: skip


@pytest.mark.parametrize('columns, widest', [
    (40, 39), (200, 80), (3, None), (0, 79)])
def test_text_in_narrow_and_wide_terminals(lesson, terminal, columns, widest):
    path = lesson(LESSON + '# %% [markdown]\n# ' + 'word ' * 99)
    shell = terminal(path, columns=columns)
    shell.type('\n' * 5)
    code, seen = shell.end()
    assert code == 0
    if widest:
        longest = max(len(line) for line in seen.split('\n'))
        assert widest - len('word ') < longest <= widest


@pytest.mark.parametrize('columns', [40, 200])
def test_code_is_as_wide_as_the_terminal(lesson, terminal, columns):
    shell = terminal(lesson(LESSON + '# ' + 'x' * 300), columns=columns)
    shell.type('\n' * 4)
    code, seen = shell.end()
    assert code == 0
    assert max(len(line) for line in seen.split('\n')) == columns - 1


def test_the_prompt_fits_a_narrow_terminal():
    assert len(prompt(99, 99)) < len(prompt(98, 99)) < 40 - len('b')

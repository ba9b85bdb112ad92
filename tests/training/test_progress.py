"""The line that says how far long work is, in the reader's language."""
import io
import itertools
import shutil
import sys
import time

import pytest

import micrograd
from micrograd.common.layout import width
from micrograd.training.progress import Progress


class Screen(io.TextIOWrapper):
    """A terminal with an encoding, and what it was given."""

    def __init__(self, encoding='utf-8'):
        self.raw = io.BytesIO()
        super().__init__(self.raw, encoding)

    def isatty(self):
        return True

    def shown(self):
        return self.raw.getvalue().decode(self.encoding)


@pytest.fixture
def a_second_each(monkeypatch):
    monkeypatch.setattr(time, 'monotonic', itertools.count().__next__)


def test_lines_and_bar_are_in_the_language(a_second_each, capsys, monkeypatch):
    micrograd.set_language('zh')
    with Progress(5) as bar:
        bar.line(1, '第 1 轮')
    assert capsys.readouterr().out == '第 1 轮（还需 0:04）\n'
    screen = Screen()
    monkeypatch.setattr(sys, 'stdout', screen)
    with Progress(5) as bar:
        bar.line(1, '第 1 轮')
    assert screen.shown().startswith('\r[####----------------] 还需 0:08  第 1 轮')


@pytest.mark.parametrize('columns', [30, 31, 60])
def test_the_bar_never_wraps(a_second_each, columns, monkeypatch):
    micrograd.set_language('zh')
    screen = Screen()
    monkeypatch.setattr(sys, 'stdout', screen)
    monkeypatch.setattr(shutil, 'get_terminal_size',
                        lambda: shutil.os.terminal_size((columns, 20)))
    with Progress(5) as bar:
        bar.line(1, '已批改的作业' * 9)
    [_, line] = screen.shown().rstrip('\n').split('\r')
    assert width(line) == columns - 1


@pytest.mark.parametrize('encoding', ['ascii', 'cp1252', 'gbk'])
def test_no_sign_ends_the_work(a_second_each, encoding, monkeypatch):
    micrograd.set_language('zh')
    screen = Screen(encoding)
    monkeypatch.setattr(sys, 'stdout', screen)
    with Progress(5) as bar:
        bar.line(1, 'x² ✓')
        bar.note('✗')
    right, wrong = ('√', '×') if encoding == 'gbk' else (
        'ok', 'x' if encoding == 'ascii' else '×')
    assert f' {right}' in screen.shown() and f'{wrong}\n' in screen.shown()

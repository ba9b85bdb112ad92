"""A graph as text for a terminal."""
import sys
import unicodedata
from fractions import Fraction

import pytest
from test_draw import example_of_the_lecture

from micrograd import MLP, Value, draw_text, trace
from micrograd.common.layout import width


def test_the_example_of_the_lecture():
    root = example_of_the_lecture()
    root.backward()
    assert draw_text(root) == """\
                  data     grad
L  *           -8.0000   1.0000
|-- d  +        4.0000  -2.0000
|   |-- e  *   -6.0000  -2.0000
|   |   |-- a   2.0000   6.0000
|   |   `-- b  -3.0000  -4.0000
|   `-- c      10.0000  -2.0000
`-- f          -2.0000   4.0000"""


def test_a_shared_value_has_a_number_and_stands_there_once():
    a = Value(2.0, label='a')
    b = a + a
    b.label = 'b'
    root = b * b.exp()
    assert draw_text(root) == """\
                                 data    grad
*                            218.3926  0.0000
|-- b  + #1 (used 2 times)     4.0000  0.0000
|   |-- a #0 (used 2 times)    2.0000  0.0000
|   `-- a (see #0)
`-- exp                       54.5982  0.0000
    `-- b (see #1)"""


def test_an_interactive_session_shows_it_as_it_is():
    text = draw_text(Value(2.0, label='a'))
    assert repr(text) == str(text) == text
    assert text == '     data    grad\na  2.0000  0.0000'


def test_it_is_plain_ascii_but_for_what_the_user_wrote():
    assert draw_text(MLP(2, [3, 1])([1.0, 2.0])).isascii()


def test_numbers_are_those_of_pictures():
    x = Value(Fraction(1, 3))
    x.grad = 1e-9
    assert draw_text(x).splitlines()[1].split() == ['(no', 'label)', '1/3', '1e-09']


@pytest.mark.parametrize('label', ['梯度', 'é', 'e\u0301', '学习率 lr'])
def test_columns_are_aligned(label):
    text = draw_text(Value(2.0, label=label) * Value(-3.0, label='b'))
    ends = {sum(0 if unicodedata.combining(x) else
                2 if unicodedata.east_asian_width(x) in 'WF' else 1 for x in line)
            for line in text.splitlines()}
    assert len(ends) == 1


@pytest.mark.parametrize(('label', 'seen'), [
    ('one\ntwo', r'one\ntwo'), ('\x1b[31m', r'\x1b[31m'), ('a\tb', r'a\tb'),
    ('x' * 100, 'x' * 37 + '...'), ('梯' * 50, '梯' * 18 + '...'), (7, '7'), (0, '0'),
    (None, '(no label)'), ('', '(no label)')])
def test_a_label_stays_on_its_line(label, seen):
    value = Value(2.0)
    value.label = label
    head, line = draw_text(value).splitlines()
    assert line.startswith(f'{seen}  ')


def test_every_value_is_there_once():
    root = (MLP(2, [4, 4, 1])([1.0, 2.0]) - 1) ** 2
    text = draw_text(root, max_lines=10 ** 6)
    lines = [line for line in text.splitlines()[1:]
             if '(see #' not in line]
    again = [line for line in lines if line.startswith(('+ #', '* #', 'ReLU #'))]
    assert len(lines) - len(again) == len(trace(root)[0])
    assert max(map(len, text.splitlines())) < 80
    for line in again:  # each goes on where its number was announced
        assert f'{line.split("  ")[0]} (goes on below)' in text


def test_a_large_graph_says_what_is_left_out():
    x = Value(0.0)
    for _ in range(10 * sys.getrecursionlimit()):
        x = x + 1.0
    lines = draw_text(x, max_lines=50).splitlines()
    assert len(lines) == 1 + 50 + 1
    total = len(trace(x)[0])
    left_out = int(lines[-1].split()[1].replace(',', ''))
    assert 0 < left_out < total
    assert f'of {total:,} values are left out' in lines[-1]
    assert 'max_lines=100' in lines[-1]
    assert draw_text(x).count('\n') == 201
    assert 'left out' not in draw_text(example_of_the_lecture())


def test_wrong_arguments():
    with pytest.raises(TypeError, match='not from a list'):
        draw_text([Value(1.0)])
    for max_lines in (0, 2.5, '9', None):
        with pytest.raises(ValueError, match=f'max_lines is an .*, got {max_lines!r}'):
            draw_text(Value(1.0), max_lines)
    a = Value(1.0)
    b = a + 1
    a._prev = (b,)
    with pytest.raises(ValueError, match='cycle'):
        draw_text(b)


def test_a_graph_of_tensors():
    np = pytest.importorskip('numpy')
    from micrograd.tensor import Tensor
    x = Tensor(np.arange(4.0), requires_grad=True, label='x')
    assert draw_text(x * x).splitlines()[2].split() == [
        '|--', 'x', '#0', '(used', '2', 'times)', '1.5000', 'None']


def test_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    a = Value(3.0, label='学习率')
    rows = draw_text(a * a + 1).splitlines()
    assert rows[3:5] == ['|   |-- 学习率 #0 (使用 2 次)   3.0000  0.0000',
                         '|   `-- 学习率 (见 #0)']
    assert len({width(row) for row in rows[:4]}) == 1
    assert '略去了 2 个' in draw_text(a * a + 1, max_lines=2)

"""The parts of the presenter: cells read, laid out, answers judged, pictures."""

import builtins
import os
import re
import string
import sys
import types
from fractions import Fraction
from math import inf, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from micrograd.classroom.lesson import image, read_cells, render_code, render_text
from micrograd.classroom.lesson.answers import (
    checked,
    is_readable,
    judge_answer,
    letter,
    normal,
)
from micrograd.classroom.lesson.cells import Cell
from micrograd.classroom.lesson.markdown import unwrap
from micrograd.classroom.lesson.presenter import HELP
from micrograd.classroom.style import STYLES, Paint
from micrograd.common.layout import CLOSING, OPENING, fold, join, width
from micrograd.languages import LANGUAGES, say

COLOURS = Paint(True)


@pytest.fixture
def lesson(tmp_path):
    """Write a lesson file; the call returns its path."""

    def write(text):
        path = tmp_path / 'lesson.py'
        path.write_text(text, encoding='utf-8')
        return str(path)

    return write


# --- reading cells ------------------------------------------------------


def test_read_cells(lesson):
    text = '\n'.join([
        '# ---',                      # 1: a header that jupytext writes
        '# jupyter: {}',
        '# ---',
        '',
        '#%% [md] tags=["a"]',        # 5
        '#',
        '# a',
        '#b',
        '# %% A title',
        '',                           # 10
        'x = 1  # %% not a mark',
        '# %%time is no mark',
        '',
        '# %%',
        '# %% [markdown] ask="x == 1" tags=[]',  # 15
        '# c',
        '# %% ask="no mark of a text"',
        '# only a comment',
    ])
    cells = read_cells(lesson(text))
    assert [(c.is_text, c.first, c.mark, c.source, c.ask) for c in cells] == [
        (True, 7, 5, ['a', 'b'], ''),
        (False, 11, 9, ['x = 1  # %% not a mark', '# %%time is no mark'], ''),
        (True, 16, 15, ['c'], 'x == 1'),
        (False, 18, 17, ['# only a comment'], ''),
    ]
    assert [len(c.statements) for c in cells] == [0, 1, 0, 0]


@pytest.mark.parametrize('text, error', [
    ('# %% [markdown]\n# A text.\n\nx = 1\n', r'line 4: code in a text'),
    ('# %% [markdown] ask="a +"\n# Text.\n', r'line 1: ask="a \+" is no expression')])
def test_wrong_text_cells_are_refused(lesson, text, error):
    with pytest.raises(ValueError, match=rf'lesson\.py, {error}'):
        read_cells(lesson(text))


def test_wrong_text_cells_are_refused_in_the_language_of_their_author(
        lesson, monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh_CN')
    with pytest.raises(ValueError, match=r'lesson\.py，第 4 行：文字单元格里有代码'):
        read_cells(lesson('# %% [markdown]\n# A text.\n\nx = 1\n'))


@pytest.mark.parametrize('source, question, choices', [
    ('What?//Why.//More.', 'What?', ''), ('What?', 'What?', ''),
    ('Which of/two lines?/a) this/b) that//Why.',
     'Which of/two lines?/a) this/b) that', 'ab'),
    ('Which?//a) this/b) that//Why.', 'Which?//a) this/b) that', 'ab'),
    ('Which?/a) this/b) that//a) is right./So it is.', 'Which?/a) this/b) that', 'ab'),
    ('What?//a) is how this paragraph starts,/but no choice.', 'What?', '')])
def test_a_question_and_its_choices(source, question, choices):
    cell = Cell(True, 1, source.split('/'), [])
    assert cell.question == question.split('/')
    assert cell.choices == list(choices)
    rest = source.removeprefix(question).removeprefix('//')
    assert cell.why == (rest.split('/') if rest else [])


def test_text_cells_are_translated_as_a_whole(lesson, tmp_path):
    path = lesson('# %% [markdown]\n# One,\n#\n# two.\n# %% [markdown]\n#\n'
                  '# %% [markdown]\n# Rest.\n# %%\n# One,\nx = 1\n')
    (tmp_path / 'zh').mkdir()
    (tmp_path / 'zh' / 'lesson.po').write_text(
        'msgid ""\nmsgstr "Language: zh_CN\\n"\n\n'
        'msgid "One,\\n\\ntwo."\nmsgstr "一，\\n\\n二，\\n三。"\n\n'
        'msgid "# One,"\nmsgstr "不是文字"\n', 'utf-8')
    english, chinese = read_cells(path), read_cells(path, 'zh')
    assert [cell.source for cell in chinese] == [
        ['一，', '', '二，', '三。'], ['Rest.'], ['# One,', 'x = 1']]
    assert [cell.first for cell in chinese] == [cell.first for cell in english]
    assert english[0].source == ['One,', '', 'two.']


# --- layout -------------------------------------------------------------


@pytest.mark.parametrize('text, columns', [
    ('abc', 3), ('梯度', 4), ('，。（）', 8), ('é', 1), ('e\u0301', 1), ('x²', 2),
    ('\x1b[1mb\x1b[0m', 1), ('─│', 2)])
def test_width(text, columns):
    assert width(text) == columns


@pytest.mark.parametrize('text, columns, lines', [
    ('two words', 5, ['two', 'words']),
    ('反向传播，就是了', 8, ['反向传', '播，就是', '了']),  # no comma at a line start
    ('求（梯度）', 4, ['求', '（梯', '度）']),  # no bracket at a line end
    ('用 a.grad 表示', 5, ['用', 'a.gra', 'd 表', '示']),
    ('梯度a.grad', 6, ['梯度', 'a.grad']),
    ('真的……', 5, ['真', '的……']),
    ('', 5, []), ('梯', 1, ['梯'])])
def test_fold(text, columns, lines):
    assert [text[start:end] for start, end in fold(text, columns)] == lines


TEXTS = st.text(st.sampled_from(list('ab 梯度，。（）“”.,x²é')), max_size=60)


@pytest.mark.parametrize('text, columns, lines', [
    ('so z = (x + y) * 2', 16, ['so', 'z = (x + y) * 2']),
    ('设 x 等于 2，z = (x + y) * 2。', 22, ['设 x 等于 2，', 'z = (x + y) * 2。']),
    ('a - b and a/b', 9, ['a - b and', 'a/b']),
    ('z = (x + y) * 2', 8, ['z = (x +', 'y) * 2']),  # too long for a line
    ('- a point', 5, ['- a', 'point'])])
def test_a_formula_stays_together(text, columns, lines):
    assert [text[start:end] for start, end in fold(text, columns)] == lines


@given(TEXTS, st.integers(2, 30), st.integers(0, 4), st.booleans())
@example('a b', 2, 0, True)
def test_folded_lines_fit_and_lose_nothing_but_spaces(text, columns, hanging, trim):
    hanging = min(hanging, columns - 2)
    pieces = [text[a:b] for a, b in fold(text, columns, hanging, trim)]
    for number, piece in enumerate(pieces):
        assert width(piece) <= columns - hanging * (number > 0)
    if trim:
        assert ''.join(pieces).replace(' ', '') == text.replace(' ', '')
    else:
        assert ''.join(pieces) == text


@given(st.text(st.sampled_from(list('梯度')), min_size=40, max_size=80))
def test_chinese_punctuation_stays_with_its_character(text):
    text = '，'.join(text[i:i + 3] for i in range(0, len(text), 3)) + '（梯度）。'
    for start, end in fold(text, 12)[1:]:
        assert text[start] not in CLOSING
        assert text[end - 1] not in OPENING


@pytest.mark.parametrize('lines, text', [
    (['a', 'b'], 'a b'), (['梯', '度'], '梯度'), (['梯', 'a'], '梯 a'),
    (['a', '度'], 'a 度'), (['梯。', 'a'], '梯。a'), (['a', '（梯）'], 'a（梯）'),
    (['梯', '“度”'], '梯“度”'), (['said', '“x”'], 'said “x”'),
    (['**梯**', '度'], '**梯**度'), (['`a`', '度'], '`a` 度'), (['a —', 'b'], 'a — b')])
def test_join(lines, text):
    assert join(lines) == text


# --- text and code on the screen ----------------------------------------


def test_render_text():
    lines = [
        '## A heading', 'A paragraph of', '  two lines.', '- an item', '- and another',
        '', '10. ten', '', '    x = 1   # code', '```python', '', 'y = 2   # fenced',
        '```', 'Which?', 'a) this', 'b) that', '#no heading',
    ]
    assert render_text(lines, 12) == [
        'A heading', '─' * 9, 'A paragraph', 'of two', 'lines.', '- an item',
        '- and', '  another', '', '10. ten', '', '    x = 1', '# code', '',
        'y = 2   #', 'fenced', 'Which?', 'a) this', 'b) that #no', '   heading',
    ]


def test_render_a_heading_too_long_and_one_of_wide_characters():
    assert render_text(['# 手算链式法则'], 8) == ['手算链式', '法则', '─' * 8]
    assert render_text(['# 手算'], 80) == ['手算', '─' * 4]


TABLE = ['| 名 | value |', '|---|:-----|', '| 梯度 | 1 |', '| a | of some words |']


def test_render_a_table():
    assert render_text(TABLE, 30) == [
        '名    value', '────  ─────────────', '梯度  1', 'a     of some words']
    assert render_text(TABLE, 13) == [
        '名    value', '────  ───────', '梯度  1', 'a     of some', '      words']


def test_marks_become_colours():
    text = ['A **bold** and `code`.', '', '| `a` | b |', '|---|---|', '| c | **d** |']
    plain = render_text(text, 80)
    assert plain[0] == 'A **bold** and `code`.'
    coloured = render_text(text, 80, COLOURS)
    assert coloured[0] == ('A \x1b[1mbold\x1b[0m and '
                           f'\x1b[{STYLES["code"]}mcode\x1b[0m.')
    assert [width(line) for line in coloured[2:]] == [4, 4, 4]


def test_a_mark_over_two_lines_colours_both():
    first, second = render_text(['`one two`'], 4, COLOURS)
    assert first.count('\x1b') == second.count('\x1b') == 2


def test_unwrap_puts_each_paragraph_in_one_line():
    lines = ['# 题', '梯', '度。', '', '- a', '  b', '```', 'x', 'y', '```', '|a|']
    assert unwrap(lines) == [
        '# 题', '梯度。', '', '- a b', '```', 'x', 'y', '```', '|a|']


def test_render_code_numbers_as_in_the_file_and_folds():
    assert render_code(9, ['if x:', '    y = 12345 - 6', '', 'z' * 9], 15) == [
        ' 9 │ if x:', '10 │     y =', '   │      12345', '   │       - 6', '11 │',
        '12 │ zzzzzzzzz',
    ]
    assert render_code(1, ['x  # 反向传播，就是'], 15) == [
        '1 │ x  # 反向传', '  │     播，就', '  │     是']


def test_code_has_colours_with_pygments_and_none_without(monkeypatch):
    code = ["s = '''a", "b'''  # c", 'assert 1']
    plain = render_code(1, code, 80)
    monkeypatch.setitem(sys.modules, 'pygments', None)
    assert [COLOURS('margin', line[:4]) + line[4:] for line in plain] == render_code(
        1, code, 80, COLOURS)
    monkeypatch.undo()
    pytest.importorskip('pygments')
    coloured = render_code(1, code, 80, COLOURS)
    assert COLOURS('string', "'''a") in coloured[0]
    assert COLOURS('string', "b'''") in coloured[1]
    assert COLOURS('comment', '# c') in coloured[1]
    assert COLOURS('keyword', 'assert') + ' ' + COLOURS('number', '1') in coloured[2]


@pytest.mark.parametrize('style', STYLES)
def test_colours_are_strong_on_black_and_on_white(style):
    *_, number = STYLES[style].split(';')
    if number == '1':
        return  # the colour of the terminal itself
    light = luminance(int(number))
    assert (light + 0.05) / 0.05 > 4
    assert 1.05 / (light + 0.05) > 4


def luminance(number):
    """Of a colour among the 256: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance
    """
    if number >= 232:
        channels = [(8 + 10 * (number - 232)) / 255] * 3
    else:
        levels = (0, 95, 135, 175, 215, 255)
        channels = [levels[(number - 16) // step % 6] / 255 for step in (36, 6, 1)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


# --- answers ------------------------------------------------------------


@pytest.mark.parametrize('typed', [
    '6', '6.0', ' 6 ', '+6', '６', '６.０', '6。0', '6.', '12/2', '12、2', '12÷2',
    '2×3', '0.6e1', '6E0', '= 6', '≈6', '1+5', '36^.5', '(3 + 3)', '6.03', '5,99'])
def test_ways_to_type_six(typed):
    assert judge_answer(normal(typed), 6.0) is True


@pytest.mark.parametrize('typed', ['-.25', '-1/4', '−1/4', '－0.25', '—1/4', '-2.5e-1',
                                   '- 0.25', '-1/4.', '-25e-2'])
def test_ways_to_type_minus_a_quarter(typed):
    assert judge_answer(normal(typed), -0.25) is True
    assert judge_answer(normal(typed), 0.25) is False


@pytest.mark.parametrize('typed, truth, right', [
    ('0.7', 0.70710678, True), ('0.71', 0.70710678, True), ('0.8', 0.70710678, False),
    ('0.70', 0.70710678, False), ('1/3', 0.3333, True), ('.3', 1 / 3, True),
    ('14', 14.3, True), ('15', 14.3, False), ('0', 0.4, False), ('1', 0.6, False),
    ('0', 0.0, True), ('0', 3e-17, True), ('0', 1e-4, False), ('-0', 0.0, True),
    ('41', 41, True), ('336', 337, False), ('30,000', 30720, False),
    ('30,500', 30720, True), ('30500', 30720, True), ('30 720', 30720, None),
    ('1e-9', 1e-9, True), ('1/3', Fraction(1, 3), True), ('inf', inf, True),
    ('∞', inf, True), ('无穷大', inf, True), ('infinity', inf, True), ('5', inf, False),
    ('-inf', inf, False), ('−∞', -inf, True), ('nan', nan, True), ('5', nan, False),
    ('95%', 0.95, True), ('95%', 95.0, True), ('95 %', 0.95, True),
    ('95%', 0.9, False)])
def test_numbers_are_judged_at_the_precision_typed(typed, truth, right):
    assert judge_answer(normal(typed), truth) is right


@pytest.mark.parametrize('typed, truth', [
    ('3个', 3), ('3 个。', 3), ('3个节点', 3), ('14倍', 14.0), ('大约 14 倍', 14.3),
    ('两倍', 2), ('是6', 6), ('第4层', 4), ('零', 0), ('一个', 1), ('一半', 0.5),
    ('三分之一', 1 / 3), ('½', 0.5), ('-½', -0.5), ('2½', 2.5), ('-2 ½', -2.5),
    ('10⁻⁶', 1e-6), ('1.5×10⁻³', 1.5e-3), ('2³', 8), ('1 - 0.99²', 1 - 0.99 ** 2),
    ('(-1)²', 1), ('负无穷大', -inf), ('-无穷大', -inf), ('非数', nan), ('95%。', 0.95),
    ('about 14 times', 14.3), ('3 nodes', 3), ('a half', 0.5), ('minus', None),
    ('none', 0), ('two.', 2)])
def test_numbers_in_words_and_signs(typed, truth):
    assert judge_answer(normal(typed), 7.25 if truth is None else truth) is (
        None if truth is None else True)
    assert judge_answer(normal(typed), 123.25) is (None if truth is None else False)


@pytest.mark.parametrize('yes, no', [
    ('会', '不会'), ('会变', '不会变'), ('会的', '不会的。'), ('变', '不变'),
    ('会变大', '不会变大'),
    ('发现', '不能发现'), ('能。', '不能。'), ('能发现', '没发现'), ('可以', '不可以'),
    ('应付', '应付不了'), ('会出错', '不出错'), ('有', '没有'), ('相同', '不相同'),
    ('一样', '不一样'),
    ('没错', '错了'), ('Yes, it does.', "No, it doesn't."), ('sure', 'never'),
    ('it will', 'it will not'), ('yes!', 'nope')])
def test_ways_to_answer_in_a_word(yes, no):
    assert judge_answer(normal(yes), True) is True
    assert judge_answer(normal(yes), False) is False
    assert judge_answer(normal(no), True) is False
    assert judge_answer(normal(no), False) is True


@pytest.mark.parametrize('typed', [
    '不知道', '不确定', '不一定', '不清楚', '不好说', '不太确定', 'no idea', 'not sure',
    'maybe'])
def test_who_does_not_know_has_not_answered(typed):
    assert not is_readable(normal(typed))


@pytest.mark.parametrize('typed', ['b', 'B。', '(b)', 'b)', 'ｂ.', '选 B', '“b”'])
def test_ways_to_name_a_choice(typed):
    assert letter(normal(typed)) == 'b'


@pytest.mark.parametrize('typed', ['', 'help', 'ab', '2b', '7', '?'])
def test_what_names_no_choice(typed):
    assert letter(normal(typed)) in ('', '7')


@pytest.mark.parametrize('typed', ['y', 'YES', 'true', '是', '是的', '对', 'ｙ'])
def test_ways_to_say_yes(typed):
    assert judge_answer(normal(typed), True) is True
    assert judge_answer(normal(typed), False) is False


@pytest.mark.parametrize('typed', ['n', 'No', 'false', '否', '不', '不是', '错'])
def test_ways_to_say_no(typed):
    assert judge_answer(normal(typed), False) is True
    assert judge_answer(normal(typed), True) is False


def test_letters():
    told = [judge_answer(letter, 'b') for letter in ('b', 'a', 'six')]
    assert told == [True, False, None]


@pytest.mark.parametrize('typed, truth', [('6', True), ('yes', 6.0), ('no', 0.0)])
def test_an_answer_of_another_kind_is_not_judged(typed, truth):
    assert judge_answer(typed, truth) is None


@pytest.mark.parametrize('typed', [
    'many', 'x', '1 2', '1/0', '(-8)^(1/3)', '9**9**99', '[1]', '"a"', '1 if 2 else 3',
    'true + 1', '__import__("os")', '1,2,3', '5 + x', '('])
def test_what_is_no_answer(typed):
    assert not is_readable(normal(typed))


@given(st.text(string.printable + '０１。、−（）是否²', max_size=12))
def test_whatever_is_typed_is_read_or_refused(typed):
    typed = normal(typed)
    assert is_readable(typed) == (judge_answer(typed, 1.5) is not None
                                  or judge_answer(typed, True) is not None)


@pytest.mark.parametrize('truth', [1, 1.5, True, 'a', Fraction(1, 2)])
def test_what_a_question_may_ask_for(truth):
    assert checked(truth, 'x', 'lesson.py', 1) is truth


@pytest.mark.parametrize('truth', [None, 'ab', [1], 1j])
def test_what_a_question_may_not_ask_for(truth):
    with pytest.raises(TypeError, match=r'lesson\.py, line 1: x is .* neither'):
        checked(truth, 'x', 'lesson.py', 1)


def test_numbers_of_numpy_are_numbers():
    numpy = pytest.importorskip('numpy')
    for typed, truth in (('2', numpy.float64(2)), ('2', numpy.int64(2)),
                         ('yes', numpy.bool_(True))):
        assert judge_answer(typed, checked(truth, 'x', 'lesson.py', 1)) is True


# --- what the presenter says --------------------------------------------


@pytest.mark.parametrize('lang', LANGUAGES)
def test_prompts_fit_a_narrow_terminal(lang):
    for prompt in ('Enter next, b back, ? help: ', 'Enter end, b back, ? help: ',
                   'Your answer (Enter shows it): '):
        assert width('[99/99] ' + say(prompt, lang)) <= 40


@pytest.mark.parametrize('lang', LANGUAGES)
def test_the_help_names_the_same_keys_in_every_language(lang):
    keys = re.findall(r'^(\S+) {2,}', say(HELP, lang), re.M)
    assert keys[1:] == ['b', '7', 'r', 'q', '?']
    assert re.findall('back|quit|help', say(HELP, lang)[-120:]) == [
        'back', 'quit', 'help']


# --- pictures -----------------------------------------------------------


def test_image_in_a_module_is_beside_the_module(tmp_path, capsys):
    path = eval("image('a.svg')", {'image': image, '__file__': tmp_path / 'm.py'})
    assert path == str(tmp_path / 'images' / 'a.svg')


@pytest.fixture
def notebook(monkeypatch, tmp_path):
    """Stand in for a notebook in the folder tmp_path; what it shows is in .shown."""
    shown = []
    events = {}
    shell = types.SimpleNamespace(
        shown=shown, events=types.SimpleNamespace(register=events.__setitem__))
    display = types.ModuleType('IPython.display')
    display.display = shown.append
    for kind in ('SVG', 'Image', 'HTML', 'Markdown'):
        setattr(display, kind, lambda data=None, filename=None, kind=kind:
                (kind, data or filename))

    def run(source, scope, result=None):
        exec(source, scope)
        events['post_execute']()
        events['post_run_cell'](types.SimpleNamespace(result=result))

    shell.run = run
    package = types.ModuleType('IPython')
    package.display = display
    monkeypatch.setitem(sys.modules, 'IPython', package)
    monkeypatch.setitem(sys.modules, 'IPython.display', display)
    monkeypatch.setattr(builtins, 'get_ipython', lambda: shell, raising=False)
    monkeypatch.chdir(tmp_path)
    return shell


@pytest.mark.parametrize('file', [None, 'lesson.py'])
def test_a_notebook_runs_the_cells_itself(notebook, lesson, tmp_path, capsys, file):
    # Jupyter sets no __file__, the windows of VS Code and Spyder do.
    path = lesson('# %% [markdown]\n# A text.\n\n# %%\n'
                  'from micrograd.classroom.lesson import image, present\npresent()\n'
                  "# %%\nprint(1)\n# %%\nprint(2)\nimage('a.svg')\n")
    scope = {'__name__': '__main__', **({'__file__': path} if file else {})}
    for cell in read_cells(path):
        if not cell.is_text:
            notebook.run('\n'.join(cell.source), scope)
    picture = os.path.join('images', 'a.svg')
    assert capsys.readouterr().out == f'1\n2\npicture: {picture}\n'
    assert (tmp_path / 'images').is_dir()
    assert notebook.shown == []  # it was never written


class Drawn:
    def _repr_mimebundle_(self):
        """As that of what draw_dot() returns."""


def test_a_notebook_shows_the_pictures_that_a_cell_has_written(notebook, tmp_path):
    images = tmp_path / 'images'
    images.mkdir()
    (images / 'old.svg').write_text('from an earlier run')
    scope = {'__name__': '__main__', 'image': image}
    notebook.run("image('old.svg')\n"
                 "for name in ('a.svg', 'b.png', 'c.html', 'd.pdf'):\n"
                 "    open(image(name), 'w').write('<p>&')\n", scope)
    svg, png, html, other = notebook.shown
    assert svg == ('SVG', images / 'a.svg')
    assert png == ('Image', images / 'b.png')
    assert html[0] == 'HTML'
    assert 'srcdoc="&lt;p&gt;&amp;"' in html[1] and 'href="images/c.html"' in html[1]
    assert other == ('Markdown', '[d.pdf](images/d.pdf)')
    notebook.shown.clear()
    notebook.run('x = 1', scope)
    assert notebook.shown == []
    # The value of the last line is a picture, which the notebook shows by itself.
    notebook.run("for name in 'ef': open(image(name + '.svg'), 'w').write('x')", scope,
                 Drawn())
    assert notebook.shown == [('SVG', images / 'e.svg')]


def test_a_notebook_does_not_show_a_figure_twice(notebook, monkeypatch):
    closed = []
    pyplot = types.SimpleNamespace(close=closed.append)
    monkeypatch.setitem(sys.modules, 'matplotlib.pyplot', pyplot)
    scope = {'__name__': '__main__', 'image': image}
    notebook.run("open(image('a.svg'), 'w').close()", scope)
    assert closed == ['all']
    notebook.run('x = 1', scope)
    assert closed == ['all']  # a figure without a file is shown by matplotlib



"""What stands in a picture: its DOT text, read back, and its rendered form.

Finding and running Graphviz is tested in test_render.py.
"""
import json
import math
import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from types import SimpleNamespace
from xml.etree import ElementTree

import graphviz
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ops import OPS
from places import ROOT

from micrograd import MLP, Value, draw_dot, trace
from micrograd.pictures import boxes
from micrograd.pictures.draw import format_number


def read(picture):
    """The DOT text read back: values, operations, edges and the legend."""
    found = SimpleNamespace(values={}, operations={}, edges=[], legend=None)
    for line in picture.source.splitlines():
        if edge := re.fullmatch(r'\t(\w+) -> (\w+)', line):
            found.edges.append(edge.groups())
        elif box := re.fullmatch(r'\t(n\d+) \[label=<(.*)>\]', line):
            found.values[box[1]] = read_table(box[2])
        elif oval := re.fullmatch(r'\t(op\d+) \[label=<(.*)>\]', line):
            found.operations[oval[1]] = shown(ElementTree.fromstring(oval[2]))
        elif legend := re.fullmatch(r'\tlabel=<(.*)>', line):
            found.legend = ElementTree.fromstring(legend[1])
    return found


def read_table(html):
    """One box: the text and the colours of its cells, by the names in them."""
    rows = [list(row) for row in ElementTree.fromstring(html)]
    box = SimpleNamespace(label=None, width=0)
    if len(rows[0]) == 1:
        cell = rows.pop(0)[0]
        box.label = shown(cell)
        box.width = float(cell.get('WIDTH', 0))
    (data_name, data), (grad_name, grad) = rows
    assert (shown(data_name), shown(grad_name)) == ('data', 'grad')
    box.data, box.grad = shown(data), shown(grad)
    box.fill = grad.get('BGCOLOR', '#FFFFFF')
    box.ink = next((font.get('COLOR') for font in grad.iter('FONT')), 'black')
    return box


def shown(cell):
    """The text that Graphviz shows, line by line: it reads \\\\ as one \\."""
    for line_break in cell.iter('BR'):
        line_break.text = '\n'
    return ''.join(cell.itertext()).replace('\\\\', '\\')


def box_of(label='', data=1.0, grad=0.0):
    value = Value(1.0)
    value.label, value.data, value.grad = label, data, grad
    return read(draw_dot(value)).values['n0']


def example_of_the_lecture():
    a, b, c, f = (Value(x, label=name) for x, name in
                  [(2.0, 'a'), (-3.0, 'b'), (10.0, 'c'), (-2.0, 'f')])
    e = a * b
    d = e + c
    L = d * f  # noqa: N806
    e.label, d.label, L.label = 'e', 'd', 'L'
    return L


# --- trace --------------------------------------------------------------------

def test_trace_gives_operands_before_results():
    L = example_of_the_lecture()  # noqa: N806
    nodes, edges = trace(L)
    assert [node.label for node in nodes] == ['a', 'b', 'e', 'c', 'd', 'f', 'L']
    assert [(one.label, other.label) for one, other in edges] == [
        ('a', 'e'), ('b', 'e'), ('e', 'd'), ('c', 'd'), ('d', 'L'), ('f', 'L')]


def test_trace_of_a_leaf():
    a = Value(1.0)
    assert trace(a) == ([a], [])


def test_trace_of_a_square_has_two_edges():
    a = Value(3.0)
    square = a * a
    assert trace(square) == ([a, square], [(a, square), (a, square)])


def test_a_cycle_is_refused():
    a = Value(1.0)
    b = a + 1
    a._prev = (b,)
    for function in trace, draw_dot:
        with pytest.raises(ValueError, match='cycle'):
            function(b)


@pytest.mark.parametrize('root', [3.0, None, 'a', [Value(1.0)], MLP(1, [1]), Value])
def test_what_is_not_a_value_is_refused(root):
    for function in trace, draw_dot:
        with pytest.raises(TypeError, match=f'from a {type(root).__name__}$'):
            function(root)


def test_a_long_chain_is_drawn_without_recursion():
    x = Value(0.0)
    for _ in range(10 * sys.getrecursionlimit()):
        x = x + 1.0
    nodes, edges = trace(x)
    lines = draw_dot(x).source.count('\n')
    assert lines > len(nodes) + len(edges) == 1 + 40 * sys.getrecursionlimit()


# --- the graph in the text ----------------------------------------------------

def test_operations_stand_between_operands_and_result():
    L = example_of_the_lecture()  # noqa: N806
    found = read(draw_dot(L))
    assert [box.label for box in found.values.values()] == list('abecdfL')
    assert found.operations == {'op2': '*', 'op4': '+', 'op6': '*'}
    assert sorted(found.edges) == sorted([
        ('n0', 'op2'), ('n1', 'op2'), ('op2', 'n2'),
        ('n2', 'op4'), ('n3', 'op4'), ('op4', 'n4'),
        ('n4', 'op6'), ('n5', 'op6'), ('op6', 'n6')])


def test_both_edges_of_a_square_are_drawn():
    a = Value(3.0)
    assert Counter(read(draw_dot(a * a)).edges) == {('n0', 'op1'): 2, ('op1', 'n1'): 1}


def test_data_and_grad_before_and_after_backward():
    L = example_of_the_lecture()  # noqa: N806
    before = read(draw_dot(L))
    L.backward()
    after = read(draw_dot(L))
    data = ['2.0000', '-3.0000', '-6.0000', '10.0000', '4.0000', '-2.0000', '-8.0000']
    grad = ['6.0000', '-4.0000', '-2.0000', '-2.0000', '-2.0000', '4.0000', '1.0000']
    assert [box.data for box in before.values.values()] == data
    assert [box.data for box in after.values.values()] == data
    assert {box.grad for box in before.values.values()} == {'0.0000'}
    assert [box.grad for box in after.values.values()] == grad


def test_a_graph_is_drawn_and_left_as_it_was():
    L = example_of_the_lecture()  # noqa: N806
    L.backward(retain_graph=True)
    state = [(v.data, v.grad, v.label, v._prev, v._backward) for v in trace(L)[0]]
    first = draw_dot(L).source
    assert state == [(v.data, v.grad, v.label, v._prev, v._backward)
                     for v in trace(L)[0]]
    L.release()
    assert draw_dot(L).source == first


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_every_operation_is_drawn(op):
    operands = [Value(x, label=f'x{i}') for i, x in enumerate(op.points[0])]
    out = op.function(*operands)
    found = read(draw_dot(out))
    nodes, edges = trace(out)
    assert [box.data for box in found.values.values()] \
        == [format_number(node.data) for node in nodes]
    assert list(found.operations.values()) == [v._op for v in nodes if v._prev]
    assert len(found.edges) == len(edges) + len(found.operations)


def test_an_operation_of_a_student_is_drawn():
    x = Value(2.0, label='x')
    named = Value(x.data ** 3, (x,), '立方')
    nameless = Value(named.data, (named,))
    found = read(draw_dot(nameless))
    assert list(found.operations.values()) == ['立方', ' ']
    assert sorted(found.edges) == [
        ('n0', 'op1'), ('n1', 'op2'), ('op1', 'n1'), ('op2', 'n2')]


def test_the_text_is_the_same_in_every_process():
    program = ('import random; from micrograd import MLP, draw_dot; random.seed(1);'
               'print(draw_dot((MLP(2, [3, 1])([1.0, -2.0]) - 1) ** 2))')
    texts = {subprocess.run([sys.executable, '-c', program], cwd=ROOT, check=True,
                            env={**os.environ, 'PYTHONHASHSEED': str(seed)},
                            capture_output=True, text=True).stdout
             for seed in range(3)}
    assert len(texts) == 1
    assert 'digraph' in texts.pop()


# --- arguments ----------------------------------------------------------------

@pytest.mark.parametrize('rankdir', ['LR', 'TB', 'RL', 'BT'])
def test_the_graph_runs_in_the_direction_asked_for(rankdir):
    assert f'rankdir={rankdir} ' in draw_dot(Value(1.0), rankdir=rankdir).source


@pytest.mark.parametrize('rankdir', ['lr', 'left', '', None, 'LR]', 1])
def test_another_direction_is_refused(rankdir):
    with pytest.raises(ValueError, match='LR, TB, RL or BT'):
        draw_dot(Value(1.0), rankdir=rankdir)


def test_the_format_is_that_of_the_picture():
    assert draw_dot(Value(1.0)).format == 'svg'
    assert draw_dot(Value(1.0), format='png').format == 'png'


@pytest.mark.parametrize('format', ['sgv', '', None, '.svg', 1])
def test_another_format_is_refused(format):
    with pytest.raises(ValueError, match='format'):
        draw_dot(Value(1.0), format)


def test_what_is_returned_is_a_digraph():
    picture = draw_dot(Value(1.0, label='a'))
    assert isinstance(picture, graphviz.Digraph)
    assert picture.copy().source == picture.source == str(picture)


# --- numbers ------------------------------------------------------------------

NUMBERS = [
    (-0.0, '0.0000'), (False, '0.0000'),
    (2.0, '2.0000'), (-3, '-3.0000'), (0.0, '0.0000'), (1 / 3, '0.3333'),
    (True, '1.0000'),
    # where four places would show a zero that is none
    (1e-9, '1e-09'), (-1e-9, '-1e-09'), (0.00004, '4e-05'), (5e-324, '4.941e-324'),
    (0.00005, '0.0001'), (-0.00012, '-0.0001'),
    # more than ten characters before the point
    (1e300, '1e+300'), (9999999999.0, '9999999999.0000'), (12345678901.0, '1.235e+10'),
    (-999999999.0, '-999999999.0000'), (-1234567890.0, '-1.235e+09'),
    (9999999999.99999, '1e+10'),
    (math.inf, 'inf'), (-math.inf, '-inf'), (math.nan, 'nan'),
    # other kinds of number
    (Fraction(1, 3), '1/3'), (Fraction(-5), '-5'),
    (Fraction(10 ** 20 + 1, 3), '≈3.333e+19'), (Fraction(1, 10 ** 400), '≈1e-400'),
    (1 + 2j, '(1+2j)'),
]


@pytest.mark.parametrize(('number', 'text'), NUMBERS)
def test_numbers(number, text):
    assert format_number(number) == text
    box = box_of(data=number, grad=number)
    assert (box.data, box.grad) == (text, text)


def test_zeros_at_the_end_may_go():
    for data, text in ((6.0, '6.0'), (-0.25, '-0.25'), (0.12345, '0.1235'),
                       (-0.0, '0.0'), (1e-9, '1e-09'), (10000.0, '10000.0')):
        root = Value(1.0, label='10.0000')
        root.data = root.grad = data
        box = read(draw_dot(root, short=True)).values['n0']
        assert (box.data, box.grad, box.label) == (text, text, '10.0000')
    model = MLP(1, [2, 1])
    source = draw_dot(model([0.5]), collapse='layer').source
    assert '>0.5<' in source and not re.search(r'\.\d+0[ <]', source)


@given(st.floats(-1e308, 1e308))
def test_a_number_that_is_not_0_never_looks_like_it(number):
    assert (float(format_number(number)) == 0) == (number == 0)
    assert math.isclose(float(format_number(number)), number,
                        rel_tol=5.1e-4, abs_tol=5.1e-5)
    assert len(format_number(number)) <= 15


# --- colours ------------------------------------------------------------------

def fills(*grads):
    values = [Value(1.0) for _ in grads]
    root = Value(1.0, values, 'all')
    for value, grad in zip(values, grads):
        value.grad = grad
    boxes = read(draw_dot(root)).values
    return [boxes[f'n{i}'].fill for i in range(len(grads))]


def test_the_colour_tells_the_sign_and_the_size():
    assert fills(-4.0, 0.0, 4.0) == ['#0072B2', '#FFFFFF', '#E69F00']
    for sign, full in (1, '#E69F00'), (-1, '#0072B2'):
        strengths = [whiteness(fill) for fill in fills(*(sign * x for x in
                                                         (0, 1e-30, 1, 2, 3, 4)))]
        assert strengths == sorted(strengths, reverse=True)
        assert len(set(strengths)) == 6
        assert fills(sign * 4.0)[0] == full


def test_the_colour_is_relative_to_the_largest_gradient_in_the_picture():
    assert fills(1.0, 2.0) == fills(1e200, 2e200) == fills(1e-200, 2e-200)
    assert fills(1.0, 2.0)[0] == fills(1.0, -2.0)[0] != fills(1.0, 3.0)[0]
    assert fills(Fraction(1, 3), Fraction(2, 3)) == fills(1.0, 2.0)


def test_the_colours_of_gradients_that_exploded():
    assert fills(math.inf, -math.inf, 1.0, 2.0) \
        == ['#E69F00', '#0072B2', *fills(1.0, 2.0)]
    nan, *others = fills(math.nan, 1.0, 2.0)
    assert others == fills(1.0, 2.0)
    assert nan not in {'#FFFFFF', '#E69F00', '#0072B2'}
    assert fills(math.inf) == ['#E69F00']


def test_a_gradient_without_a_sign_has_no_colour():
    assert fills(1j, 1.0) == ['#FFFFFF', '#E69F00']


def channels(colour):
    return [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]


def whiteness(colour):
    return sum(channels(colour))


def luminance(colour):
    """WCAG 2: https://www.w3.org/TR/WCAG21/#dfn-relative-luminance"""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
              for c in channels(colour)]
    return sum(c * weight for c, weight in zip(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize('sign', [-1, 1])
def test_the_number_is_readable_on_every_colour(sign):
    values = [Value(1.0) for _ in range(101)]
    for i, value in enumerate(values):
        value.grad = sign * i / 100
    for box in read(draw_dot(Value(1.0, values, 'all'))).values.values():
        ink = {'black': '#000000', 'white': '#FFFFFF'}[box.ink]
        dark, light = sorted([luminance(box.fill), luminance(ink)])
        assert (light + 0.05) / (dark + 0.05) >= 4.5


def test_a_legend_explains_the_colours_where_there_are_some():
    a = Value(2.0)
    assert read(draw_dot(a)).legend is None
    a.backward()
    *_, cells = read(draw_dot(a)).legend
    assert [(shown(cell), cell.get('BGCOLOR')) for cell in cells][1::2] \
        == [('negative', '#0072B2'), ('0', None), ('positive', '#E69F00')]


# --- any text in a label ------------------------------------------------------

LABELS = ['a<b', '{a}', 'p|q', 'a\\', '<b>', '梯度', 'x"y', "x'y", '\\N',
          '\\G \\l \\\\', '&amp;', '&#65;', '</B></TD>', '<BR/>', ']]>', '<!-- -->',
          '-> n0;', '%s {0}', '∂L/∂w', 'é', '👩‍🚀', 'مرحبا', '  two  spaces ', ' ',
          'a' * 500]
CHANGED = [('one\ntwo\r\nthree', 'one\ntwo\nthree'), ('a\n\nb', 'a\n \nb'),
           ('\n', ' '), ('a\tb', 'a   b'), ('bell \x07', r'bell \x07'),
           ('nul \x00', r'nul \x00'), ('\ud800', r'\ud800'), ('\uffff', r'\uffff')]


@pytest.mark.parametrize('label', LABELS)
def test_a_label_is_shown_as_it_is(label):
    assert box_of(label).label.replace('\n', '') == label


@pytest.mark.parametrize(('label', 'seen'), CHANGED)
def test_what_a_line_cannot_show_is_seen_otherwise(label, seen):
    assert box_of(label).label == seen


@given(st.text(min_size=1))
@example('\x85')
def test_any_text_at_all(text):
    drawn = read(draw_dot(Value(1.0, (Value(2.0),), text, label=text)))
    drawn_as_label = drawn.values['n1'].label
    assert drawn_as_label == drawn.operations['op1']
    if text.isprintable():
        assert drawn_as_label.replace('\n', '') == text


@pytest.mark.parametrize('label', ['', None])
def test_a_value_without_a_label_has_no_title(label):
    assert box_of(label).label is None


def test_a_label_that_is_not_text():
    assert box_of(7).label == '7'
    assert box_of(0).label == '0'


def test_a_long_label_goes_on_in_the_next_line():
    label = 'the loss of the seventh sample of the third batch'
    assert box_of(label).label == 'the loss of the seventh sample\n of the third batch'


@pytest.mark.parametrize('label', ['梯度', '学习率 lr', '损失\n损失函数', '学' * 70])
def test_there_is_room_for_chinese(label):
    """A Chinese character is as wide as high: 20 points; others are 12."""
    box = box_of(label)
    assert box.width >= max(sum(12 if letter.isascii() else 20 for letter in line)
                            for line in box.label.splitlines())


def test_a_line_of_chinese_is_no_wider_than_another():
    lines = box_of('学' * 70).label.splitlines()
    assert ''.join(lines) == '学' * 70 and max(map(len, lines)) == 15


# --- the paths of one value ----------------------------------------------------

def lit(root, value):
    """What is thick and what is pale: boxes, ovals and edges by name."""
    source = draw_dot(root, highlight=value).source
    thick, pale = [], []
    for name, style in re.findall(r'^\t(\w+(?: -> \w+)?) \[.*?(penwidth="5"|#C4C4C4)\S*'
                                  r'(?: \S*)*\]$', source, re.M):
        (thick if style.startswith('pen') else pale).append(name)
    return set(thick), set(pale)


def test_the_paths_of_a_value_are_thick_and_the_rest_is_pale():
    L = example_of_the_lecture()  # noqa: N806
    nodes, _ = trace(L)
    thick, pale = lit(L, nodes[1])
    assert thick == {'n1', 'n2', 'n4', 'n6', 'op2', 'op4', 'op6', 'n1 -> op2',
                     'op2 -> n2', 'n2 -> op4', 'op4 -> n4', 'n4 -> op6', 'op6 -> n6'}
    assert pale == {'n0', 'n3', 'n5', 'n0 -> op2', 'n3 -> op4', 'n5 -> op6'}


def test_all_paths_of_a_value_are_thick():
    a = Value(2.0)
    thick, pale = lit(a * a + a.exp(), a)
    assert not pale
    assert len(thick) == 4 + 3 + 3 + 4  # values, operations, their edges, the others


def test_a_root_alone_is_thick():
    a = Value(2.0)
    b = a * 3
    assert lit(b, b)[0] == {'n2', 'op2', 'op2 -> n2'}


def test_the_legend_says_what_is_thick():
    a = Value(2.0, label='<a>')
    assert 'thick: from &lt;a&gt; to the root' in draw_dot(a * 3, highlight=a).source
    assert 'thick' not in draw_dot(a * 3).source


@pytest.mark.parametrize('wrong', ['a', 0, [Value(1.0)], MLP(1, [1]), Value])
def test_what_is_no_value_cannot_be_highlighted(wrong):
    with pytest.raises(TypeError, match='one value of the graph'):
        draw_dot(Value(1.0), highlight=wrong)


def test_a_value_of_another_graph_cannot_be_highlighted():
    with pytest.raises(ValueError, match=r"label='q'.* is not in the graph"):
        draw_dot(Value(1.0) * 2, highlight=Value(1.0, label='q'))


# --- without the package graphviz ---------------------------------------------

def test_without_graphviz_a_graph_can_be_traced_and_drawing_says_what_to_do():
    program = """
import json, sys
sys.modules['graphviz'] = None
from micrograd import Value, draw_dot, trace
nodes, edges = trace(Value(1.0) + 2.0)
try:
    draw_dot(nodes[-1])
except ModuleNotFoundError as error:
    print(json.dumps([len(nodes), len(edges), error.name, str(error)]))
"""
    run = subprocess.run([sys.executable, '-c', program], cwd=ROOT, check=True,
                         capture_output=True, text=True)
    *found, text = json.loads(run.stdout)
    assert found == [3, 2, 'graphviz']
    assert 'pip install graphviz' in text


def test_the_legend_is_in_the_language_of_the_reader(monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    L = example_of_the_lecture()  # noqa: N806
    L.backward()
    source = draw_dot(L, highlight=L).source
    assert {'负', '正', '粗线：从 L 到根节点'} <= set(re.findall('>([^<>]+)<', source))
    model = MLP(2, [3, 1])
    source = draw_dot(model([1.0, 2.0]), collapse='layer').source
    assert re.search('<B>-?[0-9.]+ ~ [0-9.]+</B>', source)


@pytest.mark.parametrize('text, shown', [
    ('a\u200db', ['a\u200db']), ('⚠\ufe0f' * 20, ['⚠\ufe0f' * 20]),
    ('\x1b[31m' * 6, [r'\x1b[31m' * 3 + r'\x1b[3', r'1m' + r'\x1b[31m' * 2]),
    ('梯度，' * 8, ['梯度，' * 5, '梯度，' * 3])])
def test_lines_are_as_wide_as_they_look(text, shown):
    assert boxes._lines(text) == shown

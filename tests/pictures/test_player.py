"""The steps of a player, their words and numbers, and the page as text.

What the page does in a browser is tested in test_player_browser.py.
"""
import json
import math
import random
import re
from fractions import Fraction
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ops import OPS
from player_graphs import (
    branching,
    cube,
    from_math,
    lecture,
    neuron,
    operation,
    student,
    two_paths,
)
from typed_numbers import TYPED

from micrograd import MLP, Neuron, Tensor, Value, trace
from micrograd.classroom.lesson.answers import judge_answer, normal
from micrograd.insight.formulas import formula
from micrograd.pictures.player import walk, write_player
from micrograd.pictures.player.page import MOST_VALUES, page
from micrograd.pictures.player.steps import Passes

NO_FORMULA = 'in numbers alone: the closure does not run on symbols'


def lines(root, kind='backward'):
    return [line.text for step in Passes(root).steps if step.kind == kind
            for line in step.lines]


def notes(root):
    return [line.note for step in Passes(root).steps if step.kind == 'backward'
            for line in step.lines]


def last_grads(root):
    passes = Passes(root)
    found = {}
    for step in passes.steps:
        found.update(step.grads)
    return {passes.name[x]: grad for x, (grad, _) in found.items()}


def contents(root):
    return json.loads(re.search(r'<script id="data"[^>]*>(.*?)</script>',
                                page(root), re.S)[1])


# --- what a closure does, in words --------------------------------------------

def test_the_work_of_the_closures_of_the_lecture():
    assert lines(lecture()) == [
        'd.grad += f.data * L.grad = -2.0 * 1.0 = -2.0',
        'f.grad += d.data * L.grad = 4.0 * 1.0 = 4.0',
        'e.grad += d.grad = -2.0',
        'c.grad += d.grad = -2.0',
        'a.grad += b.data * e.grad = -3.0 * -2.0 = 6.0',
        'b.grad += a.data * e.grad = 2.0 * -2.0 = -4.0']


def test_the_forward_pass_in_words():
    assert lines(lecture(), 'forward') == [
        'e = a * b = 2.0 * -3.0 = -6.0', 'd = e + c = -6.0 + 10.0 = 4.0',
        'L = d * f = 4.0 * -2.0 = -8.0']
    a, b = Value(-2.0, label='a'), Value(0.5, label='b')
    assert lines((a ** 2).tanh(), 'forward') == [
        't1 = a**2 = (-2.0)**2 = 4.0', 't2 = tanh(t1) = tanh(4.0) = 0.9993']
    assert lines(b.maximum(a), 'forward') == ['t1 = max(b, a) = max(0.5, -2.0) = 0.5']


def test_the_work_of_a_neuron():
    text = lines(neuron())
    assert text[0] == ('n.grad += (1 - o.data ** 2) * o.grad = '
                       '(1 - 0.7071 ** 2) * 1.0 = 0.5')
    assert 'x1.grad += w1.data * t1.grad = -3.0 * 0.5 = -1.5' in text


def test_the_work_of_an_operation_of_a_student():
    assert ('x.grad += 3 * x.data ** 2 * t1.grad = 3 * 2.0 ** 2 * -1.0 = -12.0'
            in lines(student()))


def test_paths_are_summed():
    assert notes(two_paths())[2:] == [
        'so far -6.0, more to come', 'so far -6.0, more to come',
        'sum of both paths: -6.0 + 3.0 = -3.0',
        'sum of both paths: -6.0 + -2.0 = -8.0']
    a = Value(3.0, label='a')
    assert lines(a * a) == ['a.grad += a.data * t1.grad = 3.0 * 1.0 = 3.0'] * 2
    assert notes(a * a) == ['so far 3.0, more to come',
                            'sum of both paths: 3.0 + 3.0 = 6.0']
    assert notes(a + a + a)[-1] == 'sum of all 3 paths: 1.0 + 1.0 + 1.0 = 3.0'
    assert notes(sum([a] * 9, a))[-1] == 'sum of all 10 paths: 10.0'


@pytest.mark.parametrize('op', OPS, ids=lambda op: op.name)
def test_every_operation_has_words_with_right_numbers(op):
    for point in op.points:
        operands = [Value(x, label=f'x{i}') for i, x in enumerate(point)]
        root = op.function(*operands)
        if not root._prev:
            continue
        found = last_grads(root)
        assert NO_FORMULA not in ''.join(notes(root))
        for text in lines(root):
            assert re.match(r'\w+\.grad \+= ', text)
        root.backward()
        assert [found[x.label] for x in operands] == pytest.approx(
            [x.grad for x in operands], nan_ok=True)


@pytest.mark.parametrize(('function', 'grad'), [
    (branching, 1.0), (from_math, math.exp(2))])
def test_a_closure_that_does_not_run_on_symbols_shows_its_numbers(function, grad):
    x = Value(2.0, label='x')
    out = function(x)
    out.label = 'out'
    number = f'{grad:.4f}'.rstrip('0') + '0' * (grad == 1)
    assert lines(out) == [
        f'x.grad += local gradient * out.grad = {number} * 1.0 = {number}']
    assert notes(out) == [NO_FORMULA]
    assert formula(out).endswith(
        f'dout/dx = {grad!r}, a number: the closure does not run on symbols')
    assert last_grads(branching(Value(-2.0, label='x')))['x'] == 0


def test_a_closure_that_does_something_else_on_symbols_shows_its_numbers():
    x = Value(2.0, label='x')

    def backward(out):
        known = isinstance(x.data, float)
        x.grad += (5 if known else 7) * out.grad

    def caught(out):
        try:
            x.grad += (5 if x.data > 0 else 0) * out.grad
        except ValueError:
            x.grad += 7 * out.grad
    for closure in (backward, caught):
        out = operation(1.0, (x,), closure)
        assert lines(out) == ['x.grad += local gradient * out.grad = 5.0 * 1.0 = 5.0']
        assert 'dout/dx = 5.0' in formula(out)


def test_wrong_closures_show_what_they_do():
    x, y = Value(2.0, label='x'), Value(5.0, label='y')

    def overwrite(out):
        x.grad = y.data * out.grad
    root = operation(10.0, (x, y), overwrite) + x
    assert 'x.grad = y.data * out.grad = 5.0 * 1.0 = 5.0' in lines(root)
    assert '= forgets the 1.0 of before, += would add' in ' '.join(notes(root))
    assert last_grads(root)['x'] == 5

    def no_upstream(out):
        x.grad += y.data
    root = operation(10.0, (x, y), no_upstream)
    assert lines(root * 3)[2:] == ['x.grad += y.data = 5.0', 'y.grad gets nothing']

    def changes_upstream(out):
        out.grad += x.grad
    assert 'out.grad += x.grad = 0.0' in lines(operation(10.0, (x,), changes_upstream))

    with pytest.raises(RuntimeError, match="'op' has operands but no closure"):
        Passes(Value(4.0, (x,), 'op', 'out'))


def test_an_operand_that_was_forgotten_is_named_and_left_as_it_was():
    x, w = Value(2.0, label='x'), Value(5.0, label='w')
    out = Value(10.0, (x,), 'op', 'out')

    def _backward():
        x.grad += w.data * out.grad
        w.grad += x.data * out.grad
    out._backward = _backward
    w.grad = 0.25
    assert lines(out)[-1] == 'w.grad += x.data * out.grad = 2.0 * 1.0 = 2.0'
    assert notes(out)[-1] == 'not an operand of out'
    assert (w.grad, w.data, x.grad) == (0.25, 5, 0)
    page(out)


def test_a_long_formula_gives_way_to_numbers():
    x = Value(1.0, label='x')

    def backward(out):
        slope = x.data
        for _ in range(200):
            slope = slope * slope
        x.grad += slope * out.grad
    assert NO_FORMULA in notes(operation(1.0, (x,), backward))[0]


def test_fractions_stay_exact():
    a, b = Value(Fraction(1, 3), label='a'), Value(Fraction(-2, 3), label='b')
    assert lines(cube(a) / b) == [
        't1.grad += t2.grad / b.data = 1 / (-2/3) = -3/2',
        'b.grad += -t2.grad * (t2.data / b.data) = -1 * (-1/18 / (-2/3)) = -1/12',
        'a.grad += 3 * a.data ** 2 * t1.grad = 3 * (1/3) ** 2 * (-3/2) = -1/2']
    assert contents(a * b)['steps'][-2]['quiz'][0]['after'] == ['-2/3', -2 / 3]


def test_minus_zero_does_not_confuse_a_class():
    x = Value(-2.0, label='x')
    assert 'x.grad += 0 * t1.grad = 0 * 1.0 = 0.0' in lines(x ** 0)
    assert 'x.grad += t1.data * t2.grad = 0.0 * -1.0 = 0.0' in lines(
        -(Value(0.0, label='t1') * x))


def test_numbers_that_json_has_no_word_for():
    x = Value(1e200, label='x')
    root = x * x * x - x * x * x
    steps = contents(root)['steps']
    assert steps[-2]['quiz'][0]['after'] == ['nan', 'NaN']
    assert 'Infinity' in json.dumps(steps)


# --- formula ------------------------------------------------------------------

def test_formulas():
    L = lecture()  # noqa: N806
    assert formula(L) == 'L = d * f\ndL/dd = f\ndL/df = d'
    assert formula(neuron()) == 'o = tanh(n)\ndo/dn = 1 - o ** 2'
    assert formula(student()._prev[0]._prev[0]) == 't1 = cube(x)\ndt1/dx = 3 * x ** 2'
    x = Value(2.0, label='x')
    assert formula(x) == 'x = 2.0'
    assert formula(x / x) == 't1 = x / x\ndt1/dx = 1 / x + -(t1 / x)'
    assert formula(x ** Value(3.0, label='n')) == (
        't1 = x ** n\ndt1/dx = n * x ** (n - 1)\ndt1/dn = x ** n * log(x)')
    assert formula(x.sqrt()) == 't1 = sqrt(x)\ndt1/dx = 1 / (2 * t1)'
    assert formula(x.relu()) == 't1 = ReLU(x)\ndt1/dx = where(x > 0, 1, 0)'


def test_a_formula_leaves_everything_and_refuses_what_is_used_up():
    L = lecture()  # noqa: N806
    L.backward(retain_graph=True)
    before = [(x.data, x.grad, x._backward) for x in trace(L)[0]]
    formula(L)
    assert before == [(x.data, x.grad, x._backward) for x in trace(L)[0]]
    L.release()
    with pytest.raises(RuntimeError, match='used up'):
        formula(L)
    with pytest.raises(TypeError, match='formula takes one Value, .* got 3'):
        formula(3)


def test_names_are_all_different_and_can_be_read():
    values = [Value(1.0, label=label) for label in
              ['w', 'w', '', 't1', '', 'a + b', 'a\nb', '梯度', 'x' * 99, '\u202e']]
    root = operation(1.0, values, lambda out: None)
    root.label = 'w'
    names = [Passes(root).name[x] for x in [*values, root]]
    assert names == ['w', 'w_2', 't2', 't1', 't3', '(a + b)', '(a b)', '梯度',
                     f"({'x' * 29}…)", r'(\u202e)', 'w_3']


# --- both passes ---------------------------------------------------------------

def test_values_are_not_known_before_they_are_computed():
    kinds = [step.kind for step in Passes(lecture()).steps]
    assert kinds == ['start', *['forward'] * 3, 'seed', *['backward'] * 3, 'end']
    found = contents(lecture())
    assert [node['leaf'] for node in found['nodes']] == [
        True, True, False, True, False, True, False]
    assert not any('grads' in step for step in found['steps'][:4])
    grads = [step.get('grads') for step in found['steps'][4:]]
    assert [{i: grad[0] for i, grad in (step or {}).items()} for step in grads] == [
        {'6': '1.0000'}, {'4': '-2.0000', '5': '4.0000'},
        {'2': '-2.0000', '3': '-2.0000'}, {'0': '6.0000', '1': '-4.0000'}, {}]


def test_a_sum_that_is_not_complete_says_so():
    steps = contents(two_paths())['steps']
    grads = [step['grads']['0'] for step in steps if '0' in step.get('grads', {})]
    assert [(text, more) for text, _, _, more in grads] == [
        ('-6.0000 + …', 1), ('-3.0000', 0)]


@pytest.mark.parametrize('make', [lecture, neuron, two_paths, student,
                                  lambda: Value(3.0, label='x')])
def test_the_gradients_at_the_end_are_those_of_backward(make):
    root = make()
    passes, found = Passes(root), last_grads(root)
    root.backward()
    assert found == {passes.name[x]: x.grad for x in passes.nodes}


def test_the_passes_start_from_0_and_leave_everything_as_it_was():
    root = student()
    root.backward(retain_graph=True)
    state = [(x.data, x.grad, x.label, x._prev, x._backward) for x in trace(root)[0]]
    assert last_grads(root)['x'] == -11
    page(root)
    assert state == [(x.data, x.grad, x.label, x._prev, x._backward)
                     for x in trace(root)[0]]
    root.backward()


def test_a_closure_that_fails_is_named_and_leaves_everything_as_it_was():
    x = Value(2.0, label='x')

    def backward(out):
        x.grad += 1
        raise KeyError('oh')
    root = operation(1.0, (x,), backward) * 3
    with pytest.raises(KeyError) as caught:
        Passes(root)
    assert "'op'" in str(caught.value) + str(getattr(caught.value, '__notes__', ''))
    assert (x.data, x.grad, root.grad) == (2, 0, 0)


def test_what_cannot_be_played_is_refused(tmp_path):
    for function in walk, lambda root: write_player(root, tmp_path / 'x.html'):
        used = lecture()
        used.backward()
        with pytest.raises(RuntimeError, match='used up'):
            function(used)
        for root in 3.0, [lecture()], MLP(1, [1]), [Tensor([1.0])]:
            with pytest.raises(TypeError, match=type(root).__name__):
                function(root)
        a = Value(1.0)
        b = a + 1
        a._prev = (b,)
        with pytest.raises(ValueError, match='cycle'):
            function(b)
    assert not list(tmp_path.iterdir())


def test_a_graph_too_large_says_so_and_what_to_do(tmp_path):
    x = Value(0.0, label='x')
    root = sum([x] * (MOST_VALUES + 1), x)
    with pytest.raises(ValueError, match=r'302 values.*collapse=.neuron'):
        write_player(root, tmp_path / 'large.html')


# --- walk ----------------------------------------------------------------------

def test_walk_prints_the_steps(capsys):
    a, b = Value(-2.0, label='a'), Value(3.0, label='b')
    c = a * b
    c.label = 'c'
    walk(c + a)
    assert capsys.readouterr().out == '''\
0  The inputs are known, and nothing else yet
      a = -2.0, b = 3.0
1  Forward: c is computed
      c = a * b = -2.0 * 3.0 = -6.0
2  Forward: t1 is computed
      t1 = c + a = -6.0 + -2.0 = -8.0
3  Backward: it starts at t1
      t1.grad = 1.0
          (if t1 moves by 1, t1 moves by 1)
4  Backward: the closure of t1 = c + a
      c.grad += t1.grad = 1.0
      a.grad += t1.grad = 1.0
          (so far 1.0, more to come)
5  Backward: the closure of c = a * b
      a.grad += b.data * c.grad = 3.0 * 1.0 = 3.0
          (sum of both paths: 1.0 + 3.0 = 4.0)
      b.grad += a.data * c.grad = -2.0 * 1.0 = -2.0
6  The gradients of t1 are complete
      a.grad = 4.0, b.grad = -2.0
'''


def test_walk_goes_through_a_deep_graph(capsys):
    x = Value(0.0, label='x')
    root = x
    for _ in range(3000):
        root = root + x
    walk(root)
    assert capsys.readouterr().out.rstrip().endswith('x.grad = 3001.0')


# --- the page as text ------------------------------------------------------------

class Reader(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, text):
        super().__init__()
        self.elements = []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))


LABELS = ['</script><script>alert(1)</script>', '<!-- <script>', '"x" & \'y\'',
          '${x} $title $$', '梯度', '\ud800', '\\u003c', 'a\nb', '<b>&amp;', ']]>']


@pytest.mark.parametrize('label', LABELS)
def test_a_label_stays_a_label(label, tmp_path):
    root = Value(2.0, label=label) * Value(3.0, label=label)
    root.label, root._op = label, label
    write_player(root, tmp_path / 'page.html')
    text = (tmp_path / 'page.html').read_text('utf-8')
    plain = Reader(page(Value(2.0, label='a') * Value(3.0, label='b')))
    assert [tag for tag, _ in Reader(text).elements if tag != 'text'] \
        == [tag for tag, _ in plain.elements if tag != 'text']
    contents(root)


@given(st.text())
def test_any_label_has_a_name_that_can_be_written(label):
    x = Value(1.0, label=label)
    json.dumps(Passes(x + x).steps[0].lines)
    ''.join(Passes(x + x).name.values()).encode()


def test_the_page_asks_for_nothing_from_elsewhere():
    text = page(lecture())
    for _, attributes in Reader(text).elements:
        assert not {'src', 'srcset', 'action', 'background'} & set(attributes)
        assert not attributes.get('href')
    addresses = set(re.findall(r'https?://[^"\' ]*', text))
    assert addresses == {'http://www.w3.org/2000/svg', 'http://www.w3.org/1999/xlink'} \
        or addresses == {'http://www.w3.org/2000/svg'}
    assert "default-src 'none'" in text


def test_the_picture_can_show_each_number():
    svg = re.search(r'<svg.*?</svg>', page(two_paths()), re.S)[0]
    elements = {x.get('id'): x for x in ElementTree.fromstring(svg).iter()}
    for i in range(5):
        assert {f'n{i}', f'd{i}', f'd{i}c', f'g{i}', f'g{i}c', f'dn{i}', f'gn{i}'} \
            <= set(elements)
        assert elements[f'dn{i}'].text == 'data'
        assert elements[f'gn{i}'].text == 'grad'
        assert set(elements[f'd{i}'].text) == set(elements[f'g{i}'].text) == {'0'}
    assert len(elements['g0'].text) == len('-6.0000 + …')


def test_the_size_grows_with_the_graph_and_not_with_its_square():
    def size(n):
        random.seed(n)
        return len(page(Neuron(n)([Value(1.0, label=f'x{i}') for i in range(n)])))
    base, small, large = size(1), size(6), size(11)
    assert large - small < 1.3 * (small - base)


def test_the_folder_of_the_page_is_made(tmp_path):
    write_player(lecture(), tmp_path / 'new' / 'page.html')
    assert (tmp_path / 'new' / 'page.html').read_text('utf-8').startswith('<!doctype')


# --- languages -----------------------------------------------------------------


def test_the_page_is_in_the_language_in_which_it_was_written(monkeypatch):
    english = page(lecture())
    assert '<html lang="en">' in english and '>Show me</button>' in english
    monkeypatch.setenv('LANGUAGE', 'zh')
    chinese = page(lecture())
    assert '<html lang="zh-CN">' in chinese and '>看答案</button>' in chinese
    assert '<title>L 的前向传播与反向传播</title>' in chinese
    assert '{{' not in english + chinese
    found = contents(lecture())
    assert found['steps'][0]['title'] == '目前只知道输入，其余都未知'
    assert found['words']['Look at the sign.'] == '注意正负号。'
    assert found['steps'][5]['quiz'][0]['why'].startswith('局部梯度 -2.0 乘以上游梯度')


def test_walk_is_in_the_language_of_the_reader(monkeypatch, capsys):
    monkeypatch.setenv('LANGUAGE', 'zh')
    walk(two_paths())
    out = capsys.readouterr().out
    assert '7  反向传播：运行 t1 = a * b 的闭包\n' in out
    assert '        （两条路径之和：-6.0 + 3.0 = -3.0）\n' in out


@pytest.mark.parametrize('answer, truth, verdict', TYPED)
def test_the_lessons_judge_a_number_as_the_quiz_does(answer, truth, verdict):
    assert judge_answer(normal(answer), truth) is verdict

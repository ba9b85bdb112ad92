"""The page of a player in a real browser: what a class sees, and does."""
import json
import shutil
from fractions import Fraction

import chromium
import pytest
from player_graphs import branching, lecture, neuron, student, two_paths
from typed_numbers import TYPED

from micrograd import Value, trace
from micrograd.pictures.draw import format_number
from micrograd.pictures.player import write_player
from micrograd.pictures.player.page import _number
from micrograd.pictures.player.steps import Passes
from micrograd.tensor import Tensor

pytestmark = pytest.mark.skipif(
    not chromium.PATH, reason='no Chromium on this machine, or Windows: the page of '
    'the player is not tested')

GRAPHS = {'lecture': lecture, 'neuron': neuron, 'student': student,
          'two paths': two_paths, 'branching': lambda: branching(Value(2.0)) * 3}


@pytest.fixture(scope='module')
def browser(tmp_path_factory):
    profile = tmp_path_factory.mktemp('profile')
    browser = chromium.Browser(profile)
    browser.size(1280, 720)
    yield browser
    browser.close()
    shutil.rmtree(profile, ignore_errors=True)


@pytest.fixture
def player(browser, tmp_path):
    """A function that opens the player of a graph at a step; quiet at the end."""
    path = tmp_path / 'player.html'

    def opened(root, address=''):
        write_player(root, path)
        browser.open(path.as_uri() + address)
        return browser
    yield opened
    browser.media()
    browser.size(1280, 720)
    assert browser.requests() == [browser.run('location.href').partition('#')[0]]
    assert browser.complaints() == []


def text(browser, selector):
    return browser.run(f'document.querySelector({selector!r}).textContent')


def texts(browser, selector):
    return browser.run(f'[...document.querySelectorAll({selector!r})]'
                       f'.filter(x => x.checkVisibility()).map(x => x.textContent)')


def step(browser):
    return int(text(browser, '#where').split()[1])


def grads(browser):
    return texts(browser, '.number[id^=g]')


def data(browser):
    return texts(browser, '.number[id^=d]')


def answer(browser, *answers):
    browser.run("document.querySelector('#quiz input').focus()")
    for i, words in enumerate(answers):
        browser.run(f"document.querySelectorAll('#quiz input')[{i}].select()")
        browser.type(words)
    browser.press('Enter')


# --- the passes ----------------------------------------------------------------

@pytest.mark.parametrize('make', GRAPHS.values(), ids=GRAPHS)
def test_captions_and_numbers_are_those_of_the_engine(player, make):
    root = make()
    passes = Passes(root)
    browser = player(root)
    nodes, _ = trace(root)
    known = {x: format_number(x.data) for x in nodes if not x._prev}
    known_grads = {}
    for number, expected in enumerate(passes.steps):
        if expected.kind == 'forward':
            known[expected.node] = format_number(expected.node.data)
        for x, (grad, is_final) in expected.grads.items():
            known_grads[x] = format_number(grad) + ('' if is_final else ' + …')
        assert step(browser) == number
        assert text(browser, '#title') == expected.title
        assert texts(browser, '#lines li') == [a + b for a, b in expected.lines]
        assert data(browser) == [known.get(x, '?') for x in nodes]
        assert grads(browser) == [known_grads.get(x, '?') for x in nodes]
        browser.press('ArrowRight')
    assert step(browser) == number
    root.backward()
    assert grads(browser) == [format_number(x.grad) for x in nodes]


def test_the_closure_that_runs_is_lit_with_the_edges_that_carry(player):
    browser = player(lecture(), '#step=7')
    assert texts(browser, '#lines li')[0] == (
        'a.grad += b.data * e.grad = -3.0 * -2.0 = 6.0')
    lit = "[...document.querySelectorAll('.lit')].map(x => x.id)"
    flows = ("[...document.querySelectorAll('.flows')]"
             ".map(x => `${x.dataset.op} ${x.dataset.operand}`).sort()")
    assert sorted(browser.run(lit)) == ['n2', 'op2']
    assert browser.run(flows) == ['2 0', '2 1', '2 undefined']
    assert texts(browser, 'svg .factor') == ['× -3.0', '× 2.0']
    assert browser.run("document.querySelector('#gn0c').matches('.written')")
    browser.press('End')
    assert browser.run(lit) == browser.run(flows) == []


def test_nothing_moves_from_step_to_step(player):
    browser = player(two_paths())
    places = ("[...document.querySelectorAll('.value, .operation, .edge path')]"
              '.map(x => Object.values(x.getBoundingClientRect().toJSON()))')
    first = browser.run(places)
    for _ in range(8):
        browser.press('ArrowRight')
        assert browser.run(places) == first


# --- controls ------------------------------------------------------------------

def test_keys(player):
    browser = player(lecture())
    for key, expected in [('ArrowRight', 1), ('PageDown', 2), ('ArrowDown', 3),
                          ('ArrowLeft', 2), ('ArrowUp', 1), ('PageUp', 0),
                          ('ArrowLeft', 0), ('End', 8), ('ArrowRight', 8),
                          ('Home', 0)]:
        browser.press(key)
        assert step(browser) == expected, key


def test_buttons_and_slider(player):
    browser = player(lecture())
    browser.click('#next')
    browser.click('#next')
    assert step(browser) == 2
    browser.click('#back')
    assert step(browser) == 1
    browser.click('#slider')
    assert step(browser) == 4
    browser.press('ArrowRight')  # from the slider, one step and not two
    assert step(browser) == 5


def test_play_pause_and_speed(player):
    browser = player(lecture())
    arrives = ("new Promise(done => new MutationObserver(() => done(true))"
               ".observe(document.querySelector('#where'), {childList: true}))")
    browser.press(']', ' ')
    assert text(browser, '#play') == 'Pause'
    assert browser.run('Number(document.querySelector("#speed").value)') == 1000
    assert browser.run(arrives)
    assert step(browser) == 1
    browser.press(' ')
    assert text(browser, '#play') == 'Play'
    browser.press('[', '[')
    assert browser.run('Number(document.querySelector("#speed").value)') == 4000
    browser.press('End', ' ')  # once more from the start
    assert (step(browser), text(browser, '#play')) == (0, 'Pause')
    browser.press('ArrowRight')
    assert (step(browser), text(browser, '#play')) == (1, 'Play')


def test_the_address_is_that_of_the_step(player):
    browser = player(lecture(), '#step=7')
    assert step(browser) == 7
    browser.press('ArrowLeft')
    browser.run('new Promise(done => setTimeout(done, 300))')
    assert browser.run('location.hash') == '#step=6'
    browser.run("location.hash = '#step=2'; new Promise(done => setTimeout(done, 50))")
    assert step(browser) == 2
    assert step(player(lecture(), '#step=999')) == 8
    assert step(player(lecture(), '#step=x')) == 0


def test_zoom_and_pan(player):
    browser = player(lecture())
    box = ("(b => [b.x, b.y, b.width])(document.querySelector('#stage svg')"
           '.viewBox.baseVal)')
    x, y, width = fitted = browser.run(box)
    browser.press('+')
    assert browser.run(box)[2] == pytest.approx(width / 1.25)
    browser.press('0')
    assert browser.run(box) == fitted
    browser.press('ArrowRight', shift=True)
    assert browser.run(box) == pytest.approx([x + width / 20, y, width])
    browser.click('#fit')
    for kind, at in ('Pressed', 600), ('Moved', 500), ('Released', 500):
        browser.call('Input.dispatchMouseEvent', type=f'mouse{kind}', x=at, y=300,
                     buttons=1, button='left', clickCount=1)
    assert browser.run(box)[0] > x + 50
    browser.call('Input.dispatchMouseEvent', type='mouseWheel', x=600, y=300,
                 deltaX=0, deltaY=-100)
    assert browser.run(box)[2] < width
    assert step(browser) == 0


def test_a_magnified_picture_follows_the_steps(player):
    browser = player(neuron())
    browser.press('+', '+', '+')
    view = browser.run('({...view})')
    for _ in range(12):
        browser.press('ArrowRight')
        assert browser.run('''[...picture.querySelectorAll('.lit')].every(part => {
            const box = part.getBoundingClientRect();
            const frame = $('stage').getBoundingClientRect();
            return frame.left <= box.left && box.right <= frame.right
                && frame.top <= box.top && box.bottom <= frame.bottom; })''')
    assert browser.run('view.x') < view['x']
    assert browser.run('view.width') == view['width']
    browser.press('0')
    fitted = browser.run('({...view})')
    browser.press('Home', 'End', 'ArrowLeft')
    assert browser.run('({...view})') == fitted


# --- quiz ------------------------------------------------------------------------

def test_quiz_right(player):
    browser = player(lecture(), '#step=4')
    browser.press('q')
    assert grads(browser) == ['?'] * 7
    answer(browser, '1')
    assert grads(browser)[-1] == '1.0000'
    browser.press('PageDown')
    assert 'What will the gradient be' in text(browser, '#title')
    assert texts(browser, '#quiz label') == ['d.grad = ', 'f.grad = ']
    answer(browser, '−2', '8/2')
    assert not texts(browser, '#quiz label')
    assert texts(browser, '#lines li.right') == [
        'Right, d.grad: local gradient -2.0 times the upstream gradient 1.0',
        'Right, f.grad: local gradient 4.0 times the upstream gradient 1.0']
    assert text(browser, '#score') == '2 of 2 right at once'


@pytest.mark.parametrize(('answers', 'said'), [
    (('-3', '2'), 'alone: multiply it by the upstream gradient, which is -2'),
    (('-2', '-2'), 'the upstream gradient alone: multiply it by the local'),
    (('-6', '4'), 'Look at the sign'),
    (('5', '5'), 'local gradient, times the upstream gradient -2.0'),
    (('', 'x'), 'Type a number')])
def test_quiz_wrong(player, answers, said):
    browser = player(lecture())
    browser.press('q')
    for _ in range(7):
        browser.press('PageDown')
    before = grads(browser)
    answer(browser, *answers)
    messages = texts(browser, '#quiz .wrong')
    assert len(messages) == 2
    assert all(said in message for message in messages)
    assert grads(browser) == before
    answer(browser, '6', '-4')
    assert grads(browser)[:2] == ['6.0000', '-4.0000']
    assert text(browser, '#score') == '0 of 1 right at once'


def test_quiz_of_two_paths(player):
    browser = player(two_paths())
    browser.press('q')
    for _ in range(7):
        browser.press('PageDown')
    answer(browser, '3', '-6')
    assert 'sum of both paths' in texts(browser, '#quiz .wrong')[0]
    assert 'was there before' in texts(browser, '#quiz .wrong')[1]
    answer(browser, '-3', '-8')
    assert texts(browser, '#lines li.right')[0].endswith(
        'sum of both paths: -6.0 + 3.0 = -3.0')


def test_quiz_shows_what_nobody_knows_and_can_be_left(player):
    browser = player(Value(Fraction(1, 3), label='a') * Value(Fraction(1, 2)))
    browser.press('q', 'PageDown', 'PageDown')
    browser.click('#reveal')
    assert grads(browser) == ['?', '?', '1']
    browser.press('PageDown')
    answer(browser, '0,5', '1/3')
    assert grads(browser) == ['1/2', '1/3', '1']
    assert text(browser, '#score') == '1 of 2 right at once'
    browser.click('#quizzing')
    assert text(browser, '#score') == ''


# --- paper, projector, accessibility ---------------------------------------------

def test_the_print_is_a_worksheet_and_its_key(player):
    root = two_paths()
    browser = player(root, '#step=7')
    assert browser.pdf().count(b'/Type /Page\n') == 2
    browser.run('window.onbeforeprint()')
    browser.media('print')
    assert texts(browser, 'body > *:not(section)') == []
    numbers = '[...document.querySelectorAll("article:nth-child({}) .number")]' \
              '.map(x => x.textContent)'
    known = [format_number(x.data) for x in trace(root)[0]]
    worksheet, key = (browser.run(numbers.format(i)) for i in (1, 2))
    root.backward()
    filled = [format_number(x.grad) for x in trace(root)[0]]
    assert worksheet == [text for pair in zip(known, [' '] * 5) for text in pair]
    assert key == [text for pair in zip(known, filled) for text in pair]
    assert any('sum of both paths' in line for line in texts(browser, 'article li'))
    browser.media()
    assert texts(browser, 'article') == []


@pytest.mark.parametrize('size', [(1024, 768), (1280, 720)])
@pytest.mark.parametrize('make', [neuron, two_paths])
def test_all_is_in_sight_on_a_projector(player, browser, size, make):
    browser.size(*size)
    player(make(), '#step=7')
    for quiz in (False, True):
        outside = browser.run('''[...document.querySelectorAll(
            'button, select, input, h1, li, .value, .factor')]
            .filter(x => x.checkVisibility()).map(x => [x, x.getBoundingClientRect()])
            .filter(([x, box]) => box.left < 0 || box.top < 0
                || box.right > innerWidth || box.bottom > innerHeight)
            .map(([x]) => x.id || x.tagName)''')
        assert outside == []
        assert browser.run('document.documentElement.scrollHeight') <= size[1]
        if not quiz:
            browser.press('q')


def test_motion_is_reduced_for_those_who_ask(player):
    browser = player(lecture(), '#step=7')
    motion = "getComputedStyle(document.querySelector('.flows path')).animationName"
    browser.media(prefers_reduced_motion='no-preference')
    assert browser.run(motion) == 'flow'
    browser.media(prefers_reduced_motion='reduce')
    assert browser.run(motion) == 'none'


def test_a_screen_reader_is_told_each_step(player):
    browser = player(lecture(), '#step=5')
    assert browser.run("document.querySelector('#caption').ariaLive") == 'polite'
    tree = browser.call('Accessibility.getFullAXTree')['nodes']
    images = [x['name']['value'] for x in tree if x.get('role', {}).get('value')
              in ('image', 'img') and not x.get('ignored')]
    assert images == ['a: data 2.0000, grad not yet known. b: data -3.0000, grad not '
                      'yet known. e: data -6.0000, grad not yet known. c: data '
                      '10.0000, grad not yet known. d: data 4.0000, grad -2.0000. '
                      'f: data -2.0000, grad 4.0000. L: data -8.0000, grad 1.0000.']
    named = [x for x in tree if x.get('role', {}).get('value') in
             ('button', 'slider', 'combobox')]
    assert len(named) >= 9
    assert all(x['name']['value'] for x in named)


def test_the_keys_are_listed_and_work_again_afterwards(player):
    browser = player(lecture())
    browser.press('?')
    assert 'quiz' in text(browser, '#keys')
    assert browser.run("document.querySelector('#keys').open")
    browser.press('ArrowRight')
    assert step(browser) == 0
    browser.click('#keys button')
    browser.press('ArrowRight')
    assert step(browser) == 1


@pytest.mark.parametrize('label', [
    '</script><script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'${1}`",
    '梯度', '$title', '<!-- <script>', '&lt;', '\\u003c'])
def test_any_label_is_shown_as_it_is(player, label):
    root = Value(2.0, label=label) * Value(3.0, label='b')
    root._op = label
    browser = player(root, '#step=3')
    name = Passes(root).name[root._prev[0]]
    assert label[:25] in name
    assert texts(browser, '#lines li')[0] == (
        f'{name}.grad += b.data * t1.grad = 3.0 * 1.0 = 3.0')
    assert ''.join(texts(browser, '#n0 .heading')) == label
    assert ''.join(texts(browser, '#op2 text')) == label
    assert browser.run("document.querySelectorAll('img, script').length") == 2


# --- languages -------------------------------------------------------------------

def test_every_word_is_in_the_language_of_the_page(player, monkeypatch):
    monkeypatch.setenv('LANGUAGE', 'zh')
    browser = player(two_paths(), '#step=4')
    assert text(browser, '#where') == '第 4 步，共 8 步'
    assert texts(browser, '#phases span') == ['前向', '反向']
    browser.press(' ')
    assert text(browser, '#play') == '暂停'
    browser.press(' ', 'q', 'PageDown')
    assert text(browser, '#title').endswith('。这一步之后，梯度是多少？')
    answer(browser, '−6', '6')
    assert texts(browser, '#quiz .wrong') == [
        '还不对。这是 t2.grad。', '还不对。注意正负号。']
    answer(browser, '1', '-6')
    assert texts(browser, '#lines li.right') == [
        '正确，t1.grad：局部梯度 1.0 乘以上游梯度 1.0',
        '正确，t2.grad：局部梯度 -6.0 乘以上游梯度 1.0']
    assert text(browser, '#score') == '一次答对 0/1'
    browser.run('window.onbeforeprint()')
    assert browser.run("document.querySelector('#sheets h2').textContent") == (
        '练习页：在每个值处填写 t3 的梯度')
    english = browser.run('document.body.innerText.match(/[a-z]{3,} [a-z]{3,}/gi)')
    assert english is None


@pytest.mark.parametrize('answer, truth, verdict', TYPED)
def test_the_quiz_judges_a_number_as_the_lessons_do(page_of_a_sum, answer, truth,
                                                    verdict):
    number = json.dumps(_number(truth))
    judged = page_of_a_sum.run(
        f'equals({json.dumps(answer)}, {number}, precision({json.dumps(answer)}))')
    assert judged == bool(verdict)


@pytest.fixture(scope='module')
def page_of_a_sum(browser, tmp_path_factory):
    path = tmp_path_factory.mktemp('pages') / 'sum.html'
    write_player(Value(1.0) + Value(2.0), path)
    browser.open(path.as_uri())
    return browser


def test_what_only_rounding_would_make_right_is_no_usual_slip(player):
    """1.2 is 1 when it is rounded; but 1 is the upstream gradient, left alone."""
    browser = player(Value(1.2, label='a') * Value(3.4, label='b'), '#step=2')
    browser.press('q', 'PageDown')
    answer(browser, '3', '1')
    assert texts(browser, '#quiz .right, #quiz .wrong')[1] == (
        'Not yet. That is the upstream gradient alone: multiply it by the local '
        'gradient.')
    assert texts(browser, '#quiz .right')[0].startswith('Right: ')


def test_tables_stand_row_below_row(player):
    x = Tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True, label='x')
    browser = player((x * x).sum(), '#step=1')
    rows = "[...document.querySelectorAll('#stage #d0 tspan')]"
    assert browser.run(f'{rows}.map(row => row.textContent)') == ['1 2', '3 4']
    first, second = browser.run(f'{rows}.map(row => row.getBoundingClientRect().y)')
    assert 5 < second - first < 40
    assert browser.run("document.querySelector('#quizzing').checkVisibility()") is False
    browser.press('End')
    assert browser.run("[...document.querySelectorAll('#stage #g0 tspan')]"
                       '.map(row => row.textContent)') == ['2 4', '6 8']

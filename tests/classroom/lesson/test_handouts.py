"""The lessons as web pages, made of two lessons for the purpose."""
import contextlib
import importlib.util
import io
import re

import pytest
from places import ROOT

from micrograd.classroom import shelf

for name in ('jupytext', 'nbconvert', 'nbclient', 'ipykernel'):
    pytest.importorskip(name, reason='the extra handouts is not installed')

SCRIPT = ROOT / '.ci' / 'handouts.py'
LESSON = '''\
# %% [markdown]
# # {number}. {name}
# A text over
# two lines.
#
# Needs: nothing. Minutes: 15.
# %%
from micrograd import Value, draw_dot
from micrograd.classroom.lesson import image, present

present()
# %% [markdown] ask="'b'"
# Which?
# a) this
# b) that
#
# Because of `x`.
# %%
import os
print('printed', 1 + 1, 'LANGUAGE=' + repr(os.environ['LANGUAGE']))
with open(image('{number:02}_a.svg'), 'w') as file:
    file.write('<svg xmlns="http://www.w3.org/2000/svg"/>')
with open(image('{number:02}_pass.html'), 'w') as file:
    file.write('<p>a player</p>')
# %%

{last}
'''
CHINESE = '''\
msgid ""
"# {number}. {name}\\n"
"A text over\\n"
"two lines.\\n"
"\\n"
"Needs: nothing. Minutes: 15."
msgstr ""
"# {number}. 课\\n"
"两行\\n"
"文字。\\n"
"\\n"
"先修：无。用时：15 分钟。"
'''


@pytest.fixture(scope='module')
def made(tmp_path_factory):
    """The pages of two lessons, of which the second fails; exit code and output.

    Their questions are not translated.
    """
    folder = tmp_path_factory.mktemp('lessons')
    (folder / 'zh').mkdir()
    for number, last in ((1, 'x = 1'), (2, 'x = 1\nassert x == 2, x')):
        words = {'number': number, 'name': f'Lesson <{number}>', 'last': last}
        for file, text in (('.py', LESSON), ('zh/.po', CHINESE)):
            path = (folder / file).with_name(f'{number:02}_name{file[-3:]}')
            path.write_text(text.format(**words), 'utf-8')
    spec = importlib.util.spec_from_file_location('handouts', SCRIPT)
    handouts = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(handouts)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shelf, 'LESSONS', folder)
        patch.setattr(handouts, 'LESSONS', folder)
        patch.setattr(handouts, 'OUT', folder / 'handouts')
        patch.setenv('MPLBACKEND', 'agg')
        patch.setenv('PYTHONPATH', str(SCRIPT.parents[1]))
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            code = handouts.main()
    return folder / 'handouts', code, printed.getvalue()


def test_a_page_in_each_language_has_text_code_output_and_pictures(made):
    folder, *_ = made
    english, chinese = ((folder / lang / '01_name.html').read_text('utf-8')
                        for lang in ('en', 'zh'))
    assert 'A text over two lines.' in english and '文字' not in english
    assert '两行文字。' in chinese and 'A text' not in chinese
    for page in (english, chinese):
        assert 'printed 2' in page
        assert 'data:image/svg+xml;base64,' in page
        assert 'srcdoc="&lt;p&gt;a player' in page
        assert '<span class="n">present</span>' in page  # coloured
        assert page.count('Which?') == 1  # what is not translated is asked once
    assert '<html lang="en">' in english and '<html lang="zh-CN">' in chinese
    assert '<summary>为什么？</summary>' in chinese
    assert "LANGUAGE='en'" in english and "LANGUAGE='zh'" in chinese


def test_the_word_why_is_folded_beneath_its_question(made):
    page = (made[0] / 'en' / '01_name.html').read_text('utf-8')
    question = re.search(r'<div class="ask">(.*?)<details>(.*?)</details>', page, re.S)
    assert re.search(r'Which\?\s*<br\s*/?>a\) this\s*<br\s*/?>b\) that', question[1])
    assert '<summary>Why?</summary>' in question[2]
    assert 'Because of <code>x</code>.' in question[2]


def test_the_links_of_all_pages_lead_to_a_page(made):
    folder, *_ = made
    pages = {path.relative_to(folder).as_posix() for path in folder.rglob('*name.html')}
    assert pages == {f'{lang}/{name}' for lang in ('en', 'zh')
                     for name in ('01_name.html', '02_name.html')}
    linked = set()
    for page in [folder / 'index.html', *map(folder.joinpath, pages)]:
        targets = re.findall('(?:href|src)="([^"#:]+)"', page.read_text('utf-8'))
        linked |= {(page.parent / target).resolve() for target in targets}
    assert [target for target in linked if not target.exists()] == []
    others = {'index.html', 'style.css', 'en/images/01_pass.html',
              'zh/images/02_pass.html'}
    assert linked >= {(folder / name).resolve() for name in pages | others}


def test_the_index_names_the_lessons_and_their_minutes(made):
    index = (made[0] / 'index.html').read_text('utf-8')
    assert 'Lesson &lt;1&gt;' in index and '课' in index
    assert index.count('<td>15</td>') == 2
    assert '<title>Lessons · 课程</title>' in index


def test_nothing_comes_from_elsewhere(made):
    for path in made[0].rglob('*.*'):
        assert not re.search(r'(src|href)="https?:|url\(|@import',
                             path.read_text('utf-8'))


def test_a_lesson_that_fails_is_named_with_its_line(made):
    folder, code, printed = made
    assert code == 1
    lines = (folder.parent / '02_name.py').read_text('utf-8').split('\n')
    line = 1 + lines.index('assert x == 2, x')
    fault = f'FAILED: 02_name.py, line {line}: AssertionError: 1'
    assert printed.splitlines()[-1] == fault
    assert 'AssertionError' in (folder / 'en' / '02_name.html').read_text('utf-8')

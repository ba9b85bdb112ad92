"""Every lesson, found by its file: its form, and one run of it.

The lessons assert their own numbers; test_lesson.py tests the presenter.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from places import ROOT

from micrograd.classroom.lesson.cells import in_language, read_cells
from micrograd.classroom.lesson.markdown import LIST_ITEM, unwrap
from micrograd.classroom.shelf import lessons
from micrograd.common.layout import join
from micrograd.languages import LANGUAGES

LESSONS = sorted((ROOT / 'lessons').glob('*.py'))
EXERCISES = {
    path.stem.partition('_')[2] for path in (ROOT / 'lessons/exercises').glob('*.py')
}
RUN_LESSON = Path(__file__).with_name('run_lesson.py')
HEADINGS = {'en': ('## Questions', '## Exercises'), 'zh': ('## 思考题', '## 练习')}
COMMAND = 'python -m micrograd check'
SPAN = re.compile(r'`[^`]*`')
CHINESE = '[\u4e00-\u9fff]'

by_name = pytest.mark.parametrize('lesson', LESSONS, ids=lambda path: path.stem)


def texts(lesson, lang):
    return [cell for cell in in_language(read_cells(str(lesson)), lang) if cell.is_text]


def pairs(lesson):
    return list(zip(texts(lesson, 'en'), texts(lesson, 'zh')))


def test_lessons_are_numbered_without_gaps():
    numbers = [re.match(r'(\d\d)_[a-z_]+$', path.stem)[1] for path in LESSONS]
    assert numbers == [f'{n:02}' for n in range(1, len(LESSONS) + 1)]


@by_name
def test_runs_and_draws_its_pictures_and_answers_its_questions(lesson, tmp_path):
    script = shutil.copy(lesson, tmp_path)
    elsewhere = tmp_path / 'elsewhere'
    elsewhere.mkdir()
    run = subprocess.run(
        [sys.executable, RUN_LESSON, script, tmp_path / 'answers'],
        stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8',
        env={**os.environ, 'PYTHONPATH': str(ROOT), 'PYTHONIOENCODING': 'utf-8'},
        cwd=elsewhere, timeout=300, check=False,
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.replace('\n', '').isprintable()
    promised = re.findall(r"image\('(.*?)'\)", lesson.read_text('utf-8'))
    drawn = {path.name for path in (tmp_path / 'images').iterdir()}
    assert drawn == set(promised) != set()
    for name in promised:
        assert name.startswith(lesson.stem[:3])
        assert (tmp_path / 'images' / name).stat().st_size > 0
    assert list(elsewhere.iterdir()) == []
    answers = {line: (kind, answer) for line, kind, answer in
               json.loads((tmp_path / 'answers').read_text())}
    questions = [cell for cell in texts(lesson, 'en') if cell.ask]
    assert set(answers) == {cell.mark for cell in questions}
    for question in questions:
        kind, answer = answers[question.mark]
        assert (kind == 'str') == bool(question.choices), question.ask
        if kind == 'str':
            assert answer in question.choices


@by_name
def test_is_only_cells_with_one_call_of_the_presenter(lesson):
    title, partner, call, *others = read_cells(str(lesson))
    assert title.is_text and partner.is_text
    assert call.source[-1] == 'present()'
    for cell in others:
        source = '\n'.join(cell.source)
        assert not re.search(r'present\(|input\(|sleep\(|\.show\(', source)
        if not cell.is_text:
            # A notebook gets each cell by itself.
            compile(source, str(lesson), 'exec')


@by_name
def test_texts_come_in_pairs(lesson):
    cells = read_cells(str(lesson))
    for cell, after in zip(cells, [*cells[1:], None]):
        if cell.lang == 'en':
            assert after and after.lang == 'zh', f'line {cell.mark} without Chinese'
        assert cell.is_text == (cell.lang != ''), f'line {cell.mark}'
    assert len(texts(lesson, 'en')) == len(texts(lesson, 'zh'))
    for english, chinese in pairs(lesson):
        where = f'lines {english.mark} and {chinese.mark}'
        assert english.ask == chinese.ask, where
        assert english.choices == chinese.choices, where
        assert shape(english) == shape(chinese), where
        assert bool(english.why) == bool(chinese.why), where


def shape(cell):
    """Headings, list items and code: what both languages have in common."""
    heads = [line.split()[0] for line in cell.source if re.match('#+ ', line)]
    code = [line for line in cell.source if line.startswith('    ')]
    return heads, sum(bool(LIST_ITEM.match(line)) for line in cell.source), code


@by_name
def test_begins_with_number_title_needs_and_minutes(lesson):
    number = int(lesson.stem[:2])
    here = next(each for each in lessons() if each.path == lesson)
    for lang in LANGUAGES:
        assert texts(lesson, lang)[0].source[0].startswith(f'# {number}. ')
        assert here.title(lang)
        needs, minutes = here.needs(lang)
        assert needs
        assert 10 <= minutes <= 25
        for other in map(int, re.findall(r'\d+', needs)):
            assert other < number
    assert here.needs('en')[1] == here.needs('zh')[1]
    assert re.findall(r'\d+', here.needs('en')[0]) == re.findall(
        r'\d+', here.needs('zh')[0])


@by_name
def test_asks_before_it_tells(lesson):
    cells = in_language(read_cells(str(lesson)), 'en')
    asked = [cell for cell in cells if cell.ask]
    assert 3 <= len(asked) <= 6
    for cell, after in zip(cells, cells[1:]):
        if cell.ask:
            assert not after.is_text, f'line {cell.mark}: no code after the question'
            assert cell.why, f'line {cell.mark}: no reason'
            assert '?' in ''.join(cell.question)


@by_name
@pytest.mark.parametrize('lang', LANGUAGES)
def test_ends_with_three_questions_and_its_exercises(lesson, lang):
    last = texts(lesson, lang)[-1]
    assert read_cells(str(lesson))[-1].is_text
    text = '\n'.join(last.source)
    questions, exercises = HEADINGS[lang]
    assert questions in last.source
    assert re.findall(r'^(\d)\. ', text, re.M) == ['1', '2', '3']
    tasks = text.partition(exercises)[2]
    names = set(re.findall(r'`(\w+)`', tasks))
    assert names and names <= EXERCISES
    assert COMMAND in tasks
    started = re.search(rf'{COMMAND} (\w+)', tasks)
    assert not started or started[1] in names


def test_both_languages_name_the_same_exercises_and_none_is_left_over():
    named = {}
    for lang in LANGUAGES:
        tasks = ('\n'.join(texts(lesson, lang)[-1].source).partition(HEADINGS[lang][1])
                 for lesson in LESSONS)
        named[lang] = [re.findall(r'`(\w+)`', rest) for _, _, rest in tasks]
    assert named['en'] == named['zh']
    assert set(sum(named['en'], [])) == EXERCISES


@by_name
def test_fits_a_class(lesson):
    marks = [*(cell.mark for cell in read_cells(str(lesson))), None]
    lines = lesson.read_text('utf-8').splitlines()
    chinese = sum((after or len(lines) + 1) - cell.mark
                  for cell, after in zip(read_cells(str(lesson)), marks[1:])
                  if cell.lang == 'zh')
    assert 80 <= len(lines) - chinese <= 160
    for cell in read_cells(str(lesson)):
        assert cell.is_text or len(cell.source) <= 24, f'line {cell.first}'


@by_name
def test_chinese_has_chinese_punctuation(lesson):
    for cell in texts(lesson, 'zh'):
        text = SPAN.sub('', join(unwrap(cell.source)))
        wrong = re.search(f'{CHINESE}[,.;:!?]({CHINESE}|[ )]|$)', text)
        assert not wrong, f'line {cell.first}: {text[max(wrong.start() - 9, 0):][:20]}'
        tight = re.search(f'{CHINESE}[A-Za-z0-9]|[A-Za-z0-9]{CHINESE}', text)
        assert not tight, f'line {cell.first}: {text[max(tight.start() - 9, 0):][:20]}'


@by_name
def test_jupytext_reads_the_same_cells(lesson):
    jupytext = pytest.importorskip('jupytext')
    cells = read_cells(str(lesson))
    notebook = jupytext.read(lesson)
    for own, other in zip(cells, notebook.cells, strict=True):
        assert own.is_text == (other.cell_type == 'markdown')
        assert own.source == other.source.split('\n')
        assert own.lang == other.metadata.get('lang', '')
        assert own.ask == other.metadata.get('ask', '')


# --- the tables in lessons/README.md and README.zh.md -------------------


@pytest.mark.parametrize('lang, name', [('en', 'README.md'), ('zh', 'README.zh.md')])
def test_the_table_says_what_the_lessons_say(lang, name):
    text = (ROOT / 'lessons' / name).read_text('utf-8')
    rows = re.findall(r'^\| (\d+) \| \[(.*?)\]\((.*?)\) \| .+ '
                      r'\| (\d+) \| (.+) \| (.+) \|$', text, re.M)
    assert len(rows) == len(LESSONS)
    for lesson, (number, title, file, minutes, needs, picture) in zip(lessons(), rows):
        assert file == lesson.path.name
        assert int(number) == lesson.number
        assert title == lesson.title(lang)
        assert (needs, int(minutes)) == lesson.needs(lang)
        shown = re.fullmatch(r'`(.*)`', picture)[1]
        assert f"image('{shown}')" in lesson.path.read_text('utf-8')


def test_both_readmes_show_the_same_code():
    blocks = [re.sub(' +# .*', '', '\n'.join(re.findall(
        r'^```(?:sh|python)\n(.*?)^```', (ROOT / 'lessons' / name).read_text('utf-8'),
        re.M | re.S))) for name in ('README.md', 'README.zh.md')]
    assert blocks[0] == blocks[1] != ''


def test_the_links_of_the_readmes_lead_somewhere():
    for name in ('README.md', 'README.zh.md'):
        text = (ROOT / 'lessons' / name).read_text('utf-8')
        for target in re.findall(r'\]\(([^)#]+)\)', text):
            assert (ROOT / 'lessons' / target).exists(), target


def test_the_lesson_that_the_readme_shows_is_one(tmp_path):
    text = (ROOT / 'lessons' / 'README.md').read_text('utf-8')
    path = tmp_path / '19_product.py'
    path.write_text(re.search(r'^```python\n(.*?)^```', text, re.M | re.S)[1], 'utf-8')
    subprocess.run([sys.executable, RUN_LESSON, path,
                    tmp_path / 'answers'], check=True,
                   env={**os.environ, 'PYTHONPATH': str(ROOT)})
    assert json.loads((tmp_path / 'answers').read_text()) == [[19, 'float', '-3.0']]
    assert shape(texts(path, 'en')[1]) == shape(texts(path, 'zh')[1])

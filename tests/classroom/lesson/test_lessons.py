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

import lesson_tables
import pytest
from places import ROOT

from micrograd.classroom.checker import exercises
from micrograd.classroom.lesson.cells import read_cells
from micrograd.classroom.lesson.markdown import LIST_ITEM, unwrap
from micrograd.classroom.shelf import lessons
from micrograd.common.layout import join
from micrograd.languages import ENGLISH, LANGUAGES, po

LESSONS = sorted((ROOT / 'lessons').glob('*.py'))
EXERCISES = set(exercises())
RUN_LESSON = Path(__file__).with_name('run_lesson.py')
OTHERS = [lang for lang in LANGUAGES if lang != ENGLISH]
COMMAND = 'python -m micrograd check'
SPAN = re.compile(r'`[^`]*`')
CHINESE = '[\u4e00-\u9fff]'

by_name = pytest.mark.parametrize('lesson', LESSONS, ids=lambda path: path.stem)


def texts(lesson, lang=ENGLISH):
    return [cell for cell in read_cells(str(lesson), lang) if cell.is_text]


def test_lessons_are_numbered_without_gaps():
    numbers = [re.match(r'(\d\d)_[a-z_]+$', path.stem)[1] for path in LESSONS]
    assert numbers == [f'{n:02}' for n in range(1, len(LESSONS) + 1)]


@pytest.mark.apart
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
    questions = [cell for cell in texts(lesson) if cell.ask]
    assert set(answers) == {cell.mark for cell in questions}
    for question in questions:
        kind, answer = answers[question.mark]
        assert (kind == 'str') == bool(question.choices), question.ask
        if kind == 'str':
            assert answer in question.choices


@by_name
def test_is_only_cells_with_one_call_of_the_presenter(lesson):
    title, call, *others = read_cells(str(lesson))
    assert title.is_text
    assert call.source[-1] == 'present()'
    for cell in others:
        source = '\n'.join(cell.source)
        assert not re.search(r'present\(|input\(|sleep\(|\.show\(', source)
        if not cell.is_text:
            # A notebook gets each cell by itself.
            compile(source, str(lesson), 'exec')


@by_name
@pytest.mark.parametrize('lang', OTHERS)
def test_every_text_is_translated_and_nothing_else(lesson, lang):
    file = lesson.parent / lang / f'{lesson.stem}.po'
    cells = texts(lesson)
    assert po.read(file).keys() - {''} == {'\n'.join(cell.source) for cell in cells}
    for english, other in zip(cells, texts(lesson, lang)):
        assert english.choices == other.choices, f'line {english.mark}'
        assert shape(english) == shape(other), f'line {english.mark}'
        assert bool(english.why) == bool(other.why), f'line {english.mark}'


def test_no_translation_is_of_a_lesson_that_has_gone():
    for lang in OTHERS:
        assert {file.stem for file in (ROOT / 'lessons' / lang).glob('*.po')} == {
            lesson.stem for lesson in LESSONS}


def shape(cell):
    """Headings, list items and code: what all languages have in common."""
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
    assert len({here.goal(lang) for lang in LANGUAGES}) == len(LANGUAGES)
    told = [here.needs(lang) for lang in LANGUAGES]
    assert len({minutes for _, minutes in told}) == 1
    assert len({tuple(re.findall(r'\d+', needs)) for needs, _ in told}) == 1


@by_name
def test_asks_before_it_tells(lesson):
    cells = read_cells(str(lesson))
    asked = [cell for cell in cells if cell.ask]
    assert 3 <= len(asked) <= 6
    for cell, after in zip(cells, cells[1:]):
        if cell.ask:
            assert not after.is_text, f'line {cell.mark}: no code after the question'
            assert cell.why, f'line {cell.mark}: no reason'
            assert '?' in ''.join(cell.question)


def last_text(lesson, lang):
    """The last text: its questions, its exercises, and the headings of both."""
    parts = re.split('^(## .*)$', '\n'.join(texts(lesson, lang)[-1].source), flags=re.M)
    *_, first, questions, second, tasks = parts
    return questions, tasks, (first, second)


@by_name
@pytest.mark.parametrize('lang', LANGUAGES)
def test_ends_with_three_questions_and_its_exercises(lesson, lang):
    assert read_cells(str(lesson))[-1].is_text
    questions, tasks, headings = last_text(lesson, lang)
    if lang == ENGLISH:
        assert headings == ('## Questions', '## Exercises')
    assert re.findall(r'^(\d)\. ', questions, re.M) == ['1', '2', '3']
    names = set(re.findall(r'`(\w+)`', tasks))
    assert names and names <= EXERCISES
    assert COMMAND in tasks
    started = re.search(rf'{COMMAND} (\w+)', tasks)
    assert not started or started[1] in names


def test_all_languages_name_the_same_exercises_and_none_is_left_over():
    named = {}
    for lang in LANGUAGES:
        last = [last_text(lesson, lang) for lesson in LESSONS]
        assert len({headings for _, _, headings in last}) == 1
        named[lang] = [re.findall(r'`(\w+)`', tasks) for _, tasks, _ in last]
    for lang in OTHERS:
        assert named[lang] == named[ENGLISH]
    assert set(sum(named[ENGLISH], [])) == EXERCISES


@by_name
def test_fits_a_class(lesson):
    assert 80 <= len(lesson.read_text('utf-8').splitlines()) <= 170
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
        assert own.ask == other.metadata.get('ask', '')


# --- the tables in lessons/README.md and README.zh.md -------------------


@pytest.mark.parametrize('lang', lesson_tables.READMES)
def test_the_table_says_what_the_lessons_say(lang):
    text = lesson_tables.READMES[lang].read_text('utf-8')
    told = lesson_tables.ROWS.search(text)[0].splitlines()
    assert told == lesson_tables.rows(lang).splitlines(), lesson_tables.__doc__
    assert len(told) == len(LESSONS)


def test_both_readmes_show_the_same_code():
    pages = [(ROOT / 'lessons' / name).read_text('utf-8')
             for name in ('README.md', 'README.zh.md')]
    blocks = [re.findall(r'^```(?:sh|python|po)\n(.*?)^```', page, re.M | re.S)
              for page in pages]
    blocks = [re.sub(' +# .*', '', '\n'.join(found)) for found in blocks]
    assert blocks[0] == blocks[1] != ''


def test_the_links_of_the_readmes_lead_somewhere():
    for name in ('README.md', 'README.zh.md'):
        text = (ROOT / 'lessons' / name).read_text('utf-8')
        for target in re.findall(r'\]\(([^)#]+)\)', text):
            assert (ROOT / 'lessons' / target).exists(), target


def test_the_lesson_that_the_readme_shows_is_one(tmp_path):
    text = (ROOT / 'lessons' / 'README.md').read_text('utf-8')
    path, translated = tmp_path / '19_product.py', tmp_path / 'zh' / '19_product.po'
    translated.parent.mkdir()
    for file, kind in ((path, 'python'), (translated, 'po')):
        file.write_text(re.search(rf'^```{kind}\n(.*?)^```', text, re.M | re.S)[1],
                        'utf-8')
    subprocess.run([sys.executable, RUN_LESSON, path,
                    tmp_path / 'answers'], check=True,
                   env={**os.environ, 'PYTHONPATH': str(ROOT)})
    assert json.loads((tmp_path / 'answers').read_text()) == [[13, 'float', '-3.0']]
    test_every_text_is_translated_and_nothing_else(path, 'zh')

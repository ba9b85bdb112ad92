"""The READMEs and the docstrings say nothing that is not so: their code is run."""
import collections
import contextlib
import doctest
import importlib
import io
import math
import os
import pkgutil
import re
import shlex
import subprocess
import sys
import types

import ops
import pytest
import readme_picture
from places import ROOT

import micrograd
from micrograd import set_language
from micrograd.classroom.checker import exercises
from micrograd.classroom.shelf import lessons

READMES = readme_picture.READMES
PAGES = {path.name: path.read_text('utf-8')
         for path in (*READMES.values(), ROOT / '.github' / 'CONTRIBUTING.md')}
GRADING = [ROOT / 'lessons' / 'autograding' / name
           for name in ('README.md', 'README.zh.md')]


def blocks(language):
    """The code blocks of a language: (page, line number, text) of each."""
    fenced = re.compile(rf'^```{language}\n(.*?)^```$', re.M | re.S)
    found = [(page, text[:match.start(1)].count('\n'), match[1])
             for page, text in PAGES.items() for match in fenced.finditer(text)]
    return [pytest.param(*block, id=f'{block[0]}, line {block[1]}') for block in found]


def agree(printed, said):
    """Whether two lines are equal, their floats up to the last digits."""
    number = re.compile(r'-?\d+\.\d+(?:e[+-]?\d+)?')
    return number.split(printed) == number.split(said) and all(
        math.isclose(float(a), float(b), rel_tol=1e-12)
        for a, b in zip(number.findall(printed), number.findall(said)))


@pytest.fixture(scope='module')
def scopes():
    """Names for the blocks of each page: a block goes on from those above it."""
    before = set(vars(micrograd.Value))
    modules = collections.defaultdict(lambda: types.ModuleType('readme'))
    for module in map(modules.__getitem__, PAGES):
        # as for whoever adds a row to ops.py
        module.Value, module.Op, module.ONE = micrograd.Value, ops.Op, ops.ONE
    yield {page: vars(module) for page, module in modules.items()}
    for name in set(vars(micrograd.Value)) - before:
        delattr(micrograd.Value, name)  # what a block has hung on the class


@pytest.mark.parametrize('page, line, block', blocks('python'))
def test_python_in_the_readmes(page, line, block, scopes, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = compile('\n' * line + block, page, 'exec')
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, scopes[page])
    printed = out.getvalue().splitlines()
    said = re.findall(r'print\(.*\)  # (.*)', block)
    assert len(printed) == len(said)
    for ours, theirs in zip(printed, said):
        assert agree(ours, theirs), f'it prints {ours}, {page} says {theirs}'


@pytest.mark.parametrize('page, line, block', blocks('sh'))
def test_commands_in_the_readmes(page, line, block):
    """Each is understood; .ci/run runs those that take long."""
    for command in block.splitlines():
        words = shlex.split(command, comments=True)
        if words[0] == 'make':
            words.insert(1, '--dry-run')
        elif words[1] == '-m':
            words = [sys.executable, *words[1:], '--help']
        else:
            assert (ROOT / words[1]).is_file(), command
            continue
        run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 0, f'{command}: {run.stderr}'


@pytest.mark.parametrize('page', PAGES)
def test_the_readmes_are_made_of_blocks_that_are_run(page):
    assert set(re.findall(r'^```(.+)', PAGES[page], re.M)) <= {'python', 'sh', 'text'}


@pytest.mark.parametrize('lang', READMES)
def test_the_picture_shows_a_step_of_the_player(lang, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    set_language(lang)
    text = READMES[lang].read_text('utf-8')
    description, path = readme_picture.shown(text)
    assert description in readme_picture.steps(readme_picture.graph(text)), (
        'take the pictures anew: python tests/tools/readme_picture.py')
    assert (READMES[lang].parent / path).exists()


@pytest.mark.parametrize('lang', READMES)
def test_the_message_of_the_checker_is_one(lang, tmp_path):
    [said] = re.findall(r'^```text\n(.*?)^```$', READMES[lang].read_text('utf-8'),
                        re.M | re.S)
    file = tmp_path / 'mul.py'
    file.write_text(exercises()['mul'].right.replace('+=', '='), 'utf-8')
    run = subprocess.run(
        [sys.executable, '-m', 'micrograd', 'check', file, '--lang', lang], cwd=ROOT,
        capture_output=True, encoding='utf-8',
        env={**os.environ, 'PYTHONIOENCODING': 'utf-8', 'COLUMNS': '88'})
    assert said in run.stdout


@pytest.mark.parametrize('pages', [READMES.values(), GRADING], ids=['root', 'grading'])
def test_both_languages_show_the_same_code(pages):
    shown = [re.findall(r'^```(?:sh|python)\n(.*?)^```', page.read_text('utf-8'),
                        re.M | re.S) for page in pages]
    shown = [re.sub(' +# .*', '', '\n'.join(found)) for found in shown]
    assert shown[0] == shown[1] != ''


@pytest.mark.parametrize('pages', [READMES.values(), GRADING], ids=['root', 'grading'])
def test_both_languages_have_the_same_parts(pages):
    shown = [re.findall(r'^(?:#+|\||-|\d\.) ', page.read_text('utf-8'), re.M)
             for page in pages]
    assert shown[0] == shown[1]


@pytest.mark.parametrize('said, result', [('x 1.5', True), ('x 1.4', False),
                                          ('y 1.5', False), ('x 1.5 2', False)])
def test_printed_values_are_compared(said, result):
    assert agree('x 1.5000000000000002', said) is result


@pytest.mark.parametrize('lang', READMES)
def test_the_readme_names_lessons_as_they_are_called(lang):
    titles = {lesson.path.name: f'{lesson.number}. {lesson.title(lang)}'
              for lesson in lessons()}
    text = READMES[lang].read_text('utf-8')
    named = re.findall(r'\[(\d+\. [^]]*)\]\([./]*lessons/(\d\d_\w+\.py)\)', text)
    assert len(named) > 5
    assert named == [(titles[file], file) for _, file in named]


@pytest.mark.parametrize('page', [
    *READMES.values(), *GRADING, ROOT / '.github' / 'CONTRIBUTING.md'],
    ids=lambda page: page.relative_to(ROOT).as_posix())
def test_the_links_of_the_readmes_lead_somewhere(page):
    for target in re.findall(r'\]\(([^)#]+)\)', page.read_text('utf-8')):
        assert 'https://' in target or (page.parent / target).exists(), target


@pytest.mark.parametrize('name', [
    module.name for module in pkgutil.walk_packages(micrograd.__path__, 'micrograd.')])
def test_examples_in_docstrings(name):
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        runner.run(test, out=report.write)
    assert runner.failures == 0, report.getvalue()

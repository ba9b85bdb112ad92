"""README.md and the docstrings say nothing that is not so: their code is run."""
import contextlib
import doctest
import importlib
import io
import math
import pkgutil
import re
import shlex
import subprocess
import sys
import types
from xml.etree import ElementTree

import ops
import pytest
from places import ROOT

import micrograd

README = (ROOT / 'README.md').read_text('utf-8')


def blocks(language):
    """The code blocks of a language in README.md, each as (line number, text)."""
    found = re.finditer(rf'^```{language}\n(.*?)^```$', README, re.M | re.S)
    return [pytest.param(README[:match.start(1)].count('\n'), match[1],
                         id=f'line {README[:match.start(1)].count(chr(10))}')
            for match in found]


def agree(printed, said):
    """Whether two lines are equal, their floats up to the last digits."""
    number = re.compile(r'-?\d+\.\d+(?:e[+-]?\d+)?')
    return number.split(printed) == number.split(said) and all(
        math.isclose(float(a), float(b), rel_tol=1e-12)
        for a, b in zip(number.findall(printed), number.findall(said)))


@pytest.fixture(scope='module')
def scope():
    """Names for the blocks: each goes on from those above it."""
    before = set(vars(micrograd.Value))
    module = types.ModuleType('readme')
    module.Op, module.ONE = ops.Op, ops.ONE  # as for whoever adds a row to ops.py
    yield vars(module)
    for name in set(vars(micrograd.Value)) - before:
        delattr(micrograd.Value, name)  # what a block has hung on the class


@pytest.mark.parametrize('line, block', blocks('python'))
def test_python_in_the_readme(line, block, scope, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = compile('\n' * line + block, ROOT / 'README.md', 'exec')
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(code, scope)
    printed = out.getvalue().splitlines()
    said = re.findall(r'print\(.*\)  # (.*)', block)
    assert len(printed) == len(said)
    for ours, theirs in zip(printed, said):
        assert agree(ours, theirs), f'it prints {ours}, README.md says {theirs}'


def texts(svg):
    return list(ElementTree.parse(svg).getroot().itertext())


def test_the_picture_is_what_the_first_block_draws(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(blocks('python')[0].values[1], {})
    shown = re.search(r'!\[.*\]\((.*)\)', README)[1]
    assert texts('z.svg') == texts(ROOT / shown), f'copy z.svg to {shown}'


@pytest.mark.parametrize('line, block', blocks('sh'))
def test_commands_in_the_readme(line, block):
    """Each is understood; .ci/run runs those that take long."""
    for command in block.splitlines():
        words = shlex.split(command, comments=True)
        if words[0] == 'make':
            words.insert(1, '--dry-run')
        else:
            assert words[:2] == ['python', '-m']
            words = [sys.executable, *words[1:], '--help']
        run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        assert run.returncode == 0, f'{command}: {run.stderr}'


def test_the_readme_is_made_of_blocks_that_are_run():
    assert set(re.findall(r'^```(.+)', README, re.M)) == {'python', 'sh'}


@pytest.mark.parametrize('said, result', [('x 1.5', True), ('x 1.4', False),
                                          ('y 1.5', False), ('x 1.5 2', False)])
def test_printed_values_are_compared(said, result):
    assert agree('x 1.5000000000000002', said) is result


def test_the_readme_names_every_lesson():
    named = re.findall(r'^(\d+\. )\[(.*)\]\(lessons/(\d\d_\w+\.py)\)', README, re.M)
    lessons = sorted((ROOT / 'lessons').glob('[0-9][0-9]_*.py'))
    assert [name for _, _, name in named] == [path.name for path in lessons]
    for (number, title, _), path in zip(named, lessons):
        assert f'\n# # {number}{title}\n' in path.read_text('utf-8')


def test_the_links_of_the_readme_lead_somewhere():
    for target in re.findall(r'\]\(([^)#]+)\)', README):
        assert (ROOT / target).exists(), target


@pytest.mark.parametrize('name', [
    module.name for module in pkgutil.walk_packages(micrograd.__path__, 'micrograd.')])
def test_examples_in_docstrings(name):
    report = io.StringIO()
    runner = doctest.DocTestRunner(verbose=False)
    for test in doctest.DocTestFinder().find(importlib.import_module(name)):
        runner.run(test, out=report.write)
    assert runner.failures == 0, report.getvalue()

"""The reader's language: which it is, what is translated, how translators write."""
import ast
import re
from pathlib import Path

import pytest

import micrograd
from micrograd import languages
from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.statement import in_language, pieces
from micrograd.classroom.checker.work import Work
from micrograd.classroom.shelf import LESSONS
from micrograd.insight.doctor.numbers import SATURATING
from micrograd.languages import LANGUAGES, language, po, say
from micrograd.pictures.player.page import IN_HTML, messages_of

STUBS = {e.name: e.stub.read_text('utf-8') for e in exercises().values()}
OTHERS = [lang for lang in LANGUAGES if lang != languages.ENGLISH]
PACKAGE = Path(micrograd.__file__).parent
STUB = '''"""half: divide by two.

Write `half`.
It returns x / 2.

    half(3.0)    # about the middle
"""


def half(x):
    raise NotImplementedError  # TODO: one line
'''


# --- which language -----------------------------------------------------------


@pytest.mark.parametrize('variables, lang', [
    ({'LANG': 'zh_CN.UTF-8'}, 'zh'), ({'LANG': 'en_GB.UTF-8'}, 'en'),
    ({'LANGUAGE': 'zh', 'LC_ALL': 'en_US'}, 'zh'), ({'LANG': 'fr_FR'}, 'en'),
    ({'LC_ALL': 'Chinese (Simplified)_China'}, 'zh'),
])
def test_the_environment_says_the_language(monkeypatch, variables, lang):
    for name in languages.VARIABLES:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert language() == lang
    assert language('en') == 'en'


def test_an_unknown_language_is_refused():
    with pytest.raises(ValueError, match="no language 'xx': choose one of"):
        language('xx')


# --- statements ---------------------------------------------------------------


def test_paragraphs_and_comments_are_found(monkeypatch):
    monkeypatch.setattr('micrograd.classroom.checker.statement.say',
                        lambda text, lang: text.upper())
    assert list(pieces(STUB)) == [
        'half: divide by two.', 'Write `half`.\nIt returns x / 2.',
        'about the middle', 'TODO: one line']
    told = in_language(STUB, 'xx')
    assert told.startswith('"""HALF: DIVIDE BY TWO.\n\nWRITE `HALF`.\nIT RETURNS')
    assert 'half(3.0)    # ABOUT THE MIDDLE\n"""\n' in told
    assert told.endswith('raise NotImplementedError  # TODO: ONE LINE\n')


@pytest.mark.parametrize('lang', OTHERS)
def test_all_that_a_stub_says_is_translated(lang):
    missing = {name: {*pieces(stub)} - languages._translations(lang).keys()
               for name, stub in STUBS.items()}
    assert {name: texts for name, texts in missing.items() if texts} == {}


@pytest.mark.parametrize('lang', OTHERS)
def test_no_translation_is_of_an_earlier_text(lang):
    known = {piece for stub in STUBS.values() for piece in pieces(stub)}
    for file in (LESSONS / lang).rglob('*.po'):
        assert set(po.read(file)) <= known, file


@pytest.mark.parametrize('lang', LANGUAGES)
@pytest.mark.parametrize('name', STUBS)
def test_a_stub_is_the_same_program_in_every_language(name, lang):
    told = in_language(STUBS[name], lang)
    assert lang != languages.ENGLISH or told == STUBS[name]
    both = [ast.parse(text) for text in (STUBS[name], told)]
    assert ast.get_docstring(both[1]).startswith(f'{name}: ')
    assert ast.dump(ast.Module(both[0].body[1:], [])) == ast.dump(
        ast.Module(both[1].body[1:], []))
    assert all(len(line) <= 88 for line in told.splitlines())
    assert exercises()[name].is_untouched(told)
    assert not exercises()[name].is_untouched(f'{told}\nx = 1')


def test_work_begins_in_the_language_of_the_student(tmp_path):
    mul = exercises()['mul']
    work = Work(tmp_path, 'zh')
    assert 'Value' in work.begin(mul).read_text('utf-8') != STUBS['mul']
    assert Work(tmp_path, 'en').reset(mul) is None  # nobody had touched it
    assert work.file(mul).read_text('utf-8') == STUBS['mul']


def test_a_third_language_is_begun_without_python(tmp_path, monkeypatch):
    """Made-up texts for one exercise; what is missing appears in English."""
    folder = tmp_path / 'de' / 'exercises'
    folder.mkdir(parents=True)
    english = next(pieces(STUBS['mul']))
    (folder / 'mul.po').write_text(f'msgid "{english}"\nmsgstr "mul: das Produkt."\n')
    monkeypatch.setattr(languages, '_folders', [tmp_path])
    languages._translations.cache_clear()
    told = in_language(STUBS['mul'], 'de')
    assert told.startswith('"""mul: das Produkt.\n\nWrite `__mul__`')
    assert in_language(STUBS['add'], 'de') == STUBS['add']
    monkeypatch.undo()
    languages._translations.cache_clear()


# --- what the package says ------------------------------------------------------


def messages():
    """The English texts in calls of say(), in Python and in the page of the player.

    The kind of a Finding is said as well, when it is shown.
    """
    found = {f'saturated {kind}' for kind in SATURATING}
    for file in PACKAGE.rglob('*.py'):
        text = file.read_text('utf-8')
        if not re.search(r'from micrograd.languages import .*\bsay\b', text):
            continue
        for node in ast.walk(ast.parse(text)):
            if (isinstance(node, ast.Call) and node.args
                    and getattr(node.func, 'id', '') in ('say', 'Finding')
                    and isinstance(node.args[0], ast.Constant)):
                found.add(node.args[0].value)
    player = PACKAGE / 'pictures' / 'player'
    return (found | set(messages_of((player / 'player.js').read_text('utf-8')))
            | set(IN_HTML.findall((player / 'player.html').read_text('utf-8'))))


def files_of(lang):
    return sorted((PACKAGE / 'languages' / lang).rglob('*.po'))


def test_messages_are_found_in_python_html_and_javascript():
    assert {'dead ReLU', 'gradient check passed', 'Show me', 'Look at the sign.',
            'That is the local gradient alone: multiply it by the upstream gradient, '
            'which is {upstream}.'} <= messages()


@pytest.mark.parametrize('lang', OTHERS)
def test_all_that_the_package_says_is_translated(lang):
    assert messages() - languages._translations(lang).keys() == set()


@pytest.mark.parametrize('lang', OTHERS)
def test_no_translation_of_the_package_is_of_an_earlier_text(lang):
    for file in files_of(lang):
        assert set(po.read(file)) - {''} <= messages(), file


@pytest.mark.parametrize('lang', OTHERS)
def test_a_text_has_one_translation_with_all_its_fields(lang):
    seen = {}
    for file in files_of(lang):
        for english, translated in po.read(file).items():
            if english:
                assert seen.setdefault(english, translated) == translated, file
                assert (set(po.FIELD.findall(english))
                        == set(po.FIELD.findall(translated))), english


def test_a_text_is_said_in_the_language_of_the_reader(monkeypatch):
    assert say('dead ReLU') == 'dead ReLU'
    monkeypatch.setenv('LANGUAGE', 'zh')
    assert say('dead ReLU') == 'ReLU 死亡' == say('dead ReLU', 'zh')
    assert say('dead ReLU', 'en') == say('dead ReLU', 'xx') == 'dead ReLU'
    assert say('') == '' and say('not translated') == 'not translated'


@pytest.mark.parametrize('lang, tag', [('en', 'en'), ('zh', 'zh-CN')])
def test_html_has_its_own_name_for_a_language(monkeypatch, lang, tag):
    assert languages.tag(lang) == tag
    monkeypatch.setenv('LANGUAGE', lang)
    assert languages.tag() == tag


# --- files of translators -----------------------------------------------------


def test_a_po_file_is_read(tmp_path):
    file = tmp_path / 'a.po'
    file.write_text('# a note\nmsgid ""\nmsgstr ""\n"X-Locales: de\\n"\n\n'
                    'msgid "Hint: {hint}"\nmsgstr "Tipp: {hint}"\n\n'
                    'msgid ""\n"two "\n"lines\\n"\nmsgstr "zwei \\"Zeilen\\"\\n"\n\n'
                    '#, fuzzy\nmsgid "old"\nmsgstr "alt"\n\n'
                    '#~ msgid "gone"\n\nmsgid "none yet"\nmsgstr ""\n', 'utf-8')
    assert po.read(file) == {'': 'X-Locales: de\n', 'Hint: {hint}': 'Tipp: {hint}',
                             'two lines\n': 'zwei "Zeilen"\n'}
    assert po.header(file) == {'X-Locales': 'de'}


@pytest.mark.parametrize('text, said', [
    ('msgid "a"\nmsgtr "b"\n', 'line 1: not a line of such a file: msgtr "b"'),
    ('msgid "a"\nmsgstr "b\n', 'not a line of such a file'),
    ('"a"\n', 'not a line of such a file'),
    ('\n\nmsgid "a"\n', 'line 3: an entry is a msgid and a msgstr'),
    ('msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\n', 'not a line of such a file'),
    ('msgid "a"\nmsgstr "b"\n\nmsgid "a"\nmsgstr "c"\n', "line 4: 'a' stands here"),
    ('msgid "{a}"\nmsgstr "{b}"\n', 'has other names in braces'),
    ('msgid_plural "a"\n', 'not a line of such a file'),
])
def test_what_is_no_po_file_is_refused_with_its_place(tmp_path, text, said):
    file = tmp_path / 'a.po'
    file.write_text(text, 'utf-8')
    with pytest.raises(po.PoError, match='a.po, line') as caught:
        po.read(file)
    assert said in str(caught.value)

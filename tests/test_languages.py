"""The reader's language: which it is, what is translated, how translators write."""
import ast

import pytest

import micrograd
from micrograd import languages
from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.statement import in_language, pieces
from micrograd.classroom.checker.work import Work
from micrograd.classroom.shelf import LESSONS
from micrograd.languages import LANGUAGES, choice, choose_language, language, po

STUBS = {e.name: e.stub.read_text('utf-8') for e in exercises().values()}
OTHERS = [lang for lang in LANGUAGES if lang != languages.ENGLISH]
STUB = '''"""half: divide by two.

Write `half`.
It returns x / 2.

    half(3.0)    # about the middle
"""


def half(x):
    raise NotImplementedError  # TODO: one line
'''


# --- which language -----------------------------------------------------------


@pytest.fixture
def environment(monkeypatch):
    """Sets the variables that say a language, and no others; the system says none."""
    def only(**variables):
        for name in choice.VARIABLES:
            monkeypatch.delenv(name, raising=False)
        for name, value in variables.items():
            monkeypatch.setenv(name, value)

    monkeypatch.setattr(choice.locale, 'getlocale', lambda: (None, None))
    only()
    return only


@pytest.mark.parametrize('variables, lang', [
    ({'LANG': 'zh_CN.UTF-8'}, 'zh'), ({'LANG': 'en_GB.UTF-8'}, 'en'),
    ({'LANGUAGE': 'zh', 'LC_ALL': 'en_US'}, 'zh'), ({'LANG': 'fr_FR'}, 'en'),
    ({'LC_ALL': 'Chinese (Simplified)_China'}, 'zh'), ({'LANGUAGE': 'fr:zh:en'}, 'zh'),
    ({'LC_ALL': 'C', 'LC_MESSAGES': 'POSIX', 'LANG': 'zh_CN'}, 'zh'),
    ({'LANGUAGE': '', 'LC_ALL': 'C.UTF-8', 'LANG': 'zh_CN'}, 'zh'),
    ({'LANGUAGE': 'en', 'LC_ALL': 'zh_CN'}, 'en'), ({}, 'en')])
def test_the_environment_says_the_language(environment, variables, lang):
    environment(**variables)
    assert language() == lang
    assert language('en') == 'en'


def test_an_unknown_language_is_refused_with_those_that_there_are():
    for choose in language, micrograd.set_language:
        with pytest.raises(ValueError, match="no language 'xx': choose one of en.* zh"):
            choose('xx')


@pytest.mark.parametrize('nothing', [{}, {'LANG': 'C.UTF-8'}, {'LC_ALL': 'POSIX'},
                                     {'LANGUAGE': 'C', 'LANG': ''}])
def test_a_wish_is_remembered_where_the_environment_says_nothing(
        environment, tmp_path, nothing):
    environment(**nothing)
    assert choose_language('zh', tmp_path / 'work') == language() == 'zh'
    assert choose_language(None, tmp_path) == language() == 'en'
    assert choose_language(None, tmp_path / 'work') == language() == 'zh'
    assert choose_language(None, None) == 'en'
    assert choose_language('en', tmp_path / 'work') == 'en'
    assert choose_language(None, tmp_path / 'work') == 'en'


def test_the_environment_goes_before_what_is_remembered(environment, tmp_path):
    choose_language('zh', tmp_path)
    environment(LANG='en_US.UTF-8')
    assert choose_language(None, tmp_path) == 'en'
    choose_language('zh', tmp_path / 'other')
    assert not (tmp_path / 'other').exists()
    assert choose_language('zh', tmp_path) == 'zh'


def test_what_is_remembered_goes_before_the_system(environment, tmp_path, monkeypatch):
    monkeypatch.setattr(choice.locale, 'getlocale', lambda: ('zh_CN', 'GBK'))
    assert choose_language(None, tmp_path) == 'zh'
    choose_language('en', tmp_path)
    assert choose_language(None, tmp_path) == 'en'


@pytest.mark.parametrize('raw', [b'', b'xx', b'\xff', b'zh\nzh'])
def test_what_is_not_ours_is_not_remembered(environment, tmp_path, raw):
    (tmp_path / choice.REMEMBERED).write_bytes(raw)
    assert choose_language(None, tmp_path) == 'en'
    assert choose_language('zh', tmp_path / choice.REMEMBERED / 'no folder') == 'zh'


def test_python_chooses_a_language(environment, monkeypatch):
    monkeypatch.setattr(languages, '_translations', lambda lang: {'a': f'a in {lang}'})
    assert languages.say('a') == 'a'
    micrograd.set_language('zh')
    assert languages.say('a') == languages.say('a', 'zh') == 'a in zh'
    assert (languages.say('a', 'en'), languages.say('b')) == ('a', 'b')
    micrograd.set_language(None)
    assert languages.say('a') == 'a'


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

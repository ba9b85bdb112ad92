"""The reader's language: which it is, what is translated, how translators write."""
import ast
import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
import terminal
from places import ROOT

import micrograd
from micrograd import languages
from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.bank.anywhere import FIRST, LAST
from micrograd.classroom.checker.broken import ENDED, FAULTS
from micrograd.classroom.checker.broken import OTHERS as OTHER_TEXTS
from micrograd.classroom.checker.commands import BEGUN, NOT_BEGUN, SOLVED
from micrograd.classroom.checker.judge import NUMBERS_SHOWN
from micrograd.classroom.checker.statement import pieces, rewritten
from micrograd.classroom.checker.work import Work
from micrograd.classroom.lesson.presenter import HELP
from micrograd.classroom.shelf import LESSONS
from micrograd.insight.doctor.numbers import SATURATING
from micrograd.languages import LANGUAGES, choice, choose_language, language, po, say
from micrograd.pictures.player.page import IN_HTML, messages_of

STUBS = {e.name: e.stub.read_text('utf-8') for e in exercises().values()}
SET_UP = ROOT / '.ci'
OTHERS = [lang for lang in LANGUAGES if lang != languages.ENGLISH]
PACKAGE = Path(micrograd.__file__).parent
TABLES = {'command', 'grading'}  # whose texts stand in tables: test_commandline.py
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
    monkeypatch.setattr(languages, '_translations',
                        lambda lang, *_: {'a': f'a in {lang}'})
    assert languages.say('a') == 'a'
    micrograd.set_language('zh')
    assert languages.say('a') == languages.say('a', 'zh') == 'a in zh'
    assert (languages.say('a', 'en'), languages.say('b')) == ('a', 'b')
    micrograd.set_language(None)
    assert languages.say('a') == 'a'


# --- statements ---------------------------------------------------------------


def test_paragraphs_and_comments_are_found():
    assert list(pieces(STUB)) == [
        'half: divide by two.', 'Write `half`.\nIt returns x / 2.',
        'about the middle', 'TODO: one line']
    told = rewritten(STUB, str.upper)
    assert told.startswith('"""HALF: DIVIDE BY TWO.\n\nWRITE `HALF`.\nIT RETURNS')
    assert 'half(3.0)    # ABOUT THE MIDDLE\n"""\n' in told
    assert told.endswith('raise NotImplementedError  # TODO: ONE LINE\n')


def texts_of(exercise):
    """The English texts of a check."""
    check = exercise.check
    told = [(m.title, m.hint) for m in (*check.mistakes, *check.remarks)]
    return {check.title, *check.steps.values(), *check.hints, *sum(told, ())}


@pytest.mark.parametrize('lang', OTHERS)
def test_all_that_an_exercise_says_is_translated_and_nothing_else(lang):
    folder = LESSONS / lang / 'exercises'
    assert {file.stem for file in folder.glob('*')} == STUBS.keys()
    for name, exercise in exercises().items():
        translated = po.read(folder / f'{name}.po').keys() - {''}
        statement, check = {*pieces(STUBS[name])}, texts_of(exercise)
        assert statement <= translated <= statement | check, name
        untold = {text for text in check if exercise.say(text, lang) == text}
        assert untold == set(), name


@pytest.mark.parametrize('exercise', exercises().values(), ids=lambda e: e.name)
def test_what_an_exercise_says_is_no_blank(exercise):
    assert all(text.strip() == text != '' for text in texts_of(exercise))


@pytest.mark.parametrize('lang', LANGUAGES)
@pytest.mark.parametrize('name', STUBS)
def test_a_stub_is_the_same_program_in_every_language(name, lang):
    told = exercises()[name].statement(lang)
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


def test_a_statement_reads_its_own_translations_alone(monkeypatch):
    read, files = po.read, []
    monkeypatch.setattr(po, 'read', lambda file: files.append(file) or read(file))
    languages._translations.cache_clear()
    for lang in LANGUAGES:
        assert exercises()['mul'].statement(lang)
    assert [file.name for file in files] == ['mul.po'] * len(OTHERS)


# --- a third language ----------------------------------------------------------

GERMAN = {
    'The lessons:': 'Die Lektionen:',
    'Right: {truth}.': 'Richtig: {truth}.',
    'Your answer (Enter shows it): ': 'Deine Antwort (Enter zeigt sie): ',
    'Needs: {needs}. Minutes: {minutes}.': 'Nach: {needs}. Minuten: {minutes}.',
    'yes': 'ja',
    'the value': 'der Wert',
    'a gradient is overwritten instead of added':
        'ein Gradient wird überschrieben statt addiert',
    'Hint: {hint}': 'Tipp: {hint}',
    'yours': 'deins',
}


def begin_with(folder, pick):
    """Turn a copied folder into one that is begun: translated is what pick() gives."""
    for file in folder.rglob('*.po'):
        entries = [(text, pick(text) or '') for text in po.read(file) if text]
        file.write_text('\n'.join(
            f'msgid {json.dumps(english)}\nmsgstr {json.dumps(other)}\n'
            for english, other in entries))


def made_up(text):
    """German of the heading and of three questions in lesson 3, and a bit of mul."""
    if text.startswith('# 3. The chain rule'):
        return '# 3. Die Kettenregel\nVon Hand.\n\nNach: Lektion 2. Minuten: 25.'
    if text.startswith(('L = d * f, and', 'p is 3', 'L is -8')):
        return f'Frage nach {text.split()[0]}?\n\nDarum.'
    if text == 'the product a * b':
        return 'das Produkt a * b'
    return 'mul: das Produkt.' if text.startswith('mul: ') else None


@pytest.fixture(scope='module')
def clone(tmp_path_factory):
    """A clone in which somebody has begun a language: folders copied, texts filled in.
    """
    clone = tmp_path_factory.mktemp('clone')
    left_out = shutil.ignore_patterns('__pycache__', 'work', 'images', 'handouts')
    for name in ('micrograd', 'lessons'):
        shutil.copytree(ROOT / name, clone / name, ignore=left_out)
    for home, pick in ((clone / 'micrograd/languages', GERMAN.get),
                       (clone / 'lessons', made_up)):
        shutil.copytree(home / 'zh', home / 'de')
        begin_with(home / 'de', pick)
    (clone / 'micrograd/languages/de/language.po').write_text(
        'msgid ""\nmsgstr ""\n"Language: de\\n"\n"X-Name: Deutsch\\n"\n'
        '"X-Locales: de german\\n"\n"X-Yes: ja, jawohl\\n"\n"X-No: nein\\n"\n')
    return clone


def test_a_third_language_is_begun_without_python(clone, monkeypatch):
    """What is translated of lesson 3 appears in German, the rest in English, once."""
    monkeypatch.chdir(clone)
    shell = terminal.Terminal('-m', 'micrograd', 'lesson', '3', '--lang', 'de',
                     PYTHONPATH=str(clone))
    try:
        seen = shell.shown()
        while not re.search(r'\[(\d+)/\1\] .*$', seen):
            seen += shell.answer('jawohl' if 'Deine' in seen[-40:] else '')
        assert shell.finish('') == (0, 'You predicted 1 of 1.\n')
    finally:
        shell.close()
    assert seen.startswith('\n3. Die Kettenregel\n───') and 'a pencil' not in seen
    asked = ('Frage nach L?', 'Frage nach p?', 'What is the gradient of c?',
             'What is that of a?', 'And that of b?')
    assert [seen.count(text) for text in asked] == [2, 1, 1, 1, 1]
    assert seen.count('Deine Antwort') == 6
    assert seen.count('Richtig: ja.\n\nDarum.') == 1
    assert 'upstream gradient -2. The board is full.' in seen


def ask_of(clone, *arguments):
    return subprocess.run([sys.executable, *arguments], encoding='utf-8', check=True,
                          capture_output=True, cwd=clone,
                          env=terminal.environment(PYTHONPATH=str(clone))).stdout


def test_all_that_a_third_language_begins_is_found(clone):
    listed = ask_of(clone, '-m', 'micrograd', 'lesson', '--lang', 'de')
    assert listed.startswith('Die Lektionen:\n   1  What a derivative is\n')
    assert '\n   3  Die Kettenregel\n' in listed and 'examples:' in listed
    told = ask_of(clone, '-c', (
        'from micrograd.classroom.checker import exercises\n'
        'from micrograd.classroom.shelf import lessons\n'
        'from micrograd.classroom.lesson.answers import judge_answer as judge\n'
        'from micrograd.languages import language, tag\n'
        'for name in ("mul", "add"):\n'
        '    print(exercises()[name].statement("de"))\n'
        'print(*(lesson.needs("de") for lesson in lessons()[1:3]))\n'
        'print(judge("jawohl", True), judge("nein", True), judge("是", True))\n'
        'print(tag("de"), language("de"))\n'))
    assert told.startswith('"""mul: das Produkt.\n\nWrite `__mul__`')
    assert STUBS['add'] in told
    assert told.endswith("('lesson 1', 20) ('Lektion 2', 25)\nTrue False True\nde de\n")


def test_the_checker_speaks_a_third_language(clone):
    mul = exercises()['mul']
    file = clone / 'mul.py'
    file.write_text(mul.right.replace('self.grad +=', 'self.grad ='), 'utf-8')
    program = subprocess.run(
        [sys.executable, '-m', 'micrograd', 'check', 'mul.py', '--lang', 'de'],
        encoding='utf-8', capture_output=True, cwd=clone,
        env=terminal.environment(PYTHONPATH=str(clone)))
    assert program.returncode == 1 and program.stderr == ''
    said = ' '.join(program.stdout.split())
    for german in ('· mul · das Produkt', '✓ der Wert', ' deins right ',
                   'ein Gradient wird überschrieben statt addiert (overwrite-grad)',
                   'Tipp: A Value may be used in several places, and each use'):
        assert german in said, said
    assert 'gradients from several uses add up' in said
    hint = ask_of(clone, '-m', 'micrograd', 'hint', 'mul', '--lang', 'de')
    assert ' '.join(hint.split()) == f'Hint 1 of 3: {mul.check.hints[0]}'


# --- what the package says ------------------------------------------------------


def messages():
    """The English texts in calls of say(), in Python and in the page of the player.

    The kind of a Finding is said as well, when it is shown.
    """
    found = {f'saturated {kind}' for kind in SATURATING}
    found |= {*FAULTS.values(), *OTHER_TEXTS.values(), *sum(ENDED.values(), ())}
    found |= {NOT_BEGUN, BEGUN, SOLVED}
    for mistake in (NUMBERS_SHOWN, *FIRST, *LAST):
        found |= {mistake.title, mistake.hint}
    found |= set().union(*map(texts_of, exercises().values()))
    for file in [*PACKAGE.rglob('*.py'), *SET_UP.glob('*.py')]:
        found |= set(said_in(file.read_text('utf-8')))
    player = PACKAGE / 'pictures' / 'player'
    return (found | set(messages_of((player / 'player.js').read_text('utf-8')))
            | set(IN_HTML.findall((player / 'player.html').read_text('utf-8'))))


def said_in(program):
    """What the calls of say() in a program are given: a text, or the name of one."""
    if not re.search(r'from micrograd.languages import [^)]*?\bsay\b', program):
        return
    tree = ast.parse(program)
    named = {node.targets[0].id: node.value.value for node in tree.body
             if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
             and isinstance(node.targets[0], ast.Name)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not node.args:
            continue
        name = getattr(node.func, 'id', getattr(node.func, 'attr', ''))
        text = node.args[0]
        if name in ('say', 'refuse', 'Finding') and isinstance(text, ast.Constant):
            yield text.value
        elif name in ('say', 'refuse', 'Finding') and getattr(text, 'id', '') in named:
            yield named[text.id]


def files_of(lang):
    return sorted((PACKAGE / 'languages' / lang).rglob('*.po'))


def test_messages_are_found_in_python_html_and_javascript():
    assert {'dead ReLU', 'gradient check passed', 'Show me', 'Look at the sign.', HELP,
            'yes', 'Why?', "There is no lesson '{wish}'.",
            'That is the local gradient alone: multiply it by the upstream gradient, '
            'which is {upstream}.'} <= messages()


@pytest.mark.parametrize('lang', OTHERS)
def test_all_that_the_package_says_is_translated(lang):
    files = [*files_of(lang), *(LESSONS / lang / 'exercises').glob('*.po')]
    assert messages() - {text for file in files for text in po.read(file)} == set()


@pytest.mark.parametrize('lang', OTHERS)
def test_no_translation_of_the_package_is_of_an_earlier_text(lang):
    for file in files_of(lang):
        if file.stem not in TABLES:
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
    ('"a"\n', 'line 1: an entry is a msgid and a msgstr'),
    ('\n\nmsgid "a"\n', 'line 3: an entry is a msgid and a msgstr'),
    ('msgid "a"\nmsgstr "b"\nmsgid "c"\nmsgstr "d"\n', 'with an empty line after'),
    ('msgid "a"\nmsgstr "b"\n\n\nmsgid "c"\n# c\nmsgstr "d"\n', 'line 5: an entry'),
    ('# a\nmsgid "a"\nmsgstr "\\q"\n', 'line 1: Invalid'),
    ('msgid "a"\nmsgstr "b"\n"c" "d"\n', 'not a line of such a file: "c" "d"'),
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


def test_a_po_file_of_any_editor_is_read_and_one_in_gbk_is_named(tmp_path):
    file = tmp_path / 'a.po'
    entry = 'msgid "a"  \r\nmsgstr ""\r\n"是"\t\r\n \r\nmsgid "b"\r\nmsgstr "否"'
    file.write_bytes(entry.encode('utf-8-sig'))
    assert po.read(file) == {'a': '是', 'b': '否'}
    file.write_bytes(entry.encode('gbk'))
    with pytest.raises(po.PoError, match='a.po, line 1: save it as UTF-8'):
        po.read(file)


def test_a_long_po_file_is_read_in_a_moment(tmp_path):
    """A check of an exercise takes 0.3 s; its language may take little of that."""
    entry = '# a note\nmsgid ""\n"{} is {{x}},\\n"\n"so."\nmsgstr "{} 是 {{x}}。"\n\n'
    file = tmp_path / 'a.po'
    file.write_text(''.join(map(entry.format, range(1500), range(1500))), 'utf-8')
    seconds = []
    for _ in range(5):
        start = time.process_time()
        assert len(po.read(file)) == 1500
        seconds.append(time.process_time() - start)
    assert min(seconds) < 0.1  # about 0.02 on a machine that has nothing else to do

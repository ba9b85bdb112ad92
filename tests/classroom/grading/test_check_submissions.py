"""What a school hands over: in every form each right file counts."""

import io
import json
import time
import zipfile
from pathlib import PurePath

import pytest

from micrograd.classroom.checker import exercises
from micrograd.classroom.grading.filenames import FileNames
from micrograd.classroom.grading.submissions import (
    loose_files,
    read_submission,
    read_submissions,
)

ALL = exercises()
NAMES = FileNames(ALL)
ADD, MUL = ALL['add'].right, ALL['mul'].right
STUB = ALL['mul'].stub.read_text('utf-8')


def zipped(members):
    """The bytes of a zip; a dict among its members is a zip inside."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, zipped(content) if isinstance(content, dict)
                             else content)
    return raw.getvalue()


def lay_out(folder, tree):
    """Write a tree of files: a dict under a name with .zip becomes a zip."""
    for name, content in tree.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, dict):
            content = zipped(content)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


def notebook(*cells):
    return json.dumps({'nbformat': 4, 'metadata': {}, 'cells': [
        {'cell_type': 'markdown', 'source': ['# mul']},
        *({'cell_type': 'code', 'source': cell.splitlines(True), 'outputs': []}
          for cell in cells)]})


MOODLE = 'Ada Lovelace_12345_assignsubmission_file_'
BOB = 'Bob Ross_12346_assignsubmission_file'
METADATA = ('submission_7:\n  :submitters:\n  - :name: Ada Lovelace\n    :sid: "1"\n'
            'submission_8:\n  :submitters:\n  - :name: Bob\n  - :name: Eve\n')
CLONE = {
    'micrograd/engine.py': 'x = 1', 'tests/mistakes/04_mul.py': 'x = 1',
    'lessons/06_mlp.py': 'x = 1', 'README.md': 'read me',
    'lessons/exercises/solutions/04_mul.py': MUL + '# ours',
    'lessons/exercises/checks/04_mul.py': 'x = 1',  # as clones were once
    'lessons/exercises/order.txt': 'mul', 'lessons/exercises/mul/check.py': 'x = 1',
    'lessons/exercises/mul/solution.py': MUL + '# ours',
    'lessons/exercises/mul/wrong.py': 'x = 1',
}

# The tree of a class, and which files count: of each student by exercise.
LAYOUTS = {
    'folders and zips': (
        {'ada/04_mul.py': MUL, 'bob.zip': {'hw/mul.py': MUL, 'hw/03_add.py': ADD}},
        {'ada': ['mul'], 'bob': ['add', 'mul']}),
    'moodle, folders': (
        {f'{MOODLE}/mul.py': MUL, f'{BOB}/hw.zip': {'04_mul.py': MUL},
         'Bob Ross_12346_assignsubmission_onlinetext/onlinetext.html': '<p>hi'},
        {'Ada Lovelace_12345': ['mul'], 'Bob Ross_12346': ['mul']}),
    'moodle, flat': (
        {f'{MOODLE}mul.py': MUL, f'{MOODLE}03_add.py': ADD,
         f'{BOB}_hw.zip': {'a/mul.py': MUL}},
        {'Ada Lovelace_12345': ['add', 'mul'], 'Bob Ross_12346': ['mul']}),
    'canvas': (
        {'student1_1001_20001_04_mul.py': MUL, 'student1_1001_20002_add-1.py': ADD,
         'student2_LATE_1002_20003_mul-2.py': MUL, 'ross_1003_4_hw.zip':
         {'mul.py': MUL}},
        {'student1_1001': ['add', 'mul'], 'student2_1002': ['mul'],
         'ross_1003': ['mul']}),
    'one zip': (
        {'all.zip': {'class/ada/mul.py': MUL, 'class/bob.zip': {'x/mul.py': MUL}}},
        {'ada': ['mul'], 'bob': ['mul']}),
    'one zip of Moodle': (
        {'all.zip': {f'{MOODLE}/hw.zip': {'mul.py': MUL}}},
        {'Ada Lovelace_12345': ['mul']}),
    'one zip of Canvas': (
        {'submissions.zip': {'adal_1001_20001_04_mul.py': MUL}},
        {'adal_1001': ['mul']}),
    'a folder in the folder': (
        {f'submissions/{MOODLE}/mul.py': MUL}, {'Ada Lovelace_12345': ['mul']}),
    'gradescope': (
        {'submission_metadata.yml': METADATA, 'submission_7/mul.py': MUL,
         'submission_8/src/mul.py': MUL},
        {'Ada Lovelace_7': ['mul'], 'Bob, Eve_8': ['mul']}),
    'clones': (
        {**{f'ada/{name}': text for name, text in CLONE.items()},
         'ada/lessons/exercises/04_mul.py': STUB, 'ada/lessons/work/mul.py': MUL,
         **{f'bob/{name}': text for name, text in CLONE.items()},
         'bob/lessons/exercises/04_mul.py': MUL, 'bob/lessons/work/04_mul.py': STUB,
         'eve.zip': {**{f'm-main/{name}': text for name, text in CLONE.items()},
                     'm-main/lessons/exercises/04_mul.py': MUL},
         'joe.zip': {**{f'm-main/{name}': text for name, text in CLONE.items()},
                     'm-main/lessons/exercises/mul/stub.py': MUL,
                     'm-main/lessons/work/mul.py': STUB}},
        {'ada': ['mul'], 'bob': ['mul'], 'eve': ['mul'], 'joe': ['mul']}),
    'a folder of exercises': (
        {'ada/exercises/mul/stub.py': MUL, 'ada/exercises/mul/check.py': 'x = 1',
         'ada/exercises/order.txt': 'mul'},
        {'ada': ['mul']}),
    'notebooks': (
        {'ada/mul.ipynb': notebook('%matplotlib inline\n', MUL, '!pip list\n')},
        {'ada': ['mul']}),
    'an environment in the zip': (
        {'ada.zip': {**{f'm/.venv/{n}' + 'x' * 80: '' for n in range(500)},
                     'm/env/lib/site-packages/mul.py': 'x', 'm/mul.py': MUL}},
        {'ada': ['mul']}),
    'zips in zips': (
        {'ada.zip': {'week.zip': {'day.zip': {'mul.py': MUL}}}}, {'ada': ['mul']}),
}


@pytest.mark.parametrize('layout', LAYOUTS)
@pytest.mark.parametrize('whole', [False, True], ids=['folder', 'zip'])
def test_every_right_file_counts_in_every_layout(layout, whole, tmp_path):
    tree, expected = LAYOUTS[layout]
    source = lay_out(tmp_path / 'class', tree)
    if whole:
        source = lay_out(tmp_path, {'whole.zip': tree}) / 'whole.zip'
    read = {s.student: s for s in read_submissions(source, ALL.values())}
    assert {name: sorted(s.files) for name, s in read.items()} == expected
    for submission in read.values():
        for exercise, raw in submission.files.items():
            scope = ALL[exercise].scope(raw.decode())
            assert scope['Value'] and 'NotImplementedError' not in raw.decode()
        kept = submission.trouble.replace('Not read: onlinetext.html.', '')
        assert kept == '' and not submission.spoilt


def test_students_are_found_by_their_number_on_the_platform(tmp_path):
    lay_out(tmp_path, {f'{MOODLE}mul.py': MUL, 'adal_77_20_mul.py': MUL, 'eve/a': ''})
    numbers = {s.student: s.number for s in read_submissions(tmp_path, ALL.values())}
    assert numbers == {'Ada Lovelace_12345': '12345', 'adal_77': '77', 'eve': ''}


NEAR = ['mul (1).py', 'mul-1.py', 'Copy of mul.py', '04_mul - Copy.py', 'MUL.PY',
        'mul_final.py', 'mul.py.txt', 'Mul.Py.Txt', 'mul.ipynb', '04-mul.py',
        '4 mul.py', 'mul - Kopie.py', 'Kopie von mul.py', 'mul - Copie.py',
        'Copie de 04_mul.py',
        'mul - copia.py', 'Copia de mul.py', 'mul - Cópia.py', 'mul - 副本.py',
        'mul的副本.py', '副本 mul.py', 'mul - コピー.py', 'mul のコピー.py',
        'mul - 복사본.py', 'mul — копия.py',
        'mul v2.py', 'ｍｕｌ.py', 'mul.py.py', 'mul - Kopi (3).py']


@pytest.mark.parametrize('name', NEAR)
def test_a_file_under_nearly_the_right_name_counts(name, tmp_path):
    text = notebook(MUL) if name.endswith('.ipynb') else MUL
    lay_out(tmp_path, {f'ada/{name}': text})
    [ada] = read_submissions(tmp_path, ALL.values())
    assert ada.files['mul'].decode().split() == MUL.split()
    assert ada.paths == {'mul': name} and ada.trouble == ''


@pytest.mark.parametrize(('name', 'meant'), [
    ('training loop (2).py', 'training_loop'), ('TrainingLoop.py', 'training_loop'),
    ('cross-entropy - Copy.py', 'cross_entropy'), ('ada mul.py', 'mul'),
    ('simple.py', None), ('mul and add.py', None), ('mul.txt', None), ('mul', None),
    ('mul.py.docx', None), ('multiply.py', None), ('.py', None),
    ('x' * 100_000 + '.py', None),
])
def test_what_a_name_means(name, meant):
    found = NAMES.meaning(PurePath(name))
    assert (found and found[0]) == meant


def test_of_two_files_one_counts_and_the_other_is_told(tmp_path):
    lay_out(tmp_path, {'ada/mul (1).py': MUL + '# new', 'ada/x/mul.py': MUL,
                       'ada/report.pdf': '%', 'ada/kept/mul_2026.py': 'x',
                       'bob/mul.py': STUB + '\n# Bob\n', 'bob/mul - Kopie.py': MUL})
    ada, bob = read_submissions(tmp_path, ALL.values())
    assert ada.files['mul'].decode() == MUL and ada.paths['mul'] == 'x/mul.py'
    assert ada.trouble == ('For mul, x/mul.py was judged, and not mul (1).py. '
                           'Not read: report.pdf, kept/mul_2026.py.')
    assert bob.files['mul'].decode() == MUL and bob.trouble == ''
    ada, _ = read_submissions(tmp_path, ALL.values(), 'zh')
    assert '没有读取：report.pdf' in ada.trouble and 'judged' not in ada.trouble


def test_versions_of_one_student_are_no_class(tmp_path):
    versions = {'v1/mul.py': MUL, 'v2/mul.py': ADD}
    lay_out(tmp_path, {'a/ada/v1/mul.py': MUL, 'a/ada/v2/mul.py': ADD,
                       'c/li_1_2_hw.zip': versions})
    [ada] = read_submissions(tmp_path / 'a', ALL.values())
    [li] = read_submissions(tmp_path / 'c', ALL.values())
    assert (ada.student, ada.paths['mul']) == ('ada', 'v1/mul.py')
    assert (li.student, li.paths['mul'][-9:]) == ('li_1', 'v1/mul.py')


def test_a_name_that_nobody_would_read_is_cut(tmp_path):
    lay_out(tmp_path, {'ada.zip': {'x' * 60_000: ''}})
    [ada] = read_submissions(tmp_path, ALL.values())
    assert len(ada.trouble) < 200


def test_of_what_canvas_numbers_the_newest_counts(tmp_path):
    lay_out(tmp_path, {'ada_1_2_mul-1.py': 'old', 'ada_1_2_mul-10.py': MUL})
    [ada] = read_submissions(tmp_path, ALL.values())
    assert ada.paths['mul'] == 'mul-10.py' and 'mul-1.py' in ada.trouble


def test_a_choice_does_not_depend_on_the_order_or_on_others(tmp_path):
    files = {'b/mul.py': MUL, 'a/mul.py': ADD, 'mul_x.py': 'x', 'Copy of mul.py': 'y'}
    (tmp_path / 'one').mkdir()
    lay_out(tmp_path / 'one', {f'ada/{name}': text for name, text in files.items()})
    lay_out(tmp_path / 'two', {'ada.zip': dict(reversed(files.items())),
                               'bob/mul.py': MUL})
    [one] = read_submissions(tmp_path / 'one', ALL.values())
    two, _ = read_submissions(tmp_path / 'two', ALL.values())
    assert (one.files, one.paths) == (two.files, two.paths)
    assert one.paths == {'mul': 'a/mul.py'}


def test_a_spoilt_file_spoils_no_other(tmp_path):
    lay_out(tmp_path, {'ada/mul.py': MUL, 'ada/add.ipynb': '{"cells": 3}',
                       'ada/hw.zip': 'no zip', 'ada/x.rar': 'Rar!'})
    [ada] = read_submissions(tmp_path, ALL.values())
    assert list(ada.files) == ['mul'] and ada.spoilt
    for part in ('add.ipynb cannot be opened: ValueError: no notebook',
                 'hw.zip cannot be opened: BadZipFile', 'Not read: x.rar.'):
        assert part in ada.trouble


def test_a_notebook_is_its_code_without_magics(tmp_path):
    cells = ('%%time\nx = 1', '%%bash\nls', 'if x:\n    !pip list\n    y = 5 %x',
             'help?\n? x\nz = x \\\n  % 3')
    lay_out(tmp_path, {'ada/mul.ipynb': notebook(*cells)})
    [ada] = read_submissions(tmp_path, ALL.values())
    scope = {}
    exec(ada.files['mul'], scope)
    assert (scope['x'], scope['y'], scope['z']) == (1, 0, 1)


def test_no_archive_is_a_bomb(tmp_path):
    entry = zipped({f'{n:05}': '' for n in range(20_100)})
    deep = {'mul.py': MUL}
    for _ in range(6):
        deep = {'a.zip': deep}
    lay_out(tmp_path, {
        'many.zip': entry, 'deep.zip': deep,
        'large.zip': {'a.zip': {'x.zip': bytes(120_000_000)}},
        'ok.zip': {'mul.py': MUL},
        'names.zip': {f'{n}/mul.py': bytes(300_000) for n in range(60)}})
    (tmp_path / 'sparse.zip').touch()
    with (tmp_path / 'sparse.zip').open('r+b') as file:
        file.truncate(600_000_000)
    start = time.process_time()
    read = {s.student: s for s in read_submissions(tmp_path, ALL.values())}
    assert time.process_time() - start < 10
    assert read.pop('ok').trouble == ''
    told = {name: s.trouble for name, s in read.items()}
    assert all('cannot be opened: more than' in told[n] for n in told if n != 'names')
    assert told['names'].endswith('59/mul.py.')
    assert all(s.spoilt for name, s in read.items() if name != 'names')


def test_names_in_an_archive_of_a_chinese_desktop(tmp_path):
    raw = zipped({'mul - XXXX.py': MUL})
    lay_out(tmp_path, {'ada.zip': raw.replace(b'XXXX', '副本'.encode('gbk')),
                       'eve.zip': raw.replace(b'XXXX', b'\xff\xff\xff\xff')})
    ada, eve = read_submissions(tmp_path, ALL.values())
    assert ada.paths == {'mul': 'mul - 副本.py'} and 'mul' in eve.files


def test_what_is_of_nobody_is_told(tmp_path):
    lay_out(tmp_path, {'ada/mul.py': MUL, 'notes.txt': '', 'mul.py': MUL})
    assert loose_files(tmp_path, ALL.values()) == ['mul.py', 'notes.txt']


def test_one_student_in_a_folder(tmp_path):
    lay_out(tmp_path, {'mul.py': MUL, 'hw.zip': {'add.py': ADD}})
    read = read_submission(tmp_path, ALL.values())
    assert read.paths == {'add': 'hw.zip/add.py', 'mul': 'mul.py'}
    assert read_submission(tmp_path / 'none', ALL.values()).files == {}

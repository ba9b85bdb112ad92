"""The tables of a graded class; judged by a stand-in where the verdict is not asked."""

import csv
import io
import json

import pytest

from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.judge import Verdict
from micrograd.classroom.grading.grade import grade
from micrograd.classroom.grading.gradebook import (
    NO_GRADEBOOK,
    WHICH_COLUMN,
    GradebookError,
    fill_gradebook,
)
from micrograd.classroom.grading.likeness import alike, fingerprints, tokens

ALL = exercises()
MUL = ALL['mul']
STEPS = tuple(MUL.check.steps)


class NoPicture:
    """In place of the figure, which takes longer than all else."""

    def __init__(self, *_):
        self.savefig = str


class InThisThread:
    """An executor without processes: the stand-in for the judge is seen."""

    def submit(self, run, *task):
        from concurrent.futures import Future

        future = Future()
        future.set_result(run(*task))
        return future


def verdict_of(exercise, file, limits):
    """What the text of a file asks for."""
    text = file.read_text()
    return {
        'right': Verdict('passed', tuple(exercise.check.steps)),
        'half': Verdict('failed', tuple(exercise.check.steps)[:1]),
        'stub': Verdict('todo'),
        'odd': Verdict('broken', broken='encoding', detail='line 1'),
    }[text]


@pytest.fixture
def run(tmp_path, monkeypatch):
    """Grade a class of files; return the folder of the marks, and what was told."""
    monkeypatch.setattr('micrograd.classroom.grading.grade.judge', verdict_of)
    monkeypatch.setattr('micrograd.classroom.grading.summary.plot_summary', NoPicture)

    def run(files, **options):
        for name, text in files.items():
            path = tmp_path / 'class' / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        told = []
        run.results = grade(tmp_path / 'class', tmp_path / 'out', names=['add', 'mul'],
                            executor=InThisThread(), progress=False, tell=told.append,
                            **options)
        return tmp_path / 'out', told

    return run


def rows(path):
    return list(csv.DictReader(io.StringIO(path.read_text('utf-8-sig'))))


FILES = {'ada/mul.py': 'right', 'ada/add.py': 'half', 'bob/mul.py': 'stub',
         'eve/Copy of mul.py': 'odd', 'eve/notes.txt': '', 'tom/hw.zip': 'no zip'}


def test_details_tell_each_file_in_words(run):
    out, _ = run(FILES)
    told = {(r['student'], r['exercise']): r for r in rows(out / 'details.csv')}
    assert len(told) == 8
    assert {key: row['status'] for key, row in told.items()} == {
        ('ada', 'add'): 'failed', ('ada', 'mul'): 'passed',
        ('bob', 'add'): 'not handed in', ('bob', 'mul'): 'not begun',
        ('eve', 'add'): 'not handed in', ('eve', 'mul'): 'unreadable',
        ('tom', 'add'): 'unreadable', ('tom', 'mul'): 'unreadable'}
    row = told['ada', 'mul']
    assert row['steps right'] == row['steps in all'] == str(len(STEPS))
    assert told['eve', 'mul']['file'] == 'Copy of mul.py'
    assert told['eve', 'mul']['trouble'] == 'Not read: notes.txt.'
    assert {row['points'] for row in told.values()} == {'0', '1'}


def test_details_in_chinese(run):
    out, _ = run(FILES, lang='zh')
    assert rows(out / 'details.csv')[1]['状态'] == '通过'
    assert rows(out / 'marks.csv')[2]['trouble'] == '没有读取：notes.txt。'


def test_partial_marks_are_the_share_of_right_steps(run):
    out, _ = run(FILES)
    whole = rows(out / 'marks.csv')[0]
    assert (whole['score'], whole['add'], whole['mul']) == ('1', '0', '1')
    out, _ = run(FILES, partial=True)
    share = round(1 / len(ALL['add'].check.steps), 2)
    ada, bob, *_ = rows(out / 'marks.csv')
    assert (float(ada['add']), float(ada['score'])) == (share, 1 + share)
    assert bob['score'] == '0'


def test_the_page_of_a_student_names_the_file_that_was_judged(run):
    out, _ = run({'ada/hw/Copy of mul.py': 'right', 'ada/x.pdf': ''})
    page = (out / 'feedback' / 'ada.md').read_text('utf-8')
    assert 'File: hw/Copy of mul.py' in page and 'Not read: x.pdf.' in page


def test_what_was_edited_by_hand_is_kept_and_told(run):
    out, told = run(FILES)
    assert not told
    marks, page = out / 'marks.csv', out / 'feedback' / 'ada.md'
    first = marks.read_bytes()
    marks.write_bytes(first.replace(b'ada,1', b'ada,2'))
    page.write_text('well done')
    for _ in range(2):
        out, told = run({})
        if not told:
            break
        assert len(told) == 2 and 'marks.csv; that copy' in told[0]
    else:
        raise AssertionError('told again')
    assert marks.read_bytes() == first
    assert b'ada,2' in (out / 'marks_edited_1.csv').read_bytes()
    assert (out / 'feedback' / 'ada_edited_1.md').read_text() == 'well done'
    run({'bob/mul.py': 'right'})
    assert [r['score'] for r in rows(marks)] == ['1', '1', '0', '0']
    assert len(list(out.glob('marks*'))) == 2  # what we wrote ourselves is replaced


# --- gradebooks -------------------------------------------------------------------

WORKSHEET = (
    '\ufeffIdentifier,"Full name","Email address",Status,Grade,"Maximum Grade",'
    '"Grade can be changed","Last modified (submission)","Last modified (grade)",'
    '"Feedback comments"\r\n'
    'Participant 12345,"Ada Lovelace",ada@school.edu,Submitted,,50.00,Yes,-,-,\r\n'
    'Participant 12346,"李雷",li@school.edu,Submitted,3.00,50.00,Yes,-,-,"a, ""b"""\r\n'
    'Participant 12347,"Ada Lovelace",al2@school.edu,-,,50.00,Yes,-,-,\r\n')
CANVAS = (
    'Student,ID,SIS User ID,SIS Login ID,Section,Other (1),Exercises (22),Final Score\n'
    '    Points Possible,,,,,10,30,(read only)\n'
    '"Lovelace, Ada",1001,u1,adal,A,7,,50\n'
    '"Ross, Bob",1002,u2,bross,A,,12,\n'
    '"Student, Test",1003,,x9,A,,,\n'
    '"Li, Lei",1004,,li,A,,EX,\n')


def test_the_worksheet_of_moodle_is_filled(tmp_path):
    export = tmp_path / 'export.csv'
    export.write_bytes(WORKSHEET.encode())
    book = fill_gradebook(export, {('Ada Lovelace_12345', '12345'): 1 / 3,
                                   ('李雷', ''): 1, ('Ada Lovelace', ''): 1,
                                   ('Nobody_9', '9'): 1}, None)
    text = book.text()
    assert 'Participant 12345,Ada Lovelace,ada@school.edu,Submitted,16.67,50.00' in text
    assert '12346,李雷,li@school.edu,Submitted,50,50.00,Yes,-,-,"a, ""b"""\r\n' in text
    assert text.startswith('\ufeffIdentifier,Full name,')
    assert book.missing == ['Ada Lovelace', 'Nobody_9']  # two are called like that
    assert book.changed == ['李雷: 3.00 → 50']
    assert export.read_bytes() == WORKSHEET.encode()


@pytest.mark.parametrize('delimiter', [',', ';'])
def test_the_gradebook_of_canvas_is_filled(delimiter, tmp_path):
    export = tmp_path / 'export.csv'
    table = list(csv.reader(io.StringIO(CANVAS)))
    with export.open('w', newline='') as file:
        csv.writer(file, delimiter=delimiter, lineterminator='\n').writerows(table)
    grades = {('adal_1001', '1001'): 0.5, ('ross bob', ''): 0.4, ('x9', ''): 0,
              ('li', ''): 1}
    book = fill_gradebook(export, grades, 'Exercises')
    column = [row[6] for row in book.rows]
    assert column == ['Exercises (22)', '30', '15', '12', '0', 'EX']
    assert not book.changed and not book.missing
    for row, before in zip(book.rows, table):
        assert [*row[:6], row[7]] == [*before[:6], before[7]]
    with pytest.raises(GradebookError) as told:
        fill_gradebook(export, grades, None)
    assert told.value.args[0] == WHICH_COLUMN
    assert told.value.args[1]['columns'] == 'Other (1), Exercises (22)'


@pytest.mark.parametrize('text', [b'', b'a,b\n1,2\n', b'\xff\xfe,\n', b'Grade\n'])
def test_what_is_no_gradebook_is_told(text, tmp_path):
    (tmp_path / 'x.csv').write_bytes(text)
    with pytest.raises(GradebookError) as told:
        fill_gradebook(tmp_path / 'x.csv', {}, None)
    assert told.value.args[0] == NO_GRADEBOOK


def test_grade_writes_a_copy_of_the_gradebook(run, tmp_path):
    export = tmp_path / 'export.csv'
    export.write_bytes(WORKSHEET.encode())
    files = {'Ada Lovelace_12345_assignsubmission_file_mul.py': 'right', 'x/y': ''}
    out, told = run(files, gradebook=export)
    assert rows(out / 'export.csv')[0]['Grade'] == '25'
    assert [line.partition(':')[0] for line in told] == [
        'Grades filled in', 'Not in the gradebook']
    (out / 'export.csv').write_bytes(WORKSHEET.replace(',,50', ',9,50').encode())
    _, told = run({}, gradebook=export)
    assert 'export_edited_1.csv' in told[-1]


# --- alike ------------------------------------------------------------------------

COPIED = '''
def helper(first, second):
    numbers = [first.data, second.data]
    total = 1.0
    for number in numbers:
        total = total * number
    while total is None:
        total = sum(numbers[::-1]) ** 2
    return {'total': total, 'count': len(numbers)}
'''
RENAMED = COPIED.replace('total', 'prod').replace('numbers', 'zs').replace(
    'helper', '乘').replace('    prod = 1.0', '    # mine\n    prod = 1.0\n')


def test_what_was_copied_is_alike_whatever_its_names():
    right = MUL.right
    files = {'ada': {'mul': (right + COPIED).encode()},
             'bob': {'mul': (RENAMED + right).encode()},
             **{f's{n}': {'mul': right.encode()} for n in range(9)},
             'odd': {'mul': b'\xff'}, 'cut': {'mul': b'x = ('}}
    [pair] = alike(files, [MUL])
    assert (pair.first, pair.second) == ('ada', 'bob') and pair.shares['mul'] > 0.7


def test_what_the_task_makes_alike_is_not_told():
    own = MUL.right.replace('out = ', 'result = ').replace('out.', 'result.')
    files = {f's{n}': {'mul': own.encode()} for n in range(2)}
    assert alike(files, [MUL]) == []
    many = {f's{n}': {'mul': (MUL.right + COPIED).encode()} for n in range(40)}
    assert alike(many, [MUL]) == []


def test_tokens_leave_out_what_python_does_not_run():
    assert tokens('"""doc"""\nx = 1  # one\n\n') == tokens('x=1') == ['x', '=', '1']
    assert tokens('if x:\n  y\n') == tokens('if x:\n\n        y')
    assert fingerprints('a = b') == set()


def test_the_page_of_those_that_are_alike(run, monkeypatch):
    monkeypatch.setattr('micrograd.classroom.grading.grade.judge',
                        lambda *_: Verdict('todo'))
    out, _ = run({'a|b/mul.py': MUL.right + COPIED, 'bob/mul.py': MUL.right + RENAMED})
    page = (out / 'alike.md').read_text('utf-8')
    assert r'| a\|b | bob | mul ' in page
    scores = json.dumps([r.score for r in run.results])
    assert scores == '[0, 0]'

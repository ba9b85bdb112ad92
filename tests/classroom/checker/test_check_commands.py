"""The commands of a student, on a folder of their own."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from places import ROOT

from micrograd.__main__ import main
from micrograd.classroom.checker import exercises

ALL = exercises()
MUL = ALL['mul']
WRONG = MUL.right.replace('other.data * out.grad', 'self.data * out.grad')


@pytest.fixture
def run(tmp_path, capsys, monkeypatch):
    """Run a command in a folder; return its exit code and what it says."""
    monkeypatch.setenv('NO_COLOR', '1')
    monkeypatch.chdir(tmp_path)

    def run(*arguments, lang='en'):
        try:
            folder = ['--folder', str(tmp_path / 'work')]
            code = main([arguments[0], '--lang', lang, *folder, *arguments[1:]])
        except SystemExit as error:
            code = error.code
        told = capsys.readouterr()
        assert code == 2 or told.err == ''  # nbgrader takes any text there as a 0
        return code, told.out + told.err

    run.folder = tmp_path / 'work'
    return run


def put(run, source, exercise=MUL):
    run.folder.mkdir(exist_ok=True)
    (run.folder / f'{exercise.name}.py').write_text(source, 'utf-8')


def test_check_begins_with_the_first_exercise_and_copies_its_stub(run):
    first = next(iter(ALL.values()))
    shipped = first.stub.read_bytes()
    code, said = run('check')
    assert code == 1
    assert f'Exercise 1 of {len(ALL)} · {first.name}' in said
    assert 'Not done yet.' in said
    assert (run.folder / f'{first.name}.py').read_bytes() == shipped
    assert first.stub.read_bytes() == shipped


def test_check_goes_on_to_the_next_unsolved_one(run):
    first, second, *_ = ALL.values()
    put(run, first.right, first)
    code, said = run('check')
    assert code == 0 and 'All correct.' in said
    code, said = run('check')
    assert code == 1 and f'Exercise 2 of {len(ALL)} · {second.name}' in said


def test_check_names_one_mistake_with_an_example_and_a_hint(run):
    put(run, WRONG)
    code, said = run('check', 'mul')
    assert code == 1
    assert said.count('(same-operand-twice)') == 1 and said.count('Hint:') == 1
    lines = [line.split() for line in said.splitlines()]
    [row] = [line for line in lines if line[:1] == ['a.grad']]
    assert row[1] != row[2]
    assert '    out = a * b' in said.splitlines()
    code, chinese = run('check', 'mul', lang='zh')
    assert code == 1 and '提示：' in chinese and 'Hint' not in chinese


@pytest.mark.parametrize('name', ['mul', '4', '04', '04_mul', '04_mul.py', 'MUL'])
def test_an_exercise_goes_by_name_number_or_file(run, name):
    assert '· mul ·' in run('check', name)[1]


@pytest.mark.parametrize('number', [1, [*ALL].index('deep') + 1, len(ALL)])
def test_a_number_is_the_place_of_an_exercise_wherever_it_is_told(run, number):
    name = [*ALL][number - 1]
    assert f'Exercise {number} of {len(ALL)} · {name} ·' in run('check', str(number))[1]
    [line] = [line for line in run('list')[1].splitlines() if f' {name} ' in line]
    assert line.startswith(f'{number:02} ')


def test_a_number_before_a_name_says_nothing(run):
    assert '· deep ·' in run('check', '08b_deep')[1]
    assert run('check', '00')[0] == run('check', '9' * 5000)[0] == 2


def test_an_unknown_exercise_is_a_wrong_command(run):
    code, said = run('check', 'mull')
    assert code == 2
    assert said.startswith("There is no exercise 'mull'. Is it mul?")
    assert run('check', '--json')[0] == 2
    assert run('grade', 'nowhere')[0] == 2


def test_a_suggestion_is_near_or_not_made(run):
    assert run('check', 'foo')[1].startswith("There is no exercise 'foo'.\nAll of")
    assert 'Is it' not in run('check', 'x' * 10_000)[1]


@pytest.mark.parametrize('name', ['mul.py', '04_mul.py', 'Copy of mul.py'])
def test_check_of_a_path_checks_that_file(run, name, tmp_path):
    put(run, WRONG)
    (tmp_path / 'other').mkdir()
    (tmp_path / 'other' / name).write_text(MUL.right)
    code, said = run('check', f'other/{name}')
    assert code == 0 and 'All correct.' in said
    assert run('solution', 'mul')[0] == 0  # it is solved, wherever it lies
    assert (run.folder / 'mul.py').read_text() == WRONG
    (tmp_path / 'other' / name).write_text(WRONG)
    code, said = run('check', f'other/{name}')
    assert code == 1 and f'Your file: other/{name}' in said
    assert run('solution', 'mul')[0] == 0  # what fails elsewhere takes nothing away
    results = tmp_path / 'r.json'
    assert run('check', f'other/{name}', '--json', str(results))[0] == 1


def test_a_path_without_a_file_is_a_wrong_command(run):
    assert run('check', 'nowhere/mul.py') == (2, 'There is no file nowhere/mul.py.\n')
    Path('mul.ipynb').write_text('{}')
    assert run('check', 'mul.ipynb')[1].startswith('mul.ipynb is no Python file.')


def test_a_solution_written_into_the_stub_counts(run, tmp_path, monkeypatch):
    mul = replace(MUL, folder=shutil.copytree(MUL.folder, tmp_path / 'mul'))
    mul.stub.write_text(MUL.right)
    monkeypatch.setitem(ALL, 'mul', mul)
    assert run('check', 'mul')[0] == 0
    assert run('check', str(mul.stub))[0] == 0
    assert 'Not done yet.' in run('check', 'planted_fault')[1]


def test_work_under_a_numbered_name_is_taken_over(run):
    run.folder.mkdir()
    old = run.folder / '07_mul.py'
    old.write_text(MUL.right)
    assert run('check', 'mul')[0] == 0
    assert sorted(p.name for p in run.folder.iterdir()) == ['07_mul.py',
                                                            'progress.json']
    (run.folder / 'mul.py').write_bytes(MUL.stub.read_bytes())
    assert run('check', 'mul')[0] == 0  # a stub does not hide work
    (run.folder / 'mul.py').write_text(WRONG)
    assert run('check', 'mul')[0] == 1


def test_printed_commands_carry_the_options_that_were_given(run, capsys):
    put(run, WRONG)
    options = f'--folder {run.folder} --lang zh\n'
    assert f'hint mul {options}' in run('check', 'mul', lang='zh')[1]
    put(run, MUL.right)
    said = run('check', 'mul', lang='zh')[1]
    assert f'solution mul {options}' in said and f'micrograd check {options}' in said
    assert f'micrograd list {options}' in run('check', 'foo', lang='zh')[1]


@pytest.mark.parametrize('text', ['# 乘法\n', 'x = "乘法"\n'])
def test_a_file_in_gbk_is_read_as_python_reads_it(run, text):
    run.folder.mkdir()
    file = run.folder / 'mul.py'
    file.write_bytes((text + MUL.right).encode('gbk'))
    code, said = run('check', 'mul')
    assert code == 1 and 'Save it as UTF-8.' in ' '.join(said.split())
    assert 'line 1 is not in utf-8' in ' '.join(said.split())
    file.write_bytes(('# coding: gbk\n' + text + MUL.right).encode('gbk'))
    assert run('check', 'mul')[0] == 0
    file.write_bytes(('# coding: gbk\n' + text + WRONG + '乘').encode('gbk'))
    assert '\ufffd' not in run('check', 'mul')[1]


@pytest.mark.parametrize('cookie', ['rot13', 'nothing', 'hex', 'punycode'])
def test_a_coding_that_is_none_is_told(run, cookie):
    put(run, f'# coding: {cookie}\nx = 1\n')
    code, said = run('check', 'mul')
    assert code == 1 and 'Your file' in said


def test_hints_come_one_by_one_and_begin_anew_after_a_reset(run):
    hints = [*MUL.check.hints]
    for number, hint in [*enumerate(hints, 1), (3, hints[2])]:
        code, said = run('hint', 'mul')
        told = ' '.join(said.split())
        assert code == 0
        assert told.startswith(f'Hint {number} of 3: {" ".join(hint.split())}')
    run('reset', 'mul')
    assert run('hint', 'mul')[1].startswith('Hint 1 of 3')


def test_the_solution_is_locked_until_it_passes(run):
    put(run, WRONG)
    code, said = run('solution', 'mul')
    assert code == 1 and said.startswith('The solution of mul is shown when')
    assert run('solution', 'mul', '--give-up') == (0, MUL.right)
    put(run, MUL.right)
    assert run('solution', 'mul') == (0, MUL.right)


def test_reset_restores_the_stub_and_keeps_the_work(run):
    put(run, WRONG)
    code, said = run('reset', 'mul')
    assert code == 0
    assert (run.folder / 'mul.py').read_text() == MUL.stub.read_text()
    [kept] = (run.folder / 'kept').iterdir()
    assert kept.read_text() == WRONG and kept.name in said


def test_reset_keeps_no_copy_of_an_untouched_stub(run):
    run('check', 'mul')
    assert run('reset', 'mul')[0] == 0
    assert not (run.folder / 'kept').exists()


def test_list_shows_what_is_solved(run):
    put(run, MUL.right)
    run('check', 'mul')
    run('check', 'add')
    code, said = run('list')
    listed = [line for line in said.splitlines() if line[:2].isdecimal()]
    lines = {line.split()[2]: line for line in listed}
    assert code == 0 and list(lines) == list(ALL)
    assert 'solved' in lines['mul'] and 'begun' in lines['add']
    assert 'not begun' in lines['div']
    assert said.endswith(f'1 of {len(ALL)} solved\n')


def test_progress_that_cannot_be_read_counts_as_none(run):
    put(run, MUL.right)
    for text in ('', '[]', '{"mul": 3}', '\0'):
        (run.folder / 'progress.json').write_text(text)
        assert f'0 of {len(ALL)} solved' in run('list')[1]


@pytest.mark.parametrize('text', ['{"mul": {"hints": -9}}', '[' * 100_000])
def test_hints_begin_anew_where_progress_makes_no_sense(run, text):
    run.folder.mkdir()
    (run.folder / 'progress.json').write_text(text)
    assert run('hint', 'mul')[1].startswith('Hint 1 of 3')


def test_a_folder_that_cannot_be_used_is_told_in_a_line(run):
    run.folder.write_text('a file')
    code, said = run('check', 'mul')
    assert code == 2 and len(said.splitlines()) == 1 and 'work' in said
    run.folder.unlink()
    run.folder.mkdir()
    code, said = run('check', 'mul', '--json', str(run.folder))
    assert code == 2 and str(run.folder) in said


@pytest.mark.skipif(os.name == 'nt', reason='a pipe of POSIX')
def test_a_reader_that_stops_reading_is_no_error(tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, '-u', '-m', 'micrograd', 'list', '--folder']
    run = subprocess.run([*command, str(tmp_path)], cwd=ROOT, stdout=writing,
                         stderr=subprocess.PIPE)
    os.close(writing)
    assert (run.returncode, run.stderr) == (0, b'')


def test_picture_draws_the_graph_of_the_example(run):
    put(run, WRONG)
    code, said = run('check', 'mul', '--picture')
    [picture] = (run.folder / 'pictures').iterdir()
    assert code == 1 and picture.name in said
    text = picture.read_text('utf-8')
    assert 'yours: grad' in text and text.count('yours') == 1


def test_check_all_and_several(run):
    put(run, MUL.right)
    code, said = run('check', 'mul', 'add')
    assert code == 1 and '· mul ·' in said and '· add ·' in said


def test_results_for_gradescope(run, tmp_path):
    put(run, MUL.right)
    put(run, WRONG, ALL['div'])
    code, said = run('check', '--json', str(tmp_path / 'new' / 'results.json'))
    assert code == 1 and said == f'1 of {len(ALL)} exercises passed\n'
    told = json.loads((tmp_path / 'new' / 'results.json').read_text('utf-8'))
    tests = told.pop('tests')
    seconds = told.pop('execution_time')
    assert seconds > 0
    result, walls = told.pop('output').split('\n')
    assert result == said.strip() and walls.startswith('Sandbox: ')
    assert told == {'score': 1.0, 'output_format': 'text',
                    'stdout_visibility': 'hidden'}
    assert [t['number'] for t in tests] == [str(n + 1) for n in range(len(ALL))]
    for test in tests:
        assert test.keys() == {'score', 'max_score', 'status', 'name', 'number',
                               'output', 'output_format', 'visibility'}
        assert (test['score'], test['max_score']) in [(0.0, 1.0), (1.0, 1.0)]
        assert test['status'] == ('passed' if test['score'] else 'failed')
        assert (test['output_format'], test['visibility']) == ('md', 'visible')
    # Autograders do not write into what is handed in.
    assert sorted(p.name for p in run.folder.iterdir()) == ['div.py', 'mul.py']
    assert run('check', 'mul', '--json', 'mul.json')[0] == 0
    assert run('check', 'mul', '--json', 'mul.json', '--format', 'gradescope')[0] == 0
    assert run('check', 'mul', '--json', 'mul.json', '--format', 'other')[0] == 2


def test_autograders_take_the_names_and_places_that_grade_takes(run, tmp_path):
    put(run, MUL.right)
    inside = run.folder / 'week 1'
    inside.mkdir()
    (run.folder / 'mul.py').rename(inside / 'mul (1).py')
    results = tmp_path / 'results.json'
    assert run('check', 'mul', 'add', '--json', str(results))[0] == 1
    mul, add = json.loads(results.read_text('utf-8'))['tests']
    assert mul['status'] == 'passed'
    assert add['output'] == '**No file add.py was handed in.**'


@pytest.mark.skipif(os.name == 'nt', reason='Ctrl-C is a signal of POSIX')
def test_watch_checks_at_every_save_until_ctrl_c(tmp_path):
    work = tmp_path / 'work'
    work.mkdir()
    file = work / '04_mul.py'
    file.write_text(WRONG)
    watch = subprocess.Popen(
        [sys.executable, '-m', 'micrograd', 'watch', 'mul', '--lang', 'en', '--folder',
         str(work)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )
    told = ''
    try:
        for part in ('(same-operand-twice)', 'All correct.'):
            seen = read_until(watch, 'Watching')
            assert part in seen
            told += seen
            new = work / 'new'
            new.write_text(MUL.right + '\n' * len(told))
            new.replace(file)  # as many editors save
    finally:
        watch.send_signal(signal.SIGINT)
        rest, errors = watch.communicate(timeout=20)
    assert watch.returncode == 0 and errors == ''


@pytest.mark.skipif(os.name == 'nt', reason='Ctrl-C is a signal of POSIX')
def test_watch_says_when_its_file_is_deleted(tmp_path):
    work = tmp_path / 'work'
    work.mkdir()
    (work / 'mul.py').write_bytes(MUL.stub.read_bytes())
    watch = subprocess.Popen(
        [sys.executable, '-m', 'micrograd', 'watch', 'mul', '--lang', 'en', '--folder',
         str(work)], cwd=tmp_path, env={**os.environ, 'PYTHONPATH': str(ROOT)},
        stdout=subprocess.PIPE, text=True)
    try:
        read_until(watch, 'Watching')
        (work / 'mul.py').unlink()
        assert 'is not there any more' in read_until(watch, 'work')
        (work / 'mul.py').write_text(MUL.right)
        assert 'All correct.' in read_until(watch, 'Watching')
    finally:
        watch.send_signal(signal.SIGINT)
        watch.communicate(timeout=20)


def read_until(process, start, seconds=30):
    """The output up to a line that begins with a text."""
    read, end = '', time.monotonic() + seconds
    while time.monotonic() < end:
        line = process.stdout.readline()
        read += line
        if line.startswith(start):
            return read
    raise AssertionError(read)

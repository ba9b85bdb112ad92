"""Runs a lesson cell by cell and writes what its questions come to, for tests.

`python run_lesson.py LESSON ANSWERS`: ANSWERS gets one line of JSON, a list of
(line of the question, kind of the answer, answer).
"""
import json
import sys
import types
from pathlib import Path

from micrograd.classroom.lesson.answers import is_bool
from micrograd.classroom.lesson.cells import read_cells
from micrograd.classroom.lesson.running import Runner


def main(path, answers):
    lesson = types.ModuleType('__main__')
    lesson.__file__ = path
    sys.modules['__main__'] = lesson
    sys.argv = [path]
    Path(answers).write_text(json.dumps(list(run(Runner(vars(lesson))))))


def run(runner):
    asked = []
    for cell in read_cells(runner.path):
        if cell.ask:
            asked.append(cell)
        elif not cell.is_text:
            runner.run(cell)
            yield from (answer(runner, question) for question in asked)
            asked.clear()
    assert not asked, 'a question that no code answers'


def answer(runner, question):
    truth = runner.answer_to(question)
    if is_bool(truth):
        return question.mark, 'bool', bool(truth)
    return question.mark, type(truth).__name__, str(truth)


if __name__ == '__main__':
    main(*sys.argv[1:])

"""Results as Gradescope's autograder reads them: results.json.

Form: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.feedback import as_markdown, blocks
from micrograd.classroom.checker.judge import Verdict
from micrograd.classroom.checker.process import kernel_wall
from micrograd.classroom.grading.marks import file_in_words, score_in_words
from micrograd.classroom.grading.walls import walls_in_words
from micrograd.common.files import write_whole

Checked = tuple[Exercise, Verdict, str]  # and where the file lay


def results(
    checked: Iterable[Checked], seconds: float, lang: str, trouble: str = ''
) -> dict[str, Any]:
    """One point for each exercise that passes; the feedback as Markdown.

    seconds: how long the checks took. trouble: what was not read of the submission.
    """
    tests = [_test(number, *one, lang) for number, one in enumerate(checked, 1)]
    score = sum(test['score'] for test in tests)
    return {
        'score': score,
        'execution_time': round(seconds, 3),
        'output': '\n'.join(filter(None, [
            score_in_words(int(score), len(tests), lang),
            walls_in_words(kernel_wall(), lang), trouble])),
        'output_format': 'text',
        'stdout_visibility': 'hidden',
        'tests': tests,
    }


def write_results(
    path: Path, checked: Iterable[Checked], seconds: float, lang: str, trouble: str
) -> None:
    """Write results() to a file, in UTF-8."""
    told = results(checked, seconds, lang, trouble)
    write_whole(path, json.dumps(told, ensure_ascii=False, indent=2) + '\n')


def _test(
    number: int, exercise: Exercise, verdict: Verdict, file: str, lang: str
) -> dict[str, Any]:
    passed = verdict.status == 'passed'
    said = as_markdown(blocks(exercise, verdict, lang, file or f'{exercise.name}.py'))
    if file:
        said = f'{file_in_words(file, lang)}\n\n{said}'
    return {
        'score': float(passed),
        'max_score': 1.0,
        'status': 'passed' if passed else 'failed',
        'name': f'{exercise.name}: {exercise.say(exercise.check.title, lang)}',
        'number': str(number),
        'output': said,
        'output_format': 'md',
        'visibility': 'visible',
    }

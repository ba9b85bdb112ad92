"""Results as Gradescope's autograder reads them: results.json.

Form: https://gradescope-autograders.readthedocs.io/en/latest/specs/
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from micrograd.check.exercise import Exercise
from micrograd.check.feedback import as_markdown, blocks
from micrograd.check.judge import Verdict
from micrograd.check.texts import say

Checked = tuple[Exercise, Verdict]


def results(checked: Iterable[Checked], seconds: float, lang: str) -> dict[str, Any]:
    """One point for each exercise that passes; the feedback as Markdown.

    seconds: how long the checks took.
    """
    tests = [_test(number, exercise, verdict, lang)
             for number, (exercise, verdict) in enumerate(checked, start=1)]
    score = sum(test['score'] for test in tests)
    return {
        'score': score,
        'execution_time': round(seconds, 3),
        'output': say(lang, 'result', passed=int(score), count=len(tests)),
        'output_format': 'text',
        'stdout_visibility': 'hidden',
        'tests': tests,
    }


def write_results(
    path: Path, checked: Iterable[Checked], seconds: float, lang: str
) -> None:
    """Write results() to a file, in UTF-8."""
    path.parent.mkdir(parents=True, exist_ok=True)
    told = json.dumps(results(checked, seconds, lang), ensure_ascii=False, indent=2)
    path.write_text(told + '\n', 'utf-8')


def _test(
    number: int, exercise: Exercise, verdict: Verdict, lang: str
) -> dict[str, Any]:
    passed = verdict.status == 'passed'
    said = blocks(exercise, verdict, lang, exercise.stub.name)
    return {
        'score': float(passed),
        'max_score': 1.0,
        'status': 'passed' if passed else 'failed',
        'name': f'{exercise.name}: {getattr(exercise.check.title, lang)}',
        'number': str(number),
        'output': as_markdown(said),
        'output_format': 'md',
        'visibility': 'visible',
    }

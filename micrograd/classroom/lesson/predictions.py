"""Questions of a lesson: what the viewer predicts, and what came out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from micrograd.classroom.lesson.answers import is_bool, judge_answer
from micrograd.classroom.lesson.cells import Cell
from micrograd.languages import say


@dataclass
class Prediction:
    """A question and what the viewer said.

    answer: None before it was asked; '' for a viewer who wanted to be shown.
    truth: None before the code has run that finds it out.
    """

    cell: Cell
    answer: str | None = None
    truth: bool | float | str | None = None

    @property
    def is_right(self) -> bool | None:
        """The judgement; None without an answer, or to one of another kind."""
        if not self.answer or self.truth is None:
            return None
        return judge_answer(self.answer, self.truth)

    def verdict(self, lang: str) -> tuple[str, str]:
        """What to tell the viewer: a style, and the text."""
        if self.is_right:
            style, text = 'right', say('Right: {truth}.', lang)
        elif self.is_right is False:
            style, text = 'wrong', say('Not quite. The answer: {truth}.', lang)
        elif self.answer:
            style = 'bold'
            text = say('That is not what was asked. The answer: {truth}.', lang)
        else:
            style, text = 'bold', say('The answer: {truth}.', lang)
        return style, text.format(truth=_in_words(self.truth, lang))


def score(predictions: Iterable[Prediction], lang: str) -> str:
    """How many predictions were right of those judged; empty if none was."""
    judged = [p.is_right for p in predictions if p.is_right is not None]
    if not judged:
        return ''
    return say('You predicted {right} of {asked}.', lang).format(
        right=sum(judged), asked=len(judged))


def _in_words(truth: bool | float | str, lang: str) -> str:
    if is_bool(truth):
        return say('yes', lang) if truth else say('no', lang)
    return f'{truth:.6g}' if isinstance(truth, float) else str(truth)

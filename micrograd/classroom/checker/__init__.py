"""Checks the exercises of the lessons, and names the mistake.

A check file says what its exercise is with `Check`, `Probe` and `Mistake`; `judge`
runs it on a student's file. To read, in this order:

1. probes.py: what an experiment is; exercise.py: what a check is made of;
   statement.py: the text of its stub in another language;
2. process.py, child.py: a student's file runs, apart from all else. sandbox.py, the
   kernel, and guard.py, Python, keep it from other files and the network, watch.py
   from taking too much;
3. source.py, evidence.py, judge.py: what it shows is compared with the solution, and
   the mistake is named;
4. mistakes.py: the words in which mistakes are written; bank/: those that the
   exercises of a family share;
5. broken.py, feedback.py, picture.py: what a student is told;
6. work.py, commands.py: a student at the terminal.

Left out: the exercises themselves, which stand in lessons/exercises/.
"""

from micrograd.classroom.checker.evidence import Difference, Evidence
from micrograd.classroom.checker.exercise import (
    Check,
    Exercise,
    Mistake,
    exercises,
)
from micrograd.classroom.checker.judge import Verdict, judge
from micrograd.classroom.checker.probes import Probe
from micrograd.classroom.checker.process import Limits

__all__ = [
    'Check', 'Difference', 'Evidence', 'Exercise', 'Limits', 'Mistake', 'Probe',
    'Verdict', 'exercises', 'judge',
]

"""Checks the exercises of the lessons, and names the mistake.

A check file says what its exercise is with `Check`, `Probe`, `Mistake` and `Text`;
`judge` runs it on a student's file. probes.py tells what an experiment is, process.py
and child.py run a file safely, judge.py compares and names.
"""

from micrograd.check.exercise import Check, Exercise, Mistake, Text, exercises
from micrograd.check.judge import Difference, Evidence, Verdict, judge
from micrograd.check.probes import Probe
from micrograd.check.process import Limits

__all__ = [
    'Check', 'Difference', 'Evidence', 'Exercise', 'Limits', 'Mistake', 'Probe',
    'Text', 'Verdict', 'exercises', 'judge',
]  # fmt: skip

"""Watches a training loop: in which order it does what, step by step.

Parameters that write down what happens to them, and a model that says when it is
called, give a log such as 'fffzzggggggrsrs': three forward passes, two gradients set
to 0, six additions by the backward pass, and each gradient read for its step. Not
here: what the numbers should be.
"""

from __future__ import annotations

import re

from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.mistakes import Fits
from micrograd.classroom.checker.probes import Probe

WATCHED = """\
from micrograd import Value

events = []

class Watched(Value):
    def __getattribute__(self, name):
        if name == 'grad':
            events.append('read')
        return super().__getattribute__(name)

    def __setattr__(self, name, value):
        if name == 'grad':
            events.append('number' if value else 'zero')
        elif name == 'data':
            events.append('step' if value else 'wipe')
        super().__setattr__(name, value)

class WatchedLine(Line):
    def __call__(self, x):
        events.append('forward')
        return super().__call__(x)

line = WatchedLine({w}, {b})
line.w, line.b = Watched({w}), Watched({b})
del events[:]
try:
    train(line, {data}, {lr}, 2)
except Exception:
    events.append('error')
"""


def watch(w: float, b: float, data: list[tuple], lr: float) -> Probe:
    """The probe of two steps of a Line whose parameters are watched; evidence only."""
    code = WATCHED.format(w=w, b=b, data=data, lr=lr)
    return Probe('watch', code, ('events',), 'steps', required=False)


def log(e: Evidence) -> str:
    """What happened to the watched parameters, a letter each.

    f: the model is called. z: a gradient is set to 0. g: a gradient is added to. n: a
    gradient is set to another number. r: a gradient is read, though not to add to it.
    s: data is changed. w: data is set to 0. e: an exception ends it.
    """
    events = e.yours('watch', 'events')
    if not isinstance(events, list):
        return ''
    letters = ''.join(str(event)[:1] for event in events)
    return letters.replace('rn', 'g')  # += reads first


def happens(pattern: str) -> Fits:
    """Is this pattern in the log?"""
    return lambda e: bool(re.search(pattern, log(e)))

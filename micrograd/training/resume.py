"""A training that goes on after a crash: what `fit(…, resume=path)` keeps in its file.

The file is written whole after each epoch, and once before the first: parameters and
gradients, the optimiser, the order of the samples, random generators (also those that
everybody shares), running means and whatever else the model holds, and the history.
Beside them stand the settings, for a training may only go on as it began.

Not here: how things are read and put back (snapshots.py), the loop (loop.py).
"""
from __future__ import annotations

import functools
import hashlib
import importlib
import json
import os
import random
import sys
from collections.abc import Callable
from typing import Any

from micrograd.common.engines import is_tensor
from micrograd.common.files import write_whole
from micrograd.elementary import plain
from micrograd.engine import Value
from micrograd.training.snapshots import read_json, restore, snapshot

FORM = 1  # of the file
KEYS = {'epochs', 'ended', 'settings', 'start', 'rates', 'history', 'state'}


class Resume:
    """The file of one training.

    settings: what may not be another one the next time, by name; numbers, texts, or
    data, of which the file keeps a hash. parts: what changes while it learns, by name,
    the optimiser among them.
    """

    def __init__(self, path: str | os.PathLike, history: dict, settings: dict,
                 **parts: Any):
        self.path, self.history = path, history
        self.parts = _Parts(**parts, random=random.seed.__self__)
        self.settings = {name: _settled(x) for name, x in settings.items()}
        self._rates = hashlib.sha256()  # of the learning rates up to now
        self._start = self._of_optimizer(snapshot(parts['optimizer']))

    def watched(self, schedule: Callable | None) -> Callable | None:
        """The schedule, whose rates are noted, since they belong to the settings."""
        if schedule is None:
            return None

        @functools.wraps(schedule, updated=())
        def noted(step):
            lr = schedule(step)
            self._rates.update(f'{float(lr)!r} '.encode())
            return lr
        return noted

    def begin(self, epochs: int, steps: int, schedule: Callable | None) -> int:
        """Put everything back to the end of the last epoch; return its number.

        steps: in one epoch. schedule: one that is watched. Without a file there is
        none yet: 0, and the file is written. After a callback has ended the training,
        epochs.
        """
        if not os.path.exists(self.path):
            self.write(0)
            return 0
        found = read_json(self.path)
        if found.get('fit') != FORM or not found.keys() >= KEYS:
            raise ValueError(f'{self.path} was not written by fit(resume=…)')
        self._check_settings(found)
        done = found['epochs']
        if done > epochs:
            raise ValueError(f'{self.path}: {done} epochs are done already, so epochs '
                             f'cannot be {epochs}: it counts from the beginning')
        for step in range(done * steps if schedule else 0):
            schedule(step)
        if self._rates.hexdigest() != found['rates']:
            raise self._other('another schedule')
        self._put_back(found)
        return epochs if found['ended'] else done

    def write(self, epoch: int, ended: bool = False) -> None:
        """Keep the state after an epoch. ended: whether it was the last of all."""
        if 'numpy.random' in sys.modules:
            self.parts.numpy = sys.modules['numpy.random'].get_state.__self__
        write_whole(self.path, json.dumps({
            'fit': FORM, 'epochs': epoch, 'ended': ended, 'settings': self.settings,
            'start': self._start, 'rates': self._rates.hexdigest(),
            'history': self.history, 'state': snapshot(self.parts)}) + '\n')

    def _check_settings(self, found):
        for name in {**self.settings, **found['settings']}:
            old, own = found['settings'].get(name), self.settings.get(name)
            if old != own:
                shown = _is_hash(old) or _is_hash(own)
                raise self._other(f'another {name}' if shown
                                  else f'{name}={old}, not {own}')
        latest = self._of_optimizer(found['state']['optimizer'])
        if self._start not in (found['start'], latest):
            raise self._other(f'the optimizer {found["start"]}, not {self._start}')

    def _of_optimizer(self, saved):
        """Its kind and settings: what neither a step nor a schedule changes."""
        optimizer = self.parts.optimizer
        left_out = {'parameters', *getattr(optimizer, 'state', ())}
        if self.settings['schedule']:
            left_out.add('lr')
        return {'kind': type(optimizer).__name__,
                **{name: x for name, x in saved.items() if name not in left_out}}

    def _other(self, what):
        return ValueError(f'{self.path} belongs to a training with {what}: give it the '
                          f'same settings, or this one another file')

    def _put_back(self, found):
        state = found['state']
        if 'numpy' in state:
            self.parts.numpy = importlib.import_module(
                'numpy.random').get_state.__self__
        try:
            restore(self.parts, state)
        except ValueError as error:
            raise ValueError(f'{self.path}: {error}') from None
        self.history.update(found['history'])


class _Parts:
    """Things by name, as attributes."""

    def __init__(self, **parts):
        vars(self).update(parts)


def _settled(x):
    """A setting as it stands in the file: data as a hash of their numbers."""
    if callable(x):
        return getattr(x, '__qualname__', type(x).__name__)
    if not isinstance(x, list):
        return plain(x)
    text = json.dumps(x, default=_numbers)
    return f'sha256 {hashlib.sha256(text.encode()).hexdigest()}'


def _numbers(x):
    if isinstance(x, Value):
        return x.data
    if is_tensor(x):
        return x.numpy().tolist()
    return x.tolist() if hasattr(x, 'tolist') else type(x).__name__


def _is_hash(x):
    return isinstance(x, str) and x.startswith('sha256 ')

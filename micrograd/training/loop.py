"""The training loop: forward pass, backward pass, step, again and again.

`fit` is the loop that one writes by hand, with what a long run needs: progress,
a stop when numbers go bad, and an end by Ctrl-C that loses nothing. Not here:
losses, update rules and schedules (losses.py, optim.py), metrics other than the
loss (a callback can compute them), saving (Module.save, resume.py).
"""
from __future__ import annotations

import contextlib
import math
import os
import random
import signal
import threading
from collections.abc import Callable, Iterator
from typing import Any

from micrograd.common.arguments import check_counts, from_0
from micrograd.graph import add_note, relaxed_gc
from micrograd.languages import say
from micrograd.training.losses import mean
from micrograd.training.optim import SGD, Optimizer, clip_grad_norm
from micrograd.training.progress import Progress
from micrograd.training.resume import Resume
from micrograd.training.samples import Data, Samples

__all__ = ['NotFiniteError', 'fit']

SEEN_BY_DOCTOR = 32  # samples, so that a unit that is off for all of them is dead
MOST_NAMED = 3  # samples, in an error


class NotFiniteError(ArithmeticError):
    """A loss, gradient or parameter became nan or inf, so the training stopped.

    history: what fit() would have returned.
    """

    history: dict[str, Any]


def fit(model: Callable, data: Data, loss_fn: Callable[[Any, Any], Any],
        optimizer: Optimizer, epochs: int, progress: bool = True, *,
        batch_size: int = 1, shuffle: bool = True, seed: int = 0,
        schedule: Callable[[int], float] | None = None,
        clip_norm: float | None = None, validation: Data | None = None,
        callback: Callable[[int, dict], Any] | None = None,
        diagnose_every: int | None = None,
        resume: str | os.PathLike | None = None) -> dict[str, Any]:
    """Change the optimiser's parameters so that loss_fn(model(inputs), target) falls.

    data: (inputs, target) pairs, each used once in an epoch. A step is made for
    every batch_size of them, along the gradient of their mean loss. shuffle: use
    them in a new order in each epoch; seed decides on the orders.

    A model of Values is called with the inputs of one sample after the other. One of
    Tensors, which an optimiser of micrograd.tensor goes with, is called with those of
    a batch, stacked into an array with the batch as its first axis, and loss_fn with
    its outputs and an array of targets. So a BatchNorm of Tensors sees the batch; one
    of Values has to be given it as a sample: a pair of a list of inputs and a list of
    targets.

    progress: show it, by a bar on a terminal and by a line now and then elsewhere.
    schedule: the learning rate as a function of the step, counted from 0.
    clip_norm: the largest norm that the gradients of a step may have together.
    validation: other pairs, whose mean loss is taken after each epoch, as after
    model.eval() if the model is a Module.
    callback: called after each epoch with its number, from 1, and the history;
    if it returns True, the training is over.
    diagnose_every: so many steps after each other, ask the doctor what is wrong (on
    the batch, and more samples if it is small); a new kind of finding is shown.
    resume: a file that is written after each epoch. If it is there, the training goes
    on from it, to the same bits as one that was never stopped: with the same settings
    (a function is known by its name), but epochs, which count from the beginning, may
    be more. What the model holds is put back, random generators too; a number in a
    global variable, say, is not seen.

    Returns the history, a dict for plots and JSON: 'loss', the mean over the data
    while they were learned, 'lr' at the end and, if asked for, 'validation', lists
    with an entry for each whole epoch; 'interrupted', whether Ctrl-C ended the
    training; if asked for, 'findings', a list of what the doctor said and when.
    Ctrl-C takes effect after the running step, a second one at once.

    Raises:
        NotFiniteError: if a loss, gradient or parameter is nan or inf; says in which
            epoch and at which sample. The parameters are then those of the last
            good step, and finite.
        TypeError: if data are no pairs, loss_fn returns no Value or Tensor, or
            another argument is not what it should be.
        ValueError: if there are no data, a setting is out of range, or the file to
            resume from belongs to another training.
    """
    kind = getattr(optimizer, 'samples', Samples)
    samples = kind('data', data, model, loss_fn)
    if validation is not None:
        validation = kind('validation', validation, model, loss_fn)
    check_counts(epochs=epochs, batch_size=batch_size)
    given = {'schedule': schedule, 'callback': callback}
    _check_functions(model=model, loss_fn=loss_fn,
                     **{name: f for name, f in given.items() if f is not None})
    if not (hasattr(optimizer, 'step') and hasattr(optimizer, 'parameters')):
        raise TypeError(f'optimizer is one from optim.py, such as '
                        f'SGD(model.parameters(), 0.01), got {optimizer!r}')
    history = {'loss': [], 'lr': [], 'interrupted': False}
    if validation is not None:
        history['validation'] = []
    if diagnose_every is not None:
        check_counts(diagnose_every=diagnose_every)
        history['findings'] = []
    guard = _Guard(samples, samples.leaves(optimizer.parameters), history)
    rng = random.Random(seed)
    total = len(samples.pairs)
    order = list(range(total))
    steps = math.ceil(total / batch_size)
    done, file = 0, None
    if resume is not None:
        file = Resume(resume, history, {
            'data': samples.pairs, 'validation': validation and validation.pairs,
            'batch_size': batch_size,
            'shuffle': shuffle, 'seed': seed, 'schedule': schedule is not None,
            'clip_norm': clip_norm, 'diagnose_every': diagnose_every,
            'loss_fn': loss_fn,
        }, model=model, loss=loss_fn, schedule=schedule, optimizer=optimizer, rng=rng,
            order=order)
        schedule = file.watched(schedule)
        done = file.begin(epochs, steps, schedule)
    step = done * steps

    with relaxed_gc(), _ctrl_c_noted() as ctrl_c, \
            Progress(epochs * total, progress, done * total) as bar:
        for epoch in range(done + 1, epochs + 1):
            if shuffle:
                order.sort(key=lambda _: rng.random())
            losses, so_far = [], _summary(epoch, epochs, history)
            for start in range(0, total, batch_size):
                if ctrl_c.is_set():
                    history['interrupted'] = True
                    bar.note(say('interrupted in epoch {epoch}/{epochs}').format(
                        epoch=epoch, epochs=epochs))
                    return history
                if schedule is not None:
                    optimizer.lr = from_0(f'schedule({step})', schedule(step))
                guard.begin_step(epoch, order[start:start + batch_size])
                if diagnose_every is not None and step % diagnose_every == 0:
                    _ask_doctor(guard, optimizer, clip_norm, order, step, bar)
                losses += _step(guard, optimizer, clip_norm)
                step += 1
                bar.update((epoch - 1) * total + len(losses), so_far)

            history['loss'].append(mean(losses))
            history['lr'].append(float(optimizer.lr))
            if validation is not None:
                history['validation'].append(validation.mean_loss())
            bar.line(epoch * total, _summary(epoch, epochs, history))
            ended = callback is not None and callback(epoch, history) is True
            if file:
                file.write(epoch, ended)
            if ended:
                break
    return history


def _step(guard, optimizer, clip_norm):
    """Forward passes, backward passes, one step; the losses as numbers."""
    losses = []
    optimizer.zero_grad()
    groups = guard.samples.groups(guard.batch)
    for group in groups:
        loss = guard.loss(group)
        (loss / len(groups)).backward()  # adds up to the gradient of the mean
        losses += [float(loss.data)] * len(group)
    guard.check_gradients()
    if clip_norm is not None:
        clip_grad_norm(guard.leaves, clip_norm)
    optimizer.step()
    guard.check_parameters()
    return losses


def _ask_doctor(guard, optimizer, clip_norm, order, step, bar):
    """Add what is wrong before a step to the history, and show what is new."""
    from micrograd.insight.doctor import diagnose  # from above: on a wish alone

    seen = list(dict.fromkeys([*guard.batch, *order]))[:SEEN_BY_DOCTOR]
    takes_whole_step = isinstance(optimizer, SGD) and clip_norm is None
    optimizer.zero_grad()
    loss = mean([guard.compute(group) for group in guard.samples.groups(seen)])
    found = diagnose(loss, guard.leaves,
                     optimizer.lr if takes_whole_step else None)
    loss.release()
    said = guard.history['findings']
    for finding in found:
        if finding.kind not in {entry['kind'] for entry in said}:
            bar.note(say('epoch {epoch}, step {step}: {finding}').format(
                epoch=guard.epoch, step=step, finding=finding))
        said.append({'epoch': guard.epoch, 'step': step, 'kind': finding.kind,
                     'wrong': finding.wrong, 'advice': finding.advice})


class _Guard:
    """Watches over the steps of one training, so that no number goes bad unseen.

    A step is good if its losses, its gradients and the parameters after it are
    finite. A bad one is never made, or taken back, and ends the training.
    """

    def __init__(self, samples, leaves, history):
        self.samples, self.leaves, self.history = samples, leaves, history
        self.before = None  # the data of the leaves before the last step

    def begin_step(self, epoch, batch):
        self.epoch, self.batch = epoch, batch

    def loss(self, group):
        """The loss of a group of samples, if it is finite."""
        loss = self.compute(group)
        if not math.isfinite(loss.data):
            what = say('the loss is {loss}').format(loss=loss.data)
            self.stop(what, self.samples.suspects(group), self.why_bad(group))
        return loss

    def compute(self, group):
        try:
            return self.samples.loss(group)
        except Exception as error:
            add_note(error, say('in epoch {epoch} at {where}').format(
                epoch=self.epoch, where=self.told(group)))
            raise

    def why_bad(self, group):
        """Find out what made a loss bad: the step before it, or a sample?"""
        if self.before is None:
            return say('There was no step before: the parameters are as they were.')
        after = self.swap(self.before)
        loss = self.compute(group)
        loss.release()
        if math.isfinite(loss.data):
            return say('The step before went too far (a smaller lr or clip_norm may '
                       'help); it is taken back.')
        self.swap(after)
        return say('It is so with the parameters before the last step too: look at '
                   'the sample. The parameters are those after the last good step.')

    def check_gradients(self):
        bad = self.samples.first_bad([p.grad for p in self.leaves])
        if bad:
            what = say('the gradient of parameter {k} is {grad}')
            self.stop(what.format(k=bad[0], grad=bad[1]), self.batch, say(
                'The parameters are those after the last good step.'))
        self.before = self.samples.numbers(self.leaves)

    def check_parameters(self):
        bad = self.samples.first_bad([p.data for p in self.leaves])
        if bad:
            what = say('the step would make parameter {k} {data}').format(
                k=bad[0], data=bad[1])
            self.swap(self.before)
            self.stop(what, self.batch,
                      say('The step is taken back: try a smaller lr.'))

    def swap(self, data):
        """Put other data into the leaves; return what was there."""
        found = self.samples.numbers(self.leaves)
        for p, numbers in zip(self.leaves, data):
            p.data = numbers
        return found

    def stop(self, what, samples, why):
        error = NotFiniteError(say('{what} in epoch {epoch} at {where}. {why}').format(
            what=what, epoch=self.epoch, where=self.told(samples), why=why))
        error.history = self.history
        raise error

    def told(self, samples):
        """The first few samples, and the number of the others."""
        names = say(', ').join(map(self.samples.told, samples[:MOST_NAMED]))
        more = len(samples) - MOST_NAMED
        if more <= 0:
            return names
        return say('{names} and {more} more').format(names=names, more=more)


@contextlib.contextmanager
def _ctrl_c_noted() -> Iterator[threading.Event]:
    """Turn Ctrl-C into an event, so that it never cuts a step in two.

    The second one interrupts as usual. Nothing changes outside the main thread,
    which Python never interrupts, and where a program handles Ctrl-C itself.
    """
    noted = threading.Event()

    def note(signum, frame):
        if noted.is_set():
            raise KeyboardInterrupt
        noted.set()

    usual = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() \
            or signal.getsignal(signal.SIGINT) is not usual:
        yield noted
        return
    signal.signal(signal.SIGINT, note)
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, usual)


def _summary(epoch, epochs, history):
    """The state of the training in one line."""
    if not history['loss']:
        return say('epoch {epoch}/{epochs}').format(epoch=epoch, epochs=epochs)
    text = (say('epoch {epoch}/{epochs}  loss {loss:.4g}  validation {validation:.4g}')
            if 'validation' in history else
            say('epoch {epoch}/{epochs}  loss {loss:.4g}'))
    last = {name: numbers[-1] for name, numbers in history.items()
            if name in ('loss', 'validation')}
    return text.format(epoch=epoch, epochs=epochs, **last)


def _check_functions(**functions):
    for name, function in functions.items():
        if not callable(function):
            raise TypeError(f'{name} is a function, got {function!r}')

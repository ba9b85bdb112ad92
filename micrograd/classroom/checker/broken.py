"""Why a file could not be tried to its end, in words."""

from __future__ import annotations

import difflib
import re

from micrograd.classroom.checker.exercise import Exercise
from micrograd.classroom.checker.judge import Verdict, is_not_offered
from micrograd.languages import say

MOST_NAMES = 1_000  # of a student's, among which near ones are looked for
UNKNOWN = '\N{REPLACEMENT CHARACTER}'

# How a process ended that was to show what a file does: without a line, and with one.
ENDED = {
    'time': ('Your file was stopped after {seconds:g} seconds. An infinite loop?',
             'Your file was stopped after {seconds:g} seconds, in line {line}. An '
             'infinite loop?'),
    'memory': ('Your file was stopped: it uses more than {megabytes} MB of memory.',
               'Your file was stopped, in line {line}: it uses more than {megabytes} '
               'MB of memory.'),
    'excess': ('Your file was stopped: it starts too many threads, or makes too many '
               'files or too large ones.',
               'Your file was stopped, in line {line}: it starts too many threads, or '
               'makes too many files or too large ones.'),
    'crash': ('Your file made Python itself crash. Infinite recursion?',
              'Your file made Python itself crash, in line {line}. Infinite '
              'recursion?'),
    'exit': 2 * ('Your file ended the check before it was done (os._exit, perhaps).',),
    'flood': 2 * ('Your file wrote endlessly, and was stopped.',),
}
# What is to be said of some exceptions besides what Python says.
FAULTS = {
    'SyntaxError': 'Python cannot read line {line} of your file: {message}',
    'IndentationError': 'Line {line} of your file is indented wrongly: {message}. The '
                        'lines of a block begin in one column.',
    'SystemExit': 'Your file ends itself in line {line} (sys.exit, exit or quit). A '
                  'file that is checked has to run to its end.',
    'KeyboardInterrupt': 'Your file interrupts itself in line {line}.',
    'MemoryError': 'Line {line} of your file needs more memory than an exercise may '
                   'use ({megabytes} MB).',
    'FloodError': 'Your file prints endlessly; it was stopped in line {line}.',
    'EOFError': 'Line {line} of your file asks for input. Nobody answers while a file '
                'is checked: remove the line.',
}
FAULTS['TabError'] = FAULTS['IndentationError']
# By what verdict.broken says, and for faults of some kinds.
OTHERS = {
    'fault': '{error} in line {line} of your file: {message}',
    'unreadable': 'The file cannot be read: {message}',
    'encoding': 'Your file is not plain text in UTF-8: {message}. Save it as UTF-8.',
    'refused': 'Line {line} of your file was stopped: an exercise may not do this: '
               '{message}',
    'missing': 'Your file has no {names}.',
    'renamed': 'Your file has no {names}. It has {others}: is that it, under another '
               'name?',
    'syntax': 'Python cannot read your file: {message}',
    'foreign sign': 'Line {line} of your file has a character that Python does not '
                    'know: {message}. Is it a full-width one, or copied from a page? '
                    'Type it again.',
    'notebook': 'Line {line} of your file is no Python: signs such as %, !, >>> and '
                '``` belong to a notebook, a terminal or a page. Remove them.',
    'library': 'Line {line} of your file imports a library that an exercise may not '
               'use. Python itself, and what the stub imports, is enough.',
    'not offered': 'Line {line} of your file imports what this exercise does not '
                   'offer: {message}. From micrograd it offers: {offers}.',
}


def why_broken(exercise: Exercise, verdict: Verdict, lang: str) -> str:
    """Why the file of a verdict whose status is 'broken' could not be tried."""
    if verdict.broken == 'missing':
        return _missing(exercise, *verdict.detail, verdict.source, lang)
    text, message = _of_kind(verdict)
    return say(text, lang).format(
        line=verdict.line or '?', message=message, seconds=verdict.limits.seconds,
        megabytes=verdict.limits.megabytes,
        error=verdict.detail['error'] if verdict.broken == 'fault' else '',
        offers=', '.join(exercise.check.uses) or say(
            'nothing, you write it yourself', lang),
    )


def _of_kind(verdict: Verdict) -> tuple[str, str]:
    """What is to be said, in English, and the message that is filled in."""
    if verdict.broken == 'fault':
        return _of_fault(verdict)
    if verdict.broken == 'refused' and re.fullmatch(
            r'\s*(import|from) [^;]*', _line(verdict)):
        return OTHERS['library'], ''
    if verdict.broken == 'refused':
        told = map(verdict.detail.get, ('event', 'target'))
        return OTHERS['refused'], ': '.join(filter(None, told))
    if verdict.broken in OTHERS:
        return OTHERS[verdict.broken], verdict.detail
    return ENDED[verdict.broken][bool(verdict.line)], ''


def _line(verdict: Verdict) -> str:
    """The line of the student's file that a verdict names, or nothing."""
    lines = verdict.source.split('\n')  # as Python counts
    return lines[verdict.line - 1] if 0 < (verdict.line or 0) <= len(lines) else ''


def _of_fault(verdict: Verdict) -> tuple[str, str]:
    error, message = verdict.detail['error'], verdict.detail['message']
    # What is not UTF-8 was read as U+FFFD; in UTF-16 every other byte is 0.
    if not verdict.line and {'\0', UNKNOWN} & {*verdict.source}:
        return OTHERS['encoding'], message
    if error == 'SyntaxError' and re.match(
            'invalid (non-printable )?character', message):
        return OTHERS['foreign sign'], message
    if error == 'SyntaxError' and re.match(r'\s*(%|!|>>>|\.\.\.|```)', _line(verdict)):
        return OTHERS['notebook'], message
    if error == 'SyntaxError' and not verdict.line:
        return OTHERS['syntax'], message
    if is_not_offered(verdict.detail):
        return OTHERS['not offered'], message.partition(' (unknown')[0]
    return FAULTS.get(error, OTHERS['fault']), message


def _missing(
    exercise: Exercise, missing: list[str], names: dict[str, list[str] | None],
    source: str, lang: str,
) -> str:
    """Name what is missing, and what may be meant for it."""
    there = {*names}
    for owner in {name.partition('.')[0] for name in missing if '.' in name}:
        there |= {f'{owner}.{method}' for method in names.get(owner) or ()}
    # What the stub has already is not the missing one under another name, and what
    # Python adds to a class is none of the student's.
    written, given = (
        {*re.findall(r'(?:def|class) (\w+)|^(\w+) *=', text, re.M)}
        for text in (source, exercise.stub.read_text('utf-8')))
    own = {name for pair in written - given for name in pair}
    there = {name for name in there if name.rpartition('.')[2] in own}
    there = sorted(there)[:MOST_NAMES]  # to look for near ones takes its time
    close = [difflib.get_close_matches(name, there, 1) for name in missing]
    others = sorted({name for found in close for name in found})
    text = OTHERS['renamed' if others else 'missing']
    return say(text, lang).format(names=', '.join(missing), others=', '.join(others))

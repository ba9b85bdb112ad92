"""A random program is a list of lines of Python.

So it prints as lines that a person can paste and run, and it gets smaller by leaving
out lines and by writing simpler numbers and names into them, whatever it is
about. What is right is said by the generator that has made it.
"""
import pathlib
import re
import signal
import time
import zlib

CASES = pathlib.Path(__file__).parent / 'cases'
PATIENCE = 30  # seconds for one program
NUMBER = re.compile(r'(?<![\w.])\d+\.?\d*(?:e[+-]?\d+)?(?![\w.])')
NAME = re.compile(r'\bv\d+\b')


class Skip(Exception):  # noqa: N818, nothing is wrong
    """The program tells nothing: it is none, or what is right is not known."""


class Refused(Skip):
    """The package said that it will not do it, by name: that is no fault."""


def verdict(check, program):
    """What is wrong with a program, or None: an error of another kind, or a hang."""
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(PATIENCE)
    try:
        return check(program)
    except Skip:
        return None
    except Exception as error:
        return f'{type(error).__name__}: {error}'
    finally:
        signal.alarm(0)


def _too_long(*_):
    raise TimeoutError(f'no end after {PATIENCE} seconds')


def smallest(check, program, message, seconds=10):
    """The program made as small as it stays wrong in the same way, and how it is."""
    end = time.monotonic() + seconds
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for candidate in _smaller(program):
            if time.monotonic() > end:
                break
            found = verdict(check, candidate)
            if found and _kind(found) == _kind(message):
                program, message, smaller = candidate, found, True
                break
    return program, message


def _kind(message):
    """What stays of a message when numbers and names change."""
    if re.match(r'\w+: ', message):  # of an exception
        return re.sub(r'[^A-Za-z ]', '', message)[:50]
    return re.split(r'[:\d]', message)[0]


def _smaller(program):
    """Programs that are a little smaller, the boldest first."""
    size = len(program)
    while size > 1:
        size //= 2
        for i in range(0, len(program), size):
            yield program[:i] + program[i + size:]
    for i, line in enumerate(program):
        target, equals, expression = line.strip().partition(' = ')
        if equals and NAME.fullmatch(target):  # a name that it uses takes its place
            for name in dict.fromkeys(NAME.findall(expression)):
                yield program[:i] + [re.sub(rf'\b{target}\b', name, later)
                                     for later in program[i + 1:]]
    for i, line in enumerate(program):
        for simpler in _simpler(line):
            yield program[:i] + [simpler] + program[i + 1:]


def _simpler(line):
    """The line with one number that is simpler."""
    for match in NUMBER.finditer(line):
        number = float(match[0])
        for simple in (1.0, 2.0, round(number, 1)):
            text = str(simple if '.' in match[0] or 'e' in match[0] else int(simple))
            if len(text) < len(match[0]) or (
                    len(text) == len(match[0]) and simple < number):
                yield line[:match.start()] + text + line[match.end():]


def keep(name, preamble, program, message):
    """Write a failure into cases/, where test_fuzz.py finds it."""
    body = '\n'.join(program)
    path = CASES / f'{name}_{zlib.crc32(body.encode()):08x}.py'
    comment = ' '.join(message.split())[:79]
    path.write_text(f'# {comment}\n{preamble}\n{body}\n', encoding='utf-8')
    return path


def replay(path, check):
    """What is wrong with a case, or None."""
    source = path.read_text(encoding='utf-8').rstrip()
    return verdict(check, source.rpartition('\n\n')[2].split('\n'))

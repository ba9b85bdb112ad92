"""A program in a pseudo-terminal, driven as a person does, for tests."""
import contextlib
import os
import re
import select
import struct
import subprocess
import sys
import time

import pytest
from places import ROOT

LIMIT = 20  # seconds until a terminal that does not answer is a failure
PROMPT = re.compile(r'\[\d+/\d+\] [^\n]*?[:：] ?(\x1b\[0m)?$')


def environment(**more):
    """This environment, the package in reach, without what changes a screen."""
    env = dict(os.environ, PYTHONPATH=str(ROOT), PYTHON_COLORS='0', NO_COLOR='1',
               LANGUAGE='en', TERM='xterm-256color')
    for name in ('MPLBACKEND', 'COLUMNS', 'LINES', 'PYTHONIOENCODING'):
        env.pop(name, None)
    return {**env, **more}


class Terminal:
    """A Python script that runs in a pseudo-terminal of its own."""

    def __init__(self, path, *options, columns=100, **env):
        fcntl = pytest.importorskip('fcntl')
        termios = pytest.importorskip('termios')
        self.near, self.far = os.openpty()
        size = struct.pack('HHHH', 40, columns, 0, 0)
        fcntl.ioctl(self.far, termios.TIOCSWINSZ, size)
        self.modes = termios.tcgetattr(self.far)
        self.process = subprocess.Popen(
            [sys.executable, str(path), *options],
            stdin=self.far, stdout=self.far, stderr=self.far,
            start_new_session=True, env=environment(**env),
            # Ctrl-C goes to the program whose terminal this is.
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        self.seen = ''

    def type(self, keys):
        os.write(self.near, keys.encode())

    def until(self, text):
        """Read until text is on the screen; return all that came before."""
        self._wait(lambda: text in self.seen, text)
        before, _, self.seen = self.seen.partition(text)
        return before

    def shown(self):
        """Read until the presenter asks; return all that came, the prompt too."""
        self._wait(lambda: PROMPT.search(self.seen), 'prompt')
        seen, self.seen = self.seen, ''
        return seen

    def answer(self, *lines):
        """Answer prompt after prompt; return what comes after the last answer."""
        for line in lines:
            self.type(line + '\n')
            seen = self.shown()
        return seen.partition('\n')[2]  # without the echo

    def finish(self, *lines):
        """Answer prompt after prompt; return the exit code and what comes last."""
        if lines[1:]:
            self.answer(*lines[:-1])
        self.type(lines[-1] + '\n')
        code, seen = self.end()
        return code, seen.partition('\n')[2]

    def _wait(self, is_there, wanted):
        end = time.monotonic() + LIMIT
        while not is_there():
            if not self.read() and self.process.poll() is not None:
                raise AssertionError(f'ended without {wanted!r}: {self.seen}')
            assert time.monotonic() < end, f'no {wanted!r} in: {self.seen}'

    def read(self):
        ready, _, _ = select.select([self.near], [], [], 0.1)
        if not ready:
            return False
        chunk = os.read(self.near, 65536).decode('utf-8', 'replace')
        self.seen += chunk.replace('\r\n', '\n')
        return True

    def interrupt(self):
        """Press Ctrl-C; once more if it came just before the program read."""
        while self.process.poll() is None:
            self.type('\x03')
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(2)

    def end(self):
        """Wait for the program to end; return its exit code and the rest."""
        end = time.monotonic() + LIMIT
        while self.read() or self.process.poll() is None:
            assert time.monotonic() < end, f'does not end: {self.seen}'
        return self.process.returncode, self.seen

    def is_sane(self):
        """Whether the modes of the terminal are as they were."""
        import termios

        return termios.tcgetattr(self.far) == self.modes

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        os.close(self.near)
        os.close(self.far)

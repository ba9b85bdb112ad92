"""Make .venv ready: `python3 .ci/venv.py [--any-version] [test | lint | handouts]`.

Installs this package in editable form with what it needs, and with what the
named extra of setup.cfg needs. A second call does nothing until setup.cfg or the
place of the clone changes. A .venv that does not run, or that was never finished,
is made anew; so is one of another Python version, but for --any-version. Needs
the standard library alone, and runs on old Pythons so far as to refuse them.
"""
import argparse
import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path

CLONE = Path(__file__).resolve().parents[1]
VENV = CLONE / '.venv'
PYTHON = str(VENV / ('Scripts/python.exe' if os.name == 'nt' else 'bin/python'))
NO_VENV = """\
This Python cannot make a virtual environment: {python}
On Debian and Ubuntu: sudo apt install python3-venv
Or name another Python: make lessons PYTHON=/path/to/python3"""
NO_INSTALL = """\
pip could not install what is needed; its message is above. If that was the
network, type the same again when it is back."""


def main():
    if sys.version_info < (3, 10):
        sys.exit('micrograd needs Python 3.10 or later, and {} is {}.{}.\n'
                 'Name another one: make lessons PYTHON=/path/to/python3'
                 .format(sys.executable, *sys.version_info))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--any-version', action='store_true')
    parser.add_argument('extra', nargs='?', choices=['test', 'lint', 'handouts'])
    args = parser.parse_args()
    if not usable(args.any_version):
        create()
    # Each extra comes with what the package itself needs.
    stamps = VENV.glob(f'ready-{args.extra or "*"}')
    if not any(stamp.read_text() == state() for stamp in stamps):
        install(f'.[{args.extra}]' if args.extra else '.')
        (VENV / f'ready-{args.extra or "run"}').write_text(state())


def say(text):
    """A text in the reader's language; here, since an old Python cannot import it."""
    sys.path.insert(0, str(CLONE))
    from micrograd.languages import say
    return say(text)


def usable(any_version):
    """Whether .venv was finished once, runs, and has the wanted version."""
    if not list(VENV.glob('ready-*')):
        return False
    code = 'import pip, sys; print(sys.version)'
    try:
        run = subprocess.run([PYTHON, '-c', code], capture_output=True, text=True)
    except OSError:
        return False
    version = run.stdout.rstrip('\n')
    return run.returncode == 0 and (any_version or version == sys.version)


def state():
    """What an installation depends on, as text to compare."""
    return hashlib.sha256(
        os.fsencode(CLONE) + (CLONE / 'setup.cfg').read_bytes()).hexdigest()


def create():
    print(say('Setting up .venv with Python {version}; this is done once.').format(
        version=sys.version.split()[0]), flush=True)
    run = subprocess.run([sys.executable, '-m', 'venv', '--clear', str(VENV)])
    if run.returncode:
        sys.exit('\n' + say(NO_VENV).format(python=sys.executable))


def install(what):
    """Install without build isolation: a moved clone needs no network for it."""
    build = re.search(r'requires = \["(.+)"\]', (CLONE / 'pyproject.toml').read_text())
    pip = [PYTHON, '-m', 'pip', 'install', '--disable-pip-version-check']
    for requirement in ([build[1]], ['--no-build-isolation', '--editable', what]):
        if subprocess.run(pip + requirement, cwd=CLONE).returncode:
            sys.exit('\n' + say(NO_INSTALL))


if __name__ == '__main__':
    try:
        main()
    except KeyboardInterrupt:
        sys.exit('\n' + say('Stopped; the next call takes it up again.'))

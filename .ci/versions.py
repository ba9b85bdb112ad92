"""Run the engine's tests on each Python from 3.10 that this machine has.

Looks into pyenv's folder and for python3.N on the PATH, and prints a line for each
version; the exit code is 1 if a test fails on one of them. The packages of the tests
go to .bench/, once for each version. What pip cannot install is said: without numpy
the tests that need it are left out, without the others the version is.
"""
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CLONE = Path(__file__).resolve().parents[1]
BENCH = CLONE / '.bench'
TESTS = ('ops', 'higher', 'laws', 'optim')
WITH_NUMPY = ('engine', 'numbers')
PACKAGES = ('hypothesis', 'mpmath', 'pytest')
PATIENCE = 120  # seconds for packages, twice as many for the tests of a version


def main() -> int:
    """Run all; 1 if a test fails."""
    found = pythons()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = [*pool.map(run, found, found.values())]
    return int(not all(results))


def pythons() -> dict[str, str]:
    """Version -> its interpreter, in order; those that do not start are left out."""
    root = Path(os.environ.get('PYENV_ROOT') or Path.home() / '.pyenv')
    places = [str(path) for path in root.glob('versions/3.*/bin/python')]
    places += filter(None, (shutil.which(f'python3.{n}') for n in range(10, 30)))
    found = {}
    for place in places:
        version = output(place, 'import platform; print(platform.python_version())')
        if version and number(version) >= (3, 10):
            found.setdefault(version, place)
    return dict(sorted(found.items(), key=lambda item: number(item[0])))


def number(version: str) -> tuple[int, ...]:
    """3.12.1 and 3.14.0rc2 as numbers to compare."""
    return tuple(map(int, re.findall(r'\d+', version)))


def output(python: str, code: str) -> str:
    """What the code prints there, or '' if it fails."""
    try:
        done = subprocess.run([python, '-c', code], capture_output=True, text=True,
                              timeout=PATIENCE)
    except (OSError, subprocess.TimeoutExpired):
        return ''
    return done.stdout.strip() if done.returncode == 0 else ''


def install(python: str, folder: Path, *packages: str) -> bool:
    """Whether wheels of the packages are in the folder, now or from before."""
    stamp = folder / 'ready'
    if stamp.exists():
        return True
    shutil.rmtree(folder, ignore_errors=True)
    try:
        done = subprocess.run(
            [python, '-m', 'pip', 'install', '--quiet', '--only-binary=:all:',
             '--disable-pip-version-check', '--target', str(folder), *packages],
            capture_output=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return False
    if done.returncode == 0:
        stamp.touch()
    return done.returncode == 0


def run(version: str, python: str) -> bool:
    """Whether the tests pass on this version; prints its line."""
    home = BENCH / f'python{version}'
    if not install(python, home / 'tests', *PACKAGES):
        print(f'Python {version}: left out, pip cannot install {", ".join(PACKAGES)}',
              flush=True)
        return True
    has_numpy = install(python, home / 'numpy', 'numpy')
    names = TESTS + WITH_NUMPY * has_numpy
    path = os.pathsep.join([str(home / 'tests'), str(home / 'numpy')])
    env = {**os.environ, 'PYTHONPATH': path, 'PYTHONDONTWRITEBYTECODE': '1'}
    command = [python, '-m', 'pytest', '-q', '-p', 'no:cacheprovider',
               *(str(next(CLONE.glob(f'tests/**/test_{name}.py'))) for name in names)]
    try:
        done = subprocess.run(command, cwd=CLONE, env=env, capture_output=True,
                              text=True, timeout=2 * PATIENCE)
    except subprocess.TimeoutExpired:
        print(f'Python {version}: not ready after {2 * PATIENCE} s', flush=True)
        return False
    passed = done.returncode == 0
    last = (done.stdout.strip().splitlines() or ['nothing was printed'])[-1]
    told = '' if has_numpy else f' (no numpy, so without {" and ".join(WITH_NUMPY)})'
    print(f'Python {version}: {last}{told}', flush=True)
    if not passed:
        print(done.stdout[-4000:] + done.stderr[-2000:], flush=True)
    return passed


if __name__ == '__main__':
    sys.exit(main())

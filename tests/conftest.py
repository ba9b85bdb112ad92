"""Settings of all tests."""
import os
import random
import signal

import hypothesis
import pytest

from micrograd.languages import set_language

# Before matplotlib is imported: pictures go into files, never onto a screen.
os.environ['MPLBACKEND'] = 'agg'

# Whatever this computer speaks, and whatever was remembered in lessons/work.
os.environ['LANGUAGE'] = 'en'

# Before numpy is imported: several test processes share the cores, and threads that
# wait for one burn time.
os.environ['OPENBLAS_NUM_THREADS'] = os.environ['OMP_NUM_THREADS'] = '1'

# What a shell starts with & ignores Ctrl-C, and so do its children: the tests that
# interrupt one would wait without end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# A slow machine is no fault of the code.
hypothesis.settings.register_profile('any machine', deadline=None, max_examples=50)
hypothesis.settings.load_profile('any machine')


@pytest.fixture(autouse=True)
def same_weights():
    """A network that a test makes is the same in every run."""
    random.seed(1)


@pytest.fixture(autouse=True)
def no_language_chosen():
    """A command that a test calls chooses none for the tests after it."""
    yield
    set_language(None)


@pytest.fixture(scope='session')
def library_cache(tmp_path_factory):
    """What the compiler builds goes into a folder of the tests' own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv('XDG_CACHE_HOME', str(tmp_path_factory.mktemp('cache')))
        yield


@pytest.fixture
def backend(request, monkeypatch, library_cache):
    """The name of a backend; 'tape' is C too, interpreted instead of built."""
    if request.param != 'tape':
        return request.param
    monkeypatch.setattr('micrograd.compiler.backends.c.LIMIT', -1)
    return 'c'

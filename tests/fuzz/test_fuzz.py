"""The programs that the fuzzer once found wrong, and the fuzzer itself."""
import contextlib
import importlib
import random

import pytest

from tests.fuzz import GENERATORS, program


@pytest.mark.parametrize('path', sorted(program.CASES.glob('*.py')),
                         ids=lambda path: path.stem)
def test_a_program_that_was_wrong_once(path):
    generator = importlib.import_module(f'tests.fuzz.{path.stem.rpartition("_")[0]}')
    assert program.replay(path, generator.check) is None


@pytest.mark.parametrize('name', GENERATORS)
def test_programs_are_repeatable_and_tell_something(name):
    generator = importlib.import_module(f'tests.fuzz.{name}')
    told = 0
    for i in range(10):
        lines = generator.generate(random.Random(f'seed {i}'))
        assert lines == generator.generate(random.Random(f'seed {i}'))
        with contextlib.suppress(program.Skip):
            generator.check(lines)
            told += 1
    assert told

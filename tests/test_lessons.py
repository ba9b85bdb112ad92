"""Every lesson, found by its file: as a script and as cells.

The lessons assert their own numbers; test_lesson.py tests the presenter.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from micrograd.lesson import read_cells

ROOT = Path(__file__).resolve().parent.parent
LESSONS = sorted((ROOT / 'lessons').glob('*.py'))

by_name = pytest.mark.parametrize('lesson', LESSONS, ids=lambda path: path.stem)


def test_lessons_are_numbered_without_gaps():
    numbers = [re.match(r'(\d\d)_[a-z_]+$', path.stem)[1] for path in LESSONS]
    assert numbers == [f'{n:02}' for n in range(1, len(LESSONS) + 1)]


@by_name
def test_runs_straight_through_and_draws_its_pictures(lesson, tmp_path):
    script = shutil.copy(lesson, tmp_path)
    elsewhere = tmp_path / 'elsewhere'
    elsewhere.mkdir()
    run = subprocess.run(
        [sys.executable, script],
        stdin=subprocess.DEVNULL, capture_output=True, encoding='utf-8',
        env={**os.environ, 'PYTHONPATH': str(ROOT), 'PYTHONIOENCODING': 'utf-8'},
        cwd=elsewhere, timeout=300, check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    assert run.stdout.replace('\n', '').isprintable()
    promised = re.findall(r"image\('(.*?)'\)", lesson.read_text('utf-8'))
    drawn = {path.name for path in (tmp_path / 'images').iterdir()}
    assert drawn == set(promised) != set()
    for name in promised:
        assert name.startswith(lesson.stem[:3])
        assert (tmp_path / 'images' / name).stat().st_size > 0
    assert list(elsewhere.iterdir()) == []


@by_name
def test_is_only_cells_with_one_call_of_the_presenter(lesson):
    title, call, *others = read_cells(str(lesson))
    assert title.is_text
    assert title.source[0].startswith(f'# {int(lesson.stem[:2])}. ')
    assert call.source[-1] == 'present()'
    for cell in others:
        source = '\n'.join(cell.source)
        assert not re.search(r'present\(|input\(|sleep\(|\.show\(', source)
        if not cell.is_text:
            # A notebook gets each cell by itself.
            compile(source, str(lesson), 'exec')

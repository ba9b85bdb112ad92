"""`make bench` works: every row runs, and what is missing is said."""
import bench
import pytest
from some import some


@pytest.mark.parametrize('work', some(dict.fromkeys(row.ours for row in bench.ROWS)))
def test_our_side_of_every_row_runs(work):
    if work == 'compiled_c' and not bench.has_c_compiler():
        pytest.skip('there is no C compiler')
    figures = bench.measure_elsewhere(work, bench.CLONE, repetitions=1)
    assert len(figures) == 1
    assert figures[0] > 0


@pytest.fixture
def canned(monkeypatch):
    """Figures without measuring: ours take 2 and 4, the others 4 and 12."""
    monkeypatch.setattr(bench, 'measure_elsewhere', lambda work, folder:
                        [2.0, 4.0] if folder == bench.CLONE else [4.0, 12.0])


def test_the_ratios_say_how_much_more_the_other_takes(canned, monkeypatch, capsys):
    monkeypatch.setattr(bench, 'missing', lambda engine: '')
    bench.main()
    rows = capsys.readouterr().out.splitlines()
    assert sum(row.split()[-4:] == ['3.00', '8.00', '2.00', '2.67'] for row in rows
               ) == len(bench.ROWS)


def test_a_missing_engine_is_named_and_ours_is_measured(canned, monkeypatch, capsys):
    monkeypatch.setattr(bench, 'missing', lambda engine: f'no {engine} here')
    bench.main()
    out = capsys.readouterr().out
    assert 'micrograd 0.1.0 is skipped: no micrograd 0.1.0 here' in out
    assert 'PyTorch is skipped: no PyTorch here' in out
    assert out.count(' 3.00\n') == len(bench.ROWS)


def test_a_row_that_fails_says_which(capsys):
    with pytest.raises(SystemExit, match='no_such_work .* failed'):
        bench.measure_elsewhere('no_such_work', bench.CLONE, repetitions=1)

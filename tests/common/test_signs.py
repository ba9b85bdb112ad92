"""What an output shows whose encoding lacks a sign."""
import ast
import io
import re
import sys

import pytest
from terminal import ROOT

from micrograd.classroom.checker.feedback import MARKS
from micrograd.common.signs import allow_all_signs, as_shown

ENCODINGS = ('gbk', 'cp936', 'cp1252', 'cp437', 'ascii', 'latin-1', 'utf-8')
SCRIPTS = re.compile(  # of which no encoding but their own has anything
    '[\u2e80-\u9fff\uac00-\ud7af\u0400-\u04ff\u3000-\u30ff\uff00-\uffef]')


@pytest.mark.parametrize('encoding, text, shown', [
    ('gbk', '✓ ✗ ░█ −2 x² ✓', '√ × □█ -2 x^2 √'),
    ('gbk', 'f(x) = x³/3 − 2x', 'f(x) = x^3/3 - 2x'),
    ('cp1252', '✓ ✗ ░█ −2 x² ≈ ½', 'ok × .# -2 x² ~ ½'),
    ('cp437', '✓ ✗ ░█ → x²', '√ x ░█ -> x²'),
    ('ascii', '✓ ✗ · ░█ −2 x² 3 × 4', 'ok x . .# -2 x^2 3 x 4'),
    ('ascii', '10⁻⁶ xⁿ⁺¹ 2½ x₁', '10^-6 x^n+1 2 1/2 x1'),
    ('ascii', '“naïve” — don’t… €', '"naive" -- don\'t... ?'),
    ('ascii', 'β ά Σ µs 5 ≤ 6', 'beta alpha sigma us 5 <= 6'),
    ('ascii', '梯度 \udc80', '?? ?'), ('utf-8', '梯度 ✓ \udc80', '梯度 ✓ ?'),
    (None, '梯度 ✓', '梯度 ✓'),
])
def test_stand_ins_keep_the_meaning(encoding, text, shown):
    assert as_shown(text, encoding) == shown


@pytest.mark.parametrize('encoding', ENCODINGS)
def test_passed_and_failed_never_look_alike(encoding):
    shown = [as_shown(mark, encoding) for mark in MARKS.values()]
    assert len({*shown}) == len(shown) and '?' not in shown
    assert as_shown('█', encoding) != as_shown('░', encoding)


@pytest.fixture(scope='module')
def written():
    """Every sign of a text in the package and in a lesson, but for other scripts."""
    texts = set()
    for file in [*ROOT.glob('micrograd/**/*.py'), *ROOT.glob('lessons/*.py')]:
        for node in ast.walk(ast.parse(file.read_text('utf-8'))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                texts |= {*SCRIPTS.sub('', node.value)}
    signs = {sign for sign in texts if sign > '\x7f' and sign.isprintable()}
    return signs - {'\N{REPLACEMENT CHARACTER}'}


@pytest.mark.parametrize('encoding', ENCODINGS)
def test_all_that_is_written_in_english_has_stand_ins(encoding, written):
    assert {'✓', '²', '…'} <= written
    assert {sign for sign in written if '?' in as_shown(sign, encoding)} == set()


def test_streams_that_are_none_of_ours_are_left_alone(monkeypatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, 'stdout', io.TextIOWrapper(raw, 'ascii'))
    monkeypatch.setattr(sys, 'stderr', None)  # a program without a console
    allow_all_signs()
    print('✓', flush=True)
    assert raw.getvalue().split() == [b'ok']
    monkeypatch.setattr(sys, 'stdout', io.StringIO())
    allow_all_signs()
    print('✓')
    assert sys.stdout.getvalue() == '✓\n'

"""The checks of operations: what passes, what does not, and what is never misnamed."""

import re
from pathlib import Path

import pytest

from micrograd.classroom.checker import Check, Exercise, Probe, exercises, judge
from micrograd.classroom.checker.bank.derivatives import forward, rule
from micrograd.classroom.checker.evidence import Evidence
from micrograd.classroom.checker.mistakes import StaleError, formula, twin, written
from micrograd.classroom.checker.process import Report

ALL = exercises()

# Right in another style: what stands in the class after __init__.
RIGHT = {
    'add': """
        def __add__(self, other):
            if not isinstance(other, Value):
                other = Value(other)
            out = Value(self.data + other.data, {self, other})
            def push():
                for operand in (self, other):
                    operand.grad = operand.grad + out.grad
            out._backward = push
            return out
        __radd__ = __add__
    """,
    'mul': """
        def __mul__(self, other):
            if not isinstance(other, Value):
                other = Value(other)
            out = Value(self.data * other.data, [self, other])
            out.slopes = [(self, other.data), (other, self.data)]
            out._backward = out._push
            return out
        def _push(self):
            for operand, slope in self.slopes:
                operand.grad += slope * self.grad
        def __rmul__(self, other):
            return Value(other) * self
    """,
    'sub': """
        def __add__(self, other):
            other = other if isinstance(other, Value) else Value(other)
            out = Value(self.data + other.data, (self, other))
            def _backward():
                self.grad += out.grad
                other.grad += out.grad
            out._backward = _backward
            return out
        def __neg__(self):
            out = Value(-self.data, (self,))
            out._backward = lambda: setattr(self, 'grad', self.grad - out.grad)
            return out
        def __sub__(self, other):
            return self + (-other)
        def __rsub__(self, other):
            return -self + other
    """,
    'div': """
        def __truediv__(self, other):
            if not isinstance(other, Value):
                out = Value(self.data / other, (self,))
                def _backward():
                    self.grad += out.grad / other
            else:
                out = Value(self.data / other.data, (self, other))
                def _backward():
                    share = out.grad / other.data
                    self.grad += share
                    other.grad -= share * out.data
            out._backward = _backward
            return out
        def __rtruediv__(self, other):
            return Value(other).__truediv__(self)
    """,
    'tanh': """
        def tanh(self):
            t = (math.exp(2 * self.data) - 1) / (math.exp(2 * self.data) + 1)
            out = Value(t, (self,))
            def _backward(slope=1 - t ** 2):
                self.grad += slope * out.grad
            out._backward = _backward
            return out
    """,
    'sigmoid': """
        def sigmoid(self):
            e = math.exp(self.data)
            out = Value(e / (e + 1), (self,))
            def _backward():
                self.grad += e / (1 + e) ** 2 * out.grad
            out._backward = _backward
            return out
    """,
    'relu': """
        def relu(self):
            if self.data <= 0:
                return Value(0)
            out = Value(self.data, (self,))
            def _backward():
                self.grad += out.grad
            out._backward = _backward
            return out
    """,
    'maximum': """
        def maximum(self, other):
            other = other if isinstance(other, Value) else Value(other)
            most = max(self.data, other.data)
            winners = [v for v in (self, other) if v.data == most]
            out = Value(most, winners)
            def _backward():
                for winner in winners:
                    winner.grad += out.grad / len(winners)
            out._backward = _backward
            return out
    """,
}

# Wrong in ways that the catalogue does not know: a change of the solution.
UNKNOWN = {
    'the sum of both slopes': ('mul', (
        '+= other.data', '+= (self.data + other.data)')),
    'a gradient cut off': ('mul', (
        '+= other.data * out.grad', '+= min(9, other.data * out.grad)')),
    'one out for all': ('mul', ('        out = Value(', (
        '        global out\n        out = Value('))),
    'cubed': ('div', ('other.data ** 2', 'other.data ** 3')),
    'the absolute base': ('pow', ('self.data ** (', 'abs(self.data) ** (')),
    'an exponent from the example': ('pow', (
        'n * self.data ** (n - 1)', '3 * self.data ** 2')),
    'n squared': ('pow', ('+= n *', '+= n * n *')),
    'half as steep': ('tanh', ('+= (1 -', '+= 0.5 * (1 -')),
    'one slope everywhere': ('sigmoid', ('out.data * (1 - out.data)', '0.25')),
    'soft': ('maximum', ('1.0 if lead > 0', '0.9 if lead > 0')),
    'nothing for one object': ('maximum', (
        '            lead =', '            if self is other:\n                return\n'
        '            lead =')),
    'floats alone': ('exp', ('        out =', (
        '        assert isinstance(self.data, float)\n        out ='))),
    'the sign of a number lost': ('mul', (
        'else Value(other)', 'else Value(abs(other))')),
    'a product with 0 cut off': ('mul', ('        out =', (
        '        if other.data == 0:\n            return Value(0.0)\n        out ='))),
    'capped at six': ('relu', ('(self.data > 0)', '(0 < self.data < 6)')),
}

# No formula fits these, but it shows under which condition they are wrong.
BY_CONDITION = {
    'one out for all': 'results-disturb', 'the absolute base': 'only-negative-operand',
    'nothing for one object': 'only-same-value', 'floats alone': 'only-whole-numbers',
    'a product with 0 cut off': 'only-at-zero', 'capped at six': 'only-some-sizes',
}


def verdict_of(exercise: Exercise, program: str, folder):
    path = folder / f'{exercise.name}.py'
    path.write_text(program, 'utf-8')
    return judge(exercise, path)


def with_methods(exercise: Exercise, methods: str) -> str:
    """The solution with its methods, after __repr__, replaced."""
    head, middle, _ = exercise.right.partition("grad={self.grad})'\n")
    return head + middle + re.sub('^    ', '', methods, flags=re.M)


@pytest.mark.parametrize('name', RIGHT)
def test_another_style_passes(name, tmp_path):
    exercise = ALL[name]
    verdict = verdict_of(exercise, with_methods(exercise, RIGHT[name]), tmp_path)
    assert verdict.status == 'passed', verdict


@pytest.mark.parametrize('what', UNKNOWN)
def test_what_is_not_in_the_catalogue_gets_the_name_of_no_other(what, tmp_path):
    name, (old, new) = UNKNOWN[what]
    exercise = ALL[name]
    assert old in exercise.right
    verdict = verdict_of(exercise, exercise.right.replace(old, new), tmp_path)
    told = verdict.mistake.name if verdict.mistake else None
    assert (verdict.status, told) == ('failed', BY_CONDITION.get(what))
    assert verdict.differences


@pytest.mark.parametrize('program', [
    'from micrograd import Value\n', 'from micrograd.engine import Value\n'])
def test_the_package_cannot_be_asked(program, tmp_path):
    assert verdict_of(ALL['mul'], program, tmp_path).status == 'broken'


@pytest.mark.parametrize('body', ['x.softplus()', 'Value(elementary.softplus(x.data))'])
def test_nor_its_softplus(body, tmp_path):
    program = ('from micrograd import Value\nfrom micrograd import elementary\n'
               f'def softplus(x):\n    return {body}\n')
    assert verdict_of(ALL['softplus'], program, tmp_path).status == 'failed'


def test_a_star_import_of_elementary_works_without_softplus(tmp_path):
    exercise = ALL['softplus']
    program = re.sub('(elementary import).*', r'\1 *', exercise.right)
    assert verdict_of(exercise, program, tmp_path).status == 'passed'


# --- the words of a catalogue ---------------------------------------------------------


SOLUTION = """\
class Value:
    data = 3.0

    def triple(self):
        self.grad += 3 * self.data
"""


def evidence_of(seen: dict, source: str = '') -> Evidence:
    """What a mistake looks at when an exercise of one probe shows this."""
    class Known(Exercise):
        right = SOLUTION
        check = Check(None, {}, None, (), (), ())

    probe = Probe('p', 'v = Value()', ('v.data', 'v.data * 2'), 'step')
    report = Report(ended='end', seen={'p': seen})
    return Evidence(Known(Path('nowhere'), 1), source, [probe], report)


def test_a_formula_fits_where_it_gives_what_is_shown_and_is_wrong():
    shown = evidence_of({'v.data': 9.0, 'v.data * 2': 6.0})
    assert formula('v.data ** 2', 'v.data', 'p')(shown)
    assert formula('3 * math.sqrt(9)', 'v.data', 'p')(shown)
    assert not formula('v.data + 1', 'v.data', 'p')(shown)
    assert not formula('v.data * 2', 'v.data * 2', 'p')(shown)  # it is right
    assert not formula('v.nothing', 'v.data', 'p')(shown)


def test_a_twin_shows_all_that_is_shown():
    change = ('data = 3.0', 'data = 4.0')
    assert twin(change)(evidence_of({'v.data': 4.0, 'v.data * 2': 8.0}))
    assert not twin(change)(evidence_of({'v.data': 4.0, 'v.data * 2': 6.0}))
    assert not twin(change)(evidence_of({'v.data': 3.0, 'v.data * 2': 6.0}))


def test_a_text_that_the_solution_has_not_is_an_error():
    shown = evidence_of({'v.data': 9.0, 'v.data * 2': 6.0})
    for fits in (twin(('no such', '')), forward('no such', ''), rule('1', 'b')):
        with pytest.raises(StaleError, match='the solution'):
            fits(shown)


def test_comments_are_not_code():
    shown = evidence_of({}, 'x = 1  # zero_grad()\n')
    assert written('x = 1')(shown) and not written('zero_grad')(shown)

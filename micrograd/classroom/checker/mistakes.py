"""The words in which a catalogue of mistakes is written.

A mistake is told apart by a predicate on the evidence; here are the makers of
predicates that every family of exercises needs. A family's own ideas stand in its
own module. Put together with all_of, any_of and no, they read as the catalogue does:

    Mistake('no-upstream', all_of(right('one'), formula('b.data', 'a.grad', 'up')), …)

Mistakes that more than one family meets have their texts here: common(name, fits).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from micrograd.classroom.checker.exercise import Mistake, Text
from micrograd.classroom.checker.judge import Evidence, agree
from micrograd.classroom.checker.probes import LONGEST, is_fault

Fits = Callable[[Evidence], bool]


class StaleError(Exception):
    """A text that a mistake replaces in the solution does not stand there any more.

    No ValueError, which a list in the place of a number raises, too: it is ours.
    """


# --- putting predicates together ----------------------------------------------


def all_of(*predicates: Fits) -> Fits:
    """Do all fit? They are asked in turn, up to the first that does not."""
    return lambda e: all(fits(e) for fits in predicates)


def any_of(*predicates: Fits) -> Fits:
    """Does one of them fit?"""
    return lambda e: any(fits(e) for fits in predicates)


def no(predicate: Fits) -> Fits:
    """Does it not fit?"""
    return lambda e: not predicate(e)


# --- what is seen in one probe --------------------------------------------------


def right(probe: str, *expressions: str) -> Fits:
    """Are these expressions of a probe, or else all of it, as in the solution?

    A probe that never ran is not right.
    """
    return lambda e: probe in e.report.seen and e.is_right(probe, *expressions)


def wrong(probe: str, *expressions: str) -> Fits:
    """Did the probe run, and show one of these expressions not as the solution?"""
    return lambda e: probe in e.report.seen and not e.is_right(probe, *expressions)


def wrong_number(probe: str, *expressions: str) -> Fits:
    """Is one of these expressions of a probe a number, but not that of the solution?"""
    return lambda e: any(
        wrong(probe, expression)(e) and is_number(e.yours(probe, expression))
        for expression in expressions
    )


def is_number(value: Any) -> bool:
    """Is this a number, and no fault, text or bool?"""
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def differs(probe: str, expression: str) -> Fits:
    """Does the expression give something, no fault, that is not the solution's?"""

    def fits(e: Evidence) -> bool:
        yours = e.yours(probe, expression)
        return not (yours is None or is_fault(yours) or e.is_right(probe, expression))

    return fits


def shows(probe: str, expression: str, value: Any) -> Fits:
    """Is this what an expression gives: a number up to rounding, a text, a bool?"""
    return lambda e: agree(e.yours(probe, expression), value)


def raises(error: str, message: str = '', *probes: str) -> Fits:
    """Does one of the probes, or else any, fail in this way?

    error: the name of the type; message: a pattern that is searched in its text.
    """

    def fits(e: Evidence) -> bool:
        faults = filter(None, map(e.fault, probes or e.probes))
        return any(
            fault['error'] == error and re.search(message, fault['message'])
            for fault in faults
        )

    return fits


# --- what the file would show if ... ----------------------------------------------


def formula(candidate: str, expression: str, *probes: str) -> Fits:
    """Does the file show for an expression what a candidate gives, in all these probes?

    candidate: an expression too, of the names of the probe and of math, as in
    '(1 - out.data) * out.grad'. It is evaluated beside the solution after the code of
    the probe has run, at the numbers drawn for this file. False if the candidate gives
    the right values, since then it tells nothing.
    """

    def fits(e: Evidence) -> bool:
        pairs = [(e.yours(p, expression), e.ours(p, candidate)) for p in probes]
        same = all(agree(yours, ours) for yours, ours in pairs)
        return same and any(not e.is_right(p, expression) for p in probes)

    return fits


def twin(*changes: tuple[str, str], probes: tuple[str, ...] = ()) -> Fits:
    """Does the file behave like the solution with these texts (old, new) replaced?

    In all that is seen; or in these probes only, one of which has to be wrong. The
    strictest of all predicates: a file with a second mistake has no twin, unless
    the probes leave that one out.

    Raises:
        StaleError: when it is asked, if a text does not occur in the solution.
    """
    return _like(lambda right: replaced(right, *changes), probes)


def variant(code: str, *probes: str) -> Fits:
    """As twin, for the solution with this code after it: a function written anew."""
    return _like(lambda right: f'{right}\n\n{code}', probes)


def _like(wrong_program: Callable[[str], str], probes: tuple[str, ...]) -> Fits:
    def fits(e: Evidence) -> bool:
        program = wrong_program(e.exercise.right)
        if probes and all(e.is_right(probe) for probe in probes):
            return False
        return e.behaves_like(program, *probes)

    return fits


def replaced(source: str, *changes: tuple[str, str]) -> str:
    """A text with texts (old, new) replaced; a StaleError if an old one is missing."""
    for old, new in changes:
        if old not in source:
            raise StaleError(f'{old!r} is not in the solution')
        source = source.replace(old, new)
    return source


# --- what stands in the file --------------------------------------------------


def written(pattern: str) -> Fits:
    """Does a pattern occur in the file, comments apart? (^ and $: of a line.)"""
    return lambda e: bool(re.search(pattern, code_of(e.source), re.MULTILINE))


def code_of(source: str) -> str:
    """The text of a program without its comments (and what looks like one).

    Without blank lines, and no line longer than LONGEST: a pattern may take time that
    grows with the square of what it is tried on.
    """
    lines = (line.partition('#')[0][:LONGEST] for line in source.split('\n'))
    return '\n'.join(line for line in lines if line.strip())


# --- mistakes that more than one family meets -----------------------------------


def common(name: str, fits: Fits, probe: str | None = None) -> Mistake:
    """The mistake of that name in COMMON, with the predicate of an exercise."""
    return Mistake(name, fits, *COMMON[name], probe)


COMMON = {
    'no-return': (
        Text('nothing is returned', '没有返回结果'),
        Text('A function without `return` gives None. What should the caller get?',
             '函数没有 `return` 就会返回 None。调用者应该得到什么？'),
    ),
    'not-a-tuple': (
        Text('(self) is not a tuple', '(self) 不是元组'),
        Text('The operands are given as a tuple. Parentheses alone do not make one: '
             'what does Python want after a single element?',
             '操作数要以元组的形式给出。只有括号并不构成元组：只有一个元素时，'
             'Python 还要求写什么？'),
    ),
    'called-not-stored': (
        Text('_backward is called instead of being stored',
             '_backward 被调用了，而不是被保存'),
        Text('`f()` is the result of a call, `f` is the function. Which of them should '
             'wait in `out._backward` until the backward pass?',
             '`f()` 是调用的结果，`f` 才是函数本身。应当把哪一个存进 `out._backward`，'
             '等反向传播时再用？'),
    ),
    'assert-parenthesis': (
        Text('the parenthesis of isinstance closes too late',
             'isinstance 的右括号位置太靠后'),
        Text('isinstance takes exactly two arguments. Where does its parenthesis have '
             'to close, and what comes after it?',
             'isinstance 只接受两个参数。它的右括号应该写在哪里？后面接什么？'),
    ),
    'overwrite-grad': (
        Text('a gradient is overwritten instead of added',
             '梯度被覆盖，而不是累加'),
        Text('A Value may be used in several places, and each use sends a gradient. '
             'What happens to the first one when the second arrives?',
             '同一个 Value 可能用在好几处，每一处都会传回梯度。第二个梯度到来时，'
             '第一个怎么样了？'),
    ),
    'no-upstream': (
        Text('the upstream gradient out.grad is not used', '没有用到上游梯度 out.grad'),
        Text('The chain rule: local gradient times upstream gradient. Where is the '
             'second factor?',
             '链式法则：局部梯度乘以上游梯度。第二个因子在哪里？'),
    ),
    'tuple-slip': (
        Text('a stray comma has made a tuple', '多了一个逗号，变成了元组'),
        Text('In Python `x = y,` is a tuple with one element. Is there a comma at the '
             'end of a line?',
             '在 Python 里，`x = y,` 得到只有一个元素的元组。'
             '是不是有一行末尾多了逗号？'),
    ),
    'bias-not-in-parameters': (
        Text('the bias is not among the parameters', '偏置不在参数列表里'),
        Text('What parameters() leaves out is never trained. Which Values should be '
             'learned here?',
             'parameters() 漏掉的就永远不会被训练。这里要学习的是哪些 Value？'),
    ),
    'parameters-are-copies': (
        Text('the parameters are copies', '返回的参数是副本'),
        Text('Training changes what parameters() returns. Does the network see that, '
             'if these are other objects with the same numbers?',
             '训练修改的是 parameters() 返回的对象。如果它们只是数值相同的另一些'
             '对象，网络能看到变化吗？'),
    ),
    'position-by-value': (
        Text('two equal numbers are treated as one', '把两个相等的数当成了同一个'),
        Text('`xs.index(x)` finds the first that equals x, and a dict has one entry '
             'for equal keys. What becomes of the second of two equal numbers?',
             '`xs.index(x)` 找到的是第一个等于 x 的，字典里相等的键也只有一项。'
             '两个数相等时，第二个会怎样？'),
    ),
    'parameters-are-numbers': (
        Text('`parameters()` gives numbers, not Values',
             'parameters() 返回的是数，而不是 Value'),
        Text('A number has no gradient, and to change it changes nothing in the '
             'network. Which objects does training need?',
             '数没有梯度，改变它也不会影响网络。训练需要的是什么对象？'),
    ),
}

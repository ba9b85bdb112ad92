"""Slips in the form of an operation: `out`, its `_backward`, `return out`.

The mistakes here do not depend on which operation it is: RESULT tells what is wrong
with what comes out, FORWARD that its number is wrong, CLOSURE (and CLOSURE_OF_TWO, for
two operands) what is wrong with its `_backward`. Wrong formulas stand in
derivatives.py, what goes wrong when a result is used in uses.py.
"""

from __future__ import annotations

import ast
import re

from micrograd.classroom.checker.bank.words import shared
from micrograd.classroom.checker.evidence import Evidence, alike
from micrograd.classroom.checker.exercise import Mistake
from micrograd.classroom.checker.mistakes import (
    Fits,
    all_of,
    any_of,
    is_number,
    near,
    raises,
    shows,
    wrong,
    wrong_number,
)


def operands(e: Evidence) -> list[str]:
    """The names of the operands: ['a', 'b'], or ['a']."""
    return [name for name in 'ab' if f'{name}.grad' in e.probes['one'].show]


# --- what comes out of an operation -------------------------------------------


def returns(*kinds: str) -> Fits:
    """Is the result of one of these types?"""
    return any_of(*(shows('kind', 'type(out).__name__', kind) for kind in kinds))


def gives_value(probe: str, expression: str) -> Fits:
    """Is a Value seen where a number belongs?"""
    return lambda e: e.yours(probe, expression) == {'object': 'Value'}


def is_nested(e: Evidence) -> bool:
    """Is something that is missing defined inside a function or method?"""
    missing = {name.rpartition('.')[2] for name in e.missing}
    return any(
        isinstance(inner, ast.FunctionDef) and inner.name in missing
        for outer in ast.walk(ast.parse(e.source))
        if isinstance(outer, ast.FunctionDef)
        for statement in outer.body for inner in ast.walk(statement)
    )


def given_back(*types: str) -> Fits:
    """Is the result of one of these types, between Values or beside a number?

    Then the experiment itself fails when it touches the result: at no line of the file.
    """
    message = rf"'({'|'.join(types)})' object has no attribute 'grad'"

    def in_experiment(e: Evidence) -> bool:
        return any(
            fault['error'] == 'AttributeError' and fault['line'] is None
            and re.search(message, fault['message'])
            for fault in filter(None, map(e.fault, e.probes))
        )

    return any_of(returns(*types), in_experiment)


def changed(attribute: str) -> Fits:
    """Does the forward pass change this attribute of an operand?"""
    return lambda e: any(
        wrong_number(probe, f'{name}.{attribute}')(e)
        for name in operands(e) for probe in ('operands', 'value elsewhere')
    )


def changed_beside_number(e: Evidence) -> bool:
    """Is the number of an operand another one after it met a plain number alone?"""
    return e.is_right('data afterwards') and any(
        d.expression == 'a.data' and d.probe.step == 'numbers' and is_number(d.yours)
        for d in e.failed)


def is_operand(e: Evidence) -> bool:
    """Is the result the operand itself, in some experiment?"""
    return any(e.yours(probe, 'out is a') is True for probe in e.probes)


def called_not_stored(e: Evidence) -> bool:
    """Is out._backward None, though that of a leaf is a function?"""
    return (
        e.yours('closure', 'out._backward is None') is True
        and e.yours('closure', 'leaf._backward is None') is False
    )


METHOD = r'(Value\.)?(?!__init__)\w+\(\)'  # as in "Value.tanh() takes 0 positional …"
WITHIN = ('value', 'value elsewhere', 'one', 'upstream')

RESULT = (
    Mistake(
        'methods-indented', is_nested,
        'the definition is inside another one',
        'Python finds a method only if it is directly in the class, and a function at '
        'the left margin. How far is your `def` indented?',
        missing=True,
    ),
    shared('assert-parenthesis', raises('TypeError', 'isinstance expected 2 arg')),
    shared('not-a-tuple', raises('TypeError', "'Value' object is not iterable")),
    shared('tuple-slip', any_of(
        given_back('tuple'),
        raises('AttributeError', "'tuple' object has no attribute"))),
    Mistake(
        'calls-itself',
        any_of(*(raises('RecursionError', '', probe) for probe in WITHIN)),
        'the operation calls itself endlessly',
        'An operator between two Values calls your method again. Which numbers should '
        'it work with, inside?',
    ),
    Mistake(
        'wrong-parameters',
        any_of(*(raises('TypeError', f'^{METHOD} (takes|missing)', probe)
                 for probe in WITHIN)),
        'the parameters of the method do not fit the call',
        'For `a * b` Python calls the method with a as self and b as the next '
        'argument. Which parameters does the `def` line name?',
    ),
    shared('no-return', given_back('NoneType')),
    Mistake(
        'returns-float', given_back('float', 'int', 'bool'),
        'a plain number is returned, and the graph ends here',
        'A number does not remember how it was made. What does?',
    ),
    Mistake(
        'returns-closure', given_back('function'),
        'the function _backward is returned instead of out',
        'After `a * b` the program goes on computing. With what?',
    ),
    shared('called-not-stored', called_not_stored),
    Mistake(
        'mutates-operand', any_of(changed('data'), changed_beside_number, is_operand),
        'an operand is changed, or returned as the result',
        'After c = a * b, a still has to be what it was: others use it, too. Where '
        'does the result go?',
    ),
    Mistake(
        'gradient-in-forward', changed('grad'),
        'the forward pass already changes a gradient',
        'While `a * b` is computed nobody knows the upstream gradient. When does the '
        'line with .grad have to run, and where must you write it for that?',
        'operands',
    ),
    Mistake(
        'value-in-data',
        any_of(gives_value('value', 'out.data'),
               raises('TypeError', 'takes a number, got Value', 'value')),
        'a Value is stored in .data instead of a number',
        '`.data` is a plain number. Which part of the operands must be used to '
        'compute it?',
    ),
    Mistake(
        'value-for-number',
        any_of(
            *(raises('TypeError', pattern, probe) for probe in WITHIN for pattern in (
                'must be real number, not Value', 'Value does not turn into a plain',
                "supported .*'Value'",
                "bad operand type for .*'Value'")),
            gives_value('one', 'a.grad'), gives_value('one', 'b.grad'),
        ),
        'a Value is used instead of its number',
        'Inside an operation and its _backward everything is plain numbers. Which '
        'attribute of a Value holds its number?',
    ),
)

def far_off(probe: str) -> Fits:
    """Is out.data another number, not only in its last digits?"""
    return all_of(wrong_number(probe, 'out.data'), lambda e: not near(
        e.yours(probe, 'out.data'), e.right[probe]['out.data']))


FORWARD = (
    Mistake(
        'wrong-forward',
        any_of(far_off('value'), far_off('value elsewhere')),
        'the value itself is wrong (out.data)',
        'Leave the gradients aside for a moment: what should the result be for these '
        'numbers? Work it out by hand.',
    ),
)


# --- the closure ----------------------------------------------------------------

SENT = ('one', 'upstream', 'elsewhere')  # where operands get a gradient


def changes_out(e: Evidence) -> bool:
    """Is out.data another number after the pass than before?"""
    before, after = (e.yours(probe, 'out.data')
                     for probe in ('value', 'data afterwards'))
    return is_number(before) and is_number(after) and not alike(before, after)


def never_attached(e: Evidence) -> bool:
    """Is out._backward what a leaf has?"""
    same = e.yours('closure', 'out._backward.__code__ is leaf._backward.__code__')
    return same is True


def attached_to_operand(e: Evidence) -> bool:
    """Is out._backward what a leaf has, but not that of an operand?

    The pass visits the operand, too: of a single result it may come out right.
    """
    same = e.yours('closure', 'a._backward.__code__ is leaf._backward.__code__')
    return same is False and never_attached(e)


def nothing_arrives(e: Evidence) -> bool:
    """Do all operands keep the gradient that they had, where they should not?"""
    is_wrong = any(wrong(probe)(e) for probe in SENT)
    return is_wrong and all(stays(e, name) for name in operands(e))


def stays(e: Evidence, name: str) -> bool:
    """Is the gradient of an operand left as it was in every experiment?"""
    grad = f'{name}.grad'
    before = e.ours('operands', grad)  # the same preset, no backward pass
    return alike(e.yours('preloaded', grad), before) and all(
        alike(e.yours(probe.name, grad), 0) for probe in e.probes.values()
        if probe.step in ('gradient', 'corner') and grad in probe.show
    )


def one_side_only(e: Evidence) -> bool:
    """Does one operand never get anything, where it should, and the other does?"""
    return any(
        stays(e, loser)
        and any(wrong(probe, f'{loser}.grad')(e) for probe in SENT)
        and any(wrong_number(probe, f'{other}.grad')(e)
                or not alike(e.yours(probe, f'{other}.grad'), 0) for probe in SENT)
        for other, loser in ('ab', 'ba')
    )


def one_gets_all(e: Evidence) -> bool:
    """Does one operand get what belongs to both, and the other nothing?"""
    return any(
        any(wrong(probe, f'{loser}.grad')(e) for probe in SENT) and all(
            alike(e.yours(probe, f'{loser}.grad'), 0)
            and alike(e.yours(probe, f'{taker}.grad'),
                      e.right[probe]['a.grad'] + e.right[probe]['b.grad'])
            for probe in SENT)
        for taker, loser in ('ab', 'ba')
    )


CLOSURE = (
    Mistake(
        'closure-takes-args',
        raises('TypeError', r'<locals>\.\S+\(\) (missing|takes)'),
        '_backward has parameters, but is called with none',
        'The backward pass says just `node._backward()`. A function inside a method '
        'sees the names around it: what is left to pass?',
    ),
    Mistake(
        'numbers-as-parents',
        raises('AttributeError', r"'(int|float)' object has no attribute '_prev'"),
        'a plain number is among the operands of out',
        'The backward pass follows the operands from Value to Value. What are they in '
        'the tuple that you give?',
    ),
    Mistake(
        'attached-to-operand', attached_to_operand,
        'the closure is stored on an operand instead of on out',
        'Which Value knows how it was made: the operand, or the result? That one '
        'passes the gradient back.',
    ),
    Mistake(
        'never-attached', never_attached,
        '`out` never gets a `_backward` of its own',
        'The backward pass calls `out._backward()`. Where does out learn which '
        'function that is?',
        'one',
    ),
    Mistake(
        'writes-out-grad', wrong_number('upstream', 'out.grad'),
        '_backward changes out.grad',
        'When `_backward` runs, out.grad is known. In which direction does the '
        'gradient flow from there?',
        'upstream',
    ),
    Mistake(
        'closure-changes-data',
        any_of(wrong_number('data afterwards', 'a.data', 'b.data'), changes_out),
        '_backward changes data',
        'The backward pass only fills in gradients. Which attribute belongs on the '
        'left of +=?',
        'data afterwards',
    ),
    Mistake(
        'nothing-added', nothing_arrives,
        '_backward runs, but no operand gets a gradient',
        'The line has to change the attribute .grad of an operand itself, and to read '
        'out.grad at the time when it runs. Does yours do both?',
        'upstream',
    ),
)

CLOSURE_OF_TWO = (
    Mistake(
        'one-gets-all', one_gets_all,
        'both gradients go to the same operand',
        'There are two lines, one for each operand. Whose .grad does each of them '
        'change?',
        'upstream',
    ),
    Mistake(
        'one-side-only', one_side_only,
        'only one of the two operands gets a gradient',
        'The result depends on both operands. What does the other one get?',
        'upstream',
    ),
)

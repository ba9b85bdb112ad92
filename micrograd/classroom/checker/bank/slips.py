"""Slips in the form of an operation: `out`, its `_backward`, `return out`.

The mistakes here do not depend on which operation it is: RESULT tells what is wrong
with what comes out, FORWARD that its number is wrong, CLOSURE (and CLOSURE_OF_TWO, for
two operands) what is wrong with its `_backward`. Wrong formulas stand in
derivatives.py, what goes wrong when a result is used in uses.py.
"""

from __future__ import annotations

import ast
import re

from micrograd.classroom.checker.exercise import Mistake, Text
from micrograd.classroom.checker.judge import Evidence, agree
from micrograd.classroom.checker.mistakes import (
    Fits,
    any_of,
    common,
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
        Text('the definition is inside another one', '定义写到了另一个定义里面'),
        Text('Python finds a method only if it is directly in the class, and a '
             'function at the left margin. How far is your `def` indented?',
             '方法要直接写在类里，函数要顶格写，Python 才找得到。'
             '你的 `def` 缩进了多少？'),
        missing=True,
    ),
    common('assert-parenthesis', raises('TypeError', 'isinstance expected 2 arg')),
    common('not-a-tuple', raises('TypeError', "'Value' object is not iterable")),
    common('tuple-slip', any_of(
        given_back('tuple'),
        raises('AttributeError', "'tuple' object has no attribute"))),
    Mistake(
        'calls-itself',
        any_of(*(raises('RecursionError', '', probe) for probe in WITHIN)),
        Text('the operation calls itself endlessly', '这个运算无限地调用自己'),
        Text('An operator between two Values calls your method again. Which numbers '
             'should it work with, inside?',
             '两个 Value 之间的运算符会再次调用你写的方法。在方法内部，'
             '应当用哪些数来计算？'),
    ),
    Mistake(
        'wrong-parameters',
        any_of(*(raises('TypeError', f'^{METHOD} (takes|missing)', probe)
                 for probe in WITHIN)),
        Text('the parameters of the method do not fit the call',
             '方法的参数与调用不符'),
        Text('For `a * b` Python calls the method with a as self and b as the next '
             'argument. Which parameters does the `def` line name?',
             '对于 `a * b`，Python 以 a 作为 self、b 作为下一个参数来调用方法。'
             '`def` 那一行写了哪些参数？'),
    ),
    common('no-return', given_back('NoneType')),
    Mistake(
        'returns-float', given_back('float', 'int', 'bool'),
        Text('a plain number is returned, and the graph ends here',
             '返回的是普通的数，计算图到此中断'),
        Text('A number does not remember how it was made. What does?',
             '数不会记得自己是怎么算出来的。什么才会？'),
    ),
    Mistake(
        'returns-closure', given_back('function'),
        Text('the function _backward is returned instead of out',
             '返回的是函数 _backward，而不是 out'),
        Text('After `a * b` the program goes on computing. With what?',
             '写下 `a * b` 的人还要接着往下算。他需要拿到什么？'),
    ),
    common('called-not-stored', called_not_stored),
    Mistake(
        'mutates-operand', any_of(changed('data'), is_operand),
        Text('an operand is changed, or returned as the result',
             '操作数被修改，或者被当作结果返回'),
        Text('After c = a * b, a still has to be what it was: others use it, too. '
             'Where does the result go?',
             '执行 c = a * b 之后，a 应当保持不变：别处还要用它。结果应该放在哪里？'),
    ),
    Mistake(
        'gradient-in-forward', changed('grad'),
        Text('the forward pass already changes a gradient', '前向传播时就改动了梯度'),
        Text('While `a * b` is computed nobody knows the upstream gradient. When does '
             'the line with .grad have to run, and where must you write it for that?',
             '计算 `a * b` 的时候还没有上游梯度。带 .grad 的那一行应该在什么时候运行，'
             '因此应该写在哪里？'),
        'operands',
    ),
    Mistake(
        'value-in-data',
        any_of(gives_value('value', 'out.data'),
               raises('TypeError', 'takes a number, got Value', 'value')),
        Text('a Value is stored in .data instead of a number',
             '.data 里存的是 Value，而不是数'),
        Text('`.data` is a plain number. Which part of the operands must be used to '
             'compute it?',
             '`.data` 是普通的数。计算它的时候，应该用操作数的哪一部分？'),
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
        Text('a Value is used instead of its number', '该用数的地方用了 Value'),
        Text('Inside an operation and its _backward everything is plain numbers. '
             'Which attribute of a Value holds its number?',
             '运算内部和它的 _backward 里，用的都是普通的数。'
             'Value 的哪个属性存着它的数？'),
    ),
)

FORWARD = (
    Mistake(
        'wrong-forward',
        any_of(wrong_number('value', 'out.data'),
               wrong_number('value elsewhere', 'out.data')),
        Text('the value itself is wrong (out.data)', '前向传播的值不对（out.data）'),
        Text('Leave the gradients aside for a moment: what should the result be for '
             'these numbers? Work it out by hand.',
             '先不管梯度：对这些数，结果应该是多少？动手算一算。'),
    ),
)


# --- the closure ----------------------------------------------------------------

SENT = ('one', 'upstream', 'elsewhere')  # where operands get a gradient


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
    return agree(e.yours('preloaded', grad), before) and all(
        agree(e.yours(probe.name, grad), 0) for probe in e.probes.values()
        if probe.step in ('gradient', 'corner') and grad in probe.show
    )


def one_side_only(e: Evidence) -> bool:
    """Does one operand never get anything, where it should, and the other does?"""
    return any(
        stays(e, loser)
        and any(wrong(probe, f'{loser}.grad')(e) for probe in SENT)
        and any(wrong_number(probe, f'{other}.grad')(e)
                or not agree(e.yours(probe, f'{other}.grad'), 0) for probe in SENT)
        for other, loser in ('ab', 'ba')
    )


def one_gets_all(e: Evidence) -> bool:
    """Does one operand get what belongs to both, and the other nothing?"""
    return any(
        any(wrong(probe, f'{loser}.grad')(e) for probe in SENT) and all(
            agree(e.yours(probe, f'{loser}.grad'), 0)
            and agree(e.yours(probe, f'{taker}.grad'),
                      e.right[probe]['a.grad'] + e.right[probe]['b.grad'])
            for probe in SENT)
        for taker, loser in ('ab', 'ba')
    )


CLOSURE = (
    Mistake(
        'closure-takes-args',
        raises('TypeError', r'<locals>\.\S+\(\) (missing|takes)'),
        Text('_backward has parameters, but is called with none',
             '_backward 带有参数，但调用时不传任何参数'),
        Text('The backward pass says just `node._backward()`. A function inside a '
             'method sees the names around it: what is left to pass?',
             '反向传播只会写 `node._backward()`。写在方法里面的函数看得见外面的变量：'
             '还需要传什么呢？'),
    ),
    Mistake(
        'numbers-as-parents',
        raises('AttributeError', r"'(int|float)' object has no attribute '_prev'"),
        Text('a plain number is among the operands of out',
             'out 的操作数里混进了普通的数'),
        Text('The backward pass follows the operands from Value to Value. What are '
             'they in the tuple that you give?',
             '反向传播沿着操作数从 Value 走到 Value。你给出的元组里放的是什么？'),
    ),
    Mistake(
        'attached-to-operand', attached_to_operand,
        Text('the closure is stored on an operand instead of on out',
             '闭包存到了操作数上，而不是 out 上'),
        Text('Which Value knows how it was made: the operand, or the result? That one '
             'passes the gradient back.',
             '哪一个 Value 知道自己是怎么得来的：操作数，还是结果？梯度就由它传回去。'),
    ),
    Mistake(
        'never-attached', never_attached,
        Text('`out` never gets a `_backward` of its own',
             'out 没有得到自己的 _backward'),
        Text('The backward pass calls `out._backward()`. Where does out learn which '
             'function that is?',
             '反向传播会调用 `out._backward()`。是谁告诉 out 该用哪个函数？'),
        'one',
    ),
    Mistake(
        'writes-out-grad', wrong_number('upstream', 'out.grad'),
        Text('_backward changes out.grad', '_backward 修改了 out.grad'),
        Text('When `_backward` runs, out.grad is known. In which direction does the '
             'gradient flow from there?',
             '`_backward` 运行时，out.grad 已经有了。梯度从这里往哪个方向流动？'),
        'upstream',
    ),
    Mistake(
        'closure-changes-data',
        wrong_number('data afterwards', 'a.data', 'b.data', 'out.data'),
        Text('_backward changes data', '_backward 修改了 data'),
        Text('The backward pass only fills in gradients. Which attribute belongs on '
             'the left of +=?',
             '反向传播只负责填写梯度。+= 的左边应该是哪个属性？'),
        'data afterwards',
    ),
    Mistake(
        'nothing-added', nothing_arrives,
        Text('_backward runs, but no operand gets a gradient',
             '_backward 运行了，但没有操作数得到梯度'),
        Text('The line has to change the attribute .grad of an operand itself, and to '
             'read out.grad at the time when it runs. Does yours do both?',
             '这一行必须真正修改操作数的 .grad 属性，而且要在运行的那一刻读取 '
             'out.grad。你的代码两点都做到了吗？'),
        'upstream',
    ),
)

CLOSURE_OF_TWO = (
    Mistake(
        'one-gets-all', one_gets_all,
        Text('both gradients go to the same operand', '两份梯度都给了同一个操作数'),
        Text('There are two lines, one for each operand. Whose .grad does each of '
             'them change?',
             '一共有两行，每个操作数一行。它们各自修改的是谁的 .grad？'),
        'upstream',
    ),
    Mistake(
        'one-side-only', one_side_only,
        Text('only one of the two operands gets a gradient',
             '两个操作数中只有一个得到了梯度'),
        Text('The result depends on both operands. What does the other one get?',
             '结果与两个操作数都有关。另一个应该得到什么？'),
        'upstream',
    ),
)

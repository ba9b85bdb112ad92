"""What goes wrong when a slope is measured: the family of slope and gradient_check.

A central difference can be written wrongly in many ways; each is a formula of f at
other places, `at(by)` being f at x + by. They are compared at a wide step h, where
no two of them agree.
"""

from __future__ import annotations

from micrograd.classroom.checker.bank.graphs import walking
from micrograd.classroom.checker.exercise import Mistake, Text
from micrograd.classroom.checker.judge import Evidence
from micrograd.classroom.checker.mistakes import Fits, any_of, common, formula

ONE = '(lambda at: {pattern})(lambda by: f(x + by))'
EACH = ('[(lambda at: {pattern})(lambda by: f(*[{wrap}(v + by * (i == j)) '
        'for j, v in enumerate(xs)]){data}) for i in range(len(xs))]')
FLOATS = EACH.replace('{wrap}', '').replace('{data}', '')
VALUES = EACH.replace('{wrap}', 'Value').replace('{data}', '.data')


def differences(*places: tuple[str, str, str]) -> tuple[Mistake, ...]:
    """The mistakes of PATTERNS, first all of the first place.

    places: probe, expression, and how a pattern is evaluated there: ONE, FLOATS or
    VALUES. The probe knows f, h and x or xs.
    """
    return tuple(
        Mistake(name, any_of(*(
            formula(form.replace('{pattern}', pattern), expression, probe)
            for pattern in patterns
        )), title, hint, probe)
        for probe, expression, form in places
        for name, patterns, title, hint in PATTERNS
    )


PATTERNS = (
    ('forward-difference', ('(at(h) - at(0)) / h',),
     Text('measured on the right side of x only', '只在 x 的右侧测量'),
     Text('From x to x + h is one side of x alone. Which two places have x in their '
          'middle?',
          '从 x 到 x + h 只在 x 的一侧。哪两个位置以 x 为中点？')),
    ('backward-difference', ('(at(0) - at(-h)) / h',),
     Text('measured on the left side of x only', '只在 x 的左侧测量'),
     Text('From x - h to x is one side of x alone. Which two places have x in their '
          'middle?',
          '从 x - h 到 x 只在 x 的一侧。哪两个位置以 x 为中点？')),
    ('divided-by-h', ('(at(h) - at(-h)) / h',),
     Text('divided by h, the distance is longer', '除数是 h，但实际距离比 h 长'),
     Text('A slope is rise over run. How far is it from x - h to x + h?',
          '斜率等于高度差除以水平距离。从 x - h 到 x + h 有多远？')),
    ('divided-by-2h-one-side',
     ('(at(h) - at(0)) / (2 * h)', '(at(0) - at(-h)) / (2 * h)'),
     Text('one step, but divided by two', '只走了一步，除的却是两步的距离'),
     Text('How far apart are the two places at which you evaluate f? The run has to be '
          'that distance.',
          '你计算 f 的两个位置相距多远？分母应该正好是这段距离。')),
    ('not-divided', ('at(h) - at(-h)', 'at(h) - at(0)'),
     Text('the rise, not divided by the run', '只有高度差，没有除以水平距离'),
     Text('With half the step the rise is half as large. What must you do so that the '
          'result does not depend on h?',
          '步长减半，高度差也减半。怎样才能让结果不依赖 h？')),
    ('divided-by-2', ('(at(h) - at(-h)) / 2', '(at(h) - at(-h)) / 2 * h'),
     Text('divided by 2, not by 2h', '除的是 2，而不是 2h'),
     Text('Python reads / and * from left to right: what is 12 / 2 * 3? And which '
          'length should be below the line?',
          'Python 从左到右计算 / 和 *：12 / 2 * 3 等于多少？分母应该是多长？')),
    ('parentheses-missing',
     ('at(h) - at(-h) / (2 * h)', 'at(h) - at(-h) / 2 * h', 'at(h) - at(-h) / h'),
     Text('only the second value is divided', '只有后一个值做了除法'),
     Text('Python divides before it subtracts. What should be divided here?',
          'Python 先做除法，再做减法。这里应该被除的是什么？')),
    ('sign-of-difference', ('(at(-h) - at(h)) / (2 * h)',),
     Text('the sign is wrong: left minus right', '符号反了：用左边减去了右边'),
     Text('f(x) = x goes up. Which sign does your slope have there, and which value '
          'is taken from which?',
          'f(x) = x 是上升的。你算出的斜率是什么符号？是谁减去谁？')),
    ('step-halved',
     ('(at(h / 2) - at(-h / 2)) / h', '(at(2 * h) - at(-2 * h)) / (4 * h)'),
     Text('measured at places other than x - h and x + h',
          '测量的位置不是 x - h 和 x + h'),
     Text('A fair slope, but h says how far each of the two places is from x.',
          '这样算出的也是斜率，但 h 指的是两个位置各自到 x 的距离。')),
    ('floor-division', ('(at(h) - at(-h)) // (2 * h)',),
     Text('// rounds the slope down', '// 把斜率向下取整了'),
     Text('What is 7 // 2 in Python, and what is 7 / 2?',
          '在 Python 里，7 // 2 是多少？7 / 2 呢？')),
    ('sum-of-values', ('(at(h) + at(-h)) / (2 * h)',),
     Text('the values are added, not subtracted', '两个函数值相加了，而不是相减'),
     Text('What should the slope of a constant function be, and what do you get?',
          '常数函数的斜率应该是多少？你得到的是多少？')),
)


# The numbers before the i-th stay where they were moved to, up or down.
STAYING = ('[(f(*[{wrap}(v + h * ((j == i) {upper} (j < i)))'
           ' for j, v in enumerate(xs)]){data}'
           ' - f(*[{wrap}(v - h * ((j == i) {lower} (j < i)))'
           ' for j, v in enumerate(xs)]){data}) / (2 * h) for i in range(len(xs))]')
LAST = ('[(f(*xs[:-1], {wrap}(x + h)){data} - f(*xs[:-1], {wrap}(x - h)){data})'
        ' / (2 * h) for x in xs]')


def of_positions(probe: str, expression: str, form: str) -> tuple[Mistake, ...]:
    """The mistakes of whoever moves the wrong numbers of several, or too many.

    form: FLOATS or VALUES.
    """
    wrap, data = ('', '') if form == FLOATS else ('Value', '.data')

    def measured(pattern: str, **signs: str) -> Fits:
        for name, text in {'wrap': wrap, 'data': data, **signs}.items():
            pattern = pattern.replace(f'{{{name}}}', text)
        return formula(pattern, expression, probe)

    return (
        several('inputs-stay-moved', any_of(*(
            measured(STAYING, upper=upper, lower=lower)
            for upper, lower in (('-', '+'), ('+', '-'), ('+', '+'))
        )), probe),
        several('late-binding', any_of(
            formula(f'[{expression}[-1]] * len(xs)', expression, probe), measured(LAST)
        ), probe),
    )


def equal_numbers(probe: str, expression: str) -> Mistake:
    """position-by-value, in a probe with equal xs and an f of degree two at most.

    The first of two equal numbers moves in the place of the second, or the last of the
    first, or all move together.
    """
    last = 'len(xs) - 1 - xs[::-1].index(x)'
    return common('position-by-value', any_of(*(
        formula(f'[{each} for x in xs]', expression, probe)
        for each in (f'{expression}[xs.index(x)]', f'{expression}[{last}]',
                     f'sum(s for s, y in zip({expression}, xs) if y == x)')
    )), probe)


def too_many(expression: str, *probes: str) -> Mistake:
    """state-kept: in one of these probes the list has more slopes than there are xs."""

    def fits(e: Evidence) -> bool:
        pairs = [(e.yours(p, expression), e.right[p][expression]) for p in probes]
        return any(isinstance(yours, list) and len(yours) > len(ours)
                   for yours, ours in pairs)

    return walking('state-kept', fits, probes[0])


def several(name: str, fits: Fits, probe: str) -> Mistake:
    """The mistake of that name in SEVERAL, with the predicate of an exercise."""
    return Mistake(name, fits, *SEVERAL[name], probe)


SEVERAL = {
    'inputs-stay-moved': (
        Text('a number that was moved is not put back', '移动过的数没有放回原处'),
        Text('While the second number moves, where is the first one? Print the list at '
             'each call of f.',
             '第二个数移动时，第一个数在哪里？每次调用 f 时把列表打印出来看看。'),
    ),
    'late-binding': (
        Text('every slope is measured along the last number',
             '每个斜率都是沿最后一个数测量的'),
        Text('A function made in a loop looks i up when it is called, not when it is '
             'made. What is i by then?',
             '循环里创建的函数，是在被调用时才去查 i，而不是在创建时。'
             '那时 i 是多少？'),
    ),
    'all-moved-at-once': (
        Text('all numbers move at the same time', '所有数同时移动了'),
        Text('The slope in the direction of one number: what do the others do '
             'meanwhile?',
             '求某一个数方向上的斜率时，其他的数应该怎样？'),
    ),
    'first-one-only': (
        Text('only one of the inputs is used', '只处理了其中一个输入'),
        Text('A `return` inside a loop ends the loop. How many times does the body '
             'run?',
             '循环里的 `return` 会结束整个循环。循环体运行了几次？'),
    ),
    'list-not-unpacked': (
        Text('`f` gets one list instead of several numbers',
             'f 收到的是一个列表，而不是几个数'),
        Text('f is called as f(3.0, 5.0). What does a star do in front of a list?',
             'f 的调用方式是 f(3.0, 5.0)。列表前面加一个星号有什么作用？'),
    ),
    'same-place-twice': (
        Text('every slope is 0: both values are the same',
             '斜率全是 0：两个函数值相同'),
        Text('Two names may stand for one list: `right = xs` copies nothing. At which '
             'two places is f really evaluated?',
             '两个名字可能指向同一个列表：`right = xs` 并不复制。'
             'f 实际上是在哪两个位置计算的？'),
    ),
    'changes-the-list': (
        Text("the caller's list is changed", '修改了调用者的列表'),
        Text('A list that is passed in is not copied. What does the caller find in it '
             'afterwards?',
             '传进来的列表并没有被复制。函数结束后，调用者会在里面看到什么？'),
    ),
}

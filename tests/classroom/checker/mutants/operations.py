"""Operations made wrong: the slips that may happen in each of them.

They change lines of the solutions; the loops make the mutants. What is wrong with one
operation alone stands beside its exercise.
"""

import re
from textwrap import indent

from micrograd.classroom.checker import exercises
from micrograd.classroom.checker.bank.slips import RESULT
from mutants.programs import Mutant

BINARY = ('add', 'mul', 'sub', 'div', 'maximum')
REFLECTED = {'add': '__radd__', 'mul': '__rmul__', 'sub': '__rsub__',
             'div': '__rtruediv__'}


def lines_of(exercise):
    """The lines of the closure in a solution: for self, for other."""
    return re.findall(r'\w+\.grad \+= .*', exercises()[exercise].right)


def number_of(exercise):
    """The number of an operation, as it stands in the line that makes out."""
    return re.search(r'out = Value\((.*?), \(', exercises()[exercise].right)[1]


def method_of(exercise):
    """What the class has to define; '' where a function is asked for."""
    return exercises()[exercise].check.needs[0].partition('Value.')[2]


OPERATIONS = sorted((name for name, exercise in exercises().items()
                     if RESULT[0] in exercise.check.mistakes),
                    key=lambda name: name not in BINARY)
LINES = {name: lines_of(name) for name in OPERATIONS}
METHODS = {name: method_of(name) for name in OPERATIONS if method_of(name)}
DATA = {name: number_of(name) for name in METHODS}
UNARY = tuple(name for name in LINES if name not in BINARY)
DEF = '        def _backward():\n'
ATTACH = '        out._backward = _backward\n'
RETURN = '        return out\n'

SLIPS = []


def wrong(exercise, mistake, *changes, family=()):
    """A mutant; of softplus, a function, with its own indents."""
    if exercise == 'softplus':
        changes = [map(as_function, change) for change in changes]
    changes = tuple(map(tuple, changes))
    return Mutant(exercise, mistake, changes, family)


def wrong_rules(exercise, table):
    """Mutants with another right side of the line for self (and of that for other)."""
    for mistake, rules in table.items():
        for values in rules:
            values = values if isinstance(values, tuple) else (values,)
            yield wrong(exercise, mistake, *(
                (line, f'{line.partition(" += ")[0]} += {value}')
                for line, value in zip(lines_of(exercise), values) if value))


def add(*mutant, **family):
    """Put a slip into the bank."""
    SLIPS.append(wrong(*mutant, **family))


def as_function(text):
    """Lines of a method as they stand in a function of x."""
    return text.replace('\n    ', '\n').removeprefix('    ').replace('self', 'x')

# --- slips in the form, in every operation ----------------------------------------

FORM = (
    ('called-not-stored', (ATTACH, '        out._backward = _backward()\n')),
    ('never-attached', (ATTACH, '')),
    ('attached-to-operand', (ATTACH, '        self._backward = _backward\n')),
    ('returns-float', (RETURN, '        return out.data\n')),
    ('returns-closure', (RETURN, '        return _backward\n')),
    ('tuple-slip', (RETURN, '        return out,\n')),
    ('nothing-added', ('* out.grad', '* upstream'),
     (DEF, f'        upstream = out.grad\n{DEF}')),
    ('mutates-operand', (DEF, f'        self.data = out.data\n{DEF}')),
    ('unknown-name', (ATTACH, '        out._backward = backward\n')),
)
VARIANTS = (  # the same slip in two shapes, by turns
    (('closure-takes-args', (DEF, '        def _backward(self):\n')),
     ('no-return', (RETURN, ''))),
    (('closure-takes-args', (DEF, '        def _backward(out):\n')),
     ('no-return', (f'{ATTACH}\n{RETURN}', f'            return out\n{ATTACH}'))),
)
for turn, (exercise, lines) in enumerate(LINES.items()):
    for mistake, *changes in FORM + VARIANTS[turn % 2]:
        if exercise in ('add', 'sub') and len(changes) == 2:
            changes[0] = ('out.grad\n', 'upstream\n')
        add(exercise, mistake, *changes)
    for nth, line in enumerate(lines):
        target, _, value = line.partition(' += ')
        local = value.removesuffix(' * out.grad')
        add(exercise, 'overwrite-grad', (line, f'{target} ={"+" * nth} {value}'))
        add(exercise, 'wrong-sign', (line, f'{target} -= {value}'))
        if local != value:
            add(exercise, 'no-upstream', (line, f'{target} += {local}'))
            # the second operand of maximum gets nothing at once: seen as one-sided
            add(exercise, 'own-grad-for-upstream',
                (line, f'{target} += {local} * {target}'),
                family=('one-side-only',) if exercise == 'maximum' else ())
    line = lines[turn % len(lines)]  # the rest for one operand, in turn
    target, _, value = line.partition(' += ')
    local = value.removesuffix(' * out.grad')
    add(exercise, 'upstream-twice', (line, f'{line} * out.grad'))
    add(exercise, 'closure-changes-data',
        (line, f'{line}\n            {target.replace("grad", "data")} += 0.5'))
    add(exercise, 'unknown-attribute', (line, line.replace('.grad', '.gard')))
    if local != value:
        add(exercise, 'upstream-added', (line, f'{target} += {local} + out.grad'))
        add(exercise, 'data-for-upstream', (line, f'{target} += {local} * out.data'))
    add(exercise, 'writes-out-grad', (lines[0], lines[0].replace('self', 'out'))
        if exercise != 'softplus' else (lines[0], f'out{lines[0][1:]}'))
    add(exercise, 'unbound-local', (lines[0], 'grad += out.grad'))
    add(exercise, 'nothing-added', *(
        (line, 'grad = ' + line.partition(' += ')[2]) for line in lines))

for exercise in ('add', 'sub'):  # the local gradient is 1, and seldom written
    for mistake, value in (('upstream-added', '1 + out.grad'),
                           ('data-for-upstream', 'out.data'),
                           ('own-grad-for-upstream', 'self.grad'),
                           ('output-for-local', 'out.data * out.grad')):
        add(exercise, mistake, (LINES[exercise][0], f'self.grad += {value}'))

# --- slips in the methods of the student's own Value ------------------------------

for exercise, data in DATA.items():
    method = METHODS[exercise]
    operands = '(self, other)' if exercise in BINARY else '(self,)'
    made = f'{data}, {operands}'
    add(exercise, 'no-parents', (made, data))
    add(exercise, 'no-parents', (f'{made}, ', f'{data}, _op='))
    add(exercise, 'value-in-data', (made, f'Value({data}), {operands}'))
    add(exercise, 'wrong-forward', (data, f'{data} + 1'))
    add(exercise, 'returns-float', (DEF, f'        return {data}\n{DEF}'))
    add(exercise, 'numbers-as-parents',
        (made, f'{data}, {operands.replace("self", "self.data")}'))
    add(exercise, 'self-forgotten', (data, data.replace('self.', '')))
    add(exercise, 'gradient-in-forward',
        (DEF, f'        self.grad += self.data\n{DEF}'))
    add(exercise, 'results-disturb',
        ('        out = ', '        self.out = out = '),
        ('* out.grad', '* self.out.grad') if exercise not in ('add', 'sub') else
        ('= out.grad', '= self.out.grad'))
    source = exercises()[exercise].right
    body = source[source.index(f'    def {method}('):]
    add(exercise, 'methods-indented', (
        body, f'    def backward(self):\n        pass\n\n{indent(body, "    ")}'))
    if exercise in BINARY:
        add(exercise, 'wrong-parameters', (f'{method}(self, other)', f'{method}(self)'))
        add(exercise, 'missing-parent', (made, f'{data}, (self,)'))
        add(exercise, 'missing-parent', (made, f'{data}, (other,)'))
        add(exercise, 'not-a-tuple', (made, f'{data}, self'))
        add(exercise, 'tuple-slip', (f'{made}, ', f'{data}, {operands}),  # '))
    else:
        if exercise == 'pow':
            add(exercise, 'wrong-parameters', ('(self, n)', '(self)'))
        else:
            add(exercise, 'wrong-parameters',
                (f'{method}(self', f'{method}(self, other'))
            add(exercise, 'without-self', (f'def {method}(self', f'def {method}('))
        add(exercise, 'not-a-tuple', ('(self,)', '(self)'))

WRAP = '        other = other if isinstance(other, Value) else Value(other)\n'
for exercise in BINARY:
    ours, theirs = LINES[exercise]
    add(exercise, 'no-wrap', (WRAP, ''))
    add(exercise, 'no-wrap', (WRAP, '        other = Value(other) if '
                              'isinstance(other, int) else other\n'))
    add(exercise, 'one-side-only', (f'            {theirs}\n', ''))
    add(exercise, 'one-side-only', (f'            {ours}\n', ''))
    cancels = ('nothing-added',) if exercise == 'sub' else ()  # 1 - 1
    for line, here, there in (theirs, 'other', 'self'), (ours, 'self', 'other'):
        add(exercise, 'one-gets-all',
            (line, line.replace(f'{here}.grad', f'{there}.grad')), family=cancels)
    add(exercise, 'assert-parenthesis', ('isinstance(other, Value)',
                                         "isinstance(other, Value, 'a Value')"))
    if exercise != 'add':
        add(exercise, 'swapped-operands',
            (ours, f'self.grad += {theirs.partition(" += ")[2]}'),
            (theirs, f'other.grad += {ours.partition(" += ")[2]}'))

for exercise, method in REFLECTED.items():
    sign = {'add': '+', 'mul': '*', 'sub': '-', 'div': '/'}[exercise]
    back = exercises()[exercise].right.rpartition('return ')[2]
    add(exercise, 'misspelt-special', (f'def {method}(', f'def _{method[2:]}('))
    add(exercise, 'no-reflected', (f'def {method}(', f'def {method[3:-2]}('))
    add(exercise, 'reflected-recursion', (back, f'other {sign} self\n'))
    add(exercise, 'returns-float', (back, f'other {sign} self.data\n'))
    add(exercise, 'no-return', (f'return {back}', back))
    add(exercise, 'calls-itself', (DATA[exercise], f'self {sign} other'))
    add(exercise, 'gradient-beside-numbers',
        (f'return {back}', f'return Value(other {sign} self.data)\n'))

for exercise in UNARY:
    if exercise != 'pow':
        add(exercise, 'assert-parenthesis',
            (DEF, f"        assert isinstance(self.data, float, 'a number')\n{DEF}"))
    if exercise not in ('pow', 'abs', 'softplus'):
        add(exercise, 'calls-itself', (DATA[exercise], f'self.{exercise}()'))
for exercise in ('add', 'sub', 'mul', 'div', 'abs', 'softplus'):
    line = LINES[exercise][0]
    add(exercise, 'value-for-number', (line, line.replace('out.grad', 'out')))
for exercise, data in DATA.items():
    if 'math.' in data:
        add(exercise, 'value-for-number', (data, data.replace('self.data', 'self')))

# --- wrong in one case alone: a side, a number, a region ----------------------------

SLOPES = {  # of a in a + n and n + a, and so on; n is `other`
    'add': ('1', '1'), 'mul': ('other', 'other'), 'sub': ('1', '-1'),
    'div': ('1 / other', '-other / self.data ** 2'),
}
for exercise, slopes in SLOPES.items():
    sign = {'add': '+', 'mul': '*', 'sub': '-', 'div': '/'}[exercise]
    back = exercises()[exercise].right.rpartition('        return ')[2]
    one = {'add': 0, 'mul': 1, 'sub': 0, 'div': 1}[exercise]
    same = f'        if other == {one}:\n            return self\n'
    add(exercise, 'mutates-operand', (WRAP, f'{same}{WRAP}'))
    if exercise in ('add', 'mul'):
        add(exercise, 'mutates-operand', (f'        return {back}',
                                          f'{same}        return {back}'))
    for side, slope in zip('rl', slopes):
        # The operation with a plain number, written out by itself.
        number = f'self.data {sign} other' if side == 'r' else f'other {sign} self.data'
        for mistake, made, closure in (
            ('overwrite-grad', f'Value({number}, (self,))',
             f'self.grad = {slope} * out.grad'),
            ('no-parents', f'Value({number})', f'self.grad += {slope} * out.grad'),
            ('results-disturb', f'self.out = Value({number}, (self,))',
             f'self.grad += {slope} * self.out.grad'),
        ):
            lines = (f'        out = {made}\n\n        def _backward():\n'
                     f'            {closure}\n{ATTACH}{RETURN}')
            if side == 'l':
                add(exercise, mistake, (f'        return {back}', lines))
            else:
                add(exercise, mistake, (WRAP, (
                    '        if not isinstance(other, Value):\n'
                    f'{indent(lines, "    ")}{WRAP}')))

# --- under one condition only: each in one operation, looked for in all -------------

for exercise, mistake, *change in (
    ('mul', 'only-same-value', LINES['mul'][1],
     'other.grad += self.data * out.grad * (other is not self)'),
    ('mul', 'only-equal-numbers', LINES['mul'][1],
     'other.grad += self.data * out.grad * (other.data != self.data)'),
    ('exp', 'only-at-zero', LINES['exp'][0],
     'self.grad += out.data * out.grad if self.data else 0.0'),
    ('exp', 'only-negative-gradient', LINES['exp'][0],
     'self.grad += out.data * max(0.0, out.grad)'),
    ('tanh', 'only-whole-numbers', DATA['tanh'],
     'type(self.data)(math.tanh(self.data))'),
    ('pow', 'only-negative-operand', LINES['pow'][0],
     'self.grad += n * abs(self.data) ** (n - 1) * out.grad'),
    ('log', 'only-one-number', LINES['log'][0],
     'self.grad += (self.data != 1) / self.data * out.grad'),
    ('tanh', 'only-some-sizes', LINES['tanh'][0],
     'self.grad += (1 - out.data ** 2) * out.grad * (abs(self.data) < 2.5)'),
    ('log', 'whole-numbers', LINES['log'][0], 'self.grad += out.grad // self.data'),
    ('exp', 'nearly-right', LINES['exp'][0],
     'self.grad += 1.001 * out.data * out.grad'),
    ('sub', 'missing-operator', '        out = ', '        return self + (-other)\n'
     '        out = '),
):
    add(exercise, mistake, change)
for exercise in ('sub', 'mul'):  # the number itself is changed, for a plain number
    head = f'    def __{exercise}__(self, other):\n'
    change = '        self.data += not isinstance(other, Value)\n'
    add(exercise, 'mutates-operand', (head, head + change))
for exercise in OPERATIONS:
    add(exercise, 'kept-result', (
        RETURN, '        kept = globals().setdefault("kept", {})\n'
                '        return kept.setdefault(id(self), out)\n'),
        family=('results-disturb',))

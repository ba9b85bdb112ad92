"""Operations made wrong: each slip in each operation, and the wrong derivatives.

The tables below name the lines of the solutions once; the loops make the mutants.
"""

from textwrap import indent

from micrograd.classroom.checker import exercises
from mutants import Mutant

# The lines of each closure, as in the solutions: for self, for other.
LINES = {
    'add': ('self.grad += out.grad', 'other.grad += out.grad'),
    'mul': ('self.grad += other.data * out.grad', 'other.grad += self.data * out.grad'),
    'sub': ('self.grad += out.grad', 'other.grad += -out.grad'),
    'div': ('self.grad += 1 / other.data * out.grad',
            'other.grad += -self.data / other.data ** 2 * out.grad'),
    'maximum': ('self.grad += share * out.grad',
                'other.grad += (1 - share) * out.grad'),
    'pow': ('self.grad += n * self.data ** (n - 1) * out.grad',),
    'exp': ('self.grad += out.data * out.grad',),
    'tanh': ('self.grad += (1 - out.data ** 2) * out.grad',),
    'sigmoid': ('self.grad += out.data * (1 - out.data) * out.grad',),
    'relu': ('self.grad += (self.data > 0) * out.grad',),
    'log': ('self.grad += 1 / self.data * out.grad',),
    'abs': ('self.grad += sign * out.grad',),
    'softplus': ('x.grad += sigmoid(x.data) * out.grad',),
}
# The number of each, and how it stands in the line that makes out.
DATA = {
    'add': 'self.data + other.data', 'mul': 'self.data * other.data',
    'sub': 'self.data - other.data', 'div': 'self.data / other.data',
    'maximum': 'max(self.data, other.data)', 'pow': 'self.data ** n',
    'exp': 'math.exp(self.data)', 'tanh': 'math.tanh(self.data)',
    'sigmoid': '1 / (1 + math.exp(-self.data))', 'relu': 'max(0.0, self.data)',
    'log': 'math.log(self.data)', 'abs': 'abs(self.data)',
}
BINARY = ('add', 'mul', 'sub', 'div', 'maximum')
UNARY = tuple(name for name in LINES if name not in BINARY)
REFLECTED = {'add': '__radd__', 'mul': '__rmul__', 'sub': '__rsub__',
             'div': '__rtruediv__'}
METHODS = {
    'add': '__add__', 'mul': '__mul__', 'sub': '__sub__', 'div': '__truediv__',
    'pow': '__pow__', 'abs': '__abs__',
    **{name: name for name in ('exp', 'tanh', 'sigmoid', 'relu', 'log', 'maximum')},
}
DEF = '        def _backward():\n'
ATTACH = '        out._backward = _backward\n'
RETURN = '        return out\n'

MUTANTS = []


def add(exercise, mistake, *changes, family=()):
    """Put a mutant into the bank; for softplus, a function, with its own indents."""
    if exercise == 'softplus':
        changes = [map(as_function, change) for change in changes]
    changes = tuple(map(tuple, changes))
    MUTANTS.append(Mutant(exercise, mistake, changes, family))


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
add('add', 'no-upstream', (LINES['add'][0], 'self.grad += 1.0'))
add('sub', 'no-upstream', (LINES['sub'][1], 'other.grad -= 1'))
add('relu', 'no-upstream', (LINES['relu'][0], 'if self.data > 0:\n                '
                            'self.grad += 1'))

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
    add(exercise, 'unknown-name', (data, data.replace('self.', '')))
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
        add(exercise, 'wrong-parameters', ('(self, n)', '(self)')
            if exercise == 'pow' else (f'def {method}(self', f'def {method}('))
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
    add(exercise, 'no-reflected', (f'def {method}(', f'def _{method[2:]}('))
    add(exercise, 'reflected-recursion', (back, f'other {sign} self\n'))
    add(exercise, 'returns-float', (back, f'other {sign} self.data\n'))
    add(exercise, 'no-return', (f'return {back}', back))
    add(exercise, 'calls-itself', (DATA[exercise], f'self {sign} other'))
    add(exercise, 'gradient-beside-numbers',
        (f'return {back}', f'return Value(other {sign} self.data)\n'))
add('sub', 'reflected-not-swapped', ('Value(other) - self', 'self - other'))
add('sub', 'reflected-not-swapped', ('Value(other) - self', 'self - Value(other)'))
add('sub', 'reflected-not-swapped', ('Value(other) - self', 'self.__sub__(other)'))
add('div', 'reflected-div-not-swapped', ('Value(other) / self', 'self / other'))
add('div', 'reflected-div-not-swapped',
    ('Value(other) / self', 'self.__truediv__(Value(other))'))

for exercise in UNARY:
    if exercise != 'pow':
        add(exercise, 'assert-parenthesis',
            (DEF, f"        assert isinstance(self.data, float, 'a number')\n{DEF}"))
    if exercise not in ('pow', 'abs', 'softplus'):
        add(exercise, 'calls-itself', (DATA[exercise], f'self.{exercise}()'))
add('maximum', 'calls-itself', (DATA['maximum'], 'self.maximum(other)'))
for exercise in ('add', 'sub', 'mul', 'div', 'abs', 'softplus'):
    line = LINES[exercise][0]
    add(exercise, 'value-for-number', (line, line.replace('out.grad', 'out')))
add('pow', 'value-for-number', ('n * self.data **', 'n * self **'))
for exercise in ('exp', 'tanh', 'sigmoid', 'log'):
    add(exercise, 'value-for-number', ('(self.data)', '(self)')
        if exercise != 'sigmoid' else ('-self.data', '-self'))
add('relu', 'value-for-number', ('max(0.0, self.data)', 'max(0.0, self)'))
add('maximum', 'value-for-number',
    ('max(self.data, other.data)', 'max(self, other)'))
add('abs', 'calls-itself', ('abs(self.data)', 'abs(self)'))
add('pow', 'calls-itself', ('self.data ** n, (', 'self ** n, ('))
add('pow', 'assert-parenthesis',
    ('(int, float)), ', '(int, float), '), ("number'", "number')"))
add('maximum', 'mutates-operand',
    (DEF, f'        return self if self.data > other.data else other\n{DEF}'))
add('relu', 'mutates-operand',
    (DEF, f'        if self.data > 0:\n            return self\n{DEF}'))

add('maximum', 'gradient-beside-numbers', (WRAP, (
    '        if not isinstance(other, Value):\n'
    '            return Value(max(self.data, other))\n')))

# --- wrong derivatives: the right side of the line for self (and for other) -------

WRONG_RULES = {
    'add': {'mul-rule-for-add': [('other.data * out.grad', 'self.data * out.grad')]},
    'sub': {'mul-rule-for-add': [('other.data * out.grad', '-self.data * out.grad'),
                                 ('self.data * out.grad', '-other.data * out.grad')]},
    'mul': {
        'same-operand-twice': [(None, 'other.data * out.grad'),
                               ('self.data * out.grad', None)],
        'add-rule-for-mul': [('out.grad', 'out.grad')],
        'grad-for-data': [('other.grad * out.grad', None),
                          (None, 'self.grad * out.grad'),
                          ('other.grad * out.grad', 'self.grad * out.grad')],
        'output-for-local': [('out.data * out.grad', 'out.data * out.grad')],
    },
    'div': {
        'wrong-sign': [(None, 'self.data / other.data ** 2 * out.grad')],
        'square-forgotten': [(None, '-self.data / other.data * out.grad'),
                             (None, '-out.data * out.grad')],
        'numerator-forgotten': [(None, '-1 / other.data ** 2 * out.grad')],
        'mul-rule-for-div': [('other.data * out.grad', 'self.data * out.grad')],
        'div-operands-exchanged': [('out.grad / self.data', None)],
        'missing-parentheses': [
            (None, '-self.data / other.data * other.data * out.grad')],
        'no-local-gradient': [('out.grad', None)],
        'output-for-local': [('out.data * out.grad', None)],
        'grad-for-data': [(None, '-self.grad / other.data ** 2 * out.grad')],
    },
    'pow': {
        'coefficient-forgotten': ['self.data ** (n - 1) * out.grad'],
        'coefficient-lowered': ['(n - 1) * self.data ** (n - 1) * out.grad'],
        'exponent-not-lowered': ['n * self.data ** n * out.grad',
                                 'n * out.data * out.grad'],
        'exponent-raised': ['n * self.data ** (n + 1) * out.grad'],
        'missing-parentheses': ['(n * self.data ** n - 1) * out.grad',
                                'n * self.data ** n - 1 * out.grad'],
        'exponential-rule': [
            "out.data * __import__('math').log(self.data) * out.grad"],
        'divides-by-the-base': ['n * out.data / self.data * out.grad'],
        'times-for-power': ['n * self.data * (n - 1) * out.grad'],
        'grad-for-data': ['n * self.grad ** (n - 1) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'input-for-local': ['self.data * out.grad'],
    },
    'exp': {
        'input-for-local': ['self.data * out.grad'],
        'power-rule-for-exp': ['self.data * math.exp(self.data - 1) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'function-of-output': ['math.exp(out.data) * out.grad'],
        'grad-for-data': ['math.exp(self.grad) * out.grad'],
        'factor-too-many': ['out.data ** 2 * out.grad'],
    },
    'tanh': {
        'input-for-output': ['(1 - self.data ** 2) * out.grad'],
        'square-forgotten': ['(1 - out.data) * out.grad',
                             '1 / math.cosh(self.data) * out.grad'],
        'wrong-sign': ['(out.data ** 2 - 1) * out.grad'],
        'sigmoid-rule-for-tanh': [
            'out.data * (1 - out.data) * out.grad',
            '(s := 1 / (1 + math.exp(-self.data))) * (1 - s) * out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'factor-forgotten': ['out.data ** 2 * out.grad'],
        'missing-parentheses': ['1 - out.data ** 2 * out.grad'],
        'grad-for-data': ['(1 - self.grad ** 2) * out.grad'],
        'plus-for-minus': ['(1 + out.data ** 2) * out.grad'],
        'function-of-output': ['(1 - math.tanh(out.data) ** 2) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'input-for-local': ['self.data * out.grad'],
    },
    'sigmoid': {
        'grad-for-data': ['self.grad * (1 - self.grad) * out.grad'],
        'factor-too-many': ['out.data ** 2 * (1 - out.data) * out.grad'],
        'plus-for-minus': ['out.data * (1 + out.data) * out.grad'],
        'input-for-local': ['self.data * out.grad'],
        'input-for-output': ['self.data * (1 - self.data) * out.grad'],
        'tanh-rule-for-sigmoid': ['(1 - out.data ** 2) * out.grad'],
        'wrong-sign': ['out.data * (out.data - 1) * out.grad'],
        'function-of-output': [
            '(s := 1 / (1 + math.exp(-out.data))) * (1 - s) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'missing-parentheses': ['out.data * 1 - out.data * out.grad'],
        'factor-forgotten': [
            '(1 - out.data) * out.grad',
            'math.exp(-self.data) / (1 + math.exp(-self.data)) * out.grad'],
        'output-for-local': ['out.data * out.grad'],
    },
    'relu': {
        'no-effective-mask': ['out.grad', '(out.data >= 0) * out.grad',
                              '(out.grad > 0) * out.grad'],
        'slope-at-corner': ['(self.data >= 0) * out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'leaky-slope': ['(1 if self.data > 0 else 0.01) * out.grad',
                        '(1 if self.data > 0 else 0.2) * out.grad'],
        'mask-inverted': ['(self.data < 0) * out.grad'],
        'input-for-local': ['self.data * out.grad'],
        'grad-for-data': ['(self.grad > 0) * out.grad'],
        'divides-by-zero': ['out.data / self.data * out.grad'],
    },
    'log': {
        'grad-for-data': ['1 / self.grad * out.grad',
                          'self.grad * out.grad'],
        'function-of-output': ['math.exp(self.data) * out.grad'],
        'output-for-input': ['1 / out.data * out.grad'],
        'output-for-local': ['out.data * out.grad', 'math.log(self.data) * out.grad'],
        'not-inverted': ['self.data * out.grad'],
        'wrong-sign': ['-1 / self.data * out.grad'],
        'other-base': ['1 / (self.data * math.log(10)) * out.grad'],
        'second-derivative': ['-1 / self.data ** 2 * out.grad'],
        'no-local-gradient': ['out.grad'],
        'upstream-inverted': ['1 / (self.data * out.grad)'],
    },
    'abs': {
        'slope-at-corner': ['(1 if self.data >= 0 else -1) * out.grad',
                            '(-1 if self.data <= 0 else 1) * out.grad'],
        'divides-by-zero': ['self.data / out.data * out.grad'],
        'sign-forgotten': ['out.grad', 'abs(sign) * out.grad or out.grad'],
        'relu-rule-for-abs': ['(self.data > 0) * out.grad'],
        'absolute-upstream': ['abs(out.grad)'],
        'grad-for-data': ['self.grad * out.grad'],
        'mask-inverted': ['(self.data < 0) * out.grad'],
        'input-for-local': ['self.data * out.grad'],
        'output-for-local': ['out.data * out.grad'],
    },
    'maximum': {
        'both-get-all': [('out.grad', 'out.grad')],
        'tie-counted-twice': [('(self.data >= other.data) * out.grad',
                               '(other.data >= self.data) * out.grad')],
        'tie-lost': [('(self.data > other.data) * out.grad',
                      '(other.data > self.data) * out.grad')],
        'tie-one-sided': [('(self.data >= other.data) * out.grad',
                           '(other.data > self.data) * out.grad'),
                          ('(self.data > other.data) * out.grad',
                           '(self.data <= other.data) * out.grad')],
        'tie-by-identity': [(
            '(0.5 if self.data is other.data else lead > 0) * out.grad',
            '(0.5 if self.data is other.data else lead <= 0) * out.grad')],
        'tie-halved-always': [('out.grad / 2', 'out.grad / 2')],
        'input-for-local': [('share * self.data * out.grad', None)],
        'output-for-local': [('out.data * out.grad', None)],
    },
    'softplus': {
        'output-for-input': ['sigmoid(out.data) * out.grad'],
        'relu-rule-for-softplus': ['(x.data > 0) * out.grad'],
        'inner-derivative-forgotten': ['sigmoid(-x.data) * out.grad'],
        'factor-forgotten': ['exp(x.data) * out.grad'],
        'second-derivative': ['sigmoid(x.data) * (1 - sigmoid(x.data)) * out.grad'],
        'no-local-gradient': ['out.grad'],
        'output-for-local': ['out.data * out.grad'],
        'overflows': ['exp(x.data) / (1 + exp(x.data)) * out.grad'],
        'grad-for-data': ['sigmoid(x.grad) * out.grad'],
        'input-for-local': ['x.data * out.grad'],
    },
}
for exercise, table in WRONG_RULES.items():
    for mistake, wrong in table.items():
        for values in wrong:
            values = values if isinstance(values, tuple) else (values,)
            add(exercise, mistake, *(
                (line, f'{line.partition(" += ")[0]} += {value}')
                for line, value in zip(LINES[exercise], values) if value))

# --- wrong values -----------------------------------------------------------------

add('exp', 'other-base', ('math.exp(self.data)', '10 ** self.data'))
add('log', 'other-base', ('math.log(self.data)', 'math.log10(self.data)'))
add('log', 'other-base', ('math.log(self.data)', 'math.log2(self.data)'))
add('sigmoid', 'wrong-sign-inside', ('exp(-self.data)', 'exp(self.data)'))
add('sigmoid', 'wrong-forward', ('1 / (1 + math.exp(-self.data))',
                                 '1 / 1 + math.exp(-self.data)'))
add('relu', 'wrong-forward', ('max(0.0, self.data)', 'min(0.0, self.data)'))
add('sub', 'wrong-forward', ('self.data - other.data', 'other.data - self.data'))
add('maximum', 'wrong-forward', ('max(self.data, other.data)',
                                 'min(self.data, other.data)'))
add('pow', 'wrong-forward', ('self.data ** n,', 'n ** self.data,'))
add('pow', 'kind-of-exponent', ('self.data ** n,', 'self.data ** int(n),'),
    ('n * self.data', 'int(n) * self.data'), ('(n - 1)', '(int(n) - 1)'))
add('pow', 'kind-of-exponent', ('(int, float)', 'int'))

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

ONE = '        if n == 1:\n            '
add('pow', 'mutates-operand', (DEF, f'{ONE}return self\n{DEF}'))
add('pow', 'overwrite-grad', (
    LINES['pow'][0], 'if n > 0:\n                '
    f'{LINES["pow"][0]}\n            else:\n                '
    f'{LINES["pow"][0].replace("+=", "=")}'))
add('pow', 'no-parents', (DEF, f'{ONE}out = Value(self.data)\n\n{DEF}'))
WIPED = '\n            else:\n                self.grad = 0.0'
add('relu', 'overwrite-grad', (
    LINES['relu'][0],
    f'if self.data > 0:\n                self.grad += out.grad{WIPED}'))
add('relu', 'overwrite-grad', (
    LINES['relu'][0], 'if self.data > 0:\n                self.grad += out.grad\n'
    '            elif self.data == 0:\n                self.grad = 0'))
add('abs', 'overwrite-grad', (
    LINES['abs'][0], 'if self.data > 0:\n                self.grad += out.grad\n'
    '            elif self.data < 0:\n                self.grad = -out.grad'))
add('abs', 'overwrite-grad', (
    LINES['abs'][0], f'if sign:\n                self.grad += sign * out.grad{WIPED}'))
add('abs', 'no-parents', (DEF, (
    f'        if self.data < 0:\n            out = Value(-self.data)\n\n{DEF}')))
add('maximum', 'overwrite-grad', (LINES['maximum'][1], (
    'if share == 1:\n                other.grad = 0.0\n            else:\n'
    f'                {LINES["maximum"][1]}')))
add('maximum', 'overwrite-grad', (LINES['maximum'][0], (
    'if share == 0.5:\n                self.grad = out.grad / 2\n            else:\n'
    f'                {LINES["maximum"][0]}')))
add('maximum', 'no-parents', (DEF, (
    '        if self.data == other.data:\n            out = Value(self.data)\n\n'
    f'{DEF}')))
for equal in ('self.grad += out.grad', 'pass'):
    add('maximum', 'tie-with-a-number', (WRAP, (
        '        if not isinstance(other, Value):\n'
        '            out = Value(max(self.data, other), (self,))\n\n'
        '            def _backward():\n'
        '                if self.data > other:\n'
        '                    self.grad += out.grad\n'
        '                elif self.data == other:\n'
        f'                    {equal}\n'
        f'    {ATTACH}    {RETURN}{WRAP}')))
add('div', 'quotient-rounded-down', (
    'self.data / other.data,', 'self.data // other.data,'))
add('div', 'quotient-rounded-down', ('return Value(other) / self', (
    'out = Value(other // self.data, (self,))\n\n        def _backward():\n'
    '            self.grad -= other / self.data ** 2 * out.grad\n'
    f'{ATTACH}        return out')))
add('sigmoid', 'input-for-output', (
    LINES['sigmoid'][0], 'self.grad += out.data * (1 - self.data) * out.grad'))
add('tanh', 'input-for-output', (
    LINES['tanh'][0], 'self.grad += (1 - out.data * self.data) * out.grad'))
add('mul', 'fails-at-zero', (
    LINES['mul'][0], 'self.grad += out.data / self.data * out.grad'))
add('mul', 'fails-at-zero', (
    LINES['mul'][1], 'other.grad += out.data / other.data * out.grad'))
add('div', 'fails-at-zero', (
    LINES['div'][0], 'self.grad += out.data / self.data * out.grad'))

# --- right only for numbers of ordinary size ----------------------------------------

for exercise, changes in {
    'add': [('self.data + other.data', 'min(1000, self.data + other.data)'),
            ('self.data + other.data', 'max(-1000, self.data + other.data)')],
    'sub': [('self.data - other.data', 'max(-1000, self.data - other.data)')],
    'mul': [('+= other.data', '+= round(other.data, 4)'),
            ('self.data * other.data,', 'self.data * max(-1000, other.data),')],
    'div': [('self.data / other.data,', 'self.data / (other.data + 1e-15),'),
            ('/ other.data ** 2', '/ (other.data ** 2 + 1e-12)')],
    'pow': [('self.data ** n,', 'min(self.data ** n, 1e6),'),
            ('self.data ** (n - 1)', 'min(self.data ** (n - 1), 1e6)')],
    'exp': [('math.exp(self.data)', 'math.exp(min(self.data, 20))'),
            ('out.data * out.grad', 'max(out.data, 1e-8) * out.grad')],
    'tanh': [('(1 - out.data ** 2)', 'max(1 - out.data ** 2, 1e-8)'),
             ('math.tanh(self.data)', 'math.tanh(max(-10, min(10, self.data)))')],
    'sigmoid': [('-self.data', '-max(-20, min(20, self.data))'),
                ('1 / (1 + math.exp(-self.data))',
                 '1 / (1 + math.exp(-max(-10, self.data)))')],
    'relu': [('max(0.0, self.data)', 'min(max(0.0, self.data), 1000)'),
             ('self.data > 0', 'self.data > 1e-4')],
    'log': [('math.log(self.data)', 'math.log(self.data + 1e-12)'),
            ('math.log(self.data)', 'math.log(max(self.data, 1e-15))'),
            ('1 / self.data', '1 / (self.data + 1e-8)')],
    'abs': [('self.grad += sign', 'self.grad += (abs(self.data) > 1e-4) * sign'),
            ('abs(self.data)', 'min(abs(self.data), 1000)')],
    'maximum': [('max(self.data, other.data)', 'min(1000, max(self.data, other.data))'),
                ('lead = self.data - other.data',
                 'lead = self.data - other.data if other.data < 1000 else 0')],
}.items():
    for change in changes:
        add(exercise, 'only-ordinary-numbers', change)

# --- softplus: every kind of number -----------------------------------------------

STABLE = 'maximum(x.data, 0.0) + log(1 + exp(-abs(x.data)))'
SLOPE = 'sigmoid(x.data)'
MATH = ('from micrograd import Value', 'import math\n\nfrom micrograd import Value')
MUTANTS += [
    Mutant('softplus', 'overflows', ((STABLE, 'log(1 + exp(x.data))'),)),
    Mutant('softplus', 'overflows', (
        MATH, (STABLE, 'math.log(1 + math.exp(x.data))'))),
    Mutant('softplus', 'math-for-elementary', (MATH, (
        SLOPE, '0.5 * (1 + math.tanh(x.data / 2))'))),
    Mutant('softplus', 'branches-on-data', (
        (STABLE, STABLE.replace('maximum', 'max')),)),
    Mutant('softplus', 'branches-on-data', ((
        SLOPE, '(1 / (1 + exp(-x.data)) if x.data > 0 else sigmoid(x.data))'),)),
    Mutant('softplus', 'captured-number', (
        ('    def _backward', '    slope = sigmoid(x.data)\n\n    def _backward'),
        (f'+= {SLOPE}', '+= slope'))),
    Mutant('softplus', 'value-in-data', ((STABLE, STABLE.replace('x.data', 'x')),)),
    Mutant('softplus', 'calls-itself', ((STABLE, 'softplus(x).data'),)),
    Mutant('softplus', 'gradient-in-forward', (
        ('    def _backward', '    x.grad += sigmoid(x.data)\n\n    def _backward'),)),
    Mutant('softplus', 'methods-indented', ((
        'def softplus(x):\n', 'def main():\n    def softplus(x):\n        return x\n\n'
        '\ndef _softplus(x):\n'),)),
    Mutant('softplus', 'numbers-as-parents', (('(x,)', '(x.data,)'),)),
    Mutant('softplus', 'wrong-parameters', (
        ('def softplus(x)', 'def softplus(x, y)'),)),
    Mutant('softplus', 'results-disturb', (
        ('def softplus', 'nodes = {}\n\n\ndef softplus'),
        ('    def _backward', '    nodes[x] = out\n\n    def _backward'),
        ('out.grad', 'nodes[x].grad'))),
    Mutant('softplus', 'no-parents', ((", (x,), 'softplus'", ''),)),
    Mutant('softplus', 'not-a-tuple', (('(x,)', '(x)'),)),
    Mutant('softplus', 'corner-in-parts', ((
        SLOPE, '((x.data > 0) - where(x.data > 0, 1, where(x.data < 0, -1, 0))'
        ' * sigmoid(-abs(x.data)))'), ('sigmoid\n', 'sigmoid, where\n'))),
    Mutant('softplus', 'wrong-forward', ((STABLE, f'{STABLE} - log(2.0)'),)),
]

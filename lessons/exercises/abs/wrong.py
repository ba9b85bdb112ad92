"""Wrong programs of abs, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import DEF, LINES

wrong = partial(operations.wrong, 'abs')
WIPED = '\n            else:\n                self.grad = 0.0'

MUTANTS = [
    *operations.wrong_rules('abs', {
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
    }),
    wrong('calls-itself', ('abs(self.data)', 'abs(self)')),
    wrong('overwrite-grad', (
        LINES['abs'][0], 'if self.data > 0:\n                self.grad += out.grad\n'
        '            elif self.data < 0:\n                self.grad = -out.grad')),
    wrong('overwrite-grad', (
        LINES['abs'][0],
        f'if sign:\n                self.grad += sign * out.grad{WIPED}')),
    wrong('no-parents', (DEF, (
        f'        if self.data < 0:\n            out = Value(-self.data)\n\n{DEF}'))),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('self.grad += sign', 'self.grad += (abs(self.data) > 1e-4) * sign'),
        ('abs(self.data)', 'min(abs(self.data), 1000)'),
    )),
]

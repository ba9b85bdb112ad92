"""Wrong programs of relu, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import DEF, LINES

wrong = partial(operations.wrong, 'relu')
WIPED = '\n            else:\n                self.grad = 0.0'

MUTANTS = [
    *operations.wrong_rules('relu', {
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
    }),
    wrong('no-upstream', (LINES['relu'][0], 'if self.data > 0:\n                '
                          'self.grad += 1')),
    wrong('value-for-number', ('max(0.0, self.data)', 'max(0.0, self)')),
    wrong('mutates-operand',
        (DEF, f'        if self.data > 0:\n            return self\n{DEF}')),
    wrong('wrong-forward', ('max(0.0, self.data)', 'min(0.0, self.data)')),
    wrong('overwrite-grad', (
        LINES['relu'][0],
        f'if self.data > 0:\n                self.grad += out.grad{WIPED}')),
    wrong('overwrite-grad', (
        LINES['relu'][0], 'if self.data > 0:\n                self.grad += out.grad\n'
        '            elif self.data == 0:\n                self.grad = 0')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('max(0.0, self.data)', 'min(max(0.0, self.data), 1000)'),
        ('self.data > 0', 'self.data > 1e-4'),
    )),
]

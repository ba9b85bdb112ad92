"""Wrong programs of tanh, beside the slips that any operation may have."""

from functools import partial

from mutants import operations
from mutants.operations import LINES

wrong = partial(operations.wrong, 'tanh')

MUTANTS = [
    *operations.wrong_rules('tanh', {
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
    }),
    wrong('input-for-output', (
        LINES['tanh'][0], 'self.grad += (1 - out.data * self.data) * out.grad')),
    *(wrong('only-ordinary-numbers', change) for change in (
        ('(1 - out.data ** 2)', 'max(1 - out.data ** 2, 1e-8)'),
        ('math.tanh(self.data)', 'math.tanh(max(-10, min(10, self.data)))'),
    )),
]
